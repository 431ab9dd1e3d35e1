"""那么: what must be true after the script has been played.

Each check is a struct of its own; ``failure`` gives the expected beside the actual, or nothing if it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from caipan.contract.messages import Ask, AskKind, Event, Phase, PlayerState, Query, State
from caipan.language import events, words
from caipan.language.script import Invoke, Move, Use
from caipan.language.words import Mentions, unlisted
from caipan.verdict import EngineBroke, Unsupported

OwnZone = Literal["hand", "equipment", "judgement", "aside"]
Asking = Literal["使用", "打出", "发动"]
_KINDS: dict[Asking, AskKind] = {"使用": "use", "打出": "play", "发动": "skill"}


class Witness(Protocol):
    """What a check may look at: the table where it rests, and how it came to this."""

    @property
    def events(self) -> Sequence[Event]: ...

    @property
    def asks(self) -> Sequence[Ask]: ...

    def state(self) -> State: ...

    def query(self, question: Query) -> int | bool: ...

    def accepts(self, move: Move) -> bool:
        """Try a move at the ask that stands; false if it is refused, or if no such ask stands."""
        ...


class Check(Protocol):
    """A 那么 step."""

    def mentions(self) -> Mentions: ...

    def failure(self, seen: Witness) -> str | None:
        """Expected beside actual, or nothing if the check holds.

        Raises:
            caipan.verdict.Stopped: the engine cannot show it, or breaks over it.
        """
        ...


def _differs(what: str, wanted: object, actual: object) -> str | None:
    return None if wanted == actual else f"{what}: 应为 {wanted}, 实为 {actual}"


def _seat(seen: Witness, player: str) -> PlayerState:
    for seat in seen.state().players:
        if seat.name == player:
            return seat
    raise EngineBroke(f"the engine's state has no player {player}")


def _shown(cards: Sequence[str], empty: str = "(没有牌)") -> str:
    return unlisted(list(cards)) if cards else empty


# --- one player -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hp:
    """P 的体力为 N."""

    player: str
    hp: int

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))

    def failure(self, seen: Witness) -> str | None:
        return _differs(f"{self.player} 的体力", self.hp, _seat(seen, self.player).hp)


@dataclass(frozen=True, slots=True)
class HandCount:
    """P 的手牌数为 N."""

    player: str
    count: int

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))

    def failure(self, seen: Witness) -> str | None:
        hand = _seat(seen, self.player).hand
        wrong = _differs(f"{self.player} 的手牌数", self.count, len(hand))
        return f"{wrong} ({_shown(hand)})" if wrong else None


@dataclass(frozen=True, slots=True)
class Holds:
    """The cards of one of a player's zones: a set, but for the judgement area, which is ordered."""

    player: str
    zone: OwnZone
    cards: tuple[str, ...] = ()

    def mentions(self) -> Mentions:
        tricks = tuple(words.trick_of(card) for card in self.cards if "=" in card)
        real = tuple(words.real_of(card) for card in self.cards)
        return Mentions(players=(self.player,), cards=real, names=tricks)

    def failure(self, seen: Witness) -> str | None:
        seat = _seat(seen, self.player)
        actual: list[str] = getattr(seat, self.zone)
        if self.zone == "judgement":
            same = len(actual) == len(self.cards) and all(map(_same_laid, self.cards, actual))
        else:
            same = sorted(actual) == sorted(self.cards)
        if same:
            return None
        return f"{words.zone_label(f'{self.player}.{self.zone}').replace('的', ' 的')}: " + (
            f"应为 {_shown(self.cards)}, 实为 {_shown(actual)}"
        )


def _same_laid(wanted: str, actual: str) -> bool:
    """Whether a laid card is the one wanted; as which trick it lies there counts only if that is said."""
    if "=" not in wanted:
        return wanted == words.real_of(actual)
    return (words.real_of(wanted), words.trick_of(wanted)) == (words.real_of(actual), words.trick_of(actual))


