"""One scenario in words: all there is to know about a verdict, and how it is played again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len

from caipan import catalogue
from caipan.features import Scenario, UsageError
from caipan.paths import is_own, shown
from caipan.report import Line
from caipan.verdict import Status

CHAPTERS = (
    *("turn", "principles", "use", "response", "move", "judgement", "damage", "chain"),
    *("dying", "death", "recovery", "distance", "cards", "skills"),
)
"""The chapters of the rulebook, in its order."""
STYLES: dict[Status, str] = {
    "passed": "green",
    "failed": "bold red",
    "unsupported": "yellow",
    "error": "bold magenta",
    "timeout": "bold magenta",
    "disputed": "cyan",
}
_LABEL = 10
_STDERR_LINES = 12


@dataclass(frozen=True, slots=True)
class Replay:
    """How a scenario is played again."""

    spec: str
    edition: str | None = None

    def command(self, scenario: Scenario) -> str:
        """The command, ready to be pasted into a shell."""
        words = ["caipan", "explain", scenario.id]
        if not is_own(scenario.file):
            words += ["--features", str(scenario.file)]
        if self.spec != "reference":
            words += ["--engine", self.spec]
        if self.edition:
            words += ["--edition", self.edition]
        return shlex.join(words)


# --- one scenario -----------------------------------------------------------

Sections = Iterator[tuple[str, Sequence[str]]]


def as_text(line: Line, scenario: Scenario, replay: Replay | None = None) -> str:
    """All there is to know about a scenario that did not pass, in plain text.

    Args:
        line: its verdict.
        scenario: where it stands.
        replay: how it is played again, if that is to be said.
    """
    out: list[str] = []
    for label, lines in _sections(line, scenario, replay):
        for number, text in enumerate(lines):
            out.append(f"  {label if number == 0 else '':<{_LABEL}}{text}".rstrip())
    return "\n".join(out)


def _sections(line: Line, scenario: Scenario, replay: Replay | None) -> Sections:
    account = line.account or {}
    at = account.get("line") or scenario.line
    yield (
        "verdict",
        [f"{line.status} ({line.level}, edition {line.edition or '-'})", *line.detail.splitlines()],
    )
    yield "at", [f"{shown(scenario.file)}:{at}", *([account["step"]] if "step" in account else ())]
    yield "clause", list(clause_words(line.clauses))
    if scenario.readings:
        yield "reading", [reading_words(scenario.readings)]
    if account:
        scene = aligned([account["columns"], *account["rows"]])
        yield "scene", [*scene, *account["piles"], *account["begins"]]
        yield "script", list(_script(account))
        yield "asks", [ask_words(ask) for ask in account["asks"]] or ["none"]
    if line.stderr.strip():
        yield "stderr", line.stderr.strip().splitlines()[-_STDERR_LINES:]
    if replay:
        yield "replay", [replay.command(scenario)]


def clause_words(ids: Iterable[str]) -> Iterator[str]:
    """Clauses with their words, as far as the catalogue has them."""
    try:
        known = catalogue.clauses()
    except UsageError:
        known = {}
    for id in ids:
        yield f"{known[id].zh} ({id})" if id in known else id


def reading_words(readings: Sequence[str]) -> str:
    """The readings that a scenario relies on, and where they are written down."""
    return f"{'、'.join(readings)} (clauses/conflicts.md)"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in columns; Chinese characters are two cells wide."""
    if not rows:
        return []
    widths = [max(cell_len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "| "
        + " | ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
        + " |"
        for row in rows
    ]


def _script(account: Mapping[str, Any]) -> Iterator[str]:
    """The entries of the script: those played, and the point that was reached."""
    reached = account["reached"]
    for number, entry in enumerate(account["script"]):
        if number < reached:
            yield f"[x] {entry}"
        elif number == reached:
            yield f"[ ] {entry}  <- as far as it came"
        else:
            yield f"[ ] {entry}"
    if not account["script"]:
        yield "none"


def ask_words(ask: Mapping[str, Any]) -> str:
    """An ask of an account (``language.account.AskLine`` as plain data), and what became of it."""
    if ask["rejected"] is not None:
        return f"{ask['text']} -> {ask['answer']}: 被拒绝: {ask['rejected']}"
    tried = f" (试过: {'; '.join(ask['tried'])})" if ask["tried"] else ""
    if ask["answer"]:
        return f"{ask['text']} -> {ask['answer']}{tried}"
    ends = {"rest": "(停在这里)", "unscripted": "(没有写明)", "open": "(没有回答)"}
    return f"{ask['text']} -> {ends.get(ask['how'], '不')}{tried}"


# --- what others say too ------------------------------------------------------


def plural(number: int, thing: str) -> str:
    """``1 scenario``, ``2 scenarios``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def chapter_of(id: str) -> str:
    """The chapter that an id begins with."""
    return id.partition(":")[0].rpartition("/")[0]
