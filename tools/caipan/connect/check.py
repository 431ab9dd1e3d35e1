"""What every connection demands of an engine's reply, whichever way it came.

``messages`` decides what one message may look like; here is the rest of the
contract: that its words are of the vocabulary, that they fit the table
(``ledger``), which message may close which reply, how long a reply may be, and
which protocol both sides speak.
"""

from __future__ import annotations

from typing import NoReturn

import msgspec

from caipan.connect import mends
from caipan.connect.base import CannotConnect
from caipan.connect.ledger import Ledger
from caipan.contract.messages import (
    CLOSES,
    PROTOCOL,
    Answer,
    Ask,
    EngineMessage,
    Error,
    Event,
    HarnessMessage,
    HelloReply,
    Rejected,
    Start,
)
from caipan.contract.vocabulary import EVENTS, REASONS, TIMINGS
from caipan.verdict import Breach, EngineBroke
from caipan.visible import visible_all

MAX_EVENTS = 100_000
"""Events in one reply. The longest reply of a whole game has a few hundred."""

SHOWN = 200
"""Characters of an offending line that a message quotes."""

IMPOSSIBLE_ASK = "an ask that cannot be at this table"
IMPOSSIBLE_STATE = "a state that cannot be at this table"
IMPOSSIBLE_EVENT = "an event that is not of the contract"
"""How it is said that an engine's words do not fit the scene, or are not of the vocabulary."""

ANOTHER = "its hello is another than at its first start"
"""How it is said that an engine is not the same when it is started again."""


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


def flaw(event: Event) -> str | None:
    """What in an event is not of the vocabulary, or None."""
    if event.kind not in EVENTS:
        return f"its kind `{event.kind}` is none of {', '.join(EVENTS)}"
    if event.kind == "timing" and event.timing not in TIMINGS:
        return f"its timing `{event.timing}` is not of the vocabulary (`caipan schema` lists the timings)"
    if event.kind == "move" and event.reason not in REASONS:
        return f"a move's reason is one of {', '.join(REASONS)}, not `{event.reason}`"
    return None


def closers(sent: HarnessMessage) -> str:
    """In words: what may close the reply to ``sent``."""
    *others, last = (f"`{t.__struct_config__.tag}`" for t in CLOSES[type(sent)])
    return f"{', '.join(others)} or {last}"


class Gathering:
    """A reply as it comes in: events until one message closes it.

    Raises ``EngineBroke`` as soon as it can be no reply to what was sent.
    """

    __slots__ = ("_ledger", "_sent", "close", "events")

    def __init__(self, sent: HarnessMessage, ledger: Ledger) -> None:
        """Nothing came yet.

        Args:
            sent: what is replied to.
            ledger: what is known of the table; what comes is noted in it.
        """
        ledger.sent(sent)
        self._ledger = ledger
        self._sent = sent
        self.events: list[Event] = []
        self.close: EngineMessage | None = None

    def add(self, message: EngineMessage) -> None:
        """Take the engine's next message.

        Raises:
            EngineBroke: it does not belong here, or says that the engine broke.
        """
        if self.close is not None:
            what = f"sent `{tag(message)}` after `{tag(self.close)}` had closed its reply"
            self._broke(what, message, mends.CLOSED)
        if isinstance(message, Event):
            if not isinstance(self._sent, Answer | Start):
                what = f"sent an event, `{message.kind}`: things happen after `start` and `answer` only"
                self._broke(what, message, mends.STILL)
            if problem := flaw(message):
                self._broke(f"sent {IMPOSSIBLE_EVENT}: {problem}", message, mends.WORDS)
            if problem := self._ledger.flaw(message):
                self._broke(f"sent {IMPOSSIBLE_EVENT}: {problem}", message, mends.TABLE["event"])
            if len(self.events) >= MAX_EVENTS:
                what = f"sent more than {MAX_EVENTS} events and no closing message"
                self._broke(what, message, mends.ENDLESS)
            self.events.append(message)
            return
        if isinstance(message, Error):
            what = f"says that it broke: {shorten(message.message, 1000)}"
            raise EngineBroke(f"in reply to `{tag(self._sent)}` the engine {what}", Breach(mends.SAID))
        if not isinstance(message, CLOSES[type(self._sent)]):
            what = (
                f"sent `{tag(message)}`, which does not close a reply to it: expected {closers(self._sent)}"
            )
            self._broke(what, message, mends.CLOSER)
        if self.events and isinstance(message, Rejected):
            what = f"sent the event `{self.events[0].kind}` and then `rejected`, before which nothing happens"
            self._broke(what, message, mends.UNDONE)
        if problem := self._ledger.flaw(message):
            what = f"sent {IMPOSSIBLE_ASK if isinstance(message, Ask) else IMPOSSIBLE_STATE}: {problem}"
            self._broke(what, message, mends.TABLE[tag(message)])
        self.close = message

    def _broke(self, what: str, message: EngineMessage, mend: str) -> NoReturn:
        detail = f"in reply to `{tag(self._sent)}` the engine {shorten(what, 2000)}"
        raise EngineBroke(detail, mends.breach(mend, what, tag(message)))


def negotiate(reply: HelloReply) -> HelloReply:
    """Hold an engine's hello against what this suite speaks.

    Returns:
        The hello; what cannot be seen in its texts is written out.

    Raises:
        CannotConnect: another protocol, no edition, or words that are not of the vocabulary.
    """
    if reply.protocol != PROTOCOL:
        raise CannotConnect(
            f"the engine speaks protocol {reply.protocol}; this suite speaks protocol {PROTOCOL}",
            mends.PROTOCOL,
        )
    if not reply.editions:
        what = "the engine's hello names no edition; expected some of 2012, 2013"
        raise CannotConnect(what, mends.EDITIONS)
    for field, said, known in (("events", reply.events, EVENTS), ("timings", reply.timings, TIMINGS)):
        if strange := [word for word in said if word not in known]:
            shown = shorten(", ".join(strange))
            what = f"the engine's hello lists {field} that are not of the vocabulary: {shown}"
            raise CannotConnect(what, mends.WORDS)
    return msgspec.convert(visible_all(msgspec.to_builtins(reply)), HelloReply)


def unchanged(first: HelloReply | None, again: HelloReply) -> HelloReply:
    """The hello of the first start, which that of each later one must repeat.

    Args:
        first: of the first start, if there was one.
        again: of this start, after ``negotiate``.

    Raises:
        CannotConnect: it is another; in what order its lists are does not matter.
    """
    if first is None:
        return again
    for field in first.__struct_fields__:
        was, now = getattr(first, field), getattr(again, field)
        if was != now and not (isinstance(was, list) and sorted(was) == sorted(now)):
            raise CannotConnect(
                f"{ANOTHER}: `{field}` was {shorten(_said(was))}, and is {shorten(_said(now))}",
                mends.SAME,
            )
    return first


def _said(value: object) -> str:
    return msgspec.json.encode(value).decode()
