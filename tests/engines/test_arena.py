"""The adapter of sanguosha-ai-arena. What needs a checkout is skipped where there is none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from caipan.connect.base import Connection, Reply, Timeouts
from caipan.connect.spec import connect
from caipan.contract.messages import (
    Ask,
    Choice,
    Done,
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
from tests.engines.support import answer, state, use

needs_arena = support.needs_checkout(support.engine("arena"))
PILE = ["杀♠7#2", "闪♦5", "闪♦6", "闪♦7", "闪♦8", "闪♦9"]


@pytest.fixture
def arena() -> Iterator[Connection]:
    """The adapter, started."""
    connection = connect("arena", Timeouts())
    yield connection
    connection.close()


def lay(connection: Connection, *players: PlayerScene, start: Start | None = None) -> Reply:
    """A fresh game in this scene, entered."""
    return support.lay(connection, *players, pile=PILE, start=start)


def happened(reply: Reply) -> list[str]:
    """The kinds of the events of a reply."""
    return [event.kind for event in reply.events]


@needs_arena
def test_a_slash_is_answered_or_hurts(arena: Connection) -> None:
    seats = PlayerScene("甲", 4, 4, hand=["杀♠7"]), PlayerScene("乙", 4, 4, hand=["闪♦2"])
    asked = answer(arena, lay(arena, *seats), use("杀", "杀♠7", "乙"))
    assert isinstance(asked.close, Ask)
    assert (asked.close.kind, asked.close.players, asked.close.subject) == ("use", ["乙"], "甲")
    assert isinstance(answer(arena, asked, use("杀", "杀♠7")).close, Rejected)
    assert happened(answer(arena, asked, use("闪", "闪♦2"))) == ["use", "move", "effect", "cancelled"]
    hurt = answer(arena, answer(arena, lay(arena, *seats), use("杀", "杀♠7", "乙")))
    assert happened(hurt) == ["effect", "damage", "deduct"]


@needs_arena
def test_the_card_to_take_is_chosen_when_the_trick_takes_effect(arena: Connection) -> None:
    wearer = PlayerScene("乙", 4, 4, hand=["桃♥3"], equipment=["绝影♠5"])
    helper = PlayerScene("丙", 4, 4, hand=["无懈可击♠J"])
    begun = lay(arena, PlayerScene("甲", 4, 4, hand=["过河拆桥♠3"]), wearer, helper)
    asked = answer(arena, answer(arena, begun, use("过河拆桥", "过河拆桥♠3", "乙")))
    assert isinstance(asked.close, Ask)
    assert (asked.close.kind, asked.close.cards, asked.close.required) == ("pick", ["绝影♠5"], True)
    assert isinstance(answer(arena, asked, Choice(targets=["乙"], cards=["桃♥3"])).close, Rejected)
    taken = answer(arena, asked, Choice(targets=["乙"], cards=["绝影♠5"]))
    assert [(event.origin, event.reason) for event in taken.events] == [("乙.equipment", "discard")]


@needs_arena
def test_a_turn_goes_through_its_phases(arena: Connection) -> None:
    struck = PlayerScene("甲", 6, 6, judgement=["闪电♠A"])
    begun = lay(arena, struck, PlayerScene("乙", 4, 4), start=Start("turn", "甲"))
    assert [event.phase or event.kind for event in begun.events if event.kind != "effect"] == [
        *("turn", "judge", "move", "judge", "move", "move", "damage", "deduct", "draw", "move", "play"),
    ]
    ended = answer(arena, begun)
    assert [event.phase for event in ended.events if event.kind == "phase"] == [
        *("discard", "judge", "draw", "play"),
    ]


@needs_arena
def test_cards_are_discarded_one_by_one_or_together(arena: Connection) -> None:
    hand = [f"闪♦{rank}" for rank in (2, 3, 4)]
    for parts in ([hand[:1], hand[1:2]], [hand[:2]]):
        seats = PlayerScene("甲", 1, 4, hand=hand), PlayerScene("乙", 4, 4)
        reply = answer(arena, lay(arena, *seats))
        for cards in parts:
            assert isinstance(reply.close, Ask)
            assert reply.close.kind == "cards"
            reply = answer(arena, reply, Choice(cards=cards))
        (move,) = [event for event in reply.events if event.reason == "discard"]
        assert sorted(move.cards) == hand[:2]


@needs_arena
def test_who_has_peaches_is_asked_and_the_game_ends_by_roles(arena: Connection) -> None:
    rebel = PlayerScene("乙", 1, 4, role="rebel", hand=["桃♥3"])
    begun = lay(arena, PlayerScene("甲", 4, 4, role="lord", hand=["杀♠7"]), rebel)
    asked = answer(arena, begun, use("杀", "杀♠7", "乙"))
    assert isinstance(asked.close, Ask)
    assert (asked.close.names, asked.close.players) == (["桃"], ["乙"])
    over = answer(arena, asked)
    assert isinstance(over.close, Done)
    assert over.close.state.winners == ["甲"]
    assert over.close.state == state(arena)


@needs_arena
def test_questions_and_what_there_is_not(arena: Connection) -> None:
    riders = [PlayerScene(name, 4, 4, equipment=["绝影♠5"] if name == "乙" else []) for name in "甲乙丙"]
    lay(arena, *riders)
    assert arena.exchange(Query("distance", "甲", "乙")).close == Result(2)
    assert arena.exchange(Query("in_range", "甲", "乙")).close == Result(False)
    assert isinstance(arena.exchange(Query("hand_limit", "甲")).close, Unsupported)
    for strange in (
        PlayerScene("甲", 4, 4, judgement=["杀♦7=乐不思蜀"]),
        PlayerScene("甲", 4, 4, hand=["丈八蛇矛♠Q"]),
        PlayerScene("甲", 4, 4, role="rebel"),
    ):
        assert isinstance(arena.exchange(Reset("2013", Scene([strange, riders[1]]))).close, Unsupported)


@needs_arena
def test_what_breaks_the_engine_is_an_error_and_the_next_scene_is_whole(arena: Connection) -> None:
    seats = PlayerScene("甲", 4, 4, hand=["顺手牵羊♠3"]), PlayerScene("乙", 4, 4, hand=["无懈可击♠J"])
    third = PlayerScene("丙", 4, 4, hand=["无懈可击♣Q"])
    reply = answer(arena, lay(arena, *seats, third), use("顺手牵羊", "顺手牵羊♠3", "乙"))
    reply = answer(arena, reply, use("无懈可击", "无懈可击♠J"))
    with pytest.raises(EngineBroke, match="目标没有手牌"):
        answer(arena, reply, use("无懈可击", "无懈可击♣Q"))
    lay(arena, *seats)
    assert [player.hand for player in state(arena).players] == [["顺手牵羊♠3"], ["无懈可击♠J"]]
