"""Making the checks, one after the other, whatever the engine does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from caipan.checking.bench import Bench
from caipan.checking.catalogue import CHECKS
from caipan.checking.model import GREET, Check, Exchange, Outcome, Wrong, failed, not_applicable
from caipan.connect.base import CannotConnect, Connection
from caipan.verdict import Stopped


@dataclass(frozen=True, slots=True)
class Result:
    """A check, how it came out, and the exchange that shows a failure."""

    check: Check
    outcome: Outcome
    shown: Exchange | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """How long replies took: the median and the slowest, in milliseconds, of how many."""

    count: int
    typical: float
    slowest: float


def make(
    connection: Connection,
    checks: Sequence[Check] = CHECKS,
    tell: Callable[[Result], object] = lambda _: None,
) -> tuple[list[Result], dict[str, Times]]:
    """Make the checks on an engine, and close the connection.

    Args:
        connection: to the engine.
        checks: which ones, in order.
        tell: is called with each result as it comes.

    Returns:
        The results, and the times of resets and of other exchanges.
    """
    results: list[Result] = []
    bench: Bench | None = None
    refused = failed("")
    try:
        try:
            bench = Bench(connection, connection.hello)
        except CannotConnect as problem:
            refused = failed(str(problem))
        bad: set[str] = set()
        for check in checks:
            if bench is None:
                missed = not_applicable(f"{GREET} comes first")
                result = Result(check, refused if check.code == GREET else missed)
            elif before := [code for code in check.after if code in bad]:
                result = Result(check, not_applicable(f"{before[0]} comes first"))
            else:
                result = _made(check, bench)
            if result.outcome.status == "failed":
                bad.add(check.code)
            results.append(result)
            tell(result)
    finally:
        connection.close()
    return results, _times(bench)


def _made(check: Check, bench: Bench) -> Result:
    try:
        bench.begin()
        outcome = check.run(bench)
    except Wrong as wrong:
        outcome = failed(wrong.detail, wrong.shown)
    except (Stopped, CannotConnect) as problem:
        outcome = failed(str(problem))
    shown = (outcome.shown or (bench.log[-1] if bench.log else None)) if outcome.status == "failed" else None
    bench.end()
    return Result(check, outcome, shown)


def _times(bench: Bench | None) -> dict[str, Times]:
    taken = {"reset": bench.resets, "other exchange": bench.others} if bench else {}
    return {
        what: Times(len(seconds), median(seconds) * 1000, max(seconds) * 1000)
        for what, seconds in taken.items()
        if seconds
    }
