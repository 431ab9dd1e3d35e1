"""The feature files: where they are, and what is in them.

A scenario is identified by ``chapter/file:rule:scenario`` (an outline's row adds
``[v1,v2]``), which survives a reordering of the file and does not depend on how
the file was named on the command line. The chapter is the folder that holds the file.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, cast

from gherkin.errors import CompositeParserException, ParserError, ParserException
from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler, GherkinDocumentWithURI

EDITIONS = ("2012", "2013")
"""The editions of the rules that features may be bound to, oldest first."""

Kind = Literal["given", "when", "then"]
Level = Literal["outcome", "timing"]
Node = dict[str, Any]

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
_MARKS = frozenset(
    {"skip", "skipif", "xfail", "parametrize", "usefixtures", "filterwarnings", "timeout", "tryfirst"}
)
"""Tags that pytest and its plugins would obey, and that a feature must therefore not carry."""


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


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a feature file that a runner would get silently wrong."""

    path: Path
    line: int
    code: str
    """Its code in ``caipan lint --list``."""
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.code} {self.what}; {self.mend}"


def packaged() -> Path:
    """The folder of the suite's own features: inside the installed package, or at the root of a checkout.

    Raises:
        UsageError: the installation has none.
    """
    here = Path(__file__).resolve()
    for folder in (here.with_name("features"), here.parents[2] / "features"):
        if folder.is_dir():
            return folder
    raise UsageError(
        f"no features beside {here.parent}: the installation of caipan is broken; install it again"
    )


def find(paths: Iterable[Path] = ()) -> list[Path]:
    """The feature files in ``paths`` (files and folders), or the suite's own. Each one once, folders sorted.

    Raises:
        UsageError: a path does not exist, is no feature file, or holds none.
    """
    found: dict[Path, None] = {}
    for path in list(paths) or [packaged()]:
        found.update(dict.fromkeys(file.resolve() for file in _files(path)))
    return list(found)


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        files = sorted(file for file in path.rglob("*.feature") if file.is_file())
        if not files:
            raise UsageError(f"{path}: no *.feature file in this folder; give a folder or file of features")
        return files
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder; give a folder or file of features")
    if path.suffix != ".feature" or not path.is_file():
        raise UsageError(f"{path}: expected a file whose name ends in .feature, or a folder of such files")
    return [path]


def load(paths: Iterable[Path] = ()) -> tuple[FeatureFile, ...]:
    """Find, parse and check the features in ``paths``, or the suite's own.

    Raises:
        UsageError: nothing found, broken Gherkin, or a problem (see ``problems``).
    """
    features = parse_all(find(paths))
    wrong = [problem for feature in features for problem in problems(feature)]
    if wrong:
        raise UsageError("\n".join(map(str, wrong)))
    return features


def parse_all(files: Iterable[Path]) -> tuple[FeatureFile, ...]:
    """Parse the files; where two would share a name, give both longer ones (``a/chapter/file``).

    Raises:
        UsageError: see ``parse``.
    """
    features = [parse(file) for file in files]
    depth = 2
    while True:
        names = Counter(feature.name for feature in features)
        twice = [n for n, feature in enumerate(features) if names[feature.name] > 1]
        depth += 1
        if not twice or all(depth > len(features[n].path.parts) for n in twice):
            return tuple(features)
        for n in twice:
            features[n] = _renamed(features[n], _name(features[n].path, depth))


def _renamed(feature: FeatureFile, name: str) -> FeatureFile:
    scenarios = tuple(replace(s, id=name + s.id.removeprefix(feature.name)) for s in feature.scenarios)
    return replace(feature, name=name, scenarios=scenarios)


def _name(path: Path, depth: int) -> str:
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
            f"{file}:1: the file is empty; expected `# language: zh-CN` and then 功能: with a title"
        )
    name = _name(file, 2)
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
        raise UsageError(f"{file}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise UsageError(
            f"{file}:{line}: not UTF-8 (byte {source[error.start]:#04x}); save the file as UTF-8"
        ) from None
    if source.startswith(b"\xef\xbb\xbf"):
        raise UsageError(f"{file}:1: the file begins with a byte-order mark; save it as UTF-8 without BOM")
    return source


def _parse(file: Path, text: str) -> Node:
    try:
        return {**Parser().parse(text), "uri": str(file)}
    except CompositeParserException as error:
        raise UsageError("\n".join(_explained(file, text, e) for e in error.errors[:5])) from None
    except ParserError as error:
        raise UsageError(_explained(file, text, error)) from None


def _explained(file: Path, text: str, error: ParserError) -> str:
    line = error.location["line"] if isinstance(error, ParserException) else 1
    message = re.sub(r"^\(\d+:\d+\): ", "", str(error))
    message = re.sub(r"#[A-Z]\w+", lambda m: _TOKENS.get(m[0], m[0]), message)
    lines = text.splitlines()
    if "Language not supported" in message:
        return f"{file}:{line}: {message}; expected `# language: zh-CN`"
    if not any(re.match(r"\s*#\s*language\s*:", one) for one in lines[:line]):
        return f"{file}:{line}: no language given; expected `# language: zh-CN` as the first line"
    if re.search("[：｜＠]", lines[line - 1] if line <= len(lines) else ""):
        return f"{file}:{line}: full-width punctuation; expected the half-width : | @ ({message})"
    return f"{file}:{line}: {message}"


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


