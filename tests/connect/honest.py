"""A tiny engine that plays by the contract: in the play phase a character may eat peaches, and nothing else.

``python tests/connect/honest.py`` serves it on stdio.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from caipan.contract.messages import (
    Answer,
    Ask,
    Choice,
    Done,
    EngineInfo,
    EngineMessage,
    Error,
    Event,
    GetState,
    HarnessMessage,
    Hello,
    HelloReply,
    PlayerScene,
    PlayerState,
    Query,
    Ready,
    Rejected,
    Reset,
    Result,
    Start,
    State,
    Unsupported,
)
from caipan.contract.serve import serve

HELLO = HelloReply(
    protocol=1,
    engine=EngineInfo("honest", "1"),
    editions=["2012", "2013"],
    cards=["桃"],
    skills=[],
    events=["use", "move", "recover"],
    rejects=True,
    queries=["distance"],
)


@dataclass(slots=True)
class Seat:
    """One character."""

    scene: PlayerScene
    hp: int
    hand: list[str]


@dataclass(slots=True)
class Honest:
    """The engine."""

    seats: dict[str, Seat] = field(default_factory=dict)
    discarded: list[str] = field(default_factory=list)
    current: str = ""
    asked: int = 0
    waiting: bool = False

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """Yield the reply to one message."""
        match message:
            case Hello():
                yield HELLO
            case Reset(edition=edition) if edition not in HELLO.editions:
                yield Unsupported(f"edition {edition}")
            case Reset(scene=scene):
                self.seats = {p.name: Seat(p, p.hp, list(p.hand)) for p in scene.players}
                self.discarded = list(scene.discard_pile)
                self.current, self.waiting = "", False
                yield Ready()
            case Start(at="idle", player=player):
                self.current = player
                yield self._ask()
            case Start(at=at):
                yield Unsupported(f"starting at {at}")
            case Answer(id=number) if number != self.asked or not self.waiting:
                yield Error(f"there is no ask {number}")
            case Answer(choice=None):
                self.waiting = False
                yield Done(self._state())
            case Answer(choice=Choice() as choice):
                yield from self._use(choice)
            case GetState():
                yield self._state()
            case Query(what="distance"):
                yield Result(1)
            case Query(what=what):
                yield Unsupported(what)

    def _ask(self) -> Ask:
        self.asked += 1
        self.waiting = True
        return Ask(id=self.asked, players=[self.current], kind="idle")

    def _use(self, choice: Choice) -> Iterator[EngineMessage]:
        seat = self.seats[self.current]
        if choice.use != "桃" or not set(choice.cards) <= set(seat.hand) or seat.hp >= seat.scene.max_hp:
            yield Rejected("only a peach in hand, and only when wounded")
            return
        (card,) = choice.cards
        seat.hand.remove(card)
        self.discarded.append(card)
        seat.hp += 1
        yield Event("use", player=self.current, card="桃", cards=[card], targets=[self.current])
        yield Event("recover", player=self.current, amount=1)
        yield Event(
            "move",
            player=self.current,
            cards=[card],
            origin=f"{self.current}.hand",
            destination="discard",
            reason="use",
        )
        yield self._ask()

    def _state(self) -> State:
        return State(
            players=[
                PlayerState(name, seat.hp, seat.scene.max_hp, hand=list(seat.hand))
                for name, seat in self.seats.items()
            ],
            discard_pile=list(self.discarded),
            current=self.current or None,
            phase="play" if self.current else None,
        )


if __name__ == "__main__":
    serve(Honest())
