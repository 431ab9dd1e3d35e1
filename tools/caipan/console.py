"""Where commands print."""

from __future__ import annotations

import sys

from rich.console import Console

WIDTH = 110
"""Columns where there is no terminal to ask."""


def stdout() -> Console:
    """Standard output: with colours on a terminal, plain elsewhere; nothing in a text is markup."""
    plain = not sys.stdout.isatty()
    return Console(
        file=sys.stdout,
        width=WIDTH if plain else None,
        highlight=False,
        emoji=False,
        markup=False,
    )
