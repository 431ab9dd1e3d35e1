"""Recovering hp (回复体力事件的结算流程; 2013, chapter 12)."""

from __future__ import annotations

from sanguosha import timings as t
from sanguosha.kernel import Flow
from sanguosha.principles import Plain, at
from sanguosha.table import Game, Player


def recover(game: Game, player: Player, amount: int) -> Flow[None]:
    """``player`` recovers up to ``amount`` hp, never beyond the maximum (terms.values.hp-cap).

    With full hp nothing is recovered and no timing opens (H01).
    """
    if not player.wounded:
        return
    event = Plain()
    yield from at(game, t.RECOVER_AMOUNT, event, player)
    amount = min(amount, player.max_hp - player.hp)
    player.hp += amount
    game.emit("recover", player, amount=amount)
    for holder, answer in game.states("recovered"):
        if holder.owner is player:
            yield from answer(game, player, amount)
    yield from at(game, t.RECOVER_AT, event, player)
