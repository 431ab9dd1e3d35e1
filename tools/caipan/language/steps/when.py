"""当: where the game is entered, and the moves."""
# The docstrings here are a page for players, with its own form, in Chinese.
# ruff: noqa: D205, D415

from __future__ import annotations

from typing import Literal

from pytest_bdd import parsers, when

from caipan.language import script, words
from caipan.language.steps.collects import Collects

# --- where the game is entered ----------------------------------------------


@when(parsers.re(r"轮到 (?P<player>\S+) 的回合"))
def turn(table: Collects, player: str) -> None:
    """轮到 P 的回合
    例: 轮到 乙 的回合
    从回合开始前进入游戏。只能写在最前面。
    """
    table.when(script.Enter("turn", words.player(player)))


@when(parsers.re(r"(?P<player>\S+) 的(?P<phase>\S+阶段)开始"))
def phase(table: Collects, player: str, phase: str) -> None:
    """P 的PHASE开始
    例: 甲 的判定阶段开始
    从该阶段开始时进入游戏, 之后的阶段照常进行。只能写在最前面。
    """
    table.when(script.Enter("phase", words.player(player), words.phase(phase)))


@when(parsers.re(r"现在是 (?P<player>\S+) 的出牌阶段"))
def idle(table: Collects, player: str) -> None:
    """现在是 P 的出牌阶段
    例: 现在是 乙 的出牌阶段
    从其出牌阶段的空闲时间点进入游戏。只能写在最前面。
    """
    table.when(script.Enter("idle", words.player(player)))


@when(parsers.re(r"(?P<player>\S+) 受到 (?P<amount>\S+) 点(?P<element>\S*)伤害"))
def damaged(table: Collects, player: str, amount: str, element: str) -> None:
    """P 受到 N 点[火焰|雷电]伤害
    例: 乙 受到 2 点火焰伤害
    没有来源的伤害, 在出牌阶段的空闲时间点发生。只能写在最前面。
    """
    table.when(script.happen("damage", player, amount, None, element))


@when(parsers.re(r"(?P<source>\S+) 对 (?P<player>\S+) 造成 (?P<amount>\S+) 点(?P<element>\S*)伤害"))
def damaged_by(table: Collects, source: str, player: str, amount: str, element: str) -> None:
    """Q 对 P 造成 N 点[火焰|雷电]伤害
    例: 甲 对 乙 造成 1 点伤害
    在出牌阶段的空闲时间点发生。只能写在最前面。
    """
    table.when(script.happen("damage", player, amount, source, element))


@when(parsers.re(r"(?P<player>\S+) 失去 (?P<amount>\S+) 点体力"))
def loses_hp(table: Collects, player: str, amount: str) -> None:
    """P 失去 N 点体力
    例: 乙 失去 1 点体力
    在出牌阶段的空闲时间点发生。只能写在最前面。
    """
    table.when(script.happen("lose_hp", player, amount))


@when(parsers.re(r"(?P<player>\S+) 回复 (?P<amount>\S+) 点体力"))
def recovers(table: Collects, player: str, amount: str) -> None:
    """P 回复 N 点体力
    例: 乙 回复 1 点体力
    在出牌阶段的空闲时间点发生。只能写在最前面。
    """
    table.when(script.happen("recover", player, amount))


@when(parsers.re(r"(?P<player>\S+) 进行判定"))
def judges(table: Collects, player: str) -> None:
    """P 进行判定
    例: 乙 进行判定
    在出牌阶段的空闲时间点发生。只能写在最前面。
    """
    table.when(script.happen("judge", player))


# --- moves ------------------------------------------------------------------


@when(parsers.re(r"(?P<player>\S+) 使用 (?P<card>\S+)"))
def use(table: Collects, player: str, card: str) -> None:
    """P 使用 CARD
    例: 乙 使用 闪♦2
    空闲时间点的使用, 以及被询问时的使用。没有写出的询问一律不响应。
    """
    table.when(script.use(player, card))


@when(parsers.re(r"(?P<player>\S+) 对 (?P<targets>\S+) 使用 (?P<card>\S+)"))
def use_on(table: Collects, player: str, targets: str, card: str) -> None:
    """P 对 PS 使用 CARD
    例: 甲 对 乙、丙 使用 铁索连环♠J
    """
    table.when(script.use(player, card, targets))


@when(parsers.re(r"(?P<player>\S+) 将 (?P<cards>\S+) 当 (?P<name>\S+) 使用"))
def use_as(table: Collects, player: str, cards: str, name: str) -> None:
    """P 将 CARDS 当 NAME 使用
    例: 乙 将 杀♠7 当 闪 使用
    """
    table.when(script.convert(player, cards, name))


