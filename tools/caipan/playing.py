"""One scenario against the engine of this process, and its verdict. pytest comes in only in ``plugin``."""

from __future__ import annotations

import contextlib
import io
import traceback
from dataclasses import dataclass, field
from typing import Any

import msgspec

from caipan.connect.base import Connection, Timeouts
from caipan.connect.spec import connect
from caipan.fastbdd import AmbiguousStep, Steps, definitions
from caipan.features import Scenario, Step, UsageError
from caipan.language import steps as step_module
from caipan.language.draft import Draft
from caipan.language.needs import Needs, needs_of
from caipan.language.play import Table
from caipan.language.reading import find_step
from caipan.language.words import ScenarioError
from caipan.paths import shown
from caipan.report import Line
from caipan.trace import Trace
from caipan.verdict import RuleBroken, Status, Stopped, Unsupported
from caipan.visible import visible, visible_all

HEARD = 8000
"""Characters of an engine's output that a report keeps: the last ones."""


class Heard(io.TextIOBase):
    """Takes what an engine in this process prints: the last of it."""

    def __init__(self) -> None:
        """Nothing heard yet."""
        super().__init__()
        self._text = ""

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, text: str) -> int:
        """Keep the end of the text."""
        self._text = (self._text + text)[-HEARD:]
        return len(text)

    def take(self) -> str:
        """What was heard since the last time; what cannot be seen in it is written out."""
        text, self._text = self._text, ""
        return visible(text)


def all_steps() -> Steps:
    """The steps of the scenario language."""
    return Steps(definitions(step_module))


def needs(scenario: Scenario, steps: Steps) -> Needs:
    """Read a whole scenario without playing it: what an engine must have for it.

    Raises:
        UsageError: it cannot be read; the message names file and line.
    """
    draft = Draft()
    for step in scenario.steps:
        try:
            _hand_over(draft, step, steps)
        except (ScenarioError, AmbiguousStep) as error:
            said = f"{step.keyword} {step.text}".rstrip(":")
            raise UsageError(f"{shown(scenario.file)}:{step.line}: {said}: {error}") from None
    try:
        return needs_of(draft)
    except ScenarioError as error:
        raise UsageError(f"{shown(scenario.file)}:{scenario.line}: {scenario.title}: {error}") from None


def _hand_over(table: Draft | Table, step: Step, steps: Steps) -> None:
    """Call a step's function with what its text says.

    Raises:
        ScenarioError: there is no such step, or it cannot be read.
        AmbiguousStep: there are two of them.
    """
    definition = steps.find(step.kind, step.text)
    if definition is None:
        find_step(step.kind, step.text)  # raises, and says what is near
        raise ScenarioError("no such step; `caipan steps` prints all there are")
    takes_table = "datatable" in definition.step_func.__code__.co_varnames
    if takes_table != (step.table is not None):
        raise ScenarioError(f"expected {'a' if takes_table else 'no'} table below the step")
    if step.doc is not None:
        raise ScenarioError("expected no doc string below the step")
    parts: dict[str, Any] = dict(definition.parser.parse_arguments(step.text) or {})
    if step.table is not None:
        parts["datatable"] = [list(row) for row in step.table]
    definition.step_func(table, **parts)


@dataclass(slots=True)
class House:
    """Where scenarios are played: the engine of this process, and how to play."""

    spec: str
    timeouts: Timeouts = field(default_factory=Timeouts)
    edition: str | None = None
    """The edition asked for; None: for each scenario the newest that it holds in and the engine has."""
    steps: Steps = field(default_factory=all_steps)
    look: bool = False
    """Whether to look at the table at the end, though no check asks for it."""
    heard: Heard = field(default_factory=Heard)
    trace: Trace | None = None
    _connection: Connection | None = None
    _needs: dict[str, Needs] = field(default_factory=dict)

    def needs(self, scenario: Scenario) -> Needs:
        """What an engine must have for a scenario, read once.

        Raises:
            UsageError: the scenario cannot be read; the message names file and line.
        """
        if scenario.id not in self._needs:
            self._needs[scenario.id] = needs(scenario, self.steps)
        return self._needs[scenario.id]

    @property
    def connection(self) -> Connection:
        """The engine. Connects first, if need be.

        Raises:
            caipan.connect.base.CannotConnect: there is no such engine.
        """
        if self._connection is None:
            self._connection = connect(self.spec, self.timeouts, self.trace.tap if self.trace else None)
        return self._connection

    def close(self) -> None:
        """End the engine."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@dataclass(slots=True)
class Play:
    """One scenario while it is played."""

    scenario: Scenario
    edition: str | None = None
    table: Table | None = None
    step: Step | None = None
    """The step it is at, or ended at."""
    stderr: str = ""


def play(played: Play, house: House) -> None:
    """Play a scenario to its end.

    Raises:
        UsageError: the scenario cannot be read.
        caipan.connect.base.CannotConnect: there is no such engine.
        caipan.verdict.Stopped: the scenario ends with another verdict than passed.
    """
    scenario = played.scenario
    needed = house.needs(scenario)
    if house.trace:
        house.trace.scenario = scenario.id
    with contextlib.redirect_stdout(house.heard), contextlib.redirect_stderr(house.heard):
        connection = house.connection
        played.edition = scenario.edition(house.edition, connection.hello.editions)
        if played.edition is None:
            wanted = "、".join(scenario.editions)
            raise Unsupported(f"edition {wanted}", "the scenario holds in no edition that the engine has")
        connection.begin()
        try:
            table = played.table = Table(connection, edition=played.edition, needs=needed)
            for step in scenario.steps:
                played.step = step
                _hand_over(table, step, house.steps)
            played.step = None
            table.finish()
            if house.look:
                with contextlib.suppress(Stopped):
                    table.state()
        finally:
            played.stderr = connection.end() + house.heard.take()


def verdict(played: Play, error: BaseException | None, duration: float) -> Line:
    """The verdict on a scenario.

    Args:
        played: the scenario as it was played.
        error: what it ended with; None if with nothing.
        duration: seconds.
    """
    status, detail = _judged(played, error)
    bad = status != "passed"
    return Line(
        id=played.scenario.id,
        clauses=played.scenario.clauses,
        level=played.scenario.level,
        status=status,
        detail=visible(detail),
        duration=round(duration, 6),
        edition=played.edition,
        account=visible_all(_account(played)) if bad else None,
        stderr=visible(played.stderr[-HEARD:]) if bad else "",
    )


def _judged(played: Play, error: BaseException | None) -> tuple[Status, str]:
    match error:
        case None:
            return "passed", ""
        case RuleBroken() if played.scenario.disputed:
            return "disputed", error.detail
        case Stopped():
            return error.status, error.detail
        case _:
            frame = traceback.extract_tb(error.__traceback__)[-1:]
            where = f" (at {frame[0].filename}:{frame[0].lineno})" if frame else ""
            return "error", f"no verdict on the engine: {type(error).__name__}: {error}{where}"


def _account(played: Play) -> dict[str, Any] | None:
    """The table's account with the step at which the scenario ended."""
    if played.table is None:
        return None
    account: dict[str, Any] = msgspec.to_builtins(played.table.account)
    if played.step is not None:
        account["step"] = f"{played.step.keyword} {played.step.text}"
        account["line"] = played.step.line
    return account
