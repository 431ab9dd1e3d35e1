"""Several reports on a terminal: one table, chapters × engines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from caipan.reporting.model import COUNTED, WORDS, Comparison, Row, State, Tally, by_chapter, printable, tally
from caipan.summary import STYLES
from caipan.verdict import BAD, STATUSES

LETTERS: Mapping[State, str] = {
    "failed": "F",
    "unsupported": "U",
    "error": "E",
    "timeout": "T",
    "disputed": "D",
    "not-played": "N",
}
"""How a table says what the scenarios are that did not pass."""
_STYLES: Mapping[State, str] = {**{status: STYLES[status] for status in STATUSES}, "not-played": "dim"}


def show(console: Console, found: Comparison, *, differing: bool) -> None:
    """Print the table, what its letters mean, and what must be known before the engines are compared.

    Args:
        console: where to.
        found: the reports.
        differing: whether to list the scenarios on which the engines differ.
    """
    _whole(console, chapters(found))
    used = {state for at in range(len(found.columns)) for state in tally(found.rows, at).others}
    meaning = [f"{LETTERS[state]} {WORDS[state]}" for state in COUNTED if state in used]
    _say(console, f"\n{'; '.join(['passed/scenarios', *meaning])}", "dim")
    for warning in found.warnings:
        _say(console, f"warning: {warning}", "yellow")
    if differing:
        _say(console, "")
        _list(console, found)


def chapters(found: Comparison) -> Table:
    """The table: how many scenarios of each chapter each engine passes, and what became of the others."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("chapter", no_wrap=True)
    for column in found.columns:
        table.add_column(Text(column.label), no_wrap=True)
    for chapter, rows in by_chapter(found.rows).items():
        table.add_row(Text(printable(chapter)), *_cells(found, rows))
    table.add_row("all", *_cells(found, found.rows), style="bold")
    return table


def _cells(found: Comparison, rows: Iterable[Row]) -> list[Text]:
    rows = list(rows)
    return [_cell(tally(rows, at)) for at in range(len(found.columns))]


def _cell(counted: Tally) -> Text:
    if not counted.total:
        return Text("·", style="dim")
    text = Text(f"{counted.passed}/{counted.total}", style="" if counted.others else STYLES["passed"])
    for state, number in counted.others.items():
        text.append(f" {number}{LETTERS[state]}", style=_STYLES[state])
    return text


def _list(console: Console, found: Comparison) -> None:
    """The scenarios on which the engines differ, a line each, to be searched with other tools."""
    rows = [row for row in found.rows if row.differs]
    _say(console, f"scenarios that do not end the same way: {len(rows)}", "bold")
    for row in rows:
        said = "  ".join(
            f"{column.label}: {WORDS[cell.state]}"
            for column, cell in zip(found.columns, row.cells, strict=True)
        )
        bad = any(cell.state in BAD for cell in row.cells)
        _say(console, printable(row.id), "red" if bad else "")
        _say(console, f"  {said}")


def _whole(console: Console, table: Table) -> None:
    """Print a table that is never folded or cut where nobody looks at it on a terminal."""
    if not console.is_terminal:
        wide = console.options.update(width=10_000, max_width=10_000)
        console.width = max(console.width, Measurement.get(console, wide, table).maximum)
    console.print(table)


def _say(console: Console, text: str, style: str = "") -> None:
    console.print(Text(text, style=style), soft_wrap=True)
