"""The report of a run: NDJSON, a header, a line for each scenario as it is played, and a footer.

Each line is flushed as it comes, so that nothing is lost when a run dies half-way;
such a report has no footer, and ``read`` refuses it. An interrupted run closes its
report with a footer that says so.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct

from caipan.contract.messages import HelloReply, Natural
from caipan.features import Level, UsageError
from caipan.verdict import STATUSES, Status

FORMAT = 1
NEWEST = "newest"
"""``Header.edition`` of a run that played each scenario in the newest edition it holds in."""


class Header(Struct, frozen=True, forbid_unknown_fields=True, tag="header"):
    """What was run, against what."""

    format: int
    suite: str
    """The suite's version."""
    digest: str
    """A digest of the features (``caipan.features.digest``)."""
    edition: str
    spec: str
    """The engine as it was named on the command line."""
    engine: HelloReply
    """What the engine said about itself."""
    time: str
    """When the run began, ISO 8601, UTC."""


class Line(Struct, frozen=True, forbid_unknown_fields=True, tag="scenario"):
    """The verdict on one scenario."""

    id: str
    clauses: tuple[str, ...]
    level: Level
    status: Status
    detail: str
    """One paragraph for the reader; empty if it passed."""
    duration: float
    """Seconds."""
    edition: str | None
    """The edition it was played in; null if the engine has none in which it holds."""
    account: dict[str, Any] | None = None
    """What happened, if it did not pass: the scene, the script, how far it came, the asks, the step."""
    stderr: str = ""
    """The end of what the engine wrote to stderr, if it did not pass."""


class Footer(Struct, frozen=True, forbid_unknown_fields=True, tag="footer"):
    """That this is the whole report."""

    scenarios: Natural
    totals: dict[Status, Natural]
    duration: float
    interrupted: bool = False
    """Whether the run was broken off; then the scenarios not reached are missing."""


Entry = Header | Line | Footer
encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report."""

    header: Header
    lines: tuple[Line, ...]
    footer: Footer


class ReportError(UsageError):
    """A report that cannot be trusted; the message names file and line, and what was expected."""


def totals(lines: Iterable[Line]) -> dict[Status, int]:
    """How many scenarios have which status; every status is there."""
    found = dict.fromkeys(STATUSES, 0)
    for line in lines:
        found[line.status] += 1
    return found


class Writer:
    """Writes a report line by line. ``None`` as file writes nothing."""

    __slots__ = ("_begun", "_file", "_path")

    def __init__(self, path: Path | None) -> None:
        """Take the name. The file is opened when there is something to write: until then it is left alone."""
        self._path = path
        self._begun = False
        self._file: IO[bytes] | None = None

    @property
    def begun(self) -> bool:
        """Whether something was written: until then an earlier report of the same name is still there."""
        return self._begun

    def write(self, entry: Entry) -> None:
        """Write one line and hand it to the system.

        Raises:
            UsageError: the file cannot be written, the disk is full, or the like.
        """
        if self._path is None:
            return
        try:
            if self._file is None:
                self._file = open(self._path, "wb")  # noqa: SIM115 (lives as long as the run)
                self._begun = True
            self._file.write(encode(entry) + b"\n")
            self._file.flush()
        except OSError as error:
            raise UsageError(
                f"{self._path}: the report cannot be written: {error.strerror or error}"
            ) from None

    def close(self) -> None:
        """Close the file. What could not be written was said when it was tried."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None


def check_writable(path: Path, what: str) -> None:
    """Make sure, without touching it, that a file can be written at the end of a run.

    Raises:
        UsageError: it cannot.
    """
    try:
        why = _unwritable(path)
    except (OSError, RuntimeError, ValueError) as error:
        # A name that is too long, a folder that may not be searched, links in a circle.
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if why:
        raise UsageError(f"{path}: the {what} cannot be written: {why}")


def _unwritable(path: Path) -> str:
    if path.is_symlink() and not path.exists():
        return "it is a link that leads nowhere; give the name of a file"
    if path.is_dir():
        return "it is a folder; give the name of a file"
    if not path.parent.is_dir():
        if path.parent.exists():
            return f"{path.parent} is a file, not a folder"
        return f"there is no folder {path.parent}"
    return "" if os.access(path if path.exists() else path.parent, os.W_OK) else "no permission"


