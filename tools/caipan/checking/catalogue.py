"""All checks, in the order in which they are made."""

from __future__ import annotations

from caipan.checking import answers, asks, entering, events, hello, resets, steady
from caipan.checking.model import Check

CHECKS: tuple[Check, ...] = (
    *hello.CHECKS,
    *resets.CHECKS,
    *entering.CHECKS,
    *asks.CHECKS,
    *answers.CHECKS,
    *events.CHECKS,
    *steady.CHECKS,
)
