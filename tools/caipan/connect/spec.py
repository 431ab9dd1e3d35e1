"""From what ``--engine`` says to a connection."""

from __future__ import annotations

import os
import shlex
import shutil

from caipan.connect import named
from caipan.connect.base import CannotConnect, Connection, Tap, Timeouts
from caipan.connect.inprocess import InProcess, find
from caipan.connect.stdio import Stdio

REFERENCE = "sanguosha.adapter:Reference"

FORMS = """`reference`               the reference interpreter, in this process
`python:MODULE:OBJECT`    a Python class, factory or object with handle(message), in this process
`stdio:COMMAND …`         a program that speaks the contract on its stdin and stdout
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
        return InProcess(spec, find(*REFERENCE.split(":")), timeouts, tap)
    if kind == "python" and colon:
        module, colon, name = rest.partition(":")
        if not (module and colon and name):
            raise CannotConnect(f"`{spec}` names no object: expected python:MODULE:OBJECT")
        return InProcess(spec, find(module, name), timeouts, tap)
    if kind == "stdio" and colon:
        return Stdio(spec, _command(spec, rest), timeouts, tap)
    if engine := named.load(spec):
        _posix(spec)
        return Stdio(spec, named.command(engine), timeouts, tap)
    known = ", ".join(named.names()) or "none in this installation"
    raise CannotConnect(f"`{spec}` names no engine. Expected one of\n{FORMS}: {known}")


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
        raise CannotConnect(
            f"command not found: `{argv[0]}` (in `{spec}`); expected a program on the PATH, or a path to one"
        )
    return argv
