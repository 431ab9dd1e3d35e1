"""Checks of the file and its tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caipan.features import EDITIONS, problems
from caipan.lint.document import Document, Tag, tags
from caipan.lint.model import Finding, Knowledge

HEADER = "# language: zh-CN"
_KEYS = ("clause", "edition", "reading")


def guard(code: str) -> Callable[[Document, Knowledge], Iterator[Finding]]:
    """The findings of one kind that also keep a file from being run: see ``caipan.features.problems``."""

    def find(document: Document, _: Knowledge) -> Iterator[Finding]:
        return ((found.line, found.what) for found in problems(document.file) if found.code == code)

    return find


def header(document: Document, _: Knowledge) -> Iterator[Finding]:
    """The language header, in its one spelling, is the first line."""
    first = document.file.source.decode("utf-8").split("\n", 1)[0].rstrip("\r")
    if first != HEADER:
        yield 1, f"the first line is {first!r}"


def empty_rule(document: Document, _: Knowledge) -> Iterator[Finding]:
    """A rule that nothing shows."""
    for rule in document.rules:
        if not rule.scenarios:
            yield rule.line, f"the rule {rule.name} has no scenario"


def untitled(document: Document, _: Knowledge) -> Iterator[Finding]:
    """A feature or a rule without a title."""
    if not document.name:
        yield document.line, "功能 without a title"
    yield from ((rule.line, "规则 without a title") for rule in document.rules if not rule.name)


def underscored(document: Document, _: Knowledge) -> Iterator[Finding]:
    """A mark of pytest may not start with an underscore."""
    yield from ((tag.line, f"@{tag.name}") for tag in tags(document) if tag.name.startswith("_"))


def example_tags(document: Document, _: Knowledge) -> Iterator[Finding]:
    """Tags of 例子 escape selection and inheritance."""
    for scenario in document.scenarios:
        yield from ((tag.line, f"@{tag.name} stands on 例子") for tag in scenario.example_tags)


def unknown_keys(document: Document, _: Knowledge) -> Iterator[Finding]:
    """A tag like a clause tag, but misspelt, would say nothing."""
    for tag in tags(document):
        key, colon, value = tag.name.partition(":")
        if colon and (key not in _KEYS or not value):
            yield tag.line, f"@{tag.name} means nothing: expected @clause:…, @edition:… or @reading:…"


def without_clause(document: Document, _: Knowledge) -> Iterator[Finding]:
    """Every rule says which clauses it shows; a scenario outside a rule says so itself."""
    for rule in document.rules:
        own = [*rule.tags, *rule.inherited]
        if not _clauses(own) and not (rule.scenarios and all(_clauses(s.tags) for s in rule.scenarios)):
            yield rule.line, f"the rule {rule.name} names no clause"
    for scenario in document.loose:
        if not _clauses(scenario.all_tags):
            yield scenario.line, f"the scenario {scenario.name} names no clause"


def unknown_clause(document: Document, known: Knowledge) -> Iterator[Finding]:
    """A clause that is not in the catalogue."""
    for tag, clause in _cited(document):
        if clause not in known.clauses:
            yield tag.line, f"no clause {clause} in the catalogue"


def untestable_clause(document: Document, known: Knowledge) -> Iterator[Finding]:
    """A clause that the catalogue says nothing can show."""
    for tag, clause in _cited(document):
        found = known.clauses.get(clause)
        if found and not found.testable:
            yield tag.line, f"{clause} is not testable ({found.why_not})"


def other_edition(document: Document, known: Knowledge) -> Iterator[Finding]:
    """A scenario that holds in one edition only shows none but clauses of another.

    One of its own is enough, and so is a reading: the 2013 rules have no chapters on use, damage and death,
    and rest on those of 2012.
    """
    for scenario in document.scenarios:
        editions = [edition for edition in _values(scenario.all_tags, "edition") if edition in EDITIONS]
        cited = {known.clauses[c].edition for c in _clauses(scenario.all_tags) if c in known.clauses}
        if _values(scenario.all_tags, "reading"):
            continue
        if editions and cited and cited <= set(EDITIONS) - set(editions):
            holds = f"{scenario.name} holds in {'、'.join(editions)}"
            yield scenario.line, f"{holds}, but its clauses are of {'、'.join(sorted(cited))}"


def unknown_reading(document: Document, known: Knowledge) -> Iterator[Finding]:
    """A reading that conflicts.md does not have."""
    for tag in tags(document):
        letter = tag.name.removeprefix("reading:")
        if letter != tag.name and letter not in known.readings:
            yield tag.line, f"no reading {letter} in clauses/conflicts.md"


def _cited(document: Document) -> Iterator[tuple[Tag, str]]:
    for tag in tags(document):
        if tag.name.startswith("clause:"):
            yield tag, tag.name.removeprefix("clause:")


def _values(given: tuple[Tag, ...] | list[Tag], key: str) -> list[str]:
    return [tag.name.partition(":")[2] for tag in given if tag.name.partition(":")[0] == key]


def _clauses(given: tuple[Tag, ...] | list[Tag]) -> list[str]:
    return _values(given, "clause")
