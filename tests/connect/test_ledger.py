"""What an engine says is held against the scene: who is there, and where each card lies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from caipan.connect.check import Gathering
from caipan.connect.ledger import Ledger
from caipan.contract.messages import (
    Answer,
    Ask,
    Done,
    EngineMessage,
    Event,
    GetState,
    HarnessMessage,
    PlayerScene,
    PlayerState,
    Ready,
    Rejected,
    Reset,
    Scene,
    Start,
    State,
)
from caipan.verdict import EngineBroke

Said = tuple[HarnessMessage, Iterable[EngineMessage]]
"""A message, and the reply to it."""

SCENE = Scene(
    [
        PlayerScene("甲", 4, 4, hand=["杀♠7"], equipment=["绝影♠5"], judgement=["杀♦7=乐不思蜀"]),
        PlayerScene("乙", 3, 3, aside=["闪♦2"]),
    ],
    draw_pile=["桃♥3", "桃♥4"],
    discard_pile=["酒♠9"],
)
IDLE = Ask(1, ["甲"], "idle")
DODGE = Ask(1, ["乙"], "use", names=["闪"])


def table(**changes: Any) -> State:
    """The scene as an engine shows it, but for ``changes``; those of 乙 by his name."""
    first = PlayerState("甲", 4, 4, hand=["杀♠7"], equipment=["绝影♠5"], judgement=["杀♦7=乐不思蜀"])
    second = PlayerState("乙", 3, 3, **{"aside": ["闪♦2"], **changes.pop("乙", {})})
    return replace(
        State([first, second], ["桃♥3", "桃♥4"], ["酒♠9"], current="甲", phase="play"),
        **changes,
    )


def shown(*said: Said) -> None:
    """Take replies after the reset of the scene."""
    ledger = Ledger()
    for sent, messages in ((Reset("2013", SCENE), [Ready()]), *said):
        gathering = Gathering(sent, ledger)
        for message in messages:
            gathering.add(message)


def refused(*said: Said) -> str:
    """Why the last of these replies is none."""
    shown(*said[:-1])
    with pytest.raises(EngineBroke) as broke:
        shown(*said)
    return broke.value.detail


START = Start("idle", "甲")
LOOK = GetState()

STATES: dict[str, tuple[State, str]] = {
    "extra player": (
        table(players=[*table().players, PlayerState("鬼", 4, 4)]),
        "one of its players is `鬼`, who is not at the table (甲, 乙)",
    ),
    "player twice": (table(players=[*table().players, table().players[0]]), "it has the player 甲 2 times"),
    "player missing": (table(players=table().players[:1]), "the player 乙 of the scene is not in it"),
    "nobody": (State([]), "the player 甲 of the scene is not in it"),
    "in hand and pile": (table(discard_pile=["酒♠9", "杀♠7"]), "杀♠7 lies in 甲.hand and in discard"),
    "in two hands": (table(乙={"hand": ["杀♠7"]}), "杀♠7 lies in 甲.hand and in 乙.hand"),
    "in both piles": (table(discard_pile=["酒♠9", "桃♥3"]), "桃♥3 lies in draw and in discard"),
    "twice in one": (table(discard_pile=["酒♠9", "酒♠9"]), "酒♠9 lies twice in discard"),
    "judged and laid": (table(processing=["杀♦7"]), "杀♦7 lies in 甲.judgement and in processing"),
    "aside and drawn": (table(draw_pile=["闪♦2", "桃♥3", "桃♥4"]), "闪♦2 lies in 乙.aside and in draw"),
    "ghost": (table(discard_pile=["酒♠9", "假♠A"]), "假♠A lies in discard, and is no card of the scene"),
    "another copy": (table(乙={"hand": ["杀♠7#2"]}), "杀♠7#2 lies in 乙.hand, and is no card of the scene"),
    "lost": (
        table(乙={"aside": []}),
        "闪♦2 is lost: it lay in 乙.aside when the scene was laid, and is in no zone now",
    ),
    "too healthy": (
        table(players=[replace(table().players[0], hp=5), table().players[1]]),
        "甲 has 5 hp, more than the 4 that he can have",
    ),
    "whose turn": (table(current="丙"), "its current player is `丙`, who is not at the table"),
    "who wins": (table(over=True, winners=["丙"]), "one of its winners is `丙`, who is not at the table"),
}


@pytest.mark.parametrize("case", STATES)
def test_states_that_cannot_be(case: str) -> None:
    """After ready, at an ask and in the end."""
    state, expected = STATES[case]
    wanted = f"a state that cannot be at this table: {expected}"
    assert wanted in refused((LOOK, [state]))
    assert wanted in refused((START, [IDLE]), (LOOK, [state]))
    if case != "lost":
        assert wanted in refused((START, [Done(replace(state, over=True))]))
    assert wanted in refused((START, [Done(state)]))


def test_states_that_may_be() -> None:
    """The scene itself; cards elsewhere; the dead with less than no hp."""
    shown((LOOK, [table()]), (START, [IDLE]), (LOOK, [table()]), (Answer(1), [Done(table())]))
    shown((LOOK, [table(draw_pile=["桃♥4"], processing=["桃♥3"])]))
    shown((LOOK, [table(players=[table().players[0], replace(table().players[1], hp=-3, alive=False)])]))


def test_an_engine_that_does_not_show_its_draw_pile() -> None:
    """What was drawn from there, or shuffled into it, is nowhere to be seen."""
    shown((LOOK, [table(draw_pile=[])]), (START, [IDLE]), (LOOK, [table(draw_pile=[], discard_pile=[])]))
    assert "桃♥3 lies in 乙.hand and in discard" in refused(
        (LOOK, [table(draw_pile=[], 乙={"hand": ["桃♥3"]}, discard_pile=["桃♥3"])])
    )


def test_an_engine_without_a_place_for_cards_in_resolution() -> None:
    """In the middle of it they are nowhere, also where the game ends there; but not at the idle point."""
    without = table(乙={"aside": []})
    shown((START, [DODGE]), (LOOK, [without]), (Answer(1), [Done(replace(without, over=True))]))
    assert "闪♦2 is lost" in refused(
        (START, [DODGE]), (LOOK, [without]), (Answer(1), [replace(IDLE, id=2)]), (LOOK, [without])
    )
    # One that has such a place has it for all of them.
    partly = table(draw_pile=["桃♥4"], processing=["桃♥3"], 乙={"aside": []})
    assert "闪♦2 is lost" in refused((START, [DODGE]), (LOOK, [partly]))


ASKS: dict[str, tuple[Ask, str]] = {
    "player": (Ask(2, ["鬼"], "use", names=["闪"]), "one of its players is `鬼`, who is not at the table"),
    "twice": (Ask(2, ["甲", "乙", "甲"], "use", mode="any"), "one of its players is named twice: 甲, 乙, 甲"),
    "target": (Ask(2, ["甲"], "targets", targets=["丙"]), "one of its targets is `丙`"),
    "subject": (Ask(2, ["甲"], "pick", subject="丙"), "its subject is `丙`"),
    "numbers": (Ask(2, ["甲"], "cards", min=5, max=1), "its min 5 is more than its max 1"),
    "id": (Ask(1, ["甲"], "idle"), "its id 1 is that of an earlier ask"),
}


@pytest.mark.parametrize("case", ASKS)
def test_asks_that_cannot_be(case: str) -> None:
    ask, expected = ASKS[case]
    detail = refused((START, [IDLE]), (Answer(1), [ask]))
    assert f"in reply to `answer` the engine sent an ask that cannot be at this table: {expected}" in detail


def test_an_ask_stands_after_a_rejection() -> None:
    shown((START, [IDLE]), (Answer(1), [Rejected("no")]), (Answer(1), [Ask(2, ["甲"], "idle")]))


EVENTS: dict[str, tuple[Event, str]] = {
    "player": (Event("dying", player="鬼"), "its player is `鬼`, who is not at the table (甲, 乙)"),
    "source": (Event("damage", player="甲", source="鬼"), "its source is `鬼`"),
    "target": (Event("use", player="甲", targets=["乙", "鬼"]), "one of its targets is `鬼`"),
    "origin": (
        Event("move", reason="draw", origin="鬼.hand"),
        "the owner of its zone `鬼.hand` is `鬼`, who is not at the table",
    ),
    "destination": (
        Event("move", reason="draw", destination="甲.pocket"),
        "`甲.pocket` is no zone: expected ",
    ),
    "id": (Event("dying", player="甲", id=1), "its id 1 is that of an earlier event"),
}


@pytest.mark.parametrize("case", EVENTS)
def test_events_that_cannot_be(case: str) -> None:
    event, expected = EVENTS[case]
    first = Event("phase", player="甲", phase="play", id=1)
    assert expected in refused((START, [first, IDLE]), (Answer(1), [event]))


def test_a_reset_begins_anew() -> None:
    """Numbers may come again, and other characters sit at the table."""
    first = Event("phase", player="甲", phase="play", id=1)
    other = Reset("2013", Scene([PlayerScene("丙", 4, 4), PlayerScene("丁", 4, 4)]))
    again: Said = (START, [first, IDLE])
    turned = State([PlayerState("丁", 4, 4), PlayerState("丙", 4, 4)])
    shown(again, (Reset("2013", SCENE), [Ready()]), again, (other, [Ready()]), (LOOK, [turned]))
    assert "one of its players is `甲`, who is not at the table (丙, 丁)" in refused(
        (other, [Ready()]), (START, [IDLE])
    )


def test_nothing_happens_before_there_is_a_scene() -> None:
    gathering = Gathering(START, Ledger())
    with pytest.raises(EngineBroke, match="its player is `甲`, and there is no scene yet"):
        gathering.add(Event("dying", player="甲"))
