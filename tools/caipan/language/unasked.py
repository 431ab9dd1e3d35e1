"""Discards that could be done in one way only: engines differ in whether they ask. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from caipan.contract.messages import Event, PlayerState
from caipan.language.script import Discard


def discarded(entry: Discard, events: Sequence[Event]) -> range | None:
    """The events, from the first to the last one, that discard just the cards of an entry.

    Args:
        entry: whose cards.
        events: among which to look.

    Returns:
        Their place among the events, or nothing if some of the cards were not discarded.
    """
    own = (f"{entry.player}.hand", f"{entry.player}.equipment")
    found = [
        number
        for number, event in enumerate(events)
        if event.kind == "move"
        and event.reason == "discard"
        and event.origin in own
        and event.cards
        and set(event.cards) <= set(entry.cards)
    ]
    gone = [card for number in found for card in events[number].cards]
    return range(found[0], found[-1] + 1) if sorted(gone) == sorted(entry.cards) else None


def was_forced(entry: Discard, events: Sequence[Event], seat: PlayerState) -> bool:
    """Whether the player had no other card that he could have chosen.

    Args:
        entry: what was discarded.
        events: all that happened, from that discard on.
        seat: the player after these events.
    """
    lost = {event.origin for event in events if set(event.cards) & set(entry.cards)}
    had = held_before(seat.hand, f"{entry.player}.hand", events)
    if f"{entry.player}.equipment" in lost:
        had |= held_before(seat.equipment, f"{entry.player}.equipment", events)
    return had <= set(entry.cards)


def held_before(cards: Iterable[str], zone: str, events: Sequence[Event]) -> set[str]:
    """The cards of a zone before some events, from those that it has after them."""
    held = set(cards)
    for event in reversed(events):
        if event.kind == "move":
            if event.destination == zone:
                held -= set(event.cards)
            if event.origin == zone:
                held |= set(event.cards)
    return held
