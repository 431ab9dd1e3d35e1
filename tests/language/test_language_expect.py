"""The checks of 那么: each holds where it should, and says expected beside actual where it does not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from caipan.contract.messages import Ask, Event, Rejected, Reset, State
from caipan.language.describe import describe_ask, describe_choice, describe_event, describe_state
from caipan.language.play import Table
from caipan.language.words import ScenarioError
from caipan.verdict import EngineBroke, RuleBroken, Unsupported
from tests.language.fake import FULL, Fake, done, idle, play, state_of

EMPTY = """
| 角色 | 武将 | 技能 | 体力 | 手牌       | 装备区   | 判定区                | 武将牌上 | 状态           |
| 甲   |      | 枭姬 | 1/4  | 杀♠7、闪♦2 | 贯石斧♦5 | 闪电♣7、杀♦7=乐不思蜀 | 桃♥3     | 横置、背面朝上 |
| 乙   |      |      | 0/3  |            |          |                       |          |                |
"""


def state(**changes: Any) -> State:
    """The scene above, but for ``changes``; 乙 is dead."""
    fake = Fake()
    play("假如 牌堆恰好依次为 桃♥4\n假如 弃牌堆里有 酒♠9", fake, base=EMPTY)
    reset = fake.sent[0]
    assert isinstance(reset, Reset)
    laid = state_of(reset.scene)
    first, second = laid.players
    return msgspec.structs.replace(
        laid, players=[first, msgspec.structs.replace(second, alive=False)], **changes
    )


def check(text: str, fake: Fake) -> Table:
    """Play a scenario on the scene above."""
    return play(f"假如 牌堆恰好依次为 桃♥4\n假如 弃牌堆里有 酒♠9\n{text}", fake, base=EMPTY)


@pytest.mark.parametrize(
    ("holds", "fails", "message"),
    [
        ("甲 的体力为 1", "甲 的体力为 2", "甲 的体力: 应为 2, 实为 1"),
        ("乙 的体力上限为 3", "乙 的体力上限为 4", "乙 的体力上限: 应为 4, 实为 3"),
        ("甲 的手牌为 闪♦2、杀♠7", "甲 的手牌为 杀♠7", "甲 的手牌: 应为 杀♠7, 实为 杀♠7、闪♦2"),
        ("乙 没有手牌", "甲 没有手牌", "甲 的手牌: 应为 (没有牌), 实为 杀♠7、闪♦2"),
        ("甲 的手牌数为 2", "甲 的手牌数为 3", "甲 的手牌数: 应为 3, 实为 2 (杀♠7、闪♦2)"),
        ("甲 的装备区为 贯石斧♦5", "乙 的装备区为 贯石斧♦5", "乙 的装备区: 应为 贯石斧♦5, 实为 (没有牌)"),
        ("乙 的装备区没有牌", "甲 的装备区没有牌", "甲 的装备区: 应为 (没有牌), 实为 贯石斧♦5"),
        (
            "甲 的判定区为 闪电♣7、杀♦7",
            "甲 的判定区为 杀♦7、闪电♣7",
            "甲 的判定区: 应为 杀♦7、闪电♣7, 实为 闪电♣7、杀♦7=乐不思蜀",
        ),
        (
            "甲 的判定区为 闪电♣7、杀♦7=乐不思蜀",
            "甲 的判定区为 闪电♣7、杀♦7=闪",
            "甲 的判定区: 应为 闪电♣7、杀♦7=闪, 实为 闪电♣7、杀♦7=乐不思蜀",
        ),
        ("乙 的判定区没有牌", "甲 的判定区没有牌", "甲 的判定区: 应为 (没有牌)"),
        ("甲 的武将牌上为 桃♥3", "乙 的武将牌上为 桃♥3", "乙 的武将牌上: 应为 桃♥3, 实为 (没有牌)"),
        ("乙 的武将牌上没有牌", "甲 的武将牌上没有牌", "甲 的武将牌上: 应为 (没有牌), 实为 桃♥3"),
        (
            "酒♠9 在弃牌堆",
            "杀♠7、贯石斧♦5、酒♠9 在弃牌堆",
            "弃牌堆: 应有 杀♠7、贯石斧♦5, 实为 杀♠7 在 甲的手牌",
        ),
        ("杀♠7 不在弃牌堆", "酒♠9 不在弃牌堆", "弃牌堆: 不应有 酒♠9, 实为 酒♠9"),
        ("桃♥4 在牌堆", "酒♠9 在牌堆", "牌堆: 应有 酒♠9, 实为 酒♠9 在 弃牌堆"),
        ("桃♥4 在牌堆", "杀♦7 在牌堆", "牌堆: 应有 杀♦7, 实为 杀♦7 在 甲的判定区"),
        ("甲 存活", "甲 死亡", "甲: 应为 死亡, 实为 存活 (体力 1)"),
        ("乙 死亡", "乙 存活", "乙: 应为 存活, 实为 死亡 (体力 0)"),
        ("甲 处于连环状态", "甲 不处于连环状态", "甲: 应为 不处于连环状态, 实为 处于连环状态"),
        ("乙 不处于连环状态", "乙 处于连环状态", "乙: 应为 处于连环状态, 实为 不处于连环状态"),
        ("甲 的武将牌背面朝上", "甲 的武将牌正面朝上", "甲 的武将牌: 应为 正面朝上, 实为 背面朝上"),
        ("乙 的武将牌正面朝上", "乙 的武将牌背面朝上", "乙 的武将牌: 应为 背面朝上, 实为 正面朝上"),
        ("甲 拥有技能 枭姬", "乙 拥有技能 枭姬", "乙 的技能: 应有 枭姬, 实为 (没有技能)"),
        ("乙 没有技能 枭姬", "甲 没有技能 枭姬", "甲 的技能: 不应有 枭姬, 实为 枭姬"),
        ("现在是 甲 的回合", "现在是 乙 的回合", "现在: 应为 乙 的回合, 实为 甲 的回合"),
        ("现在是 甲 的出牌阶段", "现在是 甲 的弃牌阶段", "现在: 应为 甲 的弃牌阶段, 实为 甲 的出牌阶段"),
        ("现在是 甲 的回合", "现在不是任何角色的回合", "现在: 应为 不是任何角色的回合, 实为 甲 的回合"),
        ("游戏没有结束", "甲 获胜", "游戏: 应为 结束，甲 获胜, 实为 没有结束"),
        ("游戏没有结束", "游戏结束，没有人获胜", "游戏: 应为 结束，没有人获胜, 实为 没有结束"),
    ],
)
def test_checks_of_the_state(holds: str, fails: str, message: str) -> None:
    check(f"那么 {holds}", Fake(state=state()))
    with pytest.raises(RuleBroken) as stopped:
        check(f"那么 {fails}", Fake(state=state()))
    assert stopped.value.detail.startswith(message)


@pytest.mark.parametrize(
    ("changes", "holds", "fails", "message"),
    [
        (
            {"over": True, "winners": ["乙", "甲"]},
            "甲、乙 获胜",
            "甲 获胜",
            "应为 结束，甲 获胜, 实为 结束，甲、乙 获胜",
        ),
        ({"over": True}, "游戏结束，没有人获胜", "游戏没有结束", "应为 没有结束, 实为 结束，没有人获胜"),
    ],
)
def test_checks_of_the_end_of_the_game(changes: dict[str, Any], holds: str, fails: str, message: str) -> None:
    check(f"那么 {holds}", Fake(state=state(**changes)))
    with pytest.raises(RuleBroken) as stopped:
        check(f"那么 {fails}", Fake(state=state(**changes)))
    assert message in stopped.value.detail


def test_whose_turn_it_is() -> None:
    """What a state leaves out, an ask at the idle point says; where none stands it is nobody's turn."""
    hidden = state(current=None, phase=None)
    check("那么 现在是 甲 的出牌阶段", Fake(state=hidden))
    with pytest.raises(RuleBroken, match="应为 不是任何角色的回合, 实为 甲 的回合"):
        check("那么 现在不是任何角色的回合", Fake(state=hidden))
    over = msgspec.structs.replace(done(), state=hidden)
    check("那么 现在不是任何角色的回合", Fake([over]))
    with pytest.raises(RuleBroken, match="实为 不是任何角色的回合"):
        check("那么 现在是 甲 的出牌阶段", Fake([over]))


