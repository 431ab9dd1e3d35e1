"""Verdicts on a scenario, and the ways in which a scenario stops short of passing.

``passed``, ``failed``, ``unsupported`` (the engine lacks something that the scenario needs),
``error`` (the engine broke), ``timeout`` (it did not answer in time), ``disputed`` (the documents
leave the point open, and the engine decides it otherwise than the suggested reading: never a failure).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from caipan.visible import visible

Status = Literal["passed", "failed", "unsupported", "error", "timeout", "disputed"]
STATUSES: tuple[Status, ...] = get_args(Status)
BAD: frozenset[Status] = frozenset({"failed", "error", "timeout"})
"""Statuses that make a run fail."""


@dataclass(frozen=True, slots=True)
class Breach:
    """What is wrong with an engine itself, for whoever mends its adapter."""

    mend: str
    """What to do."""
    fault: str = ""
    """The fault, without what differs from one time to the next: two that are equal are the same one. Empty
    where two that look alike may yet be different."""
    about: str = ""
    """The name of the message that is at fault, if it has one."""


class Stopped(Exception):
    """A scenario that ends with another verdict than ``passed``.

    ``detail`` is one paragraph for the reader; ``status`` is the verdict; ``breach`` says how to mend it
    where the engine itself is at fault.
    """

    status: Status

    def __init__(self, detail: str, breach: Breach | None = None) -> None:
        """Say it.

        Args:
            detail: why; it may quote an engine: what cannot be seen in it is written out.
            breach: what is wrong with the engine itself, if that is known.
        """
        self.breach = breach
        self.detail = visible(detail)
        super().__init__(self.detail)


class RuleBroken(Stopped):
    """What happened is not what the rule says."""

    status: Status = "failed"


class Unsupported(Stopped):
    """The engine lacks ``what``; nothing follows for the rule."""

    status: Status = "unsupported"

    def __init__(self, what: str, why: str = "") -> None:
        super().__init__(f"{what}: {why}" if why else what)
        self.what = visible(what)
        self.why = visible(why)


class EngineBroke(Stopped):
    """The engine crashed, sent something that is not of the contract, or said ``error``."""

    status: Status = "error"


class EngineSilent(Stopped):
    """The engine did not answer in time."""

    status: Status = "timeout"
