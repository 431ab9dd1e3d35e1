"""pytest-bdd's step definitions, looked up once for each text, and strict about ambiguous steps.

pytest-bdd looks through all fixtures of the session at every step, and where two
definitions fit it silently takes one. The steps of this suite all stand in one
package, so one look at it is enough for each text of a step, and a second definition
that fits is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from types import ModuleType
from typing import get_args

from pytest_bdd.steps import StepFunctionContext, step_function_context_registry

from caipan.features import Kind, UsageError

SUPPORTED = "9.0"
"""The version of pytest-bdd (major and minor) whose registry of steps this module was written for."""


class AmbiguousStep(LookupError):
    """Two step definitions fit one step."""


class Steps:
    """Step definitions, looked up by kind and text."""

    __slots__ = ("_by_kind", "_found")

    def __init__(self, definitions: Sequence[StepFunctionContext]) -> None:
        """Take the definitions; one without a kind is for steps of every kind."""
        self._by_kind: dict[Kind, list[StepFunctionContext]] = {
            kind: [one for one in definitions if one.type in (None, kind)] for kind in get_args(Kind)
        }
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
        fitting = [one for one in self._by_kind[kind] if one.parser.is_matching(text)]
        if len(fitting) > 1:
            names = " and ".join(str(one.parser.name) for one in fitting)
            raise AmbiguousStep(f"the step fits two definitions: {names}")
        return fitting[0] if fitting else None


def definitions(module: ModuleType) -> tuple[StepFunctionContext, ...]:
    """The step definitions of a module or package, in its order.

    Raises:
        UsageError: pytest-bdd is not the one that this was written for.
    """
    have = version("pytest-bdd")
    if have.split(".")[:2] != SUPPORTED.split("."):
        raise UsageError(
            f"pytest-bdd {have} is installed, but caipan needs pytest-bdd {SUPPORTED}.*: "
            f"run `python -m pip install 'pytest-bdd=={SUPPORTED}.*'`"
        )
    return tuple(
        context
        for context in step_function_context_registry.values()
        if f"{context.step_func.__module__}.".startswith(f"{module.__name__}.")
    )
