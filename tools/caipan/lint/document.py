"""A feature file as the checks see it: every word with the line on which it stands.

``caipan.features`` gives the scenarios as they run, with outlines filled in and tags inherited;
here are the parts as they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from caipan.features import FeatureFile, Node, blocks


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag, without its @."""

    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or a cell."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Step:
    """A step as it is written."""

    keyword: str
    text: str
    line: int
    table: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """场景 or 场景大纲, with the tags of its rule and feature."""

    name: str
    line: int
    tags: tuple[Tag, ...]
    inherited: tuple[Tag, ...]
    description: tuple[Text, ...]
    steps: tuple[Step, ...]
    examples: tuple[tuple[Text, ...], ...]
    """The rows of its 例子, headers among them."""
    example_tags: tuple[Tag, ...]

    @property
    def all_tags(self) -> tuple[Tag, ...]:
        """Its own tags and those that it inherits."""
        return (*self.tags, *self.inherited)


@dataclass(frozen=True, slots=True)
class Rule:
    """规则, with the tags of its feature."""

    name: str
    line: int
    tags: tuple[Tag, ...]
    inherited: tuple[Tag, ...]
    description: tuple[Text, ...]
    background: tuple[Step, ...]
    scenarios: tuple[Scenario, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """功能: the whole file."""

    file: FeatureFile
    name: str
    line: int
    tags: tuple[Tag, ...]
    description: tuple[Text, ...]
    background: tuple[Step, ...]
    rules: tuple[Rule, ...]
    loose: tuple[Scenario, ...]
    """Scenarios outside any rule."""

    @property
    def path(self) -> Path:
        """The file."""
        return self.file.path

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """Every scenario, in the order of the file."""
        found = [*self.loose, *(scenario for rule in self.rules for scenario in rule.scenarios)]
        return tuple(sorted(found, key=lambda scenario: scenario.line))


def written(file: FeatureFile) -> Document:
    """A parsed feature file as it is written."""
    node: Node = file.document["feature"]
    tags = _tags(node)
    rules = [child["rule"] for child in node["children"] if "rule" in child]
    return Document(
        file=file,
        name=node["name"],
        line=node["location"]["line"],
        tags=tags,
        description=_description(node),
        background=_background(node),
        rules=tuple(_rule(rule, tags) for rule in rules),
        loose=tuple(_scenario(scenario, tags) for rule, scenario in blocks(file.document) if rule is None),
    )


def _rule(node: Node, inherited: tuple[Tag, ...]) -> Rule:
    tags = _tags(node)
    return Rule(
        name=node["name"],
        line=node["location"]["line"],
        tags=tags,
        inherited=inherited,
        description=_description(node),
        background=_background(node),
        scenarios=tuple(
            _scenario(child["scenario"], (*tags, *inherited))
            for child in node["children"]
            if "scenario" in child
        ),
    )


def _scenario(node: Node, inherited: tuple[Tag, ...]) -> Scenario:
    rows = [
        row
        for examples in node["examples"]
        for row in (examples.get("tableHeader"), *examples.get("tableBody", ()))
        if row
    ]
    return Scenario(
        name=node["name"],
        line=node["location"]["line"],
        tags=_tags(node),
        inherited=inherited,
        description=_description(node),
        steps=tuple(_step(step) for step in node["steps"]),
        examples=tuple(_row(row) for row in rows),
        example_tags=tuple(tag for examples in node["examples"] for tag in _tags(examples)),
    )


def _background(node: Node) -> tuple[Step, ...]:
    return tuple(
        _step(step)
        for child in node["children"]
        if "background" in child
        for step in child["background"]["steps"]
    )


def _step(node: Node) -> Step:
    rows = node["dataTable"]["rows"] if "dataTable" in node else ()
    return Step(
        keyword=node["keyword"].strip(),
        text=node["text"],
        line=node["location"]["line"],
        table=tuple(_row(row) for row in rows),
    )


def _row(node: Node) -> tuple[Text, ...]:
    return tuple(Text(cell["value"], node["location"]["line"]) for cell in node["cells"])


def _tags(node: Node) -> tuple[Tag, ...]:
    return tuple(Tag(tag["name"].removeprefix("@"), tag["location"]["line"]) for tag in node["tags"])


def _description(node: Node) -> tuple[Text, ...]:
    """The lines of a description. Gherkin gives no position: it starts below its heading."""
    below = enumerate(node["description"].split("\n"), start=node["location"]["line"] + 1)
    return tuple(Text(line.strip(), number) for number, line in below if line.strip())


def tags(document: Document) -> Iterator[Tag]:
    """Every tag that stands in the file."""
    yield from document.tags
    for rule in document.rules:
        yield from rule.tags
    for scenario in document.scenarios:
        yield from (*scenario.tags, *scenario.example_tags)


def steps(document: Document) -> Iterator[Step]:
    """Every step that stands in the file, those of backgrounds first."""
    yield from document.background
    for rule in document.rules:
        yield from rule.background
    for scenario in document.scenarios:
        yield from scenario.steps


def _parts(document: Document) -> tuple[Document | Rule | Scenario, ...]:
    """What has a title and a description."""
    return (document, *document.rules, *document.scenarios)


def descriptions(document: Document) -> Iterator[Text]:
    """Every line of every description."""
    for part in _parts(document):
        yield from part.description


def prose(document: Document) -> Iterator[Text]:
    """Every sentence of the file: titles, descriptions, steps."""
    for part in _parts(document):
        yield Text(part.name, part.line)
    yield from descriptions(document)
    yield from (Text(step.text, step.line) for step in steps(document))


def cells(document: Document) -> Iterator[Text]:
    """Every cell of every table."""
    for step in steps(document):
        for row in step.table:
            yield from row
    for scenario in document.scenarios:
        for row in scenario.examples:
            yield from row
