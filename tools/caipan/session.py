"""The pytest session in which scenarios are played, apart from the reader's own settings and plugins."""

from __future__ import annotations

import contextlib
import gc
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from caipan import plugin
from caipan.connect.base import CannotConnect
from caipan.features import FeatureFile, UsageError
from caipan.playing import House
from caipan.progress import Progress
from caipan.report import Header, Line, Writer
from caipan.visible import visible

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


@dataclass(slots=True)
class Recorder:
    """The part of a run that stays in this process: takes the verdicts as they come."""

    suite: tuple[FeatureFile, ...]
    house: House
    writer: Writer
    header: Header | None
    """None: nothing is played."""
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
        if selected and self.header:
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
        detail = visible(f"the process that played it died: {report.longreprtext}")
        return Line(scenario.id, scenario.clauses, scenario.level, "error", detail, report.duration, None)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Features that pytest cannot collect; they were read before, so this is a fault of ours."""
        if report.failed:
            self.broken = report.longreprtext

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excrepr: Any, excinfo: Any) -> bool:
        """The session cannot go on."""
        error = getattr(excinfo, "value", None)
        if isinstance(error, UsageError | CannotConnect):
            self.broken = str(error)
        elif isinstance(error, OSError | EOFError) and not self.selected:
            # Nothing is opened before the scenarios are chosen, but the processes of -n.
            self.broken = f"-n: no process to play in could be started ({error}); leave -n out"
        else:
            self.broken = str(excrepr)
        return True

    def pytest_keyboard_interrupt(self) -> None:
        """Ctrl-C."""
        self.interrupted = True


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
        _environment("xdist.plugin" in args),
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
def _environment(workers: bool) -> Iterator[None]:
    """Without the variables that would change the session."""
    names = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", plugin.SAFE_PATH)
    kept = {name: os.environ.pop(name, None) for name in names}
    if workers:
        # They are started as `python -c`, which would look for modules in the working directory before it
        # looks into the standard library. They take the variable away (``plugin``): no engine inherits it.
        os.environ[plugin.SAFE_PATH] = kept[plugin.SAFE_PATH] or plugin.OURS
    elif safe := kept[plugin.SAFE_PATH]:
        os.environ[plugin.SAFE_PATH] = safe
    try:
        yield
    finally:
        os.environ.pop(plugin.SAFE_PATH, None)
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
