"""The reference has no privileges: every scenario goes the same way in process and over stdio."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import pytest

from caipan import features
from caipan.features import Scenario
from caipan.playing import House, Play, play
from caipan.verdict import Stopped

SCENARIOS = [scenario for file in features.load([]) for scenario in file.scenarios]


@dataclass(frozen=True, slots=True)
class Course:
    """How a scenario went: its verdict, everything that was reported, every ask and answer."""

    status: str
    detail: str
    events: bytes
    transcript: bytes


def course(scenario: Scenario, house: House) -> Course:
    """Play one scenario and take down all of it."""
    played = Play(scenario)
    status, detail = "passed", ""
    try:
        play(played, house)
    except Stopped as stopped:
        status, detail = stopped.status, stopped.detail
    assert played.table is not None
    encode = msgspec.json.encode
    return Course(status, detail, encode(played.table.events), encode(played.table.transcript))


@pytest.fixture(scope="module")
def houses() -> Iterator[tuple[House, House]]:
    """The same reference behind both doors."""
    both = House("reference"), House(f"stdio:{sys.executable} -m sanguosha.adapter")
    yield both
    for house in both:
        house.close()


def test_every_scenario_goes_the_same_way(houses: tuple[House, House]) -> None:
    inside, outside = houses
    assert inside.connection.hello == outside.connection.hello
    different = [s.id for s in SCENARIOS if course(s, inside) != course(s, outside)]
    assert SCENARIOS
    assert different == []
