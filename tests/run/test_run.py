"""Whole runs: verdicts, output, exit codes."""

from __future__ import annotations

import io
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from rich.console import Console

from caipan.features import UsageError
from caipan.report import Header, ReportError, read
from caipan.run import Options
from caipan.run import run as run_
from tests.run.playing import DATA, ENGINES, HONEST, OTHER, ran, refused

ROOT = Path(__file__).parents[2]
LIARS = ROOT / "tests/connect/liars.py"

EXPECTED = {
    "吃下去，体力加1": "passed",
    "此处写错，体力不会加3": "failed",
    "有争议的一处": "disputed",
    "这台引擎没有杀": "unsupported",
    "撒谎的引擎在此撒谎": "passed",
    "体力<前>，吃到<后>[1,2]": "passed",
    "体力<前>，吃到<后>[3,4]": "passed",
    "依次使用和回复": "passed",
    "只在2012年成立": "passed",
}


def liar(lie: str) -> str:
    command = [sys.executable, str(LIARS), lie, "--engine", "tests.connect.honest:Honest", "--only", "桃♥Q"]
    return f"stdio:{shlex.join(command)}"


def command(*args: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT), *sys.path])
    return subprocess.run(
        [sys.executable, "-m", "caipan", *map(str, args)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **env},
        check=False,
    )


def test_every_verdict(tmp_path: Path) -> None:
    run = ran(tmp_path)
    assert run.code == 1
    assert run.statuses() == EXPECTED
    assert "9 scenarios in" in run.out
    assert "6 passed, 1 failed, 1 unsupported, 1 disputed" in run.out
    assert run.line("这台引擎没有杀").detail.startswith("card 杀")


def test_a_failure_tells_all_there_is_to_know(tmp_path: Path) -> None:
    out = ran(tmp_path, keyword="写错").out
    for part in (
        "吃桃/桃:吃一张桃，回复1点体力:此处写错，体力不会加3",
        "桃.feature:23",  # the step
        "并且 甲 的体力为 4",
        "应为 4, 实为 2",
        "(terms.word.recover)",
        "| 甲   | 1/4  | 桃♥3、桃♥4 |",
        "[x] 甲 使用 桃♥3",
        "甲 出牌阶段的空闲时间点 -> 桃♥3",
        "caipan explain ",
        "--engine python:tests.connect.honest:Honest",
        'status = "failed"',
    ):
        assert part in out


def test_the_replay_command_replays(tmp_path: Path) -> None:
    out = ran(tmp_path, keyword="写错").out
    replay = next(line for line in out.splitlines() if "replay" in line).split("caipan ", 1)[1]
    done = command(*shlex.split(replay), cwd=tmp_path)
    assert done.returncode == 1
    assert "failed: " in done.stdout


def test_the_report(tmp_path: Path) -> None:
    run = ran(tmp_path)
    assert run.report is not None
    header = run.report.header
    assert isinstance(header, Header)
    assert (header.edition, header.spec, header.engine.engine.name) == ("newest", HONEST, "honest")
    assert header.digest.startswith("sha256:")
    assert run.report.footer.totals["passed"] == 6
    raw = [msgspec.json.decode(line) for line in (tmp_path / "report.ndjson").read_bytes().splitlines()]
    assert {"id", "clauses", "level", "status", "detail", "duration", "edition"} <= raw[1].keys()
    assert run.line("依次使用和回复").level == "timing"
    assert run.line("写错").account is not None
    assert run.line("只在2012年").edition == "2012"
    assert run.line("[1,2]").edition == "2013"


def test_junit(tmp_path: Path) -> None:
    ran(tmp_path, junit=tmp_path / "j.xml")
    root = ET.parse(tmp_path / "j.xml").getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("skipped")) == (
        "9",
        "1",
        "0",
        "2",
    )
    failure = root.find(".//failure")
    assert failure is not None
    assert "应为 4, 实为 2" in (failure.text or "")
    assert [suite.get("name") for suite in root] == ["吃桃"]


