"""Moving cards (牌移动的结算流程; 2013, chapter 5; terms, 失去).

A move has one or more legs that happen at the same moment: changing equipment loses the new card from the
hand and the old one from the equipment area in one move (terms.lost.equip-change-simultaneous).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sanguosha import principles
from sanguosha import timings as t
from sanguosha.elements import Holder
from sanguosha.faces import Card, Face
from sanguosha.kernel import Flow
from sanguosha.table import Game, Player, Zone


@dataclass(frozen=True, slots=True)
class Leg:
    """One card's way: where from, where to, and why (失去牌的方式)."""

    card: Card
    origin: Zone
    destination: Zone
    reason: str
    guise: Face | None = None


class Move:
    """One move event. ``emptied`` are the characters whose last hand card it took."""

    __slots__ = ("closed", "declined", "emptied", "legs")

    def __init__(self, legs: Sequence[Leg]) -> None:
        self.legs = legs
        self.emptied: list[Player] = []
        self.closed = False
        self.declined: set[tuple[Player, str]] = set()

    def equipment_lost(self, owner: Player) -> list[Card]:
        """The cards that left ``owner``'s equipment area."""
        return [leg.card for leg in self.legs if leg.origin is owner.equipment]


def move(game: Game, cards: Sequence[Card], destination: Zone, reason: str) -> Flow[None]:
    """Move ``cards`` to one zone at the same moment (同时)."""
    yield from move_legs(game, [Leg(card, card.zone, destination, reason) for card in cards])


def move_legs(game: Game, legs: Sequence[Leg]) -> Flow[None]:
    """Move cards, each its own way, at the same moment; opens the three timings of a move.

    Nothing at all happens where there is no card to move (2013.effects.do-what-is-possible).
    """
    if legs:
        done = yield from move_up_to_loss(game, legs)
        yield from principles.at(game, done.timing, done.event, None, lost=done.lost)


def move_up_to_loss(game: Game, legs: Sequence[Leg]) -> Flow[principles.Moment]:
    """The same, but the last timing, when cards are lost and gained, is left to the caller."""
    event = Move(legs)
    yield from principles.at(game, t.MOVE_BEFORE, event, None)
    yield from principles.at(game, t.MOVE_AT, event, None)
    lost = _carry_out(game, event)
    _report(game, legs)
    if game.phase is not None:
        game.phase_moves.append(event)
    return principles.Moment(t.MOVE_AFTER, event, lost)


def _carry_out(game: Game, event: Move) -> tuple[Holder, ...]:
    """Lay the cards where they go. Returns the skills lost with equipment that left its area."""
    lost: list[Holder] = []
    for leg in event.legs:
        card, origin = leg.card, leg.origin
        origin.cards.remove(card)
        if origin.name == "equipment":
            for holder in [h for h in _owner(origin).holders if h.card is card]:
                game.revoke(holder)
                lost.append(holder)
    for leg in event.legs:
        card, destination = leg.card, leg.destination
        destination.cards.append(card)
        card.zone = destination
        card.guise = leg.guise
        if destination.name == "equipment" and card.face.skill is not None:
            game.grant(_owner(destination), card.face.skill, card)
    hands = {leg.origin.owner: leg.origin for leg in event.legs if leg.origin.name == "hand"}
    event.emptied = [owner for owner, hand in hands.items() if owner is not None and not hand.cards]
    return tuple(lost)


def _owner(zone: Zone) -> Player:
    assert zone.owner is not None  # equipment areas belong to characters
    return zone.owner


_RECEIVED = frozenset({"draw", "gain", "give", "exchange"})
"""Reasons that speak of who gets the cards; the others speak of who loses them."""


def _report(game: Game, legs: Sequence[Leg]) -> None:
    """Report a move as one event for each way that its cards took, in the order of the first card of each."""
    ways: dict[tuple[Zone, Zone, str], list[Card]] = {}
    for leg in legs:
        ways.setdefault((leg.origin, leg.destination, leg.reason), []).append(leg.card)
    for (origin, destination, reason), cards in ways.items():
        game.emit(
            "move",
            destination.owner if reason in _RECEIVED else origin.owner or destination.owner,
            cards=cards,
            origin=origin.label,
            destination=destination.label,
            reason=reason,
        )


def draw(game: Game, player: Player, count: int) -> Flow[None]:
    """摸牌: ``count`` cards from the draw pile, all at the same moment (D11)."""
    if count:
        yield from move(game, game.top_cards(count), player.hand, "draw")


def discard(game: Game, cards: Sequence[Card]) -> Flow[None]:
    """弃置: cards of characters' areas into the discard pile (terms.handling.discard)."""
    yield from move(game, cards, game.discard_pile, "discard")


def settle(game: Game, cards: Sequence[Card]) -> Flow[None]:
    """置入弃牌堆 without being discarded: what is still in resolution goes there (terms.handling.to-pile)."""
    left = [card for card in cards if card.zone is game.processing]
    yield from move(game, left, game.discard_pile, "settle")


def gain(game: Game, player: Player, cards: Sequence[Card]) -> Flow[None]:
    """获得: cards into the hand (terms.handling.gain)."""
    yield from move(game, cards, player.hand, "gain")
