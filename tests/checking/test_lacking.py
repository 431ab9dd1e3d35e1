"""What an honest engine may lack costs it nothing; a claim of which there is nothing does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from caipan.checking.run import Result, make
from caipan.connect.base import Timeouts
from caipan.connect.inprocess import InProcess
from caipan.contract.messages import (
    Ask,
    Done,
    Event,
    HarnessMessage,
    HelloReply,
    PlayerScene,
    Query,
    Reset,
    Start,
    State,
    Unsupported,
)
from caipan.language.words import name_of
from tests.checking.flawed import (
    Flaw,
    Flawed,
    Replies,
    asking,
    changing,
    hello,
    instead,
    showing,
    telling,
)

TIMEOUTS = Timeouts(10, float("inf"), 60)


def checked(flaw: Flaw) -> dict[str, Result]:
    """All checks of the reference with a difference."""
    results, _ = make(InProcess("python:lacking:Lacking", lambda: Flawed(flaw), TIMEOUTS))
    return {result.check.code: result for result in results}


def failures(results: dict[str, Result]) -> dict[str, str]:
    """Those that failed, and why."""
    return {code: made.outcome.text for code, made in results.items() if made.outcome.status == "failed"}


def no_scene(lacks: Callable[[Reset], bool]) -> Flaw:
    """Some scenes are unsupported."""
    return instead(
        lambda message: isinstance(message, Reset) and lacks(message), Unsupported("that", "in no way")
    )


def no_seat(lacks: Callable[[PlayerScene], bool]) -> Flaw:
    """Scenes with some characters are."""
    return no_scene(lambda reset: any(map(lacks, reset.scene.players)))


def no_start(lacks: Callable[[Start], bool]) -> Flaw:
    """Some entrances are."""
    return instead(lambda message: isinstance(message, Start) and lacks(message), Unsupported("that"))


def no_injection(lacks: Callable[[Any], bool]) -> Flaw:
    """Some injections are."""
    return no_start(lambda start: start.inject is not None and lacks(start.inject))


def turned_round(engine: Flawed, message: HarnessMessage) -> Replies:
    """Shows hands in another order in `done` than before."""
    replies = engine.honest(message)
    engine.count += 1
    return [
        Done(replace(reply.state, players=[replace(p, hand=p.hand[::-1]) for p in reply.state.players]))
        if isinstance(reply, Done) and engine.count % 2
        else reply
        for reply in replies
    ]


def from_the_current_one_on(state: State) -> State:
    """Shows the players from him on whose turn it is."""
    names = [seat.name for seat in state.players]
    first = names.index(state.current) if state.current else 0
    return replace(state, players=[*state.players[first:], *state.players[:first]])


def with_equipment(state: State) -> State:
    """Shows the skills of what is worn with the others."""
    seats = [replace(seat, skills=[*seat.skills, *map(name_of, seat.equipment)]) for seat in state.players]
    return replace(state, players=seats)


def in_no_order(engine: Flawed, message: HarnessMessage) -> Replies:
    """Lists what there is to choose from in another order each time."""
    for reply in engine.honest(message):
        engine.count += 1
        if isinstance(reply, Ask) and engine.count % 2:
            yield replace(reply, cards=reply.cards[::-1], targets=reply.targets[::-1])
        else:
            yield reply


def without(*kinds: str) -> Flaw:
    """Some kinds of event are neither claimed nor told, and no event is nested."""

    def change(reply: HelloReply | Event) -> HelloReply | Event | None:
        if isinstance(reply, HelloReply):
            return replace(reply, events=[kind for kind in reply.events if kind not in kinds])
        return None if reply.kind in kinds else replace(reply, parent=None)

    return changing(change, HelloReply, Event)


def unclaimed(*cards: str) -> Flaw:
    """Some cards are not listed, but called for."""
    return changing(
        lambda reply: replace(reply, cards=[card for card in reply.cards if card not in cards]), HelloReply
    )


LACKING = {
    "more than two characters": no_scene(lambda reset: len(reset.scene.players) > 2),
    "fewer than four characters": no_scene(lambda reset: len(reset.scene.players) < 4),
    "a table without roles": no_seat(lambda seat: seat.role is None),
    "wounds": no_seat(lambda seat: seat.hp != seat.max_hp),
    "other hp than 4": no_seat(lambda seat: seat.max_hp != 4),
    "a discard pile": no_scene(lambda reset: bool(reset.scene.discard_pile)),
    "an empty draw pile": no_scene(lambda reset: not reset.scene.draw_pile),
    "equipment that is worn": no_seat(lambda seat: bool(seat.equipment)),
    "copies": no_scene(lambda reset: "#2" in repr(reset)),
    "a card that lies as another": no_scene(lambda reset: "=乐不思蜀" in repr(reset)),
    "injections of more than 1": no_injection(lambda inject: inject.amount > 1),
    "elements": no_injection(lambda inject: inject.element is not None),
    "injections to anybody but 乙": no_injection(lambda inject: inject.player != "乙"),
    "anybody's turn but that of 甲": no_start(lambda start: start.player != "甲"),
    "two phases": no_start(lambda start: start.phase in ("prep", "finish")),
    "a question of 甲": instead(
        lambda message: isinstance(message, Query) and message.player == "甲", Unsupported("that")
    ),
    "a place for cards in resolution": showing(lambda state: replace(state, processing=[])),
    "hands of more than one card": no_seat(lambda seat: len(seat.hand) > 1),
    "characters without generals": no_seat(lambda seat: seat.general is None),
    "the event `lose_hp`": without("lose_hp"),
    "lists to choose from": asking(cards=[], targets=[]),
    "an order of what there is to choose from": in_no_order,
    "a first player": showing(from_the_current_one_on),
    "a difference between skills": showing(with_equipment),
    "酒, though it is called for": unclaimed("酒"),
    "a draw pile that is shown": showing(lambda state: replace(state, processing=[], draw_pile=[])),
    "an order of hands": turned_round,
    "all cards": hello(cards=[]),
    "most cards": hello(cards=["杀", "决斗"]),
    "all entrances but one": hello(enters=["phase"], injects=[]),
}


@pytest.mark.parametrize("what", LACKING)
def test_what_the_hello_has_no_word_for_may_be_unsupported(what: str) -> None:
    results = checked(LACKING[what])
    assert not failures(results)
    if what not in ("all cards", "most cards", "all entrances but one"):
        # And all the rest is checked.
        assert sum(made.outcome.status == "ok" for made in results.values()) > 50


def test_it_is_said_in_the_words_of_the_engine() -> None:
    results = checked(LACKING["wounds"])
    assert results["CK15"].outcome.text.endswith("without wounds (`unsupported`: that (in no way))")
    assert results["CK36"].outcome.status == "not applicable"
    assert results["CK36"].outcome.text == "`unsupported`: that (in no way)"
    assert "with 4 characters" in checked(LACKING["fewer than four characters"])["CK10"].outcome.text


def test_tables_that_need_more_are_named() -> None:
    text = checked(LACKING["characters without generals"])["CK10"].outcome.text
    assert text == "editions: 2; with a general for everybody, for none is unsupported"


EMPTY = {
    "CK10": (no_scene(lambda reset: reset.edition == "2012"), "though the hello lists it"),
    "CK12": (no_seat(lambda seat: "反馈" in seat.skills), "though the hello lists it"),
    "CK14": (no_seat(lambda seat: seat.chained), "chained: `unsupported`: that (in no way), though"),
    "CK30": (no_start(lambda start: start.at == "idle"), "though the hello claims to enter at `idle`"),
    "CK31": (no_start(lambda start: start.at == "turn"), "though the hello claims to enter at `turn`"),
    "CK32": (no_start(lambda start: start.at == "phase"), "though the hello claims to enter at `phase`"),
    "CK33": (no_injection(lambda inject: inject.kind == "damage"), "claims to inject `damage`"),
    "CK35": (no_injection(lambda inject: inject.kind == "lose_hp"), "claims to inject `lose_hp`"),
    "CK36": (no_injection(lambda inject: inject.kind == "recover"), "claims to inject `recover`"),
    "CK37": (no_injection(lambda inject: inject.kind == "judge"), "claims to inject `judge`"),
    "CK42": (
        instead(lambda message: isinstance(message, Query) and message.what == "range", Unsupported("that")),
        "though the hello claims it in `queries`",
    ),
}


@pytest.mark.parametrize("code", EMPTY)
def test_a_claim_of_which_everything_is_unsupported_fails(code: str) -> None:
    flaw, said = EMPTY[code]
    failed = failures(checked(flaw))
    assert failed.keys() == {code}
    assert said in failed[code]


def test_an_engine_that_cannot_be_entered_is_told_so_once() -> None:
    results = checked(hello(enters=[], injects=[]))
    assert failures(results).keys() == {"CK02"}
    assert "`enters` is empty" in results["CK02"].outcome.text
    assert results["CK90"].outcome.status == "not applicable"


def test_what_is_not_claimed_is_not_said_to_be() -> None:
    results = checked(hello(enters=["turn"]))
    assert failures(results).keys() == {"CK03"}
    assert results["CK33"].outcome.text == "the hello does not claim to enter at `idle`"


def test_what_is_listed_is_tried() -> None:
    results = checked(hello(cards=["杀", "闪", "桃", "酒", "决斗", "桃园结义", "仁王盾"]))
    assert not failures(results)
    tricks, played = results["CK52"].outcome, results["CK64"].outcome
    assert tricks.status == played.status == "ok"
    assert "for more, the hello does not list card 南蛮入侵" in tricks.text
    assert "杀 against 决斗" in played.text
    turns = checked(hello(enters=["idle"]))["CK53"].outcome
    assert turns.status == "ok"
    assert "the hello does not list entering at turn" in turns.text


def test_hp_are_reckoned_by_the_events_that_are_claimed() -> None:
    claimed = ["damage", "recover"]

    def told(engine: Flawed, message: HarnessMessage) -> Replies:
        for reply in hello(events=claimed, timings=[])(engine, message):
            if getattr(reply, "kind", None) in (None, "idle", *claimed) or not hasattr(reply, "amount"):
                yield reply

    assert checked(told)["CK87"].outcome.status == "ok"
    wrong = checked(
        lambda engine, message: [
            replace(reply, amount=7) if getattr(reply, "kind", "") == "damage" else reply
            for reply in told(engine, message)
        ]
    )
    assert wrong["CK87"].outcome.status == "failed"
    assert checked(hello(events=["use"], timings=[]))["CK87"].outcome.status == "not applicable"


def test_what_is_injected_must_not_be_dropped() -> None:
    made = checked(telling("damage", source="乙", element=None, player="乙", amount=2))["CK34"]
    assert made.outcome.status == "failed"
    assert "the `source` of the damage is 乙; expected 甲" in made.outcome.text
    made = checked(lambda engine, message: map(_plain, engine.honest(message)))["CK34"]
    assert "the `element` of the damage is None; expected fire" in made.outcome.text
    assert "answer `unsupported` to what the engine cannot inject" in made.outcome.mend


def _plain(reply: Any) -> Any:
    return replace(reply, element=None) if getattr(reply, "kind", "") == "damage" else reply


def test_the_first_scene_is_compared() -> None:
    def zero(state: State) -> State:
        return replace(state, players=[replace(seat, hp=0, max_hp=0) for seat in state.players])

    assert failures(checked(showing(zero)))["CK10"].startswith(
        "editions, 2 of 2: 2012: 甲: expected hp 4, not 0"
    )
