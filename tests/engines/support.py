"""What the tests of every adapter need: whether it can run here, and how a scene is played on it."""

from __future__ import annotations

import pytest

from caipan.connect.base import CannotConnect, Connection, Reply
from caipan.connect.named import Named, command, load
from caipan.contract.messages import (
    Answer,
    Ask,
    Choice,
    GetState,
    PlayerScene,
    Ready,
    Reset,
    Scene,
    Start,
    State,
)


def engine(name: str) -> Named:
    """The adapter of that name."""
    named = load(name)
    assert named is not None
    return named


def lacking(named: Named) -> str:
    """Why the adapter cannot run here; empty if it can."""
    try:
        command(named)
    except CannotConnect as problem:
        return str(problem)
    return ""


def needs_checkout(named: Named) -> pytest.MarkDecorator:
    """Skips a test where the engine is not there, and says what is lacking."""
    why = lacking(named)
    return pytest.mark.skipif(bool(why), reason=why or "it is there")


def enter(connection: Connection, scene: Scene, start: Start, seed: int = 0) -> Reply:
    """A fresh game in this scene, entered."""
    connection.begin()
    assert connection.exchange(Reset("2013", scene, seed)).close == Ready()
    return connection.exchange(start)


def lay(connection: Connection, *players: PlayerScene, pile: list[str], start: Start | None = None) -> Reply:
    """A fresh game of these players, at the idle point of the first one if nothing else is said."""
    return enter(connection, Scene(list(players), pile), start or Start("idle", players[0].name))


def answer(connection: Connection, reply: Reply, choice: Choice | None = None) -> Reply:
    """Answer the ask of a reply; decline it if no choice is given."""
    assert isinstance(reply.close, Ask)
    return connection.exchange(Answer(reply.close.id, choice))


def use(name: str, card: str, *targets: str) -> Choice:
    """A card used or played."""
    return Choice(use=name, cards=[card], targets=list(targets))


def state(connection: Connection) -> State:
    """The table."""
    close = connection.exchange(GetState()).close
    assert isinstance(close, State)
    return close
