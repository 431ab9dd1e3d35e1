"""The TypeScript kit: its example is an adapter that passes the check, and its parts do what they say."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from caipan.checking.run import make
from caipan.connect.base import Timeouts
from caipan.connect.named import adapters
from caipan.connect.stdio import Stdio

KIT = adapters() / "kit" / "typescript"
EXAMPLE = dict(
    re.findall(
        r"^```[jt]s (\S+)\n(.*?)^```$", (KIT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
)
TSX = Path(os.environ.get("CAIPAN_WMZY_HOME", "no checkout")) / "node_modules" / "tsx" / "dist" / "loader.mjs"
"""A runner of TypeScript is not a dependency of the suite: a checkout that has one is made use of."""


@functools.cache
def version() -> tuple[int, ...]:
    """The version of Node; empty where there is none."""
    if shutil.which("node") is None:
        return ()
    said = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r"\d+", said)))


PLAIN = pytest.param(
    ("node",),
    id="node",
    marks=pytest.mark.skipif(version() < (22, 18), reason="there is no node of 22.18 or newer on the PATH"),
)
WITH_TSX = pytest.param(
    ("node", "--import", str(TSX)),
    id="tsx",
    marks=pytest.mark.skipif(
        version() < (20,) or not TSX.is_file(),
        reason="there is no node of 20 or newer on the PATH, or no tsx in what CAIPAN_WMZY_HOME points to",
    ),
)
with_each = pytest.mark.parametrize("runner", [PLAIN, WITH_TSX])


def write(folder: Path, files: dict[str, str]) -> None:
    """An adapter's folder, with the kit in it as its README says."""
    shutil.copytree(KIT, folder / "kit")
    for name, text in {**files, "package.json": '{"type": "module"}'}.items():
        (folder / name).write_text(text, "utf-8")


def failures(folder: Path, runner: tuple[str, ...], files: dict[str, str]) -> dict[str, str]:
    """What fails in the check of the adapter that these files make."""
    write(folder, files)
    connection = Stdio("stdio:node", [*runner, str(folder / "adapter.ts")], Timeouts(20, float("inf"), 60))
    results, _ = make(connection)
    assert sum(made.outcome.status == "ok" for made in results) > 30
    return {made.check.code: made.outcome.text for made in results if made.outcome.status == "failed"}


@with_each
@pytest.mark.timeout(120)
def test_the_example_passes_the_check(runner: tuple[str, ...], tmp_path: Path) -> None:
    assert EXAMPLE.keys() == {"engine.js", "adapter.ts"}
    assert not failures(tmp_path, runner, EXAMPLE)


