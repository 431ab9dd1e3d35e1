"""Basic cards (基本牌): 杀 火杀 雷杀 闪 桃 酒."""

from __future__ import annotations

from collections.abc import Sequence

from sanguosha import response
from sanguosha import use as using
from sanguosha.damage import hit
from sanguosha.distance import in_range
from sanguosha.faces import Card, Element, Face, Played, Targets
from sanguosha.kernel import Flow
from sanguosha.recovery import recover
from sanguosha.table import Game, Player


def may_use_slash(game: Game, user: Player, cards: Sequence[Card] = ()) -> str | None:
    """每个出牌阶段仅限使用一次【杀】, unless the limit is removed (诸葛连弩).

    A 诸葛连弩 that is itself among the ``cards`` of the 杀 does not help (terms.cards.equip.as-other).
    """
    free = any(
        holder.owner is user and holder.card not in cards for holder, _ in game.states("slash.unlimited")
    )
    if user.used.get("杀", 0) and not free:
        return "only one 杀 may be used in a play phase"
    return None


def slash_targets(game: Game, user: Player, card: Played) -> Targets:
    """Another character in attack range, counted without the cards of the 杀 itself (2012.use.legality)."""
    legal = [
        p for p in game.others(user) if in_range(game, user, p, card.cards) and not protected(game, p, card)
    ]
    extra = sum(says(user, card) for holder, says in game.states("slash.targets") if holder.owner is user)
    return Targets(legal, 1, 1 + extra)


def protected(game: Game, target: Player, card: Played) -> bool:
    """Whether a skill in force keeps ``target`` from being chosen for this card (谦逊、帷幕)."""
    return any(says(card) for holder, says in game.states("protected") if holder.owner is target)


def _declare_slash(game: Game, event: using.Use) -> None:
    """酒 has corrected the damage before there is a damage event (2012.damage.pre.wine)."""
    user = event.user
    assert user is not None
    event.bonus, user.drunk = user.drunk, 0


def _answer_slash(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    """The target may use 闪, two of them against 无双; each is a call of its own (C15)."""
    target = aim.target
    assert target is not None
    aim.answers_needed = response.answers_needed(game, event.user)
    while not aim.unanswerable and aim.answers_needed:
        jink = yield from response.supply(
            game, response.Need(target, "闪", "use", aim), event.card.name, event.user
        )
        if jink is None:
            return
        yield from using.use(game, target, jink, [], (event, aim))


def _slash(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    yield from hit(game, event, aim, 1 + event.bonus)


def _slash_face(name: str, element: Element | None) -> Face:
    return Face(
        name,
        "basic",
        family="杀",
        element=element,
        choose=slash_targets,
        usable=may_use_slash,
        on_use=_declare_slash,
        answer=_answer_slash,
        effect=_slash,
    )


def oneself(game: Game, user: Player, card: Played) -> Targets:
    """A card that is used on oneself and names no other target."""
    return Targets([user], 0, 1)


def _peach(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    assert aim.target is not None
    yield from recover(game, aim.target, 1)


def _may_use_peach(game: Game, user: Player, cards: Sequence[Card]) -> str | None:
    return None if user.wounded else "桃 may be used only by a wounded character"


def _wine(game: Game, event: using.Use, aim: using.Aim) -> Flow[None]:
    """Dying, it recovers 1; else the next 杀 of this turn does one more damage."""
    drinker = aim.target
    assert drinker is not None
    if game.dying is drinker:
        yield from recover(game, drinker, 1)
    else:
        drinker.used["酒"] = drinker.used.get("酒", 0) + 1
        drinker.drunk += 1


def _may_use_wine(game: Game, user: Player, cards: Sequence[Card]) -> str | None:
    return "only one 酒 may be used in a turn" if user.used.get("酒") else None


FACES = (
    _slash_face("杀", None),
    _slash_face("火杀", "fire"),
    _slash_face("雷杀", "thunder"),
    Face("闪", "basic"),
    Face("桃", "basic", choose=oneself, usable=_may_use_peach, effect=_peach),
    Face("酒", "basic", choose=oneself, usable=_may_use_wine, effect=_wine),
)
