"""A scripted discard for which the engine had no need to ask."""

from __future__ import annotations

import pytest

from caipan.contract.messages import Ask, Done, Event, GetState, PlayerState, State
from caipan.verdict import RuleBroken
from tests.language.fake import Canned, Fake, done, idle, play

END = "当 甲 结束出牌阶段\n"


def move(cards: str, origin: str, destination: str = "discard", reason: str = "discard") -> Event:
    """A move of cards."""
    player = (origin if origin[1:2] == "." else destination)[0]
    return Event(
        "move",
        player=player,
        cards=cards.split("、"),
        origin=origin,
        destination=destination,
        reason=reason,
    )


def left(hand: str = "", equipment: str = "", player: str = "乙") -> State:
    """A state in which a player has these cards left."""
    return State(
        [PlayerState(player, 4, 4, hand=hand.split(), equipment=equipment.split())],
        current=player,
        phase="play",
    )


def after(events: list[Event], state: State, *, entry: str = "乙 弃置 闪♦2") -> Fake:
    """Play a script whose discard was done by the engine in one go, before it comes to rest."""
    fake = Fake([idle(), (events, idle())], state=state)
    table = play(f"{END}当 {entry}", fake)
    assert table.account.reached == 2
    assert table.account.script[-1] == f"{entry} (未经询问, 只能如此)"
    return fake


@pytest.mark.parametrize(
    ("events", "hand"),
    [
        ([move("闪♦2", "乙.hand")], ""),
        # What came later was not there to be chosen.
        ([move("闪♦2", "乙.hand"), move("闪♦3、闪♦4", "draw", "乙.hand", "draw")], "闪♦3 闪♦4"),
        (
            [
                move("闪♦2", "乙.hand"),
                move("闪♦3", "draw", "乙.hand", "draw"),
                move("闪♦3", "乙.hand", "丙.hand", "give"),
            ],
            "",
        ),
        ([Event("phase", player="乙", phase="discard"), move("闪♦2", "乙.hand"), Event("turn_over")], ""),
    ],
)
def test_a_discard_without_a_choice_is_done(events: list[Event], hand: str) -> None:
    fake = after(events, left(hand))
    assert len(fake.answers) == 1


@pytest.mark.parametrize(
    ("events", "state"),
    [
        ([], left()),
        ([move("酒♠9", "乙.hand")], left()),
        ([move("闪♦2、酒♠9", "乙.hand")], left()),
        ([move("闪♦2", "丙.hand")], left()),
        ([move("闪♦2", "processing")], left()),
        ([move("闪♦2", "乙.hand", "discard", "settle")], left()),
        ([Event("use", player="乙", cards=["闪♦2"], origin="乙.hand", reason="discard")], left()),
        # There was another card: at the end, or until it went elsewhere.
        ([move("闪♦2", "乙.hand")], left("酒♠9")),
        ([move("闪♦2", "乙.hand"), move("酒♠9", "乙.hand", "丙.hand", "give")], left()),
        ([move("酒♠9", "draw", "乙.hand", "draw"), move("闪♦2", "乙.hand")], left("酒♠9")),
        # The engine does not show him.
        ([move("闪♦2", "乙.hand")], left(player="丙")),
    ],
)
def test_another_discard_is_left_over(events: list[Event], state: State) -> None:
    fake = Fake([idle(), (events, idle())], state=state)
    with pytest.raises(RuleBroken, match="never came due: «乙 弃置 闪♦2»"):
        play(f"{END}当 乙 弃置 闪♦2", fake)


def test_cards_may_go_one_by_one() -> None:
    one_by_one = [
        move("闪♦2", "乙.hand"),
        move("闪♦3", "draw", "乙.hand", "draw"),
        move("酒♠9", "乙.hand"),
    ]
    after(one_by_one, left("闪♦3"), entry="乙 弃置 酒♠9、闪♦2")
    with pytest.raises(RuleBroken, match="never came due"):
        after([*one_by_one, move("闪♦2", "乙.hand")], left("闪♦3"), entry="乙 弃置 酒♠9、闪♦2")


def test_equipment_counts_where_equipment_went() -> None:
    events = [move("贯石斧♦5", "甲.equipment"), move("杀♠7", "甲.hand")]
    after(events, left(player="甲"), entry="甲 弃置 贯石斧♦5、杀♠7")
    with pytest.raises(RuleBroken, match="never came due"):
        after(events, left(equipment="绝影♠5", player="甲"), entry="甲 弃置 贯石斧♦5、杀♠7")
    after([move("杀♠7", "甲.hand")], left(equipment="绝影♠5", player="甲"), entry="甲 弃置 杀♠7")


def test_two_discards_after_each_other() -> None:
    events = [move("闪♦2", "乙.hand"), move("酒♠9", "draw", "乙.hand", "draw"), move("酒♠9", "乙.hand")]
    text = f"{END}当 乙 不能弃置 酒♠9\n当 乙 弃置 闪♦2\n当 乙 弃置 酒♠9"
    table = play(text, Fake([idle(), (events, idle())], state=left()))
    assert table.account.reached == 4
    assert table.account.script[1] == "乙 不能弃置 酒♠9 (没有机会试)"
    # The same event is no second discard.
    with pytest.raises(RuleBroken, match=r"never came due: «乙 弃置 闪♦2» \(entry 3 of 3\)"):
        play(f"{END}当 乙 弃置 闪♦2\n当 乙 弃置 闪♦2", Fake([idle(), (events[:1], idle())], state=left()))


def test_the_script_goes_on_after_it() -> None:
    use = Ask(1, ["丙"], "use", names=["闪"])
    fake = Fake([idle(), ([move("闪♦2", "乙.hand")], use), done()], state=left())
    play(f"{END}当 乙 弃置 闪♦2\n当 丙 使用 闪♦2", fake)
    assert [answer.id for answer in fake.answers] == [99, 1]


def test_before_the_first_ask_and_at_the_very_end() -> None:
    events = [move("闪♦2", "乙.hand")]
    table = play("当 乙 的弃牌阶段开始\n当 乙 弃置 闪♦2", Fake([(events, Done(left()))]))
    assert (table.account.reached, table.account.asks) == (1, [])
    play(f"{END}当 乙 弃置 闪♦2", Fake([idle(), (events, Done(left()))]))


def test_an_ask_for_it_is_answered() -> None:
    asked = Ask(1, ["乙"], "cards", cards=["闪♦2", "酒♠9"])
    fake = Fake([idle(), ([move("闪♦2", "乙.hand")], asked), done()], state=left())
    play(f"{END}当 乙 弃置 闪♦2", fake)
    choice = fake.answers[1].choice
    assert choice is not None
    assert choice.cards == ["闪♦2"]


def test_only_what_happened_since_the_last_ask_counts() -> None:
    use = Ask(1, ["丙"], "use", names=["闪"])
    replies: list[Canned] = [idle(), ([move("闪♦2", "乙.hand")], use), use, idle()]
    with pytest.raises(RuleBroken, match="never came due: «乙 弃置 闪♦2»"):
        play(f"{END}当 丙 不使用 闪\n当 丙 不使用 闪\n当 乙 弃置 闪♦2", Fake(replies, state=left()))


def test_the_engine_is_asked_for_its_state_only_if_need_be() -> None:
    fake = Fake([idle(), ([move("酒♠9", "乙.hand")], idle())])
    with pytest.raises(RuleBroken):
        play(f"{END}当 乙 弃置 闪♦2", fake)
    assert not any(isinstance(message, GetState) for message in fake.sent)
