"""那么: what must be true."""
# The docstrings here are a page for players, with its own form, in Chinese.
# ruff: noqa: D205, D415

from __future__ import annotations

from pytest_bdd import parsers, then

from caipan.language import events, expect, happened, script, words
from caipan.language.steps.collects import Collects, Rows

# --- players and piles ------------------------------------------------------


@then(parsers.re(r"(?P<player>\S+) 的体力为 (?P<hp>\S+)"))
def hp(table: Collects, player: str, hp: str) -> None:
    """P 的体力为 N
    例: 乙 的体力为 1
    """
    table.then(expect.Hp(words.player(player), words.integer(hp)))


@then(parsers.re(r"(?P<player>\S+) 的体力上限为 (?P<most>\S+)"))
def max_hp(table: Collects, player: str, most: str) -> None:
    """P 的体力上限为 N
    例: 乙 的体力上限为 3
    """
    table.then(expect.MaxHp(words.player(player), words.positive(most)))


@then(parsers.re(r"(?P<player>\S+) 的手牌为 (?P<cards>\S+)"))
def hand(table: Collects, player: str, cards: str) -> None:
    """P 的手牌为 CARDS
    例: 乙 的手牌为 闪♦2、酒♠9
    恰好这些, 不论次序。
    """
    table.then(expect.Holds(words.player(player), "hand", words.cards(cards)))


@then(parsers.re(r"(?P<player>\S+) 没有手牌"))
def no_hand(table: Collects, player: str) -> None:
    """P 没有手牌
    例: 乙 没有手牌
    """
    table.then(expect.Holds(words.player(player), "hand"))


@then(parsers.re(r"(?P<player>\S+) 的手牌数为 (?P<count>\S+)"))
def hand_count(table: Collects, player: str, count: str) -> None:
    """P 的手牌数为 N
    例: 乙 的手牌数为 2
    """
    table.then(expect.HandCount(words.player(player), words.natural(count)))


@then(parsers.re(r"(?P<player>\S+) 的装备区为 (?P<cards>\S+)"))
def equipment(table: Collects, player: str, cards: str) -> None:
    """P 的装备区为 CARDS
    例: 乙 的装备区为 八卦阵♠2、绝影♠5
    """
    table.then(expect.Holds(words.player(player), "equipment", words.cards(cards)))


@then(parsers.re(r"(?P<player>\S+) 的判定区为 (?P<cards>\S+)"))
def judgement(table: Collects, player: str, cards: str) -> None:
    """P 的判定区为 CARDS
    例: 乙 的判定区为 闪电♠A、杀♦7=乐不思蜀
    先置入的写在前面。不写“=”时, 不论它当作什么锦囊。
    """
    table.then(expect.Holds(words.player(player), "judgement", words.laid_cards(cards)))


@then(parsers.re(r"(?P<player>\S+) 的武将牌上为 (?P<cards>\S+)"))
def aside(table: Collects, player: str, cards: str) -> None:
    """P 的武将牌上为 CARDS
    例: 乙 的武将牌上为 杀♠7
    """
    table.then(expect.Holds(words.player(player), "aside", words.cards(cards)))


@then(parsers.re(r"(?P<player>\S+) 的装备区没有牌"))
def no_equipment(table: Collects, player: str) -> None:
    """P 的装备区没有牌
    例: 乙 的装备区没有牌
    """
    table.then(expect.Holds(words.player(player), "equipment"))


@then(parsers.re(r"(?P<player>\S+) 的判定区没有牌"))
def no_judgement(table: Collects, player: str) -> None:
    """P 的判定区没有牌
    例: 乙 的判定区没有牌
    """
    table.then(expect.Holds(words.player(player), "judgement"))


@then(parsers.re(r"(?P<player>\S+) 的武将牌上没有牌"))
def no_aside(table: Collects, player: str) -> None:
    """P 的武将牌上没有牌
    例: 乙 的武将牌上没有牌
    """
    table.then(expect.Holds(words.player(player), "aside"))


