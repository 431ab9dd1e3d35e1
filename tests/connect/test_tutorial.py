"""The tutorial for adapter authors: its code is the code that runs, its messages those that come."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from caipan.connect.base import CannotConnect, Connection, Timeouts
from caipan.connect.inprocess import InProcess
from caipan.connect.stdio import Stdio
from caipan.contract.messages import (
    Answer,
    Ask,
    Choice,
    Done,
    GetState,
    PlayerScene,
    Query,
    Rejected,
    Reset,
    Scene,
    Start,
    State,
    Unsupported,
)
from caipan.verdict import EngineBroke, Stopped

ENGINES = Path(__file__).parents[2] / "tools" / "engines"
README = (ENGINES / "README.md").read_text(encoding="utf-8")
ADAPTER = ENGINES / "tutorial" / "adapter.py"
SPEC = "stdio:python3 adapter.py"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake of the tutorial: what the file then holds, and the message that follows it."""

    kind: str
    code: str
    message: str


def _read() -> tuple[str, list[Mistake], str]:
    """The right file, the mistakes on the way to it, and the shortcut."""
    blocks = re.findall(r"^```(python|text)([^\n]*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (last,) = (code for _, info, code in blocks if info == " last")
    (shortcut,) = (code for _, info, code in blocks if info == " shortcut")
    right: list[str] = []
    mistakes: list[Mistake] = []
    for n, (language, info, code) in enumerate(blocks):
        if language == "python" and info == "":
            right.append(code)
        elif language == "python" and info.startswith(" mistake"):
            assert blocks[n + 1][0] == "text", f"no message follows: {code}"
            kind = info.partition("=")[2]
            whole = code if kind == "alone" else "\n\n".join([*right, code, last])
            mistakes.append(Mistake(kind, whole, blocks[n + 1][2]))
    return "\n\n".join([*right, last]), mistakes, shortcut


RIGHT, MISTAKES, SHORTCUT = _read()


def _scene(hp: int = 2, equipment: tuple[str, ...] = ()) -> Reset:
    first = PlayerScene("甲", 3, 4, hand=["杀♠7", "桃♥3", "杀♠8"], equipment=list(equipment))
    return Reset("2013", Scene([first, PlayerScene("乙", hp, 4, hand=["闪♦2"])], draw_pile=["闪♦3"]))


SLASH = Choice(use="杀", cards=["杀♠7"], targets=["乙"])


def _converse(connection: Connection, reset: Reset) -> State:
    """甲 uses 杀, 乙 does not use 闪, the table is looked at."""
    connection.begin()
    connection.exchange(reset)
    ask = connection.exchange(Start("idle", "甲")).close
    assert isinstance(ask, Ask)
    ask = connection.exchange(Answer(ask.id, SLASH)).close
    assert isinstance(ask, Ask)
    assert (ask.players, ask.kind, ask.names) == (["乙"], "use", ["闪"])
    connection.exchange(Answer(ask.id))
    state = connection.exchange(GetState()).close
    assert isinstance(state, State)
    return state


def _stdio(folder: Path, code: str, timeouts: Timeouts) -> Stdio:
    path = folder / "adapter.py"
    path.write_text(code, encoding="utf-8")
    return Stdio(SPEC, [sys.executable, str(path)], timeouts)


def test_the_file_is_what_the_tutorial_builds() -> None:
    """Block by block."""
    assert ADAPTER.read_text(encoding="utf-8") == RIGHT


@pytest.mark.parametrize("mistake", MISTAKES, ids=range(1, len(MISTAKES) + 1))
def test_mistakes(mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each brings exactly the message shown (… stands for anything)."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # where one forgets to flush
    shown = mistake.message.strip().replace("within 60 s", "within 3 s").replace("within 10 s", "within 1 s")
    timeouts = Timeouts(1 if "within 1 s" in shown else 20, 60, 3 if "within 3 s" in shown else 30)
    connection = _stdio(tmp_path, mistake.code, timeouts)
    try:
        with pytest.raises((CannotConnect, Stopped)) as said:
            _converse(connection, _scene(hp=1 if mistake.kind == "dying" else 2))
    finally:
        connection.close()
    pattern = ".*".join(re.escape(part) for part in shown.split("…"))
    assert re.fullmatch(pattern, str(said.value)), str(said.value)


def test_the_adapter_plays(tmp_path: Path) -> None:
    """Its answers are those of the rules, as far as it knows them."""
    connection = _stdio(tmp_path, RIGHT, Timeouts())
    try:
        assert connection.hello.engine.name == "toy"
        state = _converse(connection, _scene())
        assert [player.hp for player in state.players] == [3, 1]
        assert state.discard_pile == ["杀♠7"]
        again = connection.exchange(Answer(3, Choice(use="杀", cards=["杀♠8"], targets=["乙"]))).close
        assert again == Rejected("one 杀 in a play phase")
        peach = connection.exchange(Answer(3, Choice(use="桃", cards=["桃♥3"])))
        assert [event.kind for event in peach.events] == ["use", "move", "recover"]
        done = connection.exchange(Answer(4)).close
        assert isinstance(done, Done)
        assert done.state.players[0].hp == 4
        assert isinstance(connection.exchange(_scene(equipment=("诸葛连弩♣A",))).close, Unsupported)
        assert isinstance(connection.exchange(Query("range", "甲")).close, Unsupported)
        connection.exchange(_scene())
        connection.exchange(Start("idle", "甲"))
        connection.exchange(Answer(1, SLASH))
        dodged = connection.exchange(Answer(2, Choice(use="闪", cards=["闪♦2"])))
        assert [event.kind for event in dodged.events] == ["use", "move", "cancelled"]
        connection.end()
    finally:
        connection.close()


def test_the_shortcut(tmp_path: Path) -> None:
    """The same class, over stdio and in process."""
    namespace: dict[str, object] = {"__name__": "my_module"}
    exec(SHORTCUT, namespace)
    engine = namespace["Engine"]
    assert isinstance(engine, type)
    for connection in (
        InProcess("python:x:Engine", engine, Timeouts()),
        _stdio(tmp_path, SHORTCUT, Timeouts()),
    ):
        assert connection.hello.engine.name == "mine"
        connection.begin()
        with pytest.raises(EngineBroke, match="the engine says that it broke: not written yet"):
            connection.exchange(_scene())
        connection.close()


def test_links() -> None:
    """Every file and heading that the tutorial links to is there."""
    headings = {
        re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-")
        for title in re.findall(r"^#+ (.*)$", README, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]*)\)", README):
        if target.startswith("#"):
            assert target[1:] in headings
        else:
            assert (ENGINES / target).exists(), target
