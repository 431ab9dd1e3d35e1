"""Skills of 群雄, and of gods (神)."""

from __future__ import annotations

from sanguosha import forms
from sanguosha import timings as t
from sanguosha.death import Death
from sanguosha.elements import Conversion, Cost, Part, Skill
from sanguosha.faces import Card, Played
from sanguosha.judgement import Judgement, replace
from sanguosha.kernel import Choice, Flow
from sanguosha.principles import Plain
from sanguosha.table import Game, Player


def _away_and_red(game: Game, owner: Player, card: Card) -> bool:
    """Outside the owner's turn, nobody's turn included (你的回合外)."""
    return game.current is not owner and forms.own(game, owner, card).colour == "red"


JIJIU = Skill("急救", conversions=(Conversion("桃", _away_and_red),))

WUSHUANG = Skill("无双", locked=True, states={"answers": 2})


# --- 鬼道 -----------------------------------------------------------------------


def _black(game: Game, owner: Player, card: Card) -> bool:
    return forms.own(game, owner, card).colour == "black"


def _guidao(game: Game, owner: Player, event: Judgement, choice: Choice) -> Flow[None]:
    """一张判定牌生效前，可以打出一张黑色牌替换之."""
    yield from replace(game, event, choice.cards[0], owner, exchange=True)


GUIDAO = Skill(
    "鬼道", (Part(t.JUDGE_BEFORE, lambda game, owner, event: 1, _guidao, Cost(1, _black, "keep")),)
)

# --- 完杀、帷幕 ------------------------------------------------------------------


def _wansha(game: Game, owner: Player, user: Player, card: Played) -> bool:
    """你的回合内，除你与处于濒死状态的角色外，其他角色不能使用桃."""
    return card.name == "桃" and game.current is owner and user not in (owner, game.dying)


WANSHA = Skill("完杀", locked=True, states={"forbid": _wansha})
WEIMU = Skill(
    "帷幕",
    locked=True,
    states={"protected": lambda card: card.face.category in ("trick", "delayed") and card.colour == "black"},
)

# --- 断肠 -----------------------------------------------------------------------


def _duanchang_condition(game: Game, owner: Player, event: Death) -> int:
    return event.victim is owner and event.killer is not None


def _duanchang(game: Game, owner: Player, event: Death, choice: Choice) -> Flow[None]:
    """杀死你的角色失去所有武将技能."""
    killer = event.killer
    assert killer is not None  # the condition saw one
    for holder in killer.holders[:]:
        if holder.card is None:
            game.revoke(holder)
    yield from ()


DUANCHANG = Skill("断肠", (Part(t.DEATH, _duanchang_condition, _duanchang),), locked=True)

# --- 连破 -----------------------------------------------------------------------


def _lianpo_condition(game: Game, owner: Player, event: Plain) -> int:
    return owner.kills > 0


def _lianpo(game: Game, owner: Player, event: Plain, choice: Choice) -> Flow[None]:
    """一名角色的回合结束后，若你于此回合内杀死过角色，可以进行一个额外的回合."""
    game.extra_turns.append(owner)
    yield from ()


LIANPO = Skill("连破", (Part(t.TURN_ENDED, _lianpo_condition, _lianpo),))
