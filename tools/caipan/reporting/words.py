"""Texts of reports as a page shows them: nothing unseen in them, and each in the language it is in."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup, escape

from caipan.report import Line
from caipan.visible import visible

_HAN = r"\u3400-\u9fff\uf900-\ufaff"
_CHINESE = re.compile(
    rf"[{_HAN}](?:[{_HAN}0-9A-Za-z♠♥♣♦、，。：；“”‘’（）《》…—/+ -]*[{_HAN}0-9♠♥♣♦AJQK”）》])?"
)
"""A Chinese character, and what goes on in Chinese from there."""


def shown(value: Any) -> Any:
    """What a template puts into a page: nothing in it is unseen, or turns the direction of writing."""
    if isinstance(value, Markup):
        return value
    return visible(value) if isinstance(value, str) else value


def language(text: str) -> str:
    """The language that a text begins in: ``zh`` or ``en``."""
    first = next((letter for letter in text if letter.isalpha()), "")
    return "zh" if re.match(f"[{_HAN}]", first) else "en"


def spoken(text: str) -> Markup:
    """A text with the language it is in, and Chinese parts of an English one with theirs."""
    text = visible(text)
    if language(text) == "zh":
        return Markup('<span lang="zh">{}</span>').format(text)
    parts: list[Markup] = []
    at = 0
    for found in _CHINESE.finditer(text):
        parts += (escape(text[at : found.start()]), Markup('<span lang="zh">{}</span>').format(found[0]))
        at = found.end()
    return Markup('<span lang="en">{}</span>').format(Markup("").join([*parts, escape(text[at:])]))


_PLAIN = (
    (
        r"never came due: «(.+?)» \(entry \d+ of \d+\); the game rests at «(.+?)»;.*",
        r"没有轮到「\1」：引擎没有给出这个机会，停在「\2」。",
    ),
    (r"never came due: «(.+?)».*", r"没有轮到「\1」：引擎没有给出这个机会。"),
    (r"unscripted required choice of (\S+): «(.+?)».*", r"引擎要求 \1 作出场景里没有的选择：\2。"),
    (r"rejected: «(.+?)» at «(.+?)»: (.+)", r"引擎不接受「\1」（在「\2」时）：\3"),
    (r"accepted though it must be rejected: «(.+?)».*", r"引擎接受了不该接受的「\1」。"),
    (r"in reply to `\w+` the engine says that it broke: (.+)", r"引擎自己出了错：\1"),
    (
        r"in reply to `\w+` the engine sent a state that cannot be at this table: (.+)",
        r"引擎报告的局面不可能存在：\1",
    ),
)
"""How what the suite says in its own words is said to a player."""


def plain(line: Line) -> str:
    """How a scenario ended, in a sentence for players; empty if its detail is one already."""
    for pattern, words in _PLAIN:
        found = re.fullmatch(pattern, line.detail, re.DOTALL)
        if found:
            return found.expand(words)
    return ""
