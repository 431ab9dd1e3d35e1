"""The catalogue: what the rule documents say, one atomic clause a row, and what they name.

The tables lie in ``features/clauses`` and are read strictly: a damaged row is an error that
names its file and line. A scenario belongs to a clause by its tag ``@clause:ID``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from caipan.features import UsageError, packaged

State = Literal["covered", "uncovered", "untestable"]

TABLES = ("2012", "2013", "terms", "thb")
"""The tables of clauses, one a rule document: the editions, and the glossary that they share."""

KINDS = frozenset({"definition", "rule", "ordering", "forbids", "timing-membership", "example", "commentary"})
COLUMNS = ("id", "source", "section", "kind", "zh", "en", "testable", "why_not", "interacts_with")
SKILL_COLUMNS = ("name", "kind", "owner", "package", "documents", "text", "note")

_ID = re.compile(r"[a-z0-9]+(\.[A-Za-z0-9-]+)+")
_REMARK = re.compile(r"（.*?）|\(.*?\)|等$")
_READING = re.compile(r"^\*\*([A-Z]\d\d)\b", re.MULTILINE)


class CatalogueError(UsageError):
    """A table of the catalogue is missing or damaged; the message names file and line."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that a rule document says."""

    id: str
    edition: str
    """The table it stands in: an edition, or ``terms`` for the glossary of all editions."""
    source: str
    """The document and its line."""
    section: str
    kind: str
    zh: str
    en: str
    testable: bool
    why_not: str
    """Why no scenario can show it; empty if one can."""
    interacts_with: tuple[str, ...]
    """Skills and cards in which it shows."""
    file: Path
    line: int


@dataclass(frozen=True, slots=True)
class Covered:
    """A clause with the ids of the scenarios that decide it."""

    clause: Clause
    scenarios: tuple[str, ...]

    @property
    def state(self) -> State:
        """``covered``, ``uncovered``, or ``untestable`` (a scenario then is one too many)."""
        if self.scenarios:
            return "covered"
        return "uncovered" if self.clause.testable else "untestable"


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill or card that the documents name."""

    name: str
    kind: str
    owners: tuple[str, ...]
    text: str

    @property
    def is_card(self) -> bool:
        """Whether it is a game card, or a piece of equipment with its skill."""
        return not self.kind.startswith("武将技能")


def read_table(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a tab-separated table with their line numbers.

    Args:
        path: the table; UTF-8, a header line, nothing quoted.
        columns: the header that it must have.

    Raises:
        CatalogueError: it cannot be read, has another header, or a row of another width.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as problem:
        raise CatalogueError(f"{path}: cannot be read as UTF-8 text: {problem}") from None
    if tuple(lines[0].split("\t")) != columns:
        raise CatalogueError(
            f"{path}:1: expected the columns {' '.join(columns)}, separated by tabs; found {lines[0]!r}"
        )
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            raise CatalogueError(
                f"{path}:{number}: expected {len(columns)} cells, separated by tabs; found {len(cells)}"
            )
        for column, cell in zip(columns, cells, strict=True):
            if cell != cell.strip():
                raise CatalogueError(f"{path}:{number}: white space around the cell {column}: {cell!r}")
        yield number, dict(zip(columns, cells, strict=True))


def _clause(path: Path, line: int, row: Mapping[str, str]) -> Clause:
    def wrong(what: str) -> CatalogueError:
        return CatalogueError(f"{path}:{line}: {what}")

    if not _ID.fullmatch(row["id"]) or not row["id"].startswith(f"{path.stem}."):
        raise wrong(f"expected an id like {path.stem}.chapter.point, found {row['id']!r}")
    if row["kind"] not in KINDS:
        raise wrong(f"expected a kind of {', '.join(sorted(KINDS))}; found {row['kind']!r}")
    if row["testable"] not in ("yes", "no"):
        raise wrong(f"testable must be yes or no, not {row['testable']!r}")
    if (row["testable"] == "no") != bool(row["why_not"]):
        raise wrong("why_not must say why a clause is not testable, and be empty where it is")
    for column in ("source", "section", "zh", "en"):
        if not row[column]:
            raise wrong(f"the cell {column} is empty")
    return Clause(
        id=row["id"],
        edition=path.stem,
        source=row["source"],
        section=row["section"],
        kind=row["kind"],
        zh=row["zh"],
        en=row["en"],
        testable=row["testable"] == "yes",
        why_not=row["why_not"],
        interacts_with=_names(row["interacts_with"]),
        file=path,
        line=line,
    )


def _names(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("、")) if cell else ()


def load_clauses(folder: Path) -> dict[str, Clause]:
    """Every clause of the catalogue in a folder, by id, in the order of the tables.

    Raises:
        CatalogueError: a table is missing or damaged, or an id stands twice.
    """
    found: dict[str, Clause] = {}
    for table in TABLES:
        path = folder / f"{table}.tsv"
        for line, row in read_table(path, COLUMNS):
            clause = _clause(path, line, row)
            if clause.id in found:
                raise CatalogueError(
                    f"{path}:{line}: the id {clause.id} stands at line {found[clause.id].line} already"
                )
            found[clause.id] = clause
    return found


def load_skills(folder: Path) -> dict[str, Skill]:
    """Every skill and card that the documents name, by name.

    Raises:
        CatalogueError: the table is missing or damaged, or a name stands twice.
    """
    path = folder / "skills.tsv"
    found: dict[str, Skill] = {}
    for line, row in read_table(path, SKILL_COLUMNS):
        if not row["name"] or not row["text"]:
            raise CatalogueError(f"{path}:{line}: a skill needs a name and a text")
        if row["name"] in found:
            raise CatalogueError(f"{path}:{line}: the name {row['name']} stands there already")
        found[row["name"]] = Skill(row["name"], row["kind"], _owners(row["owner"]), row["text"])
    return found


def _owners(cell: str) -> tuple[str, ...]:
    """The generals of a cell such as ``孙坚（孙策经魂姿）``, ``吕布(3v3)`` or ``马超、庞德``."""
    return _names(_REMARK.sub("", cell))


def load_readings(folder: Path) -> frozenset[str]:
    """The letters of the readings in ``conflicts.md``, e.g. ``A17``.

    Raises:
        CatalogueError: the file is missing or holds none.
    """
    path = folder / "conflicts.md"
    try:
        found = frozenset(_READING.findall(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError) as problem:
        raise CatalogueError(f"{path}: cannot be read as UTF-8 text: {problem}") from None
    if not found:
        raise CatalogueError(f"{path}: expected entries that start with a letter and number, e.g. **A17 …**")
    return found


def folder() -> Path:
    """The folder of the tables that travel with the features.

    Raises:
        UsageError: the installation has none.
    """
    return packaged() / "clauses"


@cache
def clauses() -> Mapping[str, Clause]:
    """The clauses of the catalogue that travels with the features.

    Raises:
        UsageError: see ``folder`` and ``load_clauses``.
    """
    return load_clauses(folder())


def join(catalogue: Mapping[str, Clause], cited: Iterable[tuple[str, Iterable[str]]]) -> list[Covered]:
    """Each clause with its scenarios, in the order of the catalogue.

    Args:
        catalogue: the clauses by id.
        cited: each scenario's id with the ids of the clauses that it decides; ids that the
            catalogue does not know are left to ``caipan lint``.
    """
    scenarios: dict[str, list[str]] = {clause: [] for clause in catalogue}
    for scenario, ids in cited:
        for clause in ids:
            if clause in scenarios:
                scenarios[clause].append(scenario)
    return [Covered(clause, tuple(scenarios[clause.id])) for clause in catalogue.values()]
