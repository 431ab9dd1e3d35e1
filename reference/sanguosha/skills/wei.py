"""Skills of 魏."""

from __future__ import annotations

from collections.abc import Sequence

from sanguosha import timings as t
from sanguosha.cards import FACES
from sanguosha.damage import Damage, damage
from sanguosha.death import Death
from sanguosha.elements import Cost, Part, Skill
from sanguosha.faces import Card, Played
from sanguosha.judgement import Judgement, judge, replace
from sanguosha.kernel import Ask, Choice, Flow
from sanguosha.move import discard, draw, gain, move
from sanguosha.picking import choose_own, pick
from sanguosha.principles import Plain
from sanguosha.response import Need, supply_for
from sanguosha.skills.common import any_hand_card, own_turn, suffered
from sanguosha.table import Game, Player
from sanguosha.turn import flip
from sanguosha.use import use

# --- 奸雄 -----------------------------------------------------------------------


def _jianxiong_condition(game: Game, owner: Player, event: Damage) -> int:
    return suffered(game, owner, event) and event.card is not None and bool(_in_resolution(game, event.card))


def _in_resolution(game: Game, card: Played) -> list[Card]:
    return [real for real in card.cards if real.zone.name in ("processing", "judgement")]


def _jianxiong(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """受到伤害后，可以获得造成此伤害的牌."""
    assert event.card is not None
    yield from gain(game, owner, _in_resolution(game, event.card))


JIANXIONG = Skill("奸雄", (Part(t.DAMAGE_RECEIVED, _jianxiong_condition, _jianxiong),))


# --- 护驾 -----------------------------------------------------------------------


def _hujia_condition(game: Game, owner: Player, need: Need) -> int:
    return need.name == "闪" and any(p.faction == "魏" for p in game.others(owner))


def _hujia(game: Game, owner: Player, need: Need, choice: Choice) -> Flow[None]:
    """需要使用或打出闪时，可令其他魏势力角色打出一张闪，视为由你使用或打出."""
    yield from supply_for(game, need, "魏", "护驾")


HUJIA = Skill("护驾", (Part(t.RESPOND_LORD, _hujia_condition, _hujia),), lord=True)


# --- 反馈 -----------------------------------------------------------------------


def _fankui_condition(game: Game, owner: Player, event: Damage) -> int:
    return suffered(game, owner, event) and has_living_source(event) and bool(_source(event).owned)


def has_living_source(event: Damage) -> bool:
    """The damage has a source that can still be acted upon (F10)."""
    return event.source is not None and event.source.alive


def _source(event: Damage) -> Player:
    assert event.source is not None
    return event.source


def _fankui(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """受到伤害后，可以获得来源的一张牌."""
    source = _source(event)
    card = yield from pick(game, owner, source, "反馈", source.owned)
    assert card is not None  # the condition saw one
    yield from gain(game, owner, [card])


FANKUI = Skill("反馈", (Part(t.DAMAGE_RECEIVED, _fankui_condition, _fankui),))


# --- 鬼才 -----------------------------------------------------------------------


def _guicai(game: Game, owner: Player, event: Judgement, choice: Choice) -> Flow[None]:
    """一张判定牌生效前，可以打出一张手牌代替之."""
    yield from replace(game, event, choice.cards[0], owner, exchange=False)


GUICAI = Skill(
    "鬼才",
    (Part(t.JUDGE_BEFORE, lambda game, owner, event: 1, _guicai, Cost(1, any_hand_card, "keep")),),
)


# --- 刚烈 -----------------------------------------------------------------------


def _ganglie_condition(game: Game, owner: Player, event: Damage) -> int:
    return suffered(game, owner, event) and has_living_source(event)


def _ganglie(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """受到伤害后，可以判定：若结果不为红桃，来源弃置两张手牌，或受到你造成的1点伤害."""
    source = _source(event)
    result = yield from judge(game, owner, "刚烈")
    if result.suit == "♥" or not source.alive:
        return
    cards: list[Card] = []
    if len(source.hand.cards) >= 2:
        cards = yield from choose_own(game, source, source.hand.cards, 2, "刚烈", required=False)
    if cards:
        yield from discard(game, cards)
    else:
        yield from damage(game, Damage(owner, source, 1, None, None, None))


GANGLIE = Skill("刚烈", (Part(t.DAMAGE_RECEIVED, _ganglie_condition, _ganglie),))


# --- 天妒、遗计 ------------------------------------------------------------------


def _tiandu(game: Game, owner: Player, event: Judgement, choice: Choice) -> Flow[None]:
    """你的判定牌生效后，可以获得之."""
    yield from gain(game, owner, [event.card])


def in_force(game: Game, owner: Player, event: Judgement) -> int:
    """The owner's own judgement card has taken effect and still lies there."""
    return event.player is owner and event.card.zone is game.processing


TIANDU = Skill("天妒", (Part(t.JUDGE_AFTER, in_force, _tiandu),))


def _yiji_condition(game: Game, owner: Player, event: Damage) -> int:
    return event.amount if suffered(game, owner, event) else 0


def _yiji(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """每受到1点伤害，可以观看牌堆顶的两张牌，将其中每张交给一名角色."""
    cards = game.top_cards(2)[:]
    while cards:
        given, receiver = yield from _give(game, owner, cards)
        cards = [card for card in cards if card not in given]
        yield from give(game, receiver, given)


def give(game: Game, receiver: Player, cards: list[Card]) -> Flow[None]:
    """交给."""
    yield from move(game, cards, receiver.hand, "give")


def _give(game: Game, giver: Player, cards: list[Card]) -> Flow[tuple[list[Card], Player]]:
    """Some of ``cards``, and the one character who gets them."""
    living = game.living

    def check(choice: Choice) -> str | None:
        if not choice.cards or any(card not in cards for card in choice.cards):
            return f"some of {'、'.join(card.label for card in cards)} are to be given"
        if len(choice.targets) != 1 or choice.targets[0] not in living:
            return "the cards are given to one living character"
        return None

    choice = yield Ask(
        giver,
        "give",
        check,
        required=True,
        cards=tuple(cards),
        targets=tuple(living),
        most=len(cards),
        reason="遗计",
    )
    assert choice is not None  # required
    return choice.cards, choice.targets[0]


YIJI = Skill("遗计", (Part(t.DAMAGE_RECEIVED, _yiji_condition, _yiji),))


# --- 洛神 -----------------------------------------------------------------------


def _luoshen_condition(game: Game, owner: Player, event: Plain) -> int:
    return own_turn(game, owner, event) and 1 + event.again


def _luoshen(game: Game, owner: Player, event: Plain, choice: Choice) -> Flow[None]:
    """准备阶段开始时，可以判定：若为黑色，生效后获得之，并可再次发动."""
    result = yield from judge(game, owner, "洛神", gained=lambda result: result.colour == "black")
    if result.colour == "black":
        event.again += 1


LUOSHEN = Skill("洛神", (Part(t.phase_start("prep"), _luoshen_condition, _luoshen),))


# --- 神速 -----------------------------------------------------------------------


def _slash_target(game: Game, owner: Player, event: object, cost: Sequence[Card]) -> list[Player]:
    """Any other character: 神速 has no limit of distance."""
    return game.others(owner)


def _shensu(game: Game, owner: Player, choice: Choice) -> Flow[None]:
    """视为使用一张【杀】, which is colourless (C17)."""
    yield from use(game, owner, Played(FACES["杀"]), choice.targets)


def _shensu_1_condition(game: Game, owner: Player, event: Plain) -> int:
    return game.current is owner and not owner.skips & {"judge", "draw"}


def _shensu_1(game: Game, owner: Player, event: Plain, choice: Choice) -> Flow[None]:
    """①跳过判定阶段和摸牌阶段."""
    owner.skips |= {"judge", "draw"}
    yield from _shensu(game, owner, choice)


def _shensu_2_condition(game: Game, owner: Player, event: Plain) -> int:
    return game.current is owner and "play" not in owner.skips


def _shensu_2(game: Game, owner: Player, event: Plain, choice: Choice) -> Flow[None]:
    """②跳过出牌阶段并弃置一张装备牌."""
    owner.skips.add("play")
    yield from _shensu(game, owner, choice)


def _equipment_card(game: Game, owner: Player, card: Card) -> bool:
    return card.face.category == "equipment"


SHENSU = Skill(
    "神速",
    (
        Part(t.gap("prep", "judge"), _shensu_1_condition, _shensu_1, targets=_slash_target),
        Part(
            t.gap("draw", "play"),
            _shensu_2_condition,
            _shensu_2,
            Cost(1, _equipment_card),
            _slash_target,
        ),
    ),
)


# --- 据守、行殇 ------------------------------------------------------------------


def _jushou(name: str, count: int) -> Skill:
    def effect(game: Game, owner: Player, event: Plain, choice: Choice) -> Flow[None]:
        """结束阶段开始时，可以摸牌，然后翻面."""
        yield from draw(game, owner, count)
        yield from flip(game, owner)

    return Skill("据守", (Part(t.phase_start("finish"), own_turn, effect),), key=name)


JUSHOU = (_jushou("据守（2012）", 3), _jushou("据守（2013）", 1))


def _xingshang_condition(game: Game, owner: Player, event: Death) -> int:
    return event.victim is not owner and bool(event.victim.owned)


def _xingshang(game: Game, owner: Player, event: Death, choice: Choice) -> Flow[None]:
    """其他角色死亡时，可以获得其所有牌."""
    yield from gain(game, owner, event.victim.owned)


XINGSHANG = Skill("行殇", (Part(t.DEATH, _xingshang_condition, _xingshang),))
