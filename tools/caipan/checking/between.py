"""CK94 and CK96: nothing comes between two messages, and the engine is the same when it is started again."""

from __future__ import annotations

import time

from caipan.checking.bench import Bench, closing
from caipan.checking.model import IDLE, Check, Lacking, Outcome, failed, not_applicable, ok
from caipan.checking.quote import quoted
from caipan.checking.steady import busy, enter
from caipan.connect import mends
from caipan.connect.check import ANOTHER
from caipan.contract.messages import Answer, Ask, Query

PAUSE = 0.3
"""Seconds in which something unasked would come."""


def quiet(bench: Bench) -> Outcome:
    """Nothing is written between a reply and the next message, whatever was asked, nor between two checks."""
    if bench.connection.spec.startswith(("python:", "reference")):
        return not_applicable("in this process there is no stdout between the two")
    scene = busy(bench)
    bench.reset(scene)
    _wait(bench)
    try:
        close = enter(bench).close
    except Lacking:
        close = None
    _wait(bench)
    for what in bench.hello.queries[:1]:
        closing(bench.tell(Query(what, "甲", "乙" if what in ("distance", "in_range") else None)))
        _wait(bench)
    if isinstance(close, Ask) and not close.required:
        closing(bench.tell(Answer(close.id)))
        _wait(bench)
    if bench.unasked:
        code, said = bench.unasked[0]
        return failed(f"before {code}: {quoted(said)}", mend=mends.UNASKED)
    return ok(f"{PAUSE:g} s after a reply")


def _wait(bench: Bench) -> None:
    """Wait after the last reply, and after one to `state`.

    Raises:
        Wrong: something came.
    """
    time.sleep(PAUSE)
    bench.state()
    time.sleep(PAUSE)
    bench.state()


def started_again(bench: Bench) -> Outcome:
    """Ended and started again, the engine says the same hello, and plays."""
    bench.connection.end()
    bench.connection.close()
    bench.connection.begin()
    if failure := bench.connection.failure:
        return failed(failure, mend=mends.SAME if ANOTHER in failure else mends.AGAIN)
    bench.reset(bench.plain())
    bench.state()
    return ok()


CHECKS = (
    Check(
        "CK94",
        "nothing is written between a reply and the next message",
        "write the closing message last, and log to stderr",
        quiet,
        IDLE,
    ),
    Check(
        "CK96",
        "started again, the engine says the same hello",
        mends.SAME,
        started_again,
        IDLE,
    ),
)
