"""The adapter of wmzy/sanguosha. What needs a checkout is skipped where there is none."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from caipan.connect.base import Connection, Reply, Timeouts
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
from tests.engines import support
from tests.engines.support import answer, state

NAMED = support.engine("wmzy")
FOLDER = NAMED.folder
needs_wmzy = support.needs_checkout(NAMED)
PILE = [f"闪♦{number}" for number in (2, 3, 4, 5, 6, 7)]


@pytest.fixture(scope="module")
def wmzy() -> Iterator[Connection]:
    """The engine, in one process for all tests."""
    connection = connect("wmzy", Timeouts())
    yield connection
    connection.close()


def lay(connection: Connection, *players: PlayerScene, pile: list[str] | None = None) -> Reply:
    """A fresh game, at the idle point of the first player."""
    return support.lay(connection, *players, pile=PILE if pile is None else pile)


def slash(connection: Connection) -> list[Reply]:
    """甲 uses 杀, 乙 answers with 闪; 甲 uses 桃, and ends his phase."""
    replies = [
        lay(
            connection,
            PlayerScene("甲", 3, 4, hand=["杀♠7", "桃♥3"]),
            PlayerScene("乙", 4, 4, hand=["闪♦2#2", "闪♦3#2"]),
        )
    ]
    for choice in (
        Choice(use="杀", cards=["杀♠7"], targets=["乙"]),
        Choice(use="闪", cards=["闪♦2#2"]),
        Choice(use="桃", cards=["桃♥3"]),
        None,
    ):
        replies.append(answer(connection, replies[-1], choice))
    return replies


@needs_wmzy
def test_a_slash_is_used_answered_and_shown(wmzy: Connection) -> None:
    replies = slash(wmzy)
    asked = replies[1].close
    assert isinstance(asked, Ask)
    assert (asked.kind, asked.players, asked.names, asked.subject) == ("use", ["乙"], ["闪"], "甲")
    kinds = [event.kind for event in replies[2].events]
    assert kinds.index("use") < kinds.index("cancelled")
    used = next(event for event in replies[1].events if event.kind == "use")
    assert (used.player, used.card, used.targets) == ("甲", "杀♠7", ["乙"])
    table = state(wmzy)
    assert table.current == "乙"
    assert table.players[0].hp == 4
    assert set(table.players[1].hand) == {"闪♦3#2", "闪♦2", "闪♦3"}
    assert set(table.discard_pile) == {"杀♠7", "闪♦2#2", "桃♥3"}
    assert table.draw_pile == PILE[2:]


@needs_wmzy
def test_a_reset_forgets_and_the_same_script_gives_the_same_trace(wmzy: Connection) -> None:
    first = slash(wmzy)
    lay(wmzy, PlayerScene("甲", 1, 4, hand=["杀♠7"]), PlayerScene("乙", 1, 4, hand=["桃♥3"]))
    assert slash(wmzy) == first


@needs_wmzy
def test_illegal_answers_are_rejected_and_the_ask_stands(wmzy: Connection) -> None:
    reply = lay(
        wmzy,
        PlayerScene("甲", 4, 4, hand=["杀♠7", "杀♠8", "闪♦2#2", "桃♥3"]),
        PlayerScene("乙", 4, 4),
        PlayerScene("丙", 4, 4),
        PlayerScene("丁", 4, 4),
    )
    for choice in (
        Choice(use="杀", cards=["杀♠7"], targets=["丙"]),
        Choice(use="杀", cards=["杀♠7"], targets=["辛"]),
        Choice(use="杀", cards=["杀♠9"], targets=["乙"]),
        Choice(use="闪", cards=["闪♦2#2"]),
        Choice(use="桃", cards=["桃♥3"], targets=["乙"]),
        Choice(use="杀", cards=["桃♥3"], targets=["乙"]),
        Choice(skill="反间", targets=["乙"]),
    ):
        assert isinstance(answer(wmzy, reply, choice).close, Rejected), choice
    reply = answer(wmzy, reply, Choice(use="杀", cards=["杀♠7"], targets=["乙"]))
    again = answer(wmzy, reply, Choice(use="杀", cards=["杀♠8"], targets=["乙"]))
    assert isinstance(again.close, Rejected)
    assert [player.hp for player in state(wmzy).players] == [4, 3, 4, 4]


@needs_wmzy
def test_a_conversion_and_a_skill_that_asks_on(wmzy: Connection) -> None:
    reply = lay(
        wmzy,
        PlayerScene("甲", 4, 4, general="关羽", hand=["桃♥3"]),
        PlayerScene("乙", 3, 3, general="司马懿"),
        pile=[],
    )
    reply = answer(wmzy, reply, Choice(use="杀", cards=["桃♥3"], targets=["乙"]))
    assert ("skill", "武圣") in [(event.kind, event.skill) for event in reply.events]
    assert state(wmzy).discard_pile == ["桃♥3"]
    assert state(wmzy).players[1].hp == 2


@needs_wmzy
def test_dying_and_death_end_the_game_by_roles(wmzy: Connection) -> None:
    wmzy.begin()
    players = [
        PlayerScene("甲", 4, 4, role="rebel", hand=["桃♥3"]),
        PlayerScene("乙", 1, 4, role="lord"),
        PlayerScene("丙", 4, 4, role="rebel"),
    ]
    wmzy.exchange(Reset("2013", Scene(players, PILE)))
    reply = wmzy.exchange(Start("idle", "甲", inject=Inject("damage", "乙", source="甲")))
    assert isinstance(reply.close, Ask)
    assert (reply.close.names, reply.close.subject) == (["桃"], "乙")
    done = answer(wmzy, reply)
    assert [player.name for player in state(wmzy).players] == ["甲", "乙", "丙"]
    assert state(wmzy).winners == ["甲", "丙"]
    assert done.events[-1].kind == "game_over"


@needs_wmzy
def test_questions_and_what_there_is_not(wmzy: Connection) -> None:
    lay(wmzy, PlayerScene("甲", 2, 4, equipment=["麒麟弓♥5"]), PlayerScene("乙", 4, 4, equipment=["绝影♠5"]))
    asked = {"distance": 2, "range": 5, "in_range": True, "hand_limit": 2}
    for what, value in asked.items():
        query = Query(what, "甲", "乙")  # type: ignore[arg-type]
        assert wmzy.exchange(query).close == Result(value)
    for strange in (PlayerScene("甲", 4, 4, general="无名氏"), PlayerScene("甲", 4, 4, skills=["连破"])):
        wmzy.begin()
        close = wmzy.exchange(Reset("2013", Scene([strange, PlayerScene("乙", 4, 4)]))).close
        assert isinstance(close, Unsupported)


def test_nothing_of_the_engine_is_here() -> None:
    assert not [path for path in FOLDER.rglob("*") if path.name in ("node_modules", "package-lock.json")]
    assert not os.path.exists(FOLDER / "src")