def test_a_card_in_resolution_and_a_lost_card_are_named() -> None:
    shown = state(processing=["酒♠9"], discard_pile=[])
    with pytest.raises(RuleBroken, match="实为 酒♠9 在 结算中"):
        check("那么 酒♠9 在弃牌堆", Fake(state=shown))
    with pytest.raises(RuleBroken, match="实为 酒♠9 在 不知何处"):
        check("那么 酒♠9 在弃牌堆", Fake(state=state(discard_pile=[])))
    with pytest.raises(RuleBroken, match="实为 桃♥4 在 牌堆"):
        check("那么 桃♥4 在弃牌堆", Fake(state=state()))


def test_a_draw_pile_that_is_not_shown_is_no_failure_but_a_card_elsewhere_is() -> None:
    hidden = state(draw_pile=[])
    with pytest.raises(Unsupported, match="draw pile"):
        check("那么 桃♥4 在牌堆", Fake(state=hidden))
    with pytest.raises(RuleBroken, match="桃♥4 在 不知何处、酒♠9 在 弃牌堆"):
        check("那么 桃♥4、酒♠9 在牌堆", Fake(state=hidden))


def test_a_state_without_a_character_is_the_engines_fault() -> None:
    broken = state()
    with pytest.raises(EngineBroke, match="no player 乙"):
        check("那么 乙 存活", Fake(state=msgspec.structs.replace(broken, players=broken.players[:1])))


