"""``caipan check`` as it is used: what it prints, and its exit codes."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from caipan.checking.catalogue import CHECKS
from caipan.cli import main
from tests.connect.talk import HONEST, liar


def check(*args: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["check", *args])


def test_the_reference_is_checked_by_default() -> None:
    done = check()
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert [line.split()[0] for line in lines[: len(CHECKS)]] == [each.code for each in CHECKS]
    assert lines[-1].startswith("reference: ")
    assert "FAILED" not in done.output
    assert "\x1b" not in done.output
    assert [line.split(":")[0] for line in lines[-3:-1]] == ["reset", "other exchange"]


def test_a_failure_shows_what_was_sent_and_got_and_how_to_mend_it() -> None:
    done = check("--engine", liar("lazy", only=None), "CK10", "CK3")
    assert done.exit_code == 1
    lines = [line.strip() for line in done.output.splitlines()]
    at = next(n for n, line in enumerate(lines) if line.startswith("CK30  FAILED"))
    assert lines[at + 1] == "`done`, expected an `ask` of kind `idle` to 甲"
    sent, got, mend = lines[at + 2 : at + 5]
    assert json.loads(sent.removeprefix("sent  ")) == {"type": "start", "at": "idle", "player": "甲"}
    assert json.loads(got.removeprefix("got   "))["type"] == "done"
    assert mend.startswith("mend: ")
    assert "CK33  -" in done.output
    assert "(CK30 comes first)" in done.output


def test_an_engine_without_hello_fails_the_first_check_and_no_other_is_made() -> None:
    done = check("--engine", liar("stillborn", only=None))
    assert done.exit_code == 1
    assert "its stderr ends: cannot open config.lua" in done.output
    assert done.output.endswith(f"1 failed, {len(CHECKS) - 1} not applicable\n")


def test_the_list_names_every_check_and_how_to_mend() -> None:
    done = check("--list")
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert [line.split()[0] for line in lines[::2]] == [each.code for each in CHECKS]
    assert all(line.startswith("      mend: ") for line in lines[1::2])
    assert check("--list", "ck9").output.count("mend: ") == sum(c.code.startswith("CK9") for c in CHECKS)


def test_what_cannot_be_checked_ends_with_2() -> None:
    for args, said in (
        (("--engine", "nobody"), "`nobody` names no engine"),
        (("--engine", "stdio:no-such-program"), "command not found"),
        (("--engine", HONEST, "XY01"), "no check is called 'XY01'; expected e.g. CK11"),
        (("--timeout", "0"), "expected seconds, more than 0"),
    ):
        done = check(*args)
        assert done.exit_code == 2
        assert said in done.output
        assert "Traceback" not in done.output


def test_codes_are_those_of_the_catalogue_once_each() -> None:
    codes = [each.code for each in CHECKS]
    assert codes == sorted(set(codes))
    for each in CHECKS:
        assert set(each.after) <= set(codes[: codes.index(each.code)])
        assert each.expects
        assert each.mend
