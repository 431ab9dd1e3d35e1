"""What of tools/engines travels in the wheel: the adapters, but no reports, which are facts of one day."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEFT_OUT = ("*.ndjson", "__pycache__", "node_modules")


class Adapters(BuildHookInterface[Any]):
    """Puts the adapters into the package, so that an engine can be named wherever it is installed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to what is included.

        Args:
            version: which kind of wheel is built.
            build_data: what hatchling takes into account; changed in place.
        """
        source = Path(self.root, "tools", "engines")
        for file in sorted(source.rglob("*")):
            inside = file.relative_to(source)
            left_out = any(fnmatch(part, pattern) for part in inside.parts for pattern in LEFT_OUT)
            if file.is_file() and not left_out:
                build_data["force_include"][str(file)] = f"caipan/adapters/{inside}"
