"""Whole games of the reference, decided at random but legally."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from sanguosha import forms, turn
from sanguosha.editions import EDITIONS
from sanguosha.faces import Played
from sanguosha.kernel import Ask, Choice, Event, Flow
from sanguosha.scene import Seat, lay
from sanguosha.skills.library import GENERALS
from sanguosha.table import Game, Player, Role
from tests.reference.deck import labels

NAMES = "甲乙丙丁戊己庚辛"
ROLES: tuple[Role, ...] = (
    "lord",
    "rebel",
    "loyalist",
    "rebel",
    "renegade",
    "rebel",
    "loyalist",
    "rebel",
)
"""One lord, two loyalists, four rebels, one renegade: the roles of eight players."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A scene to play from: whose turn it is at first, and the seed of what is left to chance."""

    edition: str
    seats: tuple[Seat, ...]
    draw_pile: tuple[str, ...]
    seed: int

    def rotated(self, by: int) -> Setting:
        """The same table, its seats numbered from another chair."""
        return Setting(self.edition, self.seats[by:] + self.seats[:by], self.draw_pile, self.seed)


def setting(seed: int, players: int = 8) -> Setting:
    """A game about to begin: generals, roles, four cards each, the rest of the deck."""
    chance = Random(seed)
    deck = labels()
    chance.shuffle(deck)
    generals = chance.sample(sorted(GENERALS), players)
    seats = tuple(
        Seat(
            name=NAMES[n],
            hp=4,
            max_hp=4,
            general=general,
            role=ROLES[n],
            hand=tuple(deck[4 * n : 4 * n + 4]),
        )
        for n, general in enumerate(generals)
    )
    return Setting(chance.choice(sorted(EDITIONS)), seats, tuple(deck[4 * players :]), seed)


def begin(where: Setting, first: str) -> tuple[Game, Flow[None]]:
    """The game of a setting, from ``first``'s turn on."""
    game = lay(EDITIONS[where.edition], where.seats, where.draw_pile, (), where.seed)
    player = next(player for player in game.players if player.name == first)
    return game, turn.play_on(game, player, turn.turn(game, player))


def play(seed: int, players: int = 8, limit: int = 5000) -> int:
    """Play one random game to its end; returns the number of decisions that it took."""
    game, flow = begin(setting(seed, players), NAMES[0])
    chance = Random(seed)
    decisions = 0
    for ask in _asks(flow, game, chance):
        decisions += 1
        game.events.clear()
        if decisions >= limit:
            raise AssertionError(f"game {seed} has not ended after {limit} decisions: {ask.kind}")
    return decisions


def _asks(flow: Flow[None], game: Game, chance: Random) -> Iterator[Ask]:
    try:
        ask = next(flow)
        while True:
            yield ask
            ask = flow.send(decide(game, ask, chance))
    except StopIteration:
        return


def decide(game: Game, ask: Ask, chance: Random) -> Choice | None:
    """A random legal decision."""
    if not ask.required and chance.random() < (0.1 if ask.kind == "idle" else 0.25):
        return None
    cards = list(forms.ways(game, ask.player, ask.names)) if ask.kind in ("idle", "use", "play") else []
    for _ in range(200 if ask.required else 6):
        choice = _guess(game, ask, cards, chance)
        if choice is not None and ask.check(choice) is None:
            return choice
    if ask.required:
        raise AssertionError(f"no legal answer found to {ask}")
    return None


def _guess(game: Game, ask: Ask, cards: list[Played], chance: Random) -> Choice | None:
    """A decision of the right kind, legal or not, with one of ``cards`` if it is about using one."""
    player = ask.player
    match ask.kind:
        case "idle" | "use" | "play":
            return _guess_card(game, ask, chance.choice(cards), chance) if cards else None
        case "skill":
            return _guess_skill(game, player, chance.choice(ask.skills), chance)
        case "cards":
            return Choice(cards=chance.sample(ask.cards, ask.least))
        case "pick":
            if chance.random() < 0.3:
                return Choice(blind=True)
            return Choice(cards=[chance.choice(ask.cards)])
        case "give":
            count = chance.randint(ask.least, ask.most)
            return Choice(cards=chance.sample(ask.cards, count), targets=[chance.choice(ask.targets)])
        case _:
            raise AssertionError(f"an ask of kind {ask.kind} is not known here")


def _guess_card(game: Game, ask: Ask, made: Played, chance: Random) -> Choice:
    targets: list[Player] = []
    if ask.kind == "idle" and made.face.choose is not None:
        offered = made.face.choose(game, ask.player, made)
        if offered.least and len(offered.legal) >= offered.least:
            count = chance.randint(offered.least, min(offered.most, len(offered.legal)))
            targets = chance.sample(offered.legal, count)
    skill = made.skill.name if made.skill else ""
    return Choice(use=made.name, cards=list(made.cards), targets=targets, skill=skill)


def _guess_skill(game: Game, player: Player, name: str, chance: Random) -> Choice:
    count = min(chance.randint(0, 2), len(player.owned))
    targets = [chance.choice(game.living)] if chance.random() < 0.7 else []
    return Choice(skill=name, cards=chance.sample(player.owned, count), targets=targets)


def record(where: Setting, first: str, seed: int, limit: int) -> tuple[list[Event], list[Choice | None]]:
    """The events and decisions of a random game, of at most ``limit`` decisions."""
    game, flow = begin(where, first)
    chance = Random(seed)
    script: list[Choice | None] = []
    try:
        ask = next(flow)
        while len(script) < limit:
            script.append(decide(game, ask, chance))
            ask = flow.send(script[-1])
    except StopIteration:
        pass
    return game.events, script
