"""The patterns of the steps, and scenarios whose steps do not go together."""

from __future__ import annotations

import pytest

from caipan.language import reading
from caipan.language.words import ScenarioError
from tests.language.fake import steps_of

STEPS = reading.step_definitions()


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.words)
def test_an_example_is_a_step_of_its_own_pattern_only(step: reading.StepDefinition) -> None:
    hits = [
        other.words
        for other in STEPS
        if other.keyword == step.keyword and other.take(step.example) is not None
    ]
    assert hits == [step.words]


ALL_CARDS = """
| 角色 | 武将   | 手牌                                     | 装备区              | 判定区                 |
| 甲   |        | 桃♥3、杀♠7、闪♦2、铁索连环♠J、杀♠8、酒♠9 | 诸葛连弩♣A、绝影♠5 | 闪电♠A、杀♦7=乐不思蜀 |
| 乙   | 郭嘉   |                                          | 八卦阵♠2            |                        |
| 丙   |        |                                          |                     |                        |
| 丁   |        |                                          |                     |                        |
"""


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.words)
def test_an_example_can_be_read(step: reading.StepDefinition) -> None:
    own: reading.StepText = (step.keyword, step.example, step.table)
    base = None if step.example.startswith("场上") or step.keyword == "given" else ALL_CARDS
    before = steps_of("", base) if base else []
    if step.keyword == "given" and not step.example.startswith("场上"):
        before = steps_of("", "| 角色 |\n| 甲 |\n| 乙 |")
    reading.read([*before, own])


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.words)
def test_a_step_is_documented(step: reading.StepDefinition) -> None:
    assert step.words
    assert step.call.__doc__
    assert "例: " + step.example in step.call.__doc__


def test_words_are_unique() -> None:
    assert len({(step.keyword, step.words) for step in STEPS}) == len(STEPS)
    assert {step.keyword for step in STEPS} == {"given", "when", "then"}


@pytest.mark.parametrize(
    "text",
    [
        "当 甲 使用 杀♠7 ",
        "当 甲 使用  杀♠7",
        "当 甲使用杀♠7",
        "那么 甲 的体力为 1 点",
        "那么 依次发生",
        "当 甲 对 乙 使用 杀♠7 两次",
    ],
)
def test_patterns_are_anchored(text: str) -> None:
    word, _, rest = text.partition(" ")
    keyword: reading.Keyword = "when" if word == "当" else "then"
    with pytest.raises(ScenarioError, match="no step"):
        reading.find_step(keyword, rest)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("当 甲 使用 杀7", "step 当 甲 使用 杀7: card '杀7'"),
        ("当 丁 使用 杀♠7", "丁 is not on the table (甲、乙、丙)"),
        ("当 甲 使用 杀♠8", "杀♠8 is nowhere in the scene"),
        ("那么 杀♠8 不在弃牌堆", "杀♠8 is nowhere in the scene"),
        ("那么 丁 死亡", "丁 is not on the table"),
        ("那么 没有询问 丁 是否使用 桃", "丁 is not on the table"),
        ("那么 甲 不能使用 杀♠8", "杀♠8 is nowhere in the scene"),
        ("那么 甲 跳舞", "no step 那么 '甲 跳舞'; `caipan steps` prints all there are"),
        ("当 甲 死亡", "is a step for 那么, not for 当"),
        ("当 甲 发动 遗计，跳舞", "detail '跳舞' of 发动: expected 弃置 CARDS"),
        ("当 甲 发动 遗计，，对 乙", "detail '' of 发动"),
        ("当 甲 结束出牌阶段\n当 轮到 甲 的回合", "can only be said before all moves"),
        ("那么 甲 存活\n当 甲 进行判定", "can only be said before all moves"),
        ("当 轮到 甲 的回合\n当 现在是 甲 的出牌阶段", "already begins at 轮到 甲 的回合"),
        ("当 甲 进行判定\n当 乙 进行判定", "甲 进行判定 happens already"),
        ("当 轮到 甲 的回合\n当 乙 进行判定", "it does not go with 轮到 甲 的回合"),
        ("当 甲 结束出牌阶段\n假如 牌堆没有牌", "假如 after 当 or 那么"),
        ("假如 牌堆没有牌\n假如 牌堆顶依次为 杀♠8", "the draw pile is given twice"),
        ("假如 场上依次为:\n| 角色 |\n| 甲 |\n| 乙 |", "the characters were given twice"),
        ("那么 依次发生:", "expected a table below the step"),
        ("那么 甲 存活\n| 角色 |\n| 甲 |", "expected no table below the step"),
        ("那么 依次发生:\n| 事件 |\n| 跳舞 |", "event '跳舞': expected one of"),
        ("那么 依次发生:\n| 事件 |", "at least one row"),
        ("那么 依次发生:\n| 事件 | 谁 |\n| 死亡 | 甲 |", "column '谁': expected one of 事件"),
        ("那么 依次发生:\n| 角色 |\n| 甲 |", "事件 among them"),
        ("那么 依次发生:\n| 事件 | 内容 |\n| 受到伤害 | 火焰 |", "expected an amount, e.g. 2点"),
        ("那么 依次发生:\n| 事件 | 内容 |\n| 时机 | 从前 |", "expected an official timing"),
        ("那么 依次发生:\n| 事件 | 来源 |\n| 死亡 | 甲 |", "the event 死亡 has none"),
        ("那么 没有发生:\n| 事件 | 内容 |\n| 抵消 | 杀♠7 |", "the event 抵消 tells a card's name only"),
        ("那么 依次发生:\n| 事件 | 内容 |\n| 死亡 | 桃 |", "column 内容: '桃': the event 死亡 has none"),
        ("那么 依次发生:\n| 事件 | 内容 |\n| 摸牌 | 桃♠8 |", "桃♠8 is nowhere in the scene"),
        ("那么 依次发生:\n| 事件 | 对象 |\n| 摸牌 | 丁的手牌 |", "丁 is not on the table"),
    ],
)
def test_steps_that_do_not_go_together(text: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as error:
        reading.read(steps_of(text))
    assert expected in str(error.value)


def test_a_scenario_without_characters() -> None:
    for text in ("当 甲 结束出牌阶段", "那么 甲 存活", "假如 牌堆没有牌"):
        with pytest.raises(ScenarioError, match="no characters"):
            reading.read(steps_of(text, None))


def test_an_event_table_is_checked_for_its_columns_each_once() -> None:
    with pytest.raises(ScenarioError, match="each once"):
        reading.read(steps_of("那么 依次发生:\n| 事件 | 事件 |\n| 死亡 | 死亡 |"))
