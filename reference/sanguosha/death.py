"""Death, rewards and the end of the game (死亡; 2012, 2（6）④a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanguosha import timings as t
from sanguosha.kernel import Flow, GameOver
from sanguosha.move import discard, draw, move
from sanguosha.principles import at, in_order
from sanguosha.table import Game, Player

if TYPE_CHECKING:
    from sanguosha.damage import Damage


class Death:
    """One death settlement. ``killer`` is the source of the damage that killed, if it lives."""

    __slots__ = ("closed", "declined", "killer", "victim")

    def __init__(self, victim: Player, killer: Player | None) -> None:
        self.victim = victim
        self.killer = killer
        self.closed = False
        self.declined: set[tuple[Player, str]] = set()


def death(game: Game, victim: Player, cause: Damage | None) -> Flow[None]:
    """``victim`` dies: role revealed, end of the game checked, death skills, all cards discarded, rewards.

    Raises:
        GameOver: the role just revealed decides the game (G11).
    """
    killer = None if cause is None or cause.source is None or not cause.source.alive else cause.source
    event = Death(victim, killer)
    if game.edition.kill_checked == "before":
        _check_kill(game, event)
    with game.happening("death", victim):
        victim.alive = False
        if game.current is victim:
            # The turn ends with its owner; what is still being settled is in nobody's turn.
            game.current = None
        game.emit("reveal", victim)
        _check_end(game)
        order = in_order(game, [p for p in game.players if p.alive or p is victim])
        yield from at(game, t.DEATH, event, victim, order=order)
        if game.edition.kill_checked == "within":
            _check_kill(game, event)
        yield from _leave(game, victim)
        yield from _reward(game, event)


def _check_kill(game: Game, event: Death) -> None:
    """检测连破: a kill counts in the turn of a character other than the deceased (G08, G09)."""
    game.emit("check", event.killer, skill="连破")
    if event.killer is not None and game.current not in (None, event.victim):
        event.killer.kills += 1


def _check_end(game: Game) -> None:
    """Whether the game is over now, by the roles of the living (检测是否满足游戏结束的条件)."""
    roles = {player.role for player in game.players}
    if "lord" not in roles:
        return
    left = {player.role for player in game.living}
    if "lord" not in left:
        side = {"renegade"} if left == {"renegade"} else {"rebel"}
    elif left <= {"lord", "loyalist"}:
        side = {"lord", "loyalist"}
    else:
        return
    raise GameOver([player for player in game.players if player.role in side])


def _leave(game: Game, victim: Player) -> Flow[None]:
    """The deceased's cards are discarded and its skills end (弃置其区域里所有的牌)."""
    yield from discard(game, victim.owned + victim.judgement.cards)
    yield from move(game, victim.aside.cards[:], game.discard_pile, "settle")
    for holder in victim.holders[:]:
        game.revoke(holder)
    victim.chained = victim.face_down = False


def _reward(game: Game, event: Death) -> Flow[None]:
    """奖惩: who kills a rebel draws three; a lord who kills a loyalist discards all he has (G12).

    Who is dead by now, as one who died of his own damage, is not rewarded.
    """
    killer = event.killer
    if killer is None or not killer.alive:
        return
    if event.victim.role == "rebel":
        yield from draw(game, killer, 3)
    elif event.victim.role == "loyalist" and killer.role == "lord":
        yield from discard(game, killer.owned)
