"""Delayed tricks (延时类锦囊牌): laid before a character, settled in his judgement phase."""

from __future__ import annotations

from sanguosha import response
from sanguosha import use as using
from sanguosha.cards.basic import protected
from sanguosha.cards.tricks import within_reach
from sanguosha.damage import Damage, damage
from sanguosha.faces import Card, Face, Played, Targets
from sanguosha.judgement import judge
from sanguosha.kernel import Flow
from sanguosha.move import Leg, move_legs
from sanguosha.table import Game, Player
from sanguosha.timings import Phase


def _may_lie(card: Played, players: list[Player], game: Game) -> list[Player]:
    """Only one delayed trick of each name may lie before a character (A12)."""
    return [
        p
        for p in players
        if not protected(game, p, card) and all(c.lies_as is not card.face for c in p.judgement.cards)
    ]


def _any_other(game: Game, user: Player, card: Played) -> Targets:
    return Targets(_may_lie(card, game.others(user), game), 1, 1)


def _near(game: Game, user: Player, card: Played) -> Targets:
    return Targets(_may_lie(card, within_reach(game, user, card), game), 1, 1)


def _oneself(game: Game, user: Player, card: Played) -> Targets:
    return Targets(_may_lie(card, [user], game), 0, 1)


def _skip(phase: Phase, unless: str) -> Face:
    """A trick that makes its target skip a phase, unless the judgement has a certain suit."""

    def effect(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
        target = aim.target
        assert target is not None
        result = yield from judge(game, target, event.card.name)
        if result.suit != unless:
            target.skips.add(phase)

    name, choose = ("乐不思蜀", _any_other) if phase == "play" else ("兵粮寸断", _near)
    return Face(name, "delayed", choose=choose, answer=response.nullify, effect=effect)


def _lightning(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    """♠2 to ♠9: three points of lightning damage without a source (F12)."""
    target = aim.target
    assert target is not None
    result = yield from judge(game, target, event.card.name)
    if result.suit == "♠" and 2 <= result.card.number <= 9:
        event.struck = True
        yield from damage(game, Damage(None, target, 3, "thunder", event.card, aim))


FACES = (
    _skip("play", "♥"),
    _skip("draw", "♣"),
    Face(
        "闪电",
        "delayed",
        element="thunder",
        choose=_oneself,
        answer=response.nullify,
        effect=_lightning,
        passes_on=True,
    ),
)


def settle_delayed(game: Game, player: Player, card: Card) -> Flow[None]:
    """The use settlement of one delayed trick in the judgement phase of the character before whom it lies."""
    face = card.lies_as
    event = using.Use(None, Played(face, (card,), card.suit, card.colour, card.number), [player], None)
    yield from using.resolve(game, event, event.aim)
    if card.zone is not player.judgement:
        return
    heir = _heir(game, player, face) if face.passes_on and not event.struck else None
    if heir is None:
        yield from move_legs(game, [Leg(card, card.zone, game.discard_pile, "settle")])
    elif heir is not player:
        yield from move_legs(game, [Leg(card, card.zone, heir.judgement, "place", card.guise)])


def _heir(game: Game, player: Player, face: Face) -> Player:
    """Who gets a 闪电 next: the first after ``player`` without one; himself if everybody has one (C09)."""
    heir = game.after(player)
    while heir is not player and any(card.lies_as is face for card in heir.judgement.cards):
        heir = game.after(heir)
    return heir
