"""The adapter of wmzy/sanguosha. What needs a checkout is skipped where there is none."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from caipan import baseline, cli, features
from caipan.connect.base import CannotConnect, Connection, Reply, Timeouts
from caipan.connect.named import command, load
from caipan.connect.spec import connect
from caipan.contract.messages import (
    Answer,
    Ask,
    Choice,
    Done,
    GetState,
    Inject,
    PlayerScene,
    Query,
    Ready,
    Rejected,
    Reset,
    Result,
    Scene,
    Start,
    State,
    Unsupported,
)

NAMED = load("wmzy")
assert NAMED is not None
FOLDER = NAMED.folder
PILE = [f"闪♦{number}" for number in (2, 3, 4, 5, 6, 7)]


def missing() -> str | None:
    """Why the adapter cannot run here, or nothing if it can."""
    assert NAMED is not None
    try:
        command(NAMED)
    except CannotConnect as problem:
        return str(problem)
    return None


needs_checkout = pytest.mark.skipif(missing() is not None, reason=missing() or "")


@pytest.fixture(scope="module")
def wmzy() -> Iterator[Connection]:
    """The engine, in one process for all tests."""
    connection = connect("wmzy", Timeouts())
    yield connection
    connection.close()


def lay(connection: Connection, *players: PlayerScene, pile: list[str] | None = None) -> Reply:
    """A fresh game, at the idle point of the first player."""
    connection.begin()
    ready = connection.exchange(Reset("2013", Scene(list(players), PILE if pile is None else pile)))
    assert ready.close == Ready()
    return connection.exchange(Start("idle", players[0].name))


def answer(connection: Connection, reply: Reply, choice: Choice | None = None) -> Reply:
    """Answer the ask of a reply."""
    assert isinstance(reply.close, Ask)
    return connection.exchange(Answer(reply.close.id, choice))


def state(connection: Connection) -> State:
    """The table."""
    close = connection.exchange(GetState()).close
    assert isinstance(close, State)
    return close


def slash(connection: Connection) -> list[Reply]:
    """甲 uses 杀, 乙 answers with 闪; 甲 uses 桃, and ends his phase."""
    replies = [
        lay(
            connection,
            PlayerScene("甲", 3, 4, hand=["杀♠7", "桃♥3"]),
            PlayerScene("乙", 4, 4, hand=["闪♦2#2", "闪♦3#2"]),
        )
    ]
    for choice in (
        Choice(use="杀", cards=["杀♠7"], targets=["乙"]),
        Choice(use="闪", cards=["闪♦2#2"]),
        Choice(use="桃", cards=["桃♥3"]),
        None,
    ):
        replies.append(answer(connection, replies[-1], choice))
    return replies


@needs_checkout
def test_a_slash_is_used_answered_and_shown(wmzy: Connection) -> None:
    replies = slash(wmzy)
    asked = replies[1].close
    assert isinstance(asked, Ask)
    assert (asked.kind, asked.players, asked.names, asked.subject) == ("use", ["乙"], ["闪"], "甲")
    kinds = [event.kind for event in replies[2].events]
    assert kinds.index("use") < kinds.index("cancelled")
    used = next(event for event in replies[1].events if event.kind == "use")
    assert (used.player, used.card, used.targets) == ("甲", "杀♠7", ["乙"])
    table = state(wmzy)
    assert table.current == "乙"
    assert table.players[0].hp == 4
    assert set(table.players[1].hand) == {"闪♦3#2", "闪♦2", "闪♦3"}
    assert set(table.discard_pile) == {"杀♠7", "闪♦2#2", "桃♥3"}
    assert table.draw_pile == PILE[2:]


@needs_checkout
def test_a_reset_forgets_and_the_same_script_gives_the_same_trace(wmzy: Connection) -> None:
    first = slash(wmzy)
    lay(wmzy, PlayerScene("甲", 1, 4, hand=["杀♠7"]), PlayerScene("乙", 1, 4, hand=["桃♥3"]))
    assert slash(wmzy) == first


@needs_checkout
def test_illegal_answers_are_rejected_and_the_ask_stands(wmzy: Connection) -> None:
    reply = lay(
        wmzy,
        PlayerScene("甲", 4, 4, hand=["杀♠7", "杀♠8", "闪♦2#2", "桃♥3"]),
        PlayerScene("乙", 4, 4),
        PlayerScene("丙", 4, 4),
        PlayerScene("丁", 4, 4),
    )
    for choice in (
        Choice(use="杀", cards=["杀♠7"], targets=["丙"]),
        Choice(use="杀", cards=["杀♠7"], targets=["辛"]),
        Choice(use="杀", cards=["杀♠9"], targets=["乙"]),
        Choice(use="闪", cards=["闪♦2#2"]),
        Choice(use="桃", cards=["桃♥3"], targets=["乙"]),
        Choice(use="杀", cards=["桃♥3"], targets=["乙"]),
        Choice(skill="反间", targets=["乙"]),
    ):
        assert isinstance(answer(wmzy, reply, choice).close, Rejected), choice
    reply = answer(wmzy, reply, Choice(use="杀", cards=["杀♠7"], targets=["乙"]))
    again = answer(wmzy, reply, Choice(use="杀", cards=["杀♠8"], targets=["乙"]))
    assert isinstance(again.close, Rejected)
    assert [player.hp for player in state(wmzy).players] == [4, 3, 4, 4]


@needs_checkout
def test_a_conversion_and_a_skill_that_asks_on(wmzy: Connection) -> None:
    reply = lay(
        wmzy,
        PlayerScene("甲", 4, 4, general="关羽", hand=["桃♥3"]),
        PlayerScene("乙", 3, 3, general="司马懿"),
        pile=[],
    )
    reply = answer(wmzy, reply, Choice(use="杀", cards=["桃♥3"], targets=["乙"]))
    assert ("skill", "武圣") in [(event.kind, event.skill) for event in reply.events]
    assert state(wmzy).discard_pile == ["桃♥3"]
    assert state(wmzy).players[1].hp == 2


@needs_checkout
def test_dying_and_death_end_the_game_by_roles(wmzy: Connection) -> None:
    wmzy.begin()
    players = [
        PlayerScene("甲", 4, 4, role="rebel", hand=["桃♥3"]),
        PlayerScene("乙", 1, 4, role="lord"),
        PlayerScene("丙", 4, 4, role="rebel"),
    ]
    wmzy.exchange(Reset("2013", Scene(players, PILE)))
    reply = wmzy.exchange(Start("idle", "甲", inject=Inject("damage", "乙", source="甲")))
    assert isinstance(reply.close, Ask)
    assert (reply.close.names, reply.close.subject) == (["桃"], "乙")
    done = answer(wmzy, reply)
    assert [player.name for player in state(wmzy).players] == ["甲", "乙", "丙"]
    assert state(wmzy).winners == ["甲", "丙"]
    assert done.events[-1].kind == "game_over"


@needs_checkout
def test_questions_and_what_there_is_not(wmzy: Connection) -> None:
    lay(wmzy, PlayerScene("甲", 2, 4, equipment=["麒麟弓♥5"]), PlayerScene("乙", 4, 4, equipment=["绝影♠5"]))
    asked = {"distance": 2, "range": 5, "in_range": True, "hand_limit": 2}
    for what, value in asked.items():
        query = Query(what, "甲", "乙")  # type: ignore[arg-type]
        assert wmzy.exchange(query).close == Result(value)
    for strange in (PlayerScene("甲", 4, 4, general="无名氏"), PlayerScene("甲", 4, 4, skills=["连破"])):
        wmzy.begin()
        close = wmzy.exchange(Reset("2013", Scene([strange, PlayerScene("乙", 4, 4)]))).close
        assert isinstance(close, Unsupported)


@needs_checkout
@pytest.mark.timeout(300)
def test_the_suite_ends_as_the_baseline_says(tmp_path: Path) -> None:
    report = tmp_path / "report.ndjson"
    arguments = ["--engine", "wmzy", "--baseline", str(FOLDER / "baseline.toml"), "--report", str(report)]
    done = CliRunner().invoke(cli.main, ["run", *arguments])
    assert done.exit_code == 0, done.output[-3000:]


@needs_checkout
def test_the_example_of_the_kit_is_a_whole_adapter(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(FOLDER.parent / "kit" / "typescript", kit)
    (example,) = re.findall(r"```ts\n(.*?)```", (kit / "README.md").read_text("utf-8"), re.DOTALL)
    (kit / "example.ts").write_text(example, "utf-8")
    assert NAMED is not None
    *runner, _adapter = command(NAMED)
    connection = connect(f"stdio:{shlex.join([*runner, str(kit / 'example.ts')])}", Timeouts())
    try:
        assert connection.hello.engine.name == "idle"
        for _ in range(2):
            reply = lay(connection, PlayerScene("甲", 4, 4), PlayerScene("乙", 4, 4))
            assert isinstance(answer(connection, reply, Choice(use="杀", cards=["杀♠7"])).close, Rejected)
            done = answer(connection, reply)
            assert [event.kind for event in done.events] == ["turn_over"]
            assert isinstance(done.close, Done)
            assert done.close.state == state(connection)
    finally:
        connection.close()


def test_without_a_checkout_it_is_said_what_to_point_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CAIPAN_WMZY_HOME", raising=False)
    with pytest.raises(
        CannotConnect, match=r"CAIPAN_WMZY_HOME is not set[\s\S]*a checkout of wmzy/sanguosha"
    ):
        connect("wmzy", Timeouts())


def test_every_known_failure_is_a_scenario_with_a_reason_of_its_own() -> None:
    known = baseline.read(FOLDER / "baseline.toml")
    ids = {scenario.id for feature in features.load() for scenario in feature.scenarios}
    baseline.check_ids(FOLDER / "baseline.toml", known, ids)
    clauses = r"[0-9a-z.-]+: .* \([a-z]+/.*\.ts\)"
    assert not [entry.id for entry in known.values() if not re.fullmatch(clauses, entry.reason)]


def test_nothing_of_the_engine_is_here() -> None:
    assert not [path for path in FOLDER.rglob("*") if path.name in ("node_modules", "package-lock.json")]
    assert not os.path.exists(FOLDER / "src")
