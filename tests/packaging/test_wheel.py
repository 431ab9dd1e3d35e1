"""The built distributions hold all that a user needs and no more, and work outside the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from caipan import report as reports

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command to its end; its output, or a failure that shows it."""
    done = subprocess.run(command, cwd=cwd, env=OUTSIDE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command} exited {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    return folder


def only(folder: Path, pattern: str) -> Path:
    """The one file that fits."""
    (found,) = folder.glob(pattern)
    return found


def names(wheel: Path) -> set[str]:
    """The files in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def tree(folder: str, pattern: str) -> set[str]:
    """The checkout's files below a folder, relative to it."""
    return {file.relative_to(ROOT / folder).as_posix() for file in (ROOT / folder).rglob(pattern)}


@pytest.mark.slow
def test_the_wheel_holds_the_rulebook_the_reference_and_the_harness(dist: Path) -> None:
    held = names(only(dist, "*.whl"))
    for folder, inside, pattern in (
        ("features", "caipan/features", "*.feature"),
        ("features", "caipan/features", "*.tsv"),
        ("features", "caipan/features", "*.md"),
        ("reference/sanguosha", "sanguosha", "*.py"),
        ("tools/caipan", "caipan", "*.py"),
        ("tools/caipan", "caipan", "*.json"),
        ("tools/caipan", "caipan", "py.typed"),
        ("tools/engines", "caipan/adapters", "engine.toml"),
        ("tools/engines", "caipan/adapters", "*.lua"),
        ("tools/engines", "caipan/adapters", "*.ts"),
        ("tools/engines", "caipan/adapters", "*.md"),
    ):
        assert {f"{inside}/{name}" for name in tree(folder, pattern)} <= held
    assert any(name.endswith(".feature") for name in held)
    assert "caipan/features/clauses/2012.tsv" in held


@pytest.mark.slow
def test_the_wheel_holds_nothing_else(dist: Path) -> None:
    strange = [
        name
        for name in names(only(dist, "*.whl"))
        if name.split("/")[0] not in ("caipan", "sanguosha") and ".dist-info/" not in name
    ]
    assert strange == []
    assert not [name for name in names(only(dist, "*.whl")) if name.endswith(".ndjson")]


@pytest.mark.slow
def test_the_sdist_is_the_project(dist: Path) -> None:
    with tarfile.open(only(dist, "*.tar.gz")) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    for wanted in ("pyproject.toml", "README.md", "README.zh-CN.md", "LICENSE", "CHANGELOG.md"):
        assert wanted in held
    for folder in ("features", "reference", "tests", "tools"):
        assert any(name.startswith(f"{folder}/") for name in held)
    assert not [name for name in held if "__pycache__" in name or name.startswith((".git/", ".venv"))]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_an_installed_wheel_certifies_the_reference(dist: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    scripts = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", only(dist, "*.whl"), cwd=tmp_path)
    report = tmp_path / "report.ndjson"
    run(scripts / "caipan", "run", "--report", report, cwd=tmp_path)
    verdicts = reports.read(report).lines
    assert len(verdicts) >= 150
    assert {line.status for line in verdicts} == {"passed"}
    assert run(scripts / "caipan", "steps", cwd=tmp_path)
    assert run(scripts / "caipan", "schema", cwd=tmp_path)
    assert run(scripts / "caipan", "clauses", "--json", cwd=tmp_path)
    run(scripts / "caipan", "lint", cwd=tmp_path)
