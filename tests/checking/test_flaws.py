"""Each check finds the flaw that it is there for."""

from __future__ import annotations

import pytest

from caipan.checking.catalogue import CHECKS
from caipan.checking.run import make
from caipan.connect.base import Timeouts
from caipan.connect.inprocess import InProcess
from tests.checking.flawed import FLAWS, Flaw, Flawed
from tests.checking.violations import VIOLATIONS

TIMEOUTS = Timeouts(10, float("inf"), 60)


@pytest.mark.parametrize("code", FLAWS)
def test_it_is_found(code: str) -> None:
    """By its check, made after those that come before it."""
    found(code, FLAWS[code])


@pytest.mark.parametrize("what", VIOLATIONS)
def test_it_is_seen(what: str) -> None:
    """What is easily overlooked."""
    found(*VIOLATIONS[what])


def found(code: str, flaw: Flaw) -> None:
    """The check fails."""
    connection = InProcess("python:flawed:Flawed", lambda: Flawed(flaw), TIMEOUTS)
    wanted = next(check for check in CHECKS if check.code == code)
    made, _ = make(connection, [check for check in CHECKS if check.code in (*wanted.after, code)])
    outcome = made[-1].outcome
    assert made[-1].check is wanted
    assert outcome.status == "failed", [result.outcome for result in made]
    assert outcome.text


def test_every_check_can_fail() -> None:
    """CK01 and CK94 are about the wire: see test_liars."""
    assert {check.code for check in CHECKS} - FLAWS.keys() - {code for code, _ in VIOLATIONS.values()} == {
        "CK01",
        "CK94",
    }
