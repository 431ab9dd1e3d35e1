"""What every check works on: a connection that keeps what was said, and how long it took."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeVar

from caipan.checking.model import Exchange, Lacking, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.once import FORGET, LEFT, TOLD_BY, see_one, showing
from caipan.checking.quote import LINE, quoted
from caipan.checking.quote import unsupported as in_words
from caipan.checking.scenes import ABSENT, SMALL, Ground, build, canonical, grounds, plain
from caipan.connect.base import Connection
from caipan.connect.check import tag
from caipan.contract.messages import (
    Answer,
    Ask,
    Choice,
    Done,
    EngineMessage,
    GetState,
    HarnessMessage,
    HelloReply,
    Inject,
    Phase,
    PlayerScene,
    Ready,
    Reset,
    Scene,
    Start,
    State,
    Unsupported,
)
from caipan.language.describe import describe_ask
from caipan.verdict import EngineBroke, Stopped

if TYPE_CHECKING:
    from caipan.checking.perform import Run

T = TypeVar("T")

SAID_SO = ("says that it broke: ", "the engine raised ")
"""How a connection words that the engine said ``error``, or raised what over stdio becomes one."""

RESTARTED = "[caipan: the engine was restarted: "
"""How a connection notes among the engine's stderr what it did unasked."""

NAMED = 5
"""How many items of a list are named."""
ITEM, DETAIL = 80, 600
"""Characters of an item, and of what is wrong with it."""


class Wire:
    """The lines that came since the last message to the engine."""

    KEPT = 8
    """So many of them are kept: the last ones."""

    def __init__(self) -> None:
        """Nothing came yet."""
        self._lines: deque[bytes] = deque(maxlen=self.KEPT)
        self._number = 0

    def tap(self, sent: bool, line: bytes) -> None:
        """Take a line of the wire: what `caipan.connect.base.Tap` is."""
        if sent:
            self.clear()
        else:
            # Of a line of megabytes the beginning and the end are shown.
            self._lines.append(line if len(line) <= 1 << 16 else line[: 1 << 15] + line[-(1 << 15) :])
            self._number += 1

    def clear(self) -> None:
        """A new exchange begins."""
        self._lines.clear()
        self._number = 0

    def lines(self) -> tuple[str, ...]:
        """What came, as it is shown."""
        more = self._number - len(self._lines)
        shown = [quoted(line.decode(errors="backslashreplace"), LINE) for line in self._lines]
        return (*([f"… {more} more lines"] if more else []), *shown)


