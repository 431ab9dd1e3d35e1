"""Cards and what is printed on them (牌面信息; terms, chapters 1 and 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from sanguosha.elements import Skill
    from sanguosha.kernel import Flow
    from sanguosha.table import Game, Player, Zone
    from sanguosha.use import Aim, Use

Suit = Literal["♠", "♥", "♣", "♦", ""]
"""花色; empty for a card without suit (无花色)."""
Colour = Literal["red", "black", ""]
"""颜色; empty for colourless (无色), which is neither red nor black."""
Category = Literal["basic", "trick", "delayed", "equipment"]
Slot = Literal["weapon", "armour", "plus", "minus"]
Element = Literal["fire", "thunder"]

COLOURS: dict[Suit, Colour] = {"♥": "red", "♦": "red", "♠": "black", "♣": "black", "": ""}
NUMBERS = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13}
"""点数: A, J, Q, K are 1, 11, 12, 13."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """What a card of this name is and does (牌名、类别、效果)."""

    name: str
    category: Category
    family: str = ""
    """火杀 and 雷杀 are 杀 wherever a 杀 is spoken of."""
    element: Element | None = None
    slot: Slot | None = None
    reach: int = 0
    """A weapon's attack range (攻击范围)."""
    skill: Skill | None = None
    """The skill that an equipment card gives while it lies in the equipment area."""
    choose: Callable[[Game, Player, Played], Targets] | None = None
    """选择目标时: who may be chosen and how many; None for a card that answers another card."""
    usable: Callable[[Game, Player, Sequence[Card]], str | None] = lambda game, user, cards: None
    """Why it cannot be used at the idle point, made of these cards, whatever the target; or None."""
    answer: Callable[[Game, Use, Aim], Flow[None]] | None = None
    """生效前: what the target or others may do against it."""
    effect: Callable[[Game, Use, Aim], Flow[None]] | None = None
    """生效后: what it does to one target."""
    passes_on: bool = False
    """A delayed trick that moves to the next character instead of ending in the discard pile (闪电)."""
    on_use: Callable[[Game, Use], None] = lambda game, use: None
    """What is settled by the declaration alone (次数、酒)."""


@dataclass(frozen=True, slots=True)
class Targets:
    """The legal targets of a card in a use, and how many of them are chosen.

    ``least`` 0 means that the card names its targets itself: all of ``legal``.
    """

    legal: list[Player]
    least: int
    most: int


class Card:
    """A real card (游戏牌). It exists once and lies in exactly one zone."""

    __slots__ = ("colour", "face", "guise", "label", "number", "suit", "zone")

    def __init__(self, label: str, face: Face, suit: Suit, number: int) -> None:
        self.label = label
        self.face = face
        self.suit: Suit = suit
        self.number = number
        self.colour: Colour = COLOURS[suit]
        self.zone: Zone
        self.guise: Face | None = None
        """The trick as which it lies in a judgement area, if that is not its own face."""

    @property
    def lies_as(self) -> Face:
        """What it is where it lies: its guise in a judgement area, else its own face."""
        return self.guise or self.face


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """A card as it is used or played: a face made of real cards (or of none).

    Its information is fixed when targets are chosen and does not change until the end of the
    settlement (2012.use.face.fixed).
    """

    face: Face
    cards: tuple[Card, ...] = ()
    suit: Suit = ""
    colour: Colour = ""
    number: int = 0
    skill: Skill | None = None
    """The conversion that made it (将…当…), if any."""

    @property
    def is_slash(self) -> bool:
        """Whether it is a 杀 of any kind."""
        return self.face.family == "杀"

    @property
    def name(self) -> str:
        return self.face.name
