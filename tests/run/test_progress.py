"""How far a run has come is said on standard error, and how long it may take."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from caipan import progress
from caipan.connect.base import Timeouts
from caipan.plugin import timeouts
from caipan.progress import Progress


def test_lines_go_aside_and_name_every_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    out, aside = io.StringIO(), io.StringIO()
    shown = Progress(
        Console(file=out, width=40), "a long name of an engine [x] 1.0 and more", Console(file=aside)
    )
    shown.begin(3)
    shown.advance("passed")
    shown.advance("error")
    shown.advance("failed")
    shown.end()
    assert out.getvalue() == "3 scenarios against a long name of an engine [x] 1.0 and more\n"
    assert aside.getvalue().splitlines() == [
        "1 of 3 played",
        "2 of 3 played, 1 error",
        "3 of 3 played, 1 failed, 1 error",
    ]


@pytest.mark.parametrize("width", [60, 110])
def test_a_bar_keeps_the_name_visible(width: int) -> None:
    out, aside = io.StringIO(), io.StringIO()
    shown = Progress(
        Console(file=out), "sanguosha reference 0.1.0", Console(file=aside, width=width, force_terminal=True)
    )
    shown.begin(2)
    shown.advance("failed")
    shown.end()
    assert "sanguosha reference 0.1.0, 1 failed" in aside.getvalue()
    assert out.getvalue() == "2 scenarios against sanguosha reference 0.1.0\n"


def test_a_time_limit_is_that_of_a_scenario_and_of_each_reply_in_it() -> None:
    assert timeouts(None) == Timeouts()
    assert timeouts(5) == Timeouts(message=5, scenario=5, start=60)
    assert timeouts(90) == Timeouts(message=90, scenario=90, start=90)
