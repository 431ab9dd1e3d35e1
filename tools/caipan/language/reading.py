"""A whole scenario from its text, and the page of all steps. Both from the step definitions themselves."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from pytest_bdd.parsers import re as step_parser
from pytest_bdd.steps import step_function_context_registry

from caipan.language import steps as definitions
from caipan.language.draft import Draft
from caipan.language.needs import Needs
from caipan.language.needs import needs_of as needs_of_draft
from caipan.language.words import ScenarioError

Keyword = Literal["given", "when", "then"]
KEYWORDS: dict[Keyword, str] = {"given": "假如", "when": "当", "then": "那么"}

StepText = tuple[Keyword, str, Sequence[Sequence[str]] | None]
"""A step of a feature file: its keyword's type, its text, its table if it has one."""


@dataclass(frozen=True, slots=True)
class StepDefinition:
    """One step of the language, with its documentation."""

    keyword: Keyword
    pattern: re.Pattern[str]
    words: str
    """The step in words: P, Q a player, CARDS …"""
    example: str
    table: tuple[tuple[str, ...], ...] | None
    """The example's table, if the step takes one."""
    meaning: str
    call: Callable[..., object]

    def take(self, text: str) -> dict[str, str | None] | None:
        """The parts of a step's text, if it is of this definition."""
        found = self.pattern.fullmatch(text)
        return found.groupdict() if found else None


@functools.cache
def step_definitions() -> tuple[StepDefinition, ...]:
    """All steps, in the order of the documentation."""
    found = [
        _definition(context.type, context.parser.regex, context.step_func)
        for context in step_function_context_registry.values()
        if context.step_func.__module__.startswith(f"{definitions.__name__}.")
        and context.type is not None
        and isinstance(context.parser, step_parser)
    ]
    order = list(KEYWORDS)
    return tuple(
        sorted(found, key=lambda step: (order.index(step.keyword), step.call.__code__.co_firstlineno))
    )


def _definition(keyword: Keyword, pattern: re.Pattern[str], call: Callable[..., object]) -> StepDefinition:
    lines = inspect.cleandoc(call.__doc__ or "").splitlines()
    table = [line for line in lines if line.startswith("|")]
    meaning = [line for line in lines[2:] if not line.startswith("|")]
    return StepDefinition(
        keyword=keyword,
        pattern=pattern,
        words=lines[0],
        example=lines[1].removeprefix("例: "),
        table=tuple(_cells(line) for line in table) or None,
        meaning="\n".join(meaning),
        call=call,
    )


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


def find_step(keyword: Keyword, text: str) -> StepDefinition:
    """The definition of a step.

    Raises:
        ScenarioError: there is none; the message names similar ones.
    """
    found = next(
        (step for step in step_definitions() if step.keyword == keyword and step.take(text) is not None), None
    )
    if found:
        return found
    other = next((step for step in step_definitions() if step.take(text) is not None), None)
    if other:
        raise ScenarioError(f"{text!r} is a step for {KEYWORDS[other.keyword]}, not for {KEYWORDS[keyword]}")
    raise ScenarioError(f"no step {KEYWORDS[keyword]} {text!r}; `caipan steps` prints all there are")


def read(steps: Sequence[StepText]) -> Draft:
    """Read a whole scenario.

    Args:
        steps: its steps in order, those of the background first, the values of an outline's row put in.

    Raises:
        ScenarioError: a step is unknown, cannot be read, or does not go with those before it.
    """
    draft = Draft()
    for keyword, text, table in steps:
        try:
            _hand_over(draft, keyword, text, table)
        except ScenarioError as error:
            raise ScenarioError(f"step {KEYWORDS[keyword]} {text}: {error}") from None
    draft.entrance()
    return draft


def _hand_over(draft: Draft, keyword: Keyword, text: str, table: Sequence[Sequence[str]] | None) -> None:
    step = find_step(keyword, text)
    if (step.table is None) != (table is None):
        raise ScenarioError(
            "expected a table below the step" if step.table else "expected no table below the step"
        )
    parts: dict[str, object] = dict(step.take(text) or {})
    if table is not None:
        parts["datatable"] = table
    step.call(draft, **parts)


def needs_of(steps: Sequence[StepText]) -> Needs:
    """What an engine must have for a scenario.

    Raises:
        ScenarioError: the scenario cannot be read.
    """
    return needs_of_draft(read(steps))


def level_of(steps: Sequence[StepText]) -> Literal["timing", "outcome"]:
    """Whether a scenario decides on the order of events and official timings, or on outcomes only.

    Raises:
        ScenarioError: the scenario cannot be read.
    """
    return level_of_draft(read(steps))


def level_of_draft(draft: Draft) -> Literal["timing", "outcome"]:
    """As ``level_of``, of a scenario that was read."""
    return "timing" if any(check.mentions().ordered for check in draft.checks) else "outcome"
