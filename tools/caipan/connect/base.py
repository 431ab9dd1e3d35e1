"""What a connection to an engine can do, whichever way it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from caipan.contract.messages import EngineMessage, Event, HarnessMessage, HelloReply
from caipan.visible import visible

Tap = Callable[[bool, bytes], None]
"""Is shown each line of the wire, without its line feed: whether it was sent to the engine, and the line."""


class CannotConnect(Exception):
    """No engine answers to the name given, or it cannot even say hello: nothing can be run.

    The message says what was tried, what came of it and what was expected.
    """

    def __init__(self, message: str, mend: str = "") -> None:
        """Say it; what cannot be seen in what the engine said is written out.

        Args:
            message: the message.
            mend: what the author of the adapter can do, if the message does not say so.
        """
        super().__init__(visible(message))
        self.mend = mend


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait, in seconds: for one reply, for one scenario, for the engine to start."""

    message: float = 10.0
    scenario: float = 30.0
    start: float = 60.0


@dataclass(frozen=True, slots=True)
class Reply:
    """An engine's reply: the events that it reported, then the message that closes it."""

    events: list[Event]
    close: EngineMessage


class Connection(Protocol):
    """A live engine. Everything that goes wrong on its side is raised as a ``caipan.verdict.Stopped``."""

    spec: str
    """The engine as it was named on the command line."""

    @property
    def hello(self) -> HelloReply:
        """What the engine said about itself. Connects first, if need be.

        Raises:
            CannotConnect: it cannot be started, or says no hello that this suite understands.
        """
        ...

    @property
    def failure(self) -> str | None:
        """Why the engine, which broke, could not be started again for this scenario; None if it runs."""
        ...

    def begin(self) -> None:
        """A scenario begins: arm its time limit; restart the engine if the last scenario broke it.

        Where the restart fails, ``failure`` and the scenario's first ``exchange`` say so.
        """
        ...

    def exchange(self, message: HarnessMessage) -> Reply:
        """Send one message and take the whole reply.

        Raises:
            caipan.verdict.EngineBroke: it crashed, said ``error``, or sent what is not of the contract.
            caipan.verdict.EngineSilent: no reply in time.
        """
        ...

    def end(self) -> str:
        """A scenario is over: disarm its time limit. Returns what the engine wrote to stderr meanwhile."""
        ...

    def close(self) -> None:
        """End the engine and everything it started."""
        ...
