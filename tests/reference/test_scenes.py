"""The reference lays every scene that can be, and says of the others what it has not."""

from __future__ import annotations

from typing import Any

import pytest

from caipan.contract.messages import GetState, PlayerScene, Ready, Reset, Scene, State, Unsupported
from sanguosha.adapter import Reference


def _laid(engine: Reference, scene: dict[str, Any], **piles: list[str]) -> Any:
    players = [PlayerScene("甲", 4, 4, **scene), PlayerScene("乙", 4, 4)]
    (reply,) = engine.handle(Reset("2013", Scene(players, **piles)))
    return reply


@pytest.mark.parametrize(
    ("scene", "what"),
    [
        ({"equipment": ["杀♠7"]}, "杀♠7 as equipment"),
        ({"equipment": ["木牛流马♦5"]}, "木牛流马♦5"),
        ({"judgement": ["杀♠7"]}, "杀♠7 as a delayed trick"),
        ({"judgement": ["杀♠7=桃"]}, "杀♠7=桃 as a delayed trick"),
        ({"judgement": ["杀♠7=水淹七军"]}, "杀♠7=水淹七军"),
        ({"judgement": ["水淹七军♥K"]}, "水淹七军♥K"),
        ({"hand": ["飞机♠7"]}, "飞机♠7"),
        ({"aside": ["杀♠7#1"]}, "杀♠7#1"),
        ({"skills": ["飞天"]}, "飞天"),
        ({"general": "张三"}, "张三"),
    ],
)
def test_what_the_reference_has_not(scene: dict[str, Any], what: str) -> None:
    reply = _laid(Reference(), scene)
    assert isinstance(reply, Unsupported)
    assert reply.what == what


def test_odd_scenes_are_laid_as_they_are() -> None:
    engine = Reference()
    scene = {"equipment": ["绝影♠5", "赤兔♥5"], "judgement": ["闪电♠A", "杀♠7#99=乐不思蜀"]}
    assert isinstance(_laid(engine, scene, draw_pile=["桃♥3#10"]), Ready)
    (state,) = engine.handle(GetState())
    assert isinstance(state, State)
    assert state.players[0].judgement == scene["judgement"]
    assert state.players[0].equipment == scene["equipment"]
    assert state.draw_pile == ["桃♥3#10"]
