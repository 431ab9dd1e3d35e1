"""How fast the suite is: ``python -m pytest tools/bench``.

``bare``   the least that playing features can cost, a scenario
``run``    ``caipan run`` of all features against the reference, in this process, a scenario
``stdio``  the same over stdio, a scenario
``games``  a random game of eight players, to its end
"""

from __future__ import annotations

import gc
import io
import resource
import shlex
import sys
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from rich.console import Console

from caipan import features
from caipan.run import OK, Options, run

from . import bare
from .games import games
from .measurement import Measurement

ROUNDS = 5
GAMES = 30
STDIO = f"stdio:{shlex.quote(sys.executable)} -m sanguosha.adapter"


def _clean() -> None:
    """No round pays for the garbage of the one before, nor for looking through what others keep alive."""
    gc.collect()
    gc.freeze()


def _cpu() -> float:
    """CPU seconds of this process and of those that it has waited for."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def _measure(
    benchmark: BenchmarkFixture, measured: dict[str, Measurement], name: str, work: Callable[[], int]
) -> None:
    """Take the fastest of some rounds, for each thing of which ``work`` returns the number."""
    cpu: list[float] = []

    def timed() -> int:
        before = _cpu()
        number = work()
        cpu.append(_cpu() - before)
        return number

    number = benchmark.pedantic(  # type: ignore[no-untyped-call]
        timed, setup=_clean, rounds=ROUNDS, warmup_rounds=1
    )
    assert benchmark.stats is not None
    measured[name] = Measurement(benchmark.stats.stats.min / number, min(cpu) / number)


def _certify(engine: str, scenarios: int) -> int:
    out = io.StringIO()
    assert run(Options(engine=engine), Console(file=out, width=110)) == OK, out.getvalue()
    return scenarios


@pytest.fixture(scope="module")
def scenarios() -> int:
    """How many there are."""
    return sum(len(feature.scenarios) for feature in features.load())


def test_bare(benchmark: BenchmarkFixture, measured: dict[str, Measurement]) -> None:
    files = features.find()
    _measure(benchmark, measured, "bare", lambda: bare.play(files))


def test_run(benchmark: BenchmarkFixture, measured: dict[str, Measurement], scenarios: int) -> None:
    _measure(benchmark, measured, "run", lambda: _certify("reference", scenarios))


def test_stdio(benchmark: BenchmarkFixture, measured: dict[str, Measurement], scenarios: int) -> None:
    _measure(benchmark, measured, "stdio", lambda: _certify(STDIO, scenarios))


def test_games(benchmark: BenchmarkFixture, measured: dict[str, Measurement]) -> None:
    def work() -> int:
        games(range(GAMES))
        return GAMES

    _measure(benchmark, measured, "games", work)