@when(parsers.re(r"(?P<player>\S+) 将 (?P<cards>\S+) 当 (?P<name>\S+) 对 (?P<targets>\S+) 使用"))
def use_as_on(table: Collects, player: str, cards: str, name: str, targets: str) -> None:
    """P 将 CARDS 当 NAME 对 PS 使用
    例: 甲 将 桃♥3 当 杀 对 乙 使用
    """
    table.when(script.convert(player, cards, name, targets))


@when(parsers.re(r"(?P<player>\S+) 打出 (?P<card>\S+)"))
def play(table: Collects, player: str, card: str) -> None:
    """P 打出 CARD
    例: 乙 打出 杀♠8
    """
    table.when(script.use(player, card, verb="打出"))


@when(parsers.re(r"(?P<player>\S+) 将 (?P<cards>\S+) 当 (?P<name>\S+) 打出"))
def play_as(table: Collects, player: str, cards: str, name: str) -> None:
    """P 将 CARDS 当 NAME 打出
    例: 乙 将 闪♦2 当 杀 打出
    """
    table.when(script.convert(player, cards, name, verb="打出"))


@when(parsers.re(r"(?P<player>\S+) 发动 (?P<skill>[^\s，]+)(?P<details>(?:，.+)?)"))
def invoke(table: Collects, player: str, skill: str, details: str) -> None:
    """P 发动 SKILL[，…]
    例: 乙 发动 流离，弃置 闪♦2，转移给 丙
    技能的消耗、目标和选择写在后面, 可以有几项: ，弃置 CARDS  ，打出 CARDS  ，将 CARDS 交给 Q
    ，对 PS  ，转移给 Q  ，选择 Q 的 CARD  ，选择 Q 的手牌  ，选择“OPTION”。
    装备牌的技能也这样写: 乙 发动 八卦阵。
    """
    table.when(script.invoke(player, skill, details))


@when(parsers.re(r"(?P<player>\S+) 不(?P<verb>发动|使用|打出) (?P<name>\S+)"))
def decline(table: Collects, player: str, verb: Literal["发动", "使用", "打出"], name: str) -> None:
    """P 不发动 SKILL / P 不使用 NAME / P 不打出 NAME
    例: 甲 不使用 桃
    必有这样的询问。
    """
    table.when(script.decline(player, verb, name))


@when(parsers.re(r"(?P<player>\S+) 不弃置"))
def decline_discard(table: Collects, player: str) -> None:
    """P 不弃置
    例: 甲 不弃置
    必有这样的询问。
    """
    table.when(script.decline(player, "弃置"))


@when(parsers.re(r"(?P<player>\S+) 弃置 (?P<cards>\S+)"))
def discard(table: Collects, player: str, cards: str) -> None:
    """P 弃置 CARDS
    例: 甲 弃置 杀♠7、闪♦2
    若只能弃置这些牌, 不经询问就弃置了, 也算。
    """
    table.when(script.Discard(words.player(player), words.cards(cards)))


@when(parsers.re(r"(?P<player>\S+) 选择 (?P<owner>\S+) 的 (?P<card>\S+)"))
def pick(table: Collects, player: str, owner: str, card: str) -> None:
    """P 选择 Q 的 CARD
    例: 甲 选择 乙 的 诸葛连弩♣A
    一张装备区或判定区里的牌。
    """
    table.when(script.pick(player, owner, card))


@when(parsers.re(r"(?P<player>\S+) 选择 (?P<owner>\S+) 的手牌"))
def pick_blindly(table: Collects, player: str, owner: str) -> None:
    """P 选择 Q 的手牌
    例: 甲 选择 乙 的手牌
    看不见的一张。
    """
    table.when(script.pick(player, owner))


@when(parsers.re(r"(?P<player>\S+) 选择 (?P<targets>[^\s“]+)"))
def target(table: Collects, player: str, targets: str) -> None:
    """P 选择 PS
    例: 甲 选择 乙、丙
    """
    table.when(script.Target(words.player(player), words.players(targets)))


@when(parsers.re(r"(?P<player>\S+) 选择“(?P<option>[^“”]+)”"))
def option(table: Collects, player: str, option: str) -> None:
    """P 选择“OPTION”
    例: 甲 选择“摸一张牌”
    """
    table.when(script.Opt(words.player(player), option))


@when(parsers.re(r"(?P<player>\S+) 将 (?P<cards>\S+) 交给 (?P<to>\S+)"))
def give(table: Collects, player: str, cards: str, to: str) -> None:
    """P 将 CARDS 交给 Q
    例: 乙 将 酒♠9 交给 丙
    """
    table.when(script.Give(words.player(player), words.cards(cards), words.player(to)))


