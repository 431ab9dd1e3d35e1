"""Engines by name: ``--engine NAME`` finds the adapter that the suite brings along.

Each adapter is a folder with an ``engine.toml``::

    name = "wmzy"                       # as the folder is called
    title = "wmzy/sanguosha"
    url = "https://github.com/wmzy/sanguosha"
    licence = "MIT"                     # the adapter's own
    command = ["node", "adapter.ts"]    # the program, then its arguments
    needs = ["node"]                    # programs that must be on the PATH
    home = "CAIPAN_WMZY_HOME"           # optional: the variable that says where the engine is
    contains = "src/engine/index.ts"    # optional: a file by which its folder is known
    hint = "a checkout of wmzy/sanguosha with its npm dependencies"

An argument of the command that is a file of the folder is found there, wherever the caller stands; the
working directory stays his. ``{home}`` in it is the folder that the variable names, ``{python}`` the running
Python. The engine itself is never part of the suite: it is the user's own, and the variable points to it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from caipan.connect.base import CannotConnect

MANIFEST = "engine.toml"
TEXTS = ("name", "title", "url", "licence", "hint")
LISTS = ("command", "needs")
OPTIONAL = ("home", "contains")


@dataclass(frozen=True, slots=True)
class Named:
    """An adapter of the suite, as its ``engine.toml`` describes it."""

    folder: Path
    name: str
    title: str
    url: str
    licence: str
    command: tuple[str, ...]
    needs: tuple[str, ...]
    hint: str
    """What the home variable should point to, or what is to be installed."""
    home: str | None = None
    contains: str | None = None

    @property
    def readme(self) -> Path:
        """Where its user reads on."""
        return self.folder / "README.md"


def adapters() -> Path:
    """The folder of the adapters: inside the installed package, or tools/engines of a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "adapters"
    return inside if inside.is_dir() else package.with_name("engines")


def names(folder: Path | None = None) -> list[str]:
    """The engines that can be named, sorted."""
    return sorted(file.parent.name for file in (folder or adapters()).glob(f"*/{MANIFEST}"))


def load(name: str, folder: Path | None = None) -> Named | None:
    """The adapter of that name, or None where there is none.

    Raises:
        CannotConnect: its ``engine.toml`` cannot be used; the message says what is wrong in it.
    """
    base = folder or adapters()
    if name not in names(base):
        return None
    file = base / name / MANIFEST
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise CannotConnect(f"{file} cannot be read: {problem}") from problem
    if unknown := sorted(content.keys() - {*TEXTS, *LISTS, *OPTIONAL}):
        known = ", ".join((*TEXTS, *LISTS, *OPTIONAL))
        raise CannotConnect(f"{file}: unknown key `{unknown[0]}`; expected {known}")
    for key in TEXTS:
        if not isinstance(content.get(key), str) or not content[key]:
            raise CannotConnect(f'{file}: expected {key} = "…"')
    for key in LISTS:
        value = content.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(each, str) for each in value):
            raise CannotConnect(f'{file}: expected {key} = ["…"]')
    for key in OPTIONAL:
        if not isinstance(content.get(key, ""), str):
            raise CannotConnect(f'{file}: expected {key} = "…"')
    if content["name"] != name:
        raise CannotConnect(f"{file}: its name is `{content['name']}`; expected that of its folder, `{name}`")
    texts = {key: content[key] for key in TEXTS}
    command, needs = (tuple(content[key]) for key in LISTS)
    return Named(
        base / name,
        **texts,
        command=command,
        needs=needs,
        home=content.get("home"),
        contains=content.get("contains"),
    )


def command(engine: Named, environment: Mapping[str, str] = os.environ) -> list[str]:
    """How the adapter is started here.

    Raises:
        CannotConnect: something that it needs is not there; the message says what, and where to read on.
    """
    home = _home(engine, environment)
    for program in engine.needs:
        if shutil.which(program, path=environment.get("PATH")) is None:
            raise CannotConnect(_lacks(engine, f"it needs the program `{program}`, which is not on the PATH"))
    argv = [_argument(engine, each, home) for each in engine.command]
    if shutil.which(argv[0], path=environment.get("PATH")) is None:
        raise CannotConnect(_lacks(engine, f"there is no program `{argv[0]}`"))
    return argv


def _home(engine: Named, environment: Mapping[str, str]) -> str:
    """Where the engine is, or nothing if its adapter does not ask."""
    if engine.home is None:
        return ""
    said = environment.get(engine.home, "")
    if not said:
        raise CannotConnect(_lacks(engine, f"the variable {engine.home} is not set"))
    path = Path(said).expanduser().absolute()
    if not path.is_dir():
        raise CannotConnect(_lacks(engine, f"{engine.home} is `{said}`, which is no folder"))
    if engine.contains and not (path / engine.contains).exists():
        raise CannotConnect(
            _lacks(engine, f"{engine.home} is `{said}`, and there is no {engine.contains} in it")
        )
    return str(path)


def _lacks(engine: Named, what: str) -> str:
    point = f"point {engine.home} to {engine.hint}" if engine.home else f"install {engine.hint}"
    return (
        f"the engine `{engine.name}` ({engine.title}) cannot be started: {what}.\n"
        f"Expected: {point}; see {engine.readme}"
    )


def _argument(engine: Named, text: str, home: str) -> str:
    filled = text.replace("{home}", home).replace("{python}", sys.executable)
    file = engine.folder / filled
    return str(file) if filled == text and file.is_file() else filled
