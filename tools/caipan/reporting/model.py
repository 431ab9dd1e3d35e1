"""Several reports as one matrix: scenarios × engines, and what must be known before they are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Literal, get_args

import msgspec

from caipan import features, report
from caipan.features import FeatureFile, Scenario, UsageError
from caipan.language.account import Account
from caipan.report import NEWEST, Line, Report, ReportError
from caipan.summary import CHAPTERS, chapter_of
from caipan.verdict import STATUSES, Status

Missing = Literal["not-played", "other-edition"]
"""Why a report has no verdict: it does not play the scenario; the scenario does not hold in its edition."""
State = Status | Missing

COUNTED: tuple[State, ...] = (*STATUSES, "not-played")
"""What adds up to the number of scenarios; one that holds in another edition is none of an engine's."""
WORST: tuple[State, ...] = (
    *("error", "timeout", "failed", "disputed", "unsupported", "not-played", "passed", "other-edition"),
)
"""The state of a clause is that of its scenarios which comes first here."""
WORDS: Mapping[State, str] = {
    **{status: status for status in STATUSES},
    "not-played": "not played",
    "other-edition": "other edition",
}
SHORT_DIGEST = 12

assert set(WORST) == {*STATUSES, *get_args(Missing)}


@dataclass(frozen=True, slots=True)
class Column:
    """One report."""

    label: str
    """The engine's name and version, and what else tells it from the others. Printable; not to be trusted."""
    path: Path
    report: Report

    @property
    def edition(self) -> str | None:
        """The edition that everything was played in; None: for each scenario the newest."""
        edition = self.report.header.edition
        return None if edition == NEWEST else edition


@dataclass(frozen=True, slots=True)
class Cell:
    """What a report says of a scenario."""

    state: State
    line: Line | None = None
    account: Account | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A scenario, and what each report says of it."""

    id: str
    chapter: str
    scenario: Scenario | None
    """As it stands in the features at hand; None if it does not."""
    clauses: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        """Whether the reports that played it disagree."""
        return len({cell.state for cell in self.cells if cell.line}) > 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """All there is to show."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    """In the order of the rulebook."""
    warnings: tuple[str, ...]
    suite: tuple[FeatureFile, ...]
    digest: str
    """Of the features at hand."""


def compare(paths: Sequence[Path], suite: tuple[FeatureFile, ...]) -> Comparison:
    """Read reports and lay them side by side.

    Args:
        paths: the reports, in the order of the columns.
        suite: the features that the reports are about, as far as they are at hand.

    Raises:
        UsageError: a report is given twice, cannot be read, or is not whole.
    """
    for path, times in Counter(path.resolve() for path in paths).items():
        if times > 1:
            raise UsageError(f"{path}: the report is given {times} times; expected each one once")
    reports = [report.read(path) for path in paths]
    columns = tuple(map(Column, labels(paths, reports), paths, reports))
    digest = features.digest(suite)
    rows = tuple(_rows(columns, suite, digest))
    return Comparison(columns, rows, tuple(_warnings(columns, rows, digest)), suite, digest)


# --- names ------------------------------------------------------------------


def printable(text: str) -> str:
    """A text of an engine's without what would move a terminal's cursor or break a line."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def labels(paths: Sequence[Path], reports: Sequence[Report]) -> list[str]:
    """The engines' names and versions; with the edition, and at last the file, where these are the same."""
    about = [one.header.engine.engine for one in reports]
    names = [" ".join(filter(None, (one.name, one.version))) for one in about]
    more: tuple[Callable[[int], str], ...] = (
        lambda at: reports[at].header.edition,
        lambda at: paths[at].name,
        lambda at: str(paths[at]),
    )
    return [printable(name) or "?" for name in reduce(_told_apart, more, names)]


def _told_apart(names: list[str], add: Callable[[int], str]) -> list[str]:
    """Add something to each of the names that are the same, if it makes a difference."""
    more: dict[str, set[str]] = {}
    for at, name in enumerate(names):
        more.setdefault(name, set()).add(add(at))
    return [f"{name} ({add(at)})" if len(more[name]) > 1 else name for at, name in enumerate(names)]


# --- rows -------------------------------------------------------------------


