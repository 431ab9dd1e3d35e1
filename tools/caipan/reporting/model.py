"""Several reports as one matrix: scenarios × engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Literal, get_args

from caipan.features import FeatureFile, Scenario
from caipan.language.account import Account
from caipan.report import NEWEST, Line, Report
from caipan.verdict import STATUSES, Status

Missing = Literal["not-played", "other-edition"]
"""Why a report has no verdict: it does not play the scenario; the scenario does not hold in its edition."""
State = Status | Missing
About = Literal["whole", "part", "other"]
"""What a report is about: all of the features at hand, some of their files, or other features."""

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
    about: About

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


# --- counting --------------------------------------------------------------


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
