"""Game cards (游戏牌): every card by name."""

from __future__ import annotations

import re
from typing import Final

from sanguosha.faces import NUMBERS, Card, Face, Suit

FACES: Final[dict[str, Face]] = {}
"""Every card by name; filled by ``library``, which imports the chapters of cards."""

LABEL: Final = re.compile(
    r"(?P<name>[^♠♥♣♦#=]+)(?P<suit>[♠♥♣♦])(?P<number>10|[2-9AJQK])(#([2-9]|[1-9][0-9]))?"
)
"""How a real card is written, e.g. ``杀♠7``, its second copy ``杀♠7#2``."""


def card(label: str) -> Card:
    """The real card that a label such as ``杀♠7`` or ``杀♠7#2`` means.

    Raises:
        KeyError: there is no card of that name.
    """
    match = LABEL.fullmatch(label)
    assert match is not None  # whoever lays a scene has seen to it
    suit: Suit = match["suit"]  # type: ignore[assignment]
    return Card(label, FACES[match["name"]], suit, NUMBERS[match["number"]])
