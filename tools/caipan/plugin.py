"""The pytest plugin: collects ``*.feature`` files and plays their scenarios against an engine.

``caipan run`` calls pytest with it, and any pytest session can have it: ``-p caipan.plugin``
makes each scenario a test. What a session's reports carry (``PROPERTY`` among their
user properties) is the whole verdict, so that it also comes home from the workers of pytest-xdist.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from caipan import features, playing, signals
from caipan.connect.base import Timeouts
from caipan.features import EDITIONS, FeatureFile, Scenario, UsageError
from caipan.playing import House, Play
from caipan.report import Line, encode
from caipan.selection import holds
from caipan.summary import as_text

PACKAGE = Path(__file__).resolve().parent
SAFE_PATH = "PYTHONSAFEPATH"
OURS = "caipan"
"""The value of the variable that ``session`` sets for its workers alone."""
PROPERTY = "caipan"
"""Under this name a report carries its verdict: a ``caipan.report.Line`` as JSON."""

HOUSE = pytest.StashKey[House]()
SUITE = pytest.StashKey[tuple[FeatureFile, ...]]()
"""The features of ``caipan run``. A session without them collects the feature files that pytest finds."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of a pytest session that plays features. ``caipan run`` sets them itself."""
    group = parser.getgroup("caipan", "Sanguosha features")
    group.addoption(
        "--caipan-engine", metavar="SPEC", default="reference", help="the engine: see `caipan run --help`"
    )
    group.addoption("--caipan-edition", metavar="EDITION", choices=EDITIONS, help="play everything in it")
    group.addoption("--caipan-timeout", metavar="SECONDS", type=float, help="a scenario's time")
    group.addoption("--caipan-text", metavar="TEXT", default="", help="only ids and titles that hold it")
    group.addoption("--caipan-path", metavar="PATH", action="append", default=[], help="features to play")


def timeouts(seconds: float | None) -> Timeouts:
    """The time limits for ``--timeout``: so long for a scenario, and as long for any reply in it."""
    if seconds is None:
        return Timeouts()
    return Timeouts(message=seconds, scenario=seconds, start=max(Timeouts().start, seconds))


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Prepare the engine, and read the features if they were given as options."""
    option = config.option
    if hasattr(config, "workerinput"):
        signals.listen(worker=True)
        if os.environ.get(SAFE_PATH) == OURS:
            del os.environ[SAFE_PATH]
    try:
        if HOUSE not in config.stash:
            limits = timeouts(option.caipan_timeout)
            config.stash[HOUSE] = House(option.caipan_engine, limits, option.caipan_edition)
        if SUITE not in config.stash and option.caipan_path:
            config.stash[SUITE] = features.load(map(Path, option.caipan_path))
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the engine."""
    if HOUSE in config.stash:
        config.stash[HOUSE].close()


# --- collection -------------------------------------------------------------


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A feature file holds tests."""
    if file_path.suffix != ".feature" or SUITE in parent.config.stash:
        return None
    return cast(pytest.Collector, FeatureNode.from_parent(parent, path=file_path))


@pytest.hookimpl(tryfirst=True)
def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """``caipan run`` has pytest collect this package, which stands for the features chosen."""
    if path == PACKAGE and SUITE in parent.config.stash:
        return cast(pytest.Collector, Suite.from_parent(parent, path=path))
    return None


class Suite(pytest.Directory):
    """The features of ``caipan run``, wherever they lie and whatever they are called."""

    def collect(self) -> Iterator[pytest.Collector]:
        """A node for each file."""
        for feature in self.config.stash[SUITE]:
            node = FeatureNode.from_parent(self, path=feature.path, nodeid=f"{feature.name}.feature")
            node.feature = feature
            yield node


class FeatureNode(pytest.File):
    """A feature file, with a test for each scenario, and for each row of an outline."""

    feature: FeatureFile | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """The scenarios, those of other editions than the one asked for left out."""
        if self.feature is None:
            try:
                self.feature = features.load([self.path])[0]
            except UsageError as error:
                raise self.CollectError(str(error)) from None
        wanted, text = self.config.stash[HOUSE].edition, self.config.option.caipan_text
        for scenario in self.feature.scenarios:
            if (wanted is None or wanted in scenario.editions) and (not text or holds(scenario, text)):
                name = scenario.id.removeprefix(f"{self.feature.name}:")
                yield ScenarioItem.from_parent(self, name=name, scenario=scenario)


def node_id(feature: FeatureFile, scenario: Scenario) -> str:
    """The id of a scenario's test in ``caipan run``."""
    return f"{feature.name}.feature::{scenario.id.removeprefix(f'{feature.name}:')}"


class ScenarioItem(pytest.Item):
    """A scenario as a test."""

    def __init__(self, *, scenario: Scenario, **others: Any) -> None:
        """Take the scenario, and the tags to select it by."""
        super().__init__(**others)
        self.play = Play(scenario)
        self.extra_keyword_matches.add(scenario.id)
        # Not through pytest.mark, which would have each tag registered.
        self.own_markers += [pytest.Mark(tag, (), {}, _ispytest=True) for tag in scenario.tags]

    def runtest(self) -> None:
        """Play it."""
        playing.play(self.play, self.config.stash[HOUSE])

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, self.play.scenario.line - 1, self.play.scenario.id


# --- verdicts ---------------------------------------------------------------


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport | None:
    """The verdict instead of a traceback."""
    if not isinstance(item, ScenarioItem):
        return None
    assert call.when != "collect"
    error = call.excinfo.value if call.excinfo else None
    line = playing.verdict(item.play, error, call.duration) if call.when == "call" or error else None
    report = pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords={},
        outcome="passed",
        longrepr=None,
        when=call.when,
        duration=call.duration,
        start=call.start,
        stop=call.stop,
        user_properties=[(PROPERTY, encode(line).decode())] if line else [],
    )
    if line is not None and line.status != "passed":
        _tell(report, item.play.scenario, line)
    return report


def _tell(report: pytest.TestReport, scenario: Scenario, line: Line) -> None:
    """Say in pytest's terms how a scenario ended that did not pass."""
    if line.status in ("unsupported", "disputed"):
        report.outcome = "skipped"
        report.longrepr = (str(scenario.file), scenario.line, f"{line.status}: {line.detail}")
        if line.status == "disputed":
            report.wasxfail = f"disputed: {line.detail}"
        return
    report.outcome = "failed"
    report.longrepr = as_text(line, scenario)