JUDGES_ITSELF = """
import { asItself, Deck } from './kit/deck.ts';
import { Decisions } from './kit/decisions.ts';
import { remaining } from './kit/entering.ts';
import { host } from './kit/host.ts';
import { report, unsupported } from './kit/kit.ts';
import { plan, responseOf } from './kit/plans.ts';

// Its engine knows two phases, judges decisions itself and asks again, and tells of them before.
class Game {
  discard = [];
  constructor(players, draw, controller) {
    Object.assign(this, { players, draw, controller });
  }
  async turn(player, phases) {
    this.controller.tell('turn', { player: player.name });
    for (const phase of phases) {
      this.controller.tell('phase', { player: player.name, phase });
      if (phase === 'draw') player.hand.push(...this.draw.splice(0, 2));
      else await this.play(player);
    }
    this.controller.tell('turn_over', { player: player.name });
  }
  async play(player) {
    for (;;) {
      const move = await this.controller.decide({ player, kind: 'play' });
      if (!move) return;
      const { card, target } = move;
      const targets = [target?.name ?? ''];
      this.controller.tell('use', { player: player.name, card: card.name, cards: [card.label], targets });
      const fine = card.name === '杀' && target && target !== player && player.hand.includes(card);
      if (fine) await this.slash(player, card, target);
      else this.controller.refuse('not so');
    }
  }
  async slash(player, card, target) {
    this.spend(player, card);
    const dodge = await this.controller.decide({ player: target, kind: 'dodge', from: player });
    if (!dodge) return this.hurt(target, 1, player);
    this.controller.tell('use', { player: target.name, card: '闪', cards: [dodge.card.label] });
    this.spend(target, dodge.card);
    this.controller.tell('cancelled', { player: target.name, card: '杀' });
  }
  spend(player, card) {
    player.hand.splice(player.hand.indexOf(card), 1);
    this.discard.push(card);
  }
  hurt(player, amount, source) {
    player.hp -= amount;
    this.controller.tell('damage', { player: player.name, amount, source: source?.name });
    if (player.hp < 1) throw new Error('nobody can die here');
  }
}

const hello = {
  engine: { name: 'judges', version: '1' },
  ...{ editions: ['2013'], cards: ['杀', '闪'], skills: [], rejects: true },
  events: ['turn', 'phase', 'turn_over', 'use', 'cancelled', 'damage'],
  ...{ enters: ['turn', 'phase', 'idle'], injects: ['damage'], queries: ['hand_limit'] },
};

await host(hello, async ({ scene }) => {
  if (scene.players.length > 4) return unsupported('so many players');
  const deck = new Deck(({ name }, label) => ({ name, label }));
  const decisions = new Decisions(({ player, kind, from }, decided) => {
    const act = async (choice) => {
      const label = choice && asItself(choice);
      if (choice && !label) return 'one card';
      return decided(choice && { card: deck.card(label), target: who(choice.targets?.[0]) });
    };
    if (kind === 'play') return plan(player.name, { kind: 'idle' }, act);
    const able = player.hand.some(({ name }) => name === '闪');
    const mine = (choice) => player.hand.includes(deck.card(choice.cards[0]));
    const ask = { kind: 'use', names: ['闪'], reason: '杀', subject: from.name };
    return responseOf(able, player.name, ask, undefined, async (choice) =>
      choice && !mine(choice) ? 'not yours' : act(choice));
  });
  const players = scene.players.map(({ name, hp, max_hp, hand }) =>
    ({ name, hp, max_hp, hand: deck.cards(hand) }));
  const who = (name) => players.find((each) => each.name === name);
  const { decide, refuse } = decisions;
  const game = new Game(players, deck.cards(scene.draw_pile), { decide, refuse, tell: report });
  game.discard = deck.cards(scene.discard_pile);
  return {
    enter(start) {
      if (start.inject?.element) return unsupported('damage of an element');
      decisions.play(async () => {
        const { player, amount, source } = start.inject ?? {};
        if (player) game.hurt(who(player), amount ?? 1, who(source));
        const first = players.indexOf(who(start.player));
        await game.turn(players[first], remaining(start, ['draw', 'play']));
        for (let n = first + 1; ; n++) await game.turn(players[n % players.length], ['draw', 'play']);
      });
    },
    next: decisions.next,
    show: () => ({
      type: 'state',
      players: players.map((each) => ({ ...each, hand: deck.names(each.hand) })),
      ...{ draw_pile: deck.names(game.draw), discard_pile: deck.names(game.discard) },
    }),
    query: ({ player }) => who(player).hp,
  };
});
"""
"""An engine that awaits, in which everything can be entered, and that is refused nothing by its adapter."""


