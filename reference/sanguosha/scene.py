"""A table in exactly the state that a scene describes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sanguosha.cards import card
from sanguosha.cards.library import FACES
from sanguosha.editions import Edition
from sanguosha.faces import Card
from sanguosha.skills.library import GENERALS, General, skill
from sanguosha.table import Game, Player, Role, Zone


@dataclass(frozen=True, slots=True)
class Seat:
    """One character of a scene; cards by label, delayed tricks oldest first."""

    name: str
    hp: int
    max_hp: int
    general: str | None = None
    skills: tuple[str, ...] = ()
    role: Role = ""
    faction: str | None = None
    gender: str | None = None
    hand: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    judgement: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    chained: bool = False
    face_down: bool = False


NOBODY = General("", "", "male", ())
"""A general without skills (无技能的武将)."""


def lay(
    edition: Edition,
    seats: Iterable[Seat],
    draw_pile: Iterable[str] = (),
    discard_pile: Iterable[str] = (),
    seed: int = 0,
) -> Game:
    """Lay out a scene.

    Args:
        seats: the characters in the order of turns.
        draw_pile: the whole draw pile, top first.
        seed: for blind picks and reshuffles.

    Raises:
        KeyError: it names a card, skill or general that is not in the libraries.
    """
    seats = list(seats)
    players = [Player(seat.name, n, seat.hp, seat.max_hp) for n, seat in enumerate(seats)]
    game = Game(edition, players, seed)
    for player, seat in zip(players, seats, strict=True):
        _sit(game, player, seat)
    for labels, pile in ((draw_pile, game.draw_pile), (discard_pile, game.discard_pile)):
        for label in labels:
            _put(card(label), pile)
    return game


def _sit(game: Game, player: Player, seat: Seat) -> None:
    general = NOBODY if seat.general is None else GENERALS[seat.general]
    player.role = seat.role
    player.faction = general.faction if seat.faction is None else seat.faction
    player.gender = general.gender if seat.gender is None else seat.gender
    player.chained, player.face_down = seat.chained, seat.face_down
    for name in (*general.skills, *seat.skills):
        found = skill(game.edition, name)
        # 主公技: only the lord has it (terms.skill.lord).
        if player.role == "lord" or not found.lord:
            game.grant(player, found)
    for labels, zone in ((seat.hand, player.hand), (seat.aside, player.aside)):
        for label in labels:
            _put(card(label), zone)
    for label in seat.equipment:
        worn = card(label)
        _put(worn, player.equipment)
        assert worn.face.skill is not None  # every equipment card gives one
        game.grant(player, worn.face.skill, worn)
    for label in seat.judgement:
        _lay_before(player, label)


def _lay_before(player: Player, label: str) -> None:
    """A delayed trick before a character; ``杀♠7=乐不思蜀`` lies there as 乐不思蜀."""
    real, _, trick = label.partition("=")
    laid = card(real)
    if trick:
        laid.guise = FACES[trick]
    _put(laid, player.judgement)


def _put(laid: Card, zone: Zone) -> None:
    zone.cards.append(laid)
    laid.zone = zone
