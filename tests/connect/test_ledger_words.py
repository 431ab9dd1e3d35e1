"""What an engine says is held against its hello, the scene's cards, and what it reported before."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from caipan.connect.base import CannotConnect
from caipan.connect.check import Gathering, unchanged
from caipan.connect.ledger import Ledger
from caipan.contract.messages import (
    Answer,
    Ask,
    Done,
    EngineInfo,
    Event,
    GetState,
    Hello,
    HelloReply,
    PlayerScene,
    PlayerState,
    Query,
    Ready,
    Rejected,
    Reset,
    Result,
    Scene,
    Start,
    State,
)
from caipan.verdict import EngineBroke
from tests.connect.test_ledger import Said

HELLO = HelloReply(
    1, EngineInfo("e", "1"), ["2013"], ["杀", "闪", "八卦阵"], ["反馈"], events=["death", "game_over"]
)
SCENE = Scene(
    [
        PlayerScene("甲", 4, 4, hand=["杀♠7", "杀♠8"], judgement=["桃♦7=乐不思蜀"]),
        PlayerScene("乙", 3, 3, skills=["苦肉"]),
        PlayerScene("丙", 4, 4),
        PlayerScene("丁", 4, 4, general="神曹操"),
    ],
    draw_pile=["闪♦3", "桃♥4"],
)
START = Start("idle", "甲")
LOOK = GetState()
IDLE = Ask(1, ["甲"], "idle")
DIES = Event("death", player="乙")
WON = Event("game_over", targets=["甲", "丙"])


def table(hp: int = 3, *, alive: bool = True, **changes: object) -> State:
    """The scene as an engine shows it; 乙 with so many hp."""
    first = PlayerState("甲", 4, 4, hand=["杀♠7", "杀♠8"], judgement=["桃♦7=乐不思蜀"])
    players = [first, PlayerState("乙", hp, 3, alive=alive), PlayerState("丙", 4, 4)]
    players.append(PlayerState("丁", 4, 4, skills=["飞影"]))
    return replace(State(players, ["闪♦3", "桃♥4"]), **changes)


def shown(*said: Said, hello: HelloReply = HELLO) -> None:
    """Take replies after the hello and the reset of the scene."""
    ledger = Ledger()
    begun: list[Said] = [(Hello([1], "1"), [hello]), (Reset("2013", SCENE), [Ready()])]
    for sent, messages in (*begun, *said):
        gathering = Gathering(sent, ledger)
        for message in messages:
            gathering.add(message)


def refused(*said: Said, hello: HelloReply = HELLO) -> str:
    """Why the last of these replies is none."""
    shown(*said[:-1], hello=hello)
    with pytest.raises(EngineBroke) as broke:
        shown(*said, hello=hello)
    return broke.value.detail


EVENTS: dict[str, tuple[Event, str]] = {
    "name": (
        Event("use", player="甲", card="麻将"),
        "its card `麻将` is neither among the `cards` of the hello nor in the scene",
    ),
    "real": (Event("effect", player="甲", card="麻将♠7"), "its card `麻将♠7` is neither among"),
    "judged": (Event("judge", player="甲", card="闪"), "its card `闪` is no card of the scene: a judgement"),
    "moved": (Event("move", reason="draw", cards=["闪♦K"]), "its cards have `闪♦K`, which is no card of the"),
    "cards twice": (Event("use", player="甲", card="杀", cards=["杀♠7"] * 2), "its cards have 杀♠7 twice"),
    "targets twice": (Event("use", player="甲", card="杀", targets=["乙"] * 2), "its targets have 乙 twice"),
    "skill": (
        Event("skill", player="甲", skill="飞天"),
        "its skill `飞天` is neither among the `skills` or `cards` of the hello nor in the scene",
    ),
    "no points": (Event("damage", player="甲", amount=0), "its amount is 0: expected 1 or more"),
    "minus": (Event("recover", player="甲", amount=-1), "its amount is -1: expected 1 or more"),
}


@pytest.mark.parametrize("case", EVENTS)
def test_events_of_what_there_is_not(case: str) -> None:
    event, expected = EVENTS[case]
    assert f"an event that is not of the contract: {expected}" in refused((START, [event]))


def test_events_of_what_there_is() -> None:
    """Names of the hello, of the scene and of the decks, real cards; skills of cards, hello and scene."""
    cards = ("杀", "杀♠7", "八卦阵", "桃", "乐不思蜀", "五谷丰登")
    skills = ("反馈", "苦肉", "八卦阵")
    shown(
        (
            START,
            [
                *(Event("use", player="甲", card=card) for card in cards),
                *(Event("skill", player="甲", skill=skill) for skill in skills),
                Event("skill", player="丁", skill="飞影"),
                Event("check", player="甲", skill="连破"),
                Event("judge", player="甲", card="闪♦3"),
                Event("deduct", player="甲", amount=2),
                IDLE,
            ],
        )
    )


ASKS: dict[str, tuple[Ask, str]] = {
    "card": (Ask(2, ["甲"], "cards", cards=["闪♦K"]), "its cards have `闪♦K`, which is no card of the scene"),
    "skill": (Ask(2, ["甲"], "skill", skills=["飞天"]), "one of its skills, `飞天` is neither among"),
    "cards twice": (Ask(2, ["甲"], "pick", cards=["杀♠7"] * 2), "its cards have 杀♠7 twice"),
    "names twice": (Ask(2, ["甲"], "use", names=["闪"] * 2), "its names have 闪 twice"),
    "options twice": (Ask(2, ["甲"], "option", options=["是"] * 2), "its options have 是 twice"),
    "too few cards": (
        Ask(2, ["甲"], "cards", cards=["杀♠7"], min=2, max=2),
        "its min 2 is more than the 1 that it lists",
    ),
    "too few targets": (
        Ask(2, ["甲"], "targets", targets=["乙"], min=2, max=2),
        "its min 2 is more than the 1 that it lists",
    ),
}


@pytest.mark.parametrize("case", ASKS)
def test_asks_for_what_there_is_not(case: str) -> None:
    ask, expected = ASKS[case]
    assert f"an ask that cannot be at this table: {expected}" in refused((START, [ask]))


def test_the_dead_are_asked_nothing() -> None:
    """But for a skill of their own; whose turn it then is, a scenario judges."""
    saved = Ask(2, ["乙"], "use", names=["桃"])
    begun: Said = (START, [IDLE])
    assert "乙 is asked, whose `death` was reported" in refused(begun, (Answer(1), [DIES, saved]))
    shown(begun, (Answer(1), [DIES, Ask(2, ["乙"], "skill", skills=["苦肉"])]))
    shown(begun, (Answer(1), [DIES, Ask(2, ["乙"], "targets", targets=["甲"], reason="反馈")]))
    shown(begun, (Answer(1), [DIES, Ask(2, ["乙"], "idle")]))
    shown(begun, (Answer(1), [DIES, Ask(2, ["丙"], "use", names=["桃"])]))
    shown(
        begun, (Answer(1), [DIES, replace(IDLE, id=2)]), (Reset("2013", SCENE), [Ready()]), (START, [saved])
    )


STATES: dict[str, tuple[list[Event], State, str]] = {
    "alive": ([DIES], table(0), "乙 is alive, whose `death` was reported"),
    "dead": ([], table(0, alive=False), "乙 is not alive, and no `death` of his was reported"),
    "over": ([], table(over=True), "it is `over`, and no `game_over` was reported"),
    "not over": ([WON], table(), "it is not `over`, though `game_over` was reported"),
    "won": ([], table(winners=["甲"]), "it has winners (甲), and is not `over`"),
    "won twice": ([WON], table(over=True, winners=["甲"] * 2), "one of its winners is named twice: 甲, 甲"),
    "wrong": ([WON], table(over=True, winners=["乙"]), "its winners are 乙, by `game_over` 丙, 甲"),
    "nobody": ([WON], table(over=True), "its winners are nobody, by `game_over` 丙, 甲"),
    "skills": (
        [],
        table(players=[*table().players[:2], PlayerState("丙", 4, 4, skills=["飞天"]), table().players[3]]),
        "丙's skill `飞天` is neither among",
    ),
}


@pytest.mark.parametrize("case", STATES)
def test_states_against_what_was_reported(case: str) -> None:
    events, state, expected = STATES[case]
    assert f"a state that cannot be at this table: {expected}" in refused((START, [*events, Done(state)]))


def test_states_that_agree_with_what_was_reported() -> None:
    shown((START, [DIES, WON, Done(table(0, alive=False, over=True, winners=["丙", "甲"]))]))
    silent = replace(HELLO, events=[])
    shown((START, [Done(table(0, alive=False, over=True, winners=["甲"]))]), hello=silent)


def test_states_at_an_ask() -> None:
    """The game is not over, and at the idle point it is his play phase."""
    asked: Said = (START, [IDLE])
    silent = replace(HELLO, events=[])
    expected = "it is `over`, while an ask waits for an answer"
    assert expected in refused(asked, (LOOK, [table(over=True)]), hello=silent)
    assert "its current player is 乙, at the idle point of 甲" in refused(
        asked, (LOOK, [table(current="乙")])
    )
    assert "its phase is `draw`, at the idle point of 甲" in refused(asked, (LOOK, [table(phase="draw")]))
    shown(asked, (LOOK, [table(current="甲", phase="play")]), (LOOK, [table()]))
    shown((START, [Ask(1, ["甲"], "use", names=["闪"])]), (LOOK, [table(current="乙", phase="draw")]))


QUIET: dict[str, Said] = {
    "reset": (Reset("2013", SCENE), [DIES, Ready()]),
    "state": (LOOK, [DIES, table()]),
    "query": (Query("distance", "甲", "乙"), [DIES, Result(1)]),
}


@pytest.mark.parametrize("sent", QUIET)
def test_nothing_happens_unless_one_plays(sent: str) -> None:
    expected = f"in reply to `{sent}` the engine sent an event, `death`: things happen after `start` and"
    assert expected in refused(QUIET[sent])


def test_nothing_happens_before_a_rejection() -> None:
    expected = "sent the event `death` and then `rejected`, before which nothing happens"
    assert expected in refused((START, [IDLE]), (Answer(1), [DIES, Rejected("no")]))


def test_each_start_says_the_same_hello() -> None:
    """The order of its lists does not matter."""
    shuffled = replace(HELLO, cards=HELLO.cards[::-1])
    assert unchanged(None, HELLO) is unchanged(HELLO, shuffled) is HELLO
    for other, expected in (
        (replace(HELLO, cards=["杀"]), '`cards` was ["杀","闪","八卦阵"], and is ["杀"]'),
        (replace(HELLO, rejects=True), "`rejects` was false, and is true"),
        (replace(HELLO, engine=EngineInfo("e", "2")), "`engine` was "),
    ):
        with pytest.raises(CannotConnect) as cannot:
            unchanged(HELLO, other)
        assert f"its hello is another than at its first start: {expected}" in str(cannot.value)
