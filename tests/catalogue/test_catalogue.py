"""The catalogue's own tables are sound, and a damaged one is refused by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from caipan import catalogue
from caipan.catalogue import COLUMNS, CatalogueError

GOOD = ("2012.a.b", "《文档》第1行", "一", "rule", "条文", "clause", "yes", "", "闪电、桃")


def write(folder: Path, **changed: list[tuple[str, ...]]) -> Path:
    """A folder of four tables; by default each holds one good row."""
    for table in catalogue.TABLES:
        rows = changed.get(f"t{table}", [(f"{table}.a.b", *GOOD[1:])])
        lines = ["\t".join(COLUMNS), *("\t".join(row) for row in rows)]
        (folder / f"{table}.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def test_the_shipped_tables_are_sound() -> None:
    found = catalogue.clauses()
    assert {clause.edition for clause in found.values()} == set(catalogue.TABLES)
    assert len(found) > 700
    assert all(clause.testable or clause.why_not for clause in found.values())


def test_the_shipped_skills_and_readings_are_sound() -> None:
    folder = catalogue.folder()
    skills = catalogue.load_skills(folder)
    assert skills["遗计"].owners == ("郭嘉",)
    assert skills["桃"].is_card
    assert not skills["遗计"].is_card
    assert skills["英魂"].owners == ("孙坚",)
    assert {"A17", "A21", "B05", "E01", "F16", "G01", "G08"} <= catalogue.load_readings(folder)


def test_every_listed_timing_names_a_known_clause_and_skill() -> None:
    folder = catalogue.folder()
    skills, clauses = catalogue.load_skills(folder), catalogue.clauses()
    head = (folder / "timing_skills.tsv").read_text("utf-8").split("\n", 1)[0]
    for line, row in catalogue.read_table(folder / "timing_skills.tsv", tuple(head.split("\t"))):
        assert row["skill"] in skills, line
        assert row["clause"] in clauses, line


def test_a_clause_keeps_its_row(tmp_path: Path) -> None:
    clause = catalogue.load_clauses(write(tmp_path))["2012.a.b"]
    assert (clause.edition, clause.line, clause.interacts_with) == ("2012", 2, ("闪电", "桃"))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("x.a.b", *GOOD[1:]), "2012.tsv:2: expected an id like 2012.chapter.point"),
        ((*GOOD[:3], "idea", *GOOD[4:]), "2012.tsv:2: expected a kind of"),
        ((*GOOD[:6], "maybe", *GOOD[7:]), "testable must be yes or no"),
        ((*GOOD[:6], "no", *GOOD[7:]), "why_not must say why"),
        ((*GOOD[:4], "", *GOOD[5:]), "the cell zh is empty"),
        (GOOD[:-1], "expected 9 cells, separated by tabs; found 8"),
        ((*GOOD[:4], " 条文", *GOOD[5:]), "white space around the cell zh"),
    ],
)
def test_a_damaged_row_is_refused(tmp_path: Path, row: tuple[str, ...], message: str) -> None:
    with pytest.raises(CatalogueError, match=message):
        catalogue.load_clauses(write(tmp_path, t2012=[row]))


def test_an_id_may_not_stand_twice(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"2012\.tsv:3: the id 2012\.a\.b stands at line 2 already"):
        catalogue.load_clauses(write(tmp_path, t2012=[GOOD, GOOD]))


def test_another_header_is_refused(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "thb.tsv").write_text("id\tzh\n", "utf-8")
    with pytest.raises(CatalogueError, match=r"thb\.tsv:1: expected the columns id source"):
        catalogue.load_clauses(tmp_path)


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "terms.tsv").unlink()
    with pytest.raises(CatalogueError, match=r"terms\.tsv: cannot be read"):
        catalogue.load_clauses(tmp_path)


def test_scenarios_join_their_clauses(tmp_path: Path) -> None:
    clauses = catalogue.load_clauses(write(tmp_path))
    joined = catalogue.join(clauses, [("one", ["2012.a.b", "no.such"]), ("two", ["2012.a.b"])])
    assert [(c.clause.id, c.state, c.scenarios) for c in joined[:2]] == [
        ("2012.a.b", "covered", ("one", "two")),
        ("2013.a.b", "uncovered", ()),
    ]
