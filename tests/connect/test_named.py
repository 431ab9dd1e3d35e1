"""Engines by name: found by their folder, started with what they need, and explained where it is missing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from caipan.cli import main
from caipan.connect import named
from caipan.connect.base import CannotConnect, Timeouts
from caipan.connect.spec import connect

MANIFEST = """
name = "toy"
title = "The toy"
url = "https://example.org/toy"
licence = "MIT"
command = ["{python}", "adapter.py", "{home}/deck", "plain"]
needs = ["env"]
home = "CAIPAN_TOY_HOME"
contains = "deck"
hint = "a checkout of the toy"
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of adapters with one engine in it, which the suite takes for its own."""
    folder = tmp_path / "engines"
    (folder / "toy").mkdir(parents=True)
    (folder / "toy" / "engine.toml").write_text(MANIFEST, "utf-8")
    (folder / "toy" / "adapter.py").write_text(
        "import sys, runpy\n"
        "from caipan.contract.serve import serve\n"
        "from tests.connect.honest import Honest\n"
        "serve(Honest())\n",
        "utf-8",
    )
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "deck").touch()
    monkeypatch.setattr(named, "adapters", lambda: folder)
    monkeypatch.delenv("CAIPAN_TOY_HOME", raising=False)
    return folder


def refused(spec: str = "toy") -> str:
    """Why there is no connection."""
    with pytest.raises(CannotConnect) as caught:
        connect(spec, Timeouts())
    return str(caught.value)


def test_a_named_engine_is_started_from_its_folder(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = toy.with_name("home")
    monkeypatch.setenv("CAIPAN_TOY_HOME", str(home))
    engine = named.load("toy")
    assert engine is not None
    assert named.command(engine) == [
        sys.executable,
        str(toy / "toy" / "adapter.py"),
        str(home / "deck"),
        "plain",
    ]
    root = Path(__file__).resolve().parents[2]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(root), str(root / "tools")]))
    connection = connect("toy", Timeouts())
    try:
        assert connection.hello.engine.name == "honest"
    finally:
        connection.close()


def test_a_home_that_is_not_there_is_explained(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "the variable CAIPAN_TOY_HOME is not set" in refused()
    assert f"point CAIPAN_TOY_HOME to a checkout of the toy; see {toy / 'toy' / 'README.md'}" in refused()
    monkeypatch.setenv("CAIPAN_TOY_HOME", "/no/such/folder")
    assert "CAIPAN_TOY_HOME is `/no/such/folder`, which is no folder" in refused()
    monkeypatch.setenv("CAIPAN_TOY_HOME", str(toy))
    assert f"CAIPAN_TOY_HOME is `{toy}`, and there is no deck in it" in refused()


def test_a_missing_program_is_explained(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIPAN_TOY_HOME", str(toy.with_name("home")))
    file = toy / "toy" / "engine.toml"
    file.write_text(MANIFEST.replace('["env"]', '["no-such-program"]'), "utf-8")
    assert "it needs the program `no-such-program`, which is not on the PATH" in refused()


def test_a_program_of_the_engine_that_is_not_installed_is_explained(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = toy.with_name("home")
    monkeypatch.setenv("CAIPAN_TOY_HOME", str(home))
    file = toy / "toy" / "engine.toml"
    file.write_text(MANIFEST.replace("{python}", "{home}/.venv/bin/python"), "utf-8")
    assert f"there is no program `{home}/.venv/bin/python`" in refused()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('licence = "MIT"', "", 'expected licence = "…"'),
        ('licence = "MIT"', 'license = "MIT"', "unknown key `license`"),
        ('needs = ["env"]', 'needs = "env"', 'expected needs = ["…"]'),
        ('home = "CAIPAN_TOY_HOME"', "home = 1", 'expected home = "…"'),
        ('name = "toy"', 'name = "game"', "its name is `game`; expected that of its folder, `toy`"),
        ('name = "toy"', 'name = "toy', "cannot be read"),
    ],
)
def test_a_bad_manifest_is_explained(toy: Path, old: str, new: str, said: str) -> None:
    (toy / "toy" / "engine.toml").write_text(MANIFEST.replace(old, new), "utf-8")
    assert said in refused()


def test_an_unknown_name_lists_those_there_are(toy: Path) -> None:
    assert refused("list").endswith(
        "`NAME`                    an engine whose adapter comes with the suite: toy"
    )


def test_the_command_line_ends_with_2(toy: Path) -> None:
    done = CliRunner().invoke(main, ["run", "--engine", "toy"])
    assert done.exit_code == 2
    assert "CAIPAN_TOY_HOME is not set" in done.output


def test_every_adapter_of_the_suite_can_be_read() -> None:
    for name in named.names():
        engine = named.load(name)
        assert engine is not None
        assert engine.readme.is_file()
        assert engine.home == f"CAIPAN_{name.upper().replace('-', '_')}_HOME"