@dataclass(slots=True)
class Bench:
    """A connection to the engine under check."""

    connection: Connection
    hello: HelloReply
    wire: Wire | None = None
    """What the connection's tap is, if it has this one."""
    log: list[Exchange] = field(default_factory=list)
    """What was said in the check that runs."""
    resets: list[float] = field(default_factory=list)
    """Seconds of each reset that was answered."""
    others: list[float] = field(default_factory=list)
    """Seconds of each other exchange that was answered."""
    runs: dict[str, Run | Exception] = field(default_factory=dict)
    """The situations that were played, by name, and what stopped those that could not be."""
    code: str = ""
    """The check that runs."""
    met: dict[str, str] = field(default_factory=lambda: {**TOLD_BY})
    """Each fault of the engine that was met -> the check that said so first."""
    laid: Ground | None = None
    """The smallest table, once it is known."""
    unasked: list[tuple[str, str]] = field(default_factory=list)
    """What the engine did unasked between two checks: the check before which it was noticed, and what."""

    @property
    def edition(self) -> str:
        """The newest edition that the engine has."""
        return max(self.hello.editions)

    @property
    def ground(self) -> Ground:
        """The smallest table that the engine sets up; it is found out where it is first needed."""
        if self.laid is None:
            self.laid = self._lay()
        return self.laid

    def _lay(self) -> Ground:
        for ground in grounds(self.hello):
            exchange = self.tell(Reset(self.edition, plain(self.hello, ground=ground)))
            if isinstance(exchange.close, Ready):
                return ground
            if not isinstance(exchange.close, Unsupported):
                self.fresh()
                break
        return SMALL

    def build(
        self,
        *seats: PlayerScene,
        top: Sequence[str] = (),
        discarded: Sequence[str] = (),
        alone: bool = False,
    ) -> Scene:
        """A scene, at a table that the engine sets up: see ``scenes.build``."""
        ground = self.ground
        return build(self.hello, *seats, top=top, discarded=discarded, alone=alone, ground=ground)

    def plain(self, count: int = 2) -> Scene:
        """So many characters without anything, or more where the table needs them."""
        return plain(self.hello, count, self.ground)

    def begin(self, code: str = "") -> None:
        """A check begins. An engine that broke in the last one is started again."""
        self.code = code
        self.log.clear()
        self.connection.begin()

    def end(self) -> None:
        """A check is over."""
        self._end()

    def _end(self) -> None:
        notes = (line for line in self.connection.end().splitlines() if line.startswith(RESTARTED))
        self.unasked += [(self.code, note.removeprefix(RESTARTED).rstrip("]")) for note in notes]

    def fresh(self) -> None:
        """Go on within a check, with an engine that is whole."""
        self._end()
        self.connection.begin()

    def before(self, shown: Exchange | None) -> str | None:
        """The earlier check that said of the fault which is shown here, if one did; else this one does."""
        breach = shown.breach if shown else None
        if breach is None or not breach.fault:
            return None
        first = self.met.setdefault(breach.fault, self.code)
        return first if first != self.code else None

    def tell(self, message: HarnessMessage) -> Exchange:
        """Send a message, whatever comes of it."""
        if self.wire:
            self.wire.clear()
        since = time.perf_counter()
        try:
            reply = self.connection.exchange(message)
        except Stopped as stopped:
            said_so = isinstance(stopped, EngineBroke) and any(how in stopped.detail for how in SAID_SO)
            exchange = Exchange(
                message,
                broke=stopped.detail,
                crashed=not said_so,
                breach=stopped.breach,
                came=self.wire.lines() if self.wire else None,
            )
        else:
            seconds = time.perf_counter() - since
            (self.resets if isinstance(message, Reset) else self.others).append(seconds)
            exchange = Exchange(message, tuple(reply.events), reply.close, seconds=seconds)
        self.log.append(exchange)
        return exchange

    def reply(self, message: HarnessMessage) -> EngineMessage:
        """Send a message; what closes the reply.

        Raises:
            Wrong: the engine broke.
        """
        return closing(self.tell(message))

    # --- messages, and the replies that must follow them ------------------------

    def reset(self, scene: Scene, edition: str | None = None, seed: int = 0) -> Exchange:
        """Set up a scene that the hello says the engine can set up.

        Raises:
            Lacking: the engine says ``unsupported`` of it.
            Wrong: it is not ready.
        """
        exchange = self.tell(Reset(edition or self.edition, scene, seed))
        close = closing(exchange)
        if isinstance(close, Unsupported):
            if ABSENT in close.what and ABSENT not in repr(scene):
                raise Wrong(f"{in_words(close)}, which is not in the scene", showing(exchange, LEFT), FORGET)
            raise Lacking(in_words(close), exchange)
        if not isinstance(close, Ready):
            raise Wrong(f"`{tag(close)}`, expected `ready`", exchange)
        return exchange

    def start(
        self, player: str = "甲", at: str = "idle", phase: Phase | None = None, inject: Inject | None = None
    ) -> Exchange:
        """Enter the game where the hello says that it can be entered.

        Raises:
            Lacking: the engine says ``unsupported`` of it.
            Wrong: it does not enter.
        """
        exchange = self.tell(Start(at, player, phase, inject))  # type: ignore[arg-type]
        close = closing(exchange)
        if isinstance(close, Unsupported):
            raise Lacking(in_words(close), exchange)
        if not isinstance(close, Ask | Done):
            raise Wrong(f"`{tag(close)}`, expected `ask` or `done`", exchange)
        see_one(exchange)
        return exchange

    def idle(self, scene: Scene, player: str = "甲") -> Ask:
        """Set up a scene and come to the idle point of the player.

        Raises:
            Wrong: he is not asked there.
        """
        self.reset(scene)
        exchange = self.start(player)
        ask = exchange.close
        if not isinstance(ask, Ask) or ask.kind != "idle" or ask.players != [player]:
            came = f"«{quoted(describe_ask(ask))}»" if isinstance(ask, Ask) else "`done`"
            raise Wrong(f"{came}, expected an `ask` of kind `idle` to {player}", exchange)
        return ask

    def answer(self, ask: Ask, choice: Choice | None = None) -> EngineMessage:
        """Answer an ask of mode ``one``."""
        return self.reply(Answer(ask.id, choice))

    def state(self) -> State:
        """The table as it is."""
        close = self.reply(GetState())
        assert isinstance(close, State)
        return canonical(close)


