"""A lying engine gets its verdict, and the next scenario on the same connection is unharmed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from caipan.connect.base import CannotConnect, Connection, Timeouts
from caipan.connect.spec import connect
from caipan.contract.messages import Answer, Ask, Done, GetState, Rejected, Start, Unsupported
from caipan.verdict import EngineBroke, EngineSilent
from tests.connect.talk import HONEST, HONEST_STDIO, MARK, fine, liar, play, scene

PATIENT = Timeouts(message=20, scenario=60, start=60)
HASTY = Timeouts(message=1, scenario=60, start=60)

BROKEN = {
    "order": "in reply to `reset` the engine sent `ask`, which does not close a reply to it: "
    "expected `ready`, `unsupported` or `error`",
    "twice": "the engine sent `ready` after `ask` had closed its reply",
    "garbage": "in reply to `start` the engine sent a line that is not JSON",
    "huge": "the engine sent a line longer than 8388608 bytes",
    "huge-whole": "the engine sent a line longer than 8388608 bytes",
    "utf8": "the engine sent a line that is not UTF-8 (byte 33)",
    "unknown-field": "Object contains unknown field `mood`",
    "wrong-type": "Expected `int`, got `str` - at `$.players[0].hp`",
    "strange-event": "its kind `dmg` is none of turn, ",
    "dies": "the engine exited with code 3; its stderr ends: Segmentation fault (not really)",
    "killed": 'the engine was killed by SIGKILL in the middle of a line: {"type":"event","ki',
    "leaves": "the engine exited with code 0",
    "grandchild": "in reply to `start` the engine exited with code 0",
    "claims": "in reply to `reset` the engine says that it broke: no such skill",
    "pretty": "a line that is not one whole message (Input data was truncated): {",
    "together": "a line that is not one whole message (JSON is malformed: trailing characters",
    "events": "the engine sent more than 100000 events and no closing message",
}
SILENT = {
    "silent": "no whole reply to `start` within 1 s",
    "half": 'the last line is not whole: {"type":"ask","id":',
    "drip": "no whole reply to `start` within 1 s",
}
NO_HELLO = {
    "banner": "a line that is not JSON (JSON is malformed: invalid character (byte 0)): Welcome",
    "version": "the engine speaks protocol 99; this suite speaks protocol 1",
    "stillborn": "exited with code 4; its stderr ends: cannot open config.lua (3 times in a row)",
}


@contextmanager
def connected(spec: str, timeouts: Timeouts = PATIENT) -> Iterator[Connection]:
    """A connection for one test."""
    connection = connect(spec, timeouts)
    try:
        yield connection
    finally:
        connection.close()


@pytest.mark.parametrize("spec", [HONEST, HONEST_STDIO, liar("none")])
def test_honest_engines(spec: str) -> None:
    """The same replies, in process and over stdio, scenario after scenario."""
    with connected(spec) as connection, connected(HONEST) as other:
        for each in (connection, other):
            assert each.hello.engine.name == "honest"
            fine(each)
            each.begin()
        assert play(connection, scene(MARK)) == play(other, scene(MARK))


@pytest.mark.parametrize("lie", BROKEN)
def test_breakages(lie: str) -> None:
    """What is not of the contract is said with its text; the next scenario has a fresh engine."""
    with connected(liar(lie)) as connection:
        fine(connection)
        connection.begin()
        with pytest.raises(EngineBroke) as broke:
            play(connection, scene(MARK))
        assert BROKEN[lie] in broke.value.detail
        assert len(broke.value.detail) < 1500
        with pytest.raises(EngineBroke, match="broke earlier in this scenario"):
            connection.exchange(GetState())
        connection.end()
        fine(connection)


@pytest.mark.parametrize("lie", SILENT)
def test_silence(lie: str) -> None:
    """No whole reply in time, whether nothing comes or never the last word."""
    with connected(liar(lie), HASTY) as connection:
        fine(connection)
        connection.begin()
        with pytest.raises(EngineSilent) as silent:
            play(connection, scene(MARK))
        assert SILENT[lie] in silent.value.detail
        connection.end()
        fine(connection)


@pytest.mark.parametrize("lie", NO_HELLO)
def test_no_hello(lie: str) -> None:
    """An engine that cannot even say hello cannot be run."""
    with connected(liar(lie)) as connection:
        with pytest.raises(CannotConnect) as cannot:
            _ = connection.hello
        assert NO_HELLO[lie] in str(cannot.value)


def test_mute() -> None:
    """An engine that never says hello is waited for once."""
    silence = pytest.raises(CannotConnect, match="no hello within 1 s of its start")
    with connected(liar("mute"), Timeouts(start=1)) as connection, silence:
        connection.begin()


def test_late_talk_breaks_the_scenario_in_which_it_is_seen() -> None:
    """What is written unasked breaks this scenario if it goes on, and spares the next one if not."""
    with connected(liar("late")) as connection:
        connection.begin()
        connection.exchange(scene(MARK))
        connection.exchange(Start("idle", "甲"))
        time.sleep(0.5)
        with pytest.raises(EngineBroke, match=r"before `state` was sent, the engine wrote unasked: .*death"):
            connection.exchange(GetState())
        fine(connection)
        connection.begin()
        connection.exchange(scene(MARK))
        connection.exchange(Start("idle", "甲"))
        connection.end()
        time.sleep(0.5)
        connection.begin()
        assert len(play(connection, scene())) == 5
        assert "[caipan: the engine was restarted: it wrote unasked: " in connection.end()


def test_a_process_that_left_between_scenarios_is_restarted() -> None:
    """Its exit is no part of the scenario that follows."""
    with connected(liar("leaves")) as connection:
        connection.begin()
        connection.exchange(scene(MARK))
        connection.exchange(Start("idle", "甲"))
        connection.end()
        time.sleep(0.5)
        connection.begin()
        assert len(play(connection, scene())) == 5
        assert "restarted: unasked, it exited with code 0" in connection.end()


def test_orderly_lies_are_not_ours_to_find() -> None:
    """A lie in good form passes the connection; the scenario finds it."""
    with connected(liar("lazy")) as connection:
        connection.begin()
        connection.exchange(scene(MARK))
        assert isinstance(connection.exchange(Start("idle", "甲")).close, Done)
    with connected(liar("rejects")) as connection:
        connection.begin()
        connection.exchange(scene(MARK))
        ask = connection.exchange(Start("idle", "甲")).close
        assert isinstance(ask, Ask)
        assert connection.exchange(Answer(ask.id)).close == Rejected("no")
    with connected(liar("asks")) as connection:
        connection.begin()
        connection.exchange(scene(MARK))
        close = connection.exchange(Start("idle", "甲")).close
        assert isinstance(close, Ask)
        assert close.kind == "use"
    with connected(liar("claims-unsupported")) as connection:
        assert "制衡" in connection.hello.skills
        connection.begin()
        assert isinstance(connection.exchange(scene(MARK)).close, Unsupported)
        fine(connection)


def test_flooded_stderr() -> None:
    """Megabytes on stderr block nothing; their end is kept, with a note of how much went before."""
    with connected(liar("noise")) as connection:
        connection.begin()
        play(connection, scene(MARK))
        text = connection.end()
        assert text.startswith("… (")
        assert len(text) < 70_000
        fine(connection)


def test_grandchildren_are_killed() -> None:
    """The whole process group goes, also where only a grandchild is left of it."""
    with connected(liar("grandchild")) as connection:
        connection.begin()
        with pytest.raises(EngineBroke):
            play(connection, scene(MARK))
        pid = int(connection.end().split()[-1])
        assert _gone(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says whose child a process was")
def test_strays_are_killed() -> None:
    """Also what left the process group and has no parent any more, down to the last child."""
    with connected(liar("daemon")) as connection:
        connection.begin()
        play(connection, scene(MARK))
        strays = [int(line.split()[-1]) for line in connection.end().splitlines()]
        assert len(strays) == 2
        fine(connection)
        assert not any(map(_gone_now, strays))
    assert all(map(_gone_now, strays))


def _gone_now(pid: int) -> bool:
    """Whether the process has ended, and was waited for."""
    return not Path(f"/proc/{pid}").exists()


def _gone(pid: int) -> bool:
    """Whether the process ends within a second (a zombie, which init has yet to reap, has ended)."""
    for _ in range(50):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] in "ZX":
                    return True
            os.kill(pid, 0)
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.02)
    return False
