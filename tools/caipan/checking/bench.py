"""What every check works on: a connection that keeps what was said, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from caipan.checking.model import Exchange, Lacking, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.scenes import canonical
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

NAMED = 5
"""How many items of a list a failure names."""


@dataclass(slots=True)
class Bench:
    """A connection to the engine under check."""

    connection: Connection
    hello: HelloReply
    log: list[Exchange] = field(default_factory=list)
    """What was said in the check that runs."""
    resets: list[float] = field(default_factory=list)
    """Seconds of each reset that was answered."""
    others: list[float] = field(default_factory=list)
    """Seconds of each other exchange that was answered."""
    runs: dict[str, Run | Exception] = field(default_factory=dict)
    """The situations that were played, by name, and what stopped those that could not be."""

    @property
    def edition(self) -> str:
        """The newest edition that the engine has."""
        return max(self.hello.editions)

    def begin(self) -> None:
        """A check begins. An engine that broke in the last one is started again."""
        self.log.clear()
        self.connection.begin()

    def end(self) -> None:
        """A check is over."""
        self.connection.end()

    def fresh(self) -> None:
        """Go on within a check, with an engine that is whole."""
        self.connection.end()
        self.connection.begin()

    def tell(self, message: HarnessMessage) -> Exchange:
        """Send a message, whatever comes of it."""
        since = time.perf_counter()
        try:
            reply = self.connection.exchange(message)
        except Stopped as stopped:
            said_so = isinstance(stopped, EngineBroke) and any(how in stopped.detail for how in SAID_SO)
            exchange = Exchange(message, broke=stopped.detail, crashed=not said_so)
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

    def reset(self, scene: Scene, edition: str | None = None) -> Exchange:
        """Set up a scene that the hello says the engine can set up.

        Raises:
            Wrong: it is not ready.
        """
        exchange = self.tell(Reset(edition or self.edition, scene))
        close = closing(exchange)
        if isinstance(close, Unsupported):
            why = f" ({close.why})" if close.why else ""
            raise Lacking(
                f"`unsupported` {close.what}{why}, though the hello claims all of the scene", exchange
            )
        if not isinstance(close, Ready):
            raise Wrong(f"`{tag(close)}`, expected `ready`", exchange)
        return exchange

    def start(
        self, player: str = "甲", at: str = "idle", phase: Phase | None = None, inject: Inject | None = None
    ) -> Exchange:
        """Enter the game where the hello says that it can be entered.

        Raises:
            Wrong: the engine will not.
        """
        exchange = self.tell(Start(at, player, phase, inject))  # type: ignore[arg-type]
        close = closing(exchange)
        if isinstance(close, Unsupported):
            raise Lacking(f"`unsupported` {close.what}, though the hello claims to enter so", exchange)
        if not isinstance(close, Ask | Done):
            raise Wrong(f"`{tag(close)}`, expected `ask` or `done`", exchange)
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
            came = f"«{describe_ask(ask)}»" if isinstance(ask, Ask) else "`done`"
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


def each(
    bench: Bench, items: Iterable[T], what: str, trial: Callable[[T], object], *, partly: bool = False
) -> Outcome:
    """Try each item, also after one that breaks the engine.

    Args:
        bench: what is worked on.
        items: what is tried.
        what: the word for them, in the plural.
        trial: raises Wrong where one is not as it should be.
        partly: whether the engine may say ``unsupported`` of some of them.
    """
    tried = 0
    lacking: list[str] = []
    wrong: list[tuple[str, Wrong]] = []
    for item in items:
        tried += 1
        try:
            trial(item)
        except Wrong as problem:
            if partly and isinstance(problem, Lacking):
                lacking.append(str(item))
            else:
                wrong.append((str(item), problem))
            bench.fresh()
    if lacking and len(lacking) == tried:
        return not_applicable(f"unsupported: every one of the {what}")
    if not wrong:
        without = f", without {', '.join(lacking)} (unsupported)" if lacking else ""
        return ok(f"{what}: {tried - len(lacking)}{without}")
    shown = "; ".join(f"{item}: {problem.detail}" for item, problem in wrong[:NAMED])
    more = f"; and {len(wrong) - NAMED} more" if len(wrong) > NAMED else ""
    first = wrong[0][1].shown
    return failed(f"{what}, {len(wrong)} of {tried}: {shown}{more}", first)
