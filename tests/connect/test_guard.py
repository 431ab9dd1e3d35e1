"""The code of engines in this process is guarded: what it raises, how long it takes, what it leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from caipan.connect.base import CannotConnect, Connection, Timeouts
from caipan.connect.spec import connect
from caipan.contract.messages import (
    Ask,
    EngineInfo,
    EngineMessage,
    Error,
    Event,
    HarnessMessage,
    HelloReply,
    Ready,
    Start,
)
from caipan.verdict import EngineBroke, EngineSilent, Unsupported
from tests.connect.honest import Honest
from tests.connect.talk import HONEST, HONEST_STDIO, MARK, fine, scene
from tests.connect.troubled import hangs, raises, with_trouble, yields

HERE = "tests.connect.test_guard"


def _pressed() -> Iterator[EngineMessage]:
    signal.raise_signal(signal.SIGINT)
    yield Ready()


@pytest.fixture
def _usual_interrupts() -> Iterator[None]:
    """^C is what it is in a terminal; workers of a test run may ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_usual_interrupts")
def test_interrupts_pass() -> None:
    """The user's ^C is not the engine's breakage; what the engine raises itself is."""
    connection = with_trouble(_pressed)
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(KeyboardInterrupt):
        connection.exchange(Start("idle", "甲"))
    connection = with_trouble(raises(KeyboardInterrupt()))
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineBroke, match="the engine raised KeyboardInterrupt"):
        connection.exchange(Start("idle", "甲"))
    fine(connection)


@pytest.mark.usefixtures("_usual_interrupts")
def test_another_handler_of_interrupts_stays() -> None:
    """Whoever has one is not overruled: then nobody knows who raised it, and it passes."""
    own = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        handler = signal.getsignal(signal.SIGINT)
        connection = with_trouble(raises(KeyboardInterrupt()))
        connection.begin()
        connection.exchange(scene(MARK))
        with pytest.raises(KeyboardInterrupt):
            connection.exchange(Start("idle", "甲"))
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, own)


class _Nameless(Exception):
    """Has no text, and no other word for itself."""

    def __str__(self) -> str:
        raise ValueError("str")

    __repr__ = __str__


class _Own(BaseException):
    """Of the engine's own kind."""


def _exits() -> Iterator[EngineMessage]:
    pid = os.fork()
    if pid == 0:
        os._exit(7)
    yield Event("phase", player="甲", phase="play") if os.WEXITSTATUS(os.waitpid(pid, 0)[1]) == 7 else Ready()
    os._exit(0)


ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)

UGLY: dict[str, tuple[Any, str]] = {
    "no text": (
        raises(_Nameless()),
        "raised _Nameless: (a _Nameless whose text cannot be had: ValueError) (at ",
    ),
    "no repr": (yields(_Nameless()), "it was: (a _Nameless whose text cannot be had: ValueError)"),
    "surrogate": (raises(ValueError("\ud800")), "raised ValueError: \\ud800 (at "),
    "surrogate inside": (yields(Error("\ud800")), "it was: Error(message='\\ud800')"),
    "control": (raises(ValueError("\x1b[2J\u202ex")), "raised ValueError: \\x1b[2J\\u202ex (at "),
    "said with control": (yields(Error("\x1b[31m\x00")), "says that it broke: \\x1b[31m\\x00"),
    "no return": (_exits, "raised SystemExit: os._exit(0) (at "),
    "own kind": (raises(_Own("x")), "raised _Own: x (at "),
    "a verdict": (raises(Unsupported("sneaky")), "the engine raised Unsupported: sneaky (at "),
    "skipped": (lambda: pytest.skip("sneaky"), "the engine raised Skipped: sneaky"),
    "endless": (yields(Ask(1, ENDLESS, "idle")), "the engine sent what is not of the contract: "),
}


@pytest.mark.parametrize("case", UGLY)
def test_ugly_breakages(case: str) -> None:
    """Whatever is raised or sent is said in words that everybody can print."""
    trouble, expected = UGLY[case]
    connection = with_trouble(trouble)
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineBroke) as broke:
        connection.exchange(Start("idle", "甲"))
    assert expected in broke.value.detail
    broke.value.detail.encode()
    assert broke.value.__cause__ is broke.value.__context__ is None
    connection.end()
    fine(connection)


def test_an_engine_that_forks() -> None:
    """There is one run, and not two of them."""
    children: list[int] = []

    def forks() -> Iterator[EngineMessage]:
        children.append(os.fork())
        yield Ask(1, ["甲"], "idle")

    connection = with_trouble(forks)
    connection.begin()
    connection.exchange(scene(MARK))
    connection.exchange(Start("idle", "甲"))
    # Not just any child: another test may have left one behind.
    assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 1
    connection.end()
    fine(connection)


def test_an_exception_whose_text_takes_for_ever() -> None:
    """It is part of the engine's time."""

    class Slow(Exception):
        def __str__(self) -> str:
            time.sleep(60)
            return ""

    connection = with_trouble(raises(Slow()), Timeouts(message=0.2))
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineSilent):
        connection.exchange(Start("idle", "甲"))
    fine(connection)


