"""``caipan run``: features against an engine, in a pytest session of its own."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from caipan import __version__, baseline, closing, features, junit, listing, plugin, selection, unseen
from caipan.baseline import Known
from caipan.connect.base import CannotConnect
from caipan.console import stderr
from caipan.contract.messages import HelloReply
from caipan.features import FeatureFile, UsageError
from caipan.outputs import check_apart
from caipan.playing import House
from caipan.progress import Progress
from caipan.report import FORMAT, NEWEST, Footer, Header, Writer, check_writable, totals
from caipan.selection import Selection
from caipan.session import Recorder, session
from caipan.summary import Replay
from caipan.trace import Trace
from caipan.visible import visible

OK, FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes."""


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
    write_baseline: Path | None = None
    reason: str = ""
    trace: Path | None = None
    timeout: float | None = None
    workers: int = 0
    listed: bool = False
    """Whether to list the scenarios instead of playing them."""

    @property
    def files(self) -> dict[str, Path]:
        """The files that it names, by the option."""
        named = {
            "--report": self.report,
            "--junit": self.junit,
            "--baseline": self.baseline,
            "--write-baseline": self.write_baseline,
            "--trace": self.trace,
        }
        return {option: path for option, path in named.items() if path is not None}


def run(options: Options, console: Console) -> int:
    """Play the features and say how it went.

    Returns:
        The exit code: 0, 1 if a scenario failed, 2 if nothing was decided, 130 if the run was interrupted.

    Raises:
        UsageError: it could not be run.
    """
    began = time.perf_counter()
    suite = features.load(options.paths)
    chosen = selection.read(options.keyword, options.marker)
    known = _known(options, suite)
    _check(options, suite)
    if options.listed:
        return _list(options, console, suite, chosen)
    writer = Writer(options.report)
    with _telling(writer, options, console):
        return _run(options, console, suite, chosen, known, writer, began)


@contextlib.contextmanager
def _telling(writer: Writer, options: Options, console: Console) -> Iterator[None]:
    """Say of an earlier report that it is still there, if a run ends before it has anything to report."""
    try:
        yield
    except UsageError as error:
        raise UsageError("\n".join(filter(None, (str(error), _stays(writer, options))))) from None
    except KeyboardInterrupt:
        _tell(console, _stays(writer, options))
        raise


def _stays(writer: Writer, options: Options) -> str:
    if writer.begun or options.report is None or not options.report.is_file():
        return ""
    return f"{options.report}: not written; what is there is of an earlier run"


def _tell(console: Console, text: str) -> None:
    if text:
        console.print(text, soft_wrap=True)


