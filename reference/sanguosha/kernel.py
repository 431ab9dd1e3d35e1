"""Decisions and happenings: what flows out of the interpreter, and what flows in.

A settlement is a generator that yields an ``Ask`` and is sent a ``Choice``, or None for no. It sends out
what happens as ``Event`` objects on ``Game.events``; nothing else leaves the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from sanguosha.faces import Card
    from sanguosha.table import Game, Player

T = TypeVar("T")

AskKind = Literal["idle", "use", "play", "skill", "cards", "pick", "give"]


@dataclass(slots=True)
class Choice:
    """A player's decision. What the ask does not call for stays empty."""

    use: str = ""
    cards: list[Card] = field(default_factory=list)
    targets: list[Player] = field(default_factory=list)
    skill: str = ""
    blind: bool = False
    """A blind card of the hand (随机选择一张), in an ask of kind ``pick``."""


@dataclass(slots=True)
class Ask:
    """A decision that is due.

    ``check`` says why a choice is not legal, or None if it is; the driver asks it before it sends the choice.
    """

    player: Player
    kind: AskKind
    check: Callable[[Choice], str | None]
    required: bool = False
    names: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    targets: tuple[Player, ...] = ()
    least: int = 1
    most: int = 1
    reason: str = "rule"
    subject: Player | None = None


Flow = Generator[Ask, Choice | None, T]
"""A settlement: it asks, is told, and returns its result."""


class Event:
    """Something that happened, and in what. ``facts`` are the fields that its kind has."""

    __slots__ = ("facts", "id", "kind", "parent", "player")

    def __init__(self, kind: str, id: int, parent: int, player: Player | None, facts: dict[str, Any]) -> None:
        self.kind = kind
        self.id = id
        self.parent = parent
        self.player = player
        self.facts = facts


class Happening:
    """An event in whose resolution others happen: ``with game.happening("use", …):``."""

    __slots__ = ("game", "id")

    def __init__(self, game: Game, id: int) -> None:
        self.game = game
        self.id = id

    def __enter__(self) -> None:
        self.game.nesting.append(self.id)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.game.nesting.pop()


class GameOver(Exception):
    """The game has ended; every settlement stops (2013.game-end.stop-all)."""

    def __init__(self, winners: list[Player]) -> None:
        super().__init__(winners)
        self.winners = winners
