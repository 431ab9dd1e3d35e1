"""What a check is, and how one comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from caipan.contract.messages import EngineMessage, Event, HarnessMessage, Reset
from caipan.verdict import Breach

if TYPE_CHECKING:
    from caipan.checking.bench import Bench

Status = Literal["ok", "failed", "not applicable"]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One message to the engine, and what came back: a whole reply, or how the engine broke."""

    sent: HarnessMessage
    events: tuple[Event, ...] = ()
    close: EngineMessage | None = None
    broke: str | None = None
    crashed: bool = False
    """Whether it broke otherwise than by saying ``error``, as the contract lets it."""
    breach: Breach | None = None
    """What is wrong with the engine that broke, and how to mend it."""
    came: tuple[str, ...] | None = None
    """The lines that came before it broke, if they were kept."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a check came out. ``text`` says why, or what else is worth knowing."""

    status: Status
    text: str = ""
    shown: Exchange | None = None
    """The exchange that shows a failure, if it is not the last one."""
    mend: str = ""
    """How to mend a failure, if neither the breach that is shown nor the check says it better."""


GREET = "CK01"
"""The check of the hello itself, which is made with the connection."""
READY = ("CK10",)
"""What needs a scene comes after the check that one can be set up,"""
IDLE = (*READY, "CK30")
"""and what needs the idle point after the check that it can be entered."""


class Wrong(Exception):
    """The engine's reply is not what the check expects. The message says what came instead.

    Args:
        detail: one sentence.
        shown: the exchange in which it shows, if it is not the last one.
        mend: how to mend it, if the check does not say it well enough.
    """

    def __init__(self, detail: str, shown: Exchange | None = None, mend: str = "") -> None:
        super().__init__(detail)
        self.detail = detail
        self.shown = shown
        self.mend = mend


class Lacking(Wrong):
    """The engine says ``unsupported``: it has no such thing. The message is in its own words.

    Where the hello has no word for the thing (so few characters, one phase, an element of damage, a card laid
    as another), that is an honest answer and costs nothing. A claim of which everything is unsupported fails.
    """

    @property
    def laid(self) -> bool:
        """Whether it was said of the scene."""
        return self.shown is not None and isinstance(self.shown.sent, Reset)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that an adapter must do."""

    code: str
    expects: str
    """What is expected, in one line."""
    mend: str
    """What to do where it is not so."""
    run: Callable[[Bench], Outcome]
    """Talks to the engine. A ``Wrong`` or a ``caipan.verdict.Stopped`` that leaves it is a failure."""
    after: tuple[str, ...] = ()
    """Codes of checks without which this one says nothing new."""


def ok(note: str = "") -> Outcome:
    """As expected; with a note of what was seen."""
    return Outcome("ok", note)


def failed(detail: str, shown: Exchange | None = None, mend: str = "") -> Outcome:
    """Not as expected."""
    return Outcome("failed", detail, shown, mend)


def not_applicable(why: str) -> Outcome:
    """Nothing to check: the engine does not claim it, or it was not seen."""
    return Outcome("not applicable", why)
