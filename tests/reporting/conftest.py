"""A small rulebook, and reports about it that can be bent as a test needs them."""

from __future__ import annotations

import dataclasses
import errno
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from caipan import features
from caipan.contract.messages import EngineInfo
from caipan.features import FeatureFile
from caipan.playing import House
from caipan.report import FORMAT, Footer, Header, Line, Writer, totals
from caipan.reporting.command import report as command
from caipan.reporting.traces import Reference

FEATURE = """\
# language: zh-CN
功能: 桃
  桃救人。

  @clause:terms.word.recover
  规则: 使用桃回复1点体力

    场景: 受伤的人吃桃
      假如 场上依次为:
        | 角色 | 体力 | 手牌 |
        | 甲   | 1/4  | 桃♥3 |
        | 乙   | 4/4  |      |
      当 甲 使用 桃♥3
      那么 甲 的体力为 2

    @clause:2012.dying.order
    场景: 濒死的人先被自己救
      假如 场上依次为:
        | 角色 | 体力 | 手牌 |
        | 甲   | 4/4  | 杀♠7 |
        | 乙   | 1/4  | 桃♥3 |
      当 甲 对 乙 使用 杀♠7
      并且 乙 使用 桃♥3
      那么 乙 的体力为 1

    @edition:2013
    场景: 只在2013年
      假如 场上依次为:
        | 角色 | 体力 | 手牌 |
        | 甲   | 3/4  | 桃♥3 |
        | 乙   | 4/4  |      |
      当 甲 使用 桃♥3
      那么 甲 的体力为 4
"""
EATS, SAVED, ONLY_2013 = (
    f"recovery/桃:使用桃回复1点体力:{title}" for title in ("受伤的人吃桃", "濒死的人先被自己救", "只在2013年")
)


@dataclass(slots=True)
class Book:
    """The small rulebook."""

    folder: Path
    suite: tuple[FeatureFile, ...]
    lines: dict[str, Line]
    """What the reference makes of it: all passed."""

    @property
    def digest(self) -> str:
        """Of the features."""
        return features.digest(self.suite)

    def failed(self, id: str, detail: str = "甲 的体力: 应为 2, 实为 1", **changes: Any) -> Line:
        """A line that says that a scenario failed, with what really happened as its account."""
        (scenario,) = [one for feature in self.suite for one in feature.scenarios if one.id == id]
        account = _account(scenario)
        last = scenario.steps[-1]
        account |= {"step": f"{last.keyword} {last.text}", "line": last.line}
        return replace(self.lines[id], status="failed", detail=detail, account=account, **changes)

    def write(
        self,
        path: Path,
        lines: Iterable[Line] | None = None,
        *,
        interrupted: bool = False,
        name: str = "alpha",
        version: str = "1.0",
        url: str | None = None,
        **header: Any,
    ) -> Path:
        """Write a report; without lines, that of a run in which everything passed."""
        house = House("reference")
        hello = replace(house.connection.hello, engine=EngineInfo(name, version, url))
        house.close()
        known = {
            "format": FORMAT,
            "suite": "0.1.0",
            "digest": self.digest,
            "edition": "newest",
            "spec": "stdio:./engine",
            "time": "2026-01-01T00:00:00+00:00",
        }
        its = tuple(self.lines.values() if lines is None else lines)
        writer = Writer(path)
        writer.write(Header(engine=hello, **{**known, **header}))
        for line in its:
            writer.write(line)
        writer.write(Footer(len(its), totals(its), 1.5, interrupted))
        writer.close()
        return path


def _account(scenario: features.Scenario) -> dict[str, Any]:
    """The account of a scenario as a report has it: the reference's, of a scenario that it fails."""
    wrong = features.Step("then", "那么", "甲 的体力为 9", scenario.steps[-1].line)
    reference = Reference()
    try:
        bent = dataclasses.replace(scenario, steps=(*scenario.steps, wrong))
        account = reference.play(bent, None).line.account
    finally:
        reference.close()
    assert account is not None
    return account


def written(folder: Path, names: Sequence[str]) -> Book:
    """A rulebook of files that are all alike."""
    (folder / "recovery").mkdir()
    for name in names:
        (folder / "recovery" / f"{name}.feature").write_text(FEATURE, "utf-8")
    suite = features.load([folder])
    reference = Reference()
    lines = {one.id: reference.play(one, None).line for feature in suite for one in feature.scenarios}
    reference.close()
    assert {line.status for line in lines.values()} == {"passed"}
    return Book(folder / "recovery", suite, lines)


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The small rulebook."""
    return written(tmp_path_factory.mktemp("book"), ["桃"])


@pytest.fixture(scope="session")
def two(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """One of two files."""
    return written(tmp_path_factory.mktemp("two"), ["桃", "再"])


Caipan = Callable[..., Result]


def caller(folder: Path) -> Caipan:
    """``caipan report`` about the features of a folder."""

    def call(*arguments: str | Path) -> Result:
        return CliRunner().invoke(command, [*map(str, arguments), "--features", str(folder)])

    return call


@pytest.fixture(scope="session")
def caipan(book: Book) -> Caipan:
    """``caipan report`` about the small rulebook."""
    return caller(book.folder)


def full_after(monkeypatch: pytest.MonkeyPatch, files: int) -> None:
    """Have the disk be full when so many files have been written."""
    write, left = Path.write_text, [files]

    def fail(path: Path, *arguments: Any, **more: Any) -> int:
        if left[0] == 0:
            path.touch()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        left[0] -= 1
        return write(path, *arguments, **more)

    monkeypatch.setattr(Path, "write_text", fail)
