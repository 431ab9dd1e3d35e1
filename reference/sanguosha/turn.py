"""The flow of turns (游戏流程; 2012 and 2013, chapter 1).

A turn is the list of its stages, in the order of the document; when its owner dies, no further stage of it
happens (A20).
"""

from __future__ import annotations

from collections.abc import Iterator

from sanguosha import forms
from sanguosha import timings as t
from sanguosha import use as using
from sanguosha.cards.delayed import settle_delayed
from sanguosha.distance import hand_limit
from sanguosha.elements import Holder, Part
from sanguosha.kernel import Ask, Choice, Flow, GameOver
from sanguosha.move import discard, draw
from sanguosha.picking import choose_own
from sanguosha.principles import Moment, Plain, at, illegal_invocation, invoke, usable_parts
from sanguosha.table import Game, Player
from sanguosha.timings import PHASES, Phase


def play_on(game: Game, player: Player, opening: Flow[None]) -> Flow[None]:
    """Play from ``opening``, ``player``'s turn or its rest, and every turn after it until the game ends."""
    try:
        game.seat_turn = player
        yield from opening
        while game.living:
            yield from turn(game, _next(game))
    except GameOver as end:
        game.over = True
        game.winners = end.winners
        game.emit("game_over", targets=end.winners)


def _next(game: Game) -> Player:
    """确认下一个行动的角色: an extra turn, the later one first; else the 下家 (A19, A26)."""
    while game.extra_turns:
        player = game.extra_turns.pop()
        if player.alive:
            return player
    game.seat_turn = game.after(game.seat_turn)
    return game.seat_turn


def turn(game: Game, player: Player) -> Flow[None]:
    """A whole turn of ``player``, from 回合开始前 to 回合结束后; a face-down character skips it."""
    yield from at(game, t.TURN_BEFORE, Plain(), player)
    if player.face_down:
        yield from flip(game, player)
        game.emit("turn_skipped", player)
        return
    enter(game, player)
    game.emit("turn", player)
    yield from at(game, t.TURN_START, Plain(), player)
    yield from rest_of_turn(game, player, "prep")


def flip(game: Game, player: Player) -> Flow[None]:
    """翻面, in either direction (A03)."""
    player.face_down = not player.face_down
    game.emit("flip", player)
    yield from at(game, t.FLIP_AFTER, Plain(), player)


def enter(game: Game, player: Player) -> None:
    """The turn is ``player``'s from here on; what counts by the turn starts anew."""
    game.current = game.anchor = player
    player.used.clear()
    player.skips.clear()
    for other in game.players:
        other.kills = 0


def rest_of_turn(game: Game, player: Player, first: Phase, opened: bool = False) -> Flow[None]:
    """The turn from the start of phase ``first``, or, if ``opened``, from its idle point (出牌阶段)."""
    for stage in _stages(game, player, first, opened):
        yield from stage
        if game.current is not player:
            break
    else:
        yield from at(game, t.TURN_ENDING, Plain(), player)
    game.current = None
    game.phase = None
    player.drunk = 0
    game.emit("turn_over", player)
    yield from at(game, t.TURN_ENDED, Plain(), player)


def _stages(game: Game, player: Player, first: Phase, opened: bool) -> Iterator[Flow[None]]:
    """Every stage of the turn from ``first`` on, one by one. A skipped phase still leaves its gaps."""
    phases = PHASES[PHASES.index(first) :]
    for n, phase in enumerate(phases):
        game.phase_moves = []
        if phase in player.skips:
            game.emit("phase_skipped", player, phase=phase)
        else:
            game.phase = phase
            if not (opened and phase is first):
                game.emit("phase", player, phase=phase)
                yield at(game, t.phase_start(phase), Plain(), player)
            yield _idle_points(game, player) if opened and phase is first else _BODIES[phase](game, player)
            yield at(game, t.phase_end(phase), Plain(), player)
            game.phase = None
        if n + 1 < len(phases):
            yield at(game, t.gap(phase, phases[n + 1]), Plain(), player)


def _nothing(phase: Phase, game: Game, player: Player) -> Flow[None]:
    """A phase in which nothing happens of itself (暂时没有作用)."""
    yield from at(game, t.phase_body(phase), Plain(), player)


def _prep(game: Game, player: Player) -> Flow[None]:
    """准备阶段."""
    yield from _nothing("prep", game, player)


def _judge(game: Game, player: Player) -> Flow[None]:
    """判定阶段: the delayed tricks are settled, the last one laid first (倒序)."""
    yield from _nothing("judge", game, player)
    for card in reversed(player.judgement.cards[:]):
        if game.current is player and card.zone is player.judgement:
            yield from settle_delayed(game, player, card)


def _draw(game: Game, player: Player) -> Flow[None]:
    """摸牌阶段: two cards."""
    yield from _nothing("draw", game, player)
    yield from draw(game, player, 2)


def _play(game: Game, player: Player) -> Flow[None]:
    """出牌阶段."""
    yield from _nothing("play", game, player)
    yield from _idle_points(game, player)


def _idle_points(game: Game, player: Player) -> Flow[None]:
    """One idle point (空闲时间点) after the other, until the character has enough."""
    player.used["杀"] = 0
    while game.current is player:
        # Cards and skills are one choice here, and nobody else has one: nobody is offered anything by turns.
        yield from at(game, t.PLAY_IDLE, Plain(), player, order=[])
        choice = yield Ask(player, "idle", lambda choice: illegal_at_idle(game, player, choice))
        if choice is None:
            return
        if choice.skill and not choice.use:
            holder, part = _idle_skills(game, player)[choice.skill]
            yield from invoke(game, holder, part, Plain(), choice)
        else:
            card = forms.form(game, player, choice)
            if card.is_slash:
                player.used["杀"] += 1
            yield from using.use(game, player, card, using.targets_of(game, player, card, choice.targets))


def illegal_at_idle(game: Game, player: Player, choice: Choice) -> str | None:
    """Why this cannot be done at the idle point, or None if it can."""
    if not choice.skill or choice.use:
        return using.illegal(game, player, choice)
    skills = _idle_skills(game, player)
    if choice.skill not in skills:
        return f"{player.name} cannot invoke {choice.skill} now"
    holder, part = skills[choice.skill]
    return illegal_invocation(game, holder, part, Plain(), choice)


def _idle_skills(game: Game, player: Player) -> dict[str, tuple[Holder, Part]]:
    """The skills that the character may invoke at the idle point, by name."""
    parts = usable_parts(game, Moment(t.PLAY_IDLE, Plain()), player)
    return {holder.skill.name: (holder, part) for holder, part, _ in parts}


def _discard(game: Game, player: Player) -> Flow[None]:
    """弃牌阶段: one card at a time while the hand exceeds the limit (A15)."""
    yield from _nothing("discard", game, player)
    while len(player.hand.cards) > hand_limit(game, player):
        cards = yield from choose_own(game, player, player.hand.cards, 1, "rule", required=True)
        yield from discard(game, cards)


def _finish(game: Game, player: Player) -> Flow[None]:
    """结束阶段."""
    yield from _nothing("finish", game, player)


_BODIES = {
    "prep": _prep,
    "judge": _judge,
    "draw": _draw,
    "play": _play,
    "discard": _discard,
    "finish": _finish,
}
