"""The features in here are material for the linter: they are not to be run."""

from __future__ import annotations

collect_ignore = ["bad", "good"]
