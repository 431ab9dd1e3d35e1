"""Judgement (判定事件的结算流程; 2012, 2（5）; 2013, chapter 7)."""

from __future__ import annotations

from collections.abc import Callable

from sanguosha import timings as t
from sanguosha.faces import COLOURS, Card, Colour, Suit
from sanguosha.kernel import Flow
from sanguosha.move import Leg, gain, move, move_legs, settle
from sanguosha.principles import at
from sanguosha.table import Game, Player


class Judgement:
    """One judgement. ``card`` is the judgement card (判定牌), which nobody owns (D05)."""

    __slots__ = ("card", "closed", "declined", "player", "reason", "suit")

    def __init__(self, player: Player, reason: str, card: Card) -> None:
        self.player = player
        self.reason = reason
        self.card = card
        self.suit: Suit = ""
        """The suit of the result, once it is fixed."""
        self.closed = False
        self.declined: set[tuple[Player, str]] = set()

    @property
    def colour(self) -> Colour:
        return COLOURS[self.suit]


def judge(
    game: Game, player: Player, reason: str, gained: Callable[[Judgement], bool] = lambda event: False
) -> Flow[Judgement]:
    """``player`` judges for ``reason``; returns the judgement with its result fixed.

    The judgement card has left for the discard pile, or for whoever took it, when this returns (E04).

    Args:
        gained: whether the skill that judges gains the card once it has taken effect (洛神).
    """
    event = Judgement(player, reason, game.top_cards(1)[0])
    yield from at(game, t.JUDGE_PERFORMING, event, player)
    yield from move(game, [event.card], game.processing, "judge")
    yield from at(game, t.JUDGE_BEFORE, event, player)
    event.suit = game.suit_of(player, event.card)
    game.emit("judge", player, card=event.card, reason=reason)
    yield from at(game, t.JUDGE_AFTER, event, player)
    if gained(event) and event.card.zone is game.processing:
        yield from gain(game, player, [event.card])
    yield from settle(game, [event.card])
    return event


def replace(game: Game, event: Judgement, card: Card, by: Player, *, exchange: bool) -> Flow[None]:
    """A card is played (打出) in the judgement card's place.

    代替 sends the old card to the discard pile, 替换 gives it to who played the new one (E03, E06).
    """
    old = event.card
    event.card = card
    game.emit("play", by, card=card.face.name, cards=[card])
    home = by.hand if exchange else game.discard_pile
    legs = [
        Leg(card, card.zone, game.processing, "replace"),
        Leg(old, old.zone, home, "exchange" if exchange else "settle"),
    ]
    yield from move_legs(game, legs)
