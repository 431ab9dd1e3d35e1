"""Reports: what is written is read, and what is not a whole report is refused."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from caipan.features import UsageError
from caipan.report import ReportError, Writer, read
from tests.run.playing import ran


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of a good report."""
    folder = tmp_path_factory.mktemp("whole")
    ran(folder)
    return (folder / "report.ndjson").read_bytes().splitlines(keepends=True)


def test_a_report_is_read_back(whole: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "r"
    path.write_bytes(b"".join(whole))
    report = read(path)
    assert len(report.lines) == 9 == report.footer.scenarios
    assert all(isinstance(line.id, str) and line.clauses == ("terms.word.recover",) for line in report.lines)


Change = Callable[[list[bytes]], list[bytes]]
BAD: dict[str, tuple[Change, str]] = {
    "empty": (lambda w: [], ":1: no header"),
    "no header": (lambda w: w[1:], ":1: no header"),
    "no footer": (lambda w: w[:-1], ":10: no footer: the run ended half-way"),
    "cut off": (lambda w: [*w[:-1], w[-1][:-20]], ":11: the line is cut off"),
    "a line cut off": (lambda w: [*w[:3], w[3][:50] + b"\n", *w[4:]], ":4: not a line of a report"),
    "a line missing": (lambda w: [*w[:3], *w[4:]], ":10: the footer says 9 scenarios, but 8 are there"),
    "a line twice": (lambda w: [*w[:3], w[2], *w[3:]], ":4: 吃桃/桃:吃一张桃，回复1点体力:此处写错"),
    "two reports": (lambda w: [*w, *w], ":12: more after the footer"),
    "two headers": (lambda w: [w[0], *w], ":2: a second header"),
    "more after the footer": (
        lambda w: [*w, w[1].replace("体力加1".encode(), b"x")],
        ":12: more after the footer",
    ),
    "an unknown field": (
        lambda w: [w[0], w[1].replace(b'"level"', b'"lvl"'), *w[2:]],
        ":2: not a line of a report",
    ),
    "an unknown status": (
        lambda w: [w[0], w[1].replace(b'"passed"', b'"fine"'), *w[2:]],
        ":2: not a line of a report: Invalid enum value 'fine' - at `$.status`; expected one of passed,",
    ),
    "other totals": (
        lambda w: [*w[:-1], w[-1].replace(b'"passed":6', b'"passed":7')],
        ":11: the footer's totals are not those of the lines: 7 passed, where the lines have 6",
    ),
    "another format": (lambda w: [w[0].replace(b'"format":1', b'"format":2'), *w[1:]], ":1: format 2"),
    "a newer format": (
        lambda w: [w[0].replace(b'"format":1', b'"new":[1],"format":2'), *w[1:]],
        ":1: format 2; this version of caipan reads format 1",
    ),
    "a byte-order mark": (
        lambda w: [b"\xef\xbb\xbf", *w],
        ":1: the file begins with a byte-order mark; save it as UTF-8 without BOM",
    ),
    "utf-16": (lambda w: [b"".join(w).decode().encode("utf-16")], ":1: the file is UTF-16; save it as UTF-8"),
    "gzip": (lambda w: [gzip.compress(b"".join(w))], ":1: the file is compressed; unpack it first: gunzip"),
    "a blank line": (lambda w: [*w[:3], b"\n", *w[3:]], ":4: an empty line; take it out"),
    "another file": (lambda w: [b"hello\n"], ":1: not a line of a report"),
    "another file in one line": (lambda w: [b"\x00\x01"], ":1: not a line of a report"),
    "nested too deeply": (
        lambda w: [
            w[0],
            w[1].replace(b'"account":null', b'"account":{"a":%s}' % (b"[" * 10**5 + b"]" * 10**5)),
        ],
        ":2: not a line of a report: nested too deeply",
    ),
    "not utf-8": (lambda w: [w[0], b'{"type":"\xff"}\n', *w[1:]], ":2: not a line of a report"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_whole_report_is_refused(whole: list[bytes], tmp_path: Path, name: str) -> None:
    change, part = BAD[name]
    path = tmp_path / "r.ndjson"
    path.write_bytes(b"".join(change(whole)))
    with pytest.raises(ReportError) as error:
        read(path)
    assert f"r.ndjson{part}" in str(error.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="cannot be read: No such file"):
        read(tmp_path / "nowhere")


def test_a_report_that_cannot_be_written(tmp_path: Path, whole: list[bytes]) -> None:
    path = tmp_path / "r"
    path.write_bytes(b"".join(whole))
    report = read(path)
    with pytest.raises(UsageError, match="the report cannot be written: No space left"):
        Writer(Path("/dev/full")).write(report.footer)
