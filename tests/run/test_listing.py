"""What can be chosen: --list and --engine list."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from caipan.cli import main
from caipan.connect import named
from caipan.run import Options, run
from tests.run.playing import DATA


def listed(**options: Any) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=60, markup=False, highlight=False)
    # No such engine: it is not started.
    assert run(Options(paths=(DATA,), engine="nonsense", listed=True, **options), console) == 0
    return out.getvalue().splitlines()


def test_the_scenarios_that_would_be_played() -> None:
    assert len(listed()) == 9
    assert listed(keyword="写错 or 依次 or 只在") == [
        "outcome  2012 2013  吃桃/桃:吃一张桃，回复1点体力:此处写错，体力不会加3",
        "timing   2012 2013  吃桃/桃:先使用，后回复:依次使用和回复",
        "outcome  2012       吃桃/桃:先使用，后回复:只在2012年成立",
    ]
    assert len(listed(edition="2013")) == 8
    assert len(listed(marker="@disputed", workers=2)) == 1


def test_the_engines_that_have_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CAIPAN_WMZY_HOME", raising=False)
    done = CliRunner().invoke(main, ["run", "--engine", "list"])
    assert done.exit_code == 0
    for name in named.names():
        engine = named.load(name)
        assert engine is not None
        assert f"\n{name}\n  {engine.title}, " in done.output
        assert engine.home is None or f"\n  {engine.home} names its folder" in done.output
    assert "not there: the variable CAIPAN_WMZY_HOME is not set" in done.output


def test_an_engine_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "toy").mkdir()
    text = 'name="toy"\ntitle="Toy"\nurl="u"\nlicence="MIT"\ncommand=["{python}"]\nhint="h"\n'
    (tmp_path / "toy" / "engine.toml").write_text(f'{text}needs=["env"]\n')
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "engine.toml").write_text("name = 1\n")
    monkeypatch.setattr(named, "adapters", lambda: tmp_path)
    done = CliRunner().invoke(main, ["explain", "--engine", "list"])
    assert done.exit_code == 0
    assert "\ntoy\n  Toy, u\n  it is there\n" in done.output
    assert "\nodd\n" in done.output
    assert "odd/engine.toml: expected name = " in done.output


def test_no_command_is_cut_short_in_the_help() -> None:
    output = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    commands = output[output.index("Commands:") :].splitlines()[1:]
    assert len(commands) == 8
    assert all(line.endswith(".") and "..." not in line for line in commands)
