"""An engine in this process: ``reference`` and ``python:MODULE:OBJECT``.

Every message passes through its encoded form in both directions, so that an
engine meets the same contract here as over stdio.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

import msgspec

from caipan import __version__
from caipan.connect import mends
from caipan.connect.aside import printing_aside
from caipan.connect.base import CannotConnect, Reply, Tap, Timeouts
from caipan.connect.check import MAX_EVENTS, Gathering, negotiate, shorten, tag, unchanged
from caipan.connect.guard import Flawed, Guard, Interrupts, TimeUp, guarded, said, text_of
from caipan.connect.ledger import Ledger
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
from caipan.verdict import Breach, EngineBroke, EngineSilent, Stopped

_decode_all = msgspec.json.Decoder(list[EngineMessage]).decode
_decode_one = msgspec.json.Decoder(EngineMessage).decode


def find(module: str, name: str, limit: float = Timeouts().start) -> Callable[[], Engine]:
    """A maker of the engine ``module:name``, which is a class, a factory, or an object with ``handle``.

    A finished object is used as it is, also after it broke: only a class or a factory can be made anew.

    Args:
        module: imported here.
        name: with dots, if it lies deeper.
        limit: seconds that the import may take.

    Raises:
        CannotConnect: no such module, no such object, or an object that is no engine.
    """
    try:
        here = os.getcwd()
    except OSError as problem:
        raise CannotConnect(f"the working directory is not there any more: {problem.strerror}") from None
    if here not in sys.path and "" not in sys.path:
        # An engine beside the reader's own features: python -m has its folder on the path, a script has not.
        sys.path.append(here)
    Interrupts.listen()
    try:
        with printing_aside():
            return guarded(
                lambda: _found(module, name),
                Guard(
                    f"cannot import the module `{module}`:",
                    f"importing `{module}` took more than {limit:g} s",
                ),
                limit,
            )
    except (EngineBroke, EngineSilent) as problem:
        raise CannotConnect(problem.detail) from None


def _found(module: str, name: str) -> Callable[[], Engine]:
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        if not hasattr(found, part):
            raise Flawed(f"the module `{module}` has no `{name}`; expected a class, a factory or an object")
        found = getattr(found, part)
    if not isinstance(found, type) and callable(getattr(found, "handle", None)):
        return lambda: found
    if callable(found):
        return lambda: _made(found, f"{module}:{name}")
    raise Flawed(f"`{module}:{name}` is no engine: expected a method `handle(message)`")


def _made(factory: Callable[[], Any], name: str) -> Engine:
    made = factory()
    if not callable(getattr(made, "handle", None)):
        raise Flawed(f"`{name}` made a {type(made).__name__}, which has no method `handle(message)`")
    return made  # type: ignore[no-any-return]


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
        self._ledger = Ledger()

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
                mend = stopped.breach.mend if stopped.breach else mends.HELLO
                raise CannotConnect(f"`{self.spec}` cannot say hello: {stopped.detail}", mend) from stopped
            assert self._hello is not None
        return self._hello

    def _start(self) -> None:
        self._engine = None
        Interrupts.listen()
        limit = self._timeouts.start
        try:
            with printing_aside():
                engine = guarded(
                    self._make,
                    Guard(
                        f"cannot make the engine `{self.spec}`:", f"`{self.spec}` was not made in {limit:g} s"
                    ),
                    limit,
                )
        except Stopped as stopped:
            raise CannotConnect(stopped.detail) from None
        close = self._ask(engine, Hello([PROTOCOL], __version__), limit).close
        assert isinstance(close, HelloReply)
        hello = unchanged(self._hello, negotiate(close))
        self._engine = engine
        self._hello = hello

    @property
    def failure(self) -> str | None:
        """Why the engine, which broke, could not be made anew; None if it is there."""
        return self._failure

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
        self._until = monotonic() + self._timeouts.scenario

    def exchange(self, message: HarnessMessage) -> Reply:
        """Send one message and take the whole reply.

        Raises:
            EngineBroke: it raised, said ``error``, or sent what is not of the contract.
            EngineSilent: no reply in time.
        """
        if self._failure is not None:
            raise EngineBroke(self._failure, Breach(mends.AGAIN, mends.AGAIN))
        if self._hello is None:
            _ = self.hello
        if self._engine is None:
            raise EngineBroke("the engine broke earlier in this scenario")
        left = self._until - monotonic()
        limit = self._timeouts.message
        try:
            if left < limit:
                what = f"the scenario took longer than {self._timeouts.scenario:g} s"
                if left <= 0:
                    raise EngineSilent(what, Breach(mends.LATE))
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
        with printing_aside():
            sent = guarded(
                lambda: _validated(_drain(engine, own, monotonic() + limit), name),
                Guard(f"in reply to `{name}` the engine raised", late),
                limit,
            )
        gathering = Gathering(message, self._ledger)
        for each in sent:
            if self._tap:
                self._tap(False, encode(each))
            gathering.add(each)
        if gathering.close is None:
            what = f"in reply to `{name}` the engine ended without a closing message"
            raise EngineBroke(what, mends.breach(mends.ENDLESS, "no closing message"))
        return Reply(gathering.events, gathering.close)


def _drain(engine: Engine, message: HarnessMessage, until: float) -> list[EngineMessage]:
    """All that the engine yields; one event more than is allowed is enough of it."""
    replies = engine.handle(message)
    if not hasattr(replies, "__iter__"):
        raise Flawed(
            f"in reply to `{tag(message)}` the engine's handle returned {type(replies).__name__}: "
            "expected an iterator of messages",
            mends.breach(mends.YIELD, "no iterator"),
        )
    sent: list[EngineMessage] = []
    for each in replies:
        sent.append(each)
        if len(sent) > MAX_EVENTS:
            break
        if not len(sent) % 64 and monotonic() > until:
            raise TimeUp
    return sent


def _validated(sent: list[EngineMessage], name: str) -> list[EngineMessage]:
    """The messages as they would have come over the wire."""
    try:
        return _decode_all(encode(sent))
    except Exception:
        pass
    good: list[EngineMessage] = []
    for each in sent:
        try:
            good.append(_decode_one(encode(each)))
        except Exception as problem:
            why = str(problem) if isinstance(problem, msgspec.MsgspecError) else said(problem)
            raise Flawed(
                f"in reply to `{name}` the engine sent what is not of the contract: {why}; "
                f"it was: {shorten(text_of(each, repr))}",
                mends.breach(mends.FIELD, why, _type_of(each)),
            ) from None
    return good


def _type_of(sent: object) -> str:
    """The name of a message that is not of the contract, if it is one at all."""
    return tag(sent) if isinstance(sent, EngineMessage) else ""
