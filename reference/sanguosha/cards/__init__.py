"""Game cards (游戏牌): every card by name."""

from __future__ import annotations

import re
from typing import Final

from sanguosha.faces import NUMBERS, Card, Face, Suit

FACES: Final[dict[str, Face]] = {}
"""Every card by name; filled by ``library``, which imports the chapters of cards."""

_LABEL = re.compile(r"(?P<name>[^♠♥♣♦#=]+)(?P<suit>[♠♥♣♦])(?P<number>10|[2-9AJQK])(#[2-9])?")


def card(label: str) -> Card:
    """The real card that a label such as ``杀♠7`` or ``杀♠7#2`` means.

    Raises:
        KeyError: it is not of that form, or there is no card of that name.
    """
    name, suit, number = parse(label)
    return Card(label, FACES[name], suit, NUMBERS[number])


def parse(label: str) -> tuple[str, Suit, str]:
    """The name, suit and number that a label is made of.

    Raises:
        KeyError: it is not of that form.
    """
    match = _LABEL.fullmatch(label)
    if match is None:
        raise KeyError(label)
    return match["name"], match["suit"], match["number"]  # type: ignore[return-value]
