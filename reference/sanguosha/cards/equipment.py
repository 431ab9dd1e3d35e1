"""Equipment (装备牌) and the skills that it gives while it lies in the equipment area."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanguosha import forms, response
from sanguosha import timings as t
from sanguosha import use as using
from sanguosha.cards.basic import FACES as BASIC
from sanguosha.elements import Cost, Part, Skill, Tier
from sanguosha.faces import Card, Face, Played
from sanguosha.judgement import judge
from sanguosha.kernel import Ask, Choice, Flow
from sanguosha.move import Move, discard, draw
from sanguosha.picking import choose_own, pick
from sanguosha.recovery import recover
from sanguosha.skills.common import any_card, own_slash_aimed
from sanguosha.table import Game, Player

if TYPE_CHECKING:
    from sanguosha.damage import Damage

JINK = next(face for face in BASIC if face.name == "闪")


def _equipment_skill(name: str, *parts: Part, **rest: object) -> Skill:
    return Skill(name, parts, tier=Tier.EQUIPMENT, **rest)  # type: ignore[arg-type]


# --- weapons ------------------------------------------------------------------


def _own_slash_dodged(game: Game, owner: Player, event: using.Use) -> int:
    """The owner's 杀 has just been cancelled by a 闪 (闪生效后)."""
    about = event.about
    return about is not None and event.card.face is JINK and about[0].user is owner and about[1].cancelled


def _green_dragon_condition(game: Game, owner: Player, event: using.Use) -> int:
    return _own_slash_dodged(game, owner, event) and forms.can_supply(game, owner, ("杀",))


def _green_dragon(game: Game, owner: Player, event: using.Use, choice: Choice) -> Flow[None]:
    """青龙偃月刀: another 杀 on the same target, whatever the distance."""
    assert event.about is not None
    target = event.about[1].target
    assert target is not None

    def check(choice: Choice) -> str | None:
        if choice.targets not in ([], [target]):
            return "青龙偃月刀 goes against the same target"
        return forms.illegal(game, owner, choice, ("杀",))

    again = yield Ask(owner, "use", check, names=("杀",), reason="青龙偃月刀", subject=target)
    if again is not None:
        yield from using.use(game, owner, forms.form(game, owner, again), [target])


def _axe(game: Game, owner: Player, event: using.Use, choice: Choice) -> Flow[None]:
    """贯石斧: the cancelled 杀 does its damage all the same."""
    assert event.about is not None
    event.about[1].cancelled = False
    yield from ()


def _halberd(owner: Player, card: Played) -> int:
    """方天画戟: up to two more targets for a 杀 that is the last of the hand."""
    return 2 if owner.hand.cards and list(card.cards) == owner.hand.cards else 0


def _own_slash_hits(game: Game, owner: Player, event: Damage) -> int:
    """A 杀 of the owner's is about to damage its target (2012.damage.wording.target-only)."""
    return event.source is owner and event.aim is not None and event.card is not None and event.card.is_slash


def _ice_sword_condition(game: Game, owner: Player, event: Damage) -> int:
    return _own_slash_hits(game, owner, event) and bool(event.victim.owned)