@pytest.mark.parametrize(
    ("engine", "status", "part"),
    [
        (ENGINES + "Raising", "error", "ZeroDivisionError: no peach left"),
        (ENGINES + "Slow", "timeout", "the scenario took longer than 2 s"),
        (liar("dies"), "error", "exited with code 3"),
        (liar("garbage"), "error", "not JSON"),
        (liar("silent"), "timeout", "the scenario took longer than 2 s"),
        (liar("rejects"), "failed", "rejected"),
        (liar("claims-unsupported"), "unsupported", ""),
    ],
)
def test_a_bad_engine_gets_its_verdict_and_harms_no_other(
    tmp_path: Path, engine: str, status: str, part: str
) -> None:
    run = ran(tmp_path, engine=engine, timeout=2.0)
    assert run.statuses() == {**EXPECTED, "撒谎的引擎在此撒谎": status}
    assert part in run.line("在此撒谎").detail


def test_what_an_engine_says_is_shown_where_it_broke(tmp_path: Path) -> None:
    run = ran(tmp_path, engine=ENGINES + "Raising")
    assert "about to break" in run.line("在此撒谎").stderr
    assert "stderr    about to break" in run.out
    assert "Segmentation fault" in ran(tmp_path, engine=liar("dies")).line("在此撒谎").stderr


def test_an_engine_that_prints_does_not_spoil_the_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ran(tmp_path, engine=ENGINES + "Chatty")
    assert run.statuses() == EXPECTED
    assert "debug" not in capsys.readouterr().out
    assert "[red]debug" in run.line("写错").stderr


def test_workers_give_the_same_verdicts(tmp_path: Path) -> None:
    assert ran(tmp_path, workers=2).statuses() == EXPECTED


def test_an_engine_that_kills_its_worker_is_an_error(tmp_path: Path) -> None:
    run = ran(tmp_path, engine=ENGINES + "Dead", workers=2)
    assert run.statuses() == {**EXPECTED, "撒谎的引擎在此撒谎": "error"}
    assert "died" in run.line("在此撒谎").detail


def test_editions(tmp_path: Path) -> None:
    old = ran(tmp_path, edition="2012")
    assert old.statuses() == EXPECTED
    assert old.report is not None
    assert {line.edition for line in old.report.lines} == {"2012"}
    assert "只在2012年成立" not in ran(tmp_path, edition="2013").statuses()
    assert {line.edition for line in (ran(tmp_path, engine=ENGINES + "Old").report or old.report).lines} == {
        "2012"
    }
    assert "the engine honest has 2012" in refused(tmp_path, engine=ENGINES + "Old", edition="2013")


def test_selection(tmp_path: Path) -> None:
    assert set(ran(tmp_path, keyword="争议 or 没有杀").statuses()) == {"有争议的一处", "这台引擎没有杀"}
    assert set(ran(tmp_path, marker="disputed").statuses()) == {"有争议的一处"}
    assert len(ran(tmp_path, marker="clause:terms.word.recover").statuses()) == 9
    assert "no scenario selected" in refused(tmp_path, keyword="没有这样的")
    assert "no scenario selected" in refused(tmp_path, keyword="没有这样的", workers=2)
    assert "-k '桃 and': something is missing at its end" in refused(tmp_path, keyword="桃 and")
    assert "-k '(桃 加) or 1': cannot be read from '加) or 1' on" in refused(tmp_path, keyword="(桃 加) or 1")
    assert "-m 'a b': cannot be read from 'b' on; expected tags" in refused(tmp_path, marker="a b")
    assert "-m 'a or': something is missing" in refused(tmp_path, marker="a or")


def test_a_tag_is_chosen_as_it_stands_in_a_feature(tmp_path: Path) -> None:
    assert set(ran(tmp_path, marker="@disputed").statuses()) == {"有争议的一处"}
    assert len(ran(tmp_path, marker="@clause:terms.word.recover and not @disputed").statuses()) == 8


