"""Whether a table can be as it is written, as far as the rules leave no doubt."""

from __future__ import annotations

from collections.abc import Sequence

from caipan.contract.messages import PlayerScene
from caipan.deck import DELAYED, KNOWN, SLOTS
from caipan.language import words
from caipan.language.words import ScenarioError, unlisted


def check(seats: Sequence[PlayerScene]) -> None:
    """See that characters can sit like this.

    Raises:
        ScenarioError: they cannot; the message names row and column.
    """
    for seat in seats:
        _equipment(seat)
        _judgement(seat)
        if len(set(seat.skills)) < len(seat.skills):
            raise ScenarioError(f"row {seat.name}, column 技能: {unlisted(seat.skills)}: one is named twice")
    _roles(seats)


def _equipment(seat: PlayerScene) -> None:
    worn: dict[str, str] = {}
    for card in seat.equipment:
        name = words.name_of(card)
        if name not in KNOWN:
            continue
        slot = SLOTS.get(name)
        if slot is None:
            raise ScenarioError(f"row {seat.name}, column 装备区: {card} is no equipment card (装备牌)")
        if slot in worn:
            raise ScenarioError(
                f"row {seat.name}, column 装备区: {worn[slot]} and {card} are both {slot}, "
                "and there is room for one"
            )
        worn[slot] = card


def _judgement(seat: PlayerScene) -> None:
    lying: dict[str, str] = {}
    for laid in seat.judgement:
        trick = words.trick_of(laid)
        if trick in KNOWN - DELAYED:
            raise ScenarioError(
                f"row {seat.name}, column 判定区: {laid}: {trick} is no delayed trick (延时类锦囊); "
                f"a card that lies there as one is written {words.real_of(laid)}=乐不思蜀"
            )
        if trick in lying:
            raise ScenarioError(
                f"row {seat.name}, column 判定区: {lying[trick]} and {laid}: there can be one {trick} only"
            )
        lying[trick] = laid


def _roles(seats: Sequence[PlayerScene]) -> None:
    lords = [seat.name for seat in seats if seat.role == "lord"]
    if len(lords) > 1:
        raise ScenarioError(f"column 身份: {unlisted(lords)} are both 主公, and there is one only")
    without = [seat.name for seat in seats if seat.role is None]
    if not lords and not without:
        raise ScenarioError("column 身份: everybody has a role, and nobody is 主公")
    if without and len(without) < len(seats):
        raise ScenarioError(
            f"column 身份: {unlisted(without)} has no role; give one to everybody, or to nobody"
        )
