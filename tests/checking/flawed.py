"""Adapters with one flaw each, around the reference: what an author may well get wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from caipan.contract.messages import (
    Answer,
    Ask,
    Choice,
    Done,
    EngineMessage,
    Event,
    GetState,
    HarnessMessage,
    HelloReply,
    PlayerState,
    Query,
    Ready,
    Rejected,
    Reset,
    Result,
    Start,
    State,
    Unsupported,
)
from sanguosha.adapter import Reference

Replies = Iterable[EngineMessage]
Flaw = Callable[["Flawed", HarnessMessage], Replies]


@dataclass(slots=True)
class Flawed:
    """The reference, and one flaw."""

    flaw: Flaw
    engine: Reference = field(default_factory=Reference)
    count: int = 0
    reset: Reset | None = None
    standing: Ask | None = None
    answers: int = 0
    last: HarnessMessage | None = None

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """Yield the reply, with the flaw in it."""
        yield from self.flaw(self, message)
        if isinstance(message, Reset):
            self.reset, self.answers = message, 0
        self.answers += isinstance(message, Answer)
        self.last = message

    def honest(self, message: HarnessMessage) -> list[EngineMessage]:
        """What the reference says."""
        replies = list(self.engine.handle(message))
        if isinstance(replies[-1], Ask):
            self.standing = replies[-1]
        return replies


# --- ways of going wrong ----------------------------------------------------


def changing(change: Callable[[Any], EngineMessage | None], *kinds: type) -> Flaw:
    """Some messages are changed, or lost."""

    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        replies = [change(reply) if isinstance(reply, kinds) else reply for reply in engine.honest(message)]
        return [reply for reply in replies if reply is not None]

    return flaw


def hello(**fields: Any) -> Flaw:
    """The hello says otherwise."""
    return changing(lambda reply: replace(reply, **fields), HelloReply)


def asking(when: Callable[[Ask], bool] = lambda _: True, **fields: Any) -> Flaw:
    """Some asks say otherwise."""
    return changing(lambda ask: replace(ask, **fields) if when(ask) else ask, Ask)


def of_kind(kind: str, /, **fields: Any) -> Flaw:
    """Asks of a kind say otherwise."""
    return asking(lambda ask: ask.kind == kind, **fields)


def telling(kind: str, /, **fields: Any) -> Flaw:
    """Events of a kind say otherwise; without fields, they are not told."""
    return changing(
        lambda event: event if event.kind != kind else replace(event, **fields) if fields else None, Event
    )


def showing(change: Callable[[State], State]) -> Flaw:
    """The table is shown otherwise."""
    return changing(
        lambda reply: Done(change(reply.state)) if isinstance(reply, Done) else change(reply), State, Done
    )


def seats(**fields: Any) -> Callable[[State], State]:
    """Every character is shown otherwise."""

    def change(state: State) -> State:
        players: list[PlayerState] = [replace(seat, **fields) for seat in state.players]
        return replace(state, players=players)

    return change


def instead(when: Callable[[HarnessMessage], bool], *said: EngineMessage) -> Flaw:
    """To some messages something else is said; nothing: it breaks."""

    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        if not when(message):
            return engine.honest(message)
        if not said:
            raise KeyError("not thought of")
        return said

    return flaw


def scene_of(word: str) -> Callable[[HarnessMessage], bool]:
    """Whether a message is a reset with that word in it."""
    return lambda message: isinstance(message, Reset) and word in repr(message)


def uninjected(kind: str, at: Callable[[Start], bool] = lambda _: True) -> Flaw:
    """An injection is passed over."""

    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        if isinstance(message, Start) and message.inject and message.inject.kind == kind and at(message):
            return engine.honest(replace(message, inject=None))
        return engine.honest(message)

    return flaw


def answering(when: Callable[[Flawed, Answer], bool], said: Callable[[Flawed], EngineMessage]) -> Flaw:
    """Some answers are taken otherwise."""

    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        if isinstance(message, Answer) and when(engine, message):
            return [said(engine)]
        return engine.honest(message)

    return flaw


def standing(engine: Flawed) -> EngineMessage:
    """The ask that stands, as if nothing had been said."""
    assert engine.standing is not None
    return engine.standing


def uses(card: str) -> Callable[[Flawed, Answer], bool]:
    """Whether an answer uses or plays a card of that name."""
    return lambda _, answer: answer.choice is not None and answer.choice.use == card


# --- flaws that need more than a word ---------------------------------------


def any_id(engine: Flawed, message: HarnessMessage) -> Replies:
    """Takes every answer for one to the ask that stands."""
    if isinstance(message, Answer) and engine.standing is not None:
        message = replace(message, id=engine.standing.id)
    return engine.honest(message)


def any_player(engine: Flawed, message: HarnessMessage) -> Replies:
    """Asks in races, and takes the answer of anybody who answers."""
    if isinstance(message, Answer):
        message = replace(message, player=None)
        if message.choice == Choice(use="无懈可击", cards=["无懈可击♠J"]):
            message = replace(message, choice=Choice(use="无懈可击", cards=["无懈可击♠J"]))
    replies = engine.honest(message)
    return [
        replace(reply, mode="any") if isinstance(reply, Ask) and reply.kind == "use" else reply
        for reply in replies
    ]


def drifting(engine: Flawed, message: HarnessMessage) -> Replies:
    """Throws a card in when the table is looked at twice."""
    replies = engine.honest(message)
    if isinstance(message, GetState) and message == engine.last:
        engine.count += 1
        (state,) = replies
        assert isinstance(state, State)
        return [replace(state, discard_pile=[*state.discard_pile, f"杀♠7#{engine.count}"])]
    return replies


def leftover(when: Callable[[Flawed], bool]) -> Flaw:
    """After some games a reset leaves a card behind."""

    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        if isinstance(message, Reset):
            engine.count += when(engine)
            engine.standing = None
        replies = engine.honest(message)
        if isinstance(message, GetState) and engine.count and isinstance(replies[0], State):
            engine.count = 0
            return [replace(replies[0], discard_pile=[*replies[0].discard_pile, "杀♠K"])]
        return replies

    return flaw


def unasked(engine: Flawed, message: HarnessMessage) -> Replies:
    """Claims one question only, and breaks at the others."""
    if isinstance(message, Query) and message.what != "distance":
        raise KeyError(message.what)
    return hello(queries=["distance"])(engine, message)


def growing(engine: Flawed, message: HarnessMessage) -> Replies:
    """Breaks at the fortieth reset of the same scene in a row."""
    if isinstance(message, Reset):
        engine.count = engine.count + 1 if message == engine.reset else 0
        if engine.count == 40:
            raise MemoryError("enough")
    return engine.honest(message)


def moody(engine: Flawed, message: HarnessMessage) -> Replies:
    """Tells the subject of every second response only."""
    replies = engine.honest(message)
    if isinstance(replies[-1], Ask) and replies[-1].kind == "use":
        engine.count += 1
        return [*replies[:-1], replace(replies[-1], reason=str(engine.count))]
    return replies


def one_more(engine: Flawed, message: HarnessMessage) -> Replies:
    """Names the reason of the first ask by the number of games."""
    engine.count += isinstance(message, Reset)
    return [
        replace(reply, reason=f"game {engine.count}") if isinstance(reply, Ask) else reply
        for reply in engine.honest(message)
    ]


def done_otherwise(engine: Flawed, message: HarnessMessage) -> Replies:
    """Forgets who won in `done`."""
    replies = engine.honest(message)
    return [Done(replace(reply.state, winners=[])) if isinstance(reply, Done) else reply for reply in replies]


def carried_out(engine: Flawed, message: HarnessMessage) -> Replies:
    """Rejects an illegal response, and loses the ask over it."""
    replies = engine.honest(message)
    if isinstance(replies[-1], Rejected) and engine.standing is not None and engine.standing.kind == "use":
        engine.honest(Answer(engine.standing.id))
    return replies


def seen_twice(engine: Flawed, message: HarnessMessage) -> Replies:
    """Numbers all events alike."""
    return [replace(reply, id=7) if isinstance(reply, Event) else reply for reply in engine.honest(message)]


def midgame(engine: Flawed) -> bool:
    """The last game stands at an ask that is not idle."""
    return engine.standing is not None and engine.standing.kind != "idle"


IDLE_NULL = lambda engine, answer: answer.choice is None and engine.standing.kind == "idle"  # noqa: E731

FLAWS: dict[str, Flaw] = {
    "CK02": hello(cards=["杀", "杀", "闪♦2"]),
    "CK03": hello(events=["use"]),
    "CK10": instead(scene_of("2012"), Unsupported("2012")),
    "CK11": instead(scene_of("麒麟弓"), Unsupported("麒麟弓")),
    "CK12": instead(scene_of("skills=['不屈']"), Unsupported("不屈")),
    "CK13": instead(scene_of("周泰"), Unsupported("周泰")),
    "CK14": showing(seats(chained=False)),
    "CK15": showing(lambda state: replace(state, discard_pile=[])),
    "CK16": showing(lambda state: replace(state, draw_pile=state.draw_pile[::-1])),
    "CK17": instead(scene_of("'辛'")),
    "CK20": instead(scene_of("子虚乌有♠7")),
    "CK21": instead(scene_of("skills=['子虚乌有']"), Ready()),
    "CK22": instead(scene_of("general='子虚乌有'"), Ready()),
    "CK23": instead(scene_of("1912"), Ready()),
    "CK30": of_kind("idle", kind="option"),
    "CK31": instead(lambda message: isinstance(message, Start) and message.at == "turn"),
    "CK32": instead(lambda message: isinstance(message, Start) and message.phase == "finish"),
    "CK33": uninjected("damage", lambda start: start.inject is not None and start.inject.source is None),
    "CK34": uninjected("damage", lambda start: start.inject is not None and start.inject.source is not None),
    "CK35": uninjected("lose_hp"),
    "CK36": uninjected("recover"),
    "CK37": uninjected("judge"),
    "CK38": unasked,
    "CK40": drifting,
    "CK41": done_otherwise,
    "CK42": changing(lambda result: Result(True), Result),
    "CK50": answering(uses("桃"), lambda _: Rejected("no")),
    "CK51": answering(
        lambda engine, answer: uses("桃")(engine, answer) and midgame(engine), lambda _: Rejected("no")
    ),
    "CK52": answering(uses("铁索连环"), lambda _: Rejected("no")),
    "CK53": answering(
        lambda engine, _: engine.standing is not None and engine.standing.kind == "cards",
        lambda _: Rejected("no"),
    ),
    "CK54": answering(
        lambda _, answer: answer.choice is not None and answer.choice.skill == "奸雄",
        lambda _: Rejected("no"),
    ),
    "CK55": instead(
        lambda message: (
            isinstance(message, Start) and message.inject is not None and message.inject.amount == 1
        )
    ),
    "CK60": asking(lambda ask: ask.kind != "idle", min=2, max=1),
    "CK61": asking(id=1),
    "CK62": of_kind("idle", required=True),
    "CK63": of_kind("use", names=[]),
    "CK64": of_kind("play", names=[]),
    "CK65": of_kind("skill", skills=[]),
    "CK66": of_kind("cards", min=0, max=0),
    "CK67": of_kind("pick", subject=None),
    "CK68": of_kind("give", reason=None),
    "CK69": of_kind("use", kind="targets", min=0, max=0),
    "CK6A": of_kind("cards", kind="option"),
    "CK70": answering(IDLE_NULL, standing),
    "CK71": answering(
        lambda engine, answer: answer.choice is None and midgame(engine), lambda _: Rejected("no")
    ),
    "CK72": answering(
        lambda engine, answer: answer.choice is not None and "辛" in answer.choice.targets, standing
    ),
    "CK73": carried_out,
    "CK74": any_id,
    "CK75": any_player,
    "CK80": hello(timings=["damage.dealt"]),
    "CK81": telling("damage"),
    "CK82": telling("skill", skill=None),
    "CK83": seen_twice,
    "CK84": telling("move", origin=None),
    "CK85": telling("move", destination="discard"),
    "CK86": showing(
        lambda state: replace(state, draw_pile=[], processing=[], discard_pile=state.discard_pile[:1])
    ),
    "CK87": telling("deduct", amount=3),
    "CK90": one_more,
    "CK91": leftover(midgame),
    "CK92": leftover(lambda engine: engine.answers > 0 and not midgame(engine)),
    "CK93": moody,
    "CK95": growing,
}
"""Code of a check -> a flaw that it finds, be it with others."""
