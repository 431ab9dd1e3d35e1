"""The step lookup, and the plugin in somebody's own pytest session."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from pytest_bdd import parsers
from pytest_bdd.steps import StepFunctionContext

from caipan import fastbdd
from caipan.fastbdd import AmbiguousStep, Steps
from caipan.features import UsageError
from tests.run.playing import DATA, HONEST

ROOT = Path(__file__).parents[2]


def context(kind: str | None, pattern: str) -> StepFunctionContext:
    return StepFunctionContext(type=kind, step_func=lambda: None, parser=parsers.re(pattern))  # type: ignore[arg-type]


def test_a_step_is_looked_up_by_kind_and_text() -> None:
    use, alive, any_ = context("when", "甲 使用 .+"), context("then", "甲 .+"), context(None, "乙 .+")
    steps = Steps([use, alive, any_])
    assert steps.find("when", "甲 使用 桃♥3") is use
    assert steps.find("then", "甲 使用 桃♥3") is alive
    assert steps.find("given", "甲 使用 桃♥3") is None
    assert steps.find("given", "乙 存活") is any_ is steps.find("then", "乙 存活")


def test_a_text_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    one = context("when", "甲")

    def is_matching(text: str) -> bool:
        calls.append(text)
        return text == "甲"

    monkeypatch.setattr(one.parser, "is_matching", is_matching)
    steps = Steps([one])
    for _ in range(3):
        assert steps.find("when", "甲") is one
        assert steps.find("when", "乙") is None
    assert calls == ["甲", "乙"]


def test_an_ambiguous_step_is_an_error() -> None:
    steps = Steps([context("when", "甲 .+"), context("when", ".+ 使用 桃♥3")])
    with pytest.raises(AmbiguousStep, match="fits two definitions"):
        steps.find("when", "甲 使用 桃♥3")


def test_another_pytest_bdd_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fastbdd, "version", lambda _: "8.1.0")
    with pytest.raises(
        UsageError, match=r"pytest-bdd 8\.1\.0 is installed, but caipan needs pytest-bdd 9\.0\.\*"
    ):
        fastbdd.definitions(ModuleType("x"))


def session(tmp_path: Path, *args: str | Path) -> str:
    """The output of pytest with the plugin."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "caipan.plugin", *map(str, args)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
            "PYTHONIOENCODING": "utf-8",
        },
        check=False,
    )
    return done.stdout + done.stderr


def test_pytest_itself_runs_features(tmp_path: Path) -> None:
    copy = tmp_path / "桃.feature"
    copy.write_bytes((DATA / "桃.feature").read_bytes())
    (tmp_path / "test_other.py").write_text("def test_other(): pass\n")
    out = session(tmp_path, f"--caipan-engine={HONEST}", "-rsx", "-v", "--strict-markers")
    assert "1 failed, 7 passed, 1 skipped, 1 xfailed" in out
    assert "桃.feature::吃一张桃，回复1点体力:体力<前>，吃到<后>[3,4] PASSED" in out
    assert "应为 4, 实为 2" in out
    assert "Traceback" not in out
    assert "unsupported: card 杀" in out
    assert "disputed: " in out


def test_pytest_itself_says_what_is_wrong_with_a_feature(tmp_path: Path) -> None:
    (tmp_path / "x.feature").write_text("# language: zh-CN\n功能: x\n  场景: 一\n", "utf-8")
    out = session(tmp_path)
    assert "x.feature:3: CP12 一 has no steps" in out
    assert "Traceback" not in out


def test_pytest_itself_takes_paths_and_editions(tmp_path: Path) -> None:
    (tmp_path / "桃.feature").write_bytes((DATA / "桃.feature").read_bytes())
    out = session(
        tmp_path, f"--caipan-engine={HONEST}", "--caipan-edition=2013", "桃.feature", "-k", "加1 or 只在2012"
    )
    assert "1 passed" in out