def spoken(folder: Path, runner: tuple[str, ...], messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every line that the adapter says to these messages."""
    done = subprocess.run(
        [*runner, str(folder / "adapter.ts")],
        input="\n".join(map(json.dumps, messages)),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@with_each
@pytest.mark.timeout(120)
def test_an_engine_that_awaits_and_judges_passes_but_for_what_it_lacks(
    runner: tuple[str, ...], tmp_path: Path
) -> None:
    found = failures(tmp_path, runner, {"adapter.ts": JUDGES_ITSELF})
    assert found.keys() == {"CK51"}
    assert "nobody can die here" in found["CK51"]


def scene(*hands: list[str], **more: object) -> dict[str, Any]:
    """A `reset` with a character for each hand."""
    players = [
        {"name": name, "hp": 4, "max_hp": 4, "hand": hand, **more}
        for name, hand in zip("甲乙丙", hands, strict=False)
    ]
    return {"type": "reset", "edition": "2013", "scene": {"players": players, "draw_pile": ["闪♦2", "闪♦3"]}}


@with_each
@pytest.mark.timeout(60)
def test_what_lies_before_the_entrance_and_what_is_refused_is_not_reported(
    runner: tuple[str, ...], tmp_path: Path
) -> None:
    write(tmp_path, {"adapter.ts": JUDGES_ITSELF})
    slash = {"use": "杀", "cards": ["杀♠7"]}
    said = spoken(
        tmp_path,
        runner,
        [
            scene(["杀♠7"], []),
            {"type": "start", "at": "idle", "player": "甲"},
            {"type": "answer", "id": 1, "choice": {**slash, "targets": ["甲"]}},
            {"type": "answer", "id": 1, "choice": {**slash, "targets": ["乙"]}},
            scene([], []),
            {"type": "start", "at": "phase", "phase": "play", "player": "甲"},
            scene([], []),
            {"type": "start", "at": "turn", "player": "甲"},
            scene([], []),
            {"type": "start", "at": "phase", "phase": "finish", "player": "甲"},
        ],
    )
    assert [line.get("kind") or line["type"] for line in said] == [
        *("ready", "idle", "rejected", "use", "damage", "idle"),
        *("ready", "phase", "idle"),
        *("ready", "turn", "phase", "phase", "idle"),
        *("ready", "turn_over", "turn", "phase", "phase", "idle"),
    ]


@with_each
@pytest.mark.timeout(60)
def test_what_is_not_claimed_is_unsupported(runner: tuple[str, ...], tmp_path: Path) -> None:
    write(tmp_path, {"adapter.ts": JUDGES_ITSELF})
    idle = {"type": "start", "at": "idle", "player": "甲"}
    said = spoken(
        tmp_path,
        runner,
        [
            scene(["桃♥3"], []),
            scene([], [], chained=True),
            scene([], [], role="lord"),
            scene([], []),
            {**idle, "inject": {"kind": "recover", "player": "乙"}},
            {**idle, "inject": {"kind": "damage", "player": "乙", "element": "fire"}},
            {"type": "query", "what": "distance", "player": "甲", "target": "乙"},
            {"type": "query", "what": "hand_limit", "player": "甲"},
        ],
    )
    assert [line.get("what") or line.get("value") or line["type"] for line in said] == [
        *("card 桃", "a scene with chained", "a scene with roles", "ready"),
        *("injected recover", "damage of an element", "distance", 4),
    ]


PARTS = """
import { asItself, Deck, SUITS } from './kit/deck.ts';
import { precedes, remaining } from './kit/entering.ts';
import { parseCard } from './kit/kit.ts';

const say = (...what) => console.log(JSON.stringify(what));
say(parseCard('桃♥10#2'), parseCard('闪电♠A').number, parseCard('杀') ?? null, SUITS['♣']);
const deck = new Deck(({ name, number }) => ({ name, number }));
const slash = deck.card('杀♠7');
say(slash === deck.card('杀♠7'), slash === deck.card('杀♠7#2'), deck.names(deck.cards(['闪♦2'])));
const cards = ['杀♠7'];
const choices = [{ use: '杀', cards }, { use: '闪', cards }, { use: '杀', cards, skill: '武圣' }, {}];
say(...choices.map((each) => asItself(each) ?? null));
const starts = [{ at: 'turn' }, { at: 'phase', phase: 'discard' }, { at: 'idle' }];
const none = remaining({ at: 'phase', phase: 'finish' }, ['draw', 'play']);
say(...starts.map((start) => remaining(start).join(' ')), none.length);
const event = (kind, more) => ({ kind, player: '甲', ...more });
const timings = ['gap.draw.play', 'phase.play.idle'].map((timing) => event('timing', { timing }));
const other = { kind: 'turn', player: '乙' };
const events = [event('turn'), event('phase', { phase: 'play' }), event('move'), ...timings, other];
const hidden = (start) => events.filter(precedes({ ...start, player: '甲' })).length;
say(...[...starts, { at: 'phase', phase: 'play' }].map(hidden));
say(...[event('turn'), event('turn_over'), event('turn')].map(precedes({ at: 'idle', player: '甲' })));
"""
"""What can be looked at by itself, a line of results each."""


@with_each
@pytest.mark.timeout(60)
def test_the_small_parts(runner: tuple[str, ...], tmp_path: Path) -> None:
    write(tmp_path, {"adapter.ts": PARTS})
    assert spoken(tmp_path, runner, []) == [
        [{"name": "桃", "suit": "♥", "rank": "10", "number": 10}, 1, None, "club"],
        [True, False, ["闪♦2"]],
        ["杀♠7", None, None, None],
        ["prep judge draw play discard finish", "discard finish", "play discard finish", 0],
        [0, 4, 3, 2],
        [True, False, False],
    ]
