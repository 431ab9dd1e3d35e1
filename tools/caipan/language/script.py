"""当: where the game is entered, and the moves that the players make there.

Each kind of move is a struct of its own. ``str()`` of any of them is the step's own wording.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from caipan.contract.messages import Phase
from caipan.language import words
from caipan.language.words import Mentions, ScenarioError, unlisted

Verb = Literal["使用", "打出", "发动", "弃置"]


# --- openers ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter:
    """Where the game is entered: at a turn, a phase, or the idle point of a play phase."""

    at: Literal["turn", "phase", "idle"]
    player: str
    phase: Phase | None = None

    def __str__(self) -> str:
        if self.at == "turn":
            return f"轮到 {self.player} 的回合"
        if self.at == "idle" or self.phase is None:
            return f"现在是 {self.player} 的出牌阶段"
        return f"{self.player} 的{words.phase_label(self.phase)}开始"

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))


@dataclass(frozen=True, slots=True)
class Happen:
    """Something that simply happens at the idle point, before anybody decides."""

    kind: Literal["damage", "lose_hp", "judge", "recover"]
    player: str
    amount: int = 1
    source: str | None = None
    element: Literal["fire", "thunder"] | None = None

    def __str__(self) -> str:
        hurt = f"{self.amount} 点{words.element_label(self.element)}伤害"
        match self.kind:
            case "damage" if self.source:
                return f"{self.source} 对 {self.player} 造成 {hurt}"
            case "damage":
                return f"{self.player} 受到 {hurt}"
            case "lose_hp":
                return f"{self.player} 失去 {self.amount} 点体力"
            case "recover":
                return f"{self.player} 回复 {self.amount} 点体力"
            case "judge":
                return f"{self.player} 进行判定"

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player, self.source) if self.source else (self.player,))


Opener = Enter | Happen


# --- moves ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Use:
    """Use or play a card, or cards as another one (将…当…)."""

    player: str
    cards: tuple[str, ...]
    name: str
    converted: bool = False
    targets: tuple[str, ...] = ()
    verb: Literal["使用", "打出"] = "使用"

    def __str__(self) -> str:
        towards = f" 对 {unlisted(self.targets)}" if self.targets else ""
        if not self.converted:
            return f"{self.player}{towards} {self.verb} {unlisted(self.cards)}"
        return f"{self.player} 将 {unlisted(self.cards)} 当 {self.name}{towards} {self.verb}"

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player, *self.targets), cards=self.cards, names=(self.name,))


@dataclass(frozen=True, slots=True)
class Spend:
    """A detail of 发动: ``弃置 CARDS`` or ``打出 CARDS``."""

    cards: tuple[str, ...]
    verb: Literal["弃置", "打出"] = "弃置"

    def __str__(self) -> str:
        return f"{self.verb} {unlisted(self.cards)}"


@dataclass(frozen=True, slots=True)
class HandOver:
    """A detail of 发动: ``将 CARDS 交给 Q``."""

    cards: tuple[str, ...]
    to: str

    def __str__(self) -> str:
        return f"将 {unlisted(self.cards)} 交给 {self.to}"


@dataclass(frozen=True, slots=True)
class Aim:
    """A detail of 发动: ``对 PS`` or ``转移给 Q``."""

    targets: tuple[str, ...]
    verb: Literal["对", "转移给"] = "对"

    def __str__(self) -> str:
        return f"{self.verb} {unlisted(self.targets)}"


@dataclass(frozen=True, slots=True)
class Take:
    """A detail of 发动: ``选择 Q 的 CARD``, or blindly ``选择 Q 的手牌`` (no card)."""

    owner: str
    card: str | None = None

    def __str__(self) -> str:
        return f"选择 {self.owner} 的 {self.card}" if self.card else f"选择 {self.owner} 的手牌"


@dataclass(frozen=True, slots=True)
class Settle:
    """A detail of 发动: ``选择“OPTION”``."""

    option: str

    def __str__(self) -> str:
        return f"选择“{self.option}”"


Detail = Spend | HandOver | Aim | Take | Settle


@dataclass(frozen=True, slots=True)
class Invoke:
    """Invoke a skill, with what it costs and whom it concerns."""

    player: str
    skill: str
    details: tuple[Detail, ...] = ()

    def __str__(self) -> str:
        return "，".join((f"{self.player} 发动 {self.skill}", *map(str, self.details)))

    def mentions(self) -> Mentions:
        named: list[str] = []
        cards: list[str] = []
        for detail in self.details:
            match detail:
                case Spend(cards=some):
                    cards += some
                case HandOver(cards=some, to=to):
                    cards += some
                    named.append(to)
                case Aim(targets=some):
                    named += some
                case Take(owner=owner, card=card):
                    named.append(owner)
                    cards += [card] if card else []
                case Settle():
                    pass
        return Mentions(players=(self.player, *named), cards=tuple(cards), skills=(self.skill,))


@dataclass(frozen=True, slots=True)
class Decline:
    """``不发动 SKILL``, ``不使用 NAME``, ``不打出 NAME``, ``不弃置`` (no name)."""

    player: str
    verb: Verb
    name: str = ""

    def __str__(self) -> str:
        return f"{self.player} 不{self.verb} {self.name}".rstrip()

    def mentions(self) -> Mentions:
        if self.verb == "发动":
            return Mentions(players=(self.player,), skills=(self.name,))
        return Mentions(players=(self.player,), names=(self.name,) if self.name else ())


@dataclass(frozen=True, slots=True)
class Discard:
    """Choose cards of one's own, usually to discard them."""

    player: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.player} 弃置 {unlisted(self.cards)}"

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,), cards=self.cards)


