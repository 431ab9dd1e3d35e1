"""Where the cards of a scene lie, and those of a state."""

from __future__ import annotations

from collections.abc import Iterator

from caipan.contract.messages import PlayerScene, PlayerState, Scene, State

OWNED = ("hand", "equipment", "judgement", "aside")
"""Zones that belong to a player."""


def cards_of(scene: Scene) -> Iterator[tuple[str, str]]:
    """Every card of a scene, and where it lies."""
    for seat in scene.players:
        for zone, cards in _own(seat):
            yield from ((card, zone) for card in cards)
    yield from ((card, "draw") for card in scene.draw_pile)
    yield from ((card, "discard") for card in scene.discard_pile)


def _own(seat: PlayerScene | PlayerState) -> Iterator[tuple[str, list[str]]]:
    """A character's zones, of a scene or of a state."""
    yield f"{seat.name}.hand", seat.hand
    yield f"{seat.name}.equipment", seat.equipment
    yield f"{seat.name}.judgement", [laid.partition("=")[0] for laid in seat.judgement]
    yield f"{seat.name}.aside", seat.aside


def zones_of(state: State) -> Iterator[tuple[str, list[str]]]:
    """Every zone that a state shows."""
    for seat in state.players:
        yield from _own(seat)
    yield from (("draw", state.draw_pile), ("discard", state.discard_pile), ("processing", state.processing))


def shown(state: State) -> list[str]:
    """Every real card that a state shows, as often as it does."""
    found = [*state.draw_pile, *state.discard_pile, *state.processing]
    for seat in state.players:
        found += seat.hand
        found += seat.equipment
        found += seat.aside
        if seat.judgement:
            found += [laid.partition("=")[0] for laid in seat.judgement]
    return found
