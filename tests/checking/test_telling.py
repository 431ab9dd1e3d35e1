"""What is said of a failure: the fault, once, how to mend it, and nothing that a terminal trips over."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from rich.console import Console

from caipan.checking import show
from caipan.checking.run import Result, make
from caipan.cli import main
from caipan.connect import mends
from caipan.connect.base import Timeouts
from caipan.connect.inprocess import InProcess
from caipan.contract.messages import (
    Answer,
    Ask,
    EngineInfo,
    GetState,
    HarnessMessage,
    Rejected,
    Reset,
    Start,
    State,
    Unsupported,
)
from tests.checking.flawed import (
    Flaw,
    Flawed,
    Replies,
    answering,
    asking,
    hello,
    instead,
    midgame,
    scene_of,
    seen_twice,
    uses,
)
from tests.connect.talk import HONEST, liar

TIMEOUTS = Timeouts(10, float("inf"), 60)
EVIL = "\x1b[31mred\u202e\x07\nline"


def checked(flaw: Flaw) -> list[Result]:
    """All checks of the reference with a flaw."""
    return make(InProcess("python:flawed:Flawed", lambda: Flawed(flaw), TIMEOUTS))[0]


def failed(results: list[Result]) -> dict[str, Result]:
    """Those that failed."""
    return {made.check.code: made for made in results if made.outcome.status == "failed"}


def printed(results: list[Result]) -> str:
    """What is shown of them."""
    console = Console(file=io.StringIO(), width=200)
    for made in results:
        show.result(console, made)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# --- the mend belongs to the fault ----------------------------------------------


def backwards(engine: Flawed, message: HarnessMessage) -> Replies:
    """Draws from the bottom of the pile, and shows it as it was sent."""
    if isinstance(message, Reset):
        pile = message.scene.draw_pile[::-1]
        message = replace(message, scene=replace(message.scene, draw_pile=pile))
    for reply in engine.honest(message):
        yield replace(reply, draw_pile=reply.draw_pile[::-1]) if isinstance(reply, State) else reply


MENDS: dict[str, tuple[Flaw, str, str]] = {
    "a number of an event that was there": (seen_twice, "CK31", mends.TABLE["event"]),
    "an ask that cannot be": (asking(lambda ask: ask.kind == "use", min=2), "CK50", mends.TABLE["ask"]),
    "what the engine raises": (instead(lambda message: isinstance(message, Answer)), "CK40", mends.RAISED),
    "a closing message that closes nothing": (
        instead(lambda message: isinstance(message, Start), Rejected("no")),
        "CK30",
        mends.CLOSER,
    ),
    "an unknown card that breaks the engine": (
        instead(scene_of("子虚乌有♠7")),
        "CK20",
        "look each name up before you set it up, and answer `unsupported` with it",
    ),
    "a pile that is turned round": (
        backwards,
        "CK37",
        "let the first card of the pile be the top one, for what is drawn and for what is judged by",
    ),
}


@pytest.mark.parametrize("what", MENDS)
def test_the_mend_is_that_of_the_fault(what: str) -> None:
    flaw, code, mend = MENDS[what]
    assert show.mend(failed(checked(flaw))[code]) == mend


def test_the_mend_of_a_check_is_that_of_its_own_comparison() -> None:
    made = failed(checked(answering(uses("桃"), lambda _: Rejected("no"))))["CK50"]
    assert show.mend(made) == made.check.mend


@pytest.mark.parametrize(
    ("lie", "mend"),
    [
        ("version", mends.PROTOCOL),
        ("twice", mends.CLOSED),
        ("utf8", mends.UTF8),
        ("garbage", mends.JSON),
        ("unknown-field", mends.FIELD),
        ("killed", mends.KILLED),
    ],
)
def test_breaches_on_the_wire_bring_their_mend(lie: str, mend: str) -> None:
    done = CliRunner().invoke(main, ["check", "CK0", "CK1", "CK30", "--engine", liar(lie, only=None)])
    assert f"mend: {mend}\n" in done.output
    assert done.output.count("mend: ") == 1


# --- once -----------------------------------------------------------------------


def test_one_fault_is_told_once() -> None:
    results = checked(seen_twice)
    assert failed(results).keys() == {"CK31"}
    own = next(made for made in results if made.check.code == "CK83")
    assert own.outcome.status == "not applicable"
    assert own.outcome.text.startswith("CK31 says why: ")


def test_two_faults_are_told_both() -> None:
    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        for reply in engine.honest(message):
            if isinstance(reply, Ask) and reply.kind in ("use", "skill"):
                yield replace(reply, min=2) if reply.kind == "use" else replace(reply, subject="路人")
            else:
                yield reply

    assert failed(checked(flaw)).keys() == {"CK50", "CK52"}


def test_the_check_of_asks_is_not_ok_where_an_ask_is_no_ask() -> None:
    bad = asking(lambda ask: ask.kind == "use", kind="fancy")
    results = checked(bad)
    assert len(failed(results)) == 1
    assert next(made for made in results if made.check.code == "CK60").outcome.status == "not applicable"


ONCE = """
import os, sys
sys.path.insert(0, {root!r})
lock = {lock!r}
if os.path.exists(lock):
    sys.exit("address already in use")
