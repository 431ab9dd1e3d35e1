"""``caipan run``: features against an engine, in a pytest session of its own."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from _pytest.mark.expression import Expression
from rich.console import Console

from caipan import __version__, baseline, features, junit, plugin, summary
from caipan.baseline import Known
from caipan.connect.base import CannotConnect
from caipan.contract.messages import HelloReply
from caipan.features import FeatureFile, UsageError
from caipan.playing import House
from caipan.progress import Progress
from caipan.report import FORMAT, NEWEST, Footer, Header, Line, Writer, check_writable, totals
from caipan.summary import Replay

OK, FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes."""

_UNNEEDED = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "legacypath", "logging"),
    *("pastebin", "pytester", "recwarn", "setuponly", "setupplan", "skipping", "stepwise", "subtests"),
    *(
        "terminalprogress",
        "terminalreporter",
        "threadexception",
        "unittest",
        "unraisableexception",
        "warnings",
    ),
)
"""Plugins of pytest's own that a run has no use for, and that would cost time at each scenario."""

_decode_line = msgspec.json.Decoder(Line).decode


@dataclass(frozen=True, slots=True)
class Options:
    """What ``caipan run`` was asked to do."""

    paths: tuple[Path, ...] = ()
    engine: str = "reference"
    edition: str | None = None
    keyword: str = ""
    marker: str = ""
    report: Path | None = None
    junit: Path | None = None
    baseline: Path | None = None
    timeout: float | None = None
    workers: int = 0


