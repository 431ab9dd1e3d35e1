"""What a run says on the terminal: a table by chapter, and what there is to know about each failure."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from caipan import baseline, catalogue
from caipan.baseline import Known
from caipan.features import Scenario, UsageError, packaged
from caipan.report import Line, totals
from caipan.verdict import BAD, STATUSES, Status

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
        if not scenario.file.is_relative_to(_own_folder()):
            words += ["--features", str(scenario.file)]
        if self.spec != "reference":
            words += ["--engine", self.spec]
        if self.edition:
            words += ["--edition", self.edition]
        return shlex.join(words)


def _own_folder() -> Path:
    try:
        return packaged()
    except UsageError:
        return Path("/nowhere")


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
    yield "at", [f"{scenario.file}:{at}", *([account["step"]] if "step" in account else ())]
    yield "clause", list(clause_words(line.clauses))
    if scenario.readings:
        yield "reading", [f"{'、'.join(scenario.readings)} (clauses/conflicts.md)"]
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


# --- the run ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Departure:
    """A scenario for which the run fails."""

    line: Line
    scenario: Scenario
    known: Known | None
    why: str


def departures(
    lines: Iterable[Line], scenarios: Mapping[str, Scenario], known: Mapping[str, Known]
) -> list[Departure]:
    """The scenarios for which a run fails, seen from the baseline."""
    found = []
    for line in lines:
        entry = known.get(line.id)
        why = baseline.departure(entry, line.status)
        if why is not None:
            found.append(Departure(line, scenarios[line.id], entry, why))
    return found


def show(
    console: Console,
    lines: Sequence[Line],
    failing: Sequence[Departure],
    known: Mapping[str, Known],
    replay: Replay,
    duration: float,
) -> None:
    """Print the outcome of a run.

    Args:
        console: where to.
        lines: the verdicts.
        failing: the scenarios for which the run fails.
        known: the baseline.
        replay: how a scenario is played again.
        duration: seconds.
    """
    for number, departure in enumerate(failing, 1):
        _print(console, f"\n{number}. {departure.line.id}", "bold red")
        if departure.known is not None:
            _print(console, f"  {departure.why}", "bold red")
        if departure.line.status != "passed":
            _print(console, as_text(departure.line, departure.scenario, replay))
    if failing:
        _hint(console, failing)
    console.print(by_chapter(lines))
    _print(console, _levels(lines))
    excused = Counter(known[line.id].status for line in lines if line.id in known and line.status in BAD)
    if known:
        said = ", ".join(f"{n} {status}" for status, n in excused.items()) or "none"
        _print(console, f"known by the baseline: {said}")
    counted = totals(lines)
    said = ", ".join(
        f"{counted[status]} {status}" for status in STATUSES if counted[status] or status == "passed"
    )
    _print(
        console,
        f"{plural(len(lines), 'scenario')} in {duration:.1f} s: {said}",
        "bold red" if failing else "bold green",
    )


def plural(number: int, thing: str) -> str:
    """``1 scenario``, ``2 scenarios``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _print(console: Console, text: str, style: str = "") -> None:
    """Print without markup and without folding, so that long lines can be copied."""
    console.print(Text(text, style=style), soft_wrap=True)


def _hint(console: Console, failing: Sequence[Departure]) -> None:
    new = next((one for one in failing if one.known is None), None)
    if new is not None:
        entry = baseline.entry(new.line.id, new.line.status)
        _print(
            console,
            f"\nA failure that is known goes into a baseline (--baseline FILE), like this:\n\n{entry}\n",
        )


def by_chapter(lines: Sequence[Line]) -> Table:
    """How many scenarios of each chapter have which status."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("chapter", no_wrap=True)
    for status in STATUSES:
        table.add_column(status, justify="right", no_wrap=True)
    table.add_column("total", justify="right", no_wrap=True)
    groups: dict[str, list[Line]] = {}
    for line in lines:
        groups.setdefault(chapter_of(line.id), []).append(line)
    for chapter in sorted(groups, key=_place):
        table.add_row(chapter, *_counts(groups[chapter]))
    if len(groups) > 1:
        table.add_row("all", *_counts(lines), style="bold")
    return table


def chapter_of(id: str) -> str:
    """The chapter that an id begins with."""
    return id.partition(":")[0].rpartition("/")[0]


def _place(chapter: str) -> tuple[int, str]:
    return (CHAPTERS.index(chapter) if chapter in CHAPTERS else len(CHAPTERS), chapter)


def _counts(lines: Iterable[Line]) -> list[Text]:
    counted = totals(lines)
    cells = [
        Text(str(counted[status]), style=STYLES[status]) if counted[status] else Text("·", style="dim")
        for status in STATUSES
    ]
    return [*cells, Text(str(sum(counted.values())))]


def _levels(lines: Iterable[Line]) -> str:
    """The verdict on each of the two levels."""
    passed = Counter(line.level for line in lines if line.status == "passed")
    decided = Counter(line.level for line in lines if line.status != "unsupported")
    return "; ".join(
        f"{level}: {passed[level]} of {decided[level]} passed"
        for level in ("outcome", "timing")
        if decided[level]
    )
