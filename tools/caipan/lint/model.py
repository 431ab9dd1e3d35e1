"""What a check is, what it knows, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from caipan.catalogue import Clause, Skill
from caipan.lint.document import Document
from caipan.paths import shown

Finding = tuple[int, str]
"""A line, and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the features are held against."""

    clauses: Mapping[str, Clause]
    readings: frozenset[str]
    skills: Mapping[str, Skill]
    """The skills and cards that the documents name."""

    @property
    def generals(self) -> frozenset[str]:
        """The generals that have one of the skills."""
        return frozenset(owner for skill in self.skills.values() for owner in skill.owners)


@dataclass(frozen=True, slots=True)
class Check:
    """One check of one file: a line of ``caipan lint --list``."""

    code: str
    title: str
    """What is wrong, in a few words."""
    mend: str
    """How to mend it."""
    find: Callable[[Document, Knowledge], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Report:
    """A finding with all that a reader needs."""

    path: Path
    line: int
    code: str
    message: str
    mend: str

    def __str__(self) -> str:
        return f"{shown(self.path)}:{self.line}: {self.code} {self.message}; {self.mend}"