@dataclass(slots=True)
class Recorder:
    """The part of a run that stays in this process: takes the verdicts as they come."""

    suite: tuple[FeatureFile, ...]
    house: House
    writer: Writer
    header: Header
    progress: Progress
    lines: list[Line] = field(default_factory=list)
    selected: int = 0
    interrupted: bool = False
    broken: str = ""
    """Why the session could not go on, if so."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        """Hand over the features, and the engine that has already said hello."""
        config.stash[plugin.SUITE] = self.suite
        config.stash[plugin.HOUSE] = self.house

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """The scenarios are chosen. What there is now stays: no garbage collection need look at it."""
        gc.freeze()
        gc.enable()
        self._begin(len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """The same, in a worker."""
        if not self.selected:
            self._begin(len(ids))

    def _begin(self, selected: int) -> None:
        self.selected = selected
        if selected:
            self.writer.write(self.header)
            self.progress.begin(selected)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A verdict, or a worker that died over a scenario."""
        found = [str(value) for name, value in report.user_properties if name == plugin.PROPERTY]
        if found:
            self._take(_decode_line(found[0]))
        elif report.failed:
            self._take(self._crashed(report))

    def _take(self, line: Line) -> None:
        self.lines.append(line)
        self.writer.write(line)
        self.progress.advance(line.status)

    def _crashed(self, report: pytest.TestReport) -> Line:
        scenario = next(
            (one for f in self.suite for one in f.scenarios if plugin.node_id(f, one) == report.nodeid), None
        )
        if scenario is None:
            raise UsageError(f"{report.nodeid}: {report.longreprtext}")
        detail = f"the process that played it died: {report.longreprtext}"
        return Line(scenario.id, scenario.clauses, scenario.level, "error", detail, report.duration, None)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Features that pytest cannot collect; they were read before, so this is a fault of ours."""
        if report.failed:
            self.broken = report.longreprtext

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excrepr: Any, excinfo: Any) -> bool:
        """The session cannot go on."""
        error = getattr(excinfo, "value", None)
        self.broken = str(error) if isinstance(error, UsageError | CannotConnect) else str(excrepr)
        return True

    def pytest_keyboard_interrupt(self) -> None:
        """Ctrl-C."""
        self.interrupted = True


def run(options: Options, console: Console) -> int:
    """Play the features and say how it went.

    Returns:
        The exit code: 0, 1 if a scenario failed, 130 if the run was interrupted.

    Raises:
        UsageError: it could not be run.
    """
    began = time.perf_counter()
    suite = features.load(options.paths)
    known = _known(options, suite)
    _check(options)
    house = House(options.engine, plugin.timeouts(options.timeout), options.edition)
    _read_all(suite, house)
    try:
        hello = greet(house)
        header = Header(
            format=FORMAT,
            suite=__version__,
            digest=features.digest(suite),
            edition=options.edition or NEWEST,
            spec=options.engine,
            engine=hello,
            time=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        recorder = _play(options, console, suite, house, header)
    finally:
        house.close()
    duration = time.perf_counter() - began
    scenarios = {scenario.id: scenario for feature in suite for scenario in feature.scenarios}
    failing = summary.departures(recorder.lines, scenarios, known)
    summary.show(console, recorder.lines, failing, known, Replay(options.engine, options.edition), duration)
    if options.junit:
        junit.write(options.junit, header, recorder.lines, known)
    if recorder.interrupted:
        left = recorder.selected - len(recorder.lines)
        console.print(f"interrupted; not played: {left} of {recorder.selected}")
        return INTERRUPTED
    return FAILED if failing else OK


def greet(house: House) -> HelloReply:
    """Have the engine say hello.

    Raises:
        UsageError: it cannot, or lacks the edition asked for.
    """
    try:
        with contextlib.redirect_stdout(house.heard), contextlib.redirect_stderr(house.heard):
            hello = house.connection.hello
    except CannotConnect as error:
        raise UsageError(f"--engine: {error}") from None
    if house.edition is not None and house.edition not in hello.editions:
        has = ", ".join(hello.editions) or "none"
        raise UsageError(f"--edition {house.edition}: the engine {hello.engine.name} has {has}")
    return hello


def _check(options: Options) -> None:
    """What can be known to be wrong before the engine is started."""
    for flag, text in (("-k", options.keyword), ("-m", options.marker)):
        try:
            if text.strip():
                Expression.compile(text)
        except SyntaxError as error:
            raise UsageError(
                f"{flag} {text!r}: {error}; expected words joined with and, or, not and parentheses"
            ) from None
    files = [path.resolve() for path in (options.report, options.junit, options.baseline) if path is not None]
    if len(set(files)) < len(files):
        raise UsageError("--report, --junit and --baseline: expected different files")
    if options.report:
        check_writable(options.report, "report")
    if options.junit:
        check_writable(options.junit, "JUnit file")


def _known(options: Options, suite: Sequence[FeatureFile]) -> Mapping[str, Known]:
    if options.baseline is None:
        return {}
    known = baseline.read(options.baseline)
    ids = {scenario.id for feature in suite for scenario in feature.scenarios}
    if options.paths and not known.keys() <= ids:
        # A baseline of the whole suite, used with a part of it.
        ids |= {scenario.id for feature in features.load() for scenario in feature.scenarios}
    baseline.check_ids(options.baseline, known, ids)
    return known


def _read_all(suite: Sequence[FeatureFile], house: House) -> None:
    """Read every scenario before any is played.

    Raises:
        UsageError: steps that cannot be read, all of them.
    """
    wrong: dict[str, None] = {}
    for feature in suite:
        for scenario in feature.scenarios:
            try:
                house.needs(scenario)
            except UsageError as error:
                wrong[str(error)] = None
    if wrong:
        raise UsageError("\n".join(wrong))


def _play(
    options: Options, console: Console, suite: tuple[FeatureFile, ...], house: House, header: Header
) -> Recorder:
    writer = Writer(options.report)
    engine = header.engine.engine
    recorder = Recorder(suite, house, writer, header, Progress(console, f"{engine.name} {engine.version}"))
    began = time.perf_counter()
    try:
        session(recorder, arguments(options))
        if recorder.selected:
            writer.write(
                Footer(
                    scenarios=len(recorder.lines),
                    totals=totals(recorder.lines),
                    duration=round(time.perf_counter() - began, 6),
                    interrupted=recorder.interrupted,
                )
            )
    finally:
        recorder.progress.end()
        writer.close()
    return recorder


def arguments(options: Options) -> list[str]:
    """The options of the pytest session."""
    args: list[str] = []
    if options.keyword:
        args += ["-k", options.keyword]
    if options.marker:
        args += ["-m", options.marker]
    if options.workers:
        args += ["-p", "xdist.plugin", "-n", str(options.workers), "--dist", "load"]
        args += [f"--caipan-path={path.absolute()}" for path in options.paths or (features.packaged(),)]
        args += [f"--caipan-engine={options.engine}"]
        args += [f"--caipan-edition={options.edition}"] if options.edition else []
        args += [f"--caipan-timeout={options.timeout}"] if options.timeout is not None else []
    return args


def session(recorder: Recorder, args: Sequence[str], plugins: Sequence[object] = ()) -> None:
    """A pytest session that knows nothing of the reader's own settings, plugins and folders.

    Args:
        recorder: takes the verdicts.
        args: more options for pytest.
        plugins: more plugins.

    Raises:
        UsageError: it broke, or nothing was selected.
    """
    said = io.StringIO()
    with (
        _environment(),
        _collections(),
        contextlib.redirect_stderr(said),
        contextlib.redirect_stdout(said),
    ):
        code = pytest.main(
            [
                *("--pyargs", "caipan", "-c", os.devnull, f"--rootdir={plugin.PACKAGE}", "--noconftest"),
                *("--disable-plugin-autoload", "--assert=plain", "--capture=no"),
                *(word for name in _UNNEEDED for word in ("-p", f"no:{name}")),
                *("-p", "caipan.plugin"),
                *args,
            ],
            plugins=[recorder, *plugins],
        )
    if recorder.broken:
        raise UsageError(recorder.broken)
    if recorder.interrupted:
        return
    if code == pytest.ExitCode.NO_TESTS_COLLECTED or (code == pytest.ExitCode.OK and not recorder.selected):
        raise UsageError("no scenario selected: -k, -m, --edition and the paths leave none")
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise UsageError(f"pytest could not run: {said.getvalue().strip() or code}")


@contextlib.contextmanager
def _environment() -> Iterator[None]:
    """Without the variables that would change the session."""
    kept = {name: os.environ.pop(name, None) for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")}
    try:
        yield
    finally:
        os.environ.update({name: value for name, value in kept.items() if value is not None})


@contextlib.contextmanager
def _collections() -> Iterator[None]:
    """Without garbage collections while the features are read and bound: nothing is garbage then."""
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.enable()
