"""The table of what was measured, against the targets."""

from __future__ import annotations

import pytest

from .measurement import TARGETS, Measurement

MEASURED = pytest.StashKey[dict[str, Measurement]]()


@pytest.fixture
def measured(pytestconfig: pytest.Config) -> dict[str, Measurement]:
    """Where a benchmark leaves its result."""
    return pytestconfig.stash.setdefault(MEASURED, {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One table of everything that was measured in this session."""
    found = config.stash.get(MEASURED, {})
    if not found:
        return
    terminalreporter.section("caipan: the fastest round of each")
    terminalreporter.write_line(f"{'':8}{'ms each':>10}{'CPU ms':>10}{'a second':>10}")
    for name, one in found.items():
        line = f"{name:8}{one.wall * 1e3:10.3f}{one.cpu * 1e3:10.3f}{1 / one.wall:10.0f}"
        for target in TARGETS:
            if target.name == name and target.of in found:
                line += f"   {target.said(found)}"
        terminalreporter.write_line(line)
