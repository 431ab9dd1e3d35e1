"""Engines in this process: the same contract, and none of their troubles becomes ours."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from caipan.connect.base import CannotConnect, Timeouts
from caipan.connect.inprocess import InProcess
from caipan.connect.spec import connect
from caipan.contract.messages import (
    Answer,
    EngineMessage,
    Event,
    HarnessMessage,
    Ready,
    Reset,
    Start,
    State,
)
from caipan.verdict import EngineBroke, EngineSilent
from tests.connect.honest import Honest
from tests.connect.talk import HONEST, MARK, fine, scene
from tests.connect.troubled import Trouble, Troubled, hangs, raises, with_trouble, yields


def _endless() -> Iterator[EngineMessage]:
    while True:
        yield Event("phase", player="甲", phase="play")


def _stubborn() -> Iterator[EngineMessage]:
    """Catches whatever it can, for a while."""
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        try:
            while time.monotonic() < until:
                time.sleep(0.01)
        except BaseException:
            continue
    time.sleep(60)
    yield Ready()


BROKEN: dict[str, tuple[Any, str]] = {
    "exception": (raises(KeyError("武将")), "the engine raised KeyError: '武将' (at "),
    "exit": (raises(SystemExit(0)), "the engine raised SystemExit: 0"),
    "generator exit": (raises(GeneratorExit()), "the engine raised GeneratorExit"),
    "nothing": (yields(), "the engine ended without a closing message"),
    "none": (lambda: None, "handle returned NoneType: expected an iterator of messages"),
    "no message": (yields(object()), "the engine sent what is not of the contract: "),
    "wrong type": (yields(State(players="甲")), "Expected `array`, got `str` - at `$.players`"),  # type: ignore[arg-type]
    "ours": (yields(Answer(1)), "the engine sent what is not of the contract: Invalid value 'answer'"),
    "order": (yields(Ready()), "the engine sent `ready`, which does not close a reply to it"),
    "zone": (
        yields(Event("move", cards=["桃♥3"], origin="甲.pocket", reason="use")),
        "`甲.pocket` is no zone",
    ),
    "reason": (yields(Event("move", cards=["杀♠7"], reason="throw")), "a move's reason is one of draw, "),
    "timing": (yields(Event("timing", timing="now")), "its timing `now` is not of the vocabulary"),
    "endless": (_endless, "more than 100000 events"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_breakages(case: str) -> None:
    """Said with the cause; the engine is made anew for the next scenario."""
    trouble, expected = BROKEN[case]
    connection = with_trouble(trouble)
    fine(connection)
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineBroke) as broke:
        connection.exchange(Start("idle", "甲"))
    assert expected in broke.value.detail
    with pytest.raises(EngineBroke, match="broke earlier in this scenario"):
        connection.exchange(Start("idle", "甲"))
    connection.end()
    fine(connection)


def test_the_traceback_is_named() -> None:
    """The last frames say where in the engine it happened."""
    connection = with_trouble(raises(ValueError("no such seat")))
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineBroke, match=r"troubled\.py:\d+ in trouble: raise problem"):
        connection.exchange(Start("idle", "甲"))


@pytest.mark.parametrize("trouble", [hangs, _stubborn])
def test_hanging_engines(trouble: Trouble) -> None:
    """Interrupted when its time is up, also where it catches everything for a while."""
    connection = with_trouble(trouble, Timeouts(message=0.2))
    before = signal.getsignal(signal.SIGALRM)
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineSilent, match=r"no whole reply to `start` within 0\.2 s"):
        connection.exchange(Start("idle", "甲"))
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0 or before is not signal.SIG_DFL
    connection.end()
    fine(connection)


def test_the_scenario_has_a_limit_of_its_own() -> None:
    """Shorter than the message's, it is what ends the wait, and what the message names."""
    connection = with_trouble(hangs, Timeouts(message=10, scenario=0.2))
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineSilent, match=r"the scenario took longer than 0\.2 s"):
        connection.exchange(Start("idle", "甲"))
    connection.begin()
    time.sleep(0.25)
    with pytest.raises(EngineSilent, match="the scenario took longer"):
        connection.exchange(scene())
    fine(connection)


def test_another_alarm_is_given_back() -> None:
    """Whoever had set the alarm before gets it, with what is left of its time."""
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _frame: rung.append(number))
    pending = signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        fine(with_trouble(hangs))
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 0.3
        time.sleep(0.4)
        assert rung == [signal.SIGALRM]
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *pending)


