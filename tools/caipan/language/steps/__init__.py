"""The steps of the scenario language, for pytest-bdd. ``caipan steps`` prints its page from here.

The docstring of a step is its documentation: the step in words; an example, with its table if it takes
one; what it means, if the words do not say it. P and Q are one player, PS players joined by 、, CARD a card
(``杀♠7``), CARDS cards joined by 、, NAME the name of a card, SKILL of a skill, N a number in half-width
digits, PHASE a phase.

Each step only reads its words and hands over what they say; nothing is played before the first 那么.
"""

from caipan.language.steps import given, then, when

__all__ = ["given", "then", "when"]