open(lock, "w").close()
from tests.connect.honest import Honest
from caipan.contract.serve import serve
serve(Honest())
"""


def test_an_engine_that_starts_only_once_is_told_so_once(tmp_path: Path) -> None:
    file = tmp_path / "once.py"
    root = Path(__file__).parents[2]
    file.write_text(ONCE.format(root=str(root), lock=str(tmp_path / "lock")), "utf-8")
    done = CliRunner().invoke(main, ["check", "--engine", f"stdio:{sys.executable} {file}"])
    assert done.exit_code == 1
    assert done.output.count("FAILED") == 1
    assert "its stderr ends: address already in use" in done.output
    assert f"mend: {mends.AGAIN}" in done.output
    assert "says why: the engine cannot be started again" in done.output


# --- what came ------------------------------------------------------------------


def test_a_line_too_many_is_shown() -> None:
    done = CliRunner().invoke(main, ["check", "CK30", "--engine", liar("twice", only=None)])
    lines = [line.strip() for line in done.output.splitlines()]
    at = next(n for n, line in enumerate(lines) if line.startswith("got "))
    assert '"type":"ask"' in lines[at]
    assert lines[at + 1] == '{"type":"ready"}'


def test_nothing_that_came_is_shown_as_nothing() -> None:
    done = CliRunner().invoke(
        main, ["check", "CK30", "--timeout", "1", "--engine", liar("silent", only=None)]
    )
    assert "got   nothing\n" in done.output


def test_the_next_scene_after_one_that_is_unsupported() -> None:
    def flaw(engine: Flawed, message: HarnessMessage) -> Replies:
        if isinstance(message, Reset):
            engine.count += "子虚乌有" in repr(message) and engine.count == 0
            if engine.count == 1 and "子虚乌有" not in repr(message):
                engine.count = 2
                return [Unsupported("子虚乌有")]
        return engine.honest(message)

    made = failed(checked(flaw))["CK20"]
    assert "this was `unsupported`, as it should be, but the next scene was not `ready`" in made.outcome.text
    assert "from nothing" in show.mend(made)


# --- seen, and not too long -----------------------------------------------------


def test_what_an_engine_says_is_seen_and_short() -> None:
    flaws: tuple[Flaw, ...] = (
        hello(engine=EngineInfo(EVIL + "x" * 5000, EVIL)),
        answering(uses("桃"), lambda _: Rejected(EVIL + "y" * 500_000)),
        instead(lambda message: isinstance(message, Reset), Unsupported(EVIL * 1000, EVIL + "z" * 500_000)),
        asking(lambda ask: ask.kind != "idle", reason=EVIL + "长" * 300_000),
        answering(lambda engine, answer: midgame(engine) and answer.choice is None, lambda _: Rejected(EVIL)),
    )
    for flaw in flaws:
        out = printed(checked(flaw))
        assert len(out) < 60_000
        assert not {"\x1b", "\u202e", "\x07"} & set(out)
        assert all(line.startswith(("CK", "  ")) for line in out.splitlines())


def test_a_byte_order_mark_is_called_so(tmp_path: Path) -> None:
    file = tmp_path / "bom.py"
    file.write_text("input(); print('\\ufeff{}')", "utf-8")
    done = CliRunner().invoke(main, ["check", "--engine", f"stdio:{sys.executable} -X utf8 {file}"])
    assert "a byte order mark before the line {}" in done.output
    assert "mend: write UTF-8 without a byte order mark" in done.output


# --- the command ----------------------------------------------------------------


def test_what_is_no_program(tmp_path: Path) -> None:
    file = tmp_path / "adapter.py"
    file.write_text("", "utf-8")
    for spec, said in (
        (f"stdio:{file}", f"`{file}` is not executable; expected the program that runs it before it"),
        (f"stdio:{tmp_path}", f"`{tmp_path}` is a directory"),
        ("stdio:no-such-program", "command not found: `no-such-program`"),
    ):
        done = CliRunner().invoke(main, ["check", "--engine", spec])
        assert done.exit_code == 2
        assert said in done.output


def test_the_list_of_engines() -> None:
    done = CliRunner().invoke(main, ["check", "--engine", "list"])
    assert done.exit_code == 0
    assert done.output.startswith("reference\n")


def test_no_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for args in (["check"], ["check", "--engine", "list"], ["run", "--list"], ["check", "--engine", HONEST]):
        done = CliRunner().invoke(main, args)
        assert done.exit_code == 2
        assert "the working directory is not there any more" in done.output
    monkeypatch.chdir(tmp_path)


def test_what_an_engine_in_this_process_prints_and_closes(capsys: pytest.CaptureFixture[str]) -> None:
    def noisy(engine: Flawed, message: HarnessMessage) -> Replies:
        print("debug")
        sys.stdout.reconfigure(encoding="ascii")  # type: ignore[union-attr]
        sys.stdout.close()
        return engine.honest(message)

    assert not failed(checked(noisy))
    print("still open")
    out, err = capsys.readouterr()
    assert out == "still open\n"
    assert err.startswith("debug\n")


def test_the_help_says_what_may_be_unsupported() -> None:
    said = " ".join(CliRunner().invoke(main, ["check", "--help"]).output.split())
    assert "may call `unsupported` whatever its hello has no word for" in said
    assert "Until its hello it has 60 seconds at least" in said


def test_state_is_never_looked_at_in_vain() -> None:
    """A state that is none is told of where it comes first."""
    bad = instead(lambda message: isinstance(message, GetState), State([]))
    made = failed(checked(bad))
    assert made.keys() == {"CK10"}
    assert show.mend(made["CK10"]) == mends.TABLE["state"]
