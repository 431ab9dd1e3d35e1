"""The Lua kit: its example is an adapter that passes the check, and its parts do what they say."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from caipan.checking.run import make
from caipan.connect.base import Timeouts
from caipan.connect.named import adapters
from caipan.connect.stdio import Stdio
from caipan.contract.vocabulary import EVENTS, TIMINGS

KIT = adapters() / "kit" / "lua"
(EXAMPLE,) = re.findall(
    r"^```lua\n(.*?)^```$", (KIT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)
with_lua = pytest.mark.skipif(shutil.which("lua5.4") is None, reason="there is no lua5.4 on the PATH")


def lua(program: str) -> str:
    """What a Lua program prints that has the kit on its path."""
    setup = f'package.path = "{KIT}/?.lua;" .. package.path\n'
    done = subprocess.run(["lua5.4", "-"], input=setup + program, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return done.stdout.strip()


def failures(folder: Path, code: str) -> dict[str, str]:
    """What fails in the check of an adapter with that code, beside which the kit lies."""
    shutil.copytree(KIT, folder / "kit")
    file = folder / "adapter.lua"
    file.write_text(code, "utf-8")
    results, _ = make(Stdio(f"stdio:lua5.4 {file}", ["lua5.4", str(file)], Timeouts(20, float("inf"), 60)))
    assert sum(made.outcome.status == "ok" for made in results) > 30
    return {made.check.code: made.outcome.text for made in results if made.outcome.status == "failed"}


@with_lua
def test_the_example_passes_the_check(tmp_path: Path) -> None:
    assert not failures(tmp_path, EXAMPLE)


@with_lua
@pytest.mark.parametrize(
    ("text", "again"),
    [
        ('{"b": [1, 2.5, -3e2], "a": "杀♠7"}', '{"a":"杀♠7","b":[1,2.5,-300]}'),
        ('{"a": null, "b": true, "c": []}', '{"b":true,"c":[]}'),
        (r'"\u6740\ud83c\udccf\n\"\\\/"', r'"杀🃏\n\"\\/"'),
        (" [ ] ", "[]"),
    ],
)
def test_json_goes_through(text: str, again: str) -> None:
    assert lua(f"local j = require 'caipan_json' print(j.encode(j.decode [==[{text}]==]))") == again


@with_lua
@pytest.mark.parametrize("text", ["{", '{"a" 1}', "[1,]", '"open', "nothing", "1 2", ""])
def test_what_is_no_json_is_said_to_be_none(text: str) -> None:
    said = lua(
        f"local j = require 'caipan_json' local ok, why = pcall(j.decode, [==[{text}]==]) print(ok, why)"
    )
    assert said.startswith("false\tnot JSON at byte")


@with_lua
def test_a_card_in_its_parts() -> None:
    assert lua("print(require('caipan').card '杀♠7#2')") == "杀\tspade\t7\t2"
    assert lua("print(require('caipan').card '的卢♣K')") == "的卢\tclub\t13\t1"
    assert lua("print(require('caipan').card '杀')") in ("", "nil")
    assert lua("print(require('caipan').laid '杀♦7=乐不思蜀')") == "杀♦7\t乐不思蜀"


@with_lua
def test_a_misspelt_field_is_named_at_home() -> None:
    said = lua("print(pcall(require('caipan').check, { type = 'event', kind = 'move', form = '甲.hand' }))")
    assert said == "false\ta event has no field form"


DIALOGUE = """
local kit, Dialogue = require "caipan", require "caipan_dialogue"
local deck = kit.deck(function(name, suit, number) return name .. number end)
for _, label in ipairs { "杀♠7", "闪♦2", "桃♥3" } do deck:id(label) end
local talk = Dialogue.new(deck, "wait"):begin { ["甲"] = "Jia", ["乙"] = "Yi" }
local function play(game, ...)
  local co = coroutine.create(game)
  local function go(...)
    local ok, said = coroutine.resume(co, ...)
    assert(ok, said)
    local reply = talk:closing()
    print(said == "wait" and (reply.why or reply.kind .. " " .. reply.id) or said)
  end
  go()
  for _, choice in ipairs { ... } do go(talk:take { id = talk.standing.id, choice = choice or nil }) end