def _run(
    options: Options,
    console: Console,
    suite: tuple[FeatureFile, ...],
    chosen: Selection,
    known: Mapping[str, Known],
    writer: Writer,
    began: float,
) -> int:
    trace = Trace(options.trace) if options.trace else None
    house = House(options.engine, plugin.timeouts(options.timeout), options.edition, trace=trace)
    _read_all(suite, house)
    try:
        hello = greet(house)
        header = Header(
            format=FORMAT,
            suite=__version__,
            digest=features.digest(suite),
            edition=options.edition or NEWEST,
            spec=visible(options.engine),
            engine=hello,
            time=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        progress = Progress(console, _name(hello), stderr())
        recorder = _play(options, chosen, Recorder(suite, house, writer, header, progress))
    finally:
        house.close()
    if trace:
        trace.close()
    duration = time.perf_counter() - began
    scenarios = {scenario.id: scenario for feature in suite for scenario in feature.scenarios}
    failing = closing.departures(recorder.lines, scenarios, known)
    replay = Replay(options.engine, options.edition)
    whole = not (options.paths or options.keyword or options.marker or recorder.interrupted)
    unlooked = unseen.cards(hello.cards, recorder.lines, scenarios, house.needs) if whole else ()
    closing.show(console, recorder.lines, failing, known, replay, duration, unlooked)
    if options.junit:
        junit.write(options.junit, header, recorder.lines, known)
    if recorder.interrupted:
        left = recorder.selected - len(recorder.lines)
        console.print(f"interrupted; not played: {left} of {recorder.selected}")
        _tell(console, _stays(writer, options))
        if options.write_baseline:
            console.print(f"{options.write_baseline}: not written", soft_wrap=True)
        return INTERRUPTED
    if options.write_baseline:
        verdicts = {line.id: line.status for line in recorder.lines}
        number, kept = baseline.write(options.write_baseline, verdicts, known, options.reason)
        said = f", {kept} of them from {options.baseline}, for scenarios not played now" if kept else ""
        console.print(f"{options.write_baseline}: {number} written{said}", soft_wrap=True)
    if failing:
        return FAILED
    return OK if closing.decided(recorder.lines) else UNUSABLE


def _name(hello: HelloReply) -> str:
    return f"{hello.engine.name} {hello.engine.version}"


def _list(options: Options, console: Console, suite: tuple[FeatureFile, ...], chosen: Selection) -> int:
    """Print the scenarios that would be played. The engine is not started."""
    if options.edition is not None and options.edition not in features.EDITIONS:
        raise UsageError(f"--edition {options.edition}: expected one of {', '.join(features.EDITIONS)}")
    house = House(options.engine, edition=options.edition)
    silent = Progress(Console(quiet=True), "")
    found = listing.Chosen()
    session(
        Recorder(suite, house, Writer(None), None, silent),
        [*arguments(options, chosen, workers=0), "--collect-only"],
        [found],
    )
    listing.print_scenarios(console, found.scenarios)
    return OK


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
    if not set(hello.editions) & set(features.EDITIONS):
        has = ", ".join(hello.editions) or "none"
        raise UsageError(
            f"--engine: the engine {hello.engine.name} says that its editions are {has}; "
            f"expected one of {', '.join(features.EDITIONS)} among them"
        )
    if house.edition is not None and house.edition not in hello.editions:
        has = ", ".join(hello.editions) or "none"
        raise UsageError(f"--edition {house.edition}: the engine {hello.engine.name} has {has}")
    return hello


def _check(options: Options, suite: Sequence[FeatureFile]) -> None:
    """What can be known to be wrong before the engine is started."""
    files = options.files
    if options.listed and files:
        raise UsageError(f"--list plays nothing; leave {' and '.join(files)} out")
    read = {option: path for option, path in files.items() if option == "--baseline"}
    written = {option: path for option, path in files.items() if option not in read}
    check_apart(written, read, [feature.path for feature in suite])
    if options.trace and options.workers:
        raise UsageError("--trace: the messages of several processes would be mixed; leave -n out")
    if options.reason and not options.write_baseline:
        raise UsageError("--reason is for --write-baseline FILE; expected both, or neither")
    if options.write_baseline:
        baseline.check_new(options.write_baseline, options.reason)
    for path, what in (
        (options.report, "report"),
        (options.junit, "JUnit file"),
        (options.write_baseline, "baseline"),
        (options.trace, "trace"),
    ):
        if path:
            check_writable(path, what)


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


def _play(options: Options, chosen: Selection, recorder: Recorder) -> Recorder:
    writer = recorder.writer
    began = time.perf_counter()
    try:
        session(recorder, arguments(options, chosen, options.workers))
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


def arguments(options: Options, chosen: Selection, workers: int) -> list[str]:
    """The options of the pytest session."""
    args: list[str] = []
    if chosen.words:
        args += ["-k", chosen.words]
    if chosen.text:
        args += [f"--caipan-text={chosen.text}"]
    if chosen.tags:
        args += ["-m", chosen.tags]
    if workers:
        args += ["-p", "xdist.plugin", "-n", str(workers), "--dist", "load"]
        args += [f"--caipan-path={path.absolute()}" for path in options.paths or (features.packaged(),)]
        args += [f"--caipan-engine={options.engine}"]
        args += [f"--caipan-edition={options.edition}"] if options.edition else []
        args += [f"--caipan-timeout={options.timeout}"] if options.timeout is not None else []
    return args
