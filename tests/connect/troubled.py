"""Engines in this process that are honest but for one thing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from caipan.connect.base import Connection, Timeouts
from caipan.connect.inprocess import InProcess
from caipan.contract.messages import EngineMessage, Event, HarnessMessage, Ready, Reset, Start
from tests.connect.honest import Honest
from tests.connect.talk import MARK

Trouble = Callable[[], Iterator[EngineMessage]]


class Troubled:
    """Honest, but for its answer to ``start`` in a scene with the mark."""

    trouble: Trouble

    def __init__(self, trouble: Trouble) -> None:
        self._honest = Honest()
        self._trouble = trouble
        self._marked = False

    def handle(self, message: HarnessMessage) -> Any:
        """Yield the reply."""
        if isinstance(message, Reset):
            self._marked = MARK in message.scene.players[1].hand
        if self._marked and isinstance(message, Start):
            return self._trouble()
        return self._honest.handle(message)


def with_trouble(trouble: Any, timeouts: Timeouts | None = None) -> Connection:
    return InProcess("python:test:engine", lambda: Troubled(trouble), timeouts or Timeouts())


def raises(problem: BaseException) -> Trouble:
    def trouble() -> Iterator[EngineMessage]:
        yield Event("phase", player="甲", phase="play")
        raise problem

    return trouble


def yields(*sent: Any) -> Trouble:
    return lambda: iter(sent)


def hangs() -> Iterator[EngineMessage]:
    time.sleep(60)
    yield Ready()
