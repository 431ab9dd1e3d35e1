"""The folder of the website: nothing of anybody else's in it is lost, and no half of a website is left."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from importlib.resources import files as resources
from pathlib import Path

from caipan.features import UsageError
from caipan.outputs import HalfReplaced, beginning, replace_files

MARK = '<meta name="generator" content="caipan report">'
"""By this a page is known to be ours: another's file is not overwritten."""
ASSETS = ("report.css", "hanzi.js", "report.js")


def asset(name: str) -> str:
    """The text of a file that all websites have alike."""
    return resources("caipan.reporting").joinpath("html", name).read_text("utf-8")


def check(folder: Path, names: Iterable[str]) -> None:
    """Make sure that a website can be written to a folder, without harm to what is there.

    Args:
        folder: it need not exist.
        names: the files of the website.

    Raises:
        UsageError: it cannot.
    """
    try:
        why = _unwritable(folder)
        taken = "" if why else _taken(folder, names)
    except (OSError, RuntimeError, ValueError) as error:
        # A name that is too long, a folder that may not be searched, links in a circle.
        why, taken = (error.strerror if isinstance(error, OSError) else None) or str(error), ""
    if why:
        raise UsageError(f"{folder}: the website cannot be written: {why}")
    if taken:
        raise UsageError(taken)


def _unwritable(folder: Path) -> str:
    above = next(parent for parent in (folder, *folder.absolute().parents) if os.path.lexists(parent))
    if above.is_symlink() and not above.exists():
        return f"{above} is a link that leads nowhere; give the name of a folder"
    if not above.is_dir():
        what = "it is a file" if above == folder else f"{above} is a file"
        return f"{what}; give the name of a folder"
    return "" if os.access(above, os.W_OK | os.X_OK) else f"no permission in {above}"


def _taken(folder: Path, names: Iterable[str]) -> str:
    """What is wrong with the first file that the website would take the place of and that is not ours."""
    for path in (folder / name for name in names):
        if path.is_symlink():
            return f"{path}: a link, and a website is not written through links; give another folder"
        if path.exists() and not _ours(path):
            index = path.name == "index.html"
            what = "there is another website in this folder" if index else "this file is not caipan's"
            return f"{path}: {what}, and is not overwritten; give another folder"
    return ""


def _ours(path: Path) -> bool:
    text = beginning(path)
    if text is None:
        return False
    if path.name in ASSETS:
        return text.partition("\n")[0] == asset(path.name).partition("\n")[0]
    return MARK in text


def write(folder: Path, pages: Mapping[str, str]) -> None:
    """Write a website, in place of an earlier one: all of it, or nothing.

    Args:
        folder: where to.
        pages: file -> text.

    Raises:
        UsageError: a file cannot be written; then the earlier website is still there.
    """
    check(folder, pages)
    first = "index.html"
    left = f"what was in {folder} before is still there"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The page to begin with comes last: it leads to no page that is not there.
        replace_files(folder, {**{name: pages[name] for name in pages if name != first}, first: pages[first]})
        left = "the new one is there, but so is this page of an earlier one: take it away"
        for old in folder.glob("*.html"):
            if old.name not in pages and not old.is_symlink() and _ours(old):
                old.unlink()
    except OSError as error:
        half = "some of its pages are new and others old: write it again"
        after = half if isinstance(error, HalfReplaced) else left
        raise UsageError(
            f"{error.filename or folder}: the website cannot be written: {error.strerror or error}; {after}"
        ) from None
