"""Engines in this process that misbehave where 乙 holds 桃♥Q."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator

from caipan.contract.messages import Answer, EngineMessage, HarnessMessage, Hello, HelloReply, Reset
from tests.connect.honest import HELLO, Honest

MARK = "桃♥Q"


class Marked:
    """An honest engine that knows whether the mark is on the table."""

    def __init__(self) -> None:
        self.honest = Honest()

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """Misbehave at an answer, if the mark is there."""
        if isinstance(message, Answer) and any(MARK in seat.hand for seat in self.honest.seats.values()):
            self.misbehave()
        yield from self.honest.handle(message)

    def misbehave(self) -> None:
        """Nothing, here."""


class Interrupted(Marked):
    """The reader presses Ctrl-C."""

    def misbehave(self) -> None:
        """As the terminal does."""
        signal.raise_signal(signal.SIGINT)


class Dead(Marked):
    """Takes its process along."""

    def misbehave(self) -> None:
        """No way back."""
        os.kill(os.getpid(), signal.SIGKILL)


class Raising(Marked):
    """Has a bug."""

    def misbehave(self) -> None:
        """Say so on stderr first."""
        print("about to break", file=sys.stderr)
        raise ZeroDivisionError("no peach left")


class Crashing(Honest):
    """Has a bug that strikes at once."""

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """Lay no scene."""
        if isinstance(message, Reset):
            raise ZeroDivisionError("no scene left")
        yield from super().handle(message)


class Slow(Marked):
    """Thinks too long."""

    def misbehave(self) -> None:
        """For ever, as far as anybody cares."""
        time.sleep(60)


class Chatty(Honest):
    """Prints all the time."""

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """Print, and behave."""
        print("[red]debug: 收到消息")
        print("warning", file=sys.stderr)
        yield from super().handle(message)


class Old(Honest):
    """Knows the edition of 2012 only."""

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """As honest as ever."""
        if isinstance(message, Hello):
            yield HelloReply(
                protocol=HELLO.protocol,
                engine=HELLO.engine,
                editions=["2012"],
                cards=HELLO.cards,
                skills=[],
                events=HELLO.events,
                rejects=True,
            )
            return
        yield from super().handle(message)
