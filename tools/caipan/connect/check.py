"""What every connection demands of an engine's reply, whichever way it came.

``messages`` decides what one message may look like; here is the rest of the
contract: that its words are of the vocabulary, which message may close which
reply, how long a reply may be, and which protocol both sides speak.
"""

from __future__ import annotations

from typing import NoReturn

from caipan.connect.base import CannotConnect
from caipan.contract.messages import (
    CLOSES,
    PROTOCOL,
    EngineMessage,
    Error,
    Event,
    HarnessMessage,
    HelloReply,
)
from caipan.contract.vocabulary import EVENTS, REASONS, TIMINGS, ZONES
from caipan.verdict import EngineBroke

MAX_EVENTS = 100_000
"""Events in one reply. The longest reply of a whole game has a few hundred."""

SHOWN = 200
"""Characters of an offending line that a message quotes."""

OWNED = frozenset(("hand", "equipment", "judgement", "aside"))
"""Zones that belong to a player."""

COMMON = frozenset(ZONES) - OWNED


def tag(message: HarnessMessage | EngineMessage) -> str:
    """The name of a message on the wire."""
    return str(message.__struct_config__.tag)


def shorten(text: str, limit: int = SHOWN) -> str:
    """The text on one line, its middle left out where it is longer than ``limit``."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    head, end = limit * 2 // 3, limit // 3
    return f"{line[:head]} … ({len(line) - head - end} characters) … {line[-end:]}"


def _zone_known(zone: str | None) -> bool:
    if zone is None or zone in COMMON:
        return True
    owner, dot, name = zone.rpartition(".")
    return bool(owner and dot) and name in OWNED


def flaw(event: Event) -> str | None:
    """What in an event is not of the vocabulary, or None."""
    if event.kind not in EVENTS:
        return f"its kind `{event.kind}` is none of {', '.join(EVENTS)}"
    if event.kind == "timing" and event.timing not in TIMINGS:
        return f"its timing `{event.timing}` is not of the vocabulary (`caipan schema` lists the timings)"
    if event.kind == "move":
        if event.reason not in REASONS:
            return f"a move's reason is one of {', '.join(REASONS)}, not `{event.reason}`"
        for zone in (event.origin, event.destination):
            if not _zone_known(zone):
                return (
                    f"`{zone}` is no zone: expected {', '.join(sorted(COMMON))}, "
                    f"or a player's own, like `甲.hand` ({', '.join(sorted(OWNED))})"
                )
    return None


def closers(sent: HarnessMessage) -> str:
    """In words: what may close the reply to ``sent``."""
    *others, last = (f"`{t.__struct_config__.tag}`" for t in CLOSES[type(sent)])
    return f"{', '.join(others)} or {last}"


class Gathering:
    """A reply as it comes in: events until one message closes it.

    Raises ``EngineBroke`` as soon as it can be no reply to what was sent.
    """

    __slots__ = ("_sent", "close", "events")

    def __init__(self, sent: HarnessMessage) -> None:
        self._sent = sent
        self.events: list[Event] = []
        self.close: EngineMessage | None = None

    def add(self, message: EngineMessage) -> None:
        """Take the engine's next message.

        Raises:
            EngineBroke: it does not belong here, or says that the engine broke.
        """
        if self.close is not None:
            self._broke(f"sent `{tag(message)}` after `{tag(self.close)}` had closed its reply")
        if isinstance(message, Event):
            if problem := flaw(message):
                self._broke(f"sent an event that is not of the contract: {problem}")
            if len(self.events) >= MAX_EVENTS:
                self._broke(f"sent more than {MAX_EVENTS} events and no closing message")
            self.events.append(message)
            return
        if isinstance(message, Error):
            self._broke(f"says that it broke: {shorten(message.message, 1000)}")
        if not isinstance(message, CLOSES[type(self._sent)]):
            self._broke(
                f"sent `{tag(message)}`, which does not close a reply to it: expected {closers(self._sent)}"
            )
        self.close = message

    def _broke(self, what: str) -> NoReturn:
        raise EngineBroke(f"in reply to `{tag(self._sent)}` the engine {what}")


def negotiate(reply: HelloReply) -> None:
    """Hold an engine's hello against what this suite speaks.

    Raises:
        CannotConnect: another protocol, no edition, or words that are not of the vocabulary.
    """
    if reply.protocol != PROTOCOL:
        raise CannotConnect(
            f"the engine speaks protocol {reply.protocol}; this suite speaks protocol {PROTOCOL}"
        )
    if not reply.editions:
        raise CannotConnect("the engine's hello names no edition; expected some of 2012, 2013")
    for field, said, known in (("events", reply.events, EVENTS), ("timings", reply.timings, TIMINGS)):
        if strange := [word for word in said if word not in known]:
            shown = shorten(", ".join(strange))
            raise CannotConnect(f"the engine's hello lists {field} that are not of the vocabulary: {shown}")
