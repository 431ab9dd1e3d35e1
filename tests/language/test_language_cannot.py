"""不能 in the script: a move that is tried where it could be made, and must be rejected there."""

from __future__ import annotations

import msgspec
import pytest

from caipan.contract.messages import Answer, Ask, Choice, Rejected
from caipan.language import reading
from caipan.verdict import RuleBroken, Unsupported
from tests.language.fake import FULL, Fake, done, idle, play, steps_of

NO = Rejected("no")
AXE = Ask(1, ["甲"], "skill", skills=["贯石斧"])
SAVE = Ask(2, ["乙"], "use", names=["桃", "酒"])


def ask(kind: str, **changes: object) -> Ask:
    """An ask of 甲."""
    return msgspec.convert({"id": 1, "players": ["甲"], "kind": kind, **changes}, Ask)


@pytest.mark.parametrize(
    ("move", "asked", "choice"),
    [
        ("使用 桃♥3", idle(), Choice("桃", ["桃♥3"])),
        ("使用 桃♥3", ask("use", names=["桃"]), Choice("桃", ["桃♥3"])),
        ("对 丙 使用 杀♠7", ask("use", names=["杀"]), Choice("杀", ["杀♠7"], ["丙"])),
        ("将 闪♦2 当 桃 使用", ask("use", names=["桃"]), Choice("桃", ["闪♦2"])),
        ("将 闪♦2 当 杀 对 乙 使用", ask("use"), Choice("杀", ["闪♦2"], ["乙"])),
        ("打出 杀♠7", ask("play", names=["杀"]), Choice("杀", ["杀♠7"])),
        ("将 桃♥3 当 闪 打出", ask("play", names=["闪"]), Choice("闪", ["桃♥3"])),
        ("发动 贯石斧", AXE, Choice(skill="贯石斧")),
        ("发动 贯石斧，弃置 桃♥3，对 乙", AXE, Choice(cards=["桃♥3"], targets=["乙"], skill="贯石斧")),
        ("弃置 桃♥3", ask("cards"), Choice(cards=["桃♥3"])),
        ("选择 乙 的 闪♦2", ask("pick"), Choice(cards=["闪♦2"], targets=["乙"])),
        ("选择 乙 的手牌", ask("pick"), Choice(targets=["乙"], zone="hand")),
        ("将 桃♥3 交给 乙", ask("give"), Choice(cards=["桃♥3"], targets=["乙"])),
    ],
)
def test_what_may_not_be_done_is_tried_and_the_ask_stands(move: str, asked: Ask, choice: Choice) -> None:
    step = f"甲 不能{move}"
    fake = Fake([asked, NO, done()])
    table = play(f"当 {step}", fake)
    assert [answer.choice for answer in fake.answers][:1] == [choice]
    # Nothing else is scripted: what is asked on is declined.
    assert [answer.choice for answer in fake.answers][1:] == ([] if asked.kind == "idle" else [None])
    (line,) = table.account.asks
    assert (line.tried, line.entries) == ([f"甲 {move}"], [0])
    assert table.account.script == [f"{step} (试过, 被拒绝)"]

    with pytest.raises(RuleBroken) as stopped:
        play(f"当 {step}", Fake([asked, done()]))
    assert stopped.value.detail.startswith(f"accepted though it must be rejected: «甲 {move}» at «")


def test_the_next_entries_go_to_the_same_ask() -> None:
    fake = Fake([idle(), AXE, NO, NO, done()])
    text = """
        当 甲 对 乙 使用 杀♠7
        当 甲 不能发动 贯石斧，弃置 贯石斧♦5、桃♥3
        当 甲 不能发动 贯石斧，弃置 桃♥3
        当 甲 发动 贯石斧，弃置 桃♥3、酒♠9
    """
    table = play(text, fake)
    assert [answer.id for answer in fake.answers] == [99, 1, 1, 1]
    assert table.account.asks[1].entries == [1, 2, 3]
    assert table.account.asks[1].how == "script"
    assert len(table.account.asks) == 2


def test_a_refusal_may_come_after_it() -> None:
    fake = Fake([AXE, NO, done()])
    table = play("当 甲 不能发动 贯石斧，弃置 桃♥3\n当 甲 不发动 贯石斧", fake)
    assert [answer.choice for answer in fake.answers][1:] == [None]
    assert table.account.asks[0].entries == [0, 1]


def test_it_waits_for_its_ask() -> None:
    fake = Fake([AXE, SAVE, NO, idle(), done()])
    table = play("当 乙 不能对 丙 使用 酒♠9\n当 甲 结束出牌阶段", fake)
    assert [answer.choice and answer.choice.use for answer in fake.answers] == [None, "酒", None, None]
    assert [line.entries for line in table.account.asks] == [[], [0], [1]]


