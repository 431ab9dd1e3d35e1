"""Using a card (使用事件的结算流程; 2012, 2（4）).

Before the settlement each of the four timings is gone through for all targets before the next one opens; in
the settlement one target goes through all of it before the next (2012.use.multi).
"""

from __future__ import annotations

from sanguosha import forms, principles
from sanguosha import timings as t
from sanguosha.faces import Played, Targets
from sanguosha.kernel import Choice, Flow
from sanguosha.move import Leg, move_legs, move_up_to_loss, settle
from sanguosha.principles import at, in_order
from sanguosha.table import Game, Player


class Aim:
    """One settlement of a card on one target (结算一次的目标). A character may stand in a use twice (C06)."""

    __slots__ = ("answers_needed", "cancelled", "ignores_armour", "target", "unanswerable")

    def __init__(self, target: Player | None) -> None:
        self.target = target
        """None for a card that answers another card."""
        self.ignores_armour = False
        self.unanswerable = False
        """The target cannot use 闪 against it (铁骑)."""
        self.answers_needed = 1
        """How many 闪 it still takes to cancel it (无双)."""
        self.cancelled = False


class Use:
    """One use of a card. ``about`` is the settlement that it answers, for 闪 and 无懈可击."""

    __slots__ = (
        "about",
        "aim",
        "aims",
        "bonus",
        "card",
        "closed",
        "declined",
        "redirected",
        "struck",
        "user",
    )

    def __init__(
        self, user: Player | None, card: Played, targets: list[Player], about: tuple[Use, Aim] | None
    ) -> None:
        self.user = user
        """None for a delayed trick: whoever laid it is not its source (terms.word.source.delayed-none)."""
        self.card = card
        self.about = about
        self.aims = [Aim(target) for target in targets] or [Aim(None)]
        self.aim = self.aims[0]
        """The settlement that is being gone through."""
        self.bonus = 0
        """Damage beyond the card's own (酒)."""
        self.struck = False
        """Whether a delayed trick that passes on has done its damage, and so ends (C09)."""
        self.redirected: Player | None = None
        """Who becomes the target in place of the present one (流离)."""
        self.closed = False
        self.declined: set[tuple[Player, str]] = set()


def illegal(game: Game, user: Player, choice: Choice) -> str | None:
    """Why a card cannot be used so at the idle point, or None if it can (合法性检测; 2012.use.legality)."""
    card = forms.find(game, user, choice)
    if card is None:
        return forms.illegal(game, user, choice)
    face = card.face
    if face.category == "equipment":
        return "equipment is used without a target" if choice.targets else None
    if face.choose is None:
        return f"{face.name} can be used only in response"
    problem = face.usable(game, user, card.cards)
    if problem is not None:
        return problem
    return _illegal_targets(card, face.choose(game, user, card), choice.targets)


def _illegal_targets(card: Played, offered: Targets, chosen: list[Player]) -> str | None:
    wrong = [player.name for player in chosen if player not in offered.legal]
    if wrong:
        return f"{'、'.join(wrong)} cannot be a target of {card.name}"
    if offered.least == 0:
        if not offered.legal:
            return f"{card.name} has no legal target"
        return None if len(chosen) in (0, len(offered.legal)) else f"{card.name} is used on all its targets"
    if not offered.least <= len(chosen) <= offered.most or len(set(chosen)) != len(chosen):
        return f"{card.name} takes {offered.least} to {offered.most} different target(s)"
    return None


def targets_of(game: Game, user: Player, card: Played, chosen: list[Player]) -> list[Player]:
    """The targets of a legal use: those chosen, or those that the card names itself."""
    if chosen or card.face.choose is None:
        return chosen
    return card.face.choose(game, user, card).legal


def use(
    game: Game, user: Player, card: Played, targets: list[Player], about: tuple[Use, Aim] | None = None
) -> Flow[None]:
    """``user`` uses ``card`` on ``targets``, all of it legal; returns when the card is settled.

    Args:
        about: the use and the settlement in it that this card answers.
    """
    face = card.face
    targets = in_order(game, targets)
    event = Use(user, card, targets, about)
    if card.skill is not None:
        game.emit("skill", user, skill=card.skill.name)
    with game.happening("use", user, card=face.name, cards=card.cards, targets=targets):
        if face.category == "equipment":
            yield from _equip(game, user, card)
            return
        yield from at(game, t.USE_CHOOSING, event, user)
        face.on_use(game, event)
        yield from _choose(game, event, user)
        if about is not None:
            yield from _answer(game, event, about[1])
        else:
            yield from _become(game, event)
            if face.category != "delayed":
                for aim in event.aims:
                    yield from resolve(game, event, aim)
        yield from settle(game, card.cards)


