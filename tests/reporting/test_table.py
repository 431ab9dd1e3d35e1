"""``caipan report`` on a terminal: the table, its warnings, and reports that are refused."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from caipan.cli import main
from tests.reporting.conftest import EATS, ONLY_2013, SAVED, Book, Caipan


def test_chapters_and_engines(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    good = book.write(tmp_path / "a.ndjson")
    bad = book.write(tmp_path / "b.ndjson", [*list(book.lines.values())[1:], book.failed(EATS)], name="beta")
    result = caipan(good, bad)
    assert result.exit_code == 0, result.output
    assert [line.rstrip() for line in result.output.splitlines()] == [
        "chapter    alpha 1.0   beta 1.0",
        "recovery   3/3         2/3 1F",
        "all        3/3         2/3 1F",
        "",
        "passed/scenarios; F failed",
    ]


def test_a_scenario_that_a_report_lacks_is_not_played(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    whole = book.write(tmp_path / "a.ndjson")
    part = book.write(tmp_path / "b.ndjson", [book.lines[EATS]], name="beta")
    for reports in ([whole, part], [part]):
        output = caipan(*reports).output
        assert "1/3 2N" in output
        assert "N not played" in output


def test_of_other_features_only_what_was_played_is_known(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    part = book.write(tmp_path / "b.ndjson", [book.lines[EATS]], digest="sha256:other")
    output = caipan(part).output
    assert "1/1" in output
    assert "warning: not about the features at hand, from which all texts are taken: alpha 1.0" in output


def test_what_does_not_hold_in_an_edition_does_not_count(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    its = [replace(book.lines[id], edition="2012") for id in (EATS, SAVED)]
    old = book.write(tmp_path / "a.ndjson", its, edition="2012")
    output = caipan(old, book.write(tmp_path / "b.ndjson")).output
    assert "all        2/2                3/3" in output
    assert "alpha 1.0 (2012)   alpha 1.0 (newest)" in output
    assert "warning: the edition differs: alpha 1.0 (2012): 2012; alpha 1.0 (newest): newest" in output
    assert "warning: 2 of the scenarios were not played in the same edition by all of the engines" in output


def test_nothing_is_mixed_in_silence(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    mine = book.write(tmp_path / "a.ndjson")
    strange = replace(book.lines[EATS], id="recovery/桃:没有这条:没有这个")
    other = book.write(
        tmp_path / "b.ndjson", [strange], name="beta", digest="sha256:0123456789abcdef", suite="0.2.0"
    )
    output = caipan(mine, other).output
    digest = book.digest.removeprefix("sha256:")[:12]
    assert "the reports are about different features" in output
    assert f"alpha 1.0: {digest}; beta 1.0: 0123456789ab" in output
    assert "warning: the suite's version differs: alpha 1.0: 0.1.0; beta 1.0: 0.2.0" in output
    assert "warning: 1 of the scenarios in the reports are not among the features at hand" in output
    assert "warning" not in caipan(mine).output


def test_what_an_interrupted_run_of_other_features_did_not_reach_is_not_known(
    book: Book, caipan: Caipan, tmp_path: Path
) -> None:
    part = book.write(tmp_path / "a.ndjson", [book.lines[EATS]], interrupted=True, digest="sha256:other")
    output = caipan(part).output
    assert "1/1" in output
    assert "counts as not played" not in output
    assert "alpha 1.0: the run was interrupted; what it did not reach is not known, and not counted" in output


def test_an_interrupted_run_is_told(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    output = caipan(book.write(tmp_path / "a.ndjson", [book.lines[EATS]], interrupted=True)).output
    assert "warning: alpha 1.0: the run was interrupted" in output
    assert "1/3 2N" in output


def test_engines_of_the_same_name_are_told_apart(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    same = [book.write(tmp_path / name) for name in ("a.ndjson", "b.ndjson")]
    assert "alpha 1.0 (a.ndjson)   alpha 1.0 (b.ndjson)" in caipan(*same).output
    deep = book.write(tmp_path / "x" / "a.ndjson")
    assert f"alpha 1.0 ({deep})" in caipan(same[0], deep).output


def test_many_engines_are_neither_cut_nor_folded(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    names = [f"an engine with a rather long name, number {n}" for n in range(8)]
    many = [book.write(tmp_path / f"{n}.ndjson", name=name) for n, name in enumerate(names)]
    head = caipan(*many).output.splitlines()[0]
    assert all(f"{name} 1.0" in head for name in names)


def on_terminal(width: int, *arguments: str | Path) -> str:
    """What `caipan report` prints on a terminal of so many columns, without its colours."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    command = [sys.executable, "-m", "caipan", "report", *map(str, arguments)]
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    environment = kept | {"TERM": "xterm-256color"}
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=subprocess.DEVNULL, env=environment):
        os.close(its)
        out = b""
        with contextlib.suppress(OSError):  # the end
            while part := os.read(ours, 65536):
                out += part
    os.close(ours)
    return re.sub(r"\x1b\[[0-9;]*m|\r", "", out.decode())


