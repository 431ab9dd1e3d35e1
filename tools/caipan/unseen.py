"""What an engine claims and no scenario has looked at: a green run says nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from caipan.features import Scenario
from caipan.language.needs import Needs
from caipan.report import Line


def cards(
    claimed: Iterable[str],
    lines: Iterable[Line],
    scenarios: Mapping[str, Scenario],
    needs: Callable[[Scenario], Needs],
) -> list[str]:
    """The cards that no scenario with a verdict speaks of, in the order of the claim.

    Args:
        claimed: the cards of the engine's hello.
        lines: the verdicts of the whole suite.
        scenarios: by their ids.
        needs: what an engine must have for a scenario.
    """
    decided = (scenarios[line.id] for line in lines if line.status != "unsupported")
    seen = frozenset[str]().union(*(needs(scenario).cards for scenario in decided))
    return [card for card in claimed if card not in seen]
