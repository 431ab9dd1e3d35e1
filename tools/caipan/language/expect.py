"""那么: what must be true after the script has been played.

Each check is a struct of its own; ``failure`` gives the expected beside the actual, or nothing if it holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from caipan.contract.messages import Phase, Query, State
from caipan.language import words
from caipan.language.checks import Witness, differs, seat_of, shown
from caipan.language.words import Mentions, unlisted
from caipan.verdict import EngineBroke, Unsupported

OwnZone = Literal["hand", "equipment", "judgement", "aside"]


# --- one player -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hp:
    """P 的体力为 N."""

    player: str
    hp: int

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))

    def failure(self, seen: Witness) -> str | None:
        return differs(f"{self.player} 的体力", self.hp, seat_of(seen, self.player).hp)


@dataclass(frozen=True, slots=True)
class MaxHp:
    """P 的体力上限为 N."""

    player: str
    max_hp: int

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))

    def failure(self, seen: Witness) -> str | None:
        return differs(f"{self.player} 的体力上限", self.max_hp, seat_of(seen, self.player).max_hp)


@dataclass(frozen=True, slots=True)
class HandCount:
    """P 的手牌数为 N."""

    player: str
    count: int

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))

    def failure(self, seen: Witness) -> str | None:
        hand = seat_of(seen, self.player).hand
        wrong = differs(f"{self.player} 的手牌数", self.count, len(hand))
        return f"{wrong} ({shown(hand)})" if wrong else None


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
        seat = seat_of(seen, self.player)
        actual: list[str] = getattr(seat, self.zone)
        if self.zone == "judgement":
            same = len(actual) == len(self.cards) and all(map(_same_laid, self.cards, actual))
        else:
            same = sorted(actual) == sorted(self.cards)
        if same:
            return None
        return f"{words.zone_label(f'{self.player}.{self.zone}').replace('的', ' 的')}: " + (
            f"应为 {shown(self.cards)}, 实为 {shown(actual)}"
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
        seat = seat_of(seen, self.player)
        wrong = differs(self.player, said[self.alive], said[seat.alive])
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
        return differs(self.player, said[self.on], said[seat_of(seen, self.player).chained])


@dataclass(frozen=True, slots=True)
class FaceDown:
    """P 的武将牌背面朝上, P 的武将牌正面朝上."""

    player: str
    on: bool

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))

    def failure(self, seen: Witness) -> str | None:
        said = {True: "背面朝上", False: "正面朝上"}
        return differs(f"{self.player} 的武将牌", said[self.on], said[seat_of(seen, self.player).face_down])


@dataclass(frozen=True, slots=True)
class HasSkill:
    """P 拥有技能 SKILL, P 没有技能 SKILL."""

    player: str
    skill: str
    has: bool

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,), skills=(self.skill,))

    def failure(self, seen: Witness) -> str | None:
        skills = seat_of(seen, self.player).skills
        if (self.skill in skills) == self.has:
            return None
        wanted = f"{'应有' if self.has else '不应有'} {self.skill}"
        return f"{self.player} 的技能: {wanted}, 实为 {shown(skills, '(没有技能)')}"


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
        return f"弃牌堆: 不应有 {unlisted(wrong)}, 实为 {shown(state.discard_pile)}"


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
                return differs(f"{self.player} 与 {self.target} 的距离", self.value, actual)
            case "range":
                return differs(f"{self.player} 的攻击范围", self.value, actual)
            case "hand_limit":
                return differs(f"{self.player} 的手牌上限", self.value, actual)
            case "in_range":
                said = {True: "在", False: "不在"}
                wrong = differs(f"{self.target}", said[bool(self.value)], said[bool(actual)])
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
        return differs("游戏", _ending(wanted), _ending(actual))


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
        current, phase = state.current, state.phase
        if seen.waits and seen.asks[-1].kind == "idle":  # a state may leave out what the ask says
            current, phase = current or seen.asks[-1].players[0], phase or "play"
        return differs(
            "现在", _moment(self.player, self.phase), _moment(current, phase if self.phase else None)
        )


def _moment(player: str | None, phase: str | None) -> str:
    if player is None:
        return "不是任何角色的回合"
    return f"{player} 的{words.phase_label(phase) if phase else '回合'}"
