"""假如: the table of characters and the piles, and the contract's ``Scene`` that they make."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from caipan.contract.messages import Gender, PlayerScene, Role, Scene
from caipan.contract.vocabulary import GENDERS, ROLES
from caipan.language import possible, words
from caipan.language.words import ScenarioError
from caipan.verdict import Unsupported

COLUMNS = (
    *("角色", "身份", "势力", "性别", "武将", "技能"),
    *("体力", "手牌", "装备区", "判定区", "武将牌上", "状态"),
)
FACTIONS = ("魏", "蜀", "吴", "群", "神")
CHAINED, FACE_DOWN = "横置", "背面朝上"
FILLERS = 20
"""How many harmless cards lie below the named ones of the draw pile."""

T = TypeVar("T")

_NONE: tuple[str, ...] = ()
_HP = re.compile(r"(?P<hp>-?[0-9]+)/(?P<max>[0-9]+)")

# Cards of the standard deck of which nothing follows as long as nobody uses them.
_HARMLESS = tuple(
    f"{name}{suit}{number}"
    for name, suit, numbers in (
        ("闪", "♦", "3 4 5 6 7 8 9 10 J 2"),
        ("闪", "♥", "2 K 8 9 J Q"),
        ("杀", "♣", "2 3 4 5 6 7 8 9 10 J"),
        ("杀", "♠", "7 8 9 10"),
        ("杀", "♦", "6 7 8 9 10 K"),
        ("桃", "♥", "3 4 6 7 8 9 Q"),
    )
    for number in numbers.split()
)


@dataclass(frozen=True, slots=True)
class Seats:
    """场上依次为: the table as it is written, and the characters that it makes."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    players: tuple[PlayerScene, ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """The draw pile: these cards on top, and harmless ones below unless it is ``exact``."""

    cards: tuple[str, ...]
    exact: bool

    def __str__(self) -> str:
        if not self.cards:
            return "牌堆没有牌"
        return f"牌堆{'恰好' if self.exact else '顶'}依次为 {words.unlisted(self.cards)}"


@dataclass(frozen=True, slots=True)
class Discarded:
    """The discard pile."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"弃牌堆里有 {words.unlisted(self.cards)}"


Part = Seats | Pile | Discarded


def seats(table: Sequence[Sequence[str]]) -> Seats:
    """Read the table of characters.

    Args:
        table: its rows, the first of which are the names of the columns.

    Raises:
        ScenarioError: an unknown or double column, a cell that cannot be read, too few or double characters,
            or a table that cannot be (``possible``).
    """
    if not table:
        raise ScenarioError("场上依次为: expected a table with a column 角色 below the step")
    columns = tuple(table[0])
    unknown = [column for column in columns if column not in COLUMNS]
    if unknown:
        raise ScenarioError(f"column {unknown[0]!r}: expected one of {' '.join(COLUMNS)}")
    if len(set(columns)) < len(columns) or "角色" not in columns:
        raise ScenarioError(f"columns {' '.join(columns)}: expected each once, and 角色 among them")
    found = tuple(_seat(dict(zip(columns, row, strict=True))) for row in table[1:])
    names = [seat.name for seat in found]
    if len(names) < 2 or len(set(names)) < len(names):
        raise ScenarioError(f"characters {' '.join(names) or '(none)'}: expected two or more, each once")
    possible.check(found)
    return Seats(columns, tuple(tuple(row) for row in table[1:]), found)


def _seat(cells: dict[str, str]) -> PlayerScene:
    who = words.player(cells["角色"])
    hp, max_hp = _hp(who, cells.get("体力", ""))
    state = _states(who, cells.get("状态", ""))
    return PlayerScene(
        name=who,
        hp=hp,
        max_hp=max_hp,
        general=_read(cells, "武将", words.name, None),
        skills=_read(cells, "技能", lambda cell: [words.name(part) for part in words.listed(cell)], []),
        role=_read(cells, "身份", _role, None),
        faction=_read(cells, "势力", _faction, None),
        gender=_read(cells, "性别", _gender, None),
        hand=list(_read(cells, "手牌", words.cards, _NONE)),
        equipment=list(_read(cells, "装备区", words.cards, _NONE)),
        judgement=list(_read(cells, "判定区", words.laid_cards, _NONE)),
        aside=list(_read(cells, "武将牌上", words.cards, _NONE)),
        chained=CHAINED in state,
        face_down=FACE_DOWN in state,
    )