@dataclass(frozen=True, slots=True)
class Pick:
    """Choose a card of a player: a named one, or blindly one of the hand (no card)."""

    player: str
    owner: str
    card: str | None = None

    def __str__(self) -> str:
        return f"{self.player} {Take(self.owner, self.card)}"

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player, self.owner), cards=(self.card,) if self.card else ())


@dataclass(frozen=True, slots=True)
class Target:
    """Choose players."""

    player: str
    targets: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.player} 选择 {unlisted(self.targets)}"

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player, *self.targets))


@dataclass(frozen=True, slots=True)
class Opt:
    """Choose an option."""

    player: str
    option: str

    def __str__(self) -> str:
        return f"{self.player} {Settle(self.option)}"

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))


@dataclass(frozen=True, slots=True)
class Give:
    """Give cards to a player."""

    player: str
    cards: tuple[str, ...]
    to: str

    def __str__(self) -> str:
        return f"{self.player} {HandOver(self.cards, self.to)}"

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player, self.to), cards=self.cards)


@dataclass(frozen=True, slots=True)
class End:
    """End one's play phase."""

    player: str

    def __str__(self) -> str:
        return f"{self.player} 结束出牌阶段"

    def mentions(self) -> Mentions:
        return Mentions(players=(self.player,))


Barred = Use | Invoke | Discard | Pick | Give
"""Moves that may be said to be against the rules (不能)."""


@dataclass(frozen=True, slots=True)
class Cannot:
    """``P 不能…``: a move that is tried where it could be made, and must be rejected there."""

    move: Barred

    def __str__(self) -> str:
        return str(self.move).replace(" ", " 不能", 1)

    @property
    def player(self) -> str:
        """Who tries it."""
        return self.move.player

    def mentions(self) -> Mentions:
        return replace(self.move.mentions(), rejects=True)


Move = Use | Invoke | Decline | Discard | Pick | Target | Opt | Give | End | Cannot


# --- reading ----------------------------------------------------------------

_DETAIL = re.compile(r"，(?P<detail>选择“[^“”]*”|[^，]*)")
_DETAILS = (
    re.compile(r"(?P<spend>弃置|打出) (?P<cards>\S+)"),
    re.compile(r"将 (?P<given>\S+) 交给 (?P<to>\S+)"),
    re.compile(r"(?P<aim>对|转移给) (?P<targets>\S+)"),
    re.compile(r"选择 (?P<owner>\S+) 的(?:手牌| (?P<card>\S+))"),
    re.compile(r"选择“(?P<option>[^“”]+)”"),
)


def use(player: str, card: str, targets: str | None = None, verb: Literal["使用", "打出"] = "使用") -> Use:
    """``P 使用 CARD``, ``P 对 PS 使用 CARD``, ``P 打出 CARD``."""
    real = words.card(card)
    aimed = words.players(targets) if targets else ()
    return Use(words.player(player), (real,), words.name_of(real), targets=aimed, verb=verb)


def convert(
    player: str, cards: str, name: str, targets: str | None = None, verb: Literal["使用", "打出"] = "使用"
) -> Use:
    """``P 将 CARDS 当 NAME 使用``, ``… 对 PS 使用``, ``… 打出``."""
    aimed = words.players(targets) if targets else ()
    return Use(words.player(player), words.cards(cards), words.name(name), True, aimed, verb)


def invoke(player: str, skill: str, details: str | None = None) -> Invoke:
    """``P 发动 SKILL`` and its details, each after a ``，``.

    Raises:
        ScenarioError: a detail is none of those that the language has.
    """
    found = tuple(_detail(part["detail"]) for part in _DETAIL.finditer(details or ""))
    return Invoke(words.player(player), words.name(skill), found)


def _detail(text: str) -> Detail:
    found = next((hit for pattern in _DETAILS if (hit := pattern.fullmatch(text))), None)
    if not found:
        raise ScenarioError(
            f"detail {text!r} of 发动: expected 弃置 CARDS, 打出 CARDS, 将 CARDS 交给 Q, 对 PS, 转移给 Q, "
            "选择 Q 的 CARD, 选择 Q 的手牌 or 选择“OPTION”"
        )
    match found.groupdict():
        case {"spend": verb, "cards": cards}:
            return Spend(words.cards(cards), "打出" if verb == "打出" else "弃置")
        case {"given": cards, "to": to}:
            return HandOver(words.cards(cards), words.player(to))
        case {"aim": "转移给", "targets": target}:
            return Aim((words.player(target),), "转移给")
        case {"targets": targets}:
            return Aim(words.players(targets))
        case {"owner": owner, "card": card}:
            return Take(words.player(owner), words.card(card) if card else None)
    return Settle(found["option"])


def decline(player: str, verb: Verb, name: str = "") -> Decline:
    """``P 不发动 SKILL``, ``P 不使用 NAME``, ``P 不打出 NAME``, ``P 不弃置``."""
    return Decline(words.player(player), verb, words.name(name) if name else "")


def pick(player: str, owner: str, card: str | None = None) -> Pick:
    """``P 选择 Q 的 CARD``, or ``P 选择 Q 的手牌`` without a card."""
    return Pick(words.player(player), words.player(owner), words.card(card) if card else None)


def happen(
    kind: Literal["damage", "lose_hp", "judge", "recover"],
    player: str,
    amount: str = "1",
    source: str | None = None,
    element: str | None = None,
) -> Happen:
    """Something that simply happens: damage, loss of hp, recovery, a judgement."""
    return Happen(
        kind,
        words.player(player),
        words.positive(amount),
        words.player(source) if source else None,
        words.element(element),
    )