def test_an_engine_that_catches_everything_for_ever() -> None:
    """In the end it is caught between two of its nets."""

    def swallows() -> NoReturn:
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass

    connection = with_trouble(swallows, Timeouts(message=0.1))
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineSilent):
        connection.exchange(Start("idle", "甲"))
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    fine(connection)


def test_an_engine_that_blocks_the_alarm() -> None:
    """It is late when it comes back, and the next one is interrupted again."""

    def blocks() -> Iterator[EngineMessage]:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        time.sleep(0.4)
        yield Ask(1, ["甲"], "idle")

    connection = with_trouble(blocks, Timeouts(message=0.1))
    for _ in range(2):
        connection.begin()
        connection.exchange(scene(MARK))
        with pytest.raises(EngineSilent):
            connection.exchange(Start("idle", "甲"))
        assert signal.SIGALRM not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    connection = with_trouble(hangs, Timeouts(message=0.1))
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineSilent):
        connection.exchange(Start("idle", "甲"))


def test_what_an_engine_does_to_the_interpreter() -> None:
    """Its clock and its depth are not everybody's."""
    clock, depth = time.monotonic, sys.getrecursionlimit()

    def spoils() -> Iterator[EngineMessage]:
        time.monotonic = lambda: 1e18
        sys.setrecursionlimit(depth // 2)
        yield Ask(1, ["甲"], "idle")

    connection = with_trouble(spoils)
    try:
        connection.begin()
        connection.exchange(scene(MARK))
        connection.exchange(Start("idle", "甲"))
        assert sys.getrecursionlimit() == depth
        fine(connection)
        with connected_over_stdio() as other:
            fine(other)
    finally:
        time.monotonic = clock


@contextmanager
def connected_over_stdio() -> Iterator[Connection]:
    """An honest engine in a process of its own."""
    connection = connect(HONEST_STDIO, Timeouts())
    try:
        yield connection
    finally:
        connection.close()


def leaving() -> Honest:
    """A factory that would rather leave."""
    raise SystemExit(0)


def slow() -> Honest:
    """A factory that takes its time."""
    time.sleep(60)
    return Honest()


class Glimmering:
    """Speaks of itself in colours."""

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """Yield a hello."""
        for reply in Honest().handle(message):
            if isinstance(reply, HelloReply):
                yield replace(reply, engine=EngineInfo("\x1b[31mred", "1\r"), generals=["\u202e郭嘉"])
            else:
                yield reply


MODULES = {
    "raise SystemExit(0)": "cannot import the module `guest`: SystemExit: 0 (at ",
    "raise KeyboardInterrupt": "cannot import the module `guest`: KeyboardInterrupt (at ",
    "class Own(BaseException): pass\nraise Own": "cannot import the module `guest`: Own (at ",
    "import time\ntime.sleep(60)": "importing `guest` took more than 0.2 s",
    "def __getattr__(name): raise SystemExit(name)": "cannot import the module `guest`: SystemExit: X (at ",
    "x = (": "cannot import the module `guest`: SyntaxError: ",
    "X = 1": "`guest:X` is no engine",
}


@pytest.mark.parametrize("code", MODULES)
def test_modules_that_cannot_be_imported(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a module does when it is imported, it is said, and in time."""
    (tmp_path / "guest.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "guest", raising=False)
    with pytest.raises(CannotConnect) as cannot:
        connect("python:guest:X", Timeouts(start=0.2))
    assert MODULES[code] in str(cannot.value)


def test_a_factory_that_would_rather_leave() -> None:
    """It is not the run that ends."""
    with pytest.raises(
        CannotConnect, match=r"cannot make the engine `python:.*:leaving`: SystemExit: 0 \(at "
    ):
        _ = connect(f"python:{HERE}:leaving", Timeouts()).hello


def test_a_factory_has_its_time() -> None:
    """As long as a program has to start."""
    connection = connect(f"python:{HERE}:slow", Timeouts(start=0.2))
    with pytest.raises(CannotConnect, match=r"`python:.*:slow` was not made in 0\.2 s"):
        _ = connection.hello


def test_a_hello_is_made_visible() -> None:
    """Its words go into every report."""
    hello = connect(f"python:{HERE}:Glimmering", Timeouts()).hello
    assert (hello.engine.name, hello.engine.version) == ("\\x1b[31mred", "1\\x0d")
    assert hello.generals == ["\\u202e郭嘉"]


LEAVES = """
import atexit, os, sys, threading, time
from caipan.connect.base import Timeouts
from caipan.connect.spec import connect, leave
connect(sys.argv[1], Timeouts())
threading.Thread(target=time.sleep, args=(60,)).start()
atexit.register(lambda: os._exit(0))
print("done")
leave(3)
print("as usual")
os._exit(4)
"""


@pytest.mark.parametrize(
    ("spec", "code", "said"), [(HONEST, 3, "done\n"), ("reference", 4, "done\nas usual\n")]
)
def test_a_guest_does_not_keep_the_process(spec: str, code: int, said: str) -> None:
    """Neither with a thread nor with a wish for the end; without a guest nothing is cut short."""
    ran = subprocess.run(
        [sys.executable, "-u", "-c", LEAVES, spec], capture_output=True, text=True, timeout=30, check=False
    )
    assert (ran.returncode, ran.stdout) == (code, said), ran.stderr