@pytest.mark.parametrize(
    "text",
    [
        "吃下去，体力加1",
        "吃一张桃，回复1点体力:吃下去",
        "吃桃/桃:吃一张桃，回复1点体力:吃下去，体力加1",
        "  吃下去， ",
    ],
)
@pytest.mark.parametrize("workers", [0, 1])
def test_a_text_with_punctuation_is_looked_for_as_it_stands(tmp_path: Path, text: str, workers: int) -> None:
    assert set(ran(tmp_path, keyword=text, workers=workers).statuses()) == {"吃下去，体力加1"}


def test_the_title_of_a_row_is_found(tmp_path: Path) -> None:
    assert set(ran(tmp_path, keyword="体力3，吃到4").statuses()) == {"体力<前>，吃到<后>[3,4]"}


def test_a_run_that_cannot_be_leaves_an_old_report_alone(tmp_path: Path) -> None:
    report = tmp_path / "report.ndjson"
    report.write_text("old")
    refused(tmp_path, keyword="没有这样的")
    assert report.read_text() == "old"


def test_paths_with_equal_names(tmp_path: Path) -> None:
    run = ran(tmp_path, DATA, OTHER)
    assert run.report is not None
    ids = [line.id for line in run.report.lines]
    assert "data/吃桃/桃:吃一张桃，回复1点体力:吃下去，体力加1" in ids
    assert "又-[一]处/吃桃/桃:吃下去，体力加1" in ids
    assert len(ids) == 10
    assert len(ran(tmp_path, DATA / "桃.feature", DATA).statuses()) == 9


def test_no_such_engine(tmp_path: Path) -> None:
    assert refused(tmp_path, engine="nonsense").startswith("--engine: `nonsense` names no engine")
    assert "cannot say hello" in refused(tmp_path, engine=f"stdio:{sys.executable} -c pass")