@dataclass(frozen=True, slots=True)
class Alive:
    """P 存活, P 死亡."""

    player: str
    alive: bool

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))

    def failure(self, seen: Witness) -> str | None:
        said = {True: "存活", False: "死亡"}
        seat = _seat(seen, self.player)
        wrong = _differs(self.player, said[self.alive], said[seat.alive])
        return f"{wrong} (体力 {seat.hp})" if wrong else None


@dataclass(frozen=True, slots=True)
class Chained:
    """P 处于连环状态, P 不处于连环状态."""

    player: str
    on: bool

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))

    def failure(self, seen: Witness) -> str | None:
        said = {True: "处于连环状态", False: "不处于连环状态"}
        return _differs(self.player, said[self.on], said[_seat(seen, self.player).chained])


@dataclass(frozen=True, slots=True)
class FaceDown:
    """P 的武将牌背面朝上, P 的武将牌正面朝上."""

    player: str
    on: bool

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))

    def failure(self, seen: Witness) -> str | None:
        said = {True: "背面朝上", False: "正面朝上"}
        return _differs(f"{self.player} 的武将牌", said[self.on], said[_seat(seen, self.player).face_down])


@dataclass(frozen=True, slots=True)
class HasSkill:
    """P 拥有技能 SKILL, P 没有技能 SKILL."""

    player: str
    skill: str
    has: bool

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,), skills=(self.skill,))

    def failure(self, seen: Witness) -> str | None:
        skills = _seat(seen, self.player).skills
        if (self.skill in skills) == self.has:
            return None
        wanted = f"{'应有' if self.has else '不应有'} {self.skill}"
        return f"{self.player} 的技能: {wanted}, 实为 {_shown(skills, '(没有技能)')}"


# --- piles ------------------------------------------------------------------


def _whereabouts(state: State, card: str) -> str:
    """Where a card is, in words."""
    for seat in state.players:
        for zone in ("hand", "equipment", "judgement", "aside"):
            if card in [words.real_of(some) for some in getattr(seat, zone)]:
                return words.zone_label(f"{seat.name}.{zone}")
    if card in state.discard_pile:
        return "弃牌堆"
    if card in state.draw_pile:
        return "牌堆"
    return "结算中" if card in state.processing else "不知何处"


@dataclass(frozen=True, slots=True)
class InDiscardPile:
    """CARDS 在弃牌堆, CARDS 不在弃牌堆."""

    cards: tuple[str, ...]
    there: bool

    def mentions(self) -> Mentions:
        return Mentions(cards=self.cards)

    def failure(self, seen: Witness) -> str | None:
        state = seen.state()
        wrong = [card for card in self.cards if (card in state.discard_pile) != self.there]
        if not wrong:
            return None
        if self.there:
            places = unlisted([f"{card} 在 {_whereabouts(state, card)}" for card in wrong])
            return f"弃牌堆: 应有 {unlisted(wrong)}, 实为 {places}"
        return f"弃牌堆: 不应有 {unlisted(wrong)}, 实为 {_shown(state.discard_pile)}"


@dataclass(frozen=True, slots=True)
class InDrawPile:
    """CARDS 在牌堆."""

    cards: tuple[str, ...]

    def mentions(self) -> Mentions:
        return Mentions(cards=self.cards)

    def failure(self, seen: Witness) -> str | None:
        state = seen.state()
        wrong = [card for card in self.cards if card not in state.draw_pile]
        if not wrong:
            return None
        places = {card: _whereabouts(state, card) for card in wrong}
        # An engine that cannot show its draw pile leaves it empty; a card that lies elsewhere is wrong
        # all the same.
        if not state.draw_pile and all(place == "不知何处" for place in places.values()):
            raise Unsupported("draw pile", "the engine's state does not show it")
        return f"牌堆: 应有 {unlisted(wrong)}, 实为 " + unlisted(
            [f"{card} 在 {at}" for card, at in places.items()]
        )


