"""An engine of canned replies, and short ways to write scenarios and messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from caipan.connect.base import Reply
from caipan.contract.messages import (
    Answer,
    Ask,
    Done,
    EngineInfo,
    EngineMessage,
    Event,
    GetState,
    HarnessMessage,
    HelloReply,
    PlayerScene,
    PlayerState,
    Query,
    Ready,
    Reset,
    Result,
    Scene,
    Start,
    State,
)
from caipan.contract.vocabulary import EVENTS, TIMINGS
from caipan.language import reading
from caipan.language.play import Table

FULL = HelloReply(
    protocol=1,
    engine=EngineInfo("fake", "1"),
    editions=["2012", "2013"],
    cards=["杀", "闪", "桃", "酒", "火杀", "南蛮入侵", "乐不思蜀", "闪电", "贯石斧", "诸葛连弩", "铁索连环"],
    skills=["遗计", "流离", "枭姬", "寒冰", "鬼才", "激将", "武圣"],
    generals=["郭嘉", "孙尚香"],
    events=list(EVENTS),
    timings=list(TIMINGS),
    enters=["turn", "phase", "idle"],
    injects=["damage", "lose_hp", "judge", "recover"],
    queries=["distance", "range", "in_range", "hand_limit"],
    rejects=True,
    scene=["roles", "factions", "genders", "skills", "judgement", "aside", "chained", "face_down"],
)
"""An engine that says that it has everything."""

Close = EngineMessage
Canned = Close | tuple[list[Event], Close]


class Fake:
    """A connection that replies to ``start`` and to answers with what it was given, in order."""

    def __init__(
        self,
        replies: Iterable[Canned] = (),
        *,
        hello: HelloReply = FULL,
        state: State | None = None,
        results: dict[str, int | bool] | None = None,
    ) -> None:
        self.spec = "fake"
        self.failure: str | None = None
        self.hello = hello
        self.replies = list(replies) or [idle()]
        self.sent: list[HarnessMessage] = []
        self.state = state
        self.results = results or {}
        self.scene: Scene | None = None
        self.ready: EngineMessage = Ready()

    def begin(self) -> None:
        """Nothing to arm."""

    def exchange(self, message: HarnessMessage) -> Reply:
        """The next canned reply."""
        self.sent.append(message)
        match message:
            case Reset(scene=scene):
                self.scene = scene
                return Reply([], self.ready)
            case Start() | Answer():
                canned = self.replies.pop(0)
                return Reply(*canned) if isinstance(canned, tuple) else Reply([], canned)
            case GetState():
                assert self.scene is not None
                return Reply([], self.state or state_of(self.scene))
            case Query(what=what):
                return Reply([], Result(self.results[what]))
            case _:
                raise AssertionError(message)

    def end(self) -> str:
        """Nothing was written."""
        return ""

    def close(self) -> None:
        """Nothing to end."""

    @property
    def answers(self) -> list[Answer]:
        """What was answered."""
        return [message for message in self.sent if isinstance(message, Answer)]


def state_of(scene: Scene, **changes: Any) -> State:
    """The state of a scene in which nothing has happened."""
    return msgspec.structs.replace(
        State(
            players=[_seat(seat) for seat in scene.players],
            draw_pile=scene.draw_pile,
            discard_pile=scene.discard_pile,
            current=scene.players[0].name,
            phase="play",
        ),
        **changes,
    )


def _seat(seat: PlayerScene) -> PlayerState:
    return PlayerState(
        name=seat.name,
        hp=seat.hp,
        max_hp=seat.max_hp,
        hand=seat.hand,
        equipment=seat.equipment,
        judgement=seat.judgement,
        aside=seat.aside,
        skills=seat.skills,
        chained=seat.chained,
        face_down=seat.face_down,
    )


def idle(player: str = "甲", ask_id: int = 99) -> Ask:
    """The idle point of a player."""
    return Ask(ask_id, [player], "idle")


def done() -> Done:
    """The end of the entered part."""
    return Done(State([]))


BASE = """
| 角色 | 武将   | 技能 | 体力 | 手牌       | 装备区     | 判定区        |
| 甲   |        |      | 4/4  | 杀♠7、桃♥3 | 贯石斧♦5   |               |
| 乙   | 郭嘉   | 流离 | 3/3  | 闪♦2、酒♠9 |            | 杀♦7=乐不思蜀 |
| 丙   |        |      | 4/4  |            |            |               |
"""


def grid(table: str) -> list[list[str]]:
    """A table as it is written in a feature file."""
    return [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.strip().splitlines()
    ]


def steps_of(text: str, base: str | None = BASE) -> list[reading.StepText]:
    """Steps from lines that begin with 假如, 当 or 那么; lines with | are the table of the step before."""
    words: dict[str, reading.Keyword] = {"假如": "given", "当": "when", "那么": "then"}
    found: list[tuple[reading.Keyword, str, list[list[str]] | None]] = []
    if base:
        found.append(("given", "场上依次为:", grid(base)))
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("|"):
            keyword, step, table = found[-1]
            found[-1] = (keyword, step, [*(table or []), *grid(line)])
        else:
            word, _, rest = line.partition(" ")
            found.append((words[word], rest, None))
    return list(found)


def play(text: str, fake: Fake, *, base: str | None = BASE, edition: str = "2013") -> Table:
    """Play a scenario to its end, as the runner does; raises what stops it."""
    steps = steps_of(text, base)
    table = Table(fake, edition=edition, needs=reading.needs_of(steps))
    run(table, steps)
    return table


def run(table: Table, steps: Sequence[reading.StepText]) -> None:
    """Hand all steps to a table."""
    for keyword, text, rows in steps:
        step = reading.find_step(keyword, text)
        parts: dict[str, object] = dict(step.take(text) or {})
        if rows is not None:
            parts["datatable"] = rows
        step.call(table, **parts)
    table.finish()
