"""Checks of the prose: punctuation, letters, and the rule documents' own terms."""

from __future__ import annotations

import re
from collections.abc import Iterator

from caipan.lint.document import Document, Text, cells, descriptions, prose
from caipan.lint.model import Finding, Knowledge

TERMS: tuple[tuple[str, str, str], ...] = (
    (r"丢弃|弃掉|丢掉", "弃置", "terms: 弃置 is the one word for discarding"),
    (r"弃牌(?!阶段|堆)", "弃置", "弃牌 is a phase and a pile; what a player does is 弃置"),
    (r"抽牌|抓牌|抽[一二两三四五]张", "摸牌", "terms: 摸牌"),
    (
        r"(?<!打)(?<!打[不得])出[了过]?(?:[一二两三]张)?(?:杀|闪|桃|酒)",
        "使用 or 打出",
        "使用 and 打出 are two things",
    ),
    (r"[掉扣失减]血", "受到伤害, 扣减体力 or 失去体力", "the three are different events"),
    (r"[加回补]血", "回复体力", "terms: 回复"),
    (r"血量|血上限|[一二两三四0-9]+点?血(?!裔)", "体力", "terms: 体力, 体力上限"),
    (r"阵亡|挂掉|死掉|杀掉|打死", "死亡 or 杀死", "terms: 死亡, 杀死"),
    (r"玩家", "角色", "the rules speak of characters"),
    (r"判断牌|判断阶段", "判定", "terms: 判定"),
    (r"挡掉|闪掉|闪避", "抵消", "terms: 抵消"),
    (r"无懈(?!可击)", "无懈可击", "cards go by their whole names"),
    (r"南蛮(?!入侵)", "南蛮入侵", "cards go by their whole names"),
    (r"万箭(?!齐发)", "万箭齐发", "cards go by their whole names"),
    (r"桃园(?!结义)", "桃园结义", "cards go by their whole names"),
    (r"连弩(?<!诸葛连弩)", "诸葛连弩", "cards go by their whole names"),
    (r"八卦(?!阵)", "八卦阵", "cards go by their whole names"),
    (r"铁索(?!连环)", "铁索连环", "cards go by their whole names"),
)
"""A word that the prose avoids, what the rule documents say instead, and why."""

_HALF_WIDTH = re.compile(r"[,;?!()\"']|:(?!$)|\.(?![0-9])|\.\.\.")
_FULL_WIDTH = re.compile(r"[０-９Ａ-Ｚａ-ｚ＃＝／＋－｜＠＜＞\u3000]")
_FULL = {",": "， or 、", ";": "；", "?": "？", "!": "！", "(": "（", ")": "）", ":": "：", ".": "。"}
_LETTERS = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_RANKS = frozenset("AJQK")
_PARAMETER = re.compile(r"<[^<>]*>")
_SWALLOWED = re.compile(r"(功能|规则|背景|场景|场景大纲|剧本|剧本大纲|例子)[：:]|[＠｜]")


def _all(document: Document) -> Iterator[Text]:
    """Everything that is read, but for what another check says stands in the wrong place altogether."""
    return (text for text in (*prose(document), *cells(document)) if not _SWALLOWED.match(text.text))


def half_width(document: Document, _: Knowledge) -> Iterator[Finding]:
    """Half-width punctuation in sentences and lists; a colon may end the line above a table."""
    for text in _all(document):
        for found in _HALF_WIDTH.finditer(_PARAMETER.sub("", text.text)):
            full = _FULL.get(found[0], "“ ”")
            yield text.line, f"half-width {found[0]!r} in {text.text!r}, where {full} is due"


def full_width(document: Document, _: Knowledge) -> Iterator[Finding]:
    """Full-width digits, letters and signs, which no step reads; a full-width colon above a table."""
    for text in _all(document):
        for found in _FULL_WIDTH.finditer(text.text):
            yield text.line, f"full-width {found[0]!r} in {text.text!r}"
    for scenario in document.scenarios:
        for step in scenario.steps:
            if step.table and step.text.endswith("："):
                yield step.line, f"full-width '：' at the end of {step.text!r}, above a table"


def latin(document: Document, _: Knowledge) -> Iterator[Finding]:
    """Code words and identifiers: a reader of the rules needs no letters but A, J, Q and K."""
    for text in _all(document):
        for found in _LETTERS.finditer(text.text):
            if found[0] not in _RANKS:
                yield text.line, f"the word {found[0]!r} in {text.text!r}"


def terms(document: Document, _: Knowledge) -> Iterator[Finding]:
    """Players' slang, where the rule documents have a term."""
    for text in _all(document):
        for pattern, term, why in TERMS:
            for found in re.finditer(pattern, text.text):
                yield text.line, f"{found[0]!r} in {text.text!r}: the term is {term} ({why})"


def swallowed(document: Document, _: Knowledge) -> Iterator[Finding]:
    """A heading, tag or row that gherkin took for a line of the description above it."""
    for text in descriptions(document):
        if _SWALLOWED.match(text.text):
            yield text.line, f"{text.text!r} is read as description"
