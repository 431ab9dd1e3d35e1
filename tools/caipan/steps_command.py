"""``caipan steps``: the scenario language on one page, from the step definitions themselves."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

import click

from caipan.language.reading import KEYWORDS, StepDefinition, step_definitions

INTRODUCTION = """\
场景的语言
==========

场景先摆好场面（假如），再有几步操作（当），最后说明结果（那么）；“并且”承接上一步。
角色按座次称 甲 乙 丙 丁 戊 己 庚 辛。牌写作 名称+花色+点数：杀♠7、桃♥A、闪♦10；同样的第二张写作 杀♠7#2。
几项并列用顿号隔开，数字用半角。以下 P、Q 是一名角色，PS 是若干角色，CARD 是一张牌，CARDS 是若干张牌，
NAME 是牌名，SKILL 是技能名，N 是数字，PHASE 是阶段。"""


def page(definitions: Iterable[StepDefinition]) -> str:
    """Every step with what it means and an example, under its keyword."""
    found = tuple(definitions)
    sections = [INTRODUCTION]
    for keyword, word in KEYWORDS.items():
        sections.append(f"{word}\n{'-' * _width(word)}")
        sections += [_step(step, word) for step in found if step.keyword == keyword]
    return "\n\n".join(sections)


def _step(step: StepDefinition, word: str) -> str:
    meaning = [f"    {line}" for line in step.meaning.splitlines()]
    example = [f"      {word} {step.example}", *(f"        {row}" for row in _table(step.table or ()))]
    return "\n".join([f"{word} {step.words}", *meaning, *example])


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table with its columns aligned as a terminal shows them."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return [
        "| "
        + " | ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        + " |"
        for row in rows
    ]


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


@click.command(short_help="Print the scenario language.")
def steps() -> None:
    """Print the scenario language: every step, what it means, and an example.

    The page is made from the step definitions, so it is what `caipan run` understands and nothing else.
    """
    click.echo(page(step_definitions()))
