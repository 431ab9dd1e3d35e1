"""The Python kit: its example is an adapter that passes the check, and its parts do what they say."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from caipan.checking.run import make
from caipan.connect.base import Timeouts
from caipan.connect.stdio import Stdio

KIT = Path(__file__).parents[2] / "tools" / "engines" / "kit" / "python"
(EXAMPLE,) = re.findall(
    r"^```python\n(.*?)^```$", (KIT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)
TIMEOUTS = Timeouts(20, float("inf"), 60)

CALLS_BACK = """
import sys
from caipan_dialogue import Dialogue
from caipan_kit import Illegal, done, hello, happening, missing, ready, report, serve, state, unsupported

EVENTS = ["use", "move", "cancelled", "damage"]
HELLO = hello("caller", "1", editions=["2013"], cards=["杀", "闪"], events=EVENTS, rejects=True)


class Caller:
    dialogue = None

    def hello(self, message):
        print("a banner that no one asked for")
        return HELLO

    def reset(self, message):
        if self.dialogue:
            self.dialogue.end()
        self.dialogue = Dialogue()
        self.scene = message["scene"]
        self.seats = {seat["name"]: {"hand": [], **seat} for seat in self.scene["players"]}
        self.gone = list(self.scene.get("discard_pile", []))
        return missing(message, HELLO) or ready()

    def start(self, message):
        if message["at"] != "idle" or "inject" in message:
            return unsupported("start")
        return self.dialogue.begin(lambda: self.game(message["player"]))

    def answer(self, message):
        return self.dialogue.take(message)

    def game(self, me):
        while (used := self.dialogue.ask("idle", me, lambda choice: self.slash(me, choice))) is not None:
            card, target = used
            with happening("use", player=me, card="杀", cards=[card], targets=[target]):
                self.spend(me, card)
                held = lambda choice: self.held(target, "闪", choice)
                dodge = self.dialogue.ask("use", target, held, names=["闪"])
                if dodge:
                    report("use", player=target, card="闪", cards=[dodge])
                    self.spend(target, dodge)
                    report("cancelled", player=target, card="杀")
                else:
                    self.seats[target]["hp"] -= 1
                    report("damage", player=target, source=me, amount=1)
                    if self.seats[target]["hp"] < 1:
                        raise NotImplementedError("dying")
        return done(self.state())

    def held(self, who, name, choice):
        hand = [card for card in self.seats[who]["hand"] if card.startswith(name)]
        if choice.use != name or len(choice.cards) != 1 or choice.cards[0] not in hand:
            raise Illegal("no such card")
        return choice.cards[0]

    def slash(self, me, choice):
        if len(choice.targets) != 1 or choice.targets[0] not in self.seats or choice.targets[0] == me:
            raise Illegal("one other character")
        return self.held(me, "杀", choice), choice.targets[0]

    def spend(self, who, card):
        self.seats[who]["hand"].remove(card)
        self.gone.append(card)
        report("move", player=who, cards=[card], origin=f"{who}.hand", destination="discard", reason="use")

    def state(self, message=None):
        shown = [{key: seat[key] for key in ("name", "hp", "max_hp", "hand")} for seat in self.seats.values()]
        return state(shown, draw_pile=self.scene.get("draw_pile", []), discard_pile=self.gone)

    def query(self, message):
        return unsupported("query")


serve(Caller())
"""
"""An engine that calls back and waits, and prints where it should not."""


def failures(folder: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What fails in the check of an adapter with that code."""
    monkeypatch.setenv("PYTHONPATH", str(KIT))
    file = folder / "adapter.py"
    file.write_text(code, "utf-8")
    results, _ = make(Stdio(f"stdio:python3 {file}", [sys.executable, str(file)], TIMEOUTS))
    assert sum(made.outcome.status == "ok" for made in results) > 30
    return {made.check.code: made.outcome.text for made in results if made.outcome.status == "failed"}


def test_the_example_passes_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not failures(tmp_path, EXAMPLE, monkeypatch)


def test_an_engine_that_calls_back_passes_but_for_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = failures(tmp_path, CALLS_BACK, monkeypatch)
    assert found.keys() == {"CK51"}
    assert "NotImplementedError: dying" in found["CK51"]


