"""The command ``caipan``. Each subcommand is imported only when it is used."""

from __future__ import annotations

import importlib
import math
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from caipan import __version__
from caipan.signals import Ended, exit_code, listening
from caipan.streams import streams

COMMANDS: Mapping[str, str] = {
    "run": "caipan.cli:run",
    "explain": "caipan.cli:explain",
    "report": "caipan.reporting.command:report",
    "clauses": "caipan.clauses_command:clauses",
    "check": "caipan.checking.command:check",
    "lint": "caipan.lint_command:lint",
    "steps": "caipan.steps_command:steps",
    "schema": "caipan.schema_command:schema",
}
"""Subcommand -> where it is defined."""

WORKERS = 64
"""So many processes may always be asked for."""
DAY = 24 * 60 * 60

ENGINES = """\b
An engine is named in one of four ways:
  reference               the reference interpreter (the default)
  python:MODULE:OBJECT    a Python class, factory or object, in this process (stdio: for what may crash)
  stdio:COMMAND ...       a program that speaks the adapter protocol over stdio
  NAME                    an engine whose adapter the suite has: caipan run --engine list"""


class Lazy(click.Group):
    """A group whose commands are imported when they are needed, so that a broken one breaks only itself."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command, whatever becomes of the output meanwhile."""
        with streams() as out:
            try:
                return super().main(*args, **options)
            finally:
                out.flush()
                if out.broken and Ended.by is None:
                    click.echo(
                        f"Error: standard output: {out.broken}; what was written is not whole", err=True
                    )
                    sys.exit(2)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command.

        Raises:
            click.ClickException: this installation lacks it.
        """
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        try:
            found = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError) as error:
            return _missing(cmd_name, error)
        assert isinstance(found, click.Command)
        return found


def _missing(name: str, error: Exception) -> click.Command:
    text = f"caipan {name} cannot be loaded: {error}; install caipan again"

    @click.command(name, help=text, context_settings={"ignore_unknown_options": True})
    @click.argument("args", nargs=-1)
    def missing(args: tuple[str, ...]) -> None:
        raise Unusable(text)

    return missing


class Unusable(click.ClickException):
    """What was asked for cannot be done."""

    exit_code = 2


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="caipan")
def main() -> None:
    """Caipan (裁判): does an engine of Sanguosha (三国杀) play by the rules?

    The rulebook is a set of scenarios: a scene, some moves, and what is then true. `caipan run` plays them
    against an engine and says which clauses of the rules it breaks.

    \b
    caipan run                                        certify the reference interpreter
    caipan run --engine 'stdio:node my_adapter.js'    certify your own engine
    caipan explain ID                                 see one scenario happen, step by step
    """


class Place(click.Path):
    """A path that is not empty: Python would take it for the folder one is in."""

    def __init__(self, expected: str) -> None:
        """Say what is expected, for the message."""
        super().__init__(path_type=Path)
        self.expected = expected

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse the empty name."""
        if value == "":
            self.fail(f"an empty name; expected {self.expected}", param, ctx)
        return super().convert(value, param, ctx)


FEATURES = Place("a feature file, or a folder of them")


def _workers(ctx: click.Context, param: click.Parameter, value: str | None) -> int:
    if value is None:
        return 0
    if value == "auto":
        return os.cpu_count() or 1
    if not value.isascii() or not value.isdigit() or not value.strip("0"):
        raise click.BadParameter(f"{value!r}: expected a number from 1 on, or auto")
    most = max(WORKERS, 4 * (os.cpu_count() or 1))
    if len(value) > 100 or int(value) > most:
        raise click.BadParameter(
            f"{value[:20]}: expected {most} at most; more would only slow each other down"
        )
    return int(value)


