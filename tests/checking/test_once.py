"""A fault that shows in many checks is told by one, with the mend that mends it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from caipan.checking import show
from caipan.contract.messages import Answer, HarnessMessage, Reset, Unsupported
from tests.checking.flawed import Flaw, Flawed, Replies, asking, hello, showing
from tests.checking.test_telling import checked, failed


def kept(engine: Flawed, message: HarnessMessage) -> Replies:
    """Keeps the unknown general of a scene that was unsupported."""
    if isinstance(message, Reset):
        engine.count += "general='子虚乌有'" in repr(message)
        if engine.count:
            return [Unsupported("子虚乌有")]
    return engine.honest(message)


def lost(engine: Flawed, message: HarnessMessage) -> Replies:
    """Nobody is chained by the scene."""
    if isinstance(message, Reset):
        seats = [replace(seat, chained=False) for seat in message.scene.players]
        message = replace(message, scene=replace(message.scene, players=seats))
    return engine.honest(message)


def four(engine: Flawed, message: HarnessMessage) -> Replies:
    """Everybody has 4 points at most."""
    if isinstance(message, Reset):
        seats = [replace(seat, hp=min(seat.hp, 4), max_hp=4) for seat in message.scene.players]
        message = replace(message, scene=replace(message.scene, players=seats))
    return engine.honest(message)


def from_the_bottom(engine: Flawed, message: HarnessMessage) -> Replies:
    """Draws from the bottom of the pile, and shows it as it was sent, also in `done`."""
    shown = showing(lambda state: replace(state, draw_pile=state.draw_pile[::-1]))
    if isinstance(message, Reset):
        pile = message.scene.draw_pile[::-1]
        message = replace(message, scene=replace(message.scene, draw_pile=pile))
    return shown(engine, message)


def dying(engine: Flawed, message: HarnessMessage) -> Replies:
    """Breaks when somebody is dying by a card."""
    replies = engine.honest(message)
    if isinstance(message, Answer) and any(getattr(reply, "kind", "") == "dying" for reply in replies):
        raise KeyError("dying")
    return replies


ONLY: dict[str, tuple[Flaw, str, str, str]] = {
    "an idle point of whoever": (
        asking(lambda ask: ask.kind == "idle", mode="any"),
        "CK62",
        "its `mode` is `any`; the idle point is one player's",
        "at the idle point, ask with `mode` `one`",
    ),
    "a skill that asks on without saying so": (
        asking(lambda ask: ask.kind in ("cards", "give", "pick", "targets"), reason=None),
        "CK68",
        "it follows the skill 遗计, and does not have it as its `reason`",
        "ask on with the skill as the `reason`",
    ),
    "hp of the engine's own": (four, "CK15", "甲: expected max_hp 3, not 4", "set up the hp of the scene"),
    "chains that are lost": (lost, "CK14", "甲: expected chained True, not False", "set the part up"),
    "the bottom of the pile": (
        from_the_bottom,
        "CK37",
        "was at the bottom of the draw pile",
        "let the first card",
    ),
    "a scene that is kept": (kept, "CK22", "the next scene was not `ready`", "start each reset from nothing"),
    "a death that breaks it": (dying, "CK51", "dying", "look for what broke"),
}


@pytest.mark.parametrize("what", ONLY)
def test_one_fault_is_told_by_one_check(what: str) -> None:
    flaw, code, said, mend = ONLY[what]
    made = failed(checked(flaw))
    assert made.keys() == {code}
    assert said in made[code].outcome.text
    assert show.mend(made[code]).startswith(mend)


def test_others_say_which() -> None:
    results = {made.check.code: made.outcome for made in checked(ONLY["an idle point of whoever"][0])}
    assert results["CK30"].text.startswith("CK62 says why: ")
    assert "(CK62 says why)" in results["CK50"].text


def test_what_the_seed_changes_is_named() -> None:
    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        if isinstance(message, Reset) and message.seed:
            pile = message.scene.draw_pile[::-1]
            message = replace(message, scene=replace(message.scene, draw_pile=pile))
        return engine.honest(message)

    text = failed(checked(flaw))["CK93"].outcome.text
    assert "end with different tables: `draw_pile` is 闪♦3、" in text


def test_the_sign_that_is_wrong_in_a_name_is_shown() -> None:
    text = failed(checked(hello(generals=["曹操 ", "五虎、上将", ""])))["CK02"].outcome.text
    assert "'曹操 ' (with a space), '五虎、上将' (with 、), an empty word" in text
    assert text.count("in a name may be any sign but spaces") == 1


def test_seats_in_another_order_are_seen() -> None:
    flaw = showing(lambda state: replace(state, players=state.players[::-1]))
    made = failed(checked(flaw))
    assert made.keys() == {"CK17"}
    assert "3: expected the seats 甲、乙、丙, not 丙、乙、甲" in made["CK17"].outcome.text
