"""The smallest words of the language: players, cards, lists, numbers, phases, zones.

Every function takes a word as it stands in a feature file and returns what it means, or raises
``ScenarioError`` saying what was expected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from caipan.contract.messages import Element, Phase
from caipan.contract.vocabulary import ELEMENTS, PHASES, ZONES

SEATS = "甲乙丙丁戊己庚辛"
SEPARATOR = "、"
MOST = 99
"""Greater numbers are taken for slips: nothing in the game comes near them."""

_CARD = re.compile(r"(?P<name>[^\s、，=#/♠♥♣♦]+)[♠♥♣♦](?:10|[2-9AJQK])(?:#(?:[2-9]|[1-9][0-9]))?")
_NAME = re.compile(r"[^\s、，。:：=#/|“”♠♥♣♦]+")
_INTEGER = re.compile(r"-?[0-9]+")
_NATURAL = re.compile(r"[0-9]+")
_OWN_ZONE = re.compile(r"(?P<player>.)的(?P<zone>手牌|装备区|判定区|武将牌上)")
_PHASE_IDS: dict[str, Phase] = {label: phase for phase, labels in PHASES.items() for label in labels}  # type: ignore[misc]
_OWN_ZONES = {
    label: zone for zone, label in ZONES.items() if zone in ("hand", "equipment", "judgement", "aside")
}
_COMMON_ZONES = {label: zone for zone, label in ZONES.items() if zone not in _OWN_ZONES.values()}


class ScenarioError(ValueError):
    """A scenario that cannot be read. The message names the word and says what was expected."""


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a step names: the ground for checking it against the scene and for what an engine needs."""

    players: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Real cards, e.g. ``杀♠7``."""
    names: tuple[str, ...] = ()
    """Names of cards, e.g. ``杀``."""
    skills: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    timings: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    rejects: bool = False
    """Whether the engine must say so when a move is not legal."""
    ordered: bool = False
    """Whether the step decides on the order of events, or on an official timing."""


def listed(text: str) -> tuple[str, ...]:
    """The parts of a list joined with 、.

    Raises:
        ScenarioError: a part is empty.
    """
    parts = tuple(text.split(SEPARATOR))
    if not all(part and part == part.strip() for part in parts):
        raise ScenarioError(f"list {text!r}: expected words joined with {SEPARATOR}, without spaces")
    return parts


def unlisted(parts: tuple[str, ...] | list[str]) -> str:
    """A list as it is written: joined with 、."""
    return SEPARATOR.join(parts)


def player(text: str) -> str:
    """One player.

    Raises:
        ScenarioError: it is none of 甲 to 辛.
    """
    if len(text) != 1 or text not in SEATS:
        raise ScenarioError(f"player {text!r}: expected one of {SEPARATOR.join(SEATS)}")
    return text


def players(text: str) -> tuple[str, ...]:
    """Different players joined with 、.

    Raises:
        ScenarioError: one is no player, or is named twice.
    """
    found = tuple(player(part) for part in listed(text))
    if len(set(found)) < len(found):
        raise ScenarioError(f"players {text!r}: one is named twice")
    return found


def sequence(text: str) -> tuple[str, ...]:
    """Players joined with 、, in order; the same one may come again."""
    return tuple(player(part) for part in listed(text))


def card(text: str) -> str:
    """One real card.

    Raises:
        ScenarioError: it is not a name, a suit and a number.
    """
    if not _CARD.fullmatch(text):
        raise ScenarioError(
            f"card {text!r}: expected a name, a suit (♠♥♣♦) and a number (A 2…10 J Q K), "
            f"e.g. 杀♠7, or 杀♠7#2 for a second copy (#2 to #{MOST})"
        )
    return text


def cards(text: str) -> tuple[str, ...]:
    """Different real cards joined with 、.

    Raises:
        ScenarioError: one is no card, or is named twice.
    """
    found = tuple(card(part) for part in listed(text))
    if len(set(found)) < len(found):
        raise ScenarioError(
            f"cards {text!r}: one is named twice; a second copy is written with #2, e.g. 杀♠7#2"
        )
    return found


def laid(text: str) -> str:
    """A card of a judgement area: ``闪电♠A``, or ``杀♦7=乐不思蜀`` if it lies there as another trick."""
    real, equals, trick = text.partition("=")
    return f"{card(real)}={name(trick)}" if equals else card(real)


def laid_cards(text: str) -> tuple[str, ...]:
    """Cards of a judgement area joined with 、, oldest first."""
    found = tuple(laid(part) for part in listed(text))
    if len({real_of(part) for part in found}) < len(found):
        raise ScenarioError(
            f"cards {text!r}: one is named twice; a second copy is written with #2, e.g. 杀♠7#2"
        )
    return found


def real_of(text: str) -> str:
    """The real card of a word of the judgement area: ``杀♦7=乐不思蜀`` -> ``杀♦7``."""
    return text.partition("=")[0]


def trick_of(text: str) -> str:
    """The name under which a card of the judgement area lies there: ``杀♦7=乐不思蜀`` -> ``乐不思蜀``."""
    return text.partition("=")[2] or name_of(text)


def name_of(text: str) -> str:
    """The name of a card: ``杀♠7`` -> ``杀``. A word that is no real card is its own name."""
    found = _CARD.fullmatch(text)
    return found["name"] if found else text


def name(text: str) -> str:
    """The name of a card, skill or general.

    Raises:
        ScenarioError: it is empty, or has a suit or punctuation in it.
    """
    if not _NAME.fullmatch(text):
        raise ScenarioError(
            f"name {text!r}: expected a plain name, without suit, number, spaces or punctuation"
        )
    return text


def natural(text: str) -> int:
    """A number from 0 on, in half-width digits.

    Raises:
        ScenarioError: it is no such number.
    """
    if not _NATURAL.fullmatch(text):
        raise ScenarioError(f"number {text!r}: expected half-width digits, e.g. 2")
    return _moderate(text)


def positive(text: str) -> int:
    """A number from 1 on.

    Raises:
        ScenarioError: it is no such number.
    """
    if natural(text) == 0:
        raise ScenarioError(f"number {text!r}: expected at least 1")
    return int(text)


def integer(text: str) -> int:
    """A number that may be negative (体力).

    Raises:
        ScenarioError: it is no number.
    """
    if not _INTEGER.fullmatch(text):
        raise ScenarioError(f"number {text!r}: expected half-width digits, e.g. 2 or -1")
    return _moderate(text)


def _moderate(text: str) -> int:
    """A number of the size that numbers of the game have."""
    if len(text) > 4 or abs(int(text)) > MOST:
        raise ScenarioError(f"number {text!r}: expected {MOST} at most")
    return int(text)


def phase(text: str) -> Phase:
    """A phase, by the name of either edition.

    Raises:
        ScenarioError: there is no such phase.
    """
    if text not in _PHASE_IDS:
        raise ScenarioError(f"phase {text!r}: expected one of {SEPARATOR.join(_PHASE_IDS)}")
    return _PHASE_IDS[text]


def element(text: str | None) -> Element | None:
    """火焰 or 雷电, or nothing.

    Raises:
        ScenarioError: it is another word.
    """
    if not text:
        return None
    if text not in ELEMENTS:
        raise ScenarioError(f"element {text!r}: expected one of {SEPARATOR.join(ELEMENTS)}")
    return ELEMENTS[text]  # type: ignore[return-value]


def zone(text: str) -> str:
    """A zone of a move, in the contract's words: ``弃牌堆`` -> ``discard``, ``甲的手牌`` -> ``甲.hand``.

    Raises:
        ScenarioError: there is no such zone.
    """
    if text in _COMMON_ZONES:
        return _COMMON_ZONES[text]
    found = _OWN_ZONE.fullmatch(text)
    if not found:
        raise ScenarioError(
            f"zone {text!r}: expected {SEPARATOR.join(_COMMON_ZONES)}, or a player's, "
            f"e.g. {SEPARATOR.join('甲的' + own for own in _OWN_ZONES)}"
        )
    return f"{player(found['player'])}.{_OWN_ZONES[found['zone']]}"


def zone_label(text: str) -> str:
    """A zone of the contract in words: ``甲.hand`` -> ``甲的手牌``. Unknown words stay as they are."""
    owner, dot, own = text.partition(".")
    if dot:
        return f"{owner}的{ZONES.get(own, own)}"
    return ZONES.get(text, text)


def phase_label(text: str) -> str:
    """A phase of the contract in words (those of the newest edition)."""
    return PHASES[text][0] if text in PHASES else text


def element_label(text: str | None) -> str:
    """An element of the contract in words; nothing for none."""
    return next((label for label, known in ELEMENTS.items() if known == text), "")
