"""An engine in this process: ``reference`` and ``python:MODULE:OBJECT``.

Every message passes through its encoded form in both directions, so that an
engine meets the same contract here as over stdio.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import msgspec

from caipan import __version__
from caipan.connect.base import CannotConnect, Reply, Tap, Timeouts
from caipan.connect.check import MAX_EVENTS, Gathering, negotiate, shorten, tag
from caipan.contract.messages import (
    PROTOCOL,
    EngineMessage,
    HarnessMessage,
    Hello,
    HelloReply,
    decode_harness,
    encode,
)
from caipan.contract.serve import Engine
from caipan.verdict import EngineBroke, EngineSilent, Stopped

_decode_all = msgspec.json.Decoder(list[EngineMessage]).decode
_decode_one = msgspec.json.Decoder(EngineMessage).decode


class _TimeUp(BaseException):
    """Raised inside the engine when its time is up; not an Exception, so that it rarely catches it."""


def find(module: str, name: str) -> Callable[[], Engine]:
    """A maker of the engine ``module:name``, which is a class, a factory, or an object with ``handle``.

    A finished object is used as it is, also after it broke: only a class or a factory can be made anew.

    Raises:
        CannotConnect: no such module, no such object, or an object that is no engine.
    """
    if os.getcwd() not in sys.path and "" not in sys.path:
        # An engine beside the reader's own features: python -m has its folder on the path, a script has not.
        sys.path.append(os.getcwd())
    try:
        found: Any = importlib.import_module(module)
    except Exception as problem:
        raise CannotConnect(
            f"cannot import the module `{module}`: {type(problem).__name__}: {problem}{_where(problem)}"
        ) from problem
    for part in name.split("."):
        if not hasattr(found, part):
            raise CannotConnect(
                f"the module `{module}` has no `{name}`; expected a class, a factory or an object"
            )
        found = getattr(found, part)
    if not isinstance(found, type) and callable(getattr(found, "handle", None)):
        return lambda: found
    if callable(found):
        return lambda: _make(found, f"{module}:{name}")
    raise CannotConnect(f"`{module}:{name}` is no engine: expected a method `handle(message)`")


def _make(factory: Callable[[], Any], name: str) -> Engine:
    try:
        made = factory()
    except Exception as problem:
        raise CannotConnect(
            f"cannot make the engine `{name}`: {type(problem).__name__}: {problem}{_where(problem)}"
        ) from problem
    if not callable(getattr(made, "handle", None)):
        raise CannotConnect(f"`{name}` made a {type(made).__name__}, which has no method `handle(message)`")
    return made  # type: ignore[no-any-return]


def _where(problem: BaseException) -> str:
    """The innermost lines of a traceback, on one line."""
    own = (__file__, importlib.__file__)
    frames = [
        frame
        for frame in traceback.extract_tb(problem.__traceback__)
        if frame.filename not in own and not frame.filename.startswith("<frozen ")
    ][-3:]
    shown = "; ".join(f"{f.filename}:{f.lineno} in {f.name}: {f.line}" for f in frames)
    return f" (at {shown})" if shown else ""


class InProcess:
    """A connection to an engine object.

    An engine that hangs is interrupted by SIGALRM, which only the main thread of a POSIX process can have;
    elsewhere its time is looked at between two of its messages, and one that hangs for good hangs the run.
    """

    def __init__(
        self, spec: str, make: Callable[[], Engine], timeouts: Timeouts, tap: Tap | None = None
    ) -> None:
        self.spec = spec
        self._make = make
        self._timeouts = timeouts
        self._tap = tap
        self._engine: Engine | None = None
        self._hello: HelloReply | None = None
        self._failure: str | None = None
        self._until = float("inf")

    @property
    def hello(self) -> HelloReply:
        """What the engine said about itself. Connects first, if need be.

        Raises:
            CannotConnect: it cannot be made, or says no hello that this suite understands.
        """
        if self._hello is None:
            try:
                self._start()
            except Stopped as stopped:
                raise CannotConnect(f"`{self.spec}` cannot say hello: {stopped.detail}") from stopped
            assert self._hello is not None
        return self._hello

    def _start(self) -> None:
        self._engine = None
        engine = self._make()
        close = self._ask(engine, Hello([PROTOCOL], __version__), self._timeouts.start).close
        assert isinstance(close, HelloReply)
        negotiate(close)
        self._engine = engine
        self._hello = self._hello or close

    def begin(self) -> None:
        """A scenario begins: arm its time limit; make the engine anew if the last scenario broke it."""
        self._failure = None
        if self._hello is None:
            _ = self.hello
        if self._engine is None:
            try:
                self._start()
            except (Stopped, CannotConnect) as problem:
                self._failure = f"the engine broke in an earlier scenario and cannot be made anew: {problem}"
        self._until = time.monotonic() + self._timeouts.scenario

    def exchange(self, message: HarnessMessage) -> Reply:
        """Send one message and take the whole reply.

        Raises:
            EngineBroke: it raised, said ``error``, or sent what is not of the contract.
            EngineSilent: no reply in time.
        """
        if self._failure is not None:
            raise EngineBroke(self._failure)
        if self._hello is None:
            _ = self.hello
        if self._engine is None:
            raise EngineBroke("the engine broke earlier in this scenario")
        left = self._until - time.monotonic()
        limit = self._timeouts.message
        try:
            if left < limit:
                what = f"the scenario took longer than {self._timeouts.scenario:g} s"
                if left <= 0:
                    raise EngineSilent(what)
                return self._ask(self._engine, message, left, what)
            return self._ask(self._engine, message, limit)
        except BaseException:
            self._engine = None
            raise

    def end(self) -> str:
        """A scenario is over: disarm its time limit. What the engine prints is not captured in process."""
        self._until = float("inf")
        return ""

    def close(self) -> None:
        """Forget the engine."""
        self._engine = None

    def _ask(self, engine: Engine, message: HarnessMessage, limit: float, what: str | None = None) -> Reply:
        name = tag(message)
        late = what or f"no whole reply to `{name}` within {limit:g} s"
        try:
            line = encode(message)
            own = decode_harness(line)
        except (msgspec.MsgspecError, TypeError) as problem:
            # Ours, not the engine's: the caller built a message that is not of the contract.
            raise ValueError(f"no message of the contract: {problem}: {message}") from problem
        if self._tap:
            self._tap(True, line)
        try:
            with _alarm(limit):
                sent = _drain(engine, own, time.monotonic() + limit)
        except _TimeUp:
            raise EngineSilent(late) from None
        except (KeyboardInterrupt, Stopped):
            raise
        except BaseException as problem:  # an engine's SystemExit must not end the run either
            text = shorten(str(problem), 1000)
            raise EngineBroke(
                f"in reply to `{name}` the engine raised {type(problem).__name__}: {text}{_where(problem)}"
            ) from problem
        gathering = Gathering(message)
        for each in _validated(sent, name):
            if self._tap:
                self._tap(False, encode(each))
            gathering.add(each)
        if gathering.close is None:
            raise EngineBroke(f"in reply to `{name}` the engine ended without a closing message")
        return Reply(gathering.events, gathering.close)


def _drain(engine: Engine, message: HarnessMessage, until: float) -> list[EngineMessage]:
    """All that the engine yields; one event more than is allowed is enough of it."""
    replies = engine.handle(message)
    if not hasattr(replies, "__iter__"):
        raise EngineBroke(
            f"in reply to `{tag(message)}` the engine's handle returned {type(replies).__name__}: "
            "expected an iterator of messages"
        )
    sent: list[EngineMessage] = []
    for each in replies:
        sent.append(each)
        if len(sent) > MAX_EVENTS:
            break
        if not len(sent) % 64 and time.monotonic() > until:
            raise _TimeUp
    return sent


def _validated(sent: list[EngineMessage], name: str) -> list[EngineMessage]:
    """The messages as they would have come over the wire."""
    try:
        return _decode_all(encode(sent))
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError):
        pass
    good: list[EngineMessage] = []
    for each in sent:
        try:
            good.append(_decode_one(encode(each)))
        except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as problem:
            raise EngineBroke(
                f"in reply to `{name}` the engine sent what is not of the contract: {problem}; "
                f"it was: {shorten(repr(each))}"
            ) from problem
    return good


@contextmanager
def _alarm(limit: float) -> Iterator[None]:
    """Raise ``_TimeUp`` in the body after ``limit`` seconds, again and again until it listens.

    Whoever else uses the alarm (pytest-timeout does) gets it back as it was, less the time that went by.
    """
    usable = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not usable:
        yield
        return
    armed = True

    def ring(_signal: int, _frame: FrameType | None) -> None:
        if armed:
            raise _TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    since = time.monotonic()
    pending, interval = signal.setitimer(signal.ITIMER_REAL, limit, 0.1)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before if before is not None else signal.SIG_DFL)
        if pending:
            signal.setitimer(signal.ITIMER_REAL, max(pending - (time.monotonic() - since), 0.001), interval)
