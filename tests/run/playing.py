"""How the tests run the command."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from caipan.features import UsageError
from caipan.report import Line, Report, read
from caipan.run import Options, run

DATA = Path(__file__).parent / "data" / "吃桃"
OTHER = Path(__file__).parent / "data" / "又 [一]处"
HONEST = "python:tests.connect.honest:Honest"
ENGINES = "python:tests.run.engines:"


@dataclass(frozen=True)
class Ran:
    """What a run came to."""

    code: int
    out: str
    report: Report | None

    def line(self, part: str) -> Line:
        """The verdict on the scenario whose id holds a text."""
        assert self.report is not None
        (found,) = (line for line in self.report.lines if part in line.id)
        return found

    def statuses(self) -> dict[str, str]:
        """Every verdict by the end of the scenario's id."""
        assert self.report is not None
        return {line.id.rpartition(":")[2]: line.status for line in self.report.lines}


def ran(tmp: Path, *paths: Path, engine: str = HONEST, **options: Any) -> Ran:
    """Run the command in this process, with a report."""
    out = io.StringIO()
    console = Console(file=out, width=110, markup=False, highlight=False)
    report = tmp / "report.ndjson"
    code = run(Options(paths=paths or (DATA,), engine=engine, report=report, **options), console)
    return Ran(code, out.getvalue(), read(report))


def refused(tmp: Path, *paths: Path, engine: str = HONEST, **options: Any) -> str:
    """The message of a run that cannot be."""
    try:
        ran(tmp, *paths, engine=engine, **options)
    except UsageError as error:
        return str(error)
    raise AssertionError("it ran")