def _equip(game: Game, user: Player, card: Played) -> Flow[None]:
    """Equipment is only laid down; what lay in its slot is discarded at the same moment (D07)."""
    legs = [Leg(real, real.zone, user.equipment, "equip") for real in card.cards]
    slot = card.face.slot
    assert slot is not None  # equipment has a slot
    worn = user.worn(slot)
    if worn is not None:
        legs.append(Leg(worn, user.equipment, game.discard_pile, "discard"))
    yield from move_legs(game, legs)


def _choose(game: Game, event: Use, user: Player) -> Flow[None]:
    """选择目标后: the card awaits settlement, or a delayed trick is laid (C02): so it is lost."""
    home, reason = game.processing, "use"
    if event.card.face.category == "delayed":
        assert event.aim.target is not None  # delayed tricks have one target
        home, reason = event.aim.target.judgement, "place"
    # A card that somebody else has played for the user is in resolution already (激将、护驾).
    legs = [
        Leg(card, card.zone, home, reason) for card in event.card.cards if card.zone is not game.processing
    ]
    loss = (yield from move_up_to_loss(game, legs)) if legs else None
    if loss is not None and not game.edition.loss_joins_chosen:
        yield from at(game, loss.timing, loss.event, None, lost=loss.lost)
        loss = None
    yield from at(game, t.USE_CHOSEN, event, user, joined=loss)


def _become(game: Game, event: Use) -> Flow[None]:
    """指定/成为目标时, where targets may change, then 指定/成为目标后, where they no longer do."""
    waiting, settled = event.aims, []
    while waiting:
        aim = event.aim = waiting.pop(0)
        yield from at(game, t.USE_BECOMING, event, aim.target)
        if event.redirected is None:
            settled.append(aim)
        else:
            # Whoever it is moved onto becomes a target in his turn, and may move it on again.
            waiting.insert(0, Aim(event.redirected))
            event.redirected, event.closed = None, False
    # A target that came by redirection takes his place in the order of settlement (C06).
    place = {player: n for n, player in enumerate(in_order(game, game.players))}
    event.aims = sorted(settled, key=lambda aim: place[aim.target] if aim.target else 0)
    for aim in event.aims:
        event.aim = aim
        yield from at(game, t.USE_BECAME, event, aim.target)


def resolve(game: Game, event: Use, aim: Aim) -> Flow[None]:
    """The settlement on one target: validity, before the effect, the effect."""
    event.aim = aim
    target = aim.target
    assert target is not None  # cards that answer cards are settled by _answer
    if not target.alive:
        return
    face = event.card.face
    yield from at(game, t.USE_VALIDITY, event, target)
    if _is_invalid(game, event, target):
        game.emit("invalid", target, card=face.name)
        return
    yield from at(game, t.USE_BEFORE, event, target)
    if face.answer is not None:
        yield from face.answer(game, event, aim)
    if aim.cancelled:
        return
    with game.happening("effect", target, card=face.name):
        yield from at(game, t.USE_AFTER, event, target)
        assert face.effect is not None  # only equipment and answers have none
        yield from face.effect(game, event, aim)


def _is_invalid(game: Game, event: Use, target: Player) -> bool:
    """对该角色无效: not a question of legality, which let the card be used (2012.use.validity)."""
    for holder, says in game.states("invalid"):
        if holder.owner is target and not principles.is_suppressed(holder, event) and says(event.card):
            return True
    return False


def _answer(game: Game, event: Use, against: Aim) -> Flow[None]:
    """A card that answers another one takes effect: it cancels it (抵消), alone or as one of several."""
    user, face = event.user, event.card.face
    yield from at(game, t.USE_BEFORE, event, user)
    if face.answer is not None:
        yield from face.answer(game, event, event.aim)
    if event.aim.cancelled:
        return
    assert event.about is not None
    with game.happening("effect", user, card=face.name):
        against.answers_needed -= 1
        if against.answers_needed == 0:
            against.cancelled = True
            game.emit("cancelled", against.target, card=event.about[0].card.name)
        yield from at(game, t.USE_AFTER, event, user)
