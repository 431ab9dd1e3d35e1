"""Skills of 蜀."""

from __future__ import annotations

from collections.abc import Sequence

from sanguosha import forms, response
from sanguosha import timings as t
from sanguosha.cards import FACES
from sanguosha.cards.basic import may_use_slash, slash_targets
from sanguosha.damage import Damage
from sanguosha.distance import distance
from sanguosha.elements import Conversion, Part, Skill
from sanguosha.faces import Card, Played
from sanguosha.judgement import judge
from sanguosha.kernel import Choice, Flow
from sanguosha.move import draw
from sanguosha.principles import Plain
from sanguosha.recovery import recover
from sanguosha.skills.common import own_slash_aimed, own_turn
from sanguosha.table import Game, Player
from sanguosha.use import Use, use

# --- 激将 -----------------------------------------------------------------------


def _has_helpers(game: Game, owner: Player) -> bool:
    return any(p.faction == "蜀" for p in game.others(owner))


def _jijiang_answer_condition(game: Game, owner: Player, need: response.Need) -> int:
    return need.name == "杀" and _has_helpers(game, owner)


def _jijiang_answer(game: Game, owner: Player, need: response.Need, choice: Choice) -> Flow[None]:
    """需要打出杀时，可令其他蜀势力角色打出一张杀，视为由你打出."""
    yield from response.supply_for(game, need, "蜀", "激将")


def _jijiang_use_condition(game: Game, owner: Player, event: Plain) -> int:
    return own_turn(game, owner, event) and may_use_slash(game, owner) is None and _has_helpers(game, owner)


def _jijiang_targets(game: Game, owner: Player, event: Plain, cost: Sequence[Card]) -> list[Player]:
    return slash_targets(game, owner, Played(FACES["杀"])).legal


def _jijiang_use(game: Game, owner: Player, event: Plain, choice: Choice) -> Flow[None]:
    """出牌阶段需要使用杀时，可令其他蜀势力角色打出一张杀，视为由你使用."""
    need = response.Need(owner, "杀", "use")
    yield from response.supply_for(game, need, "蜀", "激将")
    if need.supplied is not None:
        owner.used["杀"] += 1
        yield from use(game, owner, need.supplied, choice.targets)


JIJIANG = Skill(
    "激将",
    (
        Part(t.RESPOND_LORD, _jijiang_answer_condition, _jijiang_answer),
        Part(t.PLAY_IDLE, _jijiang_use_condition, _jijiang_use, targets=_jijiang_targets),
    ),
    lord=True,
)

# --- 武圣、龙胆 ------------------------------------------------------------------


def _is_red(game: Game, owner: Player, card: Card) -> bool:
    return forms.own(game, owner, card).colour == "red"


def _is_slash(game: Game, owner: Player, card: Card) -> bool:
    return card.face.family == "杀" and card.zone is owner.hand


def _is_jink(game: Game, owner: Player, card: Card) -> bool:
    return card.face.name == "闪" and card.zone is owner.hand


WUSHENG = Skill("武圣", conversions=(Conversion("杀", _is_red),))
LONGDAN = Skill("龙胆", conversions=(Conversion("闪", _is_slash), Conversion("杀", _is_jink)))

# --- 马术、铁骑 ------------------------------------------------------------------

MASHU = Skill("马术", locked=True, states={"distance.from": -1})


def _tieqi(game: Game, owner: Player, event: Use, choice: Choice) -> Flow[None]:
    """杀指定目标后，可以判定：若为红色，该目标不能使用闪响应此杀."""
    aim = event.aim
    result = yield from judge(game, owner, "铁骑")
    if result.colour == "red":
        aim.unanswerable = True


TIEQI = Skill("铁骑", (Part(t.USE_BECAME, own_slash_aimed, _tieqi),))

# --- 集智、奇才 ------------------------------------------------------------------


def _jizhi_condition(game: Game, owner: Player, event: Use) -> int:
    return event.user is owner and event.card.face.category == "trick"


def _jizhi(game: Game, owner: Player, event: Use, choice: Choice) -> Flow[None]:
    """使用非延时类锦囊牌时，可以摸一张牌 (C13)."""
    yield from draw(game, owner, 1)


JIZHI = Skill("集智", (Part(t.USE_CHOSEN, _jizhi_condition, _jizhi),))
QICAI = Skill("奇才", locked=True, states={"trick.reach": True})

# --- 狂骨 -----------------------------------------------------------------------


def _kuanggu_check(game: Game, owner: Player, event: Damage) -> bool:
    """Whether the victim is within distance 1 at 扣减体力后, dead or alive later (F06, F07)."""
    return event.source is owner and distance(game, owner, event.victim) <= 1


def _kuanggu_condition(game: Game, owner: Player, event: Damage) -> int:
    return "狂骨" in event.noted and event.source is owner and owner.wounded


def _kuanggu(game: Game, owner: Player, event: Damage, choice: Choice) -> Flow[None]:
    """每对距离1以内的角色造成1点伤害后，回复1点体力."""
    yield from recover(game, owner, event.amount)


KUANGGU = Skill(
    "狂骨",
    (Part(t.DAMAGE_DEALT, _kuanggu_condition, _kuanggu),),
    locked=True,
    states={"deducted": _kuanggu_check},
)