def _ice_sword(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """寒冰剑: the damage is prevented; two of the target's cards are discarded one after the other (依次)."""
    event.prevent()
    victim = event.victim
    for _ in range(2):
        card = yield from pick(game, owner, victim, "寒冰剑", victim.owned)
        if card is not None:
            yield from discard(game, [card])


def _horses(player: Player) -> list[Card]:
    return [card for card in player.equipment.cards if card.face.slot in ("plus", "minus")]


def _bow_condition(game: Game, owner: Player, event: Damage) -> int:
    return _own_slash_hits(game, owner, event) and bool(_horses(event.victim))


def _bow(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """麒麟弓: one horse of the target is discarded."""
    card = yield from pick(game, owner, event.victim, "麒麟弓", _horses(event.victim))
    assert card is not None  # the condition saw one
    yield from discard(game, [card])


def _swords_condition(game: Game, owner: Player, event: using.Use) -> int:
    target = event.aim.target
    return (
        event.user is owner and event.card.is_slash and target is not None and target.gender != owner.gender
    )


def _swords(game: Game, owner: Player, event: using.Use, choice: Choice) -> Flow[None]:
    """雌雄双股剑: the target discards a hand card, or else the user draws one."""
    target = event.aim.target
    assert target is not None
    cards: list[Card] = []
    if target.hand.cards:
        cards = yield from choose_own(game, target, target.hand.cards, 1, "雌雄双股剑", required=False)
    if cards:
        yield from discard(game, cards)
    else:
        yield from draw(game, owner, 1)


def _blue_steel(game: Game, owner: Player, event: using.Use, choice: Choice) -> Flow[None]:
    """青釭剑: armour does nothing against this 杀 (B12)."""
    event.aim.ignores_armour = True
    yield from ()


# --- armour -------------------------------------------------------------------


def _eight_trigrams(game: Game, owner: Player, need: response.Need, choice: Choice) -> Flow[None]:
    """八卦阵: a red judgement counts as a 闪 used or played."""
    result = yield from judge(game, owner, "八卦阵")
    if result.colour == "red":
        need.supplied = Played(JINK)


def _rattan_hit(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """藤甲, second effect: fire damage is one more."""
    event.amount += 1
    yield from ()


def _lion_softens(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """白银狮子, first effect: more than one point of damage becomes one."""
    event.amount = 1
    yield from ()


def _lion_lost(game: Game, owner: Player, event: Move) -> int:
    return owner.alive and any(card.face.name == "白银狮子" for card in event.equipment_lost(owner))


def _lion_heals(game: Game, owner: Player, event: Move, choice: Choice) -> Flow[None]:
    """白银狮子, second effect: lost from the equipment area, it gives back 1 hp."""
    yield from recover(game, owner, 1)


# --- the cards ----------------------------------------------------------------


def _weapon(name: str, reach: int, skill: Skill) -> Face:
    return Face(name, "equipment", slot="weapon", reach=reach, skill=skill)


def _armour(name: str, skill: Skill) -> Face:
    return Face(name, "equipment", slot="armour", skill=skill)


PLUS_HORSE = _equipment_skill("+1坐骑", locked=True, states={"distance.to": 1})
MINUS_HORSE = _equipment_skill("-1坐骑", locked=True, states={"distance.from": -1})

FACES = (
    _weapon("诸葛连弩", 1, _equipment_skill("诸葛连弩", locked=True, states={"slash.unlimited": True})),
    _weapon("雌雄双股剑", 2, _equipment_skill("雌雄双股剑", Part(t.USE_BECAME, _swords_condition, _swords))),
    _weapon(
        "青釭剑", 2, _equipment_skill("青釭剑", Part(t.USE_BECAME, own_slash_aimed, _blue_steel), locked=True)
    ),
    _weapon(
        "寒冰剑", 2, _equipment_skill("寒冰剑", Part(t.DAMAGE_DEALING, _ice_sword_condition, _ice_sword))
    ),
    _weapon(
        "青龙偃月刀",
        3,
        _equipment_skill("青龙偃月刀", Part(t.USE_AFTER, _green_dragon_condition, _green_dragon)),
    ),
    _weapon(
        "贯石斧",
        3,
        _equipment_skill("贯石斧", Part(t.USE_AFTER, _own_slash_dodged, _axe, cost=Cost(2, any_card))),
    ),
    _weapon("方天画戟", 4, _equipment_skill("方天画戟", locked=True, states={"slash.targets": _halberd})),
    _weapon("麒麟弓", 5, _equipment_skill("麒麟弓", Part(t.DAMAGE_DEALING, _bow_condition, _bow))),
    _armour(
        "八卦阵",
        _equipment_skill("八卦阵", Part(t.RESPOND_ARMOUR, lambda game, owner, need: True, _eight_trigrams)),
    ),
    _armour(
        "仁王盾",
        _equipment_skill(
            "仁王盾", locked=True, states={"invalid": lambda card: card.is_slash and card.colour == "black"}
        ),
    ),
    _armour(
        "藤甲",
        _equipment_skill(
            "藤甲",
            Part(
                t.DAMAGE_RECEIVING,
                lambda game, owner, event: event.victim is owner and event.element == "fire",
                _rattan_hit,
            ),
            locked=True,
            states={"invalid": lambda card: card.name in ("杀", "南蛮入侵", "万箭齐发")},
        ),
    ),
    _armour(
        "白银狮子",
        _equipment_skill(
            "白银狮子",
            Part(
                t.DAMAGE_RECEIVING,
                lambda game, owner, event: event.victim is owner and event.amount > 1,
                _lion_softens,
            ),
            Part(t.MOVE_AFTER, _lion_lost, _lion_heals),
            locked=True,
        ),
    ),
    *(Face(name, "equipment", slot="plus", skill=PLUS_HORSE) for name in ("绝影", "的卢", "爪黄飞电")),
    *(Face(name, "equipment", slot="minus", skill=MINUS_HORSE) for name in ("赤兔", "紫骍", "大宛")),
)
