"""What an engine claims and no scenario has looked at: a green run says nothing of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from caipan.features import Scenario
from caipan.language.words import name_of
from caipan.report import Line

_BETWEEN = re.compile(r"[\s、=，“”]+")


def cards(claimed: Iterable[str], lines: Iterable[Line], scenarios: Mapping[str, Scenario]) -> list[str]:
    """The cards that no scenario with a verdict speaks of, in the order of the claim.

    Args:
        claimed: the cards of the engine's hello.
        lines: the verdicts of the whole suite.
        scenarios: by their ids.
    """
    seen: set[str] = set()
    for line in lines:
        if line.status != "unsupported":
            seen.update(_named(scenarios[line.id]))
    return [card for card in claimed if card not in seen]


def _named(scenario: Scenario) -> Iterator[str]:
    for step in scenario.steps:
        cells: Sequence[str] = [cell for row in step.table or () for cell in row]
        for text in (step.text, *cells):
            yield from map(name_of, _BETWEEN.split(text))
