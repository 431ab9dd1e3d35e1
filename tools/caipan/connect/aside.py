"""Where the code of an engine in this process prints: stdout is the harness's own."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast


class _Aside:
    """Standard error, as it is when it is written to; it cannot be closed, nor set up otherwise."""

    def __getattr__(self, name: str) -> Any:
        """All that a stream has is that of standard error."""
        return getattr(sys.stderr, name)

    def close(self) -> None:
        """Stay open: it is everybody's."""

    def reconfigure(self, **settings: object) -> None:
        """Stay as it is."""


_ASIDE = cast(TextIO, _Aside())


@contextlib.contextmanager
def printing_aside() -> Iterator[None]:
    """What is printed goes to standard error meanwhile, and whoever closes standard output closes nothing."""
    kept, sys.stdout = sys.stdout, _ASIDE
    try:
        yield
    finally:
        sys.stdout = kept