# --- what happened ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Events:
    """依次发生 and 没有发生, over everything that happened since the scene was laid."""

    rows: events.Happened | events.NotHappened

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
        return _differs(f"发动 {self.skill} 的次数", self.times, len(found))


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
        return _differs(f"询问 {self.player} 是否{self.verb} {self.name} 的次数", self.times, times)


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
            f"依次询问是否{self.verb} {self.name}: 应为 {unlisted(wanted)}, 实为 {_shown(actual, '(没有人)')}"
        )


def _asked(verb: Asking, name: str, players: tuple[str, ...], *, ordered: bool) -> Mentions:
    if verb == "发动":
        return Mentions(players=players, skills=(name,), ordered=ordered)
    return Mentions(players=players, names=(name,), ordered=ordered)


@dataclass(frozen=True, slots=True)
class Cannot:
    """P 不能使用 CARD and the like: the move is tried, and must be rejected."""

    move: Use | Invoke

    def mentions(self) -> Mentions:
        named = self.move.mentions()
        return Mentions(
            players=named.players, cards=named.cards, names=named.names, skills=named.skills, rejects=True
        )

    def failure(self, seen: Witness) -> str | None:
        if not seen.accepts(self.move):
            return None
        return f"不能「{self.move}」: 应被拒绝, 实被接受"


# --- distances and limits ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measured:
    """A question to the engine: 距离, 攻击范围, 手牌上限."""

    what: Literal["distance", "range", "in_range", "hand_limit"]
    player: str
    value: int | bool
    target: str | None = None

    def mentions(self) -> Mentions:
        named = (self.player, self.target) if self.target else (self.player,)
        return Mentions(players=named, queries=(self.what,))

    def failure(self, seen: Witness) -> str | None:
        actual = seen.query(Query(self.what, self.player, self.target))
        if type(actual) is not type(self.value):
            raise EngineBroke(f"query {self.what}: expected a {type(self.value).__name__}, got {actual!r}")
        match self.what:
            case "distance":
                return _differs(f"{self.player} 与 {self.target} 的距离", self.value, actual)
            case "range":
                return _differs(f"{self.player} 的攻击范围", self.value, actual)
            case "hand_limit":
                return _differs(f"{self.player} 的手牌上限", self.value, actual)
            case "in_range":
                said = {True: "在", False: "不在"}
                wrong = _differs(f"{self.target}", said[bool(self.value)], said[bool(actual)])
                return f"{wrong} {self.player} 的攻击范围内" if wrong else None


# --- the game as a whole ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """PS 获胜; 游戏结束，没有人获胜 (nobody); 游戏没有结束 (null)."""

    winners: tuple[str, ...] | None

    def mentions(self) -> Mentions:
        return Mentions(players=self.winners or ())

    def failure(self, seen: Witness) -> str | None:
        state = seen.state()
        wanted = None if self.winners is None else sorted(self.winners)
        actual = sorted(state.winners) if state.over else None
        return _differs("游戏", _ending(wanted), _ending(actual))


def _ending(winners: list[str] | None) -> str:
    if winners is None:
        return "没有结束"
    return f"结束，{unlisted(sorted(winners, key=words.SEATS.find))} 获胜" if winners else "结束，没有人获胜"


@dataclass(frozen=True, slots=True)
class Now:
    """现在是 P 的回合, 现在是 P 的PHASE, 现在不是任何角色的回合 (no player)."""

    player: str | None
    phase: Phase | None = None

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,) if self.player else ())

    def failure(self, seen: Witness) -> str | None:
        state = seen.state()
        phase = state.phase if self.phase else None
        return _differs("现在", _moment(self.player, self.phase), _moment(state.current, phase))


def _moment(player: str | None, phase: str | None) -> str:
    if player is None:
        return "不是任何角色的回合"
    return f"{player} 的{words.phase_label(phase) if phase else '回合'}"
