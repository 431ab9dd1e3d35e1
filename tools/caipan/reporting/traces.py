"""What happened on an engine beside what happens on the reference."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from caipan.connect.base import CannotConnect
from caipan.contract.messages import HelloReply
from caipan.features import Scenario, UsageError
from caipan.happenings import Node, grow, walk
from caipan.language.account import Account
from caipan.playing import House, Play, play, verdict
from caipan.report import Line
from caipan.reporting.alignment import align, key

Mark = Literal["", "only", "moved", "unseen"]
"""Of what happened on one side: also on the other; only here; on the other at another place; the other engine
has no eye for such things."""


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario as the reference plays it."""

    line: Line
    account: Account | None


@dataclass(slots=True)
class Reference:
    """Plays scenarios on the reference, each once for each edition."""

    _houses: dict[str | None, House] = field(default_factory=dict)
    _played: dict[tuple[str, str | None], Played] = field(default_factory=dict)

    def play(self, scenario: Scenario, edition: str | None) -> Played:
        """Play a scenario in an edition; None: the newest.

        Raises:
            UsageError: it cannot be read, or there is no reference.
        """
        key = (scenario.id, edition)
        if key not in self._played:
            house = self._houses.setdefault(edition, House("reference", edition=edition))
            self._played[key] = _play(scenario, house)
        return self._played[key]

    def close(self) -> None:
        """End the engines."""
        for house in self._houses.values():
            house.close()


def _play(scenario: Scenario, house: House) -> Played:
    played = Play(scenario)
    began = time.perf_counter()
    error: Exception | None = None
    try:
        play(played, house)
    except UsageError:
        raise
    except CannotConnect as problem:
        raise UsageError(f"the reference cannot be played: {problem}") from None
    except Exception as problem:  # The verdict says it, as in a run.
        error = problem
    line = verdict(played, error, time.perf_counter() - began)
    return Played(line, played.table.account if played.table else None)


@dataclass(frozen=True, slots=True)
class Branch:
    """A node as it is drawn."""

    text: str
    kind: str
    mark: Mark
    children: tuple[Branch, ...]
    starts: bool = False
    """Whether here, or beside it on the other side, the two part first."""


def beside(
    engine: Account, hello: HelloReply, reference: Account | None, reference_hello: HelloReply | None = None
) -> tuple[tuple[Branch, ...], tuple[Branch, ...]]:
    """The trees of an engine and of the reference, with marks where they differ.

    Args:
        engine: what happened on the engine.
        hello: what it said of itself: what it has no eye for is not missing.
        reference: what happens on the reference; None if there is nothing to compare with.
        reference_hello: the same of the reference; None if it sees everything.
    """
    left = grow(engine.events, engine.asks)
    if reference is None:
        return _drawn(left, _Marks()), ()
    right = grow(reference.events, reference.asks)
    marks = _marks(left, hello, right, reference_hello)
    return _drawn(left, marks), _drawn(right, marks)


@dataclass(slots=True)
class _Marks:
    """The marks of nodes, by their identity."""

    of: dict[int, Mark] = field(default_factory=dict)
    starts: set[int] = field(default_factory=set)


def _marks(
    left: Sequence[Node], hello: HelloReply, right: Sequence[Node], reference_hello: HelloReply | None
) -> _Marks:
    """How two trees differ.

    Compared is what both engines would report, in the order in which it happened, whatever it is nested in.
    """
    seen_left = [node for node in walk(left) if _seen(node, reference_hello)]
    seen_right = [node for node in walk(right) if _seen(node, hello)]
    aligned = align(list(map(key, seen_left)), list(map(key, seen_right)))
    marks = _Marks({id(node): "unseen" for node in (*walk(left), *walk(right))})
    marks.of |= {id(node): "only" for node in (*seen_left, *seen_right)}
    mark: Mark
    for pairs, mark in ((aligned.pairs, ""), (aligned.moved, "moved")):
        for at, other in pairs:
            marks.of[id(seen_left[at])] = marks.of[id(seen_right[other])] = mark
    parting = aligned.parting(len(seen_left), len(seen_right))
    if parting:
        starts = (seen_left[parting[0] : parting[0] + 1], seen_right[parting[1] : parting[1] + 1])
        marks.starts = {id(node) for nodes in starts for node in nodes}
    return marks


def _seen(node: Node, hello: HelloReply | None) -> bool:
    """Whether an engine would report such a thing."""
    if hello is None or node.event is None:
        return True
    if node.event.kind == "timing":
        return node.event.timing in hello.timings
    return node.event.kind in hello.events


DEEPEST = 60
"""How deep a drawn tree is nested; what is deeper is drawn beside its parent."""


def _drawn(nodes: Sequence[Node], marks: _Marks, depth: int = 1) -> tuple[Branch, ...]:
    return tuple(_branches(nodes, marks, depth))


def _branches(nodes: Sequence[Node], marks: _Marks, depth: int) -> Iterator[Branch]:
    for node in nodes:
        if depth < DEEPEST:
            yield _branch(node, marks, _drawn(node.children, marks, depth + 1))
        else:
            for deep in walk([node]):
                yield _branch(deep, marks, ())


def _branch(node: Node, marks: _Marks, children: tuple[Branch, ...]) -> Branch:
    return Branch(node.text, node.kind, marks.of.get(id(node), ""), children, id(node) in marks.starts)
