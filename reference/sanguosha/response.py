"""Responding with a card (响应; 2012, 2（4）生效前、生效后).

Where a 闪 or 杀 is called for, the ways to supply it are successive timings: first 八卦阵, then 护驾 or 激将,
then a card of one's own. Declining one of them closes it (B02).
"""

from __future__ import annotations

from typing import Literal

from sanguosha import forms
from sanguosha import timings as t
from sanguosha import use as using
from sanguosha.faces import Played
from sanguosha.kernel import Ask, Choice, Flow
from sanguosha.move import move
from sanguosha.principles import at, in_order
from sanguosha.table import Game, Player, Zone

RUNGS = {"闪": (t.RESPOND_ARMOUR, t.RESPOND_LORD), "杀": (t.RESPOND_LORD,)}
"""The timings before that of one's own card, by the card that is called for (2012:117, 123; B02)."""


class Need:
    """A call for a card: ``player`` needs (需) to use or play a ``name``; it closes when one is supplied."""

    __slots__ = ("aim", "declined", "mode", "name", "player", "supplied")

    def __init__(
        self, player: Player, name: str, mode: Literal["use", "play"], aim: using.Aim | None = None
    ) -> None:
        self.player = player
        self.name = name
        self.mode: Literal["use", "play"] = mode
        self.aim = aim
        """The settlement that calls for it; it may ignore armour."""
        self.supplied: Played | None = None
        self.declined: set[tuple[Player, str]] = set()

    @property
    def closed(self) -> bool:
        return self.supplied is not None


def supply(game: Game, need: Need, reason: str, opponent: Player | None) -> Flow[Played | None]:
    """The character decides whether and how to supply the card. Returns it, not yet used or played.

    Args:
        reason: the card or skill that calls for it.
        opponent: whose card or skill that is.
    """
    player = need.player
    for rung in RUNGS.get(need.name, ()):
        if need.supplied is None:
            yield from at(game, rung, need, player, order=[player])

    def own_card(responder: Player) -> Flow[None]:
        names = (need.name,)
        if not forms.can_supply(game, responder, names):
            return

        def check(choice: Choice) -> str | None:
            return forms.illegal(game, responder, choice, names)

        choice = yield Ask(responder, need.mode, check, names=names, reason=reason, subject=opponent)
        if choice is not None:
            need.supplied = forms.form(game, responder, choice)

    if need.supplied is None:
        yield from at(game, t.RESPOND_CARD, need, player, order=[player], cards=own_card)
    return need.supplied


def play(game: Game, player: Player, card: Played, home: Zone | None = None) -> Flow[None]:
    """打出: declared and shown, then into the discard pile, and only there lost (D04). It is not used.

    Args:
        home: where the card goes, if not into the discard pile.
    """
    if card.skill is not None:
        game.emit("skill", player, skill=card.skill.name)
    with game.happening("play", player, card=card.name, cards=card.cards):
        yield from move(game, card.cards, home or game.discard_pile, "play")


def called_on(
    game: Game, player: Player, name: str, reason: str, opponent: Player | None, aim: using.Aim | None = None
) -> Flow[bool]:
    """``player`` is called on to play (打出) a card; returns whether he did."""
    card = yield from supply(game, Need(player, name, "play", aim), reason, opponent)
    if card is None:
        return False
    yield from play(game, player, card)
    return True


def supply_for(game: Game, need: Need, faction: str, reason: str) -> Flow[None]:
    """Other characters of a faction may play the card in the lord's stead (护驾、激将), in seat order.

    The card that one of them plays stays in resolution: the lord uses or plays it next.
    """
    for helper in in_order(game, [p for p in game.others(need.player) if p.faction == faction]):
        card = yield from supply(game, Need(helper, need.name, "play"), reason, need.player)
        if card is not None:
            yield from play(game, helper, card, game.processing)
            need.supplied = Played(card.face, card.cards, card.suit, card.colour, card.number)
            return


def nullify(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    """Everybody may use 无懈可击 against a trick about to take effect, once each, in seat order (C14)."""
    names = ("无懈可击",)

    for player in in_order(game):
        if not forms.can_supply(game, player, names):
            continue

        def check(choice: Choice, player: Player = player) -> str | None:
            return forms.illegal(game, player, choice, names)

        subject = aim.target or event.user
        choice = yield Ask(player, "use", check, names=names, reason=event.card.name, subject=subject)
        if choice is not None:
            yield from using.use(game, player, forms.form(game, player, choice), [], (event, aim))
            if aim.cancelled:
                return


def answers_needed(game: Game, opponent: Player | None) -> int:
    """How many cards it takes to answer ``opponent``: two against 无双."""
    return max((says for holder, says in game.states("answers") if holder.owner is opponent), default=1)
