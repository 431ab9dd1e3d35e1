"""pytest-bdd's step lookup, memoised, and strict about ambiguous steps.

pytest-bdd looks through all fixtures of the session at every step, and where two
definitions fit it silently takes one. The steps of this suite all stand in one
module, so one look at it is enough for each text of a step, and a second definition
that fits is an error. Other tests of the same session keep pytest-bdd's own lookup.
"""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from types import ModuleType
from typing import Any

import pytest
from pytest_bdd.gherkin_parser import DataTable, Row
from pytest_bdd.parser import Step, render_string
from pytest_bdd.steps import StepFunctionContext, step_function_context_registry

from caipan.features import Kind, UsageError

SUPPORTED = "9.0"
"""The version of pytest-bdd (major and minor) whose inside this module was written for."""


class AmbiguousStep(LookupError):
    """Two step definitions fit one step."""


class Steps:
    """Step definitions, looked up by kind and text."""

    __slots__ = ("_found", "definitions")

    def __init__(self, definitions: tuple[StepFunctionContext, ...]) -> None:
        self.definitions = definitions
        self._found: dict[tuple[Kind, str], StepFunctionContext | None] = {}

    def find(self, kind: Kind, text: str) -> StepFunctionContext | None:
        """The definition that fits a step, or None.

        Raises:
            AmbiguousStep: there are two of them.
        """
        key = (kind, text)
        if key not in self._found:
            self._found[key] = self._search(kind, text)
        return self._found[key]

    def _search(self, kind: Kind, text: str) -> StepFunctionContext | None:
        fitting = [
            one for one in self.definitions if one.type in (None, kind) and one.parser.is_matching(text)
        ]
        if len(fitting) > 1:
            names = " and ".join(str(one.parser.name) for one in fitting)
            raise AmbiguousStep(f"{text}: the step fits two definitions: {names}")
        return fitting[0] if fitting else None


def definitions(module: ModuleType) -> tuple[StepFunctionContext, ...]:
    """The step definitions of a module, in its order."""
    return tuple(
        context
        for context in step_function_context_registry.values()
        if context.step_func.__module__ == module.__name__
    )


def check_version() -> None:
    """Make sure that this is the pytest-bdd that the lookup was written for.

    Raises:
        UsageError: it is another one.
    """
    have = version("pytest-bdd")
    if have.split(".")[:2] != SUPPORTED.split("."):
        raise UsageError(
            f"pytest-bdd {have} is installed, but caipan needs pytest-bdd {SUPPORTED}.*: "
            f"run `python -m pip install 'pytest-bdd=={SUPPORTED}.*'`"
        )


@contextmanager
def installed(steps: Callable[[Any], Steps | None]) -> Iterator[None]:
    """Put the memoised lookup in the place of pytest-bdd's, while the context lasts.

    Args:
        steps: the step definitions for a fixture request, or None to let pytest-bdd look.

    Raises:
        UsageError: see ``check_version``.
    """
    check_version()
    scenario = importlib.import_module("pytest_bdd.scenario")
    utils = importlib.import_module("pytest_bdd.utils")
    original = scenario.get_step_function

    def get_step_function(request: Any, step: Any) -> StepFunctionContext | None:
        own = steps(request)
        if own is None:
            return original(request=request, step=step)  # type: ignore[no-any-return]
        return own.find(step.type, step.name)

    def render_datatable(datatable: DataTable, context: Mapping[str, object]) -> DataTable:
        # pytest-bdd makes a deep copy of each table for each scenario; nobody changes them.
        if not context:
            return datatable
        return replace(datatable, rows=[_rendered(row, context) for row in datatable.rows])

    # The signature of a step function does not change either.
    signature = functools.cache(inspect.signature)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenario, "get_step_function", get_step_function)
        patch.setattr(scenario, "signature", signature)
        patch.setattr(utils, "signature", signature)
        patch.setattr(Step, "render_datatable", staticmethod(render_datatable))
        yield


def _rendered(row: Row, context: Mapping[str, object]) -> Row:
    return replace(row, cells=[replace(cell, value=render_string(cell.value, context)) for cell in row.cells])