def _seconds(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not (value > 0 and math.isfinite(value)):
        raise click.BadParameter(f"{value:g}: expected seconds, more than 0")
    if value is not None and value > DAY:
        raise click.BadParameter(f"{value:g}: expected {DAY} seconds (a day) at most")
    return value


def _engines(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value == "list":
        _stand()
        from caipan.console import stdout
        from caipan.listing import print_engines

        print_engines(stdout())
        ctx.exit(0)
    return value


def path_option(*names: str, metavar: str = "FILE", **settings: Any) -> Callable[[Any], Any]:
    """An option whose value is a path, of what is read or written."""
    expected = "the name of a folder" if metavar == "DIR" else "the name of a file"
    return click.option(*names, metavar=metavar, **{"type": Place(expected), **settings})


_engine = click.option(
    "--engine",
    metavar="SPEC",
    default="reference",
    show_default=True,
    is_eager=True,
    callback=_engines,
    help="The engine: see below. `list` prints those that have a name, and whether they are there.",
)
_edition = click.option(
    "--edition",
    metavar="EDITION",
    help="Play by this edition of the rules (2012 or 2013), and only the scenarios that hold in it. "
    "Without this option each scenario is played once, in the newest edition that it holds in and that the "
    "engine has.",
)
_timeout = click.option(
    "--timeout",
    metavar="SECONDS",
    type=float,
    callback=_seconds,
    help="How long one scenario may take, and so each reply in it. The engine may take as long to start, "
    "and 60 seconds at least.  [default: 30 for a scenario, 10 for a reply]",
)
_trace = path_option(
    "--trace",
    help="Write every message between harness and engine to FILE, as NDJSON: time, scenario, direction, "
    "message.",
)


@click.command(epilog=ENGINES, short_help="Play scenarios against an engine.")
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=FEATURES)
@_engine
@_edition
@click.option(
    "-k",
    "keyword",
    metavar="EXPR",
    default="",
    help="Only scenarios whose id holds these words, -k '濒死 and not 酒'; or whose id or title holds a text "
    "as it stands, -k '郭嘉死了，没有机会发动遗计'.",
)
@click.option(
    "-m",
    "marker",
    metavar="EXPR",
    default="",
    help="Only scenarios with these tags: -m 'clause:2012.dying.order and not disputed'.",
)
@path_option(
    "--report",
    help="Write every verdict to FILE, as NDJSON.",
)
@path_option(
    "--junit",
    help="Write the verdicts to FILE, as JUnit XML.",
)
@path_option(
    "--baseline",
    help="Known failures (TOML, see below): they do not fail the run; but what has changed does.",
)
@path_option(
    "--write-baseline",
    help="Write a baseline of all failures of this run to FILE, which must be new. Needs --reason.",
)
@click.option("--reason", metavar="TEXT", default="", help="The reason that --write-baseline gives.")
@_trace
@_timeout
@click.option(
    "-n",
    "workers",
    metavar="N",
    callback=_workers,
    help="Play in N processes (auto: one for each processor), each with an engine of its own. It helps where "
    "the engine is slow, as many over stdio are; for a fast one, starting the processes costs more.",
)
@click.option(
    "--list", "listed", is_flag=True, help="List the scenarios chosen (level, editions, id) without playing."
)
def run(paths: tuple[Path, ...], **options: Any) -> None:
    """Play scenarios against an engine and say what it makes of the rules.

    PATH is a feature file or a folder of them; without it, the suite's own features are played.

    \b
    passed       as the rules say
    failed       otherwise than the rules say
    unsupported  the engine lacks something that the scenario needs: no verdict
    error        the engine broke
    timeout      the engine did not answer in time
    disputed     the rule documents leave it open, and the engine decides it otherwise: no failure

    Exit code: 0 if nothing failed; 1 if a scenario ended as failed, error or timeout, or otherwise than
    the baseline says; 2 if it could not be run, or nothing was decided (the message says why); 130 if it was
    interrupted (143 by SIGTERM, 129 by SIGHUP).

    A baseline has an entry for each known failure:

    \b
      [[known]]
      id = "dying/..."
      status = "failed"            # or "error", "timeout"
      reason = "asks for 桃 in the order of seats"
      link = "https://..."         # optional

    --write-baseline FILE --reason TEXT writes one for all that fails now.

    The report is NDJSON: a header (suite version, digest of the features, edition, the engine's hello), a
    line for each scenario as it is played (id, clauses, level, status, detail, duration), and a footer with
    totals. A report without its footer is not whole.
    """
    from caipan.console import stdout
    from caipan.run import Options
    from caipan.run import run as play

    _do(lambda: play(Options(paths=paths, **options), stdout()))


@click.command(epilog=ENGINES, short_help="Play one scenario and draw what happened.")
@click.argument("scenario", metavar="ID")
@_engine
@_edition
@click.option(
    "--features",
    "paths",
    metavar="PATH",
    multiple=True,
    type=FEATURES,
    help="Look for the scenario in this file or folder instead of the suite's own features.",
)
@_trace
@_timeout
def explain(scenario: str, **options: Any) -> None:
    """Play one scenario and draw what happened.

    ID is a scenario's id, as `caipan run` and `caipan run --list` print it, its whole title, or a part of
    its id that no other id has. Shown are the scene, the moves, and everything that happened as a tree: what
    happened inside what, the official timings, and who was asked and what was chosen. At the end stands the
    verdict.

    Exit code: 0 if it passed (or the engine lacks something, or the point is disputed); 1 if it failed;
    2 if it could not be run.
    """
    from caipan.console import stdout
    from caipan.explain import explain as draw

    _do(lambda: draw(scenario, stdout(), **options))


def _stand() -> None:
    """See that there is a working directory: what is named and printed is so from there.

    Raises:
        Unusable: it was deleted.
    """
    try:
        os.getcwd()
    except OSError as problem:
        raise Unusable(
            f"the working directory is not there any more ({problem.strerror}); expected one: cd to another"
        ) from None


def _do(what: Any) -> None:
    """Run a command: its exit code, or the message of what could not be done and 2."""
    from caipan.features import UsageError

    _stand()
    with listening():
        try:
            code = what()
        except UsageError as error:
            raise Unusable(str(error)) from None
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            code = 130
        code = exit_code(code)
    sys.exit(code)
