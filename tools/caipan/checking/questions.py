"""CK42: questions about the table."""

from __future__ import annotations

from itertools import permutations

from caipan.checking.bench import Bench, closing, each, supported
from caipan.checking.model import IDLE, Check, Lacking, Outcome, Wrong, not_applicable
from caipan.checking.quote import unsupported
from caipan.connect.check import tag
from caipan.contract.messages import PlayerScene, Query, Result, Scene, Unsupported
from caipan.language.scene import fillers
from caipan.language.words import MOST

OF_TWO = ("distance", "in_range")
"""Questions about two characters."""
LEAST = {"distance": 1, "range": 0, "hand_limit": 0}
"""Question whose answer is a number -> the least that it can be, of two characters who are not the same."""


def queries(bench: Bench) -> Outcome:
    """Each question that is claimed, of each pair: yes or no, or a possible number, and twice the same."""
    if not bench.hello.queries:
        return not_applicable("the hello claims no queries")
    held = fillers((), bench.hello.cards)
    seats = [PlayerScene(name, 4, 4, hand=held[n : n + 1]) for n, name in enumerate("甲乙丙")]
    scene = supported(bench, bench.build(*seats), bench.build(*seats[:2]))
    return each(
        bench,
        bench.hello.queries,
        "questions",
        lambda what: _answered(bench, scene, what),
        claim="the hello claims it in `queries`",
    )


def _answered(bench: Bench, scene: Scene, what: str) -> None:
    """Ask a question of every pair, or every character; one of them at least is answered."""
    names = [seat.name for seat in scene.players][:3]
    pairs = [*permutations(names, 2)] if what in OF_TWO else [(name, None) for name in names]
    _lay(bench, scene)
    lacking: list[Lacking] = []
    for player, target in pairs:
        try:
            _question(bench, what, player, target)
        except Lacking as problem:
            lacking.append(problem)
            bench.fresh()
            _lay(bench, scene)
    if len(lacking) == len(pairs):
        raise lacking[0]


def _lay(bench: Bench, scene: Scene) -> None:
    bench.reset(scene)
    if "idle" in bench.hello.enters:
        bench.start()


def _question(bench: Bench, what: str, player: str, target: str | None) -> None:
    """Ask it, and once more.

    Raises:
        Lacking: the engine says ``unsupported`` of it.
        Wrong: it is not answered as it should be.
    """
    before = bench.state()
    asked = f"{what} {player}→{target}" if target else f"{what} {player}"
    first, second = (_value(bench, what, player, target, asked) for _ in range(2))
    if first != second:
        raise Wrong(f"{asked} is {first!r}, and, asked again, {second!r}")
    if bench.state() != before:
        raise Wrong(f"{asked}: the question changed the table")


def _value(bench: Bench, what: str, player: str, target: str | None, asked: str) -> int | bool:
    exchange = bench.tell(Query(what, player, target))  # type: ignore[arg-type]
    close = closing(exchange)
    if isinstance(close, Unsupported):
        raise Lacking(unsupported(close), exchange)
    if not isinstance(close, Result):
        raise Wrong(f"{asked}: `{tag(close)}`, expected `result`", exchange)
    value = close.value
    if isinstance(value, bool) != (what == "in_range"):
        expected = "true or false" if what == "in_range" else "a number"
        raise Wrong(f"{asked}: {value!r}, expected {expected}", exchange)
    if not isinstance(value, bool) and not LEAST[what] <= value <= MOST:
        raise Wrong(f"{asked}: {value}, expected a number from {LEAST[what]} to {MOST}", exchange)
    return value


CHECKS = (
    Check(
        "CK42",
        "each query of the hello has a `result` that can be, twice the same, and changes nothing",
        "a number for distance (of others: 1 or more), range, hand_limit; true or false for in_range",
        queries,
        IDLE,
    ),
)
