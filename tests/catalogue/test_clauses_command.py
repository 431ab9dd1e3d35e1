"""``caipan clauses``: the list for people and the JSON for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from caipan.clauses_command import clauses

GOOD = Path(__file__).parents[1] / "lint" / "good"


def run(*arguments: str) -> Result:
    """The command, on a small folder of features."""
    return CliRunner().invoke(clauses, [str(GOOD), *arguments])


def entries(*arguments: str) -> dict[str, dict[str, Any]]:
    """The JSON, by id."""
    result = run("--json", *arguments)
    assert result.exit_code == 0, result.output
    return {each["id"]: each for each in json.loads(result.stdout_bytes.decode("utf-8"))}


def test_json_joins_clauses_and_scenarios() -> None:
    found = entries()
    assert len(found) > 700
    lifo = found["2012.turn.judge.lifo"]
    assert {"id", "edition", "testable", "scenarios"} <= lifo.keys()
    assert (lifo["edition"], lifo["testable"], lifo["state"]) == ("2012", True, "covered")
    assert (
        "good/杀:判定区里的牌，后置入的先判定:判定牌是〈牌〉[闪♦2]".replace("〈", "<").replace("〉", ">")
        in lifo["scenarios"]
    )


def test_states() -> None:
    states = {each["state"]: each for each in entries().values()}
    assert states.keys() == {"covered", "uncovered", "untestable"}
    assert states["untestable"]["why_not"]
    assert not states["uncovered"]["scenarios"]


def test_filters() -> None:
    assert {each["edition"] for each in entries("--edition", "2013").values()} == {"2013"}
    assert {each["state"] for each in entries("--uncovered").values()} == {"uncovered"}


def test_a_clause_by_its_id_and_clauses_by_a_text() -> None:
    assert set(entries("2012.turn.judge.lifo")) == {"2012.turn.judge.lifo"}
    assert run("2012.turn.judge.lifo").output.endswith("1 clause: 1 covered, 0 uncovered, 0 untestable\n")
    assert "2012.turn.judge.lifo" in entries("-k", "延时锦囊按置入的倒序")
    assert "2013.turn.judge.lifo" in entries("-k", "judge.lifo", "--edition", "2013")
    spoken_of = entries("-k", "天义", "--edition", "2012")
    assert "2012.use.legality.distance-slash" in spoken_of


def test_text_shows_the_clause_its_place_and_its_scenarios() -> None:
    output = run("--edition", "2012").output
    assert "2012.turn.judge.lifo  [covered]\n  延时锦囊按置入的倒序结算，后置入者先结算\n  《2012" in output
    assert output.splitlines()[-1].endswith("untestable")


def test_wrong_use_is_refused() -> None:
    assert run("--edition", "1999").exit_code == 2
    result = CliRunner().invoke(clauses, ["/nowhere"])
    assert result.exit_code == 2
    assert "/nowhere: neither a clause nor a feature file or folder" in result.output
