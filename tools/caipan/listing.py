"""What can be chosen: the scenarios of ``caipan run --list``, the engines of ``--engine list``."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from rich.console import Console
from rich.text import Text

from caipan.connect import named
from caipan.connect.base import CannotConnect
from caipan.features import EDITIONS, Scenario
from caipan.paths import shown
from caipan.plugin import ScenarioItem


@dataclass(slots=True)
class Chosen:
    """Keeps the scenarios that a session would play."""

    scenarios: list[Scenario] = field(default_factory=list)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """They are chosen."""
        self.scenarios += [item.play.scenario for item in session.items if isinstance(item, ScenarioItem)]


def print_scenarios(console: Console, scenarios: list[Scenario]) -> None:
    """A line each: the level, the editions that it holds in, the id."""
    width = len(" ".join(EDITIONS))
    for one in scenarios:
        _say(console, f"{one.level:<7}  {' '.join(one.editions):<{width}}  {one.id}")


def print_engines(console: Console) -> None:
    """Every engine that has a name, and whether it can be started here."""
    _say(console, "reference\n  the reference interpreter, in this process: always there")
    for name in named.names():
        for line in _engine(name):
            _say(console, line)
    _say(console, "\nAny other: stdio:COMMAND … or python:MODULE:OBJECT, see `caipan run --help`")


def _engine(name: str) -> Iterator[str]:
    try:
        engine = named.load(name)
        assert engine is not None
    except CannotConnect as problem:
        yield f"{name}\n  {problem}"
        return
    yield f"{name}\n  {engine.title}, {engine.url}"
    if engine.home:
        yield f"  {engine.home} names its folder: {engine.hint}"
    missing = [program for program in engine.needs if shutil.which(program) is None]
    try:
        named.command(engine)
        yield "  it is there"
    except CannotConnect as problem:
        why = str(problem).splitlines()[0].partition("cannot be started: ")[2].rstrip(".")
        lacks = [f"there is no {program} on the PATH" for program in missing if program not in why]
        yield f"  not there: {'; '.join([why, *lacks])}"
    yield f"  see {shown(engine.readme)}"


def _say(console: Console, text: str) -> None:
    console.print(Text(text), soft_wrap=True)
