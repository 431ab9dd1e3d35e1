"""More adapters with one flaw each: what passes as long as nobody looks closely."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from caipan.checking.perform import anything
from caipan.contract.messages import (
    Answer,
    Ask,
    Done,
    EngineMessage,
    Event,
    GetState,
    HarnessMessage,
    Hello,
    HelloReply,
    Query,
    Rejected,
    Reset,
    Result,
    Start,
    State,
)
from tests.checking.flawed import Flaw, Flawed, Replies, changing, instead, of_kind, seats, showing, telling

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


# --- answers ----------------------------------------------------------------------


def guessing(when: Callable[[Answer], bool]) -> Flaw:
    """Makes a choice of its own where one is rejected."""

    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        replies = engine.honest(message)
        asked = engine.standing
        if isinstance(replies[-1], Rejected) and isinstance(message, Answer) and asked and when(message):
            return engine.honest(Answer(asked.id, anything(asked)))
        return replies

    return flaw


def any_earlier(engine: Flawed, message: HarnessMessage) -> Replies:
    """Takes an answer to an earlier ask for one to the ask that stands."""
    if isinstance(message, Reset):
        engine.standing = None
    if isinstance(message, Answer) and engine.standing and message.id < engine.standing.id:
        message = replace(message, id=engine.standing.id)
    return engine.honest(message)


def ending_again(engine: Flawed, message: HarnessMessage) -> Replies:
    """Is done once more, whatever is answered after it."""
    if isinstance(message, Answer) and engine.standing is None:
        return [Done(state) for state in engine.honest(GetState()) if isinstance(state, State)]
    replies = engine.honest(message)
    if not isinstance(replies[-1], Ask) and isinstance(message, Reset | Answer):
        engine.standing = None if not isinstance(replies[-1], Rejected) else engine.standing
    return replies


# --- what remains ------------------------------------------------------------------


def asked_once(engine: Flawed, message: HarnessMessage) -> Replies:
    """Once a skill was declined, nobody is asked for one any more, in no game."""
    asked = engine.standing
    if isinstance(message, Answer) and message.choice is None and asked is not None and asked.kind == "skill":
        engine.count = 1
    replies = engine.honest(message)
    if engine.count and isinstance(replies[-1], Ask) and replies[-1].kind == "skill":
        return [*replies[:-1], *engine.honest(Answer(replies[-1].id))]
    return replies


def remembered(part: str) -> Flaw:
    """What the last scene said of a character, and this one does not, is still so."""
    known: dict[str, str] = {}

    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        if isinstance(message, Reset):
            known.update({seat.name: said for seat in message.scene.players if (said := getattr(seat, part))})
            players = [replace(seat, **{part: known.get(seat.name)}) for seat in message.scene.players]
            message = replace(message, scene=replace(message.scene, players=players))
        return engine.honest(message)

    return flaw


def another_each_time() -> Flaw:
    """Each start has another version."""
    starts: list[None] = []

    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        replies = engine.honest(message)
        if isinstance(message, Hello):
            starts.append(None)
            (reply,) = replies
            assert isinstance(reply, HelloReply)
            return [replace(reply, engine=replace(reply.engine, version=str(len(starts))))]
        return replies

    return flaw


# --- events -----------------------------------------------------------------------


def from_below(engine: Flawed, message: HarnessMessage) -> Replies:
    """Draws from the bottom, and hides it: the pile is shown the other way round as soon as one plays."""
    if isinstance(message, Reset):
        engine.count = 0
    if isinstance(message, Start) and engine.engine._game is not None:
        engine.engine._game.draw_pile.cards.reverse()
        engine.count = 1
    replies = engine.honest(message)
    if not engine.count:
        return replies
    return [_turned(reply) for reply in replies]


def _turned(reply: EngineMessage) -> EngineMessage:
    if isinstance(reply, Done):
        return Done(replace(reply.state, draw_pile=reply.state.draw_pile[::-1]))
    return replace(reply, draw_pile=reply.draw_pile[::-1]) if isinstance(reply, State) else reply


def of_another(event: Event) -> Event:
    """A move is told of another player."""
    return replace(event, player="乙" if event.player == "甲" else "甲") if event.kind == "move" else event


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
    "an earlier ask answered": ("CK74", any_earlier),
    "an answer after the end": ("CK74", ending_again),
    "nothing where something is required": ("CK76", guessing(lambda answer: answer.choice is None)),
    "an illegal choice mended": ("CK77", guessing(lambda answer: answer.choice is not None)),
    "cards of others offered": (
        "CK66",
        changing(
            lambda ask: replace(ask, cards=[*ask.cards, "闪♦3"]) if ask.kind == "cards" else ask,
            Ask,
        ),
    ),
    "one's own card picked": (
        "CK60",
        changing(lambda ask: replace(ask, subject=ask.players[0]) if ask.kind == "pick" else ask, Ask),
    ),
    "a use asked as a play": ("CK60", of_kind("use", kind="play")),
    "a play asked as a use": ("CK60", of_kind("play", kind="use")),
    "moves of nobody": ("CK84", telling("move", player=None)),
    "moves of another": ("CK84", changing(of_another, Event)),
    "another card used": ("CK88", telling("use", card="桃")),
    "other cards used": ("CK88", telling("use", cards=["闪♦3"])),
    "no card used": ("CK88", telling("use", cards=[])),
    "no targets": ("CK88", telling("use", targets=[])),
    "phases of another": ("CK89", telling("phase", player="乙")),
    "one phase after the other the same": ("CK89", telling("phase", phase="draw")),
    "more damage than is deducted": ("CK8A", telling("damage", amount=99)),
    "damage of another": ("CK8A", telling("damage", player="甲")),
    "points lost that nobody lost": ("CK8A", telling("lose_hp", amount=999)),
    "freed instead of chained": ("CK8B", telling("chained", kind="unchained")),
    "flips that nobody sees": ("CK8B", showing(seats(face_down=False))),
    "cards from the bottom": ("CK8C", from_below),
    "no timings": ("CK8D", telling("timing")),
    "what was refused is never asked again": ("CK93", asked_once),
    "no seeds": ("CK93", instead(lambda message: isinstance(message, Reset) and message.seed != 0)),
    "another hello at each start": ("CK96", another_each_time()),
    "roles of the last scene": ("CK97", remembered("role")),
    "genders of the last scene": ("CK97", remembered("gender")),
    "over for ever": ("CK92", ended_for_ever),
}
"""What is wrong -> the check that finds it, be it with others, and the flaw."""
