"""Baselines: known failures do not fail a run, and everything that departs from them does."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from caipan.baseline import BaselineError, read
from tests.run.playing import ENGINES, ran, refused

WRONG = "吃桃/桃:吃一张桃，回复1点体力:此处写错，体力不会加3"
RIGHT = "吃桃/桃:吃一张桃，回复1点体力:吃下去，体力加1"


def entry(id: str = WRONG, status: str = "failed", reason: str = "not mended yet", more: str = "") -> str:
    return f'[[known]]\nid = "{id}"\nstatus = "{status}"\nreason = "{reason}"\n{more}\n'


@pytest.fixture
def baseline(tmp_path: Path) -> Path:
    """A baseline of the one failure that there is."""
    path = tmp_path / "known.toml"
    path.write_text(entry(more='link = "https://example.org/1"'), "utf-8")
    return path


def test_a_known_failure_does_not_fail_the_run(tmp_path: Path, baseline: Path) -> None:
    run = ran(tmp_path, baseline=baseline, junit=tmp_path / "j.xml")
    assert run.code == 0
    assert run.line("写错").status == "failed"
    assert "seen from the baseline: 0 new, 1 known\n" in run.out
    root = ET.parse(tmp_path / "j.xml").getroot()
    assert (root.get("failures"), root.get("skipped")) == ("0", "3")


def test_an_unexpected_pass_fails_the_run(tmp_path: Path, baseline: Path) -> None:
    baseline.write_text(entry() + entry(RIGHT), "utf-8")
    run = ran(tmp_path, baseline=baseline, junit=tmp_path / "j.xml")
    assert run.code == 1
    assert f"1. {RIGHT}" in run.out
    assert "passed, though the baseline (line 6) knows it as failed: take the entry out" in run.out
    assert ET.parse(tmp_path / "j.xml").getroot().get("failures") == "1"


def test_another_failure_fails_the_run(tmp_path: Path, baseline: Path) -> None:
    baseline.write_text(entry(status="timeout"), "utf-8")
    run = ran(tmp_path, baseline=baseline)
    assert run.code == 1
    assert "failed, where the baseline (line 1) knows it as timeout: change the entry" in run.out
    assert "应为 4, 实为 2" in run.out
    assert "seen from the baseline: 0 new, 0 known, 1 otherwise than known\n" in run.out


def test_a_red_run_says_what_is_new(tmp_path: Path, baseline: Path) -> None:
    baseline.write_text(entry() + entry(RIGHT), "utf-8")
    run = ran(tmp_path, baseline=baseline, engine=ENGINES + "Raising")
    assert "seen from the baseline: 1 new, 1 known, 1 no longer fails\n" in run.out


def test_entries_for_what_is_not_played_do_not_matter(tmp_path: Path, baseline: Path) -> None:
    assert ran(tmp_path, baseline=baseline, keyword="加1").code == 0


BAD = {
    "not toml": ("[[known]\n", r"known\.toml:1: not TOML"),
    "another key": ('known_failures = ["x"]\n', "unknown key 'known_failures'"),
    "no list": ('known = "x"\n', "`known` is not a list of tables"),
    "a misspelt key": (entry(more='lnk = "x"'), r"known\.toml:1: unknown key 'lnk'"),
    "no reason": (
        entry() + f'[[known]]\nid = "{RIGHT}"\nstatus = "failed"\n',
        r"known\.toml:6: an entry without reason",
    ),
    "an empty reason": (entry(reason=" "), r"known\.toml:1: an entry without reason"),
    "a number for an id": ('[[known]]\nid = 1\nstatus = "failed"\nreason = "x"\n', "an entry without id"),
    "a status that fails nothing": (
        entry(status="unsupported"),
        r"known\.toml:1: status 'unsupported'; expected",
    ),
    "twice": (entry() + entry(), r"known\.toml:6: .* is already known in line 1"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_baseline_is_refused(baseline: Path, name: str) -> None:
    text, part = BAD[name]
    baseline.write_text(text, "utf-8")
    with pytest.raises(BaselineError, match=part):
        read(baseline)


def test_not_utf8(baseline: Path) -> None:
    baseline.write_bytes(b"\xff")
    with pytest.raises(BaselineError, match="not UTF-8"):
        read(baseline)


def test_an_id_that_no_scenario_has(tmp_path: Path, baseline: Path) -> None:
    baseline.write_text(entry() + entry("吃桃/桃:没有"), "utf-8")
    assert "known.toml:6: no scenario has the id 吃桃/桃:没有" in refused(tmp_path, baseline=baseline)


def test_the_hint_is_a_whole_entry(tmp_path: Path, baseline: Path) -> None:
    out = ran(tmp_path).out
    start = out.index("[[known]]")
    baseline.write_text(out[start : out.index("\n\n", start)], "utf-8")
    assert read(baseline)[WRONG].status == "failed"


def test_a_baseline_is_written(tmp_path: Path, baseline: Path) -> None:
    new = tmp_path / "new.toml"
    run = ran(
        tmp_path,
        engine=ENGINES + "Raising",
        baseline=baseline,
        write_baseline=new,
        reason='the "toy" \\ 玩具\t',
    )
    assert run.code == 1
    assert f"{new}: 2 written" in run.out
    known = read(new)
    assert (known[WRONG].reason, known[WRONG].link) == ("not mended yet", "https://example.org/1")
    (other,) = (one for one in known.values() if one.id != WRONG)
    assert (other.status, other.reason, other.link) == ("error", 'the "toy" \\ 玩具\t', None)
    assert ran(tmp_path, engine=ENGINES + "Raising", baseline=new).code == 0


def test_entries_for_what_is_not_played_are_kept(tmp_path: Path, baseline: Path) -> None:
    new = tmp_path / "new.toml"
    run = ran(tmp_path, baseline=baseline, keyword="加1", write_baseline=new, reason="x")
    assert f"{new}: 1 written, 1 of them from {baseline}, for scenarios not played now" in run.out
    assert read(new)[WRONG] == read(baseline)[WRONG]


def test_what_is_mended_is_not_kept(tmp_path: Path, baseline: Path) -> None:
    baseline.write_text(entry() + entry(RIGHT), "utf-8")
    new = tmp_path / "new.toml"
    assert f"{new}: 1 written\n" in ran(tmp_path, baseline=baseline, write_baseline=new, reason="x").out
    assert read(new).keys() == {WRONG}


def test_a_byte_order_mark_is_named(baseline: Path) -> None:
    baseline.write_bytes(b"\xef\xbb\xbf" + baseline.read_bytes())
    with pytest.raises(
        BaselineError, match=r"known\.toml:1: begins with a byte-order mark; save it as UTF-8"
    ):
        read(baseline)


def test_a_baseline_is_not_overwritten_and_has_its_reason(tmp_path: Path, baseline: Path) -> None:
    before = baseline.read_bytes()
    assert "is there already" in refused(tmp_path, write_baseline=baseline, reason="x")
    assert baseline.read_bytes() == before
    new = tmp_path / "new.toml"
    assert "expected --reason TEXT" in refused(tmp_path, write_baseline=new)
    assert "expected --reason TEXT" in refused(tmp_path, write_baseline=new, reason=" ")
    assert "--reason is for --write-baseline" in refused(tmp_path, reason="x")
    assert "there is no folder" in refused(tmp_path, write_baseline=tmp_path / "a" / "b", reason="x")
    ran(tmp_path, engine=ENGINES + "Interrupted", write_baseline=new, reason="x")
    assert not new.exists()
