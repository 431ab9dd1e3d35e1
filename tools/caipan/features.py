"""The feature files: where they are, and what is in them.

A scenario is identified by ``chapter/file:rule:scenario`` (an outline's row adds
``[v1,v2]``), which survives a reordering of the file and does not depend on how
the file was named on the command line. The chapter is the folder that holds the file.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from caipan.feature_file import (
    EDITIONS,
    FeatureFile,
    Kind,
    Level,
    Node,
    Scenario,
    Step,
    UsageError,
    blocks,
    name_of,
    parse,
)
from caipan.hazards import Problem, problems
from caipan.paths import own_features

__all__ = [
    "EDITIONS",
    "FeatureFile",
    "Kind",
    "Level",
    "Node",
    "Problem",
    "Scenario",
    "Step",
    "UsageError",
    "blocks",
    "digest",
    "find",
    "load",
    "packaged",
    "parse",
    "parse_all",
    "problems",
]


def packaged() -> Path:
    """The folder of the suite's own features: inside the installed package, or at the root of a checkout.

    Raises:
        UsageError: the installation has none.
    """
    folder = own_features()
    if folder is not None:
        return folder
    raise UsageError(
        f"no features beside {Path(__file__).parent}: the installation of caipan is broken; install it again"
    )


def find(paths: Iterable[Path] = ()) -> list[Path]:
    """The feature files in ``paths`` (files and folders), or the suite's own. Each one once, folders sorted.

    Raises:
        UsageError: a path does not exist, is no feature file, or holds none.
    """
    found: dict[Path, None] = {}
    for path in list(paths) or [packaged()]:
        try:
            found.update(dict.fromkeys(file.resolve() for file in _files(path)))
        except (OSError, ValueError, RuntimeError) as error:
            # A name that is too long, a folder that may not be read, links in a circle.
            where = error.filename if isinstance(error, OSError) and error.filename else path
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise UsageError(f"{where}: cannot be read: {why}; give a folder or file of features") from None
    for file in found:
        if not _encodable(str(file)):
            raise UsageError(f"{str(file)!r}: this name is not UTF-8; rename the file or folder")
    return list(found)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        files = sorted(file for file in _below(path) if file.is_file())
        if not files:
            raise UsageError(f"{path}: no *.feature file in this folder; give a folder or file of features")
        return files
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder; give a folder or file of features")
    if path.suffix != ".feature" or not path.is_file():
        raise UsageError(f"{path}: expected a file whose name ends in .feature, or a folder of such files")
    return [path]


def _below(folder: Path) -> Iterator[Path]:
    """Every ``*.feature`` below a folder.

    Raises:
        OSError: a folder cannot be read; none is left out in silence.
    """
    for where, _, names in os.walk(folder, onerror=_raise):
        yield from (Path(where, name) for name in names if name.endswith(".feature"))


def _raise(error: OSError) -> NoReturn:
    raise error


def load(paths: Iterable[Path] = ()) -> tuple[FeatureFile, ...]:
    """Find, parse and check the features in ``paths``, or the suite's own.

    Raises:
        UsageError: nothing found, broken Gherkin, or a problem (see ``problems``).
    """
    features = parse_all(find(paths))
    wrong = [problem for feature in features for problem in problems(feature)]
    if wrong:
        raise UsageError("\n".join(map(str, wrong)))
    return features


def parse_all(files: Iterable[Path]) -> tuple[FeatureFile, ...]:
    """Parse the files; where two would share a name, give both longer ones (``a/chapter/file``).

    Raises:
        UsageError: see ``parse``.
    """
    features = [parse(file) for file in files]
    depth = 2
    while True:
        names = Counter(feature.name for feature in features)
        twice = [n for n, feature in enumerate(features) if names[feature.name] > 1]
        depth += 1
        if not twice or all(depth > len(features[n].path.parts) for n in twice):
            return tuple(features)
        for n in twice:
            features[n] = _renamed(features[n], name_of(features[n].path, depth))


def _renamed(feature: FeatureFile, name: str) -> FeatureFile:
    scenarios = tuple(replace(s, id=name + s.id.removeprefix(feature.name)) for s in feature.scenarios)
    return replace(feature, name=name, scenarios=scenarios)


def digest(features: Iterable[FeatureFile]) -> str:
    """A digest of what is run: the names and the text of the features, whatever their order and place."""
    total = hashlib.sha256()
    for feature in sorted(features, key=lambda f: f.name):
        total.update(f"{feature.name}\0{len(feature.source)}\0".encode())
        total.update(feature.source)
    return f"sha256:{total.hexdigest()}"
