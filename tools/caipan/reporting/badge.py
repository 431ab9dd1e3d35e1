"""A badge for an engine's README: how many of the scenarios it passes.

The rule: passed of all scenarios of the features at hand that the report's edition holds (each of them, if it
was played in no certain one), the same number as in the table. What an engine lacks and what was not played
is not passed, so that it cannot make a badge look better; what the documents leave open counts among all,
but is no fault. The colour is

red     if a scenario ended as failed, error or timeout;
yellow  if none did, but one was unsupported;
green   if all passed, but for those that the documents leave open;
grey    if the report says too little for a verdict, with a word why:
        ``partial`` (scenarios were not played: the run was interrupted, or only some were chosen),
        ``other suite`` (it is not about the features at hand),
        ``unknown edition``, ``nothing decided`` (no scenario passed, and none failed).
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from rich.cells import cell_len

from caipan.features import EDITIONS, UsageError
from caipan.outputs import beginning, replace_files
from caipan.report import check_writable
from caipan.reporting.model import Column, Comparison
from caipan.verdict import BAD

LABEL = "三国杀 rules"
_GREEN, _YELLOW, _RED, _GREY = "#2f7d32", "#8a6d00", "#b3261e", "#5f5f5f"
_WIDE, _NARROW, _PADDING = 11.0, 6.4, 12
"""Pixels of a Chinese character and of a letter or digit at 11 px, and around a text."""


def check(path: Path) -> None:
    """Make sure that a badge can be written, and takes no other file's place.

    Raises:
        UsageError: something else is there, or the file cannot be written.
    """
    check_writable(path, "badge")
    if path.is_file() and not _ours(path):
        raise UsageError(
            f"{path}: this file is not a badge of caipan's, and is not overwritten; give another name"
        )


def _ours(path: Path) -> bool:
    """Whether a file is a badge, or empty."""
    text = beginning(path)
    return text == "" or (text is not None and text.startswith("<svg ") and f"<title>{LABEL}" in text)


def write(path: Path, found: Comparison) -> None:
    """Write the badge of the only report: whole, or not at all.

    Raises:
        UsageError: something else is there, or the file cannot be written.
    """
    check(path)
    try:
        if path.exists() and not path.is_file():  # /dev/stdout, a pipe
            path.write_text(badge(found), "utf-8")
        else:
            real = path.resolve()
            replace_files(real.parent, {real.name: badge(found)})
    except OSError as error:
        raise UsageError(f"{path}: the badge cannot be written: {error.strerror or error}") from None


def badge(found: Comparison) -> str:
    """The badge of the first report as SVG."""
    column = found.columns[0]
    edition = f" {column.edition}" if column.edition in EDITIONS else ""
    return _svg(LABEL + edition, *_value(column, found))


def _value(column: Column, found: Comparison) -> tuple[str, str]:
    """What the badge says, and its colour."""
    lines = {line.id: line.status for line in column.report.lines}
    if column.edition is not None and column.edition not in EDITIONS:
        return "unknown edition", _GREY
    every = [
        scenario.id
        for feature in found.suite
        for scenario in feature.scenarios
        if column.edition is None or column.edition in scenario.editions
    ]
    if column.about == "other" or not lines.keys() <= set(every):
        return "other suite", _GREY
    states = [lines.get(id) for id in every]
    number = f"{states.count('passed')}/{len(states)}"
    bad = any(state in BAD for state in states)
    if not bad and "passed" not in states:
        return "nothing decided", _GREY
    if None in states or column.report.footer.interrupted:
        return f"partial {number}", _GREY
    if bad:
        return number, _RED
    return number, _YELLOW if "unsupported" in states else _GREEN


def _width(text: str) -> float:
    return sum(_WIDE if cell_len(letter) > 1 else _NARROW for letter in text)


def _svg(label: str, value: str, colour: str) -> str:
    left, right = (round(_width(text)) + _PADDING for text in (label, value))
    texts = "".join(
        f'<text x="{middle:g}" y="14" textLength="{width - _PADDING}">{escape(text)}</text>'
        for text, middle, width in ((label, left / 2, left), (value, left + right / 2, right))
    )
    said = escape(f"{label}: {value}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img">'
        f"<title>{said}</title>"
        f'<clipPath id="r"><rect width="{left + right}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/></g>'
        '<g fill="#fff" text-anchor="middle" font-size="11" '
        'font-family="Verdana,DejaVu Sans,PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif">'
        f"{texts}</g></svg>\n"
    )
