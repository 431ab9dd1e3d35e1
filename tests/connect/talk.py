"""What the tests of connections have in common: scenes, and one honest scenario."""

from __future__ import annotations

import sys
from pathlib import Path

from caipan.connect.base import Connection, Reply
from caipan.contract.messages import Answer, Ask, Choice, Done, GetState, PlayerScene, Reset, Scene, Start

HERE = Path(__file__).parent
HONEST = "python:tests.connect.honest:Honest"
HONEST_STDIO = f"stdio:{sys.executable} {HERE / 'honest.py'}"

MARK = "闪♦2"
"""The card in whose presence the liars lie."""


def liar(lie: str, *, only: str | None = MARK) -> str:
    """The spec of a liar around the honest engine."""
    chosen = f" --only {only}" if only else ""
    return f"stdio:{sys.executable} {HERE / 'liars.py'} {lie} --engine tests.connect.honest:Honest{chosen}"


def scene(*more: str) -> Reset:
    """甲, wounded, has a peach, and 乙 has ``more``."""
    players = [PlayerScene("甲", 1, 4, hand=["桃♥3"]), PlayerScene("乙", 4, 4, hand=list(more))]
    return Reset("2013", Scene(players))


def play(connection: Connection, reset: Reset) -> list[Reply]:
    """One whole scenario: 甲 eats his peach and ends his phase; then the table is looked at."""
    replies = [connection.exchange(reset), connection.exchange(Start("idle", "甲"))]
    ask = replies[-1].close
    assert isinstance(ask, Ask)
    replies.append(connection.exchange(Answer(ask.id, Choice(use="桃", cards=["桃♥3"]))))
    ask = replies[-1].close
    assert isinstance(ask, Ask)
    replies.append(connection.exchange(Answer(ask.id)))
    replies.append(connection.exchange(GetState()))
    return replies


def fine(connection: Connection) -> None:
    """A scenario without the mark passes on this connection."""
    connection.begin()
    *_, done, state = play(connection, scene())
    connection.end()
    assert isinstance(done.close, Done)
    assert done.close.state == state.close
    assert done.close.state.players[0].hp == 2
