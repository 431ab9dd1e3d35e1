"""One feature file: its parts as plain frozen data, and how they are read from Gherkin.

Everybody else imports from ``caipan.features``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from gherkin.errors import CompositeParserException, ParserError, ParserException
from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler, GherkinDocumentWithURI

from caipan.paths import shown

EDITIONS = ("2012", "2013")
"""The editions of the rules that features may be bound to, oldest first."""

Kind = Literal["given", "when", "then"]
Level = Literal["outcome", "timing"]
Node = dict[str, Any]


class UsageError(Exception):
    """What was asked for cannot be done: bad features, options or files. Exit code 2, the text, no trace."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step, with the values of an outline's row filled in."""

    kind: Kind
    keyword: str
    text: str
    line: int
    table: tuple[tuple[str, ...], ...] | None = None
    doc: str | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, or one row of an outline."""

    id: str
    title: str
    rule: str
    """The rule's title; empty outside a 规则 block."""
    chapter: str
    file: Path
    line: int
    """The line of the 场景, or of the outline's row."""
    steps: tuple[Step, ...]
    tags: tuple[str, ...]
    """With what they inherit from the rule and the feature, without ``@``."""
    clauses: tuple[str, ...]
    editions: tuple[str, ...]
    """The editions in which it holds, oldest first."""
    disputed: bool
    readings: tuple[str, ...]
    level: Level
    description: str = ""
    row: tuple[str, ...] = ()
    """The values of the outline's row."""
    outline_line: int = 0
    """The line of the 场景 or 场景大纲 itself."""

    def edition(self, wanted: str | None, available: Sequence[str]) -> str | None:
        """The edition to play it in: the one wanted, else the newest that it holds in and the engine has.

        Params:
            wanted: the edition asked for, or None.
            available: the engine's editions.
        """
        if wanted is not None:
            return wanted if wanted in self.editions else None
        return next((e for e in reversed(self.editions) if e in available), None)


@dataclass(frozen=True, slots=True)
class FeatureFile:
    """One parsed feature file."""

    path: Path
    chapter: str
    name: str
    """``chapter/file``, longer only where two files of a run would share it."""
    title: str
    description: str
    scenarios: tuple[Scenario, ...]
    source: bytes = field(repr=False, compare=False)
    document: Node = field(repr=False, compare=False)
    """The Gherkin document as gherkin-official gives it."""


_KINDS: dict[str, Kind] = {"Context": "given", "Action": "when", "Outcome": "then"}
_TOKENS = {
    "#EOF": "the end of the file",
    "#Language": "`# language: zh-CN`",
    "#TagLine": "a tag line (@…)",
    "#FeatureLine": "功能:",
    "#RuleLine": "规则:",
    "#BackgroundLine": "背景:",
    "#ScenarioLine": "场景: or 场景大纲:",
    "#ExamplesLine": "例子:",
    "#StepLine": "a step (假如, 当, 那么, 并且)",
    "#TableRow": "a table row (| … |)",
    "#DocStringSeparator": 'a doc string (""")',
    "#Comment": "a comment",
    "#Empty": "an empty line",
    "#Other": "text",
}


def name_of(path: Path, depth: int) -> str:
    return "/".join(slug(part) for part in path.with_suffix("").parts[-depth:] if part != path.anchor)


def slug(text: str) -> str:
    """A title as part of an id: blanks, ``:`` and ``/`` become ``-``."""
    return re.sub(r"[\s:/]+", "-", text.strip())


def parse(file: Path) -> FeatureFile:
    """Parse one feature file.

    Raises:
        UsageError: it cannot be read, is not UTF-8, is not Gherkin, or has no 功能.
    """
    source = _read(file)
    document = _parse(file, source.decode("utf-8"))
    feature = cast("Node | None", document.get("feature"))
    if feature is None:
        raise UsageError(
            f"{shown(file)}:1: the file is empty; expected `# language: zh-CN` and then 功能: with a title"
        )
    name = name_of(file, 2)
    return FeatureFile(
        path=file,
        chapter=slug(file.parent.name),
        name=name,
        title=feature["name"],
        description=_dedent(feature["description"]),
        scenarios=tuple(_scenarios(file, name, document)),
        source=source,
        document=document,
    )


def _read(file: Path) -> bytes:
    try:
        source = file.read_bytes()
        source.decode("utf-8")
    except OSError as error:
        raise UsageError(f"{shown(file)}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise UsageError(
            f"{shown(file)}:{line}: not UTF-8 (byte {source[error.start]:#04x}); save the file as UTF-8"
        ) from None
    if b"\r" in source and b"\n" not in source:
        raise UsageError(f"{shown(file)}:1: the lines end with CR alone; save the file with LF")
    if source.startswith(b"\xef\xbb\xbf"):
        raise UsageError(
            f"{shown(file)}:1: the file begins with a byte-order mark; save it as UTF-8 without BOM"
        )
    return source


def _parse(file: Path, text: str) -> Node:
    try:
        return {**Parser().parse(text), "uri": str(file)}
    except CompositeParserException as error:
        # One is enough: what comes after a line that cannot be read is mostly its consequence.
        raise UsageError(_explained(file, text, error.errors[0])) from None
    except ParserError as error:
        raise UsageError(_explained(file, text, error)) from None


