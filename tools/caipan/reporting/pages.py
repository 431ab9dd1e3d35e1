"""The website: pages that need no server and no network, from a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from caipan import __version__
from caipan.reporting import folder, views
from caipan.reporting.model import COUNTED, SHORT_DIGEST, WORDS, Comparison, by_chapter, tally
from caipan.reporting.traces import Reference

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
    return [*FIXED, *views.page_names(list(by_chapter(found.rows))).values()]


def write(where: Path, found: Comparison) -> Path:
    """Write the website, in place of an earlier one.

    Returns:
        The page to begin with.

    Raises:
        UsageError: a file cannot be written, or the reference cannot be played.
    """
    folder.write(where, dict(render(found)))
    return where / "index.html"


def render(found: Comparison) -> Iterator[tuple[str, str]]:
    """Each file of the website with its text.

    Raises:
        UsageError: the reference cannot be played.
    """
    for asset in folder.ASSETS:
        yield asset, folder.asset(asset)
    chapters = by_chapter(found.rows)
    names = views.page_names(list(chapters))
    known = views.clauses(found)
    engines = views.engines(found)
    environment = _environment(found, engines, names)
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


def _environment(found: Comparison, engines: Sequence[views.Engine], names: Mapping[str, str]) -> Environment:
    """The templates. Everything that a report says is escaped: it may come from anywhere."""
    environment = Environment(
        loader=PackageLoader("caipan.reporting", "html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "anchor": views.anchor,
        "fragment": views.fragment,
        "place": lambda row: f"{quote(names[row.chapter])}#{views.fragment(row.id)}",
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
        "words": WORDS,
        "words_of": views.words_of,
    }
    return environment
