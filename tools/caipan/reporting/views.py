"""What the pages of the website show: plain data, made from a comparison."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from caipan import catalogue
from caipan.catalogue import Clause
from caipan.features import Scenario, Step
from caipan.language.account import Account
from caipan.report import Line
from caipan.reporting.model import WORST, Cell, Column, Comparison, Row, State, Tally, by_clause, tally
from caipan.reporting.traces import Branch, Played, Reference, beside
from caipan.reporting.words import plain
from caipan.summary import Replay, ask_words

CHAPTERS: Mapping[str, str] = {
    "turn": "回合",
    "principles": "原则",
    "use": "使用",
    "response": "响应",
    "move": "移动",
    "judgement": "判定",
    "damage": "伤害",
    "chain": "连环",
    "dying": "濒死",
    "death": "死亡",
    "recovery": "回复",
    "distance": "距离",
    "cards": "卡牌",
    "skills": "技能",
}
"""The chapters in the rulebook's own words."""
SHOWN = frozenset({"failed", "error", "timeout", "disputed"})
"""Verdicts of which is shown how they came about."""


# --- engines ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Engine:
    """A column."""

    label: str
    name: str
    version: str
    url: str
    """Empty if there is none, or none that may be followed."""
    column: Column
    tally: Tally
    levels: tuple[tuple[str, int, int], ...]
    """Level, passed, decided."""


def engines(found: Comparison) -> list[Engine]:
    """The columns."""
    return [_engine(column, tally(found.rows, at)) for at, column in enumerate(found.columns)]


def _engine(column: Column, counted: Tally) -> Engine:
    info = column.report.header.engine.engine
    url = info.url or ""
    decided = [line for line in column.report.lines if line.status != "unsupported"]
    levels = tuple(
        (
            level,
            sum(line.level == level and line.status == "passed" for line in decided),
            sum(line.level == level for line in decided),
        )
        for level in ("outcome", "timing")
    )
    safe = url if re.match(r"https?://", url, re.IGNORECASE) else ""
    return Engine(column.label, info.name, info.version, safe, column, counted, levels)


# --- clauses ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClauseView:
    """A clause with the state of each engine."""

    id: str
    clause: Clause | None
    """None: the catalogue has no such clause."""
    rows: tuple[Row, ...]
    tallies: tuple[Tally, ...]


def clauses(found: Comparison) -> dict[str, ClauseView]:
    """Every clause of the catalogue, and those that only the reports name."""
    known = catalogue.clauses()
    rows = by_clause(found.rows)
    return {
        id: ClauseView(
            id,
            known.get(id),
            tuple(sorted(rows.get(id, ()), key=_worst)),
            tuple(tally(rows.get(id, ()), at) for at in range(len(found.columns))),
        )
        for id in dict.fromkeys((*known, *rows))
    }


def _worst(row: Row) -> int:
    """What did not pass comes first."""
    return min(WORST.index(cell.state) for cell in row.cells)


def by_table(views: Mapping[str, ClauseView]) -> list[tuple[str, str, list[ClauseView]]]:
    """The clauses by rule document and section."""
    groups: dict[tuple[str, str], list[ClauseView]] = {}
    for view in views.values():
        key = (view.clause.edition, view.clause.section) if view.clause else ("", "not in the catalogue")
        groups.setdefault(key, []).append(view)
    return [(edition, section, group) for (edition, section), group in groups.items()]


# --- scenarios --------------------------------------------------------------

Done = Literal["done", "reached", "open"]


@dataclass(frozen=True, slots=True)
class Failure:
    """How a scenario came not to pass on an engine."""

    column: Column
    cell: Cell
    line: Line
    edition: str
    plain: str
    """How it ended, in a sentence; empty if the line's detail is one."""
    step: str
    at: int | None
    due: str
    """The move of the script that it did not come past; empty if all were played."""
    expected: Step | None
    """The step that failed, as the features at hand have it."""
    scene: tuple[Sequence[str], ...]
    """The table of the scene, and below it what else was set up."""
    piles: tuple[str, ...]
    script: tuple[tuple[str, Done], ...]
    asks: tuple[str, ...]
    ends: tuple[str, ...]
    reference_ends: tuple[str, ...]
    tree: tuple[Branch, ...]
    reference_tree: tuple[Branch, ...]
    reference: Played | None
    replay: str


@dataclass(frozen=True, slots=True)
class ScenarioView:
    """A scenario with the verdict of each engine."""

    row: Row
    title: str
    failures: tuple[Failure, ...]

    @property
    def scenario(self) -> Scenario | None:
        """As the features at hand have it."""
        return self.row.scenario


@dataclass(frozen=True, slots=True)
class RuleView:
    """A 规则 with its clauses and scenarios."""

    title: str
    clauses: tuple[ClauseView, ...]
    scenarios: tuple[ScenarioView, ...]


@dataclass(frozen=True, slots=True)
class FileView:
    """A feature file."""

    title: str
    description: str
    rules: tuple[RuleView, ...]


def title_of(row: Row) -> str:
    """The scenario's title, with its values if it is a row of an outline."""
    if row.scenario is None:
        return _from_id(row.id)
    values = f" [{', '.join(row.scenario.row)}]" if row.scenario.row else ""
    return row.scenario.title + values


