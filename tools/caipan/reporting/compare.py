"""How reports are laid side by side, and what must be known before they are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from caipan import features, report
from caipan.features import EDITIONS, FeatureFile, Scenario, UsageError
from caipan.language.account import Account
from caipan.report import NEWEST, Line, Report, ReportError
from caipan.reporting.model import (
    SHORT_DIGEST,
    About,
    Cell,
    Column,
    Comparison,
    Row,
    labels,
    printable,
)
from caipan.summary import CHAPTERS, chapter_of


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
    digest = features.digest(suite)
    abouts = [_about(one, suite, digest) for one in reports]
    columns = tuple(map(Column, labels(paths, reports), paths, reports, abouts))
    rows = tuple(_rows(columns, suite))
    return Comparison(columns, rows, tuple(_warnings(columns, rows, suite)), suite, digest)


def _about(one: Report, suite: Sequence[FeatureFile], digest: str) -> About:
    """What a report is about: all of the features at hand, some files of them, or others."""
    if one.header.digest == digest:
        return "whole"
    files = _part(one, suite)
    return "part" if files else "other"


def _part(one: Report, suite: Sequence[FeatureFile]) -> list[FeatureFile]:
    """The files that a report is about, if it is about some of those at hand as they stand; else none.

    A run of some files has their digest: it is looked for among what the report may have been about.
    """
    names = {line.id.partition(":")[0] for line in one.lines}
    chapters = {chapter_of(line.id) for line in one.lines}
    guesses = (
        [feature for feature in suite if feature.name in names],
        # A file of which no scenario was chosen or reached has left no line.
        [feature for feature in suite if feature.chapter in chapters],
    )
    return next((some for some in guesses if some and features.digest(some) == one.header.digest), [])


# --- rows -------------------------------------------------------------------


def _rows(columns: Sequence[Column], suite: Sequence[FeatureFile]) -> Iterator[Row]:
    scenarios = {scenario.id: scenario for feature in suite for scenario in feature.scenarios}
    found = [{line.id: (at, line) for at, line in enumerate(one.report.lines, 2)} for one in columns]
    # What the suite is, is known: what no report has played of it is missing from all of them.
    ids = dict.fromkeys(id for column in columns for id in _expected(column, suite))
    ids |= dict.fromkeys(id for lines in found for id in lines)
    place = {id: number for number, id in enumerate(scenarios)}
    for id in sorted(ids, key=lambda id: (_chapter_place(chapter_of(id)), place.get(id, len(place)), id)):
        scenario = scenarios.get(id)
        cells = tuple(
            _cell(column, lines.get(id), scenario) for column, lines in zip(columns, found, strict=True)
        )
        cited = [cell.line.clauses for cell in cells if cell.line] + ([scenario.clauses] if scenario else [])
        clauses = tuple(dict.fromkeys(clause for each in cited for clause in each))
        yield Row(id, chapter_of(id), scenario, clauses, cells)


def _expected(column: Column, suite: Sequence[FeatureFile]) -> Iterator[str]:
    """The scenarios that a report would have if it were complete, as far as that is known."""
    files = {"whole": suite, "part": _part(column.report, suite), "other": ()}[column.about]
    return (scenario.id for feature in files for scenario in feature.scenarios)


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
    wrong = ""
    try:
        account = msgspec.convert(line.account, Account)
        if 0 <= account.reached <= len(account.script):
            return account
        wrong = f"it reached entry {account.reached} of a script that has {len(account.script)}"
    except msgspec.ValidationError as error:
        wrong = str(error)
    except RecursionError:
        wrong = "nested too deeply"
    raise ReportError(
        f"{path}:{at}: the account of {printable(line.id)} is damaged: {wrong}; expected what "
        "`caipan run` writes: run again"
    )


# --- what must be known -----------------------------------------------------


def _warnings(columns: Sequence[Column], rows: Sequence[Row], suite: Sequence[FeatureFile]) -> Iterator[str]:
    yield from (text for column in columns for text in _of_one(column, suite))
    if _several(columns, lambda one: _digest(one) if one.about == "other" else ""):
        yield (
            "the reports are about different features, and a scenario of the same id may not be the same in "
            f"all of them: {_named(columns, lambda one: _digest(one)[:SHORT_DIGEST])}"
        )
    foreign = [column for column in columns if column.about == "other"]
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


def _of_one(column: Column, suite: Sequence[FeatureFile]) -> Iterator[str]:
    header, footer = column.report.header, column.report.footer
    if footer.interrupted and column.about == "other":
        yield f"{column.label}: the run was interrupted; what it did not reach is not known, and not counted"
    elif footer.interrupted:
        yield f"{column.label}: the run was interrupted; what it did not reach counts as not played"
    if column.about == "part":
        every = sum(len(feature.scenarios) for feature in suite)
        yield (
            f"{column.label}: the report is about a part of the features at hand "
            f"({len(column.report.lines)} of their {every} scenarios)"
        )
    if header.edition not in (*EDITIONS, NEWEST):
        yield (
            f"{column.label}: the edition {printable(header.edition)} is not known here; expected one of "
            f"{', '.join(EDITIONS)}"
        )


def _digest(column: Column) -> str:
    return column.report.header.digest.removeprefix("sha256:")


def _several(columns: Sequence[Column], what: Callable[[Column], str]) -> bool:
    return len(set(map(what, columns))) > 1


def _named(columns: Sequence[Column], what: Callable[[Column], str]) -> str:
    return "; ".join(f"{column.label}: {printable(what(column))}" for column in columns)
