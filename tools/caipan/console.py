"""Where commands print."""

from __future__ import annotations

import sys
from typing import TextIO

from rich.console import Console

WIDTH = 110
"""Columns where there is no terminal to ask."""


def stdout() -> Console:
    """Standard output: with colours on a terminal, plain elsewhere; nothing in a text is markup."""
    return _console(sys.stdout)


def stderr() -> Console:
    """Standard error, likewise."""
    return _console(sys.stderr)


def _console(file: TextIO) -> Console:
    plain = not file.isatty()
    return Console(file=file, width=WIDTH if plain else None, highlight=False, emoji=False, markup=False)
