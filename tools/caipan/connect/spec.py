"""From what ``--engine`` says to a connection."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
from pathlib import Path

from caipan.connect import named
from caipan.connect.base import CannotConnect, Connection, Tap, Timeouts
from caipan.connect.inprocess import InProcess, find
from caipan.connect.process import stop_all
from caipan.connect.stdio import Stdio

REFERENCE = ("sanguosha.adapter", "Reference")

FORMS = """`reference`               the reference interpreter, in this process
`python:MODULE:OBJECT`    a Python class, factory or object with handle(message), in this process
`stdio:COMMAND …`         a program that speaks the contract on its stdin and stdout; use it for anything
                          that may crash
`NAME`                    an engine whose adapter comes with the suite"""


def connect(spec: str, timeouts: Timeouts, tap: Tap | None = None) -> Connection:
    """The connection that ``spec`` names. A program is started only when it is first spoken to.

    Args:
        spec: the engine as ``--engine`` names it.
        timeouts: how long to wait for it.
        tap: is shown everything that goes over the wire.

    Raises:
        CannotConnect: it names no engine; the message says why, and which forms there are.
    """
    kind, colon, rest = spec.partition(":")
    if spec == "reference":
        return InProcess(spec, find(*REFERENCE), timeouts, tap)
    if kind == "python" and colon:
        module, colon, name = rest.partition(":")
        if not (module and colon and name):
            raise CannotConnect(f"`{spec}` names no object: expected python:MODULE:OBJECT")
        _Guests.came = True
        return InProcess(spec, find(module, name, timeouts.start), timeouts, tap)
    if kind == "stdio" and colon:
        return Stdio(spec, _command(spec, rest), timeouts, tap)
    if engine := named.load(spec):
        _posix(spec)
        return Stdio(spec, named.command(engine), timeouts, tap)
    known = ", ".join(named.names()) or "none in this installation"
    raise CannotConnect(f"`{spec}` names no engine. Expected one of\n{FORMS}: {known}")


class _Guests:
    """Whether somebody else's code ran in this process."""

    came = False


def leave(code: int) -> None:
    """End this process, if an engine's code in it might not let it end, or end it otherwise.

    Threads that such an engine left behind are not waited for, and what it wants done at exit is not done.
    Returns where no such engine was ever connected to: the caller ends the process as usual.

    Args:
        code: the exit code.
    """
    if not _Guests.came:
        return
    stop_all()
    for stream in (sys.stdout, sys.stderr):
        # An engine may have closed it, or the reader of a pipe may be gone.
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(code)


def _posix(spec: str) -> None:
    if os.name != "posix":
        raise CannotConnect(f"`{spec}`: engines over stdio need a POSIX system (Linux, macOS, WSL)")


def _command(spec: str, command: str) -> list[str]:
    _posix(spec)
    try:
        argv = shlex.split(command)
    except ValueError as problem:
        raise CannotConnect(f"cannot read the command `{command}`: {problem}") from problem
    if not argv:
        raise CannotConnect(
            f"`{spec}` names no command: expected stdio:COMMAND …, e.g. stdio:python my_adapter.py"
        )
    if shutil.which(argv[0]) is None:
        raise CannotConnect(f"{_no_program(argv[0])} (in `{spec}`)")
    return argv


def _no_program(name: str) -> str:
    """Why there is no such program, and what to say instead."""
    path = Path(name)
    if path.is_dir():
        return f"`{name}` is a directory; expected a program in it, or one on the PATH"
    if not path.is_file():
        return f"command not found: `{name}`; expected a program on the PATH, or a path to one"
    if os.access(path, os.X_OK):
        return f"command not found on the PATH: `{name}`; for the file in this folder expected `./{name}`"
    return f"`{name}` is not executable; expected the program that runs it before it, like python3 {name}"
