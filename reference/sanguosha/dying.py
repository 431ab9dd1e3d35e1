"""Dying (濒死事件的结算流程; 2012, 2（7）; 2013, chapter 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanguosha import forms, use
from sanguosha import timings as t
from sanguosha.death import death
from sanguosha.kernel import Ask, Choice, Flow
from sanguosha.principles import at, in_order
from sanguosha.table import Game, Player

if TYPE_CHECKING:
    from sanguosha.damage import Damage


class Dying:
    """One dying settlement. It closes when the character is saved, or when a new circle opens (G02)."""

    __slots__ = ("declined", "reopened_by", "victim")

    def __init__(self, victim: Player) -> None:
        self.victim = victim
        self.reopened_by: Player | None = None
        self.declined: set[tuple[Player, str]] = set()

    @property
    def closed(self) -> bool:
        return self.victim.hp >= 1 or self.reopened_by is not None


def check_dying(game: Game, victim: Player, cause: Damage | None) -> Flow[None]:
    """``victim`` has been brought to 0 hp or below: the dying settlement inserts itself here.

    Args:
        cause: the damage that did it, or None for a loss of hp.
    """
    if victim.hp > 0 or not victim.alive or _is_kept_alive(game, victim):
        return
    # The outer dying state is suspended while a new one lasts (2012.dying.nested.state-suspended).
    outer, game.dying = game.dying, victim
    with game.happening("dying", victim):
        event = Dying(victim)
        yield from at(game, t.DYING_ENTERING, event, victim)
        yield from _circle(game, event)
        game.dying = outer
        if victim.hp >= 1:
            game.emit("saved", victim)
        else:
            yield from death(game, victim, cause)


def _is_kept_alive(game: Game, victim: Player) -> bool:
    """Whether a skill keeps the character from dying although it has no hp left (不屈, 2012)."""
    return any(says(victim) for holder, says in game.states("undying") if holder.owner is victim)


def _circle(game: Game, event: Dying) -> Flow[None]:
    """Everybody has one chance to save the dying character, from the current character on."""
    order = in_order(game)

    def rescue(responder: Player) -> Flow[None]:
        yield from _rescue(game, event, responder)

    while True:
        yield from at(game, t.DYING_WHILE, event, event.victim, order=order, cards=rescue)
        if event.victim.hp >= 1 or event.reopened_by is None:
            return
        # It runs from that responder to the last one, not round again (2013.dying.new-window-from-B).
        order = order[order.index(event.reopened_by) :]
        event.reopened_by = None


def _rescue(game: Game, event: Dying, responder: Player) -> Flow[None]:
    """One responder's go: as many 桃 as he likes, and for himself 酒 as well (2012.dying.several-peaches)."""
    victim = event.victim
    names = ("桃", "酒") if responder is victim else ("桃",)

    def check(choice: Choice) -> str | None:
        if choice.targets not in ([], [victim]):
            return "only the dying character can be saved"
        return forms.illegal(game, responder, choice, names)

    while responder.alive and not event.closed and forms.can_supply(game, responder, names):
        choice = yield Ask(responder, "use", check, names=names, subject=victim)
        if choice is None:
            return
        before = victim.hp
        yield from use.use(game, responder, forms.form(game, responder, choice), [victim])
        if game.edition.dying_reopens and before < victim.hp < 1:
            event.reopened_by = responder
