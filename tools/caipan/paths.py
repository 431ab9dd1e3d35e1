"""Where the suite's own features lie, and how a path is shown to the reader."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_HOMES = (_PACKAGE / "features", _PACKAGE.parents[1] / "features")
"""Inside the installed package, or at the root of a checkout."""


def own_features() -> Path | None:
    """The folder of the suite's own features, if this installation has it."""
    return next((folder for folder in _HOMES if folder.is_dir()), None)


def is_own(path: Path) -> bool:
    """Whether a file is one of the suite's own features."""
    home = own_features()
    return home is not None and path.is_relative_to(home)


def shown(path: Path) -> str:
    """A path as short as it can be found by.

    Args:
        path: shown relative to the working directory if it lies there, and one of the suite's own features
            as ``features/…`` wherever the suite is installed.
    """
    here = Path.cwd()
    if path.is_relative_to(here):
        return str(path.relative_to(here))
    home = own_features()
    if home is not None and path.is_relative_to(home):
        return str(path.relative_to(home.parent))
    return str(path)