def test_another_card_than_is_called_for_is_tried_before_the_answer() -> None:
    fake = Fake([AXE, SAVE, NO, NO, done()])
    text = "当 乙 不能使用 杀♠7\n当 乙 不能使用 闪♦2\n当 乙 不能打出 闪♦2\n当 乙 对 丙 使用 桃♥3"
    play(text, fake)
    assert [answer.choice and answer.choice.use for answer in fake.answers] == [None, "杀", "闪", "桃"]


def test_what_is_never_offered_is_passed_over() -> None:
    fake = Fake([AXE, NO, done()])
    text = "当 乙 不能使用 酒♠9\n当 乙 不能打出 闪♦2\n当 甲 不能发动 贯石斧，弃置 桃♥3\n当 甲 发动 贯石斧"
    table = play(text, fake)
    assert [answer.choice and answer.choice.cards for answer in fake.answers] == [["桃♥3"], []]
    assert [line.partition(" (")[2] for line in table.account.script] == [
        *("没有机会试)", "没有机会试)", "试过, 被拒绝)", "")
    ]


def test_at_the_end_it_may_be_left_over() -> None:
    table = play("当 甲 结束出牌阶段\n当 乙 不能打出 闪♦2", Fake([idle(), done()]))
    assert table.account.reached == 1
    assert table.account.script[1] == "乙 不能打出 闪♦2"


def test_an_entry_behind_it_that_never_comes_due_is_named() -> None:
    with pytest.raises(RuleBroken, match=r"never came due: «乙 使用 闪♦2» \(entry 2 of 2\)"):
        play("当 乙 不能打出 闪♦2\n当 乙 使用 闪♦2", Fake())


def test_the_next_check_may_be_followed_by_it() -> None:
    fake = Fake([idle(), NO, idle()])
    play("那么 甲 存活\n当 甲 不能使用 杀♠7\n那么 甲 存活\n当 甲 使用 桃♥3\n那么 甲 存活", fake)
    assert len(fake.answers) == 2


def test_a_move_that_is_rejected_behind_it_fails() -> None:
    with pytest.raises(RuleBroken, match="rejected: «甲 发动 贯石斧» at"):
        play("当 乙 不能打出 闪♦2\n当 甲 发动 贯石斧", Fake([AXE, NO]))


def test_an_engine_must_be_able_to_reject() -> None:
    steps = steps_of("当 甲 不能使用 桃♥3")
    assert reading.needs_of(steps).rejects
    with pytest.raises(Unsupported, match="rejecting illegal answers"):
        play("当 甲 不能使用 桃♥3", Fake(hello=msgspec.structs.replace(FULL, rejects=False)))


@pytest.mark.parametrize("word", ["当", "那么"])
def test_an_engine_that_asks_for_cost_and_target_one_by_one(word: str) -> None:
    """It accepts the skill before it has heard what the skill is to cost: that decides nothing."""
    step = f"{word} 甲 不能发动 激将，对 乙"
    fake = Fake([idle(), ask("targets", reason="激将")])
    with pytest.raises(Unsupported, match="trying «甲 发动 激将，对 乙»"):
        play(step, fake)
    for other in (ask("targets", reason="遗计"), ask("skill", reason="激将", skills=["激将"]), done()):
        with pytest.raises(RuleBroken):
            play(step, Fake([idle(), other]))
    with pytest.raises(RuleBroken):
        play(f"{word} 甲 不能发动 激将", Fake([idle(), ask("targets", reason="激将")]))


def test_in_a_race_the_one_named_tries() -> None:
    race = Ask(1, ["甲", "乙", "丙"], "use", "any", names=["桃", "闪"])
    fake = Fake([race, NO, done()])
    table = play("当 丙 不能打出 闪♦2\n当 乙 不能使用 闪♦2\n当 甲 不使用 桃\n当 乙 使用 闪♦2", fake)
    choice = Choice("闪", ["闪♦2"])
    assert fake.answers == [Answer(1, choice, player="乙"), Answer(1, choice, player="乙")]
    assert table.account.asks[0].entries == [0, 1, 2, 3]


def test_where_all_decide_at_once_nothing_is_tried() -> None:
    both = Ask(3, ["甲", "乙"], "cards", "all")
    fake = Fake([both, done()])
    table = play("当 甲 不能弃置 杀♠7\n当 乙 弃置 闪♦2", fake)
    assert fake.answers == [Answer(3, choices={"甲": None, "乙": Choice(cards=["闪♦2"])})]
    assert table.account.asks[0].entries == [0, 1]
    fake = Fake([both, done()])
    play("当 甲 不能弃置 杀♠7", fake)
    assert fake.answers == [Answer(3, choices={"甲": None, "乙": None})]
