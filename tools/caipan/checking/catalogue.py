"""All checks, in the order in which they are made."""

from __future__ import annotations

from caipan.checking import (
    agreeing,
    answers,
    asks,
    between,
    entering,
    events,
    hello,
    injecting,
    questions,
    refusals,
    resets,
    steady,
    unknown,
)
from caipan.checking.model import Check

_MADE = (
    *hello.CHECKS,
    *resets.CHECKS,
    *unknown.CHECKS,
    *entering.CHECKS,
    *questions.CHECKS,
    *injecting.CHECKS,
    *asks.CHECKS,
    *answers.CHECKS,
    *refusals.CHECKS,
    *events.CHECKS,
    *agreeing.CHECKS,
    *steady.CHECKS,
    *between.CHECKS,
)

CHECKS: tuple[Check, ...] = tuple(sorted(_MADE, key=lambda check: check.code))
