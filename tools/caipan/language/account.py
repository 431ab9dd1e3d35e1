"""The account of a scenario: what a report shows of it, in plain data that travels as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from caipan.contract.messages import Answer, Ask, Event, State
from caipan.language.describe import describe_ask, describe_choice, describe_event, describe_state
from caipan.language.draft import Draft
from caipan.language.scene import Seats
from caipan.visible import visible

How = Literal["open", "script", "detail", "declined", "only", "rest", "unscripted"]
"""What became of an ask: not answered (yet); answered by an entry of the script, by a detail of an earlier
发动, by a refusal because nothing is scripted, by the only possibility; the game rests at it; a choice that
is required and that nobody made."""


class Asked(msgspec.Struct, frozen=True):
    """One ask of the engine, and what became of it."""

    at: int
    """How many events had happened when it came."""
    ask: Ask
    how: How = "open"
    answer: Answer | None = None
    entries: list[int] = []
    """The entries of the script that it used up, from 0."""
    rejected: str | None = None
    """Why the engine refused the answer."""
    tried: list[str] = []
    """Moves of 不能 steps that were tried here."""


class AskLine(msgspec.Struct, frozen=True):
    """An ask in words."""

    at: int
    who: list[str]
    kind: str
    names: list[str]
    """The cards, skills or options that it names."""
    text: str
    how: How
    answer: str
    """What was answered; empty where the game rests or stopped."""
    entries: list[int]
    rejected: str | None = None
    tried: list[str] = []


class Account(msgspec.Struct, frozen=True):
    """A scenario as it was set up and as it went: enough to print scene, script, asks and events."""

    edition: str
    columns: list[str]
    rows: list[list[str]]
    piles: list[str]
    begins: list[str]
    """Where the game was entered, and what was made to happen there."""
    script: list[str]
    """Its entries. In brackets behind one that was not simply done: rejected as it must be; never offered;
    done without being asked."""
    reached: int
    """How many entries of the script were played."""
    asks: list[AskLine]
    events: list[Event]
    lines: list[str]
    """The events in words, in the same order."""
    table: list[str]
    """The last state that the engine showed, a line a character."""


def account_of(
    edition: str,
    draft: Draft,
    reached: int,
    remarks: Mapping[int, str],
    transcript: Sequence[Asked],
    events: Sequence[Event],
    state: State | None,
) -> Account:
    """The account of a scenario, at whatever point it is.

    Args:
        edition: the edition played by.
        draft: scene and script.
        reached: how many entries of the script were played.
        remarks: on entries of the script that were not simply done.
        transcript: the asks and what became of them.
        events: what happened.
        state: the last state known, if any.
    """
    seats = draft.seats
    return Account(
        edition=edition,
        columns=list(seats.columns) if seats else [],
        rows=[list(row) for row in seats.rows] if seats else [],
        piles=[str(part) for part in draft.parts if not isinstance(part, Seats)],
        begins=[str(opener) for opener in (draft.enter, draft.happen) if opener],
        script=[
            f"{move} ({remarks[number]})" if number in remarks else str(move)
            for number, move in enumerate(draft.moves)
        ],
        reached=reached,
        asks=[_line(asked) for asked in transcript],
        events=list(events),
        lines=[describe_event(event) for event in events],
        table=describe_state(state) if state else [],
    )


def _line(asked: Asked) -> AskLine:
    ask = asked.ask
    return AskLine(
        at=asked.at,
        who=ask.players,
        kind=ask.kind,
        names=ask.names or ask.skills or ask.options,
        text=describe_ask(ask),
        how=asked.how,
        answer=describe_answer(asked.answer) if asked.answer else "",
        entries=asked.entries,
        rejected=visible(asked.rejected) if asked.rejected else asked.rejected,
        tried=asked.tried,
    )


def describe_answer(answer: Answer) -> str:
    """An answer in words: one choice, or everybody's."""
    if answer.choices is not None:
        return "；".join(f"{who}: {describe_choice(choice)}" for who, choice in answer.choices.items())
    return f"{answer.player or ''} {describe_choice(answer.choice)}".strip()
