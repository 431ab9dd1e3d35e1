"""What a scenario needs of an engine, and its level."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from caipan.contract.messages import HelloReply
from caipan.language import reading
from caipan.language.needs import Needs, missing
from tests.language.fake import FULL, steps_of

TWO = "| 角色 |\n| 甲 |\n| 乙 |"


@pytest.mark.parametrize(
    ("base", "text", "needs"),
    [
        (TWO, "", {"enters": {"idle"}}),
        (TWO, "当 轮到 甲 的回合", {"enters": {"turn"}}),
        (TWO, "当 甲 的判定阶段开始", {"enters": {"phase"}}),
        (TWO, "当 甲 进行判定", {"enters": {"idle"}, "injects": {"judge"}}),
        (TWO, "假如 牌堆顶依次为 杀♠7\n假如 弃牌堆里有 闪♦2", {"cards": {"杀", "闪"}}),
        ("| 角色 | 武将 |\n| 甲 | 郭嘉 |\n| 乙 | |", "", {"generals": {"郭嘉"}}),
        ("| 角色 | 技能 |\n| 甲 | 鬼才 |\n| 乙 | |", "", {"skills": {"鬼才"}, "scene": {"skills"}}),
        ("| 角色 | 身份 |\n| 甲 | 主公 |\n| 乙 | 反贼 |", "", {"scene": {"roles"}}),
        ("| 角色 | 势力 | 性别 |\n| 甲 | 魏 | 女 |\n| 乙 | | |", "", {"scene": {"factions", "genders"}}),
        ("| 角色 | 状态 |\n| 甲 | 横置、背面朝上 |\n| 乙 | |", "", {"scene": {"chained", "face_down"}}),
        ("| 角色 | 武将牌上 |\n| 甲 | 桃♥3 |\n| 乙 | |", "", {"cards": {"桃"}, "scene": {"aside"}}),
        (
            "| 角色 | 判定区 |\n| 甲 | 杀♦7=乐不思蜀 |\n| 乙 | |",
            "",
            {"cards": {"杀", "乐不思蜀"}, "scene": {"judgement"}},
        ),
        (
            "| 角色 | 手牌 | 装备区 |\n| 甲 | 桃♥3 | 贯石斧♦5 |\n| 乙 | |  |",
            "当 甲 将 桃♥3 当 杀 使用\n当 甲 发动 贯石斧\n当 乙 不使用 闪",
            {"cards": {"桃", "贯石斧", "杀", "闪"}},
        ),
        (TWO, "当 甲 发动 遗计\n当 乙 不发动 鬼才", {"skills": {"遗计", "鬼才"}}),
        (TWO, "那么 甲 没有技能 遗计", {"skills": {"遗计"}}),
        (TWO, "那么 没有发动 遗计", {"skills": {"遗计"}, "events": {"skill"}}),
        (TWO, "那么 没有询问 甲 是否使用 桃", {"cards": {"桃"}}),
        (TWO, "那么 没有询问 甲 是否发动 遗计", {"skills": {"遗计"}}),
        (TWO, "那么 没有发生:\n| 事件 |\n| 弃置 |\n| 死亡 |", {"events": {"move", "death"}}),
        (
            TWO,
            "那么 没有发生:\n| 事件 | 内容 |\n| 时机 | 造成伤害时 |",
            {"events": {"timing"}, "timings": {"damage.dealing"}},
        ),
        (
            TWO,
            "那么 依次发生:\n| 事件 | 内容 |\n| 使用 | 杀 |\n| 发动技能 | 遗计 |",
            {"events": {"use", "skill"}, "cards": {"杀"}, "skills": {"遗计"}},
        ),
        (TWO, "那么 甲 与 乙 的距离为 1\n那么 甲 的手牌上限为 4", {"queries": {"distance", "hand_limit"}}),
        (TWO, "那么 甲 的攻击范围为 1\n那么 乙 在 甲 的攻击范围内", {"queries": {"range", "in_range"}}),
        (TWO, "那么 甲 不能发动 遗计", {"skills": {"遗计"}, "rejects": True}),
    ],
)
def test_needs(base: str, text: str, needs: dict[str, Any]) -> None:
    expected = {"enters": {"idle"}, **needs}
    assert reading.needs_of(steps_of(text, base)) == msgspec.convert(expected, Needs)


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        (Needs(cards=frozenset({"借刀杀人", "杀"})), "card 借刀杀人"),
        (Needs(skills=frozenset({"制衡"})), "skill 制衡"),
        (Needs(generals=frozenset({"孙权"})), "general 孙权"),
        (Needs(rejects=True, queries=frozenset({"distance"})), "query distance, rejecting illegal answers"),
        (Needs(scene=frozenset({"roles"})), "scene with roles"),
        (Needs(enters=frozenset({"turn"})), "entering at turn"),
        (Needs(injects=frozenset({"judge"})), "injected judge"),
        (Needs(events=frozenset({"dying"}), timings=frozenset({"death"})), "event dying, timing death"),
    ],
)
def test_what_is_missing_is_named(needs: Needs, said: str) -> None:
    bare = msgspec.structs.replace(
        FULL, events=[], timings=[], enters=["idle"], injects=[], queries=[], rejects=False, scene=[]
    )
    found = missing(needs, bare)
    assert found
    assert found.what == said


def test_an_engine_that_has_everything() -> None:
    assert (
        missing(Needs(cards=frozenset({"杀"}), skills=frozenset({"遗计", "贯石斧"}), rejects=True), FULL)
        is None
    )


@pytest.mark.parametrize(
    "field", [name for name in HelloReply.__struct_fields__ if name not in ("protocol", "engine", "editions")]
)
def test_every_part_of_hello_is_asked_after(field: str) -> None:
    """The needs of a rich scenario are met by a full engine, and by none that lacks a whole part of it."""
    steps = steps_of(
        """
        当 现在是 甲 的出牌阶段
        当 甲 进行判定
        当 甲 发动 枭姬
        那么 甲 的手牌上限为 4
        那么 甲 不能使用 杀♠7
        那么 依次发生:
        | 事件 | 内容       |
        | 时机 | 造成伤害时 |
        """
    )
    needs = reading.needs_of(steps)
    empty: object = False if field == "rejects" else []
    if field == "editions":
        return  # The table asks after the edition: test_language_play.py.
    assert missing(needs, FULL) is None
    assert missing(needs, msgspec.structs.replace(FULL, **{field: empty})) is not None


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("那么 甲 存活", "outcome"),
        ("那么 没有询问 甲 是否使用 桃", "outcome"),
        ("那么 没有发生:\n| 事件 |\n| 死亡 |", "outcome"),
        ("那么 没有发生:\n| 事件 | 内容 |\n| 时机 | 死亡时 |", "timing"),
        ("那么 依次发生:\n| 事件 |\n| 死亡 |", "timing"),
        ("那么 依次询问 甲、乙 是否使用 桃\n那么 甲 存活", "timing"),
    ],
)
def test_level(text: str, level: str) -> None:
    assert reading.level_of(steps_of(text, TWO)) == level