@then(parsers.re(r"(?P<cards>\S+) 在弃牌堆"))
def in_discard_pile(table: Collects, cards: str) -> None:
    """CARDS 在弃牌堆
    例: 杀♠7、闪♦2 在弃牌堆
    """
    table.then(expect.InDiscardPile(words.cards(cards), there=True))


@then(parsers.re(r"(?P<cards>\S+) 不在弃牌堆"))
def not_in_discard_pile(table: Collects, cards: str) -> None:
    """CARDS 不在弃牌堆
    例: 杀♠7 不在弃牌堆
    """
    table.then(expect.InDiscardPile(words.cards(cards), there=False))


@then(parsers.re(r"(?P<cards>\S+) 在牌堆"))
def in_draw_pile(table: Collects, cards: str) -> None:
    """CARDS 在牌堆
    例: 闪♦2 在牌堆
    """
    table.then(expect.InDrawPile(words.cards(cards)))


@then(parsers.re(r"(?P<player>\S+) (?P<state>死亡|存活)"))
def alive(table: Collects, player: str, state: str) -> None:
    """P 死亡 / P 存活
    例: 乙 死亡
    """
    table.then(expect.Alive(words.player(player), state == "存活"))


@then(parsers.re(r"(?P<player>\S+) (?P<state>处于|不处于)连环状态"))
def chained(table: Collects, player: str, state: str) -> None:
    """P 处于连环状态 / P 不处于连环状态
    例: 乙 处于连环状态
    """
    table.then(expect.Chained(words.player(player), state == "处于"))


@then(parsers.re(r"(?P<player>\S+) 的武将牌(?P<side>背面|正面)朝上"))
def face(table: Collects, player: str, side: str) -> None:
    """P 的武将牌背面朝上 / P 的武将牌正面朝上
    例: 甲 的武将牌背面朝上
    """
    table.then(expect.FaceDown(words.player(player), side == "背面"))


@then(parsers.re(r"(?P<player>\S+) (?P<has>拥有|没有)技能 (?P<skill>\S+)"))
def skill(table: Collects, player: str, has: str, skill: str) -> None:
    """P 拥有技能 SKILL / P 没有技能 SKILL
    例: 甲 没有技能 奸雄
    """
    table.then(expect.HasSkill(words.player(player), words.name(skill), has == "拥有"))


# --- what happened ----------------------------------------------------------


@then(parsers.re(r"依次发生:"))
def events_happened(table: Collects, datatable: Rows) -> None:
    """依次发生: (表格)
    例: 依次发生:
    | 事件     | 角色 | 内容       | 来源 | 对象     |
    | 使用     | 甲   | 杀♠7       |      | 乙       |
    | 受到伤害 | 乙   | 1点        | 甲   |          |
    | 时机     | 乙   | 受到伤害后 |      |          |
    | 摸牌     | 乙   | 2张        | 牌堆 | 乙的手牌 |
    从布置好场面以来发生的事件之中依次有这些, 其间可以有别的。空格表示不论。事件是事件的名称, 或牌移动的原因
    (摸牌 弃置 获得 交给 置入弃牌堆 …)。内容: 伤害和体力写作 2点 或 2点火焰; 牌写牌名或牌; 移动的牌写牌或 2张;
    技能、阶段、时机写其名称。来源: 伤害的来源, 牌移动前所在的区域。对象: 目标, 牌移至的区域。
    """
    table.then(happened.Events(events.Happened(events.rows(datatable))))


@then(parsers.re(r"恰好发生:"))
def events_happened_exactly(table: Collects, datatable: Rows) -> None:
    """恰好发生: (表格)
    例: 恰好发生:
    | 事件     | 角色 | 内容 | 来源 |
    | 受到伤害 | 乙   | 1点  | 甲   |
    | 受到伤害 | 丙   | 1点  | 甲   |
    事件和角色同其中某一行的(时机、检测则内容也同), 恰好是这些行, 依此次序, 不多不少;
    一个事件报告了两次就不合。
    不写角色的一行指任何角色的这种事件。各列同“依次发生”。
    """
    table.then(happened.Events(events.ExactlyHappened(events.rows(datatable))))


