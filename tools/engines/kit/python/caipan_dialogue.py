# SPDX-License-Identifier: MIT
"""Asks of an engine that calls back for each decision and waits: its game runs in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from caipan_kit import Asks, Choice, Message


class _Abandoned(BaseException):
    """Raised in a game that nobody will answer any more."""


class Dialogue:
    """A game that runs in a thread of its own, because its engine calls back for each decision and waits.

    Inside the game ``ask`` returns the decision. Outside, ``begin`` and ``take`` return the message that
    closes the reply: the next ask, or what the game returned. Only one of the two sides runs at any time.
    """

    def __init__(self) -> None:
        self._asks = Asks()
        self._thread: threading.Thread | None = None
        self._turn = threading.Semaphore(0)
        self._answered = threading.Semaphore(0)
        self._close: Message | BaseException | None = None
        self._choice: Any = None
        self._check: Callable[[Choice], Any] | None = None
        self._over = False

    def begin(self, game: Callable[[], Message]) -> Message:
        """Run a game until its first ask, or to its end, where it returns e.g. ``done(...)``."""
        self._thread = threading.Thread(target=self._run, args=(game,), daemon=True)
        self._thread.start()
        return self._wait()

    def ask(self, kind: str, player: str, check: Callable[[Choice], Any], **fields: Any) -> Any:
        """Inside the game: ask one player, and wait.

        Args:
            kind: of the ask.
            player: who is asked.
            check: the choice in the engine's own terms; it raises ``Illegal`` where it is not legal.
            fields: the other fields of the ask.

        Returns:
            What ``check`` returned; None for no.
        """
        self._check = check
        self._close = self._asks.put(kind, player, then=self._accept, **fields)
        self._turn.release()
        self._answered.acquire()
        if self._over:
            raise _Abandoned
        return self._choice

    def take(self, answer: Message) -> Message:
        """Outside: the reply to an ``answer``."""
        return self._asks.take(answer)

    def end(self) -> None:
        """Outside: abandon the game, at a reset. A new game needs a new ``Dialogue``."""
        self._over = True
        self._answered.release()
        if self._thread is not None:
            self._thread.join(1.0)

    def _accept(self, choice: Choice | None) -> Message:
        self._choice = None if choice is None or self._check is None else self._check(choice)
        self._asks.standing = None
        self._answered.release()
        return self._wait()

    def _wait(self) -> Message:
        self._turn.acquire()
        close, self._close = self._close, None
        if isinstance(close, BaseException):
            raise close
        assert close is not None
        return close

    def _run(self, game: Callable[[], Message]) -> None:
        try:
            self._close = game()
        except _Abandoned:
            return
        except BaseException as problem:
            self._close = problem
        self._turn.release()
