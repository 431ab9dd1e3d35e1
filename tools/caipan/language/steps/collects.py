"""What takes the steps."""

from __future__ import annotations

from typing import Protocol

from caipan.language import scene, script
from caipan.language.checks import Check

Rows = list[list[str]]


class Collects(Protocol):
    """What takes the steps: a table that plays them (``play.Table``), or a mere draft."""

    def given(self, part: scene.Part) -> None: ...

    def when(self, line: script.Opener | script.Move) -> None: ...

    def then(self, check: Check) -> None: ...