def test_the_state_at_the_end_is_that_of_done() -> None:
    with pytest.raises(EngineBroke, match="no player 甲"):
        check("那么 甲 存活", Fake([done()]))


# --- questions --------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "actual", "holds", "fails", "message"),
    [
        ("distance", 1, "甲 与 乙 的距离为 1", "甲 与 乙 的距离为 2", "甲 与 乙 的距离: 应为 2, 实为 1"),
        ("range", 3, "甲 的攻击范围为 3", "甲 的攻击范围为 1", "甲 的攻击范围: 应为 1, 实为 3"),
        ("hand_limit", 1, "甲 的手牌上限为 1", "甲 的手牌上限为 4", "甲 的手牌上限: 应为 4, 实为 1"),
        (
            "in_range",
            True,
            "乙 在 甲 的攻击范围内",
            "乙 不在 甲 的攻击范围内",
            "乙: 应为 不在, 实为 在 甲 的攻击范围内",
        ),
        (
            "in_range",
            False,
            "乙 不在 甲 的攻击范围内",
            "乙 在 甲 的攻击范围内",
            "乙: 应为 在, 实为 不在 甲 的攻击范围内",
        ),
    ],
)
def test_questions(what: str, actual: int | bool, holds: str, fails: str, message: str) -> None:
    check(f"那么 {holds}", Fake(results={what: actual}))
    with pytest.raises(RuleBroken) as stopped:
        check(f"那么 {fails}", Fake(results={what: actual}))
    assert stopped.value.detail == message


def test_a_truth_value_is_no_number() -> None:
    with pytest.raises(EngineBroke, match="query distance: expected a int, got True"):
        check("那么 甲 与 乙 的距离为 1", Fake(results={"distance": True}))


# --- what was asked and invoked ---------------------------------------------

DYING = [
    Ask(1, ["甲"], "use", names=["桃"]),
    Ask(2, ["乙"], "use", names=["桃", "酒"]),
    Ask(3, ["甲"], "use", names=["桃"]),
    Ask(4, ["甲"], "skill", skills=["枭姬", "遗计"]),
    Ask(5, ["乙"], "play", names=["闪"]),
    idle(),
]


