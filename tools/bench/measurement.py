"""What is measured, and what it should reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measurement:
    """Seconds for one scenario, or for one game: by the clock, and of the processor."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Target:
    """At most so many times as long as another measurement, or at least so many a second."""

    name: str
    of: str
    limit: float

    def said(self, found: Mapping[str, Measurement]) -> str:
        """How it compares, in words."""
        own, other = found[self.name], found[self.of]
        if self.of == self.name:
            return f"target: at least {self.limit:g} a second{_missed(1 / own.wall >= self.limit)}"
        ratio = own.wall / other.wall
        return (
            f"{ratio:.2f} times {self.of}, {own.cpu / other.cpu:.2f} by CPU; "
            f"target: at most {self.limit:g}{_missed(ratio <= self.limit)}"
        )


def _missed(reached: bool) -> str:
    return "" if reached else ": MISSED"


TARGETS = (Target("run", "bare", 8), Target("stdio", "run", 1.5), Target("games", "games", 30))
