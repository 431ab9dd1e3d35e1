"""An engine in a process of its own: ``stdio:COMMAND …``, JSON Lines over its pipes.

Whatever the engine does, an exchange ends in time, with a reply or with a
breakage that says what came. After a breakage the process group is killed, and
the next scenario has a fresh process.
"""

from __future__ import annotations

import codecs
from time import monotonic

import msgspec

from caipan import __version__
from caipan.connect import mends
from caipan.connect.base import CannotConnect, Reply, Tap, Timeouts
from caipan.connect.check import Gathering, negotiate, shorten, tag, unchanged
from caipan.connect.ledger import Ledger
from caipan.connect.process import Ended, Late, Process, Tail
from caipan.contract.messages import (
    PROTOCOL,
    EngineMessage,
    HarnessMessage,
    Hello,
    HelloReply,
    decode_engine,
    encode,
)
from caipan.verdict import Breach, EngineBroke, EngineSilent, Stopped

MAX_LINE = 8 << 20
"""Bytes of one line."""

MAX_REPLY = 64 << 20
"""Bytes of one reply."""

STARTS = 3
"""How many times in a row an engine may fail to start before it is given up."""

GRACE = 1.0
"""Seconds that an engine has to end by itself when its stdin is closed."""


class Stdio:
    """A connection to a process that speaks the contract on stdin and stdout."""

    def __init__(self, spec: str, argv: list[str], timeouts: Timeouts, tap: Tap | None = None) -> None:
        self.spec = spec
        self._argv = argv
        self._timeouts = timeouts
        self._tap = tap
        self._stderr = Tail()
        self._process: Process | None = None
        self._hello: HelloReply | None = None
        self._rest = b""
        self._failure: str | None = None
        self._failed_starts = 0
        self._last = ""
        self._exited = False
        self._until = float("inf")
        self._ledger = Ledger()

    @property
    def hello(self) -> HelloReply:
        """What the engine said about itself. Connects first, if need be.

        Raises:
            CannotConnect: it cannot be started, or says no hello that this suite understands.
        """
        if self._hello is None:
            self._connect()
            assert self._hello is not None
        return self._hello

    def _connect(self) -> None:
        """Start the engine for the first time; one that exits at once has a few more tries."""
        for attempt in range(1, STARTS + 1):
            try:
                self._start()
                return
            except EngineBroke as stopped:
                if attempt < STARTS and self._exited:
                    self._stderr.clear()
                    continue
                raise self._no_hello(stopped, attempt) from stopped
            except EngineSilent as stopped:
                raise self._no_hello(stopped, attempt) from stopped

    def _no_hello(self, stopped: Stopped, attempts: int) -> CannotConnect:
        times = f" ({attempts} times in a row)" if attempts > 1 else ""
        return CannotConnect(
            f"`{self.spec}` cannot say hello: {stopped.detail}{times}{self._tail(stopped.detail)}"
            '. Expected one line on its stdout, {"type":"hello",…}, in answer to the hello on its stdin',
            stopped.breach.mend if stopped.breach else mends.HELLO,
        )

    def _tail(self, detail: str = "") -> str:
        """In words: how its stderr ends, unless that is said already."""
        said = shorten(self._stderr.last_lines(), 600)
        return f"; its stderr ends: {said}" if said and said not in detail else ""

    def _start(self) -> None:
        """Start the process and say hello.

        Raises:
            CannotConnect: no such command, or a hello that this suite does not understand.
            EngineBroke, EngineSilent: no hello came.
        """
        self._drop()
        self._exited = False
        try:
            self._process = Process(self._argv, self._stderr)
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or problem
            raise CannotConnect(f"cannot start `{self._argv[0]}`: {reason}") from problem
        started = monotonic()
        limit = self._timeouts.start
        close = self._talk(
            Hello([PROTOCOL], __version__), started + limit, f"no hello within {limit:g} s of its start"
        ).close
        assert isinstance(close, HelloReply)
        try:
            hello = unchanged(self._hello, negotiate(close))
        except CannotConnect:
            self._drop()
            raise
        self._hello = hello
        self._failed_starts = 0

    @property
    def failure(self) -> str | None:
        """Why the engine, which broke, could not be started again; None if it runs."""
        return self._failure

    def begin(self) -> None:
        """A scenario begins: arm its time limit; restart the engine if the last scenario broke it.

        An engine that exited, or wrote something unasked, after the last scenario's end is restarted too:
        this scenario has no part in it.
        """
        self._failure = None
        if self._hello is None:
            self._connect()
        process = self._process
        if process is not None:
            if self._rest or (unasked := process.pending()):
                text = self._rest or unasked
                self._note(f"the engine was restarted: it wrote unasked: {_shown(text)}")
                self._drop()
            elif not process.running():
                self._note(f"the engine was restarted: unasked, it {process.how_it_ended()}")
                self._drop()
        if self._process is None:
            self._restart()
        self._until = monotonic() + self._timeouts.scenario

    def _note(self, text: str) -> None:
        self._stderr.add(f"[caipan: {text}]\n".encode())

    def _restart(self) -> None:
        if self._failed_starts >= STARTS:
            self._failure = (
                f"the engine broke earlier and failed to start again {STARTS} times in a row, "
                f"the last time so: {self._last}"
            )
            return
        try:
            self._start()
        except (Stopped, CannotConnect) as problem:
            self._failed_starts += 1
            self._last = f"{problem}{self._tail(str(problem))}"
            self._failure = f"the engine broke earlier and cannot be started again: {self._last}"

    def exchange(self, message: HarnessMessage) -> Reply:
        """Send one message and take the whole reply.

        Raises:
            EngineBroke: it exited, said ``error``, or sent what is not of the contract.
            EngineSilent: no whole reply in time.
        """
        if self._failure is not None:
            raise EngineBroke(self._failure, Breach(mends.AGAIN, mends.AGAIN))
        if self._hello is None:
            self._connect()
        if self._process is None:
            raise EngineBroke("the engine broke earlier in this scenario")
        limit = monotonic() + self._timeouts.message
        if self._until < limit:
            late = f"the scenario took longer than {self._timeouts.scenario:g} s"
            return self._talk(message, self._until, late)
        late = f"no whole reply to `{tag(message)}` within {self._timeouts.message:g} s"
        return self._talk(message, limit, late)

    def _talk(self, message: HarnessMessage, deadline: float, late: str) -> Reply:
        """One exchange; whatever goes wrong in it ends the process."""
        process = self._process
        assert process is not None
        name = tag(message)
        try:
            if self._rest or (unasked := process.pending()):
                raise EngineBroke(
                    f"before `{name}` was sent, the engine wrote unasked: {_shown(self._rest or unasked)}",
                    mends.breach(mends.UNASKED, "unasked"),
                )
            line = encode(message)
            if self._tap:
                self._tap(True, line)
            process.send(line + b"\n", deadline)
            return self._gather(process, message, deadline)
        except Late:
            self._tap_rest()
            half = f"; the last line is not whole: {_shown(self._rest)}" if self._rest else ""
            self._drop()
            raise EngineSilent(f"{late}{half}", Breach(mends.LATE)) from None
        except Ended:
            self._exited = True
            self._tap_rest()
            how = process.how_it_ended()
            half = f" in the middle of a line: {_shown(self._rest)}" if self._rest else ""
            self._drop()
            mend = Breach(mends.KILLED if how.startswith("was killed") else mends.ENDED)
            raise EngineBroke(f"in reply to `{name}` the engine {how}{half}{self._tail()}", mend) from None
        except BaseException:
            self._drop()
            raise

    def _tap_rest(self) -> None:
        if self._tap and self._rest:
            self._tap(False, self._rest)

    def _gather(self, process: Process, message: HarnessMessage, deadline: float) -> Reply:
        gathering = Gathering(message, self._ledger)
        rest: list[bytes] = []
        size = 0
        total = 0
        while gathering.close is None:
            chunk = process.receive(deadline)
            total += len(chunk)
            size += len(chunk)
            end = chunk.rfind(b"\n") + 1
            if end:
                size = len(chunk) - end
                lines = b"".join((*rest, chunk[:end]))
                rest = [chunk[end:]] if size else []
                if self._tap:
                    for line in lines.splitlines():
                        self._tap(False, line)
                for each in _parse(lines, tag(message)):
                    gathering.add(each)
            else:
                rest.append(chunk)
            if size > MAX_LINE:
                raise EngineBroke(
                    f"in reply to `{tag(message)}` the engine sent a line longer than {MAX_LINE} bytes: "
                    f"{_shown(rest[0])}",
                    mends.breach(mends.LONG, "long"),
                )
            if total > MAX_REPLY:
                what = f"the engine's reply to `{tag(message)}` is longer than {MAX_REPLY} bytes"
                raise EngineBroke(what, mends.breach(mends.LONG, "long"))
            # For whoever has to say how far it came, and for the next exchange.
            self._rest = b"".join(rest) if size <= 4096 else rest[0][:4096]
        return Reply(gathering.events, gathering.close)

    def end(self) -> str:
        """A scenario is over: disarm its time limit. Returns what the engine wrote to stderr meanwhile."""
        self._until = float("inf")
        if self._process is not None:
            self._process.drain_stderr()
        text = self._stderr.text()
        self._stderr.clear()
        return text

    def close(self) -> None:
        """End the engine and everything it started."""
        self._drop(GRACE)

    def _drop(self, patience: float = 0.0) -> None:
        process, self._process = self._process, None
        self._rest = b""
        if process is not None:
            process.stop(patience)


