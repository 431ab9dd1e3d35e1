"""What happened in a scenario, as a tree: each event below the one in whose resolution it happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from caipan import summary
from caipan.contract.messages import Event
from caipan.language.account import AskLine
from caipan.language.describe import describe_event


@dataclass(slots=True, eq=False)
class Node:
    """An event or an ask, and what happened inside it."""

    text: str
    event: Event | None
    """None: an ask."""
    children: list[Node] = field(default_factory=list)
    ask: AskLine | None = None

    @property
    def kind(self) -> str:
        """``event``, ``timing`` or ``ask``."""
        if self.event is None:
            return "ask"
        return "timing" if self.event.kind == "timing" else "event"


def grow(events: Sequence[Event], asks: Sequence[AskLine]) -> list[Node]:
    """What happened: each event below the one in whose resolution it happened, each ask where it came.

    Args:
        events: what happened, in order. Engines that number no events get a flat tree.
        asks: the asks, in order.
    """
    roots: list[Node] = []
    below: dict[int | None, list[Node]] = {None: roots}
    waiting = list(asks)
    for number, event in enumerate(events):
        # What happens next, happens in an event that was open when the ask came.
        above = below.get(event.parent, roots)
        while waiting and waiting[0].at <= number:
            above.append(_asked(waiting.pop(0)))
        node = Node(describe_event(event), event)
        above.append(node)
        if event.id is not None:
            below[event.id] = node.children
    roots += map(_asked, waiting)
    return roots


def _asked(ask: AskLine) -> Node:
    return Node(f"? {summary.ask_words(msgspec.to_builtins(ask))}", None, ask=ask)


def walk(nodes: Sequence[Node]) -> Iterator[Node]:
    """Every node, from above."""
    # Not by recursion: an engine may nest its events as deep as it likes.
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)