@then(parsers.re(r"没有发生:"))
def events_not_happened(table: Collects, datatable: Rows) -> None:
    """没有发生: (表格)
    例: 没有发生:
    | 事件     | 角色 |
    | 进入濒死 | 乙   |
    其中任何一行都没有发生。各列同“依次发生”。
    """
    table.then(happened.Events(events.NotHappened(events.rows(datatable))))


@then(parsers.re(r"发动 (?P<skill>\S+) 共 (?P<times>\S+) 次"))
def invoked(table: Collects, skill: str, times: str) -> None:
    """发动 SKILL 共 N 次
    例: 发动 枭姬 共 1 次
    """
    table.then(happened.Invoked(words.name(skill), words.natural(times)))


@then(parsers.re(r"没有发动 (?P<skill>\S+)"))
def not_invoked(table: Collects, skill: str) -> None:
    """没有发动 SKILL
    例: 没有发动 遗计
    """
    table.then(happened.Invoked(words.name(skill), 0))


@then(parsers.re(r"询问 (?P<player>\S+) 是否(?P<verb>使用|打出|发动) (?P<name>\S+) 共 (?P<times>\S+) 次"))
def asked(table: Collects, player: str, verb: happened.Asking, name: str, times: str) -> None:
    """询问 P 是否使用 NAME 共 N 次 (或: 是否打出 NAME, 是否发动 SKILL)
    例: 询问 甲 是否使用 桃 共 1 次
    """
    table.then(happened.Asked(words.player(player), verb, words.name(name), words.natural(times)))


@then(parsers.re(r"没有询问 (?P<player>\S+) 是否(?P<verb>使用|打出|发动) (?P<name>\S+)"))
def not_asked(table: Collects, player: str, verb: happened.Asking, name: str) -> None:
    """没有询问 P 是否使用 NAME (或: 是否打出 NAME, 是否发动 SKILL)
    例: 没有询问 丁 是否使用 桃
    """
    table.then(happened.Asked(words.player(player), verb, words.name(name), 0))


@then(parsers.re(r"依次询问 (?P<players>\S+) 是否(?P<verb>使用|打出|发动) (?P<name>\S+)"))
def asked_in_order(table: Collects, players: str, verb: happened.Asking, name: str) -> None:
    """依次询问 PS 是否使用 NAME (或: 是否打出 NAME, 是否发动 SKILL)
    例: 依次询问 丙、丁、乙 是否使用 桃
    恰好依次问过这些角色, 没有问过别的角色; 同一角色被问两次就写两次。
    """
    table.then(happened.AskedInOrder(words.sequence(players), verb, words.name(name)))


# --- what may be done -------------------------------------------------------


@then(parsers.re(r"(?P<player>\S+) 不能使用 (?P<card>\S+)"))
def cannot_use(table: Collects, player: str, card: str) -> None:
    """P 不能使用 CARD
    例: 甲 不能使用 桃♥3
    在当前的询问(通常是空闲时间点)试一试, 必被拒绝; 不轮到他时就是不能。
    什么都不再询问, 而游戏没有结束, 则无从得知, 不算通过。以下各步也一样。
    """
    table.then(happened.Cannot(script.use(player, card)))


@then(parsers.re(r"(?P<player>\S+) 不能对 (?P<targets>\S+) 使用 (?P<card>\S+)"))
def cannot_use_on(table: Collects, player: str, targets: str, card: str) -> None:
    """P 不能对 PS 使用 CARD
    例: 甲 不能对 丙 使用 杀♠7
    """
    table.then(happened.Cannot(script.use(player, card, targets)))


@then(parsers.re(r"(?P<player>\S+) 不能将 (?P<cards>\S+) 当 (?P<name>\S+) 使用"))
def cannot_use_as(table: Collects, player: str, cards: str, name: str) -> None:
    """P 不能将 CARDS 当 NAME 使用
    例: 甲 不能将 杀♠7 当 桃 使用
    """
    table.then(happened.Cannot(script.convert(player, cards, name)))