def read(path: Path) -> Report:
    """Read a whole report.

    Raises:
        ReportError: it cannot be read, or is not a whole and consistent report.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReportError(f"{path}: the report cannot be read: {error.strerror or error}") from None
    rows = data.split(b"\n")
    last = rows.pop()
    if not rows and last:
        _entry(path, 1, last)  # raises, if it is not a report at all
    entries = [_entry(path, number, row) for number, row in enumerate(rows, 1)]
    if last:
        raise ReportError(f"{path}:{len(rows) + 1}: the line is cut off; expected a whole line: run again")
    return _whole(path, entries)


def _entry(path: Path, number: int, row: bytes) -> Entry:
    try:
        return _decode(row)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ReportError(f"{path}:{number}: {_explained(row, number, error)}") from None


_NOT_TEXT = {
    b"\xef\xbb\xbf": "the file begins with a byte-order mark; save it as UTF-8 without BOM",
    b"\xff\xfe": "the file is UTF-16; save it as UTF-8",
    b"\xfe\xff": "the file is UTF-16; save it as UTF-8",
    b"\x1f\x8b": "the file is compressed; unpack it first: gunzip",
}
"""How files begin that are no reports as they stand, and what is to be done."""


class _Formatted(Struct):
    """The part of a header by which every version knows whether it can read the rest."""

    format: int


def _explained(row: bytes, number: int, error: Exception) -> str:
    """What is wrong with a line that cannot be read, and how to mend it."""
    if number == 1:
        try:
            newer = msgspec.json.decode(row, type=_Formatted).format
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            newer = FORMAT
        if newer != FORMAT:
            return _other_format(newer)
        for signature, what in _NOT_TEXT.items():
            if row.startswith(signature):
                return what
    if not row.strip():
        return "an empty line; take it out"
    why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
    if "$.status" in why:
        return f"not a line of a report: {why}; expected one of {', '.join(STATUSES)}"
    if not row.lstrip().startswith(b"{"):
        return (
            f"not a line of a report: {why}; expected what `caipan run --report` writes: "
            "a JSON object on each line"
        )
    return f"not a line of a report: {why}; expected on each line a JSON object, a header, scenario or footer"


def _other_format(number: int) -> str:
    return (
        f"format {number}; this version of caipan reads format {FORMAT}: run again with it, or read the "
        "report with the version that wrote it"
    )


def _whole(path: Path, entries: list[Entry]) -> Report:
    if not entries or not isinstance(entries[0], Header):
        raise ReportError(f"{path}:1: no header; expected a line of type header first")
    header, *rest = entries
    assert isinstance(header, Header)
    if header.format != FORMAT:
        raise ReportError(f"{path}:1: {_other_format(header.format)}")
    lines: dict[str, Line] = {}
    for number, entry in enumerate(rest, 2):
        match entry:
            case Header():
                raise ReportError(f"{path}:{number}: a second header; expected one report a file")
            case Line() if entry.id in lines:
                raise ReportError(f"{path}:{number}: {entry.id} is there twice; expected each scenario once")
            case Line():
                lines[entry.id] = entry
            case Footer() if number - 1 < len(rest):
                raise ReportError(f"{path}:{number + 1}: more after the footer; expected it at the end")
    footer = entries[-1]
    if not isinstance(footer, Footer):
        raise ReportError(
            f"{path}:{len(entries)}: no footer: the run ended half-way; "
            "expected a line of type footer last: run again"
        )
    _agrees(path, len(entries), footer, tuple(lines.values()))
    return Report(header, tuple(lines.values()), footer)


def _agrees(path: Path, number: int, footer: Footer, lines: tuple[Line, ...]) -> None:
    if footer.scenarios != len(lines):
        raise ReportError(
            f"{path}:{number}: the footer says {footer.scenarios} scenarios, but {len(lines)} are there: "
            "lines are missing"
        )
    counted = totals(lines)
    wrong = [status for status in STATUSES if footer.totals.get(status, 0) != counted[status]]
    if wrong:
        said = ", ".join(f"{footer.totals.get(s, 0)} {s}, where the lines have {counted[s]}" for s in wrong)
        raise ReportError(f"{path}:{number}: the footer's totals are not those of the lines: {said}")