end
"""


@with_lua
def test_an_ask_stands_until_its_answer_is_legal() -> None:
    said = lua(
        DIALOGUE
        + """
    play(function()
      return "took " .. tostring(talk:pick("甲", "乙", { "杀7", "闪2" }, false, "rule"))
    end, false, { zone = "hand" }, { cards = { "桃♥3" } }, { cards = { "闪♦2" } })
    """
    )
    assert said.splitlines() == [
        "pick 1",
        "this must be decided",
        "乙 has no hand card to pick",
        "a card that can be seen is to be picked, or a hand card",
        "took 闪2",
    ]


@with_lua
def test_what_a_choice_names_comes_in_the_terms_of_the_engine() -> None:
    said = lua(
        DIALOGUE
        + """
    play(function()
      return talk:ask("甲", { kind = "idle" }, function(choice)
        return table.concat(choice.ids, " ") .. " on " .. table.concat(choice.players, " ")
      end)
    end, { cards = { "杀♠7" } }, { use = "杀", cards = { "杀♠8" } }, { use = "杀", targets = { "丙" } },
      { use = "杀", cards = { "杀♠7" }, targets = { "乙" } })
    """
    )
    assert said.splitlines() == [
        "idle 1",
        "a card or a skill is to be named",
        "杀♠8 is no card at this table",
        "丙 is nobody at this table",
        "杀7 on Yi",
    ]


@with_lua
def test_cards_that_must_be_given_may_be_given_one_by_one() -> None:
    said = lua(
        DIALOGUE
        + """
    local function one(card) return { cards = { card } } end
    local function offer(given)
      return kit.map({ "杀7", "闪2", "桃3" }, function(id) return not kit.has(given, id) and id or nil end)
    end
    play(function()
      local function wrong(all) return #all > 2 and "too many" or nil end
      return table.concat(talk:cards("甲", { required = true }, 2, 2, offer, wrong), " ")
    end, one("闪♦2"), one("闪♦2"), { cards = { "杀♠7", "桃♥3" } }, one("桃♥3"))
    """
    )
    expected = ["cards 1", "cards 2", "闪♦2 cannot be chosen", "too many", "闪2 桃3"]
    assert said.splitlines() == expected


@with_lua
def test_of_several_skills_each_is_decided_once() -> None:
    said = lua(
        DIALOGUE
        + """
    play(function()
      local first = ({ "反馈", "遗计" })[talk:first("甲", { "反馈", "遗计" })]
      local function spent(choice) return choice.skill .. #choice.cards end
      local invoked = talk:invoke("甲", first, false, spent)
      local none = talk:first("甲", { "刚烈", "天妒" })
      local asked = talk:invoke("甲", "天妒", false, function() return 1 end)
      local plain = talk:invoke("甲", "洛神", false)
      return table.concat({ invoked, tostring(none), tostring(asked), tostring(plain) }, " ")
    end, { skill = "奸雄" }, { skill = "遗计", cards = { "杀♠7" } }, false, { skill = "洛神" })
    """
    )
    assert said.splitlines() == ["skill 1", "奸雄 is not offered", "skill 2", "skill 3", "遗计1 nil nil true"]


@with_lua
def test_the_words_of_the_kit_are_those_of_the_contract() -> None:
    assert set(lua("print(table.concat(require('caipan').events, ' '))").split()) == set(EVENTS)
    assert set(lua("print(table.concat(require('caipan').timings, ' '))").split()) == set(TIMINGS)
    assert lua("print(#require('caipan').without({ 'a', 'b', 'c' }, 'c a'))") == "1"


@with_lua
def test_what_a_scene_names_and_the_engine_has_not() -> None:
    said = lua("""
    local kit = require "caipan"
    local hello = kit.hello {
      editions = "2013", cards = "杀", skills = "武圣", generals = "关羽", scene = "skills judgement",
    }
    local deck = kit.deck(function(name) return name end)
    for _, seat in ipairs {
      { hand = { "杀♠7" }, general = "关羽", skills = { "武圣" } }, { judgement = { "杀♦7=乐不思蜀" } },
      { equipment = { "的卢♣5" } }, { general = "神吕蒙" }, { skills = { "咆哮" } }, { aside = { "杀♠7" } },
      { chained = true }, { role = "lord" },
    } do print(kit.missing({ edition = "2013", scene = { players = { seat } } }, hello, deck)) end
    print(kit.missing({ edition = "2012", scene = { players = {} } }, hello, deck))
    """)
    assert said.split("\n") == [
        *("nil", "card 杀♦7=乐不思蜀", "card 的卢♣5", "general 神吕蒙", "skill 咆哮", "a scene with aside"),
        *("a scene with chained", "a scene with roles", "edition 2012"),
    ]


@with_lua
def test_a_choice_that_is_a_card_as_itself() -> None:
    said = lua("""
    local as_itself, cards = require("caipan").as_itself, { "杀♠7#2" }
    print(as_itself { use = "杀", cards = cards }, as_itself { use = "闪", cards = cards })
    print(as_itself { use = "杀", cards = cards, skill = "武圣" }, as_itself { skill = "武圣" })
    """)
    assert said.splitlines() == ["true\tfalse", "false\tfalse"]


@with_lua
def test_one_way_after_the_other() -> None:
    said = lua("""
    local function ways(...)
      print(require("caipan").first_of({ ... }, function(way)
        if way == "odd" then return nil end
        return way == "good" and 7 or nil, "not " .. way
      end, "no way"))
    end
    ways("bad", "good")
    ways("bad", "odd")
    ways("odd")
    """)
    assert said.splitlines() == ["7", "nil\tnot bad", "nil\tno way"]


@with_lua
def test_entering_in_the_midst_of_a_turn() -> None:
    said = lua("""
    local entering = require "caipan_entering"
    local function remaining(start, phases) print(table.concat(entering.remaining(start, phases), " ")) end
    remaining { at = "turn" }
    remaining { at = "phase", phase = "discard" }
    remaining({ at = "idle" }, { "draw", "play" })
    remaining({ at = "phase", phase = "finish" }, { "draw", "play" })
    local function event(kind, more)
      more = more or {}
      more.kind, more.player = kind, more.player or "甲"
      return more
    end
    for _, start in ipairs { { at = "turn" }, { at = "phase", phase = "play" }, { at = "idle" } } do
      start.player = "甲"
      local precedes, count = entering.precedes(start), 0
      for _, each in ipairs {
        event "turn", event("phase", { phase = "play" }), event "move", event("turn", { player = "乙" }),
        event("timing", { timing = "gap.draw.play" }), event("timing", { timing = "phase.play.idle" }),
      } do count = count + (precedes(each) and 1 or 0) end
      print(count, precedes(event "turn_over"), precedes(event "turn"))
    end
    """)
    phases = ["prep judge draw play discard finish", "discard finish", "play", ""]
    assert said.split("\n") == [*phases, *(f"{count}\tfalse\tfalse" for count in (0, 2, 3))]


@with_lua
def test_a_routine_says_whether_it_is_over_and_what_broke() -> None:
    said = lua("""
    local routine = require("caipan").routine
    local go = routine(function(one) print(one, coroutine.yield()) end)
    print(go(1))
    print(go(2))
    local over, why = routine(function() error "broken" end)()
    print(over, why:find "broken" ~= nil, why:find "traceback" ~= nil)
    """)
    assert said.splitlines() == ["false\tnil", "1\t2", "true\tnil", "true\ttrue\ttrue"]


@with_lua
def test_events_from_a_table_of_the_engine_s_names() -> None:
    said = lua("""
    local events = require "caipan_events"(function(player) return player.name end)
    events.out = function(e) print(e.kind, e.player, e.timing or e.amount) end
    events.rows([[
      Hurt lose_hp - - loss; Hit - damage.dealt from; Aim - use.became to;
      Done phase_skipped phase.*.end - phase ]], {
      loss = function(data) return { amount = data.loss } end,
      phase = function(data) return { phase = data } end,
    })
    local a, b = { name = "甲" }, { name = "乙" }
    events.say("before", "Hurt", a, { loss = 2 })
    events.say("before", "Hit", b, { from = a })
    events.say("before", "Hit", b, { from = a }, true)
    events.say("before", "Aim", b, { from = a })
    events.say("after", "Hit", b, { from = a })
    events.say("before", "Done", b, "draw")
    """)
    assert said.splitlines() == [
        *("lose_hp\t甲\t2", "timing\t甲\tdamage.dealt", "timing\t甲\tuse.became"),
        *("phase_skipped\t乙\tnil", "timing\t乙\tphase.draw.end"),
    ]


GAME = """
local kit, Dialogue = require "caipan", require "caipan_dialogue"
local stdin, stdout = io.stdin, io.stdout
local talk = Dialogue.new(kit.deck(function(name) return name end))
local function ask() return talk:ask("甲", { kind = "idle" }, function() return nil, "never" end) end
local co
kit.serve(function()
  if broken then error("there is no engine", 0) end
  return require "caipan_game" {
    hello = kit.hello {
      engine = { name = "mine", version = "1" }, editions = "2013", cards = "杀", enters = "idle phase",
      injects = "damage", queries = "range",
    },
    dialogue = talk,
    begin = function(scene) return { ["甲"] = 7 } end,
    play = not foreign and function(start, emit)
      if start.inject then error "it hurts" end
      emit { kind = "turn", player = "甲" }
      emit { kind = "phase", player = "甲", phase = "play" }
      ask()
      emit { kind = "turn_over", player = "甲" }
    end,
    go = foreign and function(reply, emit)
      if not reply then co = coroutine.create(ask) else coroutine.resume(co, reply) end
      return coroutine.status(co) == "dead"
    end,
    state = function() return { type = "state", players = {} } end,
    queries = { range = function(player) return player end },
    lacks = function(message)
      return message.inject and message.inject.element and "damage of an element" or nil
    end,
  }
end, stdin, stdout)
"""


def serve(setup: str, messages: list[str], tmp_path: Path) -> list[str]:
    """The types of the replies of a program with the kit to these messages, and what was wrong."""
    program = tmp_path / "game.lua"
    program.write_text(f'package.path = "{KIT}/?.lua;" .. package.path\n{setup}\n{GAME}', "utf-8")
    done = subprocess.run(["lua5.4", program], input="\n".join(messages), capture_output=True, text=True)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    return [" ".join(str(r[key]) for key in ("type", "what", "why", "value") if key in r) for r in replies]


RESET = '{"type": "reset", "edition": "2013", "scene": {"players": []}}'
IDLE = '{"type": "start", "at": "idle", "player": "甲"}'


@with_lua
@pytest.mark.parametrize("setup", ["", "foreign = true"], ids=["play", "go"])
def test_a_game_in_a_coroutine_is_served(setup: str, tmp_path: Path) -> None:
    messages = [
        '{"type": "hello"}',
        '{"type": "reset", "edition": "2012", "scene": {"players": []}}',
        '{"type": "reset", "edition": "2013", "scene": {"players": [{"general": "关羽"}]}}',
        RESET,
        '{"type": "query", "what": "range", "player": "甲"}',
        IDLE,
        '{"type": "answer", "id": 1, "choice": {"use": "杀"}}',
        '{"type": "answer", "id": 2, "choice": null}',
        '{"type": "answer", "id": 1, "choice": null}',
    ]
    assert [said for said in serve(setup, messages, tmp_path) if said != "event"] == [
        "hello",
        "unsupported edition 2012 the engine does not have it",
        "unsupported general 关羽 the engine does not have it",
        "ready",
        "result 7",
        "ask",
        "rejected never",
        "error",
        "done",
    ]


@with_lua
def test_what_is_not_claimed_is_unsupported_and_what_lies_before_the_entrance_is_not_reported(
    tmp_path: Path,
) -> None:
    messages = [
        RESET,
        '{"type": "query", "what": "distance", "player": "甲"}',
        '{"type": "start", "at": "turn", "player": "甲"}',
        IDLE.replace("}", ', "inject": {"kind": "judge", "player": "甲"}}'),
        IDLE.replace("}", ', "inject": {"kind": "damage", "player": "甲", "element": "fire"}}'),
        IDLE,
        '{"type": "answer", "id": 1, "choice": null}',
        RESET,
        '{"type": "start", "at": "phase", "phase": "play", "player": "甲"}',
        RESET,
        IDLE.replace("}", ', "inject": {"kind": "damage", "player": "甲"}}'),
    ]
    lacks = ("distance", "entering at turn", "injected judge", "damage of an element")
    assert serve("", messages, tmp_path) == [
        "ready",
        *(f"unsupported {what} the engine does not have it" for what in lacks),
        *("ask", "event", "done", "ready", "event", "ask", "ready", "error"),
    ]


@with_lua
def test_an_engine_that_cannot_be_loaded_is_an_error_each_time(tmp_path: Path) -> None:
    assert serve("broken = true", ['{"type": "hello"}', '{"type": "hello"}'], tmp_path) == ["error", "error"]
