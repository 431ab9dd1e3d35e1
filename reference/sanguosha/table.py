"""The table: characters, zones, piles, and whose turn it is (terms, chapter 3 区域)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from sanguosha.elements import Holder, Skill
from sanguosha.faces import Card, Slot, Suit
from sanguosha.kernel import Event, GameOver, Happening

if TYPE_CHECKING:
    from sanguosha.editions import Edition
    from sanguosha.move import Move
    from sanguosha.timings import Phase

ZoneName = Literal["hand", "equipment", "judgement", "aside", "draw", "discard", "processing"]
Role = Literal["lord", "loyalist", "rebel", "renegade", ""]


class Zone:
    """A place where cards lie (区域), e.g. 甲's hand; the draw pile's top is its first card."""

    __slots__ = ("cards", "name", "owner")

    def __init__(self, name: ZoneName, owner: Player | None) -> None:
        self.name: ZoneName = name
        self.owner = owner
        self.cards: list[Card] = []

    @property
    def label(self) -> str:
        return f"{self.owner.name}.{self.name}" if self.owner else self.name


class Player:
    """A character at the table (角色)."""

    __slots__ = (
        "alive",
        "aside",
        "chained",
        "drunk",
        "equipment",
        "face_down",
        "faction",
        "gender",
        "hand",
        "holders",
        "hp",
        "judgement",
        "kills",
        "max_hp",
        "name",
        "role",
        "seat",
        "skips",
        "used",
    )

    def __init__(self, name: str, seat: int, hp: int, max_hp: int) -> None:
        self.name = name
        self.seat = seat
        self.hp = hp
        self.max_hp = max_hp
        self.alive = True
        self.chained = False
        self.face_down = False
        self.role: Role = ""
        self.faction = ""
        self.gender = "male"
        self.hand = Zone("hand", self)
        self.equipment = Zone("equipment", self)
        self.judgement = Zone("judgement", self)
        self.aside = Zone("aside", self)
        self.holders: list[Holder] = []
        self.skips: set[Phase] = set()
        """Phases of the present turn that are skipped (被跳过的阶段)."""
        self.used: dict[str, int] = {}
        """How often a limited card was used: 杀 in this play phase, 酒 in this turn."""
        self.drunk = 0
        """酒: how much the next 杀 of this turn does beyond its own damage."""
        self.kills = 0
        """Characters killed in the present turn, as the check for 连破 counts them."""

    @property
    def wounded(self) -> bool:
        return self.hp < self.max_hp

    @property
    def lost_hp(self) -> int:
        """已损失的体力值: maximum less present hp, at most the maximum (terms.values.lost-hp)."""
        return self.max_hp - max(self.hp, 0)

    @property
    def owned(self) -> list[Card]:
        """The cards that a character owns: hand and equipment (terms.zones.use-own-only)."""
        return self.hand.cards + self.equipment.cards

    def worn(self, slot: Slot) -> Card | None:
        """The equipment in one slot of the equipment area."""
        for card in self.equipment.cards:
            if card.face.slot == slot:
                return card
        return None


class Game:
    """One game: the table, and the register of skills by timing and by state."""

    def __init__(self, edition: Edition, players: list[Player], seed: int) -> None:
        self.edition = edition
        self.players = players
        self.random = Random(seed)
        self.draw_pile = Zone("draw", None)
        self.discard_pile = Zone("discard", None)
        self.processing = Zone("processing", None)
        self.current: Player | None = None
        """Whose turn it is; None in nobody's turn (不属于任何角色的回合)."""
        self.anchor = players[0]
        """The character whose turn it is or was last: order is counted from here."""
        self.seat_turn = players[0]
        """The last character that had a turn of its own right, not an extra one (A19)."""
        self.phase: Phase | None = None
        self.phase_moves: list[Move] = []
        """The moves of the present phase, for what waits for its end (2013.move.discard-phase-defer)."""
        self.extra_turns: list[Player] = []
        self.dying: Player | None = None
        """The one character that is 处于濒死状态 at this moment."""
        self.over = False
        self.winners: list[Player] = []
        self.events: list[Event] = []
        self.nesting: list[int] = [0]
        self.by_timing: dict[str, list[Holder]] = {}
        self.by_state: dict[str, list[tuple[Holder, Any]]] = {}
        self._last_id = 0

    # --- characters -----------------------------------------------------------

    @property
    def living(self) -> list[Player]:
        return [player for player in self.players if player.alive]

    def after(self, player: Player) -> Player:
        """下家: the next living character in the order of turns; oneself if there is no other."""
        count = len(self.players)
        return min(self.living, key=lambda other: (other.seat - player.seat - 1) % count)

    def others(self, player: Player) -> list[Player]:
        return [other for other in self.players if other.alive and other is not player]

    # --- skills -----------------------------------------------------------------

    def grant(self, player: Player, skill: Skill, card: Card | None = None) -> None:
        """Give ``player`` a skill, through equipment ``card`` if not None."""
        holder = Holder(player, skill, card)
        player.holders.append(holder)
        for timing in {part.timing for part in skill.parts}:
            self.by_timing.setdefault(timing, []).append(holder)
        for state, says in skill.states.items():
            self.by_state.setdefault(state, []).append((holder, says))

    def revoke(self, holder: Holder) -> None:
        """Take one skill away (失去技能)."""
        holder.owner.holders.remove(holder)
        for timing in {part.timing for part in holder.skill.parts}:
            self.by_timing[timing].remove(holder)
        for state, says in holder.skill.states.items():
            self.by_state[state].remove((holder, says))

    def states(self, name: str) -> Sequence[tuple[Holder, Any]]:
        """Each state skill in force that speaks of ``name``, with what it says."""
        return self.by_state.get(name, ())

    def suit_of(self, player: Player, card: Card) -> Suit:
        """The suit of a card as ``player``'s: 红颜 sees ♥ in ♠ (E05)."""
        suit = card.suit
        for holder, view in self.states("suit"):
            if holder.owner is player:
                suit = view(suit)
        return suit

    # --- what happens -----------------------------------------------------------

    def emit(self, kind: str, player: Player | None = None, **facts: Any) -> None:
        """Report something that happened at once."""
        self._last_id = number = self._last_id + 1
        self.events.append(Event(kind, number, self.nesting[-1], player, facts))

    def happening(self, kind: str, player: Player | None = None, **facts: Any) -> Happening:
        """Report something in which other things happen; use it as a context."""
        self.emit(kind, player, **facts)
        return Happening(self, self._last_id)

    # --- piles ------------------------------------------------------------------

    def top_cards(self, count: int) -> list[Card]:
        """The top ``count`` cards of the draw pile.

        When the draw pile does not hold them, the discard pile is shuffled under it (terms.zones.reshuffle).

        Raises:
            GameOver: both piles together do not hold them; nobody wins (terms.zones.both-empty-draw).
        """
        pile = self.draw_pile.cards
        if len(pile) < count:
            rest = self.discard_pile.cards[:]
            self.random.shuffle(rest)
            self.discard_pile.cards.clear()
            for card in rest:
                card.zone = self.draw_pile
            pile.extend(rest)
            if len(pile) < count:
                raise GameOver([])
        return pile[:count]