@then(parsers.re(r"(?P<player>\S+) 不能将 (?P<cards>\S+) 当 (?P<name>\S+) 对 (?P<targets>\S+) 使用"))
def cannot_use_as_on(table: Collects, player: str, cards: str, name: str, targets: str) -> None:
    """P 不能将 CARDS 当 NAME 对 PS 使用
    例: 甲 不能将 闪♦2 当 杀 对 乙 使用
    """
    table.then(happened.Cannot(script.convert(player, cards, name, targets)))


@then(parsers.re(r"(?P<player>\S+) 不能发动 (?P<skill>[^\s，]+)(?P<details>(?:，.+)?)"))
def cannot_invoke(table: Collects, player: str, skill: str, details: str) -> None:
    """P 不能发动 SKILL[，…]
    例: 甲 不能发动 激将，对 乙
    各项同“P 发动 SKILL”。
    """
    table.then(happened.Cannot(script.invoke(player, skill, details)))


@then(parsers.re(r"(?P<player>\S+) 与 (?P<target>\S+) 的距离为 (?P<number>\S+)"))
def distance(table: Collects, player: str, target: str, number: str) -> None:
    """P 与 Q 的距离为 N
    例: 丙 与 丁 的距离为 2
    """
    table.then(expect.Measured("distance", words.player(player), words.natural(number), words.player(target)))


@then(parsers.re(r"(?P<player>\S+) 的攻击范围为 (?P<number>\S+)"))
def attack_range(table: Collects, player: str, number: str) -> None:
    """P 的攻击范围为 N
    例: 甲 的攻击范围为 3
    """
    table.then(expect.Measured("range", words.player(player), words.natural(number)))


@then(parsers.re(r"(?P<target>\S+) (?P<there>在|不在) (?P<player>\S+) 的攻击范围内"))
def in_range(table: Collects, target: str, there: str, player: str) -> None:
    """Q 在 P 的攻击范围内 / Q 不在 P 的攻击范围内
    例: 丙 不在 甲 的攻击范围内
    """
    table.then(expect.Measured("in_range", words.player(player), there == "在", words.player(target)))


@then(parsers.re(r"(?P<player>\S+) 的手牌上限为 (?P<number>\S+)"))
def hand_limit(table: Collects, player: str, number: str) -> None:
    """P 的手牌上限为 N
    例: 甲 的手牌上限为 2
    """
    table.then(expect.Measured("hand_limit", words.player(player), words.natural(number)))


# --- the game ---------------------------------------------------------------


@then(parsers.re(r"(?P<players>\S+) 获胜"))
def winners(table: Collects, players: str) -> None:
    """PS 获胜
    例: 甲、丙 获胜
    恰好这些角色。
    """
    table.then(expect.Outcome(words.players(players)))


@then(parsers.re(r"游戏结束，没有人获胜"))
def nobody_wins(table: Collects) -> None:
    """游戏结束，没有人获胜
    例: 游戏结束，没有人获胜
    """
    table.then(expect.Outcome(()))


@then(parsers.re(r"游戏没有结束"))
def not_over(table: Collects) -> None:
    """游戏没有结束
    例: 游戏没有结束
    """
    table.then(expect.Outcome(None))


@then(parsers.re(r"现在是 (?P<player>\S+) 的回合"))
def turn_of(table: Collects, player: str) -> None:
    """现在是 P 的回合
    例: 现在是 乙 的回合
    """
    table.then(expect.Now(words.player(player)))


@then(parsers.re(r"现在是 (?P<player>\S+) 的(?P<phase>\S+阶段)"))
def phase_of(table: Collects, player: str, phase: str) -> None:
    """现在是 P 的PHASE
    例: 现在是 甲 的弃牌阶段
    """
    table.then(expect.Now(words.player(player), words.phase(phase)))


@then(parsers.re(r"现在不是任何角色的回合"))
def turn_of_nobody(table: Collects) -> None:
    """现在不是任何角色的回合
    例: 现在不是任何角色的回合
    """
    table.then(expect.Now(None))
