"""What a run says at its end."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from caipan import closing
from caipan.features import load
from caipan.report import Line
from caipan.summary import Replay
from caipan.verdict import Status
from tests.run.playing import DATA, ENGINES, ran

SCENARIOS = {scenario.id: scenario for feature in load([DATA]) for scenario in feature.scenarios}


def line(number: int, status: Status, detail: str) -> Line:
    """A verdict on one of the scenarios."""
    scenario = list(SCENARIOS.values())[number]
    return Line(scenario.id, (), "outcome", status, detail, 0.1, "2013")


def said(*lines: Line, width: int = 110) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, markup=False, highlight=False)
    failing = closing.departures(lines, SCENARIOS, {})
    closing.show(console, lines, failing, {}, Replay("reference"), 1.0)
    return out.getvalue()


def test_failures_that_are_alike_are_shown_once(tmp_path: Path) -> None:
    run = ran(tmp_path, engine=ENGINES + "Crashing")
    assert run.out.count("  verdict   error (") == 1
    assert "\n  and 7 more alike:\n    吃桃/桃:" in run.out
    assert "\n    … 2 others; the report (--report FILE) has them all\n" in run.out
    assert "\n2. " not in run.out
    assert run.report is not None
    assert sum("ZeroDivisionError" in line.detail for line in run.report.lines) == 8


def test_what_differs_is_not_alike() -> None:
    out = said(line(0, "failed", "a"), line(1, "error", "a"), line(2, "failed", "b"), line(4, "failed", "a"))
    assert [f"\n{n}. " in out for n in range(1, 5)] == [True, True, True, False]
    assert f"  and 1 more alike:\n    {list(SCENARIOS)[4]}\n" in out
    assert "report FILE" not in out


def test_an_address_or_a_quoted_line_makes_no_difference() -> None:
    out = said(
        line(0, "error", "x <T at 0x1f>; the line was: 甲"),
        line(1, "error", "x <T at 0x2e>; the line was: 乙"),
    )
    assert "and 1 more alike" in out


def test_what_an_engine_lacks_is_said_by_need() -> None:
    why = "the engine's hello does not list it"
    out = said(
        line(0, "unsupported", f"card 决斗, skill 遗计: {why}"),
        line(1, "unsupported", f"card 决斗: {why}"),
        line(2, "unsupported", "start: only at the idle point"),
        line(3, "passed", ""),
    )
    assert (
        "\n3 unsupported, for want of (a scenario may lack several):\n"
        "      2  card 决斗\n      1  skill 遗计\n      1  start: only at the idle point\n"
    ) in out
    assert "decided" not in out


def test_the_rest_of_what_it_lacks_is_counted() -> None:
    cards = ", ".join(f"card {n}" for n in range(closing.LACKS + 3))
    out = said(line(0, "unsupported", f"{cards}: the engine's hello does not list it"))
    assert "and 3 more; the report (--report FILE) has them all" in out


def test_a_run_that_decides_nothing_says_so() -> None:
    out = said(line(0, "unsupported", "card 杀: the engine's hello does not list it"))
    assert "\nNothing was decided: no scenario passed, and none failed.\n" in out
    assert "\n\n\n" not in out
    out = said(line(0, "error", "x"), line(1, "unsupported", "y"))
    assert "\nNothing was decided" in out
    assert "\n\n\n" not in out
    assert "decided" not in said(line(0, "failed", "x"))


def test_a_narrow_terminal_has_short_heads() -> None:
    wide, narrow = said(line(0, "passed", "")), said(line(0, "passed", ""), width=60)
    assert "chapter  passed  failed  unsupported  error  timeout  disputed  total" in wide
    assert "chapter  pass  fail  unsup  error  time  disp  all" in narrow
    assert max(map(len, narrow.splitlines())) <= 60
