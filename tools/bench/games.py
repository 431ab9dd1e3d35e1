"""Random games of eight players, played by the reference to their end."""

from __future__ import annotations

from collections.abc import Iterable

from tests.reference.random_games import play

PLAYERS = 8


def games(seeds: Iterable[int]) -> int:
    """Play a game for each seed. Returns the number of decisions that they took together."""
    return sum(play(seed, PLAYERS) for seed in seeds)
