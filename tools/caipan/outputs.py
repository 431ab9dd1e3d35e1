"""The files that a run writes: none may cost the reader one that is read, or another one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
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
