"""Each check fires on its own bad feature, and only it; good features are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from caipan.language import reading
from caipan.lint import scenes
from caipan.lint.registry import BASELINE, CHECKS, UNREADABLE
from caipan.lint.run import lint, unused
from caipan.lint_command import lint as command

HERE = Path(__file__).parent
BAD = sorted((HERE / "bad").glob("*.feature"))
GOOD = HERE / "good"


@pytest.mark.parametrize("path", BAD, ids=[path.stem for path in BAD])
def test_a_bad_feature_is_found_by_its_own_check(path: Path) -> None:
    reports = lint([path]).reports
    assert {report.code for report in reports} == {path.stem.partition("-")[0]}
    lines = path.read_text("utf-8", errors="replace").split("\n")
    assert all(1 <= report.line <= len(lines) for report in reports)


def test_good_features_are_left_alone() -> None:
    result = lint([GOOD])
    assert result.reports == ()
    assert result.scenarios


def test_every_check_has_a_bad_feature() -> None:
    shown = {path.stem.partition("-")[0] for path in BAD}
    # No text is ambiguous in the language as it is: see the next test.
    assert {UNREADABLE[0], *(check.code for check in CHECKS)} - shown == {"CP31"}


def test_a_step_that_fits_two_definitions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    once = reading.step_definitions()
    monkeypatch.setattr(scenes, "step_definitions", lambda: (*once, *once))
    scenes._definitions.cache_clear()
    try:
        assert {report.code for report in lint([GOOD]).reports} == {"CP31"}
    finally:
        scenes._definitions.cache_clear()


def test_codes_are_unique_and_in_order() -> None:
    codes = [UNREADABLE[0], *(check.code for check in CHECKS), BASELINE[0]]
    assert codes == sorted(set(codes))


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("CP01-full-width-colon", 2, "full-width"),
        ("CP16-description-becomes-a-step", 16, "becomes a step"),
        ("CP26-unknown-clause", 4, "2012.turn.play.slash-twice"),
        ("CP30-undefined", 12, "甲 朝 乙 用了 杀♠7"),
        ("CP32-not-a-player", 13, "丙 is not on the table"),
        ("CP34-unknown-card", 8, "跳"),
        ("CP43-slang-1", 7, "弃置"),
    ],
)
def test_a_finding_says_where_and_what(name: str, line: int, words: str) -> None:
    report = lint([HERE / "bad" / f"{name}.feature"]).reports[0]
    assert report.line == line
    assert words in report.message
    assert report.mend


def baseline(folder: Path, *ids: str) -> Path:
    """A baseline that knows these scenarios as failed."""
    path = folder / "baseline.toml"
    path.write_text(
        "\n".join(f'[[known]]\nid = "{each}"\nstatus = "failed"\nreason = "…"\n' for each in ids), "utf-8"
    )
    return path


def test_a_baseline_entry_without_scenario_is_found(tmp_path: Path) -> None:
    there = lint([GOOD]).scenarios[0]
    (report,) = unused(baseline(tmp_path, there, "no/such:one"), [there])
    assert (report.line, report.code) == (6, "CP60")
    assert "no/such:one" in report.message


def test_exit_codes(tmp_path: Path) -> None:
    def run(*arguments: str | Path) -> tuple[int, str]:
        result = CliRunner().invoke(command, [str(each) for each in arguments])
        return result.exit_code, result.output

    status, output = run(GOOD)
    assert (status, output.splitlines()[-1].split(";")[0]) == (0, "1 file, 4 scenarios, 0 findings")
    status, output = run(HERE / "bad" / "CP12-no-steps.feature")
    assert status == 1
    assert "CP12-no-steps.feature:15: CP12 没有步骤 has no steps; " in output
    status, output = run(GOOD, "--baseline", baseline(tmp_path, "no/such:one"))
    assert status == 1
    assert "CP60" in output
    for wrong in ((tmp_path / "nowhere",), (tmp_path,), (GOOD, "--baseline", tmp_path / "nowhere.toml")):
        status, output = run(*wrong)
        assert status == 2
        assert "Error: " in output
    status, output = run("--list")
    assert status == 0
    assert all(check.code in output for check in CHECKS)


def test_the_suites_own_features_are_clean() -> None:
    assert [str(report) for report in lint().reports] == []
