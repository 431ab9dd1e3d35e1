"""Checks of the scenarios as the scenario language reads them, with every outline filled in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache

from caipan.features import Scenario, Step, problems
from caipan.language.needs import Needs, needs_of
from caipan.language.reading import KEYWORDS, StepText, read, step_definitions
from caipan.language.words import ScenarioError
from caipan.lint.document import Document
from caipan.lint.model import Finding, Knowledge

_CARD = re.compile(r"[^\s、，。：:=]+?[♠♥♣♦](?:10|[2-9AJQK])(?:#\d+)?")

Steps = tuple[Step, ...]


def undefined(document: Document, _: Knowledge) -> Iterator[Finding]:
    """A step that no definition takes; pytest-bdd's JSON report would call it passed."""
    garbled = _garbled(document)
    for step in _steps(document):
        if step.line not in garbled and not _definitions(step.kind, step.text):
            others = [KEYWORDS[kind] for kind in KEYWORDS if _definitions(kind, step.text)]
            where = f"; there is one for {'、'.join(others)}" if others else ""
            yield step.line, f"no step for {KEYWORDS[step.kind]} reads {step.text!r}{where}"


def ambiguous(document: Document, _: Knowledge) -> Iterator[Finding]:
    """A step that several definitions take; one of them would be chosen in silence."""
    for step in _steps(document):
        found = _definitions(step.kind, step.text)
        if len(found) > 1:
            yield step.line, f"{step.text!r} fits {' and '.join(found)}"


def unreadable(document: Document, _: Knowledge) -> Iterator[Finding]:
    """A scenario that the language refuses, in which every step is defined by itself."""
    garbled = _garbled(document)
    for scenario in document.file.scenarios:
        steps = scenario.steps
        known = all(s.line not in garbled and _definitions(s.kind, s.text) for s in steps)
        if not steps or not known or _twice(steps):
            continue
        error = _needs(steps)
        if isinstance(error, str):
            # A scenario is read as a whole: its first part with this error ends at the step at fault.
            ends = (n for n in range(1, len(steps)) if _needs(steps[:n]) == error)
            yield steps[next(ends, len(steps)) - 1].line, error


def twice(document: Document, _: Knowledge) -> Iterator[Finding]:
    """A card that lies in two places of one scene."""
    for scenario in document.file.scenarios:
        for card in _twice(scenario.steps):
            yield _line(scenario, card), f"{card} is in two places of {scenario.title}"


def _twice(steps: Steps) -> list[str]:
    places = Counter(
        card
        for step in steps
        if step.kind == "given"
        for text in (step.text.rpartition(" ")[2], *(cell for row in step.table or () for cell in row))
        for card in _CARD.findall(text)
    )
    return [card for card, times in places.items() if times > 1]


def unknown_card(document: Document, known: Knowledge) -> Iterator[Finding]:
    """A card that no document names: misspelt, it would make every engine *unsupported*."""
    cards = {skill.name for skill in known.skills.values() if skill.is_card}
    return _unknown(document, "card", lambda needs: needs.cards - cards)


def unknown_skill(document: Document, known: Knowledge) -> Iterator[Finding]:
    """A skill that no document names."""
    return _unknown(document, "skill", lambda needs: needs.skills - known.skills.keys())


def unknown_general(document: Document, known: Knowledge) -> Iterator[Finding]:
    """A general that has none of the skills."""
    generals = known.generals
    return _unknown(document, "general", lambda needs: needs.generals - generals)


def _unknown(document: Document, what: str, unknown: Callable[[Needs], Iterable[str]]) -> Iterator[Finding]:
    for scenario in document.file.scenarios:
        needs = _needs(scenario.steps)
        for name in sorted(unknown(needs)) if isinstance(needs, Needs) else ():
            yield _line(scenario, name), f"no {what} {name} in the documents"


def _garbled(document: Document) -> frozenset[int]:
    """The lines of steps that are not what they seem, which is said already: see ``problems``."""
    return frozenset(found.line for found in problems(document.file) if found.code in ("CP16", "CP17"))


def _steps(document: Document) -> Iterator[Step]:
    return (step for scenario in document.file.scenarios for step in scenario.steps)


@cache
def _definitions(kind: str, text: str) -> tuple[str, ...]:
    """The steps of the language, in words, that take a text."""
    return tuple(
        step.words for step in step_definitions() if step.keyword == kind and step.take(text) is not None
    )


@lru_cache(maxsize=4096)
def _needs(steps: Steps) -> Needs | str:
    """What a scenario names, or why it cannot be read."""
    texts: list[StepText] = [(step.kind, step.text, step.table) for step in steps]
    try:
        return needs_of(read(texts))
    except ScenarioError as error:
        return str(error)


def _line(scenario: Scenario, word: str) -> int:
    """The first step in which a word stands, in its text or its table."""
    for step in scenario.steps:
        if word in step.text or any(word in cell for row in step.table or () for cell in row):
            return step.line
    return scenario.line
