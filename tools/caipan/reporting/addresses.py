"""The addresses inside the website: the file of a chapter, the fragment of a scenario or a clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from caipan.visible import visible

_TAKEN = frozenset({"main"})
"""Ids that every page has."""
_NO_URL = re.compile(r"[\x00-\x20\"#%<>\[\]\\^`{|}\x7f]")
"""What an address must not have as it is. Browsers take Chinese; so do people."""


def page_names(chapters: Sequence[str]) -> dict[str, str]:
    """The file of each chapter's page. A chapter's name comes from a report: it may be anything."""
    names: dict[str, str] = {}
    for chapter in chapters:
        safe = re.sub(r"[^\w-]+", "-", chapter).strip("-").casefold()[:60] or "other"
        taken = set(names.values())
        tries = (f"chapter-{safe}{more}.html" for more in ("", *(f"-{n}" for n in range(2, len(names) + 3))))
        names[chapter] = next(name for name in tries if name not in taken)
    return names


def anchors(ids: Iterable[str]) -> dict[str, str]:
    """The anchor of each id: without blanks, the rest as it is; two that would be the same get a number."""
    found: dict[str, str] = {}
    taken = set(_TAKEN)
    for id in ids:
        name = re.sub(r"\s+", "-", visible(id)) or "nameless"
        number = 1
        while (anchor := name if number == 1 else f"{name}-{number}") in taken:
            number += 1
        taken.add(anchor)
        found[id] = anchor
    return found


def fragment(anchor: str) -> str:
    """What follows the # in an address of an anchor."""
    return _NO_URL.sub(lambda found: quote(found[0]), anchor)


def query(**values: object) -> str:
    """What follows the ? in an address."""
    return "&".join(f"{name}={quote(str(value))}" for name, value in values.items())


def place(pages: Mapping[str, str], chapter: str, anchor: str) -> str:
    """The address of a scenario."""
    return f"{quote(pages[chapter])}#{fragment(anchor)}"