@pytest.mark.parametrize("how", ["interrupted", "unusable", "interrupted among workers"])
def test_an_earlier_report_that_stays_is_told_of(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would be taken for the report of this run."""
    ran(tmp_path)
    report = tmp_path / "report.ndjson"
    before = report.read_bytes()
    said = f"{report}: not written; what is there is of an earlier run"
    out = io.StringIO()
    console = Console(file=out, width=110, markup=False, highlight=False)
    options = Options(paths=(DATA,), engine=HONEST, report=report)

    def end(*arguments: Any, **_: Any) -> None:
        if how == "interrupted among workers":
            arguments[0].pytest_keyboard_interrupt()
        else:
            raise KeyboardInterrupt if how == "interrupted" else UsageError("it broke")

    monkeypatch.setattr("caipan.run.session", end)
    match how:
        case "interrupted":
            with pytest.raises(KeyboardInterrupt):
                run_(options, console)
            assert said in out.getvalue()
        case "unusable":
            with pytest.raises(UsageError) as error:
                run_(options, console)
            assert str(error.value) == f"it broke\n{said}"
        case _:
            assert run_(options, console) == 130
            assert said in out.getvalue()
    assert report.read_bytes() == before


def test_interrupted_by_the_reader(tmp_path: Path) -> None:
    run = ran(tmp_path, engine=ENGINES + "Interrupted")
    assert run.code == 130
    assert "interrupted; not played: 5 of 9" in run.out
    assert run.report is not None
    assert run.report.footer.interrupted
    assert len(run.report.lines) == 4


def test_ctrl_c(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    args = ["run", str(DATA), "--engine", ENGINES + "Slow", "--report", "r.ndjson"]
    process = subprocess.Popen(
        [sys.executable, "-m", "caipan", *args], cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True
    )
    report = tmp_path / "r.ndjson"
    until = time.monotonic() + 30
    while time.monotonic() < until and not (report.exists() and report.read_bytes().count(b"\n") >= 5):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in out
    assert read(report).footer.interrupted


def test_a_run_that_dies_leaves_a_report_without_footer(tmp_path: Path) -> None:
    done = command("run", DATA, "--engine", ENGINES + "Dead", "--report", "r.ndjson", cwd=tmp_path)
    assert done.returncode == -9
    with pytest.raises(ReportError, match=r"r\.ndjson:5: no footer: the run ended half-way"):
        read(tmp_path / "r.ndjson")


def test_settings_of_the_folder_are_none_of_its_business(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --nonsense\n")
    (tmp_path / "conftest.py").write_text("raise SystemExit(7)")
    (tmp_path / "a [b] 丙").mkdir()
    (tmp_path / "a [b] 丙" / "conftest.py").write_text("raise SystemExit(7)")
    feature = tmp_path / "a [b] 丙" / "桃 [x]::y.feature"
    feature.write_bytes((OTHER / "吃桃" / "桃.feature").read_bytes())
    before = sorted(tmp_path.rglob("*"))
    env = {"PYTEST_ADDOPTS": "--nonsense", "PYTEST_PLUGINS": "nonsense", "PYTHONDONTWRITEBYTECODE": "1"}
    for path in (feature, feature.parent, "a [b] 丙"):
        done = command("run", path, "--engine", HONEST, cwd=tmp_path, **env)
        assert (done.returncode, done.stderr) == (0, "")
        assert "1 passed" in done.stdout
    assert sorted(tmp_path.rglob("*")) == before


def test_plain_output_without_a_terminal(tmp_path: Path) -> None:
    done = command("run", DATA, "--engine", HONEST, cwd=tmp_path)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    assert done.stdout.startswith("9 scenarios against honest 1\n")
    assert done.stderr == ""


def test_an_output_that_lacks_characters_is_written_all_the_same(tmp_path: Path) -> None:
    for args in (
        ["run", DATA, "--engine", HONEST],
        ["explain", "依次使用", "--features", DATA],
        ["steps"],
        ["-h"],
    ):
        done = command(*args, cwd=tmp_path, PYTHONIOENCODING="ascii")
        assert done.stdout.isascii() == (args[0] in ("run", "explain"))  # click prints UTF-8 all the same
        assert done.returncode == (args[0] == "run")
        assert done.stderr == ""


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["run", "nowhere"], "nowhere: no such file or folder"),
        (["run", "--engine", "nonsense"], "names no engine"),
        (["run", "--timeout", "0"], "expected seconds, more than 0"),
        (["run", "-n", "0"], "expected a number from 1 on, or auto"),
        (["run", "--report", "nowhere/r"], "there is no folder nowhere"),
        (["run", "--junit", "."], "it is a folder"),
        (["run", "--baseline", "nowhere"], "the baseline cannot be read"),
        (["run", "--report", "x", "--junit", "x"], "expected different files"),
        (["run", "--edition", "1999"], "has 2012, 2013"),
        (["explain", "没有这样的场景"], "no scenario has the id"),
        (["run", "--list", "--report", "r"], "--list plays nothing; leave --report out"),
        (["run", "--list", "--edition", "1999"], "--edition 1999: expected one of 2012, 2013"),
        (["run", "--trace", "t", "-n", "2"], "leave -n out"),
        (["run", "--trace", "nowhere/t"], "there is no folder nowhere"),
        (["explain", "郭嘉死了，没有机会发动遗计", "--trace", "."], "it is a folder"),
        (
            ["run", "--engine", "python:nope:x"],
            "module `nope`: ModuleNotFoundError: No module named 'nope'\n",
        ),
        (["nonsense"], "No such command"),
    ],
)
def test_what_cannot_be_done_is_said_without_a_traceback(tmp_path: Path, args: list[str], part: str) -> None:
    done = command(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert part in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []
