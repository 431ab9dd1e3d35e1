"""Standard output and error that no run dies of: closed, on a full disk, or a pipe whose reader has left."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast


class Stream:
    """A stream that keeps the first failure to write to it, and takes everything after it in silence."""

    def __init__(self, file: TextIO) -> None:
        """Stand in front of a stream."""
        self._file = file
        self.failure: OSError | None = None

    def __getattr__(self, name: str) -> Any:
        """Anything else is the stream's own."""
        return getattr(self._file, name)

    def write(self, text: str) -> int:
        """Write, if that is still possible."""
        if self.failure is None:
            try:
                return self._file.write(text)
            except OSError as error:
                self._fail(error)
            except ValueError:
                if not self._file.closed:
                    raise
                self._fail(OSError(errno.EBADF, "it was closed meanwhile"))
        return len(text)

    def flush(self) -> None:
        """Flush, likewise."""
        if self.failure is None:
            try:
                self._file.flush()
            except OSError as error:
                self._fail(error)
            except ValueError:
                if not self._file.closed:
                    raise
                self._fail(OSError(errno.EBADF, "it was closed meanwhile"))

    def _fail(self, error: OSError) -> None:
        """Send what is still to come, and what Python holds back to the end, to nowhere."""
        self.failure = error
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._file.fileno())
            os.close(nowhere)

    @property
    def broken(self) -> str:
        """Why what was written is not whole; empty if it is, or if its reader had enough."""
        if self.failure is None or self.failure.errno == errno.EPIPE:
            return ""
        return self.failure.strerror or str(self.failure)


@contextlib.contextmanager
def streams() -> Iterator[Stream]:
    """Standard output and error as ``Stream`` while a command runs.

    Yields:
        standard output.
    """
    _occupy()
    out, err = sys.stdout or _missing(), sys.stderr or open(os.devnull, "w")  # noqa: SIM115 (until the end)
    for stream in (out, err):
        if isinstance(stream, io.TextIOWrapper):
            # What the encoding lacks is escaped: no command dies of a character.
            stream.reconfigure(errors="backslashreplace")
    kept, guarded = (sys.stdout, sys.stderr), Stream(out)
    sys.stdout, sys.stderr = cast(TextIO, guarded), cast(TextIO, Stream(err))
    try:
        yield guarded
    finally:
        guarded.flush()
        sys.stdout, sys.stderr = kept


def _missing() -> TextIO:
    """What stands for a standard output that was closed before the command began."""
    read = os.open(os.devnull, os.O_RDONLY)
    return open(read, "w", encoding="utf-8")


def _occupy() -> None:
    """Have the numbers of closed standard streams taken: else a report would be opened as one of them."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest that is free. Nothing can be written to it: that is noticed.
            os.open(os.devnull, os.O_RDONLY)