@when(parsers.re(r"(?P<player>\S+) 结束出牌阶段"))
def end(table: Collects, player: str) -> None:
    """P 结束出牌阶段
    例: 甲 结束出牌阶段
    """
    table.when(script.End(words.player(player)))


# --- what may not be done ---------------------------------------------------


@when(parsers.re(r"(?P<player>\S+) 不能使用 (?P<card>\S+)"))
def cannot_use(table: Collects, player: str, card: str) -> None:
    """P 不能使用 CARD
    例: 甲 不能使用 酒♠9
    轮到他这样做的时候试一试, 必被拒绝; 然后接着的一步回答同一次询问。若根本没有这样的机会, 也就是不能。
    以下各步也一样。
    """
    table.when(script.Cannot(script.use(player, card)))


@when(parsers.re(r"(?P<player>\S+) 不能对 (?P<targets>\S+) 使用 (?P<card>\S+)"))
def cannot_use_on(table: Collects, player: str, targets: str, card: str) -> None:
    """P 不能对 PS 使用 CARD
    例: 甲 不能对 丙 使用 杀♠8
    """
    table.when(script.Cannot(script.use(player, card, targets)))


@when(parsers.re(r"(?P<player>\S+) 不能将 (?P<cards>\S+) 当 (?P<name>\S+) 使用"))
def cannot_use_as(table: Collects, player: str, cards: str, name: str) -> None:
    """P 不能将 CARDS 当 NAME 使用
    例: 甲 不能将 杀♠7 当 桃 使用
    """
    table.when(script.Cannot(script.convert(player, cards, name)))


@when(parsers.re(r"(?P<player>\S+) 不能将 (?P<cards>\S+) 当 (?P<name>\S+) 对 (?P<targets>\S+) 使用"))
def cannot_use_as_on(table: Collects, player: str, cards: str, name: str, targets: str) -> None:
    """P 不能将 CARDS 当 NAME 对 PS 使用
    例: 甲 不能将 闪♦2 当 杀 对 丙 使用
    """
    table.when(script.Cannot(script.convert(player, cards, name, targets)))


@when(parsers.re(r"(?P<player>\S+) 不能打出 (?P<card>\S+)"))
def cannot_play(table: Collects, player: str, card: str) -> None:
    """P 不能打出 CARD
    例: 甲 不能打出 闪♦2
    """
    table.when(script.Cannot(script.use(player, card, verb="打出")))


@when(parsers.re(r"(?P<player>\S+) 不能将 (?P<cards>\S+) 当 (?P<name>\S+) 打出"))
def cannot_play_as(table: Collects, player: str, cards: str, name: str) -> None:
    """P 不能将 CARDS 当 NAME 打出
    例: 甲 不能将 桃♥3 当 闪 打出
    """
    table.when(script.Cannot(script.convert(player, cards, name, verb="打出")))


@when(parsers.re(r"(?P<player>\S+) 不能发动 (?P<skill>[^\s，]+)(?P<details>(?:，.+)?)"))
def cannot_invoke(table: Collects, player: str, skill: str, details: str) -> None:
    """P 不能发动 SKILL[，…]
    例: 甲 不能发动 贯石斧，弃置 闪♦2
    各项同“P 发动 SKILL”。
    """
    table.when(script.Cannot(script.invoke(player, skill, details)))


@when(parsers.re(r"(?P<player>\S+) 不能弃置 (?P<cards>\S+)"))
def cannot_discard(table: Collects, player: str, cards: str) -> None:
    """P 不能弃置 CARDS
    例: 甲 不能弃置 闪♦2
    """
    table.when(script.Cannot(script.Discard(words.player(player), words.cards(cards))))


@when(parsers.re(r"(?P<player>\S+) 不能选择 (?P<owner>\S+) 的 (?P<card>\S+)"))
def cannot_pick(table: Collects, player: str, owner: str, card: str) -> None:
    """P 不能选择 Q 的 CARD
    例: 甲 不能选择 乙 的 八卦阵♠2
    """
    table.when(script.Cannot(script.pick(player, owner, card)))


@when(parsers.re(r"(?P<player>\S+) 不能选择 (?P<owner>\S+) 的手牌"))
def cannot_pick_blindly(table: Collects, player: str, owner: str) -> None:
    """P 不能选择 Q 的手牌
    例: 甲 不能选择 乙 的手牌
    """
    table.when(script.Cannot(script.pick(player, owner)))


@when(parsers.re(r"(?P<player>\S+) 不能将 (?P<cards>\S+) 交给 (?P<to>\S+)"))
def cannot_give(table: Collects, player: str, cards: str, to: str) -> None:
    """P 不能将 CARDS 交给 Q
    例: 甲 不能将 酒♠9 交给 丙
    """
    table.when(script.Cannot(script.Give(words.player(player), words.cards(cards), words.player(to))))
