"""``caipan clauses``: what the rule documents say, and which scenarios show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click
import msgspec

from caipan import catalogue
from caipan.catalogue import Covered
from caipan.cli import Unusable
from caipan.features import UsageError, load
from caipan.summary import plural


@dataclass(frozen=True, slots=True)
class Entry:
    """A clause as ``--json`` gives it."""

    id: str
    edition: str
    state: str
    testable: bool
    why_not: str
    scenarios: tuple[str, ...]
    source: str
    section: str
    kind: str
    zh: str
    en: str
    interacts_with: tuple[str, ...]


def entry(covered: Covered) -> Entry:
    """A clause with its scenarios, flat."""
    clause = covered.clause
    return Entry(
        id=clause.id,
        edition=clause.edition,
        state=covered.state,
        testable=clause.testable,
        why_not=clause.why_not,
        scenarios=covered.scenarios,
        source=clause.source,
        section=clause.section,
        kind=clause.kind,
        zh=clause.zh,
        en=clause.en,
        interacts_with=clause.interacts_with,
    )


def as_json(entries: Iterable[Entry]) -> bytes:
    """A list of objects, one to a line."""
    lines = b",\n".join(msgspec.json.encode(each) for each in entries)
    return b"[\n" + lines + b"\n]\n" if lines else b"[]\n"


def as_text(each: Entry) -> str:
    """A clause for the reader: its words, where it stands, what shows it."""
    below = each.scenarios or ((each.why_not,) if not each.testable else ())
    head = f"{each.id}  [{each.state}]\n  {each.zh}\n  {each.source} · {each.section}"
    return "\n".join([head, *(f"    {line}" for line in below)])


def _path(word: str) -> Path:
    path = Path(word)
    if not word or not path.exists():
        raise UsageError(
            f"{word}: neither a clause nor a feature file or folder; `caipan clauses -k TEXT` looks for "
            "clauses by a part of their id or words"
        )
    return path


def holds(clause: catalogue.Clause, text: str) -> bool:
    """Whether a clause's id or words, or the cards and skills that it speaks of, hold a text."""
    return any(text in part for part in (clause.id, clause.zh, clause.en, *clause.interacts_with))


def summary(found: Iterable[Covered]) -> str:
    """How many clauses are in which state."""
    states = Counter(each.state for each in found)
    return (
        f"{plural(states.total(), 'clause')}: {states['covered']} covered, "
        f"{states['uncovered']} uncovered, {states['untestable']} untestable"
    )


@click.command(short_help="List the clauses of the rule documents.")
@click.argument("words", metavar="[ID|PATH]...", nargs=-1)
@click.option(
    "-k",
    "text",
    metavar="TEXT",
    help="Only the clauses that hold this text: in their id, their words, or what they speak of.",
)
@click.option(
    "--edition",
    type=click.Choice(catalogue.TABLES),
    help="Only the clauses of one document: an edition, or the glossary (terms) that they share.",
)
@click.option("--uncovered", is_flag=True, help="Only the testable clauses that no scenario shows yet.")
@click.option("--json", "json_", is_flag=True, help="A JSON list of objects, in UTF-8, instead of text.")
def clauses(
    words: tuple[str, ...], text: str | None, edition: str | None, uncovered: bool, json_: bool
) -> None:
    """List the clauses of the rule documents, each with its scenarios and its state.

    \b
    covered     some scenario names it in a @clause: tag
    uncovered   it could be shown, and no scenario does yet
    untestable  no scenario can show it; the catalogue says why

    ID is a clause; without one, all are listed. The scenarios are those of the suite, or of the feature
    files and folders PATH.

    \b
    caipan clauses 2012.dying.order
    caipan clauses -k 铁骑 --edition 2012

    Each object
    of the JSON has the keys id, edition, state, testable, why_not, scenarios, source, section,
    kind, zh, en and interacts_with.
    """
    try:
        known = catalogue.clauses()
        ids = {word for word in words if word in known}
        paths = [_path(word) for word in words if word not in known]
        cited = [(one.id, one.clauses) for file in load(paths) for one in file.scenarios]
        joined = catalogue.join(known, cited)
    except UsageError as problem:
        raise Unusable(str(problem)) from None
    found = [
        each
        for each in joined
        if edition in (None, each.clause.edition)
        and (not ids or each.clause.id in ids)
        and (text is None or holds(each.clause, text))
    ]
    shown = [each for each in found if not uncovered or each.state == "uncovered"]
    if json_:
        click.echo(as_json(map(entry, shown)), nl=False)
        return
    for each in shown:
        click.echo(as_text(entry(each)))
    click.echo(summary(found))
