"""那么: what happened, who was asked, and what may not be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from caipan.contract.messages import Ask, AskKind
from caipan.language import events, script
from caipan.language.checks import Witness, differs, shown
from caipan.language.script import Barred
from caipan.language.words import Mentions, unlisted
from caipan.verdict import Unsupported

Asking = Literal["使用", "打出", "发动"]
_KINDS: dict[Asking, AskKind] = {"使用": "use", "打出": "play", "发动": "skill"}


@dataclass(frozen=True, slots=True)
class Events:
    """依次发生, 恰好发生 and 没有发生, over everything that happened since the scene was laid."""

    rows: events.Happened | events.ExactlyHappened | events.NotHappened

    def mentions(self) -> Mentions:
        return self.rows.mentions()

    def failure(self, seen: Witness) -> str | None:
        return self.rows.failure(seen.events)


@dataclass(frozen=True, slots=True)
class Invoked:
    """发动 SKILL 共 N 次, 没有发动 SKILL (0)."""

    skill: str
    times: int

    def mentions(self) -> Mentions:
        return Mentions(skills=(self.skill,), events=("skill",))

    def failure(self, seen: Witness) -> str | None:
        found = [event for event in seen.events if event.kind == "skill" and event.skill == self.skill]
        return differs(f"发动 {self.skill} 的次数", self.times, len(found))


def _asks_for(ask: Ask, verb: Asking, name: str) -> bool:
    return ask.kind == _KINDS[verb] and name in (ask.skills if verb == "发动" else ask.names)


@dataclass(frozen=True, slots=True)
class Asked:
    """询问 P 是否使用 NAME 共 N 次 (also 打出, 发动), 没有询问 P 是否使用 NAME (0)."""

    player: str
    verb: Asking
    name: str
    times: int

    def mentions(self) -> Mentions:
        return _asked(self.verb, self.name, (self.player,), ordered=False)

    def failure(self, seen: Witness) -> str | None:
        times = sum(self.player in ask.players for ask in seen.asks if _asks_for(ask, self.verb, self.name))
        return differs(f"询问 {self.player} 是否{self.verb} {self.name} 的次数", self.times, times)


@dataclass(frozen=True, slots=True)
class AskedInOrder:
    """依次询问 PS 是否使用 NAME (also 打出, 发动): these players, in this order, and nobody else."""

    players: tuple[str, ...]
    verb: Asking
    name: str

    def mentions(self) -> Mentions:
        return _asked(self.verb, self.name, self.players, ordered=True)

    def failure(self, seen: Witness) -> str | None:
        asks = [ask for ask in seen.asks if _asks_for(ask, self.verb, self.name)]
        asked = {player for ask in asks for player in ask.players}
        # Who was asked does not depend on the order: a wrong set is a failure whatever the engine can show.
        at_once = any(len(ask.players) > 1 for ask in asks)
        if at_once and asked == set(self.players):
            raise Unsupported("order of simultaneous asks", f"是否{self.verb} {self.name}")
        actual = [player for ask in asks for player in ask.players]
        wanted = list(self.players)
        if actual == wanted:
            return None
        return (
            f"依次询问是否{self.verb} {self.name}: 应为 {unlisted(wanted)}, 实为 {shown(actual, '(没有人)')}"
        )


def _asked(verb: Asking, name: str, players: tuple[str, ...], *, ordered: bool) -> Mentions:
    if verb == "发动":
        return Mentions(players=players, skills=(name,), ordered=ordered)
    return Mentions(players=players, names=(name,), ordered=ordered)


@dataclass(frozen=True, slots=True)
class Cannot:
    """P 不能使用 CARD and the like: the move is tried, and must be rejected."""

    move: Barred

    def mentions(self) -> Mentions:
        return script.Cannot(self.move).mentions()

    def failure(self, seen: Witness) -> str | None:
        if seen.accepts(self.move):
            return f"不能「{self.move}」: 应被拒绝, 实被接受"
        if seen.waits or seen.state().over:
            return None
        return f"不能「{self.move}」: 无从得知, 引擎什么都不再问 (nothing was asked at all), 游戏也没有结束"