def _read(cells: dict[str, str], column: str, reader: Callable[[str], T], empty: T) -> T:
    """The meaning of a cell, or ``empty``; an error names row and column."""
    cell = cells.get(column, "")
    if not cell:
        return empty
    try:
        return reader(cell)
    except ScenarioError as error:
        raise ScenarioError(f"row {cells['角色']}, column {column}: {error}") from None


def _one_of(cell: str, known: Iterable[str]) -> str:
    choices = tuple(known)
    if cell not in choices:
        raise ScenarioError(f"{cell!r}: expected one of {' '.join(choices)}")
    return cell


def _role(cell: str) -> Role:
    return ROLES[_one_of(cell, ROLES)]  # type: ignore[return-value]


def _gender(cell: str) -> Gender:
    return GENDERS[_one_of(cell, GENDERS)]  # type: ignore[return-value]


def _faction(cell: str) -> str:
    return _one_of(cell, FACTIONS)


def _hp(who: str, cell: str) -> tuple[int, int]:
    if not cell:
        return 4, 4
    found = _HP.fullmatch(cell)
    if not found or len(cell) > 7 or not words.MOST >= int(found["max"]) >= max(int(found["hp"]), 1):
        raise ScenarioError(
            f"row {who}, column 体力: {cell!r}: expected points and maximum, e.g. 1/4, {words.MOST} at most"
        )
    return int(found["hp"]), int(found["max"])


def _states(who: str, cell: str) -> tuple[str, ...]:
    if not cell:
        return ()
    try:
        found = tuple(_one_of(part, (CHAINED, FACE_DOWN)) for part in words.listed(cell))
        if len(set(found)) < len(found):
            raise ScenarioError(f"{cell!r}: one is named twice")
        return found
    except ScenarioError as error:
        raise ScenarioError(f"row {who}, column 状态: {error}") from None


def cards_of(parts: Iterable[Part]) -> tuple[str, ...]:
    """All real cards of a scene.

    Raises:
        ScenarioError: a card is in two places.
    """
    found: list[str] = []
    for part in parts:
        match part:
            case Seats(players=characters):
                for seat in characters:
                    found += [*seat.hand, *seat.equipment, *seat.aside]
                    found += [words.real_of(laid) for laid in seat.judgement]
            case Pile(cards=some) | Discarded(cards=some):
                found += some
    twice = [card for card, times in Counter(found).items() if times > 1]
    if twice:
        raise ScenarioError(f"{twice[0]} is in the scene twice; a second copy is written {twice[0]}#2")
    return tuple(found)


def fillers(taken: Iterable[str], names: Iterable[str]) -> list[str]:
    """Harmless cards for the bottom of the draw pile.

    Args:
        taken: real cards that are somewhere else.
        names: the cards that the engine has.
    """
    used, known = set(taken), set(names)
    return [card for card in _HARMLESS if card not in used and words.name_of(card) in known][:FILLERS]


def build(parts: Sequence[Part], names: Iterable[str]) -> Scene:
    """The contract's scene.

    Args:
        parts: what the 假如 steps gave, with the seats among them.
        names: the cards that the engine has, from which the draw pile is filled up.

    Raises:
        ScenarioError: there are no seats, or a card is in two places.
        caipan.verdict.Unsupported: the engine has no harmless card.
    """
    taken = cards_of(parts)
    table = next((part for part in parts if isinstance(part, Seats)), None)
    if table is None:
        raise ScenarioError("no characters: expected 假如 场上依次为: and its table")
    pile = next((part for part in parts if isinstance(part, Pile)), Pile((), exact=False))
    below = [] if pile.exact else fillers(taken, names)
    if not pile.exact and not below:
        raise Unsupported("cards to fill up the draw pile", "of 杀, 闪 and 桃 the engine's hello lists none")
    discarded = next((part.cards for part in parts if isinstance(part, Discarded)), ())
    return Scene(players=list(table.players), draw_pile=[*pile.cards, *below], discard_pile=list(discarded))
