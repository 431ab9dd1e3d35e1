"""A process to talk with: bytes in, bytes out, no wait longer than its deadline.

One loop polls stdout and stderr together, so that an engine that fills its
stderr never blocks, and no thread is needed. POSIX only.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import os
import re
import select
import signal
import subprocess
import weakref
from time import monotonic

from caipan.connect import strays
from caipan.visible import visible

CHUNK = 1 << 18
KEPT = 1 << 16
"""Bytes of stderr that are kept."""


class Ended(Exception):
    """The process is gone, or has closed its side."""


class Late(Exception):
    """The deadline went by."""


class Tail:
    """The last ``KEPT`` bytes of a stream, and how many went before them."""

    __slots__ = ("_data", "_lost")

    def __init__(self) -> None:
        self._data = bytearray()
        self._lost = 0

    def add(self, data: bytes) -> None:
        """Append, and forget what is too old."""
        self._data += data
        if (surplus := len(self._data) - KEPT) > 0:
            del self._data[:surplus]
            self._lost += surplus

    def text(self) -> str:
        """What is kept, with a note of what is not. What cannot be seen in it is written out."""
        text = visible(self._data.decode(errors="replace").replace("\r\n", "\n"))
        return f"… ({self._lost} bytes before this) …{text}" if self._lost else text

    def last_lines(self, count: int = 3) -> str:
        """The last lines that are not blank, on one line; one that names an error is among them."""
        lines = [line.strip() for line in self._data.decode(errors="replace").splitlines() if line.strip()]
        last = lines[-count:]
        if not any(map(_names_error, last)):
            named = [line for line in lines[:-count] if _names_error(line)]
            last = [*named[-1:], *(["…"] if named else []), *last]
        return " | ".join(last)

    def clear(self) -> None:
        """Forget everything."""
        self._data.clear()
        self._lost = 0


_ERROR = re.compile(r"\b\w*(?:error|exception|panic(?:ked)?|fatal)\b", re.IGNORECASE)


def _names_error(line: str) -> bool:
    """Whether a line may be the one that says what broke; those of a stack only say where."""
    return _ERROR.search(line) is not None and not line.startswith("at ")


class Process:
    """A running process in a session of its own, its pipes non-blocking.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, argv: list[str], stderr: Tail) -> None:
        strays.adopt()
        self._mark = f"{os.getpid()}-{next(_numbers)}"
        self._popen = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env={**os.environ, strays.VARIABLE: self._mark},
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._in = self._popen.stdin.fileno()
        self._out = self._popen.stdout.fileno()
        self._err = self._popen.stderr.fileno()
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        self._stderr = stderr
        self._reading = select.poll()
        self._writing = select.poll()
        for poll in (self._reading, self._writing):
            poll.register(self._err, select.POLLIN)
        self._reading.register(self._out, select.POLLIN)
        self._writing.register(self._in, select.POLLOUT)
        self._parent = os.getpid()
        _running.add(self)

    def send(self, data: bytes, deadline: float) -> None:
        """Write all of it.

        Raises:
            Ended: nobody reads it.
            Late: it is not read in time.
        """
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                self._wait(self._writing, deadline)
            except OSError as problem:
                raise Ended from problem

    def receive(self, deadline: float) -> bytes:
        """Some bytes, at least one.

        Raises:
            Ended: there will be no more.
            Late: none came in time.
        """
        while True:
            ready = self._wait(self._reading, deadline)
            if self._out in ready:
                if chunk := os.read(self._out, CHUNK):
                    return chunk
                raise Ended
            if self._popen.poll() is not None:
                # A child of it may hold the pipe open: its end is the end, once what it wrote is read.
                if chunk := self.pending():
                    return chunk
                raise Ended

    def pending(self) -> bytes:
        """What stands in stdout right now."""
        try:
            return os.read(self._out, CHUNK)
        except BlockingIOError:
            return b""

    def running(self) -> bool:
        """Whether it still runs."""
        return self._popen.poll() is None

    def drain_stderr(self) -> None:
        """Take what stands in stderr right now; no more than a few chunks, for it may never end."""
        for _ in range(16):
            try:
                chunk = os.read(self._err, CHUNK)
            except BlockingIOError:
                return
            if not chunk:
                for poll in (self._reading, self._writing):
                    with contextlib.suppress(KeyError):
                        poll.unregister(self._err)
                return
            self._stderr.add(chunk)

    def how_it_ended(self, patience: float = 0.5) -> str:
        """In words, once `Ended` was raised: the exit code, or the signal."""
        try:
            code = self._popen.wait(patience)
        except subprocess.TimeoutExpired:
            return "closed its stdout"
        if code >= 0:
            return f"exited with code {code}"
        try:
            return f"was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"was killed by signal {-code}"

    def stop(self, patience: float = 0.0) -> None:
        """End it and whatever it started: by closing its stdin, and after ``patience`` seconds by force.

        What left its process group is ended too where it can be found (``strays``).
        """
        if self._parent != os.getpid():
            return  # a forked copy of this object: the process belongs to the parent
        _running.discard(self)
        popen = self._popen
        assert popen.stdin is not None
        assert popen.stdout is not None
        assert popen.stderr is not None
        with contextlib.suppress(OSError):
            popen.stdin.close()
        if patience:
            with contextlib.suppress(subprocess.TimeoutExpired):
                popen.wait(patience)
        # Also when it has ended: what it started may still run.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)
        popen.wait()
        strays.end(self._mark)
        self.drain_stderr()
        popen.stdout.close()
        popen.stderr.close()

    def _wait(self, poll: select.poll, deadline: float) -> set[int]:
        """Which pipes are ready; after a moment none, so that the caller can look whether it still runs."""
        left = deadline - monotonic()
        if left <= 0:
            raise Late
        ready = {fd for fd, _ in poll.poll(min(left, 0.1) * 1000 + 1)}
        if self._err in ready:
            self.drain_stderr()
        return ready


_numbers = itertools.count(1)
_running: weakref.WeakSet[Process] = weakref.WeakSet()


@atexit.register
def stop_all() -> None:
    """End all that still run."""
    for process in list(_running):
        process.stop()
