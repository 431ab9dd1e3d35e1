"""How far a run has come: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import time
from collections import Counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from caipan.verdict import BAD, Status

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""


class Progress:
    """The progress of one run."""

    def __init__(self, console: Console, title: str) -> None:
        """Show nothing yet.

        Args:
            console: where to show it.
            title: what is run.
        """
        self._console = console
        self._title = title
        self._counts: Counter[Status] = Counter()
        self._total = 0
        self._due = 0.0
        self._bar = (
            Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                console=console,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            if console.is_terminal
            else None
        )

    def begin(self, total: int) -> None:
        """So many scenarios will be played."""
        self._total = total
        self._due = time.monotonic() + EVERY
        if self._bar is not None:
            self._bar.add_task(self._title, total=total)
            self._bar.start()
        else:
            self._console.print(f"playing {total} against {self._title}", soft_wrap=True, markup=False)

    def advance(self, status: Status) -> None:
        """One more is done."""
        self._counts[status] += 1
        bad = sum(self._counts[one] for one in BAD)
        if self._bar is not None:
            said = f"{self._title}, {bad} bad" if bad else self._title
            self._bar.update(self._bar.task_ids[0], advance=1, description=said)
        elif time.monotonic() > self._due:
            self._due = time.monotonic() + EVERY
            self._console.print(f"{self._counts.total()} of {self._total} played, {bad} bad")

    def end(self) -> None:
        """The run is over, one way or another."""
        if self._bar is not None:
            self._bar.stop()