@pytest.mark.parametrize(
    ("holds", "fails", "message"),
    [
        (
            "询问 甲 是否使用 桃 共 2 次",
            "询问 甲 是否使用 桃 共 1 次",
            "询问 甲 是否使用 桃 的次数: 应为 1, 实为 2",
        ),
        (
            "询问 乙 是否使用 酒 共 1 次",
            "没有询问 乙 是否使用 酒",
            "询问 乙 是否使用 酒 的次数: 应为 0, 实为 1",
        ),
        (
            "询问 乙 是否打出 闪 共 1 次",
            "没有询问 乙 是否打出 闪",
            "询问 乙 是否打出 闪 的次数: 应为 0, 实为 1",
        ),
        ("询问 甲 是否发动 遗计 共 1 次", "没有询问 甲 是否发动 枭姬", "应为 0, 实为 1"),
        ("没有询问 乙 是否使用 闪", "询问 乙 是否使用 闪 共 1 次", "应为 1, 实为 0"),
        ("没有询问 甲 是否打出 桃", "询问 甲 是否打出 桃 共 1 次", "应为 1, 实为 0"),
        (
            "依次询问 甲、乙、甲 是否使用 桃",
            "依次询问 甲、乙 是否使用 桃",
            "依次询问是否使用 桃: 应为 甲、乙, 实为 甲、乙、甲",
        ),
        ("依次询问 乙 是否打出 闪", "依次询问 甲 是否打出 杀", "应为 甲, 实为 (没有人)"),
        ("依次询问 甲 是否发动 枭姬", "依次询问 乙、甲、甲 是否使用 桃", "应为 乙、甲、甲, 实为 甲、乙、甲"),
    ],
)
def test_checks_of_the_asks(holds: str, fails: str, message: str) -> None:
    check(f"那么 {holds}", Fake(DYING))
    with pytest.raises(RuleBroken) as stopped:
        check(f"那么 {fails}", Fake(DYING))
    assert message in stopped.value.detail


def test_everybody_in_a_race_is_asked_but_in_no_order() -> None:
    race = Ask(1, ["乙", "甲"], "use", "any", names=["桃"])
    check("那么 询问 甲 是否使用 桃 共 1 次\n那么 询问 乙 是否使用 桃 共 1 次", Fake([race, idle()]))
    with pytest.raises(Unsupported, match="order of simultaneous asks"):
        check("那么 依次询问 甲、乙 是否使用 桃", Fake([race, idle()]))
    # Who is asked at all can be told nevertheless.
    with pytest.raises(RuleBroken, match="应为 甲, 实为 乙、甲"):
        check("那么 依次询问 甲 是否使用 桃", Fake([race, idle()]))


def test_how_often_a_skill_was_invoked() -> None:
    events = [Event("skill", player="甲", skill="枭姬"), Event("check", player="甲", skill="遗计")]
    check("那么 发动 枭姬 共 1 次\n那么 没有发动 遗计", Fake([(events, idle())]))
    with pytest.raises(RuleBroken, match="发动 枭姬 的次数: 应为 0, 实为 1"):
        check("那么 没有发动 枭姬", Fake([(events, idle())]))
    with pytest.raises(RuleBroken, match="发动 枭姬 的次数: 应为 2, 实为 1"):
        check("那么 发动 枭姬 共 2 次", Fake([(events, idle())]))


# --- what may not be done ---------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "甲 不能使用 闪♦2",
        "甲 不能对 乙 使用 杀♠7",
        "甲 不能将 闪♦2 当 桃 使用",
        "甲 不能将 闪♦2 当 杀 对 乙 使用",
        "甲 不能发动 激将，对 乙",
    ],
)
def test_what_may_not_be_done_is_tried(text: str) -> None:
    fake = Fake([idle(), Rejected("no")])
    table = check(f"那么 {text}", fake)
    assert len(fake.answers) == 1
    assert table.account.asks[-1].tried == [text.replace(" 不能将", " 将").replace(" 不能", " ")]
    with pytest.raises(RuleBroken, match="应被拒绝, 实被接受"):
        check(f"那么 {text}", Fake([idle(), idle()]))


def test_what_is_not_asked_for_may_not_be_done() -> None:
    fake = Fake([idle()])
    check("那么 乙 不能使用 杀♠7", fake)
    over = msgspec.structs.replace(done(), state=state(over=True, winners=["甲"]))
    check("那么 甲 不能使用 杀♠7", other := Fake([over]))
    assert fake.answers == other.answers == []


def test_nothing_follows_where_nothing_is_asked_any_more() -> None:
    """An engine that is done at once forbids nothing."""
    with pytest.raises(RuleBroken, match=r"不能「甲 使用 杀♠7」: .*nothing was asked at all"):
        check("那么 甲 不能使用 杀♠7", Fake([msgspec.structs.replace(done(), state=state())]))


