"""SIGTERM and SIGHUP: what is running is broken off as by Ctrl-C, and engines are ended."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Ended:
    """The signal that came, if one did."""

    by: int | None = None

    @staticmethod
    def take(number: int, _frame: FrameType | None) -> None:
        """Go on as at Ctrl-C, for which everybody is prepared."""
        Ended.by = number
        if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as shells start what runs in the background
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)


def listen(worker: bool = False) -> None:
    """Take the signals from now on, but for one that is ignored, as under nohup.

    Args:
        worker: this process plays for another one, which ends it by SIGINT: that is never ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    if worker and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in _ENDING:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, Ended.take)


@contextlib.contextmanager
def listening() -> Iterator[None]:
    """Take the signals for a while."""
    Ended.by = None
    before = {number: signal.getsignal(number) for number in _ENDING}
    listen()
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler == signal.SIG_DFL and signal.getsignal(number) == Ended.take:
                signal.signal(number, signal.SIG_DFL)


def exit_code(code: int) -> int:
    """An exit code, as a shell gives it for a program that a signal ended, if one did."""
    return 128 + Ended.by if Ended.by is not None else code
