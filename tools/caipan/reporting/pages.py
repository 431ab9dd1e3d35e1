"""The website: pages that need no server and no network, from a comparison."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files as resources
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from caipan import __version__
from caipan.features import UsageError
from caipan.reporting import views
from caipan.reporting.model import COUNTED, SHORT_DIGEST, WORDS, Comparison, by_chapter, tally
from caipan.reporting.traces import Reference

MARK = '<meta name="generator" content="caipan report">'
"""By this a page is known to be ours: another's file is not overwritten."""
ASSETS = ("report.css", "report.js")
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


def check_folder(folder: Path) -> None:
    """Make sure that a website can be written there, without harm to what is there.

    Raises:
        UsageError: it cannot.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: the website cannot be written: it is a file; give the name of a folder")
    above = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        raise UsageError(f"{folder}: the website cannot be written: no permission in {above}")
    index = folder / "index.html"
    if index.exists() and not _ours(index):
        raise UsageError(f"{index}: there is another website in this folder; give another folder")


def _ours(page: Path) -> bool:
    try:
        return MARK in page.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False


def write(folder: Path, found: Comparison) -> Path:
    """Write the website, in place of an earlier one.

    Returns:
        The page to begin with.

    Raises:
        UsageError: a file cannot be written, or the reference cannot be played.
    """
    check_folder(folder)
    pages = dict(render(found))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.html"):
            if old.name not in pages and _ours(old):
                old.unlink()
        for name, text in pages.items():
            (folder / name).write_text(text, "utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise UsageError(f"{folder}: the website cannot be written: {error.strerror or error}") from None
    return folder / "index.html"


def render(found: Comparison) -> Iterator[tuple[str, str]]:
    """Each file of the website with its text.

    Raises:
        UsageError: the reference cannot be played.
    """
    for asset in ASSETS:
        yield asset, resources("caipan.reporting").joinpath("html", asset).read_text("utf-8")
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
        "mark": Markup(MARK),
        "names": {chapter: quote(name) for chapter, name in names.items()},
        "words": WORDS,
        "words_of": views.words_of,
    }
    return environment