def test_the_script_goes_on_after_a_rejected_try() -> None:
    fake = Fake([idle(), Rejected("no"), idle()])
    check("那么 甲 不能使用 闪♦2\n当 甲 结束出牌阶段", fake)
    assert len(fake.answers) == 2


def test_rejection_must_be_supported() -> None:
    fake = Fake(hello=msgspec.structs.replace(FULL, rejects=False))
    with pytest.raises(Unsupported, match="rejecting illegal answers"):
        check("那么 甲 不能使用 闪♦2", fake)


# --- events in order --------------------------------------------------------

HIT = [
    Event("use", player="甲", card="杀", cards=["杀♠7"], targets=["乙"]),
    Event("move", player="甲", cards=["杀♠7"], origin="甲.hand", destination="processing", reason="use"),
    Event("timing", player="甲", timing="damage.dealing"),
    Event("damage", player="乙", source="甲", amount=2, element="fire"),
    Event("deduct", player="乙", amount=2),
    Event("judge", player="乙", card="桃♥4", reason="八卦阵"),
    Event("cancelled", player="乙", card="杀"),
    Event("phase", player="甲", phase="prep"),
    Event("skill", player="乙", skill="遗计"),
    Event("move", player="乙", cards=["桃♥4", "酒♠9"], origin="draw", destination="乙.hand", reason="draw"),
    Event("game_over", targets=["乙", "甲"]),
    Event("dying", player="乙"),
]


@pytest.mark.parametrize(
    "row",
    [
        "使用 | 甲 | 杀 | | 乙",
        "使用 | 甲 | 杀♠7 | |",
        "使用 | | | |",
        "移动 | | 杀♠7 | 甲的手牌 | 结算中",
        "时机 | 甲 | 造成伤害时 | |",
        "受到伤害 | 乙 | 2点火焰 | 甲 |",
        "受到伤害 | | 2点 | |",
        "扣减体力 | 乙 | 2点 | |",
        "判定 | 乙 | 桃♥4 | |",
        "判定 | 乙 | 桃 | |",
        "抵消 | 乙 | 杀 | |",
        "进入阶段 | 甲 | 准备阶段 | |",
        "进入阶段 | 甲 | 回合开始阶段 | |",
        "发动技能 | 乙 | 遗计 | |",
        "摸牌 | 乙 | 2张 | 牌堆 | 乙的手牌",
        "摸牌 | 乙 | 酒♠9、桃♥4 | |",
        "游戏结束 | | | | 甲、乙",
        "进入濒死 | 乙 | | |",
    ],
)
def test_a_row_that_matches(row: str) -> None:
    table = f"| 事件 | 角色 | 内容 | 来源 | 对象 |\n| {row} |"
    check(f"那么 依次发生:\n{table}", Fake([(HIT, idle())]))
    with pytest.raises(RuleBroken, match="没有发生: 不应有「"):
        check(f"那么 没有发生:\n{table}", Fake([(HIT, idle())]))


@pytest.mark.parametrize(
    "row",
    [
        "使用 | 乙 | | |",
        "使用 | | 桃 | |",
        "使用 | | 桃♥3 | |",
        "使用 | | | | 甲",
        "打出 | | | |",
        "移动 | | | 牌堆 | 弃牌堆",
        "受到伤害 | 乙 | 1点 | |",
        "受到伤害 | 乙 | 2点雷电 | |",
        "受到伤害 | 乙 | | 乙 |",
        "时机 | 乙 | 造成伤害时 | |",
        "时机 | 甲 | 受到伤害时 | |",
        "摸牌 | 乙 | 1张 | |",
        "摸牌 | 乙 | 桃♥4 | |",
        "摸牌 | 乙 | 桃 | |",
        "弃置 | | | |",
        "进入阶段 | 甲 | 判定阶段 | |",
        "发动技能 | 乙 | 枭姬 | |",
        "游戏结束 | | | | 甲",
    ],
)
def test_a_row_that_does_not_match(row: str) -> None:
    table = f"| 事件 | 角色 | 内容 | 来源 | 对象 |\n| {row} |"
    check(f"那么 没有发生:\n{table}", Fake([(HIT, idle())]))
    with pytest.raises(RuleBroken, match="依次发生: 从头到尾 应有「"):
        check(f"那么 依次发生:\n{table}", Fake([(HIT, idle())]))


