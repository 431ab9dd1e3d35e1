"""Cards as they are used or played: themselves, or converted (将……当……; terms, chapter 8)."""

from __future__ import annotations

from collections.abc import Iterator

from sanguosha.cards import FACES
from sanguosha.elements import Conversion, Skill
from sanguosha.faces import COLOURS, Card, Face, Played
from sanguosha.kernel import Choice
from sanguosha.table import Game, Player


def own(game: Game, player: Player, card: Card) -> Played:
    """``card`` as itself."""
    return _made(game, player, card.face, card, None)


def _made(game: Game, player: Player, face: Face, card: Card, skill: Skill | None) -> Played:
    suit = game.suit_of(player, card)
    return Played(face, (card,), suit, COLOURS[suit], card.number, skill)


def _conversions(player: Player, names: tuple[str, ...]) -> Iterator[tuple[Conversion, Skill]]:
    """The conversions that ``player`` has into one of ``names`` (into anything if empty)."""
    for holder in player.holders:
        for conversion in holder.skill.conversions:
            if not names or conversion.name in names:
                yield conversion, holder.skill


def ways(game: Game, player: Player, names: tuple[str, ...]) -> Iterator[Played]:
    """Every card that ``player`` could use or play where ``names`` are called for (all names if empty)."""
    for card in player.hand.cards:
        face = card.face
        if names and face.name not in names and face.family not in names:
            continue
        made = own(game, player, card)
        if not is_forbidden(game, player, made):
            yield made
    for conversion, skill in _conversions(player, names):
        for card in player.owned:
            if conversion.accepts(game, player, card):
                made = _made(game, player, FACES[conversion.name], card, skill)
                if not is_forbidden(game, player, made):
                    yield made


def is_forbidden(game: Game, player: Player, made: Played) -> bool:
    """Whether a skill in force keeps ``player`` from using this card at all (完杀)."""
    return any(says(game, holder.owner, player, made) for holder, says in game.states("forbid"))


def can_supply(game: Game, player: Player, names: tuple[str, ...]) -> bool:
    """Whether ``player`` has any card for a call for ``names``."""
    return next(ways(game, player, names), None) is not None


def find(game: Game, player: Player, choice: Choice, names: tuple[str, ...] = ()) -> Played | None:
    """The card that ``choice`` means, or None if there is no such card."""
    for made in ways(game, player, names):
        if (
            list(made.cards) == choice.cards
            and made.name == choice.use
            and choice.skill in ("", made.skill.name if made.skill else "")
        ):
            return made
    return None


def form(game: Game, player: Player, choice: Choice) -> Played:
    """The card that a checked ``choice`` means."""
    made = find(game, player, choice)
    assert made is not None  # the driver sends only what the ask's check lets pass
    return made


def illegal(game: Game, player: Player, choice: Choice, names: tuple[str, ...] = ()) -> str | None:
    """Why ``choice`` names no card that ``player`` may use or play here, or None if it does."""
    if find(game, player, choice, names) is None:
        cards = "、".join(card.label for card in choice.cards)
        return f"{player.name} cannot make a {choice.use or 'card'} of {cards or 'nothing'} here"
    return None
