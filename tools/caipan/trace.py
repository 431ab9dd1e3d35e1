"""``--trace``: everything that goes over the wire, as NDJSON.

Each line is an object with

``time``       seconds since the first message
``scenario``   the id of the scenario that is played; null while engine and harness say hello
``direction``  ``sent`` to the engine, or ``received`` from it
``message``    the message; a text, where the engine sent what is not JSON
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import IO, Any

import msgspec

from caipan.features import UsageError

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Trace:
    """Writes a trace. The file is opened when there is something to write."""

    __slots__ = ("_began", "_failure", "_file", "_path", "scenario")

    def __init__(self, path: Path) -> None:
        """Take the name of the file."""
        self.scenario: str | None = None
        self._path = path
        self._file: IO[bytes] | None = None
        self._began = time.monotonic()
        self._failure = ""

    def tap(self, sent: bool, line: bytes) -> None:
        """Write one line of the wire. What cannot be written is said by ``close``: no scenario fails for it.

        Args:
            sent: whether it went to the engine.
            line: without its line feed.
        """
        if self._failure:
            return
        entry = {
            "time": round(time.monotonic() - self._began, 6),
            "scenario": self.scenario,
            "direction": "sent" if sent else "received",
            "message": _message(line),
        }
        try:
            if self._file is None:
                self._file = open(self._path, "wb")  # noqa: SIM115 (lives as long as the run)
            self._file.write(_encode(entry) + b"\n")
            self._file.flush()
        except OSError as error:
            self._failure = error.strerror or str(error)

    def close(self) -> None:
        """Close the file.

        Raises:
            UsageError: it could not be written.
        """
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None
        if self._failure:
            raise UsageError(f"{self._path}: the trace cannot be written: {self._failure}")


def _message(line: bytes) -> Any:
    try:
        _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return line.decode(errors="backslashreplace")
    return msgspec.Raw(line)
