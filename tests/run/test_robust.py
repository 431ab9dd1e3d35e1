"""Runs under conditions that nobody wishes for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.run.playing import DATA, ENGINES, ran, refused

UNSUPPORTED = "没有杀"


@pytest.mark.parametrize("option", ["report", "junit", "trace", "write_baseline"])
def test_no_output_overwrites_a_feature(tmp_path: Path, option: str) -> None:
    feature = Path(shutil.copytree(DATA, tmp_path / "吃桃")) / "桃.feature"
    before = feature.read_bytes()
    linked = tmp_path / "linked.ndjson"
    linked.hardlink_to(feature)
    for path in (feature, linked):
        options: dict[str, object] = {option: path}
        if option == "report":
            assert "overwritten" in _refused_report(feature.parent, path)
        else:
            assert "overwritten" in refused(tmp_path, feature.parent, reason="…", **options)
    assert feature.read_bytes() == before


def _refused_report(features: Path, report: Path) -> str:
    from rich.console import Console

    from caipan.features import UsageError
    from caipan.run import Options, run

    with pytest.raises(UsageError) as error:
        run(Options(paths=(features,), report=report), Console(quiet=True))
    return str(error.value)


def test_no_output_overwrites_the_baseline_or_another(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.toml"
    baseline.write_text("")
    linked = tmp_path / "linked.xml"
    linked.symlink_to(baseline)
    for names in ({"junit": linked}, {"trace": baseline}):
        assert "expected different files" in refused(tmp_path, baseline=baseline, **names)
    same = refused(tmp_path, junit=tmp_path / "x", trace=tmp_path / "y/../x")
    assert same.startswith("--junit and --trace")


def test_a_run_that_decides_nothing_is_no_success(tmp_path: Path) -> None:
    run = ran(tmp_path, keyword=UNSUPPORTED)
    assert run.code == 2
    assert "Nothing was decided" in run.out


def test_an_engine_of_unknown_editions_is_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, engine=f"{ENGINES.replace('engines', 'odd')}Newer")
    assert "2099" in said
    assert "2012, 2013" in said
