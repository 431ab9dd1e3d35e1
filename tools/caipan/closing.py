"""What a run says when it is over: the failures, a table by chapter, and what it comes to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from caipan import baseline
from caipan.baseline import Known
from caipan.connect.check import shorten
from caipan.features import Scenario
from caipan.language.needs import NOT_LISTED
from caipan.report import Line, totals
from caipan.summary import CHAPTERS, STYLES, Replay, as_text, chapter_of, plural
from caipan.verdict import BAD, STATUSES, Status

NAMED = 5
"""How many failures that are like another are named."""
LACKS = 12
"""How many of the things that an engine lacks are named."""
EVERYTHING = "the report (--report FILE) has them all"
NARROW = 72
"""Columns below which the heads of the table are short."""
_SHORT: dict[Status, str] = {
    "passed": "pass",
    "failed": "fail",
    "unsupported": "unsup",
    "error": "error",
    "timeout": "time",
    "disputed": "disp",
}


@dataclass(frozen=True, slots=True)
class Departure:
    """A scenario for which the run fails."""

    line: Line
    scenario: Scenario
    known: Known | None
    why: str


def departures(
    lines: Iterable[Line], scenarios: Mapping[str, Scenario], known: Mapping[str, Known]
) -> list[Departure]:
    """The scenarios for which a run fails, seen from the baseline."""
    found = []
    for line in lines:
        entry = known.get(line.id)
        why = baseline.departure(entry, line.status)
        if why is not None:
            found.append(Departure(line, scenarios[line.id], entry, why))
    return found


def show(
    console: Console,
    lines: Sequence[Line],
    failing: Sequence[Departure],
    known: Mapping[str, Known],
    replay: Replay,
    duration: float,
    unseen: Sequence[str] = (),
) -> None:
    """Print the outcome of a run.

    Args:
        console: where to.
        lines: the verdicts.
        failing: the scenarios for which the run fails.
        known: the baseline.
        replay: how a scenario is played again.
        duration: seconds.
        unseen: cards that the engine claims and no scenario has looked at.
    """
    for number, group in enumerate(alike(failing), 1):
        _failure(console, number, group, replay)
    console.print()
    console.print(by_chapter(lines, narrow=console.width < NARROW))
    for text in filter(None, (_levels(lines), _seen_from(known, lines))):
        _print(console, text)
    counted = totals(lines)
    remarks = [_lacking(lines), _unseen(unseen), _hint(failing)]
    open_ = bool(lines) and not counted["passed"] and not counted["failed"]
    if open_:
        remarks.append(Text("Nothing was decided: no scenario passed, and none failed.", "bold yellow"))
    for remark in remarks:
        if remark:
            console.print(Text("\n") + remark, soft_wrap=True)
    if any(remarks):
        console.print()
    said = ", ".join(
        f"{counted[status]} {status}" for status in STATUSES if counted[status] or status == "passed"
    )
    _print(
        console,
        f"{plural(len(lines), 'scenario')} in {duration:.1f} s: {said}",
        "bold red" if failing else "bold yellow" if open_ else "bold green",
    )


def decided(lines: Sequence[Line]) -> bool:
    """Whether there is a verdict: a run whose scenarios are all unsupported says nothing of the engine.

    What is disputed is no verdict either, beside what is unsupported; an engine that breaks has one.
    """
    counted = totals(lines)
    return not counted["unsupported"] or any(counted[status] for status in ("passed", *BAD))


def _print(console: Console, text: str, style: str = "") -> None:
    """Print without markup and without folding, so that long lines can be copied."""
    console.print(Text(text, style=style), soft_wrap=True)


# --- the failures -----------------------------------------------------------


def alike(failing: Iterable[Departure]) -> list[list[Departure]]:
    """The failures, those together that have the same verdict for the same cause, in order of the first."""
    groups: dict[tuple[str, ...], list[Departure]] = {}
    for one in failing:
        new = one.known is None
        key = (one.line.status, _cause(one.line.detail)) if new else (one.line.id,)
        groups.setdefault(key, []).append(one)
    return list(groups.values())


def _cause(detail: str) -> str:
    """A verdict's words without what differs from one time to the next."""
    return re.sub(r"; the line was: .*|\b0x[0-9a-f]+\b", "", detail, flags=re.DOTALL)