def test_the_order_counts() -> None:
    rows = "| 事件 | 角色 |\n| 扣减体力 | 乙 |\n| 受到伤害 | 乙 |"
    with pytest.raises(RuleBroken) as stopped:
        check(f"那么 依次发生:\n{rows}", Fake([(HIT, idle())]))
    assert stopped.value.detail == (
        "依次发生: 第 5 个事件 (乙 扣减体力 2点) 之后 应有「受到伤害 乙」(第 2 行), 实无; "
        "它在此之前发生过 (第 4 个事件). 各行: 扣减体力 乙 / 受到伤害 乙. "
        "有关的实际事件: [4 乙 受到伤害 2点火焰 来自 甲]、[5 乙 扣减体力 2点]"
    )


def test_one_event_is_not_matched_twice_and_long_lists_are_cut() -> None:
    many = [Event("dying", player="乙")] * 50
    rows = "| 事件 |\n" + "| 进入濒死 |\n" * 51
    with pytest.raises(RuleBroken, match="… 还有 10 个"):
        check(f"那么 依次发生:\n{rows}", Fake([(many, idle())]))
    with pytest.raises(RuleBroken, match="有关的实际事件: 无"):
        check("那么 依次发生:\n| 事件 |\n| 死亡 |", Fake([(many, idle())]))


def test_an_event_did_happen() -> None:
    with pytest.raises(RuleBroken) as stopped:
        check("那么 没有发生:\n| 事件 |\n| 死亡 |\n| 进入濒死 |", Fake([(HIT, idle())]))
    assert stopped.value.detail == "没有发生: 不应有「进入濒死」, 实有第 12 个事件: 乙 进入濒死"


EXACTLY = "| 事件 | 角色 | 内容 |\n| 进入濒死 | 乙 | |\n| 摸牌 | 乙 | 2张 |\n"
SINKING = Event("dying", player="乙")


def test_exactly_these_events() -> None:
    check(f"那么 恰好发生:\n{EXACTLY}", Fake([([SINKING, *HIT[:3], HIT[9]], idle())]))
    check("那么 恰好发生:\n| 事件 |\n| 受到伤害 |", Fake([(HIT, idle())]))
    # Another timing, another reason and another character are not spoken of.
    check(
        "那么 恰好发生:\n| 事件 | 内容 |\n| 时机 | 造成伤害时 |",
        Fake([([HIT[2], Event("timing", player="乙", timing="damage.received")], idle())]),
    )


@pytest.mark.parametrize(
    ("happened", "expected"),
    [
        (
            [SINKING, SINKING, HIT[9]],
            "第 2 个有关的事件应为「摸牌 乙 2张」(第 2 行), 实为第 2 个事件: 乙 进入濒死",
        ),
        ([SINKING, HIT[9], HIT[9]], "第 3 个有关的事件应已没有, 实为第 3 个事件: 移动 桃♥4"),
        ([HIT[9], SINKING], "第 1 个有关的事件应为「进入濒死 乙」(第 1 行), 实为第 1 个事件: 移动 桃♥4"),
        ([SINKING], "第 2 个有关的事件应为「摸牌 乙 2张」(第 2 行), 实无. 各行: 进入濒死 乙 / 摸牌 乙 2张. "),
        ([], "第 1 个有关的事件应为「进入濒死 乙」(第 1 行), 实无. "),
    ],
)
def test_not_exactly_these_events(happened: list[Event], expected: str) -> None:
    with pytest.raises(RuleBroken) as stopped:
        check(f"那么 恰好发生:\n{EXACTLY}", Fake([(happened, idle())]))
    assert stopped.value.detail.startswith(f"恰好发生: {expected}")


def test_a_damage_that_is_reported_twice() -> None:
    hurt = Event("damage", player="乙", source="甲", amount=1)
    rows = "那么 {}:\n| 事件 | 角色 | 内容 |\n| 受到伤害 | 乙 | 1点 |"
    check(rows.format("依次发生"), Fake([([hurt, hurt], idle())]))
    with pytest.raises(RuleBroken):
        check(rows.format("恰好发生"), Fake([([hurt, hurt], idle())]))


