"""A badge for an engine's README: how many of the scenarios it passes."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from rich.cells import cell_len

from caipan.features import UsageError
from caipan.reporting.model import Comparison, tally
from caipan.verdict import BAD

LABEL = "三国杀 rules"
_GREEN, _YELLOW, _RED = "#2f7d32", "#8a6d00", "#b3261e"
_WIDE, _NARROW, _PADDING = 11.0, 6.4, 12
"""Pixels of a Chinese character and of a letter or digit at 11 px, and around a text."""


def write(path: Path, found: Comparison) -> None:
    """Write the badge of the only report.

    Raises:
        UsageError: there are several, or the file cannot be written.
    """
    if len(found.columns) != 1:
        raise UsageError(f"--badge: a badge is about one engine, not {len(found.columns)}; give one report")
    try:
        path.write_text(badge(found), "utf-8")
    except OSError as error:
        raise UsageError(f"{path}: the badge cannot be written: {error.strerror or error}") from None


def badge(found: Comparison) -> str:
    """The badge as SVG: passed / scenarios; those that the documents leave open do not count.

    What an engine lacks and what was not played is not passed, so that it cannot make a badge look better.
    """
    counted = tally(found.rows, 0)
    total = counted.total - counted.counts.get("disputed", 0)
    bad = any(state in BAD for state in counted.counts)
    colour = _RED if bad else _GREEN if counted.passed == total else _YELLOW
    return _svg(LABEL, f"{counted.passed}/{total}", colour)


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
