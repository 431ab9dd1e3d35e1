"""Applies the checks to files, and a baseline to what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from caipan import baseline, catalogue
from caipan.catalogue import Covered
from caipan.features import FeatureFile, UsageError, find, parse
from caipan.lint.document import written
from caipan.lint.model import Knowledge, Report
from caipan.lint.registry import BASELINE, CHECKS, UNREADABLE
from caipan.paths import shown


@dataclass(frozen=True, slots=True)
class Result:
    """What a run of the linter found."""

    reports: tuple[Report, ...]
    files: int
    scenarios: tuple[str, ...]
    """Their ids."""
    covered: tuple[Covered, ...]
    """Every clause of the catalogue with the scenarios of these files."""


def knowledge() -> Knowledge:
    """What the suite's own catalogue says.

    Raises:
        UsageError: a table of the catalogue is missing or damaged.
    """
    folder = catalogue.folder()
    return Knowledge(catalogue.clauses(), catalogue.load_readings(folder), catalogue.load_skills(folder))


def lint(paths: Iterable[Path] = (), known: Knowledge | None = None) -> Result:
    """Check the features in ``paths``, or the suite's own.

    Args:
        paths: files and folders.
        known: what to hold them against; the suite's own catalogue by default.

    Raises:
        UsageError: a path holds no features, or the catalogue is damaged.
    """
    known = known or knowledge()
    reports: list[Report] = []
    parsed: list[FeatureFile] = []
    files = find(paths)
    for path in files:
        try:
            parsed.append(parse(path))
        except UsageError as problem:
            reports += _unreadable(path, str(problem))
    for file in parsed:
        reports += _checked(file, known)
    scenarios = [scenario for file in parsed for scenario in file.scenarios]
    return Result(
        reports=tuple(sorted(reports, key=lambda report: (str(report.path), report.line, report.code))),
        files=len(files),
        scenarios=tuple(one.id for one in scenarios),
        covered=tuple(catalogue.join(known.clauses, ((one.id, one.clauses) for one in scenarios))),
    )


def _unreadable(path: Path, problem: str) -> Iterator[Report]:
    for line in problem.splitlines():
        said = line.removeprefix(shown(path))
        found = re.match(r":(\d+): ", said)
        number, message = (int(found[1]), said[found.end() :]) if found else (1, line)
        yield Report(path, number, UNREADABLE[0], message, "mend the file")


def _checked(file: FeatureFile, known: Knowledge) -> Iterator[Report]:
    document = written(file)
    for check in CHECKS:
        for line, message in dict.fromkeys(check.find(document, known)):
            yield Report(file.path, line, check.code, message, check.mend)


def unused(path: Path, ids: Iterable[str]) -> list[Report]:
    """The entries of a baseline that name no scenario.

    Args:
        path: the baseline.
        ids: the ids of the scenarios that there are.

    Raises:
        UsageError: the baseline cannot be read.
    """
    there = frozenset(ids)
    code, title, mend = BASELINE
    return [
        Report(path, known.line, code, f"{title}: {known.id}", mend)
        for known in baseline.read(path).values()
        if known.id not in there
    ]