@pytest.fixture
def kit() -> Iterator[ModuleType]:
    """The kit as a module."""
    spec = importlib.util.spec_from_file_location("caipan_kit", KIT / "caipan_kit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["caipan_kit"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["caipan_kit"]


def test_cards(kit: ModuleType) -> None:
    for label, parts in {
        "杀♠7": ("杀", "♠", 7, 1),
        "桃♥10#2": ("桃", "♥", 10, 2),
        "闪电♠A": ("闪电", "♠", 1, 1),
    }.items():
        card = kit.parse_card(label)
        assert (card.name, card.suit, card.number, card.copy) == parts
        assert str(card) == label
    assert kit.parse_card("杀") is None
    assert kit.name_of("杀♠7#2") == "杀"
    assert kit.parse_laid("杀♦7=乐不思蜀") == ("杀♦7", "乐不思蜀")
    assert kit.parse_laid("闪电♠A") == ("闪电♠A", "闪电")


def test_messages_name_what_is_wrong_with_them(kit: ModuleType) -> None:
    assert kit.message("ready") == {"type": "ready"}
    with pytest.raises(TypeError, match="a message `ask` has no field `kinds`"):
        kit.message("ask", kinds="use")
    with pytest.raises(TypeError, match="no message is called 'answer'"):
        kit.message("answer")


def test_nested_events(kit: ModuleType) -> None:
    with kit.happening("use", player="甲"):
        kit.report("move", cards=["杀♠7"])
        with kit.happening("damage", player="乙"):
            kit.report("deduct", player="乙")
        before = kit.mark()
        kit.report("death", player="乙")
        kit.forget(before)
    kit.report("turn_over", player="甲")
    said = [(event["kind"], event.get("id"), event.get("parent")) for event in kit._now.events]
    assert said == [
        ("use", 1, None),
        ("move", None, 1),
        ("damage", 2, 1),
        ("deduct", None, 2),
        ("turn_over", None, None),
    ]


def asked(kit: ModuleType, then: Callable[..., Any], **fields: Any) -> Any:
    """An ask to 甲 and 乙."""
    asks = kit.Asks()
    asks.put("use", "甲", "乙", then=then, **fields)
    return asks


def test_answers(kit: ModuleType) -> None:
    def illegal(choice: Any) -> None:
        kit.report("use", player="甲")
        raise kit.Illegal("no")

    race = asked(kit, lambda choice, player: {"use": choice.use, "by": player}, mode="any")
    assert race.take({"id": 1, "choice": {"use": "闪"}, "player": "丙"}) == kit.rejected("丙 was not asked")
    assert race.take({"id": 1, "choice": {"use": "闪"}, "player": "乙"}) == {"use": "闪", "by": "乙"}
    everyone = asked(kit, lambda choices: choices, mode="all", required=True)
    assert everyone.take({"id": 1, "choices": {"甲": {}}})["type"] == "rejected"
    assert everyone.take({"id": 1, "choices": {"甲": {}, "乙": {"option": "x"}}})["乙"].option == "x"
    must = asked(kit, illegal, required=True)
    assert must.take({"id": 1}) == kit.rejected("this must be decided")
    assert must.take({"id": 1, "choice": {}}) == kit.rejected("no")
    assert kit.mark() == 0
    with pytest.raises(ValueError, match="there is no ask 2"):
        must.take({"id": 2})
    last = asked(kit, lambda _: {"type": "done"})
    assert last.take({"id": 1}) == {"type": "done"}
    with pytest.raises(ValueError, match="there is no ask 1"):
        last.take({"id": 1})


def test_what_a_scene_names_that_the_hello_does_not(kit: ModuleType) -> None:
    claims = kit.hello("x", "1", editions=["2013"], cards=["杀"], skills=["反馈"], generals=["司马懿"])
    for seat, what in (
        ({"hand": ["闪♦2"]}, "card 闪"),
        ({"judgement": ["杀♦7=乐不思蜀"]}, "card 乐不思蜀"),
        ({"skills": ["奸雄"]}, "skill 奸雄"),
        ({"general": "曹操"}, "general 曹操"),
    ):
        reset = {"edition": "2013", "scene": {"players": [seat]}}
        assert kit.missing(reset, claims) == kit.unsupported(what)
    fine = {"hand": ["杀♠7"], "skills": ["反馈"], "general": "司马懿"}
    assert kit.missing({"edition": "2013", "scene": {"players": [fine]}}, claims) is None
    assert kit.missing({"edition": "2012", "scene": {"players": [fine]}}, claims) == kit.unsupported(
        "edition 2012"
    )
