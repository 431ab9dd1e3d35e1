"""Skills of 吴."""

from __future__ import annotations

from collections.abc import Sequence

from sanguosha import timings as t
from sanguosha.damage import Damage, HpLoss, damage
from sanguosha.distance import in_range
from sanguosha.dying import Dying
from sanguosha.elements import Cost, Part, Skill
from sanguosha.faces import Card, Suit
from sanguosha.kernel import Choice, Flow
from sanguosha.move import Move, draw, move
from sanguosha.picking import choose_own
from sanguosha.principles import Plain
from sanguosha.recovery import recover
from sanguosha.skills.common import any_card
from sanguosha.table import Game, Player
from sanguosha.use import Use

# --- 枭姬 -----------------------------------------------------------------------


def _xiaoji_condition(game: Game, owner: Player, event: Move) -> int:
    return len(event.equipment_lost(owner)) if owner.alive else 0


def _xiaoji(game: Game, owner: Player, event: Move, choice: Choice) -> Flow[None]:
    """每失去一张装备区里的牌，可以摸两张牌."""
    yield from draw(game, owner, 2)


XIAOJI = Skill("枭姬", (Part(t.MOVE_AFTER, _xiaoji_condition, _xiaoji),))

# --- 连营、谦逊 ------------------------------------------------------------------


def _waits(game: Game) -> bool:
    """Whether what a lost hand gives must wait for the end of a discard phase (A17)."""
    return game.edition.loss_draws_wait and game.phase == "discard"


def _lianying_condition(game: Game, owner: Player, event: Move) -> int:
    return owner.alive and owner in event.emptied and not _waits(game)


def _lianying_waited(game: Game, owner: Player, event: Plain) -> int:
    return game.edition.loss_draws_wait and any(owner in past.emptied for past in game.phase_moves)


def _lianying(game: Game, owner: Player, event: Move | Plain, choice: Choice) -> Flow[None]:
    """失去最后的手牌时，可以摸一张牌."""
    yield from draw(game, owner, 1)


LIANYING = Skill(
    "连营",
    (
        Part(t.MOVE_AFTER, _lianying_condition, _lianying),
        Part(t.gap("discard", "finish"), _lianying_waited, _lianying),
    ),
)
QIANXUN = Skill("谦逊", locked=True, states={"protected": lambda card: card.name in ("顺手牵羊", "乐不思蜀")})

# --- 流离 -----------------------------------------------------------------------


def _liuli_condition(game: Game, owner: Player, event: Use) -> int:
    return event.aim.target is owner and event.card.is_slash


def _liuli_targets(game: Game, owner: Player, event: Use, cost: Sequence[Card]) -> list[Player]:
    return [p for p in game.others(owner) if p is not event.user and in_range(game, owner, p, cost)]


def _liuli(game: Game, owner: Player, event: Use, choice: Choice) -> Flow[None]:
    """成为杀的目标时，可以弃置一张牌，将此杀转移给你攻击范围内的另一名角色."""
    target = choice.targets[0]
    game.emit("redirect", owner, card=event.card.name, targets=[target])
    event.redirected, event.closed = target, True
    yield from ()


LIULI = Skill("流离", (Part(t.USE_BECOMING, _liuli_condition, _liuli, Cost(1, any_card), _liuli_targets),))

# --- 天香、红颜 ------------------------------------------------------------------


def _is_heart(game: Game, owner: Player, card: Card) -> bool:
    return card.zone is owner.hand and game.suit_of(owner, card) == "♥"


def _tianxiang_condition(game: Game, owner: Player, event: Damage) -> int:
    return event.victim is owner


def _others(game: Game, owner: Player, event: Damage, cost: Sequence[Card]) -> list[Player]:
    return game.others(owner)


def _tianxiang(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """受到伤害时，可以弃置一张红桃手牌，将此伤害转移给一名其他角色，然后其摸X张牌（X为其已损失的体力值）.

    The damage is prevented, and a new damage event with the same source begins (F05); the drawing waits
    until that one is over.
    """
    event.prevent()
    victim = choice.targets[0]
    moved = Damage(event.source, victim, event.amount, event.element, event.card, None)

    def draw_lost() -> Flow[None]:
        if victim.alive:
            yield from draw(game, victim, victim.lost_hp)

    moved.later.append(draw_lost)
    yield from damage(game, moved)


TIANXIANG = Skill(
    "天香", (Part(t.DAMAGE_RECEIVING, _tianxiang_condition, _tianxiang, Cost(1, _is_heart), _others),)
)


def _as_heart(suit: Suit) -> Suit:
    return "♥" if suit == "♠" else suit


HONGYAN = Skill("红颜", locked=True, states={"suit": _as_heart})

# --- 不屈 -----------------------------------------------------------------------


def _all_differ(player: Player) -> bool:
    numbers = [card.number for card in player.aside.cards]
    return len(set(numbers)) == len(numbers)


def _points_below(event: Damage | HpLoss) -> int:
    """How many of the points about to be deducted leave the character with no hp."""
    return min(event.amount, event.amount - event.victim.hp + 1)


def _buqu_2012_condition(game: Game, owner: Player, event: Damage | HpLoss) -> int:
    return _points_below(event) if event.victim is owner else 0


def _buqu_2012(game: Game, owner: Player, event: Damage | HpLoss, choice: Choice) -> Flow[None]:
    """每扣减1点使体力为0或更低时，可以将牌堆顶的一张牌置于武将牌上；点数都不同则不进入濒死状态."""
    yield from move(game, game.top_cards(1), owner.aside, "aside")


def _kept_alive(player: Player) -> bool:
    """One card for each point below 1, and no number twice."""
    return len(player.aside.cards) > -player.hp and _all_differ(player)


def _give_back(game: Game, player: Player, amount: int) -> Flow[None]:
    """每回复1点体力，移去一张."""
    cards = yield from choose_own(game, player, player.aside.cards, amount, "不屈", required=True)
    yield from move(game, cards, game.discard_pile, "settle")


def _buqu_2013_condition(game: Game, owner: Player, event: Dying) -> int:
    return event.victim is owner


def _buqu_2013(game: Game, owner: Player, event: Dying, choice: Choice) -> Flow[None]:
    """①处于濒死状态时，将牌堆顶的一张牌置于武将牌上：若无同点数的牌，回复至1点体力；否则将该牌置入弃牌堆."""
    card = game.top_cards(1)[0]
    yield from move(game, [card], owner.aside, "aside")
    if _all_differ(owner):
        yield from recover(game, owner, 1 - owner.hp)
    else:
        yield from move(game, [card], game.discard_pile, "settle")


def _buqu_2013_limit(player: Player, limit: int) -> int:
    """②有此类牌时，手牌上限等于其张数."""
    return len(player.aside.cards) or limit


BUQU = (
    Skill(
        "不屈",
        (Part(t.DAMAGE_DEDUCTING, _buqu_2012_condition, _buqu_2012),),
        states={"undying": _kept_alive, "recovered": _give_back},
        key="不屈（2012）",
    ),
    Skill(
        "不屈",
        (Part(t.DYING_WHILE, _buqu_2013_condition, _buqu_2013),),
        locked=True,
        states={"hand_limit": _buqu_2013_limit},
        key="不屈（2013）",
    ),
)
