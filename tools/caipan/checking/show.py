"""Printing the checks and how they came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from caipan.checking.model import Check, Exchange, Status
from caipan.checking.quote import LINE, SENT, TEXT, quoted
from caipan.checking.run import Result, Times
from caipan.contract.messages import EngineMessage, HarnessMessage, encode

STYLES: dict[Status, str] = {"ok": "green", "failed": "bold red", "not applicable": "dim"}
WORDS: dict[Status, str] = {"ok": "ok", "failed": "FAILED", "not applicable": "-"}
INDENT = "             "
EVENTS = 6
"""Events of a reply that a failure shows: the last ones."""


def listing(console: Console, checks: Sequence[Check]) -> None:
    """What is checked, and how to mend what is not so."""
    for check in checks:
        _line(console, Text.assemble((check.code, "bold"), f"  {check.expects}"))
        _line(console, Text(f"      mend: {check.mend}", "dim"))


def result(console: Console, made: Result) -> None:
    """One check on one line; a failure with what was sent and got, and how to mend it."""
    status, note = made.outcome.status, quoted(made.outcome.text, TEXT)
    head: list[str | tuple[str, str]] = [
        (made.check.code, "bold"),
        "  ",
        (f"{WORDS[status]:7}", STYLES[status]),
        made.check.expects,
    ]
    if status != "failed":
        _line(console, Text.assemble(*head, (f"  ({note})" if note else "", "dim")))
        return
    _line(console, Text.assemble(*head))
    _line(console, Text(f"{INDENT}{note}", "red"))
    if made.shown is not None:
        for line in shown(made.shown):
            _line(console, Text(f"{INDENT}{line}"))
    _line(console, Text(f"{INDENT}mend: {mend(made)}"))


def mend(made: Result) -> str:
    """How to mend a failure: the fault knows it best, then the comparison that failed, then the check."""
    if made.shown is not None and made.shown.broke and made.shown.breach and not made.outcome.mend:
        return made.shown.breach.mend
    return made.outcome.mend or made.check.mend


def shown(exchange: Exchange) -> list[str]:
    """An exchange as it went over the wire, its lines shortened."""
    lines = [f"sent  {_wire(exchange.sent, SENT)}"]
    got = _kept(exchange) if exchange.close is None else _reply(exchange)
    if not got:
        return lines
    return [*lines, f"got   {got[0]}", *(f"      {line}" for line in got[1:])]


def _reply(exchange: Exchange) -> list[str]:
    left_out = len(exchange.events) - EVENTS
    got = [f"… {left_out} more events"] if left_out > 0 else []
    got += map(_wire, exchange.events[-EVENTS:])
    return [*got, _wire(exchange.close)] if exchange.close is not None else got


def _kept(exchange: Exchange) -> list[str]:
    """What came of a reply that is none; how the engine broke is the text of the failure already."""
    return [] if exchange.came is None else list(exchange.came) or ["nothing"]


def _wire(message: HarnessMessage | EngineMessage, limit: int = LINE) -> str:
    return quoted(encode(message).decode(), limit)


def summary(console: Console, spec: str, results: Sequence[Result], times: Mapping[str, Times]) -> None:
    """How many came out how, and how long the engine took."""
    counts = Counter(made.outcome.status for made in results)
    said = ", ".join(f"{counts[status]} {status}" for status in STYLES if counts[status])
    console.print()
    for what, taken in times.items():
        line = f"{what}: {taken.typical:.1f} ms, at most {taken.slowest:.1f} ms ({taken.count} of them)"
        _line(console, Text(line, "dim"))
    style = STYLES["failed" if counts["failed"] else "ok"]
    _line(console, Text.assemble(f"{spec}: ", (said, style)))


def _line(console: Console, text: Text) -> None:
    console.print(text, soft_wrap=True)
