"""假如: the scene."""
# The docstrings here are a page for players, with its own form, in Chinese.
# ruff: noqa: D205, D415

from __future__ import annotations

from pytest_bdd import given, parsers

from caipan.language import scene, words
from caipan.language.steps.collects import Collects, Rows


@given(parsers.re(r"场上依次为:"))
def seats(table: Collects, datatable: Rows) -> None:
    """场上依次为: (表格)
    例: 场上依次为:
    | 角色 | 武将 | 体力 | 手牌       | 装备区      | 判定区           |
    | 甲   |      | 4/4  | 杀♠7、闪♦2 | 诸葛连弩♣A  |                  |
    | 乙   | 郭嘉 | 1/3  | 桃♥3       |             | 杀♦7=乐不思蜀    |
    各行按座次(逆时针, 即轮流的顺序)。列: 角色 身份 势力 性别 武将 技能 体力 手牌 装备区 判定区 武将牌上 状态,
    除角色外都可以省去。体力写作 1/4 (体力值/体力上限), 不写为 4/4。状态: 横置、背面朝上。
    判定区里先置入的写在前面; 当作别的锦囊置入的牌写作 杀♦7=乐不思蜀。
    若无别的说明, 现在是第一名角色的出牌阶段的空闲时间点。
    """
    table.given(scene.seats(datatable))


@given(parsers.re(r"牌堆顶依次为 (?P<cards>\S+)"))
def pile_top(table: Collects, cards: str) -> None:
    """牌堆顶依次为 CARDS
    例: 牌堆顶依次为 闪♦2、酒♠9
    最先写的在最上面; 其下另有约二十张无关的牌。
    """
    table.given(scene.Pile(words.cards(cards), exact=False))


@given(parsers.re(r"牌堆恰好依次为 (?P<cards>\S+)"))
def pile_exactly(table: Collects, cards: str) -> None:
    """牌堆恰好依次为 CARDS
    例: 牌堆恰好依次为 闪♦2、酒♠9
    其下没有别的牌。
    """
    table.given(scene.Pile(words.cards(cards), exact=True))


@given(parsers.re(r"牌堆没有牌"))
def pile_empty(table: Collects) -> None:
    """牌堆没有牌
    例: 牌堆没有牌
    """
    table.given(scene.Pile((), exact=True))


@given(parsers.re(r"弃牌堆里有 (?P<cards>\S+)"))
def discard_pile(table: Collects, cards: str) -> None:
    """弃牌堆里有 CARDS
    例: 弃牌堆里有 桃♥3、闪♦2
    """
    table.given(scene.Discarded(words.cards(cards)))
