"""What a check of 那么 is: it looks at a table where it rests, and says what is wrong.

The checks themselves are structs in ``expect`` (what the table shows) and ``happened`` (how it came to this).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from caipan.contract.messages import Ask, Event, PlayerState, Query, State
from caipan.language.script import Barred
from caipan.language.words import Mentions, unlisted
from caipan.verdict import EngineBroke


class Witness(Protocol):
    """What a check may look at: the table where it rests, and how it came to this."""

    @property
    def events(self) -> Sequence[Event]: ...

    @property
    def asks(self) -> Sequence[Ask]: ...

    @property
    def waits(self) -> bool:
        """Whether an ask stands: the entered part of the game goes on."""
        ...

    def state(self) -> State: ...

    def query(self, question: Query) -> int | bool: ...

    def accepts(self, move: Barred) -> bool:
        """Try a move at the ask that stands; false if it is refused, or if no such ask stands.

        Raises:
            caipan.verdict.Stopped: it cannot be tried, or the engine breaks over it.
        """
        ...


class Check(Protocol):
    """A 那么 step."""

    def mentions(self) -> Mentions: ...

    def failure(self, seen: Witness) -> str | None:
        """Expected beside actual, or nothing if the check holds.

        Raises:
            caipan.verdict.Stopped: the engine cannot show it, or breaks over it.
        """
        ...


def differs(what: str, wanted: object, actual: object) -> str | None:
    """Expected beside actual, if they differ."""
    return None if wanted == actual else f"{what}: 应为 {wanted}, 实为 {actual}"


def seat_of(seen: Witness, player: str) -> PlayerState:
    """A player as the engine shows him.

    Raises:
        caipan.verdict.Stopped: it does not.
    """
    for shown in seen.state().players:
        if shown.name == player:
            return shown
    raise EngineBroke(f"the engine's state has no player {player}")


def shown(cards: Sequence[str], empty: str = "(没有牌)") -> str:
    """Cards in words."""
    return unlisted(list(cards)) if cards else empty