def _parse(lines: bytes, name: str) -> list[EngineMessage]:
    """Whole lines as messages.

    Raises:
        EngineBroke: one of them is none.
    """
    if len(lines) <= MAX_LINE:
        try:
            # Line by line: `decode_lines` would take one message on two lines, and two on one.
            return [decode_engine(line) for line in lines.split(b"\n") if line]
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            pass
    return [_message(line, name) for line in lines.split(b"\n") if line.strip()]


def _message(line: bytes, name: str) -> EngineMessage:
    where = f"in reply to `{name}` the engine sent"
    if len(line) > MAX_LINE:
        what = f"{where} a line longer than {MAX_LINE} bytes: {_shown(line)}"
        raise EngineBroke(what, mends.breach(mends.LONG, "long"))
    if line.startswith(codecs.BOM_UTF8):
        what = f"{where} a byte order mark before the line {_shown(line[len(codecs.BOM_UTF8) :])}"
        raise EngineBroke(what, mends.breach(mends.BOM, "byte order mark"))
    try:
        line.decode()
        return decode_engine(line)
    except UnicodeDecodeError as problem:
        what = f"{where} a line that is not UTF-8 (byte {problem.start}): {_shown(line)}"
        raise EngineBroke(what, mends.breach(mends.UTF8, "not UTF-8")) from problem
    except msgspec.ValidationError as problem:
        what = f"{where} what is not of the contract: {problem}; the line was: {_shown(line)}"
        raise EngineBroke(what, mends.breach(mends.FIELD, str(problem), _type_of(line))) from problem
    except (msgspec.MsgspecError, RecursionError) as problem:
        if line.startswith(b"{") and any(how in str(problem) for how in ("truncated", "trailing characters")):
            what = f"{where} a line that is not one whole message ({problem}): {_shown(line)}"
            raise EngineBroke(what, mends.breach(mends.ONE, "not one message a line")) from problem
        what = f"{where} a line that is not JSON ({problem}): {_shown(line)}"
        raise EngineBroke(what, mends.breach(mends.JSON, "not JSON")) from problem


class _Named(msgspec.Struct):
    """Any message: its name."""

    type: str = ""


def _type_of(line: bytes) -> str:
    """The name of a message that is not of the contract, if it says one."""
    try:
        return msgspec.json.decode(line, type=_Named).type
    except (msgspec.MsgspecError, RecursionError):
        return ""


def _shown(data: bytes) -> str:
    """Bytes for a reader: what is not UTF-8 is escaped."""
    return shorten(data[: 1 << 16].decode(errors="backslashreplace"))