def _all_blocks(document: Node) -> Iterator[Node]:
    """Everything that holds steps."""
    for child in document["feature"]["children"]:
        for part in (child, *(child["rule"]["children"] if "rule" in child else ())):
            yield from (part[kind] for kind in ("background", "scenario") if kind in part)


def _all_steps(document: Node) -> Iterator[Node]:
    for block in _all_blocks(document):
        yield from block["steps"]


def _scenarios(file: Path, name: str, document: Node) -> Iterator[Scenario]:
    steps = {step["id"]: step for step in _all_steps(document)}
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
    return step.text.startswith(("依次发生", "依次询问")) or any("时机" in row for row in rows[1:])


def problems(feature: FeatureFile) -> list[Problem]:
    """What would go silently wrong when the feature is run: see each message."""
    lines = feature.source.decode("utf-8").splitlines()
    return [
        Problem(feature.path, line, code, what, mend)
        for line, code, what, mend in sorted(
            [
                *_scenario_problems(feature),
                *_step_problems(feature, lines),
                *_tag_problems(feature),
                *_swallowed(lines),
            ]
        )
    ]


_Found = Iterator[tuple[int, str, str, str]]


def _scenario_problems(feature: FeatureFile) -> _Found:
    seen: dict[str, int] = {}
    for _, block in blocks(feature.document):
        name, line = block["name"], block["location"]["line"]
        if not name:
            yield line, "CP10", "a scenario without a title", "give it one: it is part of the scenario's id"
        elif name in seen:
            yield (
                line,
                "CP11",
                f"the title {name} is already used in line {seen[name]}",
                "give each scenario of a file its own",
            )
        seen.setdefault(name, line)
        if not block["steps"]:
            yield line, "CP12", f"{name} has no steps", "write them, or take the scenario out"
        outline = block["examples"] or "大纲" in block["keyword"] or "Outline" in block["keyword"]
        if outline and not any(examples.get("tableBody") for examples in block["examples"]):
            yield line, "CP13", f"{name} is an outline without a row of examples", "add 例子: with a table"
    if not seen:
        yield 1, "CP14", "no scenario in this file", "write one (场景:), or take the file out"
    ids = Counter(scenario.id for scenario in feature.scenarios)
    for scenario in feature.scenarios:
        if ids[scenario.id] > 1 and (scenario.row or len(seen) == len(list(blocks(feature.document)))):
            yield scenario.line, "CP15", f"two scenarios have the id {scenario.id}", "change a title or a row"


def _swallowed(lines: list[str]) -> _Found:
    for number, line in enumerate(lines, 1):
        found = re.match(r"\s*(功能|规则|背景|场景大纲|场景|例子)：", line)
        if found:
            what = f"{found[1]}： with a full-width colon is no heading"
            yield number, "CP44", what, f"write {found[1]}: with a half-width colon"


def _step_problems(feature: FeatureFile, lines: list[str]) -> _Found:
    first = {block["steps"][0]["id"] for block in _all_blocks(feature.document) if block["steps"]}
    for step in _all_steps(feature.document):
        at, keyword = step["location"], step["keyword"].strip()
        rest = lines[at["line"] - 1][at["column"] - 1 + len(keyword) :]
        if step["id"] in first and step["keywordType"] == "Conjunction":
            yield at["line"], "CP18", f"the first step begins with {keyword}", "begin with 假如, 当 or 那么"
        if keyword != "*" and not rest[:1].isspace():
            yield (
                at["line"],
                "CP16",
                f"the line begins with {keyword} and so becomes a step: {keyword}{rest}",
                "put a blank after the keyword of a step, or begin a description with another word",
            )
    for scenario in feature.scenarios:
        for filled in scenario.steps:
            left = re.search(r"<[^<>\s]+>", filled.text)
            if left and scenario.row:
                yield (
                    filled.line,
                    "CP17",
                    f"no column of the examples is called {left[0][1:-1]}",
                    "add it, or mend the step",
                )


def _tag_problems(feature: FeatureFile) -> _Found:
    document = feature.document["feature"]
    tags = list(document["tags"])
    for child in document["children"]:
        tags += child["rule"]["tags"] if "rule" in child else ()
    for _, scenario in blocks(feature.document):
        tags += scenario["tags"]
        for examples in scenario["examples"]:
            tags += examples["tags"]
    for tag in tags:
        name, line = tag["name"].removeprefix("@"), tag["location"]["line"]
        if name in _MARKS:
            yield (
                line,
                "CP20",
                f"@{name} would be obeyed by pytest",
                "choose another tag; known failures belong in a baseline",
            )
        elif name.startswith("_"):
            yield line, "CP21", f"@{name} begins with _", "begin it with a letter"
        elif name.startswith("edition:") and name.removeprefix("edition:") not in EDITIONS:
            yield (
                line,
                "CP24",
                f"@{name} names no edition of the rules",
                f"expected one of {', '.join(EDITIONS)}",
            )


def digest(features: Iterable[FeatureFile]) -> str:
    """A digest of what is run: the names and the text of the features, whatever their order and place."""
    total = hashlib.sha256()
    for feature in sorted(features, key=lambda f: f.name):
        total.update(f"{feature.name}\0{len(feature.source)}\0".encode())
        total.update(feature.source)
    return f"sha256:{total.hexdigest()}"
