"""The pytest plugin: collects ``*.feature`` files and plays their scenarios against an engine.

``caipan run`` calls pytest with it, and any pytest session can have it: ``-p caipan.plugin``
makes each scenario a test. What a session's reports carry (``PROPERTY`` among their
user properties) is the whole verdict, so that it also comes home from the workers of pytest-xdist.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
import pytest_bdd
from pytest_bdd.feature import features as known_features
from pytest_bdd.gherkin_parser import GherkinDocument
from pytest_bdd.parser import FeatureParser
from pytest_bdd.scenario import scenario_wrapper_template_registry

from caipan import features, playing
from caipan.connect.base import Timeouts
from caipan.fastbdd import Steps, installed
from caipan.features import EDITIONS, FeatureFile, Scenario, UsageError
from caipan.language.play import Table
from caipan.playing import House, Play
from caipan.report import Line, encode

PACKAGE = Path(__file__).resolve().parent
PROPERTY = "caipan"
"""Under this name a report carries its verdict: a ``caipan.report.Line`` as JSON."""

HOUSE = pytest.StashKey[House]()
SUITE = pytest.StashKey[tuple[FeatureFile, ...]]()
"""The features of ``caipan run``. A session without them collects the feature files that pytest finds."""
PLAY = pytest.StashKey[Play]()
_OPEN = pytest.StashKey[ExitStack]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of a pytest session that plays features. ``caipan run`` sets them itself."""
    group = parser.getgroup("caipan", "Sanguosha features")
    group.addoption(
        "--caipan-engine", metavar="SPEC", default="reference", help="the engine: see `caipan run --help`"
    )
    group.addoption("--caipan-edition", metavar="EDITION", choices=EDITIONS, help="play everything in it")
    group.addoption("--caipan-timeout", metavar="SECONDS", type=float, help="a scenario's time")
    group.addoption("--caipan-path", metavar="PATH", action="append", default=[], help="features to play")


def timeouts(seconds: float | None) -> Timeouts:
    """The time limits for ``--timeout``: a scenario's time bounds each of its messages too."""
    if seconds is None:
        return Timeouts()
    usual = Timeouts()
    return Timeouts(
        message=min(seconds, max(usual.message, seconds / 3)),
        scenario=seconds,
        start=max(usual.start, seconds),
    )


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Prepare the engine and the step lookup, and find the features if they were given as options."""
    option = config.option
    if HOUSE not in config.stash:
        config.stash[HOUSE] = House(
            option.caipan_engine, timeouts(option.caipan_timeout), option.caipan_edition
        )
    if SUITE not in config.stash and option.caipan_path:
        config.stash[SUITE] = features.load(map(Path, option.caipan_path))
    stack = config.stash[_OPEN] = ExitStack()
    try:
        stack.enter_context(installed(_steps_of))
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None
    stack.callback(config.stash[HOUSE].close)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the engine."""
    if _OPEN in config.stash:
        config.stash[_OPEN].close()


def _steps_of(request: pytest.FixtureRequest) -> Steps | None:
    return request.config.stash[HOUSE].steps if PLAY in request.node.stash else None


# --- collection -------------------------------------------------------------


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A feature file is a module of tests."""
    if file_path.suffix != ".feature" or SUITE in parent.config.stash:
        return None
    return cast(pytest.Collector, FeatureModule.from_parent(parent, path=file_path))


@pytest.hookimpl(tryfirst=True)
def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """``caipan run`` has pytest collect this package, which stands for the features chosen."""
    if path == PACKAGE and SUITE in parent.config.stash:
        return cast(pytest.Collector, Suite.from_parent(parent, path=path))
    return None


class Suite(pytest.Directory):
    """The features of ``caipan run``, wherever they lie and whatever they are called."""

    def collect(self) -> Iterator[pytest.Collector]:
        """A module for each file."""
        for feature in self.config.stash[SUITE]:
            module = FeatureModule.from_parent(self, path=feature.path, nodeid=f"{feature.name}.feature")
            module.feature = feature
            yield module


class FeatureModule(pytest.Module):
    """A feature file: a module with a test for each scenario, and for each row of an outline."""

    feature: FeatureFile | None = None

    def _getobj(self) -> ModuleType:
        if self.feature is None:
            try:
                self.feature = features.load([self.path])[0]
            except UsageError as error:
                raise self.CollectError(str(error)) from None
        return _module(self.feature)

    def istestfunction(self, obj: object, name: str) -> bool:
        """Everything in the module is a scenario, whatever its name."""
        return callable(obj)

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """The feature's scenarios, those of other editions than the one asked for left out."""
        items = list(super().collect())
        assert self.feature is not None
        scenarios = {(one.outline_line, one.row): one for one in self.feature.scenarios}
        wanted = self.config.stash[HOUSE].edition
        for item in items:
            assert isinstance(item, pytest.Function)
            scenario = _scenario(item, scenarios)
            if scenario is not None and (wanted is None or wanted in scenario.editions):
                item.stash[PLAY] = Play(scenario)
                item.extra_keyword_matches.add(scenario.id)
                # Not through pytest.mark, which would have each tag registered and have its way with some.
                item.own_markers += [pytest.Mark(tag, (), {}, _ispytest=True) for tag in scenario.tags]
                yield item


