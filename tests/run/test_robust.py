"""Runs under conditions that nobody wishes for."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from caipan.cli import main
from caipan.report import read
from tests.run.playing import DATA, ran, refused

ROOT = Path(__file__).parents[2]
SLEEPY = Path(__file__).with_name("sleepy.py")
ODD = "python:tests.run.odd:"
UNSUPPORTED = "没有杀"


@pytest.mark.parametrize("option", ["report", "junit", "trace", "write_baseline"])
def test_no_output_overwrites_a_feature(tmp_path: Path, option: str) -> None:
    feature = Path(shutil.copytree(DATA, tmp_path / "吃桃")) / "桃.feature"
    before = feature.read_bytes()
    linked = tmp_path / "linked.ndjson"
    linked.hardlink_to(feature)
    for path in (feature, linked):
        options: dict[str, Any] = {option: path}
        if option == "report":
            assert "overwritten" in _refused_report(feature.parent, path)
        else:
            assert "overwritten" in refused(tmp_path, feature.parent, reason="…", **options)
    assert feature.read_bytes() == before


def _refused_report(features: Path, report: Path) -> str:
    from rich.console import Console

    from caipan.features import UsageError
    from caipan.run import Options, run

    with pytest.raises(UsageError) as error:
        run(Options(paths=(features,), report=report), Console(quiet=True))
    return str(error.value)


def test_no_output_overwrites_the_baseline_or_another(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.toml"
    baseline.write_text("")
    linked = tmp_path / "linked.xml"
    linked.symlink_to(baseline)
    other: tuple[dict[str, Any], ...] = ({"junit": linked}, {"trace": baseline})
    for names in other:
        assert "expected different files" in refused(tmp_path, baseline=baseline, **names)
    same = refused(tmp_path, junit=tmp_path / "x", trace=tmp_path / "y/../x")
    assert same.startswith("--junit and --trace")


def test_a_run_that_decides_nothing_is_no_success(tmp_path: Path) -> None:
    run = ran(tmp_path, keyword=UNSUPPORTED)
    assert run.code == 2
    assert "Nothing was decided" in run.out


def test_an_engine_of_unknown_editions_is_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, engine=f"{ODD}Newer")
    assert "2099" in said
    assert "2012, 2013" in said


@pytest.mark.parametrize("workers", [0, 2])
def test_text_of_an_engine_that_no_encoding_holds(tmp_path: Path, workers: int) -> None:
    run = ran(tmp_path, engine=f"{ODD}Garbled", keyword="撒谎", workers=workers)
    line = run.line("撒谎")
    assert line.status == "error"
    assert "\\xff" in line.detail or "\\udcff" in line.detail
    assert "\\ud800" in line.stderr
    assert "\x1b" not in run.out + line.stderr + line.detail


IN_THE_BACKGROUND = ["bash", "-c", "trap '' INT; exec \"$@\"", "bash"]


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
@pytest.mark.parametrize(
    ("number", "started"),
    [(signal.SIGTERM, []), (signal.SIGHUP, []), (signal.SIGTERM, IN_THE_BACKGROUND)],
    ids=["SIGTERM", "SIGHUP", "SIGTERM where Ctrl-C is ignored"],
)
def test_a_signal_ends_the_run_and_the_engine(
    tmp_path: Path, number: signal.Signals, started: list[str], workers: tuple[str, ...]
) -> None:
    report, mark = tmp_path / "report.ndjson", str(tmp_path / "engine")
    engine = f"stdio:{shlex.join([sys.executable, str(SLEEPY), mark])}"
    words = [sys.executable, "-m", "caipan", "run", str(DATA), "--engine", engine, "--report", str(report)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    with subprocess.Popen(
        [*started, *words, *workers], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        _wait(lambda: Path(mark).exists())
        run.send_signal(number)
        said, errors = run.communicate(timeout=30)
    assert (run.returncode, errors) == (128 + number, b"")
    assert b"interrupted; not played" in said
    assert read(report).footer.interrupted
    pids = [int(pid) for pid in Path(mark).read_text().split()]
    _wait(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))


def _wait(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def _shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    caipan = f"{shlex.quote(sys.executable)} -m caipan"
    words = ["bash", "-o", "pipefail", "-c", line.replace("CAIPAN", caipan).replace("DATA", f"'{DATA}'")]
    return subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("CAIPAN run DATA --report /dev/full", 2, "No space left"),
        ("CAIPAN run DATA --junit /dev/full", 2, "No space left"),
        ("CAIPAN run DATA --trace /dev/full", 2, "No space left"),
        ("CAIPAN run DATA > /dev/full", 2, "standard output: No space left"),
        ("CAIPAN run DATA >&-", 2, "standard output"),
        ("CAIPAN lint DATA > /dev/full", 2, "standard output: No space left"),
        ("CAIPAN run DATA -k 桃 2>&- | head -1", 1, ""),
        ("CAIPAN run DATA -k 2012年 | head -1", 0, ""),
        ("CAIPAN clauses | head -1", 0, ""),
    ],
)
def test_where_nothing_can_be_written(tmp_path: Path, line: str, code: int, said: str) -> None:
    ended = _shell(line, tmp_path)
    assert ended.returncode == code, ended.stderr
    assert said in ended.stderr
    assert bool(said) == bool(ended.stderr)
    assert "Traceback" not in ended.stderr


REFUSED = ("CP38-same-column", "CP39-unused-column", "CP44-full-width-tag", "CP45-other-edition-inside")


@pytest.mark.parametrize("name", REFUSED)
def test_a_feature_that_would_be_read_otherwise_is_refused(tmp_path: Path, name: str) -> None:
    said = refused(tmp_path, ROOT / "tests/lint/bad" / f"{name}.feature")
    assert name.partition("-")[0] in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-k", "mark(x=1)"], "-k 'mark(x=1)'"),
        (["-k", " "], "nothing but blanks"),
        (["-m", " "], "nothing but blanks"),
        (["-k", "(" * 5000 + "a" + ")" * 5000], "100 times at most"),
        (["-m", " and ".join("a" * 5000)], "100 times at most"),
        (["-n", "99999"], "at most"),
        (["-n", "9" * 5000], "at most"),
        (["--timeout", "1e300"], "86400 seconds"),
        ([""], "an empty name"),
        (["x" * 5000], "File name too long"),
        (["--report", "x" * 5000], "File name too long"),
        (["--junit", "x" * 5000], "File name too long"),
        (["--baseline", "x" * 5000], "File name too long"),
        (["--write-baseline", "x" * 5000, "--reason", "…"], "File name too long"),
    ],
)
def test_options_that_cannot_be(words: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["run", *words])
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_a_name_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    shutil.copy(DATA / "桃.feature", os.fsdecode(os.fsencode(tmp_path / "a") + b"\xff.feature"))
    assert "not UTF-8" in refused(tmp_path, tmp_path)


def test_a_folder_that_cannot_be_read_is_not_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(DATA, tmp_path / "吃桃")
    (tmp_path / "closed").mkdir()
    scan = os.scandir

    def scandir(path: Any) -> Any:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)
    said = refused(tmp_path, tmp_path)
    assert said.startswith(f"{tmp_path / 'closed'}: cannot be read: Permission denied")


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "9" * 10_000])
def test_a_baseline_beyond_reading(tmp_path: Path, text: str) -> None:
    baseline = tmp_path / "baseline.toml"
    baseline.write_text(text)
    assert refused(tmp_path, baseline=baseline).startswith(f"{baseline}: cannot be read as TOML")


def test_workers_do_not_look_for_modules_in_the_working_directory(tmp_path: Path) -> None:
    for name in ("json", "socket", "msgspec", "pytest"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('the wrong one')")
    words = [sys.executable, "-P", "-m", "caipan", "run", str(DATA), "-n", "2", "-k", "依次"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    run = subprocess.run(
        words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 0, run.stderr


def test_lines_are_told_apart_by_line_feeds_alone(tmp_path: Path) -> None:
    text = (DATA / "桃.feature").read_text("utf-8")
    path = tmp_path / "桃.feature"
    path.write_bytes(text.replace("\n", "\r").encode())
    assert "CR alone" in refused(tmp_path, path)
    path.write_bytes(text.replace("zh-CN", "zh-TW").encode())
    assert "zh-TW" in refused(tmp_path, path)


def test_workers_that_cannot_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    assert refused(tmp_path, workers=2).startswith("-n: no process to play in could be started")
