"""Making the checks, one after the other, whatever the engine does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from caipan.checking.bench import Bench, Wire
from caipan.checking.catalogue import CHECKS
from caipan.checking.model import GREET, Check, Exchange, Lacking, Outcome, Wrong, failed, not_applicable
from caipan.checking.quote import quoted
from caipan.connect import mends
from caipan.connect.base import CannotConnect, Connection
from caipan.connect.check import ANOTHER
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
    wire: Wire | None = None,
) -> tuple[list[Result], dict[str, Times]]:
    """Make the checks on an engine, and close the connection.

    Args:
        connection: to the engine.
        checks: which ones, in order.
        tell: is called with each result as it comes.
        wire: the connection's tap, so that what came of a reply that is none can be shown.

    Returns:
        The results, and the times of resets and of other exchanges.
    """
    results: list[Result] = []
    bench: Bench | None = None
    refused = failed("")
    try:
        try:
            bench = Bench(connection, connection.hello, wire)
        except CannotConnect as problem:
            refused = failed(str(problem), mend=problem.mend)
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
    """Make one check. A fault that an earlier check told of already is not told of again."""
    outcome = _tried(check, bench)
    if outcome.status != "failed":
        return Result(check, outcome)
    shown = outcome.shown or (bench.log[-1] if bench.log else None)
    if before := bench.before(shown):
        return Result(check, not_applicable(f"{before} says why: {quoted(outcome.text)}"))
    return Result(check, outcome, shown)


def _tried(check: Check, bench: Bench) -> Outcome:
    try:
        bench.begin(check.code)
        if failure := bench.connection.failure:
            return _not_there(bench, failure)
        return check.run(bench)
    except Lacking as lacking:
        return not_applicable(lacking.detail)
    except Wrong as wrong:
        return failed(wrong.detail, wrong.shown, wrong.mend)
    except (Stopped, CannotConnect) as problem:
        return failed(str(problem))
    finally:
        bench.end()


def _not_there(bench: Bench, failure: str) -> Outcome:
    """An engine that cannot be started again is a fault of its own, and told once."""
    first = bench.met.setdefault(mends.AGAIN, bench.code)
    if first != bench.code:
        return not_applicable(f"{first} says why: the engine cannot be started again")
    return failed(failure, mend=mends.SAME if ANOTHER in failure else mends.AGAIN)


def _times(bench: Bench | None) -> dict[str, Times]:
    taken = {"reset": bench.resets, "other exchange": bench.others} if bench else {}
    return {
        what: Times(len(seconds), median(seconds) * 1000, max(seconds) * 1000)
        for what, seconds in taken.items()
        if seconds
    }
