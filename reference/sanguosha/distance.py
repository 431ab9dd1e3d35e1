"""Distance and attack range (距离、攻击范围; terms, chapter 4)."""

from __future__ import annotations

from collections.abc import Sequence

from sanguosha.faces import Card
from sanguosha.table import Game, Player


def distance(game: Game, a: Player, b: Player, without: Sequence[Card] = ()) -> int:
    """The distance from ``a`` to ``b`` (a与b的距离): the shorter way round the living, and what changes it.

    Never less than 1 between two characters, always 0 to oneself. ``without`` are cards that are being
    used or paid and whose own help does not count (terms.cards.equip.as-other-no-own-benefit).
    """
    if a is b:
        return 0
    living = game.living
    way = abs(living.index(a) - living.index(b))
    steps = min(way, len(living) - way)
    for holder, change in game.states("distance.from"):
        if holder.owner is a and holder.card not in without:
            steps += change
    for holder, change in game.states("distance.to"):
        if holder.owner is b and holder.card not in without:
            steps += change
    return max(steps, 1)


def attack_range(player: Player, without: Sequence[Card] = ()) -> int:
    """攻击范围: the weapon's, or 1 without a weapon (terms.range)."""
    weapon = player.worn("weapon")
    return 1 if weapon is None or weapon in without else weapon.face.reach


def in_range(game: Game, player: Player, target: Player, without: Sequence[Card] = ()) -> bool:
    """Whether ``target`` is in ``player``'s attack range; oneself always is (terms.range.self-in-own)."""
    return distance(game, player, target, without) <= attack_range(player, without)


def hand_limit(game: Game, player: Player) -> int:
    """手牌上限: the present hp, never below 0, unless a skill says otherwise (A14, A23)."""
    limit = max(player.hp, 0)
    for holder, says in game.states("hand_limit"):
        if holder.owner is player:
            limit = says(player, limit)
    return limit