@pytest.mark.parametrize("width", [12, 40, 60, 80, 200])
def test_a_narrow_terminal_cuts_neither_numbers_nor_names(width: int, book: Book, tmp_path: Path) -> None:
    names = [f"an engine with a rather long name, number {n}" for n in range(4)]
    lines = [book.failed(EATS), book.lines[SAVED]]
    many = [book.write(tmp_path / f"{n}.ndjson", lines, name=name) for n, name in enumerate(names)]
    output = on_terminal(width, *many, "--features", book.folder)
    assert "…" not in output
    assert output.count("1/3 1F 1N") == 8, "in each engine's column: the chapter, and all"
    assert output.count("recovery") == output.count("chapter")
    for name in names:
        assert f"{name} 1.0" in output
    table = output.partition("passed/scenarios")[0].splitlines()
    if width >= 40:
        assert max(len(line.rstrip()) for line in table if not line.startswith("[")) <= width


def test_output_that_is_piped_is_plain(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    output = caipan(book.write(tmp_path / "a.ndjson", name="\x1b[31mred\x07\n[bold]x[/bold]")).output
    assert "\x1b" not in output
    assert "\x07" not in output
    assert "�[31mred��[bold]x[/bold] 1.0" in output


def test_what_differs_is_listed(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    old = book.write(tmp_path / "a.ndjson", [*list(book.lines.values())[1:], book.failed(EATS)])
    new = book.write(tmp_path / "b.ndjson", list(book.lines.values())[:2], version="2.0")
    output = caipan(old, new, "--differ").output
    listed = output.partition("scenarios that do not end the same way: ")[2]
    assert listed == f"1\n{EATS}\n  alpha 1.0: failed  alpha 2.0: passed\n"
    assert ONLY_2013 not in output, "not played is no verdict"


def test_it_is_among_the_commands() -> None:
    result = CliRunner().invoke(main, ["report", "--help"])
    assert result.exit_code == 0
    assert "--html DIR" in result.output


# --- refused ----------------------------------------------------------------


def _cut(text: str) -> str:
    return text[:-20]


def _without_footer(text: str) -> str:
    return "".join(text.splitlines(keepends=True)[:-1])


def _without_a_line(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join([lines[0], *lines[2:]])


def _damaged_account(text: str) -> str:
    return text.replace('"account":null', '"account":{"edition":"2013"}', 1)


@pytest.mark.parametrize(
    ("bend", "said"),
    [
        (_cut, "a.ndjson:5: the line is cut off"),
        (_without_footer, "a.ndjson:4: no footer"),
        (_without_a_line, "a.ndjson:4: the footer says 3 scenarios, but 2 are there"),
        (lambda text: "", "a.ndjson:1: no header"),
        (lambda text: "nonsense\n" + text, "a.ndjson:1: not a line of a report"),
        (lambda text: text.replace('"passed"', '"perfect"', 1), "a.ndjson:2: not a line of a report"),
        (
            _damaged_account,
            "a.ndjson:2: the account of recovery/桃:使用桃回复1点体力:受伤的人吃桃 is damaged",
        ),
    ],
    ids=["cut off", "no footer", "a line missing", "empty", "nonsense", "unknown verdict", "damaged account"],
)
def test_a_report_that_is_not_whole_is_refused(
    bend: Callable[[str], str], said: str, book: Book, caipan: Caipan, tmp_path: Path
) -> None:
    path = book.write(tmp_path / "a.ndjson")
    before = path.read_text("utf-8")
    path.write_text(bend(before), "utf-8")
    assert path.read_text("utf-8") != before
    site = tmp_path / "site"
    result = caipan(path, "--html", site, "--badge", tmp_path / "badge.svg")
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output
    assert not site.exists()
    assert not (tmp_path / "badge.svg").exists()


def test_a_file_that_is_not_there_is_refused(caipan: Caipan, tmp_path: Path) -> None:
    result = caipan(tmp_path / "nothing.ndjson")
    assert result.exit_code == 2
    assert "nothing.ndjson: the report cannot be read: No such file or directory" in result.output


def test_the_same_report_twice_is_refused(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    path = book.write(tmp_path / "a.ndjson")
    result = caipan(path, tmp_path / "." / "a.ndjson")
    assert result.exit_code == 2
    assert "the report is given 2 times" in result.output


def test_an_end_by_ctrl_c_is_said(
    book: Book, caipan: Caipan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("caipan.reporting.table.show", interrupt)
    result = caipan(book.write(tmp_path / "a.ndjson"))
    assert result.exit_code == 130
    assert "interrupted" in result.output


def _deep(text: str) -> str:
    return text.replace('"account":null', f'"account":{{"a":{"[" * 100_000}{"]" * 100_000}}}', 1)


def test_a_report_that_is_nested_too_deeply_is_refused(book: Book, caipan: Caipan, tmp_path: Path) -> None:
    path = book.write(tmp_path / "a.ndjson")
    path.write_text(_deep(path.read_text("utf-8")), "utf-8")
    result = caipan(path)
    assert result.exit_code == 2
    assert "a.ndjson:2: not a line of a report: nested too deeply" in result.output


@pytest.mark.parametrize("reached", [-1, -2, 99])
def test_a_script_that_reached_what_is_not_there_is_refused(
    reached: int, book: Book, caipan: Caipan, tmp_path: Path
) -> None:
    failed = book.failed(EATS)
    bent = replace(failed, account={**(failed.account or {}), "reached": reached})
    result = caipan(book.write(tmp_path / "a.ndjson", [bent]), "--html", tmp_path / "site")
    assert result.exit_code == 2
    assert f"it reached entry {reached} of a script that has 1" in result.output
    assert not (tmp_path / "site").exists()


def test_no_report_is_refused() -> None:
    result = CliRunner().invoke(main, ["report"])
    assert result.exit_code == 2
    assert "REPORT" in result.output
