"""Every wrong engine is caught by a scenario of a clause that it breaks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sanguosha
from caipan import report as reports
from tests.mutants.catalogue import MUTANTS, Mutant

SOURCE = Path(sanguosha.__file__).parent


def build(mutant: Mutant, where: Path) -> None:
    """A copy of the reference with the mutant's changes in it."""
    package = where / "sanguosha"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for change in mutant.changes:
        path = package / f"{change.module}.py"
        text = path.read_text("utf-8")
        assert text.count(change.old) == 1, (
            f"mutant {mutant.name}: {change.module}.py must hold this text exactly once, "
            f"or the mutant changes nothing certain:\n{change.old}"
        )
        path.write_text(text.replace(change.old, change.new), "utf-8")


def run(where: Path, clauses: tuple[str, ...]) -> tuple[int, str, Path]:
    """Run the scenarios of some clauses on the engine found first in ``where``."""
    report = where / "report.ndjson"
    marks = " or ".join(f"clause:{clause}" for clause in clauses)
    command = [sys.executable, "-m", "caipan", "run", "-m", marks, "--report", str(report)]
    environment = os.environ | {"PYTHONPATH": str(where), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr, report


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_a_wrong_engine_is_caught(mutant: Mutant, tmp_path: Path) -> None:
    build(mutant, tmp_path)
    code, output, report = run(tmp_path, mutant.clauses)
    assert code == 1, f"{mutant.mistake}: nothing caught it\n{output}"
    caught = [line for line in reports.read(report).lines if line.status == "failed"]
    assert caught, f"{mutant.mistake}: it broke down instead of failing\n{output}"


def test_the_unchanged_copy_is_not_caught(tmp_path: Path) -> None:
    """The way of running mutants is sound: without a change, all of their scenarios pass."""
    build(Mutant("none", "nothing", (), ()), tmp_path)
    clauses = tuple(dict.fromkeys(clause for mutant in MUTANTS for clause in mutant.clauses))
    code, output, _ = run(tmp_path, clauses)
    assert code == 0, output


def test_there_are_mutants_enough() -> None:
    assert len(MUTANTS) >= 15
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
