"""``caipan explain``: one scenario, and everything that happened in it, as a tree."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from caipan import __version__, features, happenings, plugin, run, summary
from caipan.contract.messages import Event
from caipan.features import FeatureFile, Scenario, UsageError
from caipan.language.account import AskLine
from caipan.language.play import Table
from caipan.outputs import check_apart
from caipan.paths import shown
from caipan.playing import House, Play
from caipan.progress import Progress
from caipan.report import FORMAT, NEWEST, Header, Line, Writer, check_writable
from caipan.session import Recorder, session
from caipan.trace import Trace
from caipan.verdict import BAD
from caipan.visible import visible

NEAR = 5
"""How many similar ids are suggested."""
_STYLES = {"event": "", "timing": "dim", "ask": "cyan"}


def find(wanted: str, suite: Sequence[FeatureFile]) -> tuple[FeatureFile, Scenario]:
    """The scenario with an id or a title, else the only one whose id holds the text.

    Raises:
        UsageError: there is none, or more than one; the message names all of them, or those that are near.
    """
    all_ = {scenario.id: (feature, scenario) for feature in suite for scenario in feature.scenarios}
    if wanted in all_:
        return all_[wanted]
    called = [id for id, (_, scenario) in all_.items() if wanted and wanted in _titles(scenario)]
    found = called or [id for id in all_ if wanted and wanted in id]
    if len(found) == 1:
        return all_[found[0]]
    if found:
        fit = f"the title {wanted!r}" if called else repr(wanted)
        raise UsageError(
            f"{len(found)} scenarios fit {fit}; expected the id of one of them:\n{_listed(found)}"
        )
    # An id with more of its path in front than these features need to be told apart.
    longer = [id for id in all_ if wanted.endswith(f"/{id}")]
    if len(longer) == 1:
        return all_[longer[0]]
    near = difflib.get_close_matches(wanted, all_, n=NEAR, cutoff=0.3)
    hint = f"; near are\n{_listed(near)}\n" if near else "; "
    hint += "`caipan run --list` lists the ids; for features of your own, give --features PATH"
    raise UsageError(f"no scenario has the id {wanted!r}{hint}")


def _listed(ids: Sequence[str]) -> str:
    return "\n".join(f"  {id}" for id in ids)


def _titles(scenario: Scenario) -> tuple[str, str]:
    """The title as it is read, and as it stands in the id."""
    return scenario.title, scenario.id.rpartition(":")[2]


@dataclass(slots=True)
class Keeper:
    """Keeps the scenario that was played."""

    plays: list[Play] = field(default_factory=list)

    def pytest_itemcollected(self, item: plugin.ScenarioItem) -> None:
        """It is going to be played."""
        self.plays.append(item.play)


def explain(
    wanted: str,
    console: Console,
    *,
    engine: str = "reference",
    edition: str | None = None,
    paths: Sequence[Path] = (),
    timeout: float | None = None,
    trace: Path | None = None,
) -> int:
    """Play one scenario and draw it.

    Args:
        wanted: its id, or a part of it.
        console: where to.
        engine: as ``--engine`` names it.
        edition: the edition to play by, instead of the newest.
        paths: where to look for it, instead of the suite's own features.
        timeout: seconds.
        trace: where to write everything that goes over the wire.

    Returns:
        The exit code: 0, or 1 if it failed.

    Raises:
        UsageError: there is no such scenario, or it could not be played.
    """
    feature, scenario = find(wanted, features.load(paths))
    if edition is not None and edition in features.EDITIONS and edition not in scenario.editions:
        raise UsageError(f"--edition {edition}: the scenario holds only in {', '.join(scenario.editions)}")
    if trace:
        check_apart({"--trace": trace}, {}, [feature.path])
        check_writable(trace, "trace")
    written = Trace(trace) if trace else None
    house = House(engine, plugin.timeouts(timeout), edition, look=True, trace=written)
    try:
        line, play = _play(replace(feature, scenarios=(scenario,)), house)
    finally:
        house.close()
    if written:
        written.close()
    _draw(console, scenario, line, play.table)
    return run.FAILED if line.status in BAD else run.OK


def _play(feature: FeatureFile, house: House) -> tuple[Line, Play]:
    hello = run.greet(house)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    header = Header(
        FORMAT,
        __version__,
        features.digest([feature]),
        house.edition or NEWEST,
        visible(house.spec),
        hello,
        now,
    )
    silent = Progress(Console(quiet=True), "")
    recorder, keeper = Recorder((feature,), house, Writer(None), header, silent), Keeper()
    session(recorder, [], [keeper])
    if not recorder.lines:
        raise KeyboardInterrupt
    return recorder.lines[0], keeper.plays[0]


# --- drawing ----------------------------------------------------------------


def _draw(console: Console, scenario: Scenario, line: Line, table: Table | None) -> None:
    def say(text: str, style: str = "") -> None:
        console.print(Text(text, style=style), soft_wrap=True)

    say(scenario.id, "bold")
    say(f"{shown(scenario.file)}:{scenario.line}")
    for clause in summary.clause_words(scenario.clauses):
        say(f"  {clause}")
    if scenario.readings:
        say(f"  reading {summary.reading_words(scenario.readings)}")
    if table is not None:
        account = table.account
        say("\n假如", "bold")
        for text in [*summary.aligned([account.columns, *account.rows]), *account.piles]:
            say(f"  {text}")
        say("当", "bold")
        for text in [*account.begins, *account.script] or ["(没有)"]:
            say(f"  {text}")
        say("")
        console.print(tree(account.events, account.asks, f"经过 ({account.edition})"), soft_wrap=True)
        if account.table:
            say("\n终局", "bold")
        for text in account.table:
            say(f"  {text}")
    say("\n那么", "bold")
    for step in scenario.steps:
        if step.kind == "then":
            for text in [step.text, *(f"  {row}" for row in summary.aligned(step.table or ()))]:
                say(f"  {text}")
    say("")
    say(f"{line.status}: {line.detail}" if line.detail else line.status, summary.STYLES[line.status])
    if (line.account or {}).get("step"):
        say(f"  at {shown(scenario.file)}:{(line.account or {})['line']}: {(line.account or {})['step']}")
    if line.stderr.strip():
        say("stderr of the engine:", "bold")
        say(line.stderr.rstrip())


def tree(events: Sequence[Event], asks: Sequence[AskLine], title: str) -> Tree:
    """What happened: each event below the one in whose resolution it happened, each ask where it came.

    Args:
        events: what happened, in order. Engines that number no events get a flat tree.
        asks: the asks, in order.
        title: the tree's heading.
    """
    root = Tree(Text(title, style="bold"))
    waiting = [(root, happenings.grow(events, asks))]
    while waiting:
        above, nodes = waiting.pop()
        waiting += [(above.add(Text(node.text, style=_STYLES[node.kind])), node.children) for node in nodes]
    return root
