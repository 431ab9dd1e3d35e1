"""--trace: everything that goes over the wire."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from caipan.features import UsageError
from caipan.trace import Trace
from tests.run.playing import DATA, ENGINES, HONEST, ran
from tests.run.test_explain import explained
from tests.run.test_run import liar

STDIO = f"stdio:{sys.executable} -m tests.connect.honest"


def read(path: Path) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize("engine", [HONEST, STDIO])
def test_every_message_is_written(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "t.ndjson"
    ran(tmp_path, engine=engine, trace=path, keyword="吃下去")
    lines = read(path)
    assert all(line.keys() == {"time", "scenario", "direction", "message"} for line in lines)
    assert [(line["direction"], line["message"]["type"]) for line in lines[:8]] == [
        ("sent", "hello"),
        ("received", "hello"),
        ("sent", "reset"),
        ("received", "ready"),
        ("sent", "start"),
        ("received", "ask"),
        ("sent", "answer"),
        ("received", "event"),
    ]
    assert lines[0]["scenario"] is None
    assert {line["scenario"] for line in lines[2:]} == {"吃桃/桃:吃一张桃，回复1点体力:吃下去，体力加1"}
    assert lines[6]["message"]["choice"] == {"use": "桃", "cards": ["桃♥3"]}
    times = [line["time"] for line in lines]
    assert times == sorted(times)


def test_explain_writes_one_too(tmp_path: Path) -> None:
    explained("吃下去", DATA, trace=tmp_path / "t.ndjson")
    assert read(tmp_path / "t.ndjson")[2]["message"]["type"] == "reset"


def test_what_is_no_message_is_written_as_text(tmp_path: Path) -> None:
    ran(tmp_path, engine=liar("garbage"), trace=tmp_path / "t.ndjson")
    assert any(isinstance(line["message"], str) for line in read(tmp_path / "t.ndjson"))


def test_no_scenario_fails_for_a_trace_that_cannot_be_written(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "nowhere" / "t")
    trace.tap(True, b"{}")
    trace.tap(False, b"{}")
    with pytest.raises(UsageError, match="the trace cannot be written: No such file"):
        trace.close()


def test_a_new_process_is_in_it(tmp_path: Path) -> None:
    ran(tmp_path, engine=ENGINES + "Raising", trace=tmp_path / "t.ndjson")
    sent = [line["message"]["type"] for line in read(tmp_path / "t.ndjson") if line["direction"] == "sent"]
    assert sent.count("hello") == 2
