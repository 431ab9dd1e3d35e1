"""Conditions and costs that several skills share."""

from __future__ import annotations

from sanguosha.damage import Damage
from sanguosha.faces import Card
from sanguosha.table import Game, Player
from sanguosha.use import Use


def own_turn(game: Game, owner: Player, event: object) -> int:
    """你的回合 (and phases that are named without an owner are one's own: terms.flow.phase-means-yours)."""
    return game.current is owner


def suffered(game: Game, owner: Player, event: Damage) -> int:
    """The owner has suffered damage and lives (2012.skill.both-alive)."""
    return event.victim is owner and owner.alive


def own_slash_aimed(game: Game, owner: Player, event: Use) -> int:
    """The owner's 杀 has its target (使用杀指定目标)."""
    return event.user is owner and event.card.is_slash


def any_card(game: Game, owner: Player, card: Card) -> bool:
    """一张牌: hand or equipment."""
    return True


def any_hand_card(game: Game, owner: Player, card: Card) -> bool:
    """一张手牌."""
    return card.zone is owner.hand