def _failure(console: Console, number: int, group: Sequence[Departure], replay: Replay) -> None:
    first, *more = group
    _print(console, f"\n{number}. {first.line.id}", "bold red")
    if first.known is not None:
        _print(console, f"  {first.why}", "bold red")
    if first.line.status != "passed":
        _print(console, as_text(first.line, first.scenario, replay))
    if more:
        _print(console, f"  and {len(more)} more alike:", "bold red")
        _print(console, "\n".join(f"    {one.line.id}" for one in more[:NAMED]))
        if len(more) > NAMED:
            _print(console, f"    … {len(more) - NAMED} others; {EVERYTHING}")


def _hint(failing: Sequence[Departure]) -> Text:
    """How a failure is made known; nothing if none is new."""
    new = [one.line for one in failing if one.known is None]
    if not new:
        return Text()
    entry = baseline.entry(new[0].id, new[0].status)
    written = "--write-baseline FILE --reason TEXT writes "
    written += "it" if len(new) == 1 else f"all {len(new)}"
    said = "A failure that is known goes into a baseline (--baseline FILE), like this"
    return Text(f"{said}; {written}:\n\n{entry}")


# --- the table and below ----------------------------------------------------


def by_chapter(lines: Sequence[Line], narrow: bool = False) -> Table:
    """How many scenarios of each chapter have which status.

    Args:
        lines: the verdicts.
        narrow: whether the heads must be short.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("chapter", no_wrap=True)
    for status in STATUSES:
        table.add_column(_SHORT[status] if narrow else status, justify="right", no_wrap=True)
    table.add_column("all" if narrow else "total", justify="right", no_wrap=True)
    groups: dict[str, list[Line]] = {}
    for line in lines:
        groups.setdefault(chapter_of(line.id), []).append(line)
    for chapter in sorted(groups, key=_place):
        table.add_row(chapter, *_counts(groups[chapter]))
    if len(groups) > 1:
        table.add_row("all", *_counts(lines), style="bold")
    return table


def _place(chapter: str) -> tuple[int, str]:
    return (CHAPTERS.index(chapter) if chapter in CHAPTERS else len(CHAPTERS), chapter)


def _counts(lines: Iterable[Line]) -> list[Text]:
    counted = totals(lines)
    cells = [
        Text(str(counted[status]), style=STYLES[status]) if counted[status] else Text("·", style="dim")
        for status in STATUSES
    ]
    return [*cells, Text(str(sum(counted.values())))]


def _levels(lines: Iterable[Line]) -> str:
    """The verdict on each of the two levels; nothing if none was reached."""
    passed = Counter(line.level for line in lines if line.status == "passed")
    decided = Counter(line.level for line in lines if line.status != "unsupported")
    return "; ".join(
        f"{level}: {passed[level]} of {decided[level]} passed"
        for level in ("outcome", "timing")
        if decided[level]
    )


def _seen_from(known: Mapping[str, Known], lines: Iterable[Line]) -> str:
    """What the run looks like from the baseline; nothing if there is none."""
    if not known:
        return ""
    stands = Counter(baseline.standing(known.get(line.id), line.status) for line in lines)
    said = [f"{stands['new']} new", f"{stands['known']} known"]
    said += [f"{stands['mended']} no longer fails"] if stands["mended"] == 1 else []
    said += [f"{stands['mended']} no longer fail"] if stands["mended"] > 1 else []
    said += [f"{stands['otherwise']} otherwise than known"] if stands["otherwise"] else []
    return f"seen from the baseline: {', '.join(said)}"


def lacks(lines: Iterable[Line]) -> Counter[str]:
    """For want of what scenarios are unsupported, and how many each; one scenario may lack several things."""
    found: Counter[str] = Counter()
    for line in lines:
        if line.status == "unsupported":
            what, _, why = line.detail.rpartition(": ")
            found.update(what.split(", ") if why == NOT_LISTED else [shorten(line.detail, 80)])
    return found


def _lacking(lines: Sequence[Line]) -> Text:
    """What the engine lacks; nothing if no scenario is unsupported."""
    found = lacks(lines)
    if not found:
        return Text()
    number = sum(line.status == "unsupported" for line in lines)
    said = Text(f"{number} unsupported, for want of (a scenario may lack several):", "yellow")
    for what, times in found.most_common(LACKS):
        said.append(f"\n  {times:5}  {what}", "default")
    if len(found) > LACKS:
        said.append(f"\n         and {len(found) - LACKS} more; {EVERYTHING}", "default")
    return said


def _unseen(cards: Sequence[str]) -> Text:
    """What nobody has looked at; nothing if it is nothing."""
    if not cards:
        return Text()
    more = f" and {len(cards) - LACKS} more" if len(cards) > LACKS else ""
    return Text(f"claimed, and in no scenario that was decided: {'、'.join(cards[:LACKS])}{more}", "yellow")
