"""``caipan steps`` and ``caipan schema``: pages that are made from the code."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

import caipan.contract
from caipan.language.reading import KEYWORDS, step_definitions
from caipan.schema_command import schema
from caipan.steps_command import steps


def test_the_page_has_every_step_with_its_example() -> None:
    result = CliRunner().invoke(steps)
    assert result.exit_code == 0
    lines = [line.strip() for line in result.output.splitlines()]
    for step in step_definitions():
        assert f"{KEYWORDS[step.keyword]} {step.words}" in lines
        assert f"{KEYWORDS[step.keyword]} {step.example}" in lines
        assert all(line in lines for line in step.meaning.splitlines())


def test_tables_are_aligned() -> None:
    output = CliRunner().invoke(steps).output
    seats = [line for line in output.split("假如 牌堆顶")[0].splitlines() if line.lstrip().startswith("|")]
    assert len(seats) == 3
    assert seats[1].startswith("        | 甲   |      | 4/4  |")


def test_the_schema_is_the_one_that_is_checked_in() -> None:
    result = CliRunner().invoke(schema)
    assert result.exit_code == 0
    checked_in = Path(caipan.contract.__file__).with_name("schema.json")
    assert json.loads(result.stdout_bytes.decode("utf-8")) == json.loads(checked_in.read_text("utf-8"))
