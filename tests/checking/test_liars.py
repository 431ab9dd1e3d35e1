"""Each lying adapter is caught by a check, and no check keeps the others from being made."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from caipan.checking.catalogue import CHECKS
from caipan.checking.run import Result, make
from caipan.connect.base import Timeouts
from caipan.connect.spec import connect
from tests.connect.liars import LIES
from tests.connect.talk import HONEST, HONEST_STDIO, liar

PATIENT = Timeouts(20, float("inf"), 60)
HASTY = Timeouts(0.7, float("inf"), 1)
SLOW = ("half", "silent", "drip", "mute")
"""Lies that are only found out by waiting."""

CAUGHT = {
    "lazy": "CK30",
    "order": "CK10",
    "twice": "CK30",
    "pretty": "CK30",
    "together": "CK30",
    "late": "CK30",
    "late-query": "CK94",
    "garbage": "CK30",
    "half": "CK30",
    "silent": "CK30",
    "drip": "CK30",
    "huge": "CK30",
    "huge-whole": "CK30",
    "utf8": "CK30",
    "unknown-field": "CK10",
    "wrong-type": "CK10",
    "strange-event": "CK30",
    "dies": "CK30",
    "killed": "CK30",
    "leaves": "CK30",
    "grandchild": "CK30",
    "claims": "CK03",
    "claims-unsupported": "CK03",
    "rejects": "CK70",
    "events": "CK30",
    "asks": "CK30",
    "banner": "CK01",
    "version": "CK01",
    "stillborn": "CK01",
    "mute": "CK01",
}
"""Lie -> the check that catches it, be it with others."""

HARMLESS = {
    "none": "it does not lie",
    "noise": "stderr is the engine's own; every answer is true",
    "daemon": "what it leaves behind is ended with it",
}


def checked(spec: str, timeouts: Timeouts = PATIENT) -> dict[str, Result]:
    """All checks of an engine."""
    results, _ = make(connect(spec, timeouts))
    return {result.check.code: result for result in results}


def failures(results: dict[str, Result]) -> dict[str, str]:
    """Those that failed, and why."""
    return {code: made.outcome.text for code, made in results.items() if made.outcome.status == "failed"}


@pytest.mark.parametrize("spec", ["reference", HONEST, HONEST_STDIO])
def test_honest_engines(spec: str) -> None:
    """Nothing fails."""
    results = checked(spec)
    assert not failures(results)
    if spec == "reference":
        asked = {code for code, made in results.items() if made.outcome.status == "not applicable"}
        # The reference asks step by step for nothing, has no races, and claims everything.
        assert asked == {"CK38", "CK69", "CK6A", "CK75", "CK94"}


@pytest.mark.parametrize("lie", LIES)
def test_liars(lie: str) -> None:
    """Caught, and every check is made all the same."""
    results = checked(liar(lie, only=None), HASTY if lie in SLOW else PATIENT)
    assert list(results) == [check.code for check in CHECKS]
    caught = failures(results)
    if lie in HARMLESS:
        assert not caught
    else:
        assert CAUGHT[lie] in caught, caught


def test_the_toy_of_the_tutorial() -> None:
    """What its page says: it breaks when somebody is dying, and speaks the contract otherwise."""
    folder = Path(__file__).parents[2] / "tools" / "engines" / "tutorial"
    assert failures(checked(f"stdio:{sys.executable} {folder / 'adapter.py'}")).keys() == {"CK51"}
