"""What would go silently wrong when a feature file is run, and is therefore refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from caipan.feature_file import EDITIONS, FeatureFile, Node, all_blocks, all_steps, blocks
from caipan.paths import shown
from caipan.visible import visible

_MARKS = frozenset(
    {"skip", "skipif", "xfail", "parametrize", "usefixtures", "filterwarnings", "timeout", "tryfirst"}
)
"""Tags that pytest and its plugins would obey, and that a feature must therefore not carry."""


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
        return f"{shown(self.path)}:{self.line}: {self.code} {self.what}; {self.mend}"


def problems(feature: FeatureFile) -> list[Problem]:
    """What would go silently wrong when the feature is run: see each message."""
    lines = feature.source.decode("utf-8").split("\n")
    return [
        Problem(feature.path, line, code, what, mend)
        for line, code, what, mend in sorted(
            [
                *_scenario_problems(feature),
                *_step_problems(feature, lines),
                *_tag_problems(feature),
                *_unseen(feature),
                *_column_problems(feature),
                *_edition_problems(feature),
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
        language = feature.document["feature"]["language"]
        read = "" if language == "zh-CN" else f" as it is read in the language {language}, not zh-CN"
        yield 1, "CP14", f"no scenario in this file{read}", "write one (场景:), or take the file out"
    ids = Counter(scenario.id for scenario in feature.scenarios)
    for scenario in feature.scenarios:
        if ids[scenario.id] > 1 and (scenario.row or len(seen) == len(list(blocks(feature.document)))):
            yield scenario.line, "CP15", f"two scenarios have the id {scenario.id}", "change a title or a row"
    blind = {
        scenario.outline_line: scenario
        for scenario in feature.scenarios
        if scenario.steps and not any(step.kind == "then" for step in scenario.steps)
    }
    for line, scenario in blind.items():
        what = f"{scenario.title} checks nothing: it has no 那么, and would pass whatever the engine does"
        yield line, "CP37", what, "say with 那么 what is true in the end"


def _swallowed(lines: list[str]) -> _Found:
    inside = False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.startswith(('"""', "```")):
            inside = not inside
        if inside:
            continue
        if text[:1] in ("＠", "｜"):
            half = "@" if text[0] == "＠" else "|"
            yield number, "CP44", f"{text!r} is read as description", f"write a half-width {half}"
        found = re.match(r"\s*(功能|规则|背景|场景大纲|场景|剧本大纲|剧本|例子)：", line)
        if found:
            what = f"{found[1]}： with a full-width colon is no heading"
            yield number, "CP44", what, f"write {found[1]}: with a half-width colon"


def _unseen(feature: FeatureFile) -> _Found:
    document = feature.document["feature"]
    rules = [child["rule"] for child in document["children"] if "rule" in child]
    for titled in (document, *rules, *(block for _, block in blocks(feature.document))):
        shown_as = visible(titled["name"])
        if shown_as != titled["name"]:
            what = f"the title {shown_as} has signs that are not seen"
            yield titled["location"]["line"], "CP46", what, "type it anew"


def _column_problems(feature: FeatureFile) -> _Found:
    for _, block in blocks(feature.document):
        used = _texts(block)
        for examples in block["examples"]:
            heads = [cell["value"] for cell in examples.get("tableHeader", {}).get("cells", ())]
            line = examples.get("tableHeader", examples)["location"]["line"]
            for head in dict.fromkeys(heads):
                if heads.count(head) > 1:
                    what = f"the examples have {heads.count(head)} columns {head}, and only one would be used"
                    yield line, "CP38", what, "give each its own name, or take one out"
                if f"<{head}>" not in used:
                    what = f"no step and no title of {block['name']} uses the column {head}"
                    yield line, "CP39", what, f"write <{head}> where it belongs, or take the column out"


def _texts(block: Node) -> str:
    """All in an outline that examples fill in."""
    parts = [block["name"]]
    for step in block["steps"]:
        parts.append(step["text"])
        parts += [cell["value"] for row in step.get("dataTable", {}).get("rows", ()) for cell in row["cells"]]
        parts.append(step.get("docString", {}).get("content", ""))
    return "\n".join(parts)


def _edition_problems(feature: FeatureFile) -> _Found:
    """``@edition`` of a rule and of its scenario add up; where they differ, neither reader is right."""
    document = feature.document["feature"]
    for rule, block in blocks(feature.document):
        levels = [document["tags"], rule["tags"] if rule else [], block["tags"]]
        said = [{t["name"] for t in level if t["name"].startswith("@edition:")} for level in levels]
        given = [names for names in said if names]
        if any(not inner <= outer for outer, inner in pairwise(given)):
            what = f"{block['name']} has another edition than the 规则 or 功能 that it stands in"
            yield block["location"]["line"], "CP45", what, "take one of the tags off"


def _step_problems(feature: FeatureFile, lines: list[str]) -> _Found:
    first = {block["steps"][0]["id"] for block in all_blocks(feature.document) if block["steps"]}
    for step in all_steps(feature.document):
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
