"""Processes that an engine started and that left its process group (Linux only; elsewhere nothing is found).

A child that gives itself a session of its own, and whose parent is gone, is out of reach of ``killpg``. Every
engine is started with a mark in its environment, which its descendants inherit; and this process becomes the
one to whom the orphans among its descendants fall, so that they are found below it and can be waited for.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import signal
from pathlib import Path
from time import monotonic, sleep

VARIABLE = "CAIPAN_ENGINE"
"""The variable of the environment in which the mark stands."""

PATIENCE = 1.0
"""Seconds in which all of them must have been found and ended."""

_PR_SET_CHILD_SUBREAPER = 36


@functools.cache
def adopt() -> bool:
    """Have orphaned descendants fall to this process. Returns whether the system can do that."""
    try:
        return bool(ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    except (OSError, AttributeError, TypeError):
        return False


def end(mark: str) -> None:
    """Kill what bears the mark, down to the last descendant, and wait for it.

    Args:
        mark: what stands in the environment of an engine that was ended itself.
    """
    if not adopt():
        return
    until = monotonic() + PATIENCE
    # A killed one's children fall to this process in turn, so that it may take several rounds.
    while (found := _marked(mark)) and monotonic() < until:
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        for pid in found:
            while not _gone(pid) and monotonic() < until:
                sleep(0.001)


def _marked(mark: str) -> list[int]:
    """Children of this process that bear the mark."""
    wanted = f"{VARIABLE}={mark}".encode()
    return [pid for pid in _children() if wanted in _read(f"/proc/{pid}/environ").split(b"\0")]


def _children() -> list[int]:
    """The children of all threads of this process."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path("/proc/self/task").iterdir():
            found += map(int, _read(f"{task}/children").split())
    return found


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


def _gone(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True