def test_outside_the_main_thread() -> None:
    """No alarm there; an engine that goes on talking is still stopped in time."""

    def drips() -> Iterator[EngineMessage]:
        while True:
            time.sleep(0.001)
            yield Event("phase", player="甲", phase="play")

    found: list[BaseException] = []

    def run() -> None:
        connection = with_trouble(drips, Timeouts(message=0.2))
        connection.begin()
        connection.exchange(scene(MARK))
        try:
            connection.exchange(Start("idle", "甲"))
        except EngineSilent as silent:
            found.append(silent)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(10)
    assert len(found) == 1


def test_the_engine_cannot_reach_our_objects() -> None:
    """What an engine does to a message stays with it."""

    class Greedy:
        def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
            if isinstance(message, Reset):
                message.scene.players[0].hand.clear()
            yield from Honest().handle(message)

    connection = InProcess("python:test:Greedy", Greedy, Timeouts())
    reset = scene()
    connection.begin()
    connection.exchange(reset)
    assert reset.scene.players[0].hand == ["桃♥3"]


def test_an_engine_that_cannot_be_made_again() -> None:
    """The scenarios after the breakage are errors, and say why."""
    made: list[Troubled] = []

    def make() -> Troubled:
        if made:
            raise MemoryError("no more")
        made.append(Troubled(raises(ValueError("x"))))
        return made[0]

    connection = InProcess("python:test:make", make, Timeouts())
    connection.begin()
    connection.exchange(scene(MARK))
    with pytest.raises(EngineBroke):
        connection.exchange(Start("idle", "甲"))
    connection.begin()
    with pytest.raises(
        EngineBroke,
        match="broke in an earlier scenario and cannot be made anew: cannot make the engine "
        "`python:test:make`: MemoryError: no more",
    ):
        connection.exchange(scene())


HONEST_OBJECT = Honest()
NOT_AN_ENGINE = 3


def failing() -> Honest:
    """A factory that fails."""
    raise OSError("no card images")


class Loud:
    """Says error to hello."""

    def handle(self, _message: HarnessMessage) -> Iterator[EngineMessage]:
        """Yield what is no hello."""
        yield Ready()


def honest() -> Honest:
    """A factory."""
    return Honest()


HERE = "tests.connect.test_connect_inprocess"


@pytest.mark.parametrize("spec", [HONEST, f"python:{HERE}:honest", f"python:{HERE}:HONEST_OBJECT"])
def test_kinds_of_objects(spec: str) -> None:
    """A class, a factory, an object."""
    connection = connect(spec, Timeouts())
    fine(connection)
    assert connection.spec == spec


CANNOT = {
    "": "names no engine. Expected one of\n`reference` ",
    "nobody": "`nobody` names no engine. Expected one of\n`reference` ",
    "referenc:x": "`stdio:COMMAND …` ",
    "python:tests": "names no object: expected python:MODULE:OBJECT",
    "python::x": "names no object: expected python:MODULE:OBJECT",
    "python:no.such.module:X": "cannot import the module `no.such.module`: ModuleNotFoundError: ",
    "python:tests.connect.honest:Missing": "the module `tests.connect.honest` has no `Missing`",
    f"python:{HERE}:NOT_AN_ENGINE": "is no engine: expected a method `handle(message)`",
    f"python:{HERE}:failing": "cannot make the engine",
    "python:tests.connect.troubled:yields": "which has no method `handle(message)`",
    f"python:{HERE}:Loud": "the engine sent `ready`, which does not close a reply to it: expected `hello`",
    "stdio:": "names no command: expected stdio:COMMAND …",
    "stdio:no-such-command --x": "command not found: `no-such-command`",
    "stdio:'python": "cannot read the command `'python`: No closing quotation",
    f"stdio:{sys.executable} -c 'raise SystemExit(5)'": "the engine exited with code 5 (3 times in a row)",
    f"stdio:{sys.executable} no-such-file.py": "can't open file",
    "stdio:cat": "the engine sent what is not of the contract: ",
}


@pytest.mark.parametrize("spec", CANNOT)
def test_what_cannot_be_connected(spec: str) -> None:
    """Every wrong name says what is wrong with it."""
    with pytest.raises(CannotConnect) as cannot:
        _ = connect(spec, Timeouts()).hello
    assert CANNOT[spec] in str(cannot.value)
