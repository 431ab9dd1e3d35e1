"""Editions of the rules (各版规则) as data and small switches.

A switch is named for what the rule says, and the code asks the switch, never the edition's name. The letters
are those of the suite's list of conflicts between the documents.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sanguosha import timings as t


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition: which timings it knows, and how it reads what another reads otherwise."""

    name: str
    unlisted: frozenset[str]
    """Timings that the edition's documents do not have: they are never opened."""
    nobody_from: Literal["next", "self"]
    """A21: in nobody's turn, order starts at the finished character's 下家, or at that character itself."""
    decline_is_final: bool
    """B05: declining a counted skill once declines it for the whole settlement."""
    loss_draws_wait: bool
    """A17: in a discard phase, skills that draw upon a lost hand wait for the gap after it."""
    dying_reopens: bool
    """G02: a recovery that does not save opens a new 处于濒死状态时 from that responder on."""
    loss_joins_chosen: bool
    """A17: a card that is used is lost at 选择目标后 itself, among whatever else is invoked there."""
    kill_checked: Literal["before", "within"]
    """G08: the condition of 连破 is checked before the death settlement, or in it after the death skills."""
    skills: dict[str, str]
    """Skills whose text changed with the edition: the name on the general, and the version in force."""


EDITION_2012 = Edition(
    name="2012",
    unlisted=frozenset(
        {
            t.MOVE_BEFORE,  # D01: only the moment of losing is named
            t.MOVE_AT,
            t.JUDGE_PERFORMING,  # E01: the flip belongs to 判定牌生效前
            t.DYING_ENTERING,  # G01: one circle, no separate entering
            t.RECOVER_AMOUNT,  # H01
            t.RECOVER_AT,
            t.FLIP_AFTER,  # A03
        }
    ),
    nobody_from="next",
    decline_is_final=True,
    loss_draws_wait=False,
    loss_joins_chosen=True,
    dying_reopens=False,
    kill_checked="within",
    skills={"不屈": "不屈（2012）", "据守": "据守（2012）"},
)

EDITION_2013 = Edition(
    name="2013",
    unlisted=frozenset(),
    nobody_from="self",
    decline_is_final=False,
    loss_draws_wait=True,
    loss_joins_chosen=False,
    dying_reopens=True,
    kill_checked="before",
    skills={"不屈": "不屈（2013）", "据守": "据守（2013）"},
)

EDITIONS = {edition.name: edition for edition in (EDITION_2012, EDITION_2013)}
