"""Engines in this process that are odd from the start."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from caipan.contract.messages import Answer, EngineMessage, HarnessMessage, HelloReply
from tests.connect.honest import Honest
from tests.run.engines import MARK, Marked


class Newer(Honest):
    """Knows only an edition that is not yet written."""

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """As honest as ever."""
        for reply in super().handle(message):
            yield replace(reply, editions=["2099"]) if isinstance(reply, HelloReply) else reply


class Garbled(Marked):
    """Says what no encoding can hold, and what moves the cursor."""

    def handle(self, message: HarnessMessage) -> Iterator[EngineMessage]:
        """Print it, too."""
        if isinstance(message, Answer) and any(MARK in seat.hand for seat in self.honest.seats.values()):
            print("printed \ud800 \x1b[31mred")
        yield from super().handle(message)

    def misbehave(self) -> None:
        """Break in these words."""
        raise ValueError("broken \udcff \x1b]0;title\x07")
