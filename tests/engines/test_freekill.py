"""The adapter of FreeKill. What needs a checkout is skipped where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from caipan.connect.base import CannotConnect, Connection, Reply, Timeouts
from caipan.connect.spec import connect
from caipan.contract.messages import (
    Ask,
    Choice,
    Inject,
    PlayerScene,
    Query,
    Rejected,
    Reset,
    Result,
    Scene,
    Start,
    Unsupported,
)
from caipan.verdict import EngineBroke
from tests.engines import support
from tests.engines.support import answer, enter, state, use

NAMED = support.engine("freekill")
needs_freekill = support.needs_checkout(NAMED)


def has_lua() -> bool:
    """Whether the adapter itself can start."""
    probe = ["lua5.4", "-e", 'require "lfs" require "socket"']
    return shutil.which("lua5.4") is not None and not subprocess.run(probe, capture_output=True).returncode


needs_lua = pytest.mark.skipif(not has_lua(), reason="there is no lua5.4 with lua-filesystem and lua-socket")


@needs_lua
def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lua").mkdir()
    (tmp_path / "lua" / "freekill.lua").touch()
    monkeypatch.setenv("CAIPAN_FREEKILL_HOME", str(tmp_path))
    with pytest.raises(CannotConnect, match="is no checkout of FreeKill or freekill-core"):
        _ = connect(NAMED.name, Timeouts()).hello


@pytest.fixture
def engine() -> Iterator[Connection]:
    """FreeKill, started."""
    connection = connect(NAMED.name, Timeouts())
    yield connection
    connection.close()


SLASH = Scene(
    [
        PlayerScene("甲", 4, 4, hand=["杀♠7", "杀♠8"]),
        PlayerScene("乙", 2, 4, hand=["闪♥2", "桃♥3", "桃♥3#2"], judgement=["杀♦7=乐不思蜀"]),
        PlayerScene("丙", 4, 4, hand=["桃♥4"]),
    ],
    draw_pile=["酒♠3", "酒♠9", "闪♦3", "闪♦4"],
)


def slash_dodged(engine: Connection) -> list[Reply]:
    """甲 uses a 杀 on 乙, who uses a 闪; then 甲 ends his phase, and the turn of 乙 begins."""
    replies = [enter(engine, SLASH, Start("idle", "甲"))]
    for choice in (use("杀", "杀♠7", "乙"), use("闪", "闪♥2"), None):
        replies.append(answer(engine, replies[-1], choice))
    return replies


@needs_freekill
def test_two_plays_of_one_script_are_the_same(engine: Connection) -> None:
    first, table = slash_dodged(engine), state(engine)
    assert slash_dodged(engine) == first
    assert state(engine) == table
    assert set(table.discard_pile) == {"杀♠7", "闪♥2", "酒♠3", "杀♦7"}


@needs_freekill
def test_illegal_answers_are_rejected_and_the_ask_stands(engine: Connection) -> None:
    ask = enter(engine, SLASH, Start("idle", "甲"))
    for choice in (
        use("杀", "杀♠7", "甲"),
        use("杀", "桃♥4", "乙"),
        use("闪", "闪♥2"),
        use("桃", "桃♥3"),
        Choice(skill="制衡", cards=["杀♠7"]),
    ):
        assert isinstance(answer(engine, ask, choice).close, Rejected), choice
    dodged = answer(engine, answer(engine, ask, use("杀", "杀♠7", "乙")), use("闪", "闪♥2"))
    assert isinstance(answer(engine, dodged, use("杀", "杀♠8", "乙")).close, Rejected)


@needs_freekill
def test_what_is_injected_and_who_is_asked(engine: Connection) -> None:
    reply = enter(engine, SLASH, Start("idle", "甲", inject=Inject("damage", "乙", 2, "甲", "fire")))
    kinds = [event.kind for event in reply.events if event.kind != "timing"]
    assert kinds == ["damage", "deduct", "dying"]
    # 甲 holds no 桃: only who could save is asked, from the current character on.
    assert isinstance(reply.close, Ask)
    assert (reply.close.players, reply.close.names, reply.close.subject) == (["乙"], ["桃", "酒"], "乙")


@needs_freekill
def test_what_there_is_not_is_unsupported(engine: Connection) -> None:
    players = [PlayerScene("甲", 4, 4, general="神吕蒙"), PlayerScene("乙", 4, 4)]
    assert isinstance(engine.exchange(Reset("2013", Scene(players))).close, Unsupported)
    assert isinstance(engine.exchange(Reset("2012", SLASH)).close, Unsupported)


@needs_freekill
def test_questions(engine: Connection) -> None:
    enter(engine, SLASH, Start("idle", "甲"))
    asked = (
        Query("distance", "甲", "丙"),
        Query("range", "甲"),
        Query("in_range", "甲", "乙"),
        Query("hand_limit", "乙"),
    )
    assert [engine.exchange(query).close for query in asked] == [
        Result(1),
        Result(1),
        Result(True),
        Result(2),
    ]


def overlay(home: Path, file: str, old: str, new: str, place: Path) -> Path:
    """A checkout like ``home`` with a change in one file; everything else in it is a link."""
    above, here = home, place
    for part in Path(file).parts[:-1]:
        here.mkdir()
        for entry in above.iterdir():
            if entry.name != part:
                (here / entry.name).symlink_to(entry)
        above, here = above / part, here / part
    here.mkdir()
    for entry in above.iterdir():
        if entry.name != Path(file).name:
            (here / entry.name).symlink_to(entry)
    text = (home / file).read_text("utf-8")
    assert old in text
    (place / file).write_text(text.replace(old, new, 1), "utf-8")
    return place


@needs_freekill
def test_an_error_in_the_engine_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path(os.environ[NAMED.home or ""])
    packages = "packages/" if (home / "packages").is_dir() else ""
    effect = "on_effect = function(self, room, effect)"
    broken = overlay(
        home,
        f"{packages}standard_cards/pkg/skills/peach.lua",
        effect,
        f'{effect} error("boom")',
        tmp_path / "home",
    )
    monkeypatch.setenv("CAIPAN_FREEKILL_HOME", str(broken))
    connection = connect(NAMED.name, Timeouts())
    ask = enter(connection, SLASH, Start("idle", "乙"))
    with pytest.raises(EngineBroke, match="boom"):
        answer(connection, ask, use("桃", "桃♥3"))
    connection.end()
    assert isinstance(enter(connection, SLASH, Start("idle", "乙")).close, Ask)
    connection.close()
