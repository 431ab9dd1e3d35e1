"""A Python engine on stdio: the loop that reads the harness's lines and writes the engine's replies.

An engine is any object with ``handle``, which takes one message of the harness
and yields the reply: events, then the one message that closes it::

    if __name__ == "__main__":
        serve(MyEngine())
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Protocol

import msgspec

from caipan.contract.messages import (
    EngineMessage,
    Error,
    Event,
    HarnessMessage,
    decode_harness,
    encode,
)

BATCH = 1 << 16
"""Bytes of a reply that are gathered before they are written."""


class Engine(Protocol):
    """An engine in Python, as `serve` and the in-process connection need it."""

    def handle(self, message: HarnessMessage) -> Iterable[EngineMessage]:
        """Yield the reply to one message: events, then the one message that closes it."""
        ...


def serve(engine: Engine, stdin: Iterable[bytes] | None = None, stdout: BinaryIO | None = None) -> None:
    """Answer the harness until its side of the pipe is closed.

    A line that is no message of the contract, and an exception inside the engine, are answered with
    ``error``; the traceback goes to stderr. Without ``stdout`` the process's own is used, and whatever the
    engine prints goes to stderr instead, where it does no harm.

    Args:
        stdin: The harness's messages, a line each.
        stdout: Where the replies go; written at the end of a reply, not for each of its events.
    """
    lines: Iterable[bytes] = sys.stdin.buffer if stdin is None else stdin
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(_own_stdout()) if stdout is None else stdout
        # The harness may leave, or a reader may press ^C, at any moment: both simply end the service.
        with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
            for line in lines:
                if line.strip():
                    _reply(engine, line, out)


@contextlib.contextmanager
def _own_stdout() -> Iterator[BinaryIO]:
    """The real stdout, for the protocol alone; all others who print get stderr."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    out = os.fdopen(kept, "wb")
    try:
        yield out
    finally:
        sys.stdout.flush()
        with contextlib.suppress(BrokenPipeError):
            out.flush()
        os.dup2(kept, 1)
        with contextlib.suppress(BrokenPipeError):
            out.close()


def _reply(engine: Engine, line: bytes, out: BinaryIO) -> None:
    gathered: list[bytes] = []
    size = 0
    for message in _messages(engine, line):
        gathered.append(message)
        size += len(message)
        if size > BATCH:
            out.write(b"\n".join((*gathered, b"")))
            gathered.clear()
            size = 0
    out.write(b"\n".join((*gathered, b"")))
    out.flush()


def _messages(engine: Engine, line: bytes) -> Iterator[bytes]:
    """The encoded reply to one line; what goes wrong becomes its last message."""
    try:
        message = decode_harness(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        shown = line[:200].decode(errors="replace").strip()
        yield encode(Error(f"no message of the contract: {problem}; the line was: {shown}"))
        return
    closed = False
    try:
        for sent in engine.handle(message):
            yield encode(sent)
            closed = closed or not isinstance(sent, Event)
    except Exception as problem:
        traceback.print_exc()
        yield encode(Error(f"{type(problem).__name__}: {problem}"))
        return
    if not closed:
        name = type(message).__struct_config__.tag
        yield encode(Error(f"the engine ended its reply to `{name}` without a closing message"))
