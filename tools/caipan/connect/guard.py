"""An engine's code in this process, guarded: whatever it raises, and however long it takes.

What cannot be guarded against in one process is said in the README of the engines: a crash of the
interpreter, a thread that holds on to the interpreter. An engine that may do so belongs behind
``stdio:``.
"""

from __future__ import annotations

import functools
import importlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import NamedTuple, NoReturn, TypeVar

from caipan.connect import mends
from caipan.connect.check import shorten
from caipan.verdict import Breach, EngineBroke, EngineSilent

T = TypeVar("T")

STUBBORN = 10
"""After so many rings, a tenth of a second apart, an engine that catches them is rung for without pause."""


class TimeUp(BaseException):
    """Raised inside the engine when its time is up; not an Exception, so that it rarely catches it."""


class Flawed(Exception):
    """What the engine returned is not what it should be; the message says so.

    Args:
        detail: the message.
        breach: how to mend it.
    """

    def __init__(self, detail: str, breach: Breach | None = None) -> None:
        super().__init__(detail)
        self.breach = breach


class Guard(NamedTuple):
    """What is said of the engine where its code does not simply return."""

    raised: str
    """Comes before what it raised."""
    late: str


class Interrupts:
    """How many times the user pressed ^C: a KeyboardInterrupt that an engine raises itself is not his."""

    number = 0

    @staticmethod
    def count(_signal: int, _frame: FrameType | None) -> NoReturn:
        """Take the signal as Python does by itself, and count it."""
        Interrupts.number += 1
        raise KeyboardInterrupt

    @staticmethod
    def listen() -> None:
        """Count from now on, unless somebody else has a handler of his own."""
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, Interrupts.count)

    @staticmethod
    def came_since(number: int) -> bool:
        """Whether the user pressed ^C since there were so many; yes, where that cannot be known."""
        if Interrupts.number > number:
            return True
        handler = signal.getsignal(signal.SIGINT)
        main = threading.current_thread() is threading.main_thread()
        return main and handler not in (Interrupts.count, signal.SIG_IGN)


_exit = os._exit


def _refused(process: int, code: int) -> NoReturn:
    """``os._exit`` while an engine's code runs: it does not end the run, but a process that it forked."""
    if os.getpid() != process:
        _exit(code)
    raise SystemExit(f"os._exit({code})")


def guarded(call: Callable[[], T], guard: Guard, limit: float) -> T:
    """Let the engine's code run.

    An engine that hangs is interrupted by SIGALRM, which only the main thread of a POSIX process can have;
    elsewhere it is late when it comes back. Whoever else uses the alarm (pytest-timeout does) gets it back as
    it was, less the time that went by.

    Args:
        call: runs it.
        guard: what to say.
        limit: the seconds that it may take.

    Raises:
        EngineBroke: it raised something, whatever that is.
        EngineSilent: it took longer than ``limit``.
        KeyboardInterrupt: the user pressed ^C.
    """
    interrupts, depth, process = Interrupts.number, sys.getrecursionlimit(), os.getpid()
    alarm = _Alarm(limit)
    broke, breach = "", None
    try:
        alarm.arm()
        os._exit = functools.partial(_refused, process)
        try:
            result = call()
        except TimeUp:
            raise
        except Flawed as flawed:
            broke, breach = str(flawed), flawed.breach
        except BaseException as problem:
            if isinstance(problem, KeyboardInterrupt) and Interrupts.came_since(interrupts):
                raise
            broke, breach = f"{guard.raised} {said(problem)}{where(problem)}", Breach(mends.RAISED)
        else:
            if not alarm.late():
                return result
    except TimeUp:
        pass
    finally:
        if os.getpid() != process:
            # The engine forked, and this is the copy: the run goes on in the other process, and only there.
            _exit(1)
        os._exit = _exit
        alarm.disarm()
        if sys.getrecursionlimit() < depth:
            sys.setrecursionlimit(depth)
    # Not in a handler: what the engine raised, whose text may do anything, is no context of what we raise.
    if broke:
        raise EngineBroke(broke, breach)
    raise EngineSilent(guard.late, Breach(mends.LATE))


class _Alarm:
    """Raises ``TimeUp`` in the engine's code when its time is up, again and again until it listens."""

    __slots__ = ("_armed", "_before", "_interval", "_limit", "_pending", "_rung", "_since", "_usable")

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._armed = self._usable = False
        self._rung = 0

    def arm(self) -> None:
        """The time begins."""
        self._since = monotonic()
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            self._armed = self._usable = True
            self._before = signal.signal(signal.SIGALRM, self._ring)
            self._pending, self._interval = signal.setitimer(signal.ITIMER_REAL, self._limit, 0.1)

    def _ring(self, _signal: int, frame: FrameType | None) -> None:
        # Our own frames are not interrupted: they are about to come to an end by themselves.
        if not self._armed or (frame is not None and frame.f_code in _OURS):
            return
        self._rung += 1
        if self._rung == STUBBORN:
            signal.setitimer(signal.ITIMER_REAL, 1e-4, 1e-4)
        raise TimeUp

    def late(self) -> bool:
        """Whether the time is up."""
        return monotonic() - self._since > self._limit

    def disarm(self) -> None:
        """The time no longer matters."""
        if not self._usable:
            return
        self._armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self.late():
            # An engine that blocked the signal would keep it from everybody; it is taken here, and ignored.
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
        signal.signal(signal.SIGALRM, self._before if self._before is not None else signal.SIG_DFL)
        if self._pending:
            left = self._pending - (monotonic() - self._since)
            signal.setitimer(signal.ITIMER_REAL, max(left, 0.001), self._interval)


_OURS = frozenset(each.__code__ for each in (guarded, _Alarm.arm, _Alarm._ring, _Alarm.late, _Alarm.disarm))


def text_of(value: object, words: Callable[[object], str] = str) -> str:
    """The value in words, or that it has none."""
    try:
        return words(value)
    except TimeUp:
        raise
    except BaseException as problem:
        return f"(a {type(value).__name__} whose text cannot be had: {type(problem).__name__})"


def said(problem: BaseException) -> str:
    """An exception on one line."""
    name, text = shorten(type(problem).__name__), shorten(text_of(problem), 1000)
    return f"{name}: {text}" if text else name


def where(problem: BaseException) -> str:
    """The innermost lines of a traceback, on one line."""
    own = (__file__, importlib.__file__, str(Path(__file__).with_name("inprocess.py")))
    frames = [
        frame
        for frame in traceback.extract_tb(problem.__traceback__)
        if frame.filename not in own and not frame.filename.startswith("<frozen ")
    ][-3:]
    shown = "; ".join(f"{f.filename}:{f.lineno} in {f.name}: {f.line}" for f in frames)
    return f" (at {shown})" if shown else ""
