"""Damage, loss of hp and the chain (伤害事件的结算流程; 2012, 2（6）)."""

from __future__ import annotations

from collections.abc import Callable

from sanguosha import timings as t
from sanguosha import use as using
from sanguosha.dying import check_dying
from sanguosha.faces import Element, Played
from sanguosha.kernel import Flow
from sanguosha.principles import at, in_order
from sanguosha.table import Game, Player


class Damage:
    """One damage event. It closes when it is prevented."""

    __slots__ = (
        "aim",
        "amount",
        "card",
        "closed",
        "declined",
        "element",
        "later",
        "noted",
        "source",
        "spreads",
        "victim",
    )

    def __init__(
        self,
        source: Player | None,
        victim: Player,
        amount: int,
        element: Element | None,
        card: Played | None,
        aim: using.Aim | None,
    ) -> None:
        self.source = source
        self.victim = victim
        self.amount = amount
        self.element = element
        self.card = card
        """The card that does it, if one does."""
        self.aim = aim
        """The settlement that does it, where the victim is its target (2012.damage.wording.target-only)."""
        self.spreads = False
        """Whether a chained character was reset by it, so that it spreads when it is complete."""
        self.noted: set[str] = set()
        """Conditions found true at 扣减体力后, for skills that are invoked later (F06)."""
        self.later: list[Callable[[], Flow[None]]] = []
        """Delayed effects (延时类效果) that wait for the end of this settlement."""
        self.closed = False
        self.declined: set[tuple[Player, str]] = set()

    def prevent(self) -> None:
        """防止伤害: the settlement ends here."""
        self.closed = True


def hit(game: Game, event: using.Use, aim: using.Aim, amount: int) -> Flow[None]:
    """The card of a use does ``amount`` damage to the target of one of its settlements."""
    assert aim.target is not None
    face = event.card.face
    yield from damage(game, Damage(event.user, aim.target, amount, face.element, event.card, aim))


def damage(game: Game, event: Damage, *, spread: bool = False) -> Flow[None]:
    """A whole damage event, with what inserts itself, and the chain damage that follows it.

    Args:
        spread: this damage itself came through the chain, and spreads no further (F09).
    """
    victim = event.victim
    if event.source is not None and not event.source.alive:
        event.source = None  # terms.word.source.removed
    yield from at(game, t.DAMAGE_SCENE, event, victim)
    yield from at(game, t.DAMAGE_DEALING, event, event.source)
    if not event.closed:
        yield from at(game, t.DAMAGE_RECEIVING, event, victim)
    if event.closed:
        game.emit("prevented", victim)
    else:
        yield from _suffer(game, event)
    yield from at(game, t.DAMAGE_END, event, victim)
    for effect in event.later:
        yield from effect()
    if event.spreads and not spread:
        yield from _spread(game, event)


def _suffer(game: Game, event: Damage) -> Flow[None]:
    """From the moment when the value is fixed to 受到伤害后."""
    victim = event.victim
    with game.happening("damage", victim, source=event.source, amount=event.amount, element=event.element):
        yield from _deduct(game, event)
        yield from at(game, t.DAMAGE_DEDUCTED, event, victim)
        _check_deducted(game, event)
        yield from check_dying(game, victim, event)
        yield from at(game, t.DAMAGE_DEALT, event, event.source)
        yield from at(game, t.DAMAGE_RECEIVED, event, victim)


def _check_deducted(game: Game, event: Damage) -> None:
    """What is checked at 扣减体力后, before a dying settlement can change it (2012.damage.after-deduct)."""
    victim = event.victim
    if event.element is not None and victim.chained:
        victim.chained = False
        game.emit("unchained", victim)
        event.spreads = True
    for holder, check in game.states("deducted"):
        if check(game, holder.owner, event):
            event.noted.add(holder.skill.name)


def _spread(game: Game, event: Damage) -> Flow[None]:
    """连环: each other chained character suffers the same, in seat order, once this is all over."""
    for player in in_order(game):
        if player.chained and player is not event.victim:
            chained = Damage(event.source, player, event.amount, event.element, event.card, None)
            yield from damage(game, chained, spread=True)


class HpLoss:
    """One loss of hp (失去体力)."""

    __slots__ = ("amount", "closed", "declined", "victim")

    def __init__(self, victim: Player, amount: int) -> None:
        self.victim = victim
        self.amount = amount
        self.closed = False
        self.declined: set[tuple[Player, str]] = set()


def _deduct(game: Game, event: Damage | HpLoss) -> Flow[None]:
    """扣减体力, by damage or loss of hp (terms.word.deduct-hp): the last act of 扣减体力时 (F19)."""
    victim = event.victim
    yield from at(game, t.DAMAGE_DEDUCTING, event, victim)
    victim.hp -= event.amount
    game.emit("deduct", victim, amount=event.amount)


def lose_hp(game: Game, player: Player, amount: int) -> Flow[None]:
    """失去体力: not damage; no source, no timings of dealing or suffering damage, no reward (F14)."""
    with game.happening("lose_hp", player, amount=amount):
        yield from _deduct(game, HpLoss(player, amount))
        yield from check_dying(game, player, None)