def _module(feature: FeatureFile) -> ModuleType:
    """A module with a test function of pytest-bdd's for each scenario."""
    known_features[str(feature.path)] = _bdd_feature(feature)
    module = ModuleType(feature.path.stem)
    module.__file__ = str(feature.path)
    for rule, block in features.blocks(feature.document):
        name = features.own_name(rule, block)
        bind = pytest_bdd.scenario(
            feature.path.name, block["name"], features_base_dir=str(feature.path.parent)
        )
        module.__dict__[name] = bind(_nothing_more)
    return module


def _nothing_more() -> None:
    """What a scenario's function does after its steps."""


def _bdd_feature(feature: FeatureFile) -> Any:
    """The feature as pytest-bdd knows it, from the document already parsed, and without its tags."""
    parser = FeatureParser(str(feature.path.parent), feature.path.name)
    parser._parse_feature_file = lambda: GherkinDocument.from_dict(feature.document)  # type: ignore[method-assign]
    made = parser.parse()
    made.tags = set()
    for template in made.scenarios.values():
        template.tags = set()
        if template.rule is not None:
            template.rule.tags = set()
        for examples in template.examples:
            examples.tags = set()
    return made


def _scenario(
    item: pytest.Function, scenarios: Mapping[tuple[int, tuple[str, ...]], Scenario]
) -> Scenario | None:
    template = scenario_wrapper_template_registry[item.obj]
    row: dict[str, str] = {}
    if hasattr(item, "callspec"):
        row = cast("dict[str, str]", item.callspec.params["_pytest_bdd_example"])
    return scenarios.get((template.line_number, tuple(row.values())))


# --- playing ----------------------------------------------------------------


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Table:
    """The scenario's table, to which its steps hand over what they say."""
    played = request.node.stash[PLAY].table
    assert played is not None
    return cast(Table, played)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
    """Play a scenario."""
    if PLAY not in pyfuncitem.stash:
        return (yield)
    with playing.seated(pyfuncitem.stash[PLAY], pyfuncitem.config.stash[HOUSE]):
        return (yield)


def pytest_bdd_step_error(request: pytest.FixtureRequest, step: Any) -> None:
    """Remember the step at which a scenario ended."""
    if PLAY in request.node.stash:
        request.node.stash[PLAY].step = step


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport | None:
    """The verdict instead of a traceback."""
    if PLAY not in item.stash:
        return None
    assert call.when != "collect"
    error = call.excinfo.value if call.excinfo else None
    line = playing.verdict(item.stash[PLAY], error, call.duration) if call.when == "call" or error else None
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
        _tell(report, item.stash[PLAY].scenario, line)
    return report


def _tell(report: pytest.TestReport, scenario: Scenario, line: Line) -> None:
    """Say in pytest's terms how a scenario ended that did not pass."""
    if line.status in ("unsupported", "disputed"):
        report.outcome = "skipped"
        report.longrepr = (str(scenario.file), scenario.line, f"{line.status}: {line.detail}")
        if line.status == "disputed":
            report.wasxfail = f"disputed: {line.detail}"
        return
    from caipan.summary import as_text

    report.outcome = "failed"
    report.longrepr = as_text(line, scenario)
