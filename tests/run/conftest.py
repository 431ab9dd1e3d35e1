"""The features below data/ are for the tests of the runner, not tests themselves."""

from __future__ import annotations

collect_ignore_glob = ["data/*"]
