"""The least that playing features can cost: parse, compile to pickles, dispatch steps by regex to nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler, GherkinDocumentWithURI

from caipan.language.reading import step_definitions

KINDS = {"Context": "given", "Action": "when", "Outcome": "then"}
Step = Callable[..., None]


def _nothing(**_: str) -> None:
    """A step that does nothing."""


def patterns() -> dict[str, list[tuple[re.Pattern[str], Step]]]:
    """The patterns of all steps, by kind."""
    found: dict[str, list[tuple[re.Pattern[str], Step]]] = {kind: [] for kind in KINDS.values()}
    for step in step_definitions():
        found[step.keyword].append((step.pattern, _nothing))
    return found


def play(files: Sequence[Path]) -> int:
    """Run the loop over some files. Returns the number of scenarios."""
    steps = patterns()
    count = 0
    for file in files:
        document: Any = {**Parser().parse(file.read_text("utf-8")), "uri": str(file)}
        for pickle in Compiler().compile(cast(GherkinDocumentWithURI, document)):
            for step in pickle["steps"]:
                _dispatch(steps[KINDS[step["type"]]], step["text"])
            count += 1
    return count


def _dispatch(steps: Sequence[tuple[re.Pattern[str], Step]], text: str) -> None:
    for pattern, function in steps:
        found = pattern.fullmatch(text)
        if found:
            function(**found.groupdict())
            return
    raise LookupError(text)
