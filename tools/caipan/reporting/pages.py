"""The website: pages that need no server and no network, from a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from caipan import __version__
from caipan.reporting import addresses, folder, views
from caipan.reporting.model import COUNTED, SHORT_DIGEST, WORDS, Comparison, State, by_chapter, tally
from caipan.reporting.traces import Reference
from caipan.reporting.words import language, shown, spoken

GLYPHS: Mapping[str, str] = {
    "passed": "✓",
    "failed": "✗",
    "unsupported": "–",
    "error": "!",
    "timeout": "…",
    "disputed": "?",
    "not-played": "○",
    "other-edition": "",
}
"""A state is never told by its colour alone."""


FIXED = (*folder.ASSETS, "index.html", "clauses.html")
"""The files of every website."""


def names(found: Comparison) -> list[str]:
    """The files of a website."""
    return [*FIXED, *addresses.page_names(list(by_chapter(found.rows))).values()]


def write(where: Path, found: Comparison, tell: Callable[[str], None] = lambda text: None) -> Path:
    """Write the website, in place of an earlier one.

    Args:
        where: its folder.
        found: the reports.
        tell: takes what is being done, for whoever waits.

    Returns:
        The page to begin with.

    Raises:
        UsageError: a file cannot be written, or the reference cannot be played.
    """
    files: dict[str, str] = {}
    all_ = len(names(found))
    for name, text in render(found):
        files[name] = text
        tell(f"writing the website: {len(files)} of {all_} files")
    folder.write(where, files)
    return where / "index.html"


def render(found: Comparison) -> Iterator[tuple[str, str]]:
    """Each file of the website with its text.

    Raises:
        UsageError: the reference cannot be played.
    """
    for asset in folder.ASSETS:
        yield asset, folder.asset(asset)
    chapters = by_chapter(found.rows)
    names = addresses.page_names(list(chapters))
    known = views.clauses(found)
    engines = views.engines(found)
    environment = _environment(found, engines, names, known)
    reference = Reference()
    try:
        counted = {
            chapter: [tally(rows, at) for at in range(len(engines))] for chapter, rows in chapters.items()
        }
        yield (
            "index.html",
            environment.get_template("index.html").render(chapters=chapters, counted=counted, known=known),
        )
        yield "clauses.html", environment.get_template("clauses.html").render(groups=views.by_table(known))
        for chapter, rows in chapters.items():
            yield (
                names[chapter],
                environment.get_template("chapter.html").render(
                    chapter=chapter,
                    counted=counted[chapter],
                    files=views.files(rows, found, known, reference),
                ),
            )
    finally:
        reference.close()


def _environment(
    found: Comparison,
    engines: Sequence[views.Engine],
    names: Mapping[str, str],
    known: Mapping[str, views.ClauseView],
) -> Environment:
    """The templates. Everything that a report says is escaped: it may come from anywhere."""
    scenarios = addresses.anchors(row.id for row in found.rows)
    clauses = addresses.anchors(known)

    def where(view: views.ClauseView, column: int, state: State) -> str:
        """Where the scenarios of a clause are that ended so on an engine."""
        rows = [row for row in view.rows if row.cells[column].state == state]
        if len(rows) == 1:
            return addresses.place(names, rows[0].chapter, scenarios[rows[0].id])
        return f"index.html?{addresses.query(clause=view.id, engine=column, state=state)}#scenarios"

    environment = Environment(
        finalize=shown,
        loader=PackageLoader("caipan.reporting", "html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "anchor": lambda row: scenarios[row.id],
        "by_state": lambda cells: views.by_state(cells, [column.label for column in found.columns]),
        "clause_anchor": lambda id: clauses[id],
        "clause_fragment": lambda id: addresses.fragment(clauses[id]),
        "fragment": lambda row: addresses.fragment(scenarios[row.id]),
        "place": lambda row: addresses.place(names, row.chapter, scenarios[row.id]),
        "spoken": spoken,
        "language": language,
        "title": views.title_of,
        "digest": lambda text: text.removeprefix("sha256:")[:SHORT_DIGEST],
        "chapter": lambda name: views.CHAPTERS.get(name, ""),
    }
    environment.globals |= {
        "caipan": __version__,
        "columns": found.columns,
        "counted_states": COUNTED,
        "engines": engines,
        "found": found,
        "glyphs": GLYPHS,
        "mark": Markup(folder.MARK),
        "names": {chapter: quote(name) for chapter, name in names.items()},
        "where": where,
        "words": WORDS,
        "words_of": views.words_of,
    }
    return environment