def closing(exchange: Exchange) -> EngineMessage:
    """What closes the reply.

    Raises:
        Wrong: the engine broke instead.
    """
    if exchange.close is None:
        raise Wrong(exchange.broke or "no reply", exchange)
    return exchange.close


def supported(bench: Bench, *scenes: Scene) -> Scene:
    """The first of the scenes that the engine sets up; where it is none of the others, the last.

    Raises:
        Wrong: it breaks.
    """
    *others, last = scenes
    for scene in others:
        try:
            bench.reset(scene)
        except Lacking:
            bench.fresh()
        else:
            return scene
    return last


Lenience = Literal["none", "some", "all"]
"""How many of what is tried may be ``unsupported``: none, each of which the hello lists; some, but not every
one of what is claimed as a whole; or all, where it is no part of a claim."""


def each(
    bench: Bench,
    items: Iterable[T],
    what: str,
    trial: Callable[[T], object],
    *,
    unsupported: Lenience = "none",
    claim: str = "the hello lists it",
) -> Outcome:
    """Try each item, also after one that breaks the engine.

    Args:
        bench: what is worked on.
        items: what is tried.
        what: the word for them, in the plural.
        trial: raises Wrong where one is not as it should be.
        unsupported: how many of them the engine may call so.
        claim: what the hello says of them.
    """
    tried = 0
    lacking: list[str] = []
    known: list[str] = []
    wrong: list[tuple[str, Wrong]] = []
    for item in items:
        tried += 1
        name = quoted(str(item), ITEM)
        try:
            trial(item)
        except Lacking as problem:
            lacking.append(f"{name} ({problem.detail})")
            if unsupported == "none":
                wrong.append((name, Wrong(f"{problem.detail}, though {claim}", problem.shown)))
        except Wrong as problem:
            if code := bench.before(problem.shown or (bench.log[-1] if bench.log else None)):
                known.append(f"{name} ({code} says why)")
            else:
                wrong.append((name, problem))
        else:
            continue
        bench.fresh()
    if wrong:
        return _wrong(what, tried, wrong)
    if lacking and len(lacking) == tried:
        if unsupported == "some":
            return failed(f"every one of the {what} tried is unsupported, though {claim}: {lacking[0]}")
        return not_applicable(f"{what}: {some(lacking)}")
    if known and len(known) + len(lacking) == tried:
        return not_applicable(f"{what}: {some([*known, *lacking])}")
    without = f", without {some([*known, *lacking])}" if known or lacking else ""
    return ok(f"{what}: {tried - len(known) - len(lacking)}{without}")


def _wrong(what: str, tried: int, wrong: Sequence[tuple[str, Wrong]]) -> Outcome:
    shown = [f"{item}: {quoted(problem.detail, DETAIL)}" for item, problem in wrong]
    first = wrong[0][1]
    return failed(f"{what}, {len(wrong)} of {tried}: {some(shown)}", first.shown, first.mend)


def some(items: Sequence[str]) -> str:
    """The first of the items, and how many there are more."""
    more = f"; and {len(items) - NAMED} more" if len(items) > NAMED else ""
    return f"{'; '.join(items[:NAMED])}{more}"
