"""The files that a command writes: none may cost the reader one that is read, or another one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path

from caipan.features import UsageError


def check_apart(written: Mapping[str, Path], read: Mapping[str, Path], played: Iterable[Path]) -> None:
    """Make sure that nothing is written over what is read, or twice.

    Args:
        written: the files to write, by the option that names them.
        read: the files that are read, likewise.
        played: the features.

    Raises:
        UsageError: two are the same file, by whatever name or link; or a feature would be overwritten.
    """
    for (one, first), (other, second) in combinations({**written, **read}.items(), 2):
        if _same(first, second):
            raise UsageError(f"{one} and {other}: both name {first}; expected different files")
    features = tuple(played)
    for option, path in written.items():
        if path.suffix == ".feature" or any(_same(path, feature) for feature in features):
            raise UsageError(
                f"{option} {path}: this is a feature, and would be overwritten; give another name"
            )


def _same(one: Path, other: Path) -> bool:
    try:
        return os.path.realpath(one) == os.path.realpath(other) or os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def inside(path: Path, folder: Path) -> bool:
    """Whether a file lies in a folder or below it, by whatever name or link."""
    try:
        real, above = Path(os.path.realpath(path)), Path(os.path.realpath(folder))
    except (OSError, ValueError):
        return False
    return real.is_relative_to(above)


def beginning(path: Path, size: int = 4096) -> str | None:
    """The beginning of a file, to know by it whose it is; None if it cannot be read, or is no plain file."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(size).decode("utf-8", errors="replace")
    except OSError:
        return None


class HalfReplaced(OSError):
    """Some files have been replaced when one could not be."""


def replace_files(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files into a folder: all of them, or none.

    They are written beside the old ones first, and take their names when all of them are whole: a full disk
    or an end half-way leaves what was there. A link is replaced, not followed.

    Args:
        folder: where to; it exists.
        texts: name -> text. The last one takes its name last.

    Raises:
        HalfReplaced: some of them are new, and others old.
        OSError: one cannot be written, and nothing has changed; ``filename`` says which.
    """
    with tempfile.TemporaryDirectory(prefix=".caipan-", dir=folder, ignore_cleanup_errors=True) as beside:
        for name, text in texts.items():
            with _about(folder / name):
                Path(beside, name).write_text(text, "utf-8", errors="replace", newline="\n")
        for number, name in enumerate(texts):
            try:
                os.replace(Path(beside, name), folder / name)
            except OSError as error:
                kind = HalfReplaced if number else OSError
                raise kind(error.errno, error.strerror, str(folder / name)) from None


@contextlib.contextmanager
def _about(path: Path) -> Iterator[None]:
    """Have an error name the file that is meant, not the one beside it."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