@pytest.mark.parametrize("content", ["受到伤害 | 0点", "摸牌 | 0张"])
@pytest.mark.parametrize("step", ["依次发生", "恰好发生", "没有发生"])
def test_a_row_that_nothing_can_match(step: str, content: str) -> None:
    with pytest.raises(ScenarioError, match="no such event ever happens; expected 1 at least"):
        check(f"那么 {step}:\n| 事件 | 内容 |\n| {content} |", Fake())


# --- in words ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (HIT[0], "甲 使用 杀♠7 对 乙"),
        (HIT[1], "移动 杀♠7 (甲的手牌→结算中，因使用)"),
        (HIT[2], "时机 造成伤害时 (甲)"),
        (HIT[3], "乙 受到伤害 2点火焰 来自 甲"),
        (HIT[5], "乙 判定 桃♥4 (八卦阵)"),
        (HIT[6], "乙 抵消 杀"),
        (HIT[7], "甲 进入阶段 准备阶段"),
        (HIT[8], "乙 发动技能 遗计"),
        (HIT[9], "移动 桃♥4、酒♠9 (牌堆→乙的手牌，因摸牌)"),
        (HIT[10], "游戏结束: 乙、甲 获胜"),
        (Event("game_over"), "游戏结束: 没有人获胜"),
        (Event("use", player="甲", card="杀", cards=["闪♦2"]), "甲 使用 杀(闪♦2)"),
        (Event("use", player="甲", card="杀", cards=["闪♦2", "杀♠7"]), "甲 使用 杀(闪♦2、杀♠7)"),
        (Event("play", player="甲", cards=["闪♦2"]), "甲 打出 闪♦2"),
        (Event("timing", timing="no.such"), "时机 no.such"),
        (Event("dance", player="甲"), "甲 dance"),
        (Event("move", cards=["闪♦2"]), "移动 闪♦2 (?→?)"),
        (Event("move", player="丙", cards=["闪♦2"], reason="draw"), "丙 移动 闪♦2 (?→?，因摸牌)"),
    ],
)
def test_events_in_words(event: Event, line: str) -> None:
    assert describe_event(event) == line


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (idle(), "甲 出牌阶段的空闲时间点"),
        (
            Ask(1, ["乙"], "use", names=["桃", "酒"], subject="甲", reason="rule"),
            "询问 乙 是否使用 桃、酒 关于 甲",
        ),
        (Ask(1, ["乙"], "play", required=True), "询问 乙 须打出 牌"),
        (Ask(1, ["甲", "乙"], "skill", "any", skills=["遗计"]), "询问 甲、乙 是否发动 遗计 (先答者)"),
        (
            Ask(1, ["乙"], "cards", cards=["闪♦2"], max=2, reason="刚烈"),
            "询问 乙 是否选择 1–2 张牌 [闪♦2] (刚烈)",
        ),
        (Ask(1, ["乙"], "pick"), "询问 乙 是否选择一名角色的一张牌"),
        (Ask(1, ["乙"], "give"), "询问 乙 是否交出 1 张牌"),
        (Ask(1, ["甲", "乙"], "targets", "all", targets=["丙"]), "询问 甲、乙 是否选择 1 名角色 [丙] (同时)"),
        (Ask(1, ["乙"], "option", options=["甲", "乙"]), "询问 乙 是否选择 “甲”/“乙”"),
    ],
)
def test_asks_in_words(ask: Ask, line: str) -> None:
    assert describe_ask(ask) == line


def test_choices_in_words() -> None:
    fake = Fake([idle(), idle(), idle(), idle()])
    table = check(
        "当 甲 将 闪♦2 当 杀 对 乙 使用\n当 甲 发动 激将，选择 乙 的手牌，选择“好”\n当 甲 结束出牌阶段", fake
    )
    said = [line.answer for line in table.account.asks]
    assert said == ["闪♦2 当 杀 对 乙", "发动 激将 “好” 一张手牌 对 乙", "不", ""]
    assert describe_choice(None) == "不"


def test_the_table_in_words() -> None:
    assert describe_state(state()) == [
        "甲 1/4 手牌 杀♠7、闪♦2 装备区 贯石斧♦5 判定区 闪电♣7、杀♦7=乐不思蜀 武将牌上 桃♥3 横置 背面朝上",
        "乙 已死亡",
    ]
