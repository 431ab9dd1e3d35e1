"""Non-delayed tricks (非延时类锦囊牌)."""

from __future__ import annotations

from collections.abc import Callable

from sanguosha import response
from sanguosha import use as using
from sanguosha.cards.basic import protected
from sanguosha.damage import Damage, damage, hit
from sanguosha.distance import distance
from sanguosha.faces import Face, Played, Targets
from sanguosha.kernel import Flow
from sanguosha.move import discard, draw, gain
from sanguosha.picking import areas, pick
from sanguosha.recovery import recover
from sanguosha.table import Game, Player

Choose = Callable[[Game, Player, Played], Targets]


def within_reach(game: Game, user: Player, card: Played) -> list[Player]:
    """Other characters at distance 1, or anywhere for who has no limit (奇才)."""
    free = any(holder.owner is user for holder, _ in game.states("trick.reach"))
    return [p for p in game.others(user) if free or distance(game, user, p, card.cards) <= 1]


def _legal(game: Game, card: Played, candidates: list[Player]) -> list[Player]:
    return [player for player in candidates if not protected(game, player, card)]


def _oneself(game: Game, user: Player, card: Played) -> Targets:
    return Targets(_legal(game, card, [user]), 0, 1)


def _any_other(game: Game, user: Player, card: Played) -> Targets:
    return Targets(_legal(game, card, game.others(user)), 1, 1)


def _every_other(game: Game, user: Player, card: Played) -> Targets:
    return Targets(_legal(game, card, game.others(user)), 0, 0)


def _everybody(game: Game, user: Player, card: Played) -> Targets:
    return Targets(_legal(game, card, game.living), 0, 0)


def _one_or_two(game: Game, user: Player, card: Played) -> Targets:
    return Targets(_legal(game, card, game.living), 1, 2)


def _other_with_cards(game: Game, user: Player, card: Played) -> Targets:
    return Targets([p for p in _any_other(game, user, card).legal if areas(p)], 1, 1)


def _near_with_cards(game: Game, user: Player, card: Played) -> Targets:
    return Targets([p for p in _legal(game, card, within_reach(game, user, card)) if areas(p)], 1, 1)


def _duel(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    """The target first, then in turn: who does not play 杀 suffers 1 damage from the other."""
    user, target = event.user, aim.target
    assert user is not None
    assert target is not None
    duellist, opponent = target, user
    while True:
        for _ in range(response.answers_needed(game, opponent)):
            played = yield from response.called_on(game, duellist, "杀", "决斗", opponent)
            if not played:
                own = aim if duellist is target else None
                yield from damage(game, Damage(opponent, duellist, 1, None, event.card, own))
                return
        duellist, opponent = opponent, duellist


def _mass(name: str) -> Callable[[Game, using.Use, using.Aim], Flow[None]]:
    def effect(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
        target = aim.target
        assert target is not None
        played = yield from response.called_on(game, target, name, event.card.name, event.user, aim)
        if not played:
            yield from hit(game, event, aim, 1)

    return effect


def _peach_garden(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    assert aim.target is not None
    yield from recover(game, aim.target, 1)


def _something_out_of_nothing(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    assert aim.target is not None
    yield from draw(game, aim.target, 2)


def _dismantle(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    assert event.user is not None
    assert aim.target is not None
    card = yield from pick(game, event.user, aim.target, event.card.name, areas(aim.target))
    if card is not None:
        yield from discard(game, [card])


def _snatch(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    assert event.user is not None
    assert aim.target is not None
    card = yield from pick(game, event.user, aim.target, event.card.name, areas(aim.target))
    if card is not None:
        yield from gain(game, event.user, [card])


def _chain(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    """横置, or 重置 who is chained already."""
    target = aim.target
    assert target is not None
    target.chained = not target.chained
    game.emit("chained" if target.chained else "unchained", target)
    yield from ()


def _trick(name: str, choose: Choose, effect: Callable[[Game, using.Use, using.Aim], Flow[None]]) -> Face:
    return Face(name, "trick", choose=choose, answer=response.nullify, effect=effect)


FACES = (
    _trick("决斗", _any_other, _duel),
    _trick("南蛮入侵", _every_other, _mass("杀")),
    _trick("万箭齐发", _every_other, _mass("闪")),
    _trick("桃园结义", _everybody, _peach_garden),
    _trick("无中生有", _oneself, _something_out_of_nothing),
    _trick("过河拆桥", _other_with_cards, _dismantle),
    _trick("顺手牵羊", _near_with_cards, _snatch),
    _trick("铁索连环", _one_or_two, _chain),
    Face("无懈可击", "trick", answer=response.nullify),
)
