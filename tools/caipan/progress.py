"""How far a run has come: on a terminal a bar, elsewhere a line now and then; never on standard output."""

from __future__ import annotations

import time
from collections import Counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.text import Text

from caipan.summary import plural
from caipan.verdict import BAD, STATUSES, Status

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""
_NARROW = 80


class Progress:
    """The progress of one run."""

    def __init__(self, console: Console, title: str, aside: Console | None = None) -> None:
        """Show nothing yet.

        Args:
            console: where the run's results go, with a headline above them.
            title: what is run.
            aside: where the progress is shown: standard error. None: nowhere.
        """
        self._console = console
        self._aside = aside
        self._title = title
        self._counts: Counter[Status] = Counter()
        self._total = 0
        self._due = 0.0
        self._bar = _bar(aside) if aside is not None and aside.is_terminal else None

    def begin(self, total: int) -> None:
        """So many scenarios will be played."""
        self._total = total
        self._due = time.monotonic() + EVERY
        self._console.print(Text(f"{plural(total, 'scenario')} against {self._title}"), soft_wrap=True)
        if self._bar is not None:
            self._bar.add_task(self._title, total=total)
            self._bar.start()

    def advance(self, status: Status) -> None:
        """One more is done."""
        self._counts[status] += 1
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], advance=1, description=self._said(self._title))
        elif self._aside is not None and time.monotonic() > self._due:
            self._due = time.monotonic() + EVERY
            said = self._said(f"{self._counts.total()} of {self._total} played")
            self._aside.print(Text(said), soft_wrap=True)

    def _said(self, text: str) -> str:
        """The text with the numbers of what went wrong."""
        wrong = [f"{self._counts[one]} {one}" for one in STATUSES if one in BAD and self._counts[one]]
        return ", ".join([text, *wrong])

    def end(self) -> None:
        """The run is over, one way or another."""
        if self._bar is not None:
            self._bar.stop()


def _bar(console: Console) -> Bar:
    """A bar that leaves room for the engine's name."""
    elapsed = [] if console.width < _NARROW else [TimeElapsedColumn()]
    return Bar(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=max(5, min(40, console.width - 65))),
        MofNCompleteColumn(),
        *elapsed,
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
