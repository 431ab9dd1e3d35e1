"""More adapters with one flaw each: what passes as long as nobody looks closely."""

from __future__ import annotations

from msgspec.structs import replace

from caipan.contract.messages import (
    Done,
    GetState,
    HarnessMessage,
    Query,
    Reset,
    Result,
    Start,
    State,
)
from tests.checking.flawed import Flaw, Flawed, Replies, changing, instead, showing

# --- scenes, entrances, questions -------------------------------------------------


def reversed_for(seats: int) -> Flaw:
    """At a table of so many characters the draw pile is upside down."""

    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        if isinstance(message, Reset) and len(message.scene.players) == seats:
            scene = replace(message.scene, draw_pile=message.scene.draw_pile[::-1])
            return engine.honest(replace(message, scene=scene))
        return engine.honest(message)

    return flaw


def ended_for_ever(engine: Flawed, message: HarnessMessage) -> Replies:
    """Once a game is over, every later scene is."""
    replies = engine.honest(message)
    if isinstance(replies[-1], Done) and replies[-1].state.over:
        engine.count = 1
    if engine.count and isinstance(replies[-1], State) and engine.answers == 0 and engine.standing is None:
        return [replace(replies[-1], over=True)]
    if isinstance(message, Reset):
        engine.standing = None
    return replies


def without_phase(engine: Flawed, message: HarnessMessage) -> Replies:
    """Whatever phase is entered, the game begins at the idle point."""
    if isinstance(message, Start) and message.at == "phase":
        message = Start("idle", message.player)
    return engine.honest(message)


def done_at_once(engine: Flawed, message: HarnessMessage) -> Replies:
    """A phase is over as soon as it is entered."""
    if isinstance(message, Start) and message.at == "phase":
        (state,) = engine.honest(GetState())
        assert isinstance(state, State)
        return [Done(state)]
    return engine.honest(message)


def unsteady(engine: Flawed, message: HarnessMessage) -> Replies:
    """Answers each question otherwise than the last time."""
    replies = engine.honest(message)
    if isinstance(message, Query):
        engine.count += 1
        return [Result(engine.count) if message.what == "range" else reply for reply in replies]
    return replies


def far(value: int) -> Flaw:
    """Every distance and every limit is this one."""
    return changing(lambda result: result if isinstance(result.value, bool) else Result(value), Result)


VIOLATIONS: dict[str, tuple[str, Flaw]] = {
    "no draw pile's order at three seats": ("CK15", reversed_for(3)),
    "five seats": (
        "CK17",
        instead(lambda message: isinstance(message, Reset) and len(message.scene.players) == 5),
    ),
    "skills that nobody gave": (
        "CK10",
        showing(
            lambda state: replace(state, players=[replace(seat, skills=["反馈"]) for seat in state.players])
        ),
    ),
    "a phase that is not entered": ("CK32", without_phase),
    "a phase that is over at once": ("CK32", done_at_once),
    "a question with many answers": ("CK42", unsteady),
    "less than no distance": ("CK42", far(-5)),
    "no distance": ("CK42", far(0)),
    "an endless distance": ("CK42", far(10**30)),
    "over for ever": ("CK92", ended_for_ever),
}
"""What is wrong -> the check that finds it, be it with others, and the flaw."""
