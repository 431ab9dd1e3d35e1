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
        ValueError: it is not a label, or there is no card of that name.
    """
    match = _LABEL.fullmatch(label)
    if match is None:
        raise ValueError(f"{label!r} is not a card: name, suit and number are expected, e.g. 杀♠7")
    if match["name"] not in FACES:
        raise ValueError(f"there is no card named {match['name']!r}")
    suit: Suit = match["suit"]  # type: ignore[assignment]
    return Card(label, FACES[match["name"]], suit, NUMBERS[match["number"]])