def _from_id(id: str) -> str:
    """A title as it stands in an id. An outline names in it, in their order, all of its columns, or some."""
    title, bracket, values = id.rpartition(":")[2].removesuffix("]").rpartition("[")
    if not bracket:
        return values
    names = list(dict.fromkeys(re.findall("<.*?>", title)))
    filled = dict(zip(names, values.split(","), strict=False)) if len(names) == values.count(",") + 1 else {}
    for name, value in filled.items():
        title = title.replace(name, value)
    return f"{title} [{', '.join(values.split(','))}]"


def by_state(cells: Sequence[Cell], labels: Sequence[str]) -> list[tuple[State, list[str]]]:
    """The states of a scenario with the engines that they are of; ``all`` if several agree."""
    found: dict[State, list[str]] = {}
    for cell, label in zip(cells, labels, strict=True):
        found.setdefault(cell.state, []).append(label)
    if len(found) == 1 and len(labels) > 1:
        return [(cells[0].state, ["all"])]
    return list(found.items())


def words_of(row: Row, known: Mapping[str, ClauseView]) -> str:
    """Everything to find a scenario by: its id, its clauses and its text, and how engines ended it."""
    parts = [row.id]
    for id in row.clauses:
        clause = known[id].clause
        parts += [clause.zh, clause.en] if clause else []
    if row.scenario is not None:
        for step in row.scenario.steps:
            parts += [step.text, *(cell for cells in step.table or () for cell in cells if cell)]
    for cell in row.cells:
        if cell.line is not None and cell.line.detail:
            parts += [cell.line.detail, plain(cell.line)]
    return " ".join(dict.fromkeys(filter(None, parts)))


def files(
    rows: Sequence[Row], found: Comparison, known: Mapping[str, ClauseView], reference: Reference
) -> list[FileView]:
    """A chapter's scenarios, by feature file and rule."""
    grouped: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        name, _, rest = row.id.partition(":")
        rule = row.scenario.rule if row.scenario else rest.rpartition(":")[0]
        grouped.setdefault(name, {}).setdefault(rule, []).append(row)
    features = {feature.name: feature for feature in found.suite}
    views = []
    for name, rules in grouped.items():
        feature = features.get(name)
        views.append(
            FileView(
                title=feature.title if feature else name.rpartition("/")[2],
                description=feature.description if feature else "",
                rules=tuple(_rule(rule, its, found, known, reference) for rule, its in rules.items()),
            )
        )
    return views


def _rule(
    title: str, rows: Sequence[Row], found: Comparison, known: Mapping[str, ClauseView], reference: Reference
) -> RuleView:
    cited = dict.fromkeys(id for row in rows for id in row.clauses)
    scenarios = tuple(
        ScenarioView(row, title_of(row), tuple(_failures(row, found, reference))) for row in rows
    )
    return RuleView(title, tuple(known[id] for id in cited), scenarios)


def _failures(row: Row, found: Comparison, reference: Reference) -> Iterator[Failure]:
    for column, cell in zip(found.columns, row.cells, strict=True):
        if cell.line is not None and cell.state in SHOWN:
            played = None
            if row.scenario is not None and cell.line.edition in row.scenario.editions:
                played = reference.play(row.scenario, cell.line.edition)
            yield _failure(row, column, cell, cell.line, played)


def _failure(row: Row, column: Column, cell: Cell, line: Line, played: Played | None) -> Failure:
    account, other = cell.account, played.account if played else None
    raw: dict[str, Any] = line.account or {}
    step, at = str(raw.get("step") or ""), raw.get("line")
    tree, reference_tree = (
        beside(account, column.report.header.engine, other) if account and account.events else ((), ())
    )
    return Failure(
        column=column,
        cell=cell,
        line=line,
        edition=line.edition or "-",
        plain=plain(line),
        step=step,
        at=at if isinstance(at, int) else None,
        due=account.script[account.reached] if account and account.reached < len(account.script) else "",
        expected=_expected(row.scenario, step),
        scene=(account.columns, *account.rows) if account else (),
        piles=(*account.piles, *account.begins) if account else (),
        script=tuple(_script(account)) if account else (),
        asks=tuple(ask_words(msgspec.to_builtins(ask)) for ask in account.asks) if account else (),
        ends=tuple(account.table) if account else (),
        reference_ends=tuple(other.table) if other else (),
        tree=tree,
        reference_tree=reference_tree,
        reference=played,
        replay=Replay(column.report.header.spec, column.edition).command(row.scenario)
        if row.scenario
        else "",
    )


def _expected(scenario: Scenario | None, step: str) -> Step | None:
    """The step at which a scenario ended; it is known by its words, which survive a move to other lines."""
    if scenario is None:
        return None
    return next((one for one in scenario.steps if f"{one.keyword} {one.text}" == step), None)


def _script(account: Account) -> Iterator[tuple[str, Done]]:
    for number, entry in enumerate(account.script):
        state: Done = "open"
        if number <= account.reached:
            state = "done" if number < account.reached else "reached"
        yield entry, state
