"""Several reports on a terminal: one table, chapters × engines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from caipan.reporting.model import COUNTED, WORDS, Comparison, State, Tally, by_chapter, printable, tally
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
    _tables(console, found)
    used = {state for at in range(len(found.columns)) for state in tally(found.rows, at).others}
    meaning = [f"{LETTERS[state]} {WORDS[state]}" for state in COUNTED if state in used]
    _say(console, f"\n{'; '.join(['passed/scenarios', *meaning])}", "dim")
    for warning in found.warnings:
        _say(console, f"warning: {warning}", "yellow")
    if differing:
        _say(console, "")
        _list(console, found)


def _tables(console: Console, found: Comparison) -> None:
    """Print the table whole: on a terminal that is too narrow for it, in blocks, with numbers for names."""
    every = range(len(found.columns))
    names = [column.label for column in found.columns]
    table = chapters(found, every, names)
    if not console.is_terminal or _width(console, table) <= console.width:
        _whole(console, table)
        return
    numbers = [f"[{at + 1}]" for at in every]
    for number, block in enumerate(_blocks(console, found, numbers)):
        if number:
            _say(console, "")
        _whole(console, chapters(found, block, numbers))
    _say(console, "")
    for name, short in zip(names, numbers, strict=True):
        _say(console, f"{short} {name}", "bold")


def _blocks(console: Console, found: Comparison, heads: Sequence[str]) -> Iterator[list[int]]:
    """The columns, as many together as the terminal has room for, and one at least."""
    block: list[int] = []
    for at in range(len(found.columns)):
        if block and _width(console, chapters(found, [*block, at], heads)) > console.width:
            yield block
            block = []
        block.append(at)
    yield block


def chapters(found: Comparison, columns: Iterable[int], heads: Sequence[str]) -> Table:
    """The table: how many scenarios of each chapter each engine passes, and what became of the others.

    Args:
        found: the reports.
        columns: which of them.
        heads: the name of each of all of them.
    """
    columns = list(columns)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("chapter", no_wrap=True)
    for at in columns:
        table.add_column(Text(heads[at]), no_wrap=True)
    for chapter, rows in by_chapter(found.rows).items():
        table.add_row(Text(printable(chapter)), *(_cell(tally(rows, at)) for at in columns))
    table.add_row("all", *(_cell(tally(found.rows, at)) for at in columns), style="bold")
    return table


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


def _width(console: Console, table: Table) -> int:
    """How wide a table is of itself."""
    wide = console.options.update(width=10_000, max_width=10_000)
    return Measurement.get(console, wide, table).maximum


def _whole(console: Console, table: Table) -> None:
    """Print a table that is never cut: what is too wide even so, goes on in the terminal's next line."""
    width = console.width
    console.width = max(width, _width(console, table))
    console.print(table, soft_wrap=console.width > width)
    console.width = width


def _say(console: Console, text: str, style: str = "") -> None:
    console.print(Text(text, style=style), soft_wrap=True)
