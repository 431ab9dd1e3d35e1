"""What holds of every adapter that the suite brings along: it says what it needs; its baseline is true."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from caipan import baseline, catalogue, cli, features
from caipan.connect.base import CannotConnect, Timeouts
from caipan.connect.named import Named, names
from caipan.connect.spec import connect
from tests.engines.support import engine, needs_checkout

ENGINES = [engine(name) for name in names()]
every = pytest.mark.parametrize("named", ENGINES, ids=lambda named: named.name)
everyone_here = pytest.mark.parametrize(
    "named", [pytest.param(named, id=named.name, marks=needs_checkout(named)) for named in ENGINES]
)

# A clause's id, what the engine does instead, and where in the engine's code: a file, or a function.
REASON = re.compile(r"[0-9a-z.-]+: .+ \((?=[^()]*[./_])[^()]+\)")


# What `caipan check` finds in an engine itself, not in its adapter: the README beside it says why.
FOUND = {"wmzy": ["CK37", "CK81"]}


@everyone_here
@pytest.mark.timeout(300)
def test_it_speaks_the_contract(named: Named) -> None:
    done = CliRunner().invoke(cli.main, ["check", "--engine", named.name])
    found = FOUND.get(named.name, [])
    assert re.findall(r"^(CK\w+) +FAILED", done.output, re.MULTILINE) == found, done.output
    assert done.exit_code == (1 if found else 0)
    assert all(code in named.readme.read_text("utf-8") for code in found)


@everyone_here
@pytest.mark.timeout(300)
def test_the_suite_ends_as_the_baseline_says(named: Named) -> None:
    known = str(named.folder / "baseline.toml")
    done = CliRunner().invoke(cli.main, ["run", "--engine", named.name, "--baseline", known])
    assert done.exit_code == 0, done.output[-3000:]


@every
def test_without_its_engine_it_is_said_what_to_point_to(
    named: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert named.home
    monkeypatch.delenv(named.home, raising=False)
    with pytest.raises(CannotConnect) as refused:
        connect(named.name, Timeouts())
    for said in (f"{named.home} is not set", named.hint, str(named.readme)):
        assert said in str(refused.value)


@every
def test_every_known_failure_is_a_scenario_with_a_clause_and_a_place_in_the_engine(named: Named) -> None:
    file = named.folder / "baseline.toml"
    known = baseline.read(file)
    ids = {scenario.id for feature in features.load() for scenario in feature.scenarios}
    baseline.check_ids(file, known, ids)
    assert not [(entry.id, entry.reason) for entry in known.values() if not REASON.fullmatch(entry.reason)]
    clauses = catalogue.load_clauses(features.packaged() / "clauses")
    assert {entry.reason.partition(":")[0] for entry in known.values()} <= clauses.keys()


COMMENT = {".lua": r"--.*", ".ts": r"//.*|/\*[\s\S]*?\*/", ".py": r"#.*|\"\"\"[\s\S]*?\"\"\""}


@every
def test_an_adapter_stays_small(named: Named) -> None:
    code = 0
    for file in named.folder.iterdir():
        if comment := COMMENT.get(file.suffix):
            text = re.sub(rf"^\s*(?:{comment})$", "", file.read_text("utf-8"), flags=re.MULTILINE)
            code += sum(1 for line in text.splitlines() if line.strip())
    assert 0 < code < 600, "lines of code; what the next adapter needs as well belongs into the kit"


@every
def test_a_dated_report_of_this_suite_lies_beside_it(named: Named) -> None:
    reports = list(named.folder.glob("report-*-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].ndjson"))
    assert reports
    assert named.readme.is_file()