def _explained(file: Path, text: str, error: ParserError) -> str:
    line = error.location["line"] if isinstance(error, ParserException) else 1
    message = re.sub(r"^\(\d+:\d+\): ", "", str(error))
    message = re.sub(r"#[A-Z]\w+", lambda m: _TOKENS.get(m[0], m[0]), message)
    lines = text.split("\n")
    where = f"{shown(file)}:{line}"
    if "Language not supported" in message:
        return f"{where}: {message}; expected `# language: zh-CN`"
    if not any(re.match(r"\s*#\s*language\s*:", one) for one in lines[:line]):
        return f"{where}: no language given; expected `# language: zh-CN` as the first line"
    language = re.search(r"#\s*language\s*:\s*(\S+)", text)
    if language and language[1] != "zh-CN":
        return f"{where}: {message} (read in the language {language[1]}; expected `# language: zh-CN`)"
    if re.search("[：｜＠]", lines[line - 1] if line <= len(lines) else ""):
        return f"{where}: full-width punctuation; expected the half-width : | @ ({message})"
    return f"{where}: {message}"


def _dedent(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def blocks(document: Node) -> Iterator[tuple[Node | None, Node]]:
    """Every 场景 and 场景大纲 of a Gherkin document with the 规则 block that it stands in, if any."""
    for child in document["feature"]["children"]:
        if "scenario" in child:
            yield None, child["scenario"]
        for inner in child["rule"]["children"] if "rule" in child else ():
            if "scenario" in inner:
                yield child["rule"], inner["scenario"]


def own_name(rule: Node | None, scenario: Node) -> str:
    """A scenario's id within its file, without an outline's row."""
    title = slug(scenario["name"])
    return f"{slug(rule['name'])}:{title}" if rule else title


def all_blocks(document: Node) -> Iterator[Node]:
    """Everything that holds steps."""
    for child in document["feature"]["children"]:
        for part in (child, *(child["rule"]["children"] if "rule" in child else ())):
            yield from (part[kind] for kind in ("background", "scenario") if kind in part)


def all_steps(document: Node) -> Iterator[Node]:
    for block in all_blocks(document):
        yield from block["steps"]


def _scenarios(file: Path, name: str, document: Node) -> Iterator[Scenario]:
    steps = {step["id"]: step for step in all_steps(document)}
    owners = {scenario["id"]: (rule, scenario) for rule, scenario in blocks(document)}
    rows = {
        row["id"]: row
        for _, scenario in owners.values()
        for examples in scenario["examples"]
        for row in examples.get("tableBody", ())
    }
    for pickle in Compiler().compile(cast(GherkinDocumentWithURI, document)):
        rule, scenario = owners[pickle["astNodeIds"][0]]
        row = rows[pickle["astNodeIds"][1]] if len(pickle["astNodeIds"]) > 1 else None
        yield _scenario(file, name, cast(Node, pickle), steps, rule, scenario, row)


def _scenario(
    file: Path,
    name: str,
    pickle: Node,
    steps: dict[str, Node],
    rule: Node | None,
    scenario: Node,
    row: Node | None,
) -> Scenario:
    values = tuple(cell["value"] for cell in row["cells"]) if row else ()
    own = own_name(rule, scenario)
    suffix = "[" + ",".join(re.sub(r"\s+", "-", value) for value in values) + "]" if row else ""
    tags = tuple(dict.fromkeys(tag["name"].removeprefix("@") for tag in pickle["tags"]))
    own_steps = tuple(_step(step, steps) for step in pickle["steps"])
    return Scenario(
        id=f"{name}:{own}{suffix}",
        title=pickle["name"],
        rule=rule["name"] if rule else "",
        chapter=slug(file.parent.name),
        file=file,
        line=(row or scenario)["location"]["line"],
        steps=own_steps,
        tags=tags,
        clauses=_values(tags, "clause"),
        editions=tuple(e for e in EDITIONS if e in _values(tags, "edition")) or EDITIONS,
        disputed="disputed" in tags,
        readings=_values(tags, "reading"),
        level="timing" if any(map(_about_timing, own_steps)) else "outcome",
        description=_dedent(scenario["description"]),
        row=values,
        outline_line=scenario["location"]["line"],
    )


def _values(tags: tuple[str, ...], key: str) -> tuple[str, ...]:
    return tuple(tag.removeprefix(f"{key}:") for tag in tags if tag.startswith(f"{key}:"))


def _step(step: Node, nodes: dict[str, Node]) -> Step:
    node = nodes[step["astNodeIds"][0]]
    argument = step.get("argument", {})
    table = argument.get("dataTable")
    return Step(
        kind=_KINDS.get(step["type"], "given"),
        keyword=node["keyword"].strip(),
        text=step["text"],
        line=node["location"]["line"],
        table=tuple(tuple(cell["value"] for cell in row["cells"]) for row in table["rows"])
        if table
        else None,
        doc=argument["docString"]["content"] if "docString" in argument else None,
    )


def _about_timing(step: Step) -> bool:
    """Whether a step looks at the order of things, not only at what comes of them."""
    if step.kind != "then":
        return False
    rows = step.table or ()
    return step.text.startswith(("依次发生", "恰好发生", "依次询问")) or any(
        "时机" in row for row in rows[1:]
    )