def _rows(columns: Sequence[Column], suite: Sequence[FeatureFile], digest: str) -> Iterator[Row]:
    scenarios = {scenario.id: scenario for feature in suite for scenario in feature.scenarios}
    found = [{line.id: (at, line) for at, line in enumerate(one.report.lines, 2)} for one in columns]
    ids = dict.fromkeys(id for lines in found for id in lines)
    if any(column.report.header.digest == digest for column in columns):
        # What the whole suite is, is known: what no report has played is missing from all of them.
        ids = {**dict.fromkeys(scenarios), **ids}
    place = {id: number for number, id in enumerate(scenarios)}
    for id in sorted(ids, key=lambda id: (_chapter_place(chapter_of(id)), place.get(id, len(place)), id)):
        scenario = scenarios.get(id)
        cells = tuple(
            _cell(column, lines.get(id), scenario) for column, lines in zip(columns, found, strict=True)
        )
        cited = [cell.line.clauses for cell in cells if cell.line] + ([scenario.clauses] if scenario else [])
        clauses = tuple(dict.fromkeys(clause for each in cited for clause in each))
        yield Row(id, chapter_of(id), scenario, clauses, cells)


def _chapter_place(chapter: str) -> tuple[int, str]:
    return (CHAPTERS.index(chapter) if chapter in CHAPTERS else len(CHAPTERS), chapter)


def _cell(column: Column, found: tuple[int, Line] | None, scenario: Scenario | None) -> Cell:
    if found is not None:
        at, line = found
        return Cell(line.status, line, _account(column.path, at, line))
    edition = column.edition
    if scenario is not None and edition is not None and edition not in scenario.editions:
        return Cell("other-edition")
    return Cell("not-played")


def _account(path: Path, at: int, line: Line) -> Account | None:
    """A line's account.

    Raises:
        ReportError: it is none.
    """
    if line.account is None:
        return None
    try:
        return msgspec.convert(line.account, Account)
    except msgspec.ValidationError as error:
        raise ReportError(
            f"{path}:{at}: the account of {line.id} is damaged: {error}; expected what `caipan run` writes"
        ) from None


def by_chapter(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each chapter, in order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.chapter, []).append(row)
    return found


def by_clause(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The scenarios that decide each clause, in order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        for clause in row.clauses:
            found.setdefault(clause, []).append(row)
    return found


@dataclass(frozen=True, slots=True)
class Tally:
    """How some scenarios ended on one engine."""

    counts: Mapping[State, int]
    """Of the states that occur, those of ``COUNTED`` only."""

    @property
    def total(self) -> int:
        """How many scenarios there are."""
        return sum(self.counts.values())

    @property
    def passed(self) -> int:
        """How many passed."""
        return self.counts.get("passed", 0)

    @property
    def others(self) -> dict[State, int]:
        """Those that did not pass."""
        return {state: number for state, number in self.counts.items() if state != "passed"}

    @property
    def worst(self) -> State:
        """The state that stands for all of them."""
        return next((state for state in WORST if state in self.counts), "other-edition")


def tally(rows: Iterable[Row], column: int) -> Tally:
    """Count the states of one column."""
    counts = Counter(row.cells[column].state for row in rows)
    return Tally({state: counts[state] for state in COUNTED if counts[state]})


# --- what must be known -----------------------------------------------------


def _warnings(columns: Sequence[Column], rows: Sequence[Row], digest: str) -> Iterator[str]:
    for column in columns:
        if column.report.footer.interrupted:
            yield f"{column.label}: the run was interrupted; what it did not reach counts as not played"
    if _several(columns, _digest):
        yield (
            "the reports are about different features, and a scenario of the same id may not be the same in "
            f"all of them: {_named(columns, lambda one: _digest(one)[:SHORT_DIGEST])}"
        )
    foreign = [column for column in columns if column.report.header.digest != digest]
    if foreign:
        yield (
            "not about the features at hand, from which all texts are taken: "
            f"{'; '.join(column.label for column in foreign)}"
        )
    if _several(columns, lambda one: one.report.header.suite):
        yield f"the suite's version differs: {_named(columns, lambda one: one.report.header.suite)}"
    if _several(columns, lambda one: one.report.header.edition):
        yield f"the edition differs: {_named(columns, lambda one: one.report.header.edition)}"
    apart = sum(len({cell.line.edition for cell in row.cells if cell.line}) > 1 for row in rows)
    if apart:
        yield f"{apart} of the scenarios were not played in the same edition by all of the engines"
    unknown = sum(row.scenario is None for row in rows)
    if unknown:
        yield f"{unknown} of the scenarios in the reports are not among the features at hand"


def _digest(column: Column) -> str:
    return column.report.header.digest.removeprefix("sha256:")


def _several(columns: Sequence[Column], what: Callable[[Column], str]) -> bool:
    return len(set(map(what, columns))) > 1


def _named(columns: Sequence[Column], what: Callable[[Column], str]) -> str:
    return "; ".join(f"{column.label}: {printable(what(column))}" for column in columns)
