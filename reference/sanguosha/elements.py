"""The six elements of a skill (技能的六个要素: 类型、条件、时机、消耗、目标、效果; 2012, 2（2）).

A skill is data. What it may do beyond its triggered parts, it does through *states* (状态类、取消限制类技能)
and *conversions* (转换类技能).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from sanguosha.faces import Card
    from sanguosha.kernel import Choice, Flow
    from sanguosha.table import Game, Player


class Tier(IntEnum):
    """Who comes first for one player at one timing (单角色结算原则)."""

    GENERAL = 0
    EQUIPMENT = 1


@dataclass(frozen=True, slots=True)
class Cost:
    """消耗: cards that the invocation takes (2012.skill.cost-and-target-together)."""

    count: int
    accepts: Callable[[Game, Player, Card], bool]
    manner: Literal["discard", "keep"] = "discard"
    """``keep``: the effect itself handles the cards (打出 for 鬼才)."""


@dataclass(frozen=True, slots=True)
class Part:
    """One triggered part of a skill.

    ``condition`` says how many times the part may be invoked at this timing for this event: False or 0
    not at all, True once, more for a counted skill (与计数有关的技能; 2013.principles.single.counted).
    """

    timing: str
    condition: Callable[[Game, Player, Any], int]
    effect: Callable[[Game, Player, Any, Choice], Flow[None]]
    cost: Cost | None = None
    targets: Callable[[Game, Player, Any, Sequence[Card]], list[Player]] | None = None
    """目标: who may be chosen, if the cost is paid with these cards; exactly one is."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """将一张牌当另一张牌使用或打出."""

    name: str
    accepts: Callable[[Game, Player, Card], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Skill:
    """A skill. ``locked`` is the 锁定技 and ``lord`` the 主公技 of its type element."""

    name: str
    parts: tuple[Part, ...] = ()
    locked: bool = False
    lord: bool = False
    tier: Tier = Tier.GENERAL
    states: Mapping[str, Any] = field(default_factory=dict)
    """What holds while somebody has the skill: the name of a state, and what is said of it."""
    conversions: tuple[Conversion, ...] = ()
    key: str = ""
    """Which version of the skill it is, where editions differ; else empty."""


@dataclass(frozen=True, slots=True, eq=False)
class Holder:
    """A skill in somebody's hands. ``card`` is the equipment that gives it, or None."""

    owner: Player
    skill: Skill
    card: Card | None

    @property
    def is_armour(self) -> bool:
        return self.card is not None and self.card.face.slot == "armour"
