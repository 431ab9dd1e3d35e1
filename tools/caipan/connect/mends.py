"""How to mend what a connection finds wrong with an engine: a line for each kind of fault."""

from __future__ import annotations

import re

from caipan.verdict import Breach

CLOSED = "write nothing after the message that closes a reply: it is the harness's turn then"
CLOSER = "close the reply with one of the messages that are named"
ENDLESS = "close the reply, with one of the messages that may close it"
WORDS = "use the words of the vocabulary, which `caipan schema` lists under `x-vocabulary`"
_LACK = "what the engine does not have is `unsupported`, in reply to `reset`, `start` or `query`"
SAID = f"look for what broke at the engine's message and in its stderr; {_LACK}"
RAISED = f"look for what broke where it was raised; {_LACK}"
ENDED = "catch what the engine throws and answer `error`; where it went wrong, its stderr or a debugger says"
KILLED = "run the adapter by hand, or in a debugger, with the lines that `caipan run --trace` keeps"
LATE = (
    "end each line with a line feed and flush it; close every reply with one message; "
    "wait for no click, no network and no further line"
)
UNASKED = "write the closing message last and nothing unasked; log to stderr"
JSON = (
    "let a JSON library write each message, one object a line; "
    "logs and whatever else is printed belong to stderr"
)
BOM = "write UTF-8 without a byte order mark"
UTF8 = "set the encoding of stdout to UTF-8 yourself, whatever the locale says"
FIELD = "correct the place that is named: `caipan schema` has the fields of every message and their types"
YIELD = "let `handle` yield its messages, or return a list of them"
ONE = "write each message on one line of its own: no line feed inside it, and one after it"
STILL = (
    "report what happens in the replies to `start` and `answer`, before the message that closes them; in the "
    "others nothing happens"
)
UNDONE = "check the whole choice before you carry any of it out; a rejected answer changes nothing"
SAME = "say the same hello at each start: every scenario may be played by another process"
LONG = "send less: a reply brings what happened since the last one, and no more"
AGAIN = (
    "let the engine start again at any time: a process that was killed may leave no port, lock or file "
    "behind that keeps the next one from starting"
)
PROTOCOL = "speak the suite's protocol, which `caipan schema` prints, and say its number"
EDITIONS = "list the editions that the engine plays by, 2012 or 2013; if it does not say which, both"
HELLO = "answer the harness's `hello` with one line, flush it, and print nothing else to stdout"

_STATE = (
    "show each character of the scene once, with hp up to max_hp, and each of its cards in one place; and "
    "what you reported: who is dead, whether it is over, who won"
)

TABLE: dict[str, str] = {
    "ask": (
        "ask living players of the scene, each once, with an `id` new since `reset`, and `min` ≤ `max`; list "
        "what there is, once, and no less than `min`"
    ),
    "event": (
        "name players, zones, real cards of the scene, and cards and skills of the scene or the hello; give "
        "the event an `id` new since `reset`, and points an `amount` of 1 or more"
    ),
    "state": _STATE,
    "done": _STATE,
}
"""Name of a message that does not fit the table -> what it should be."""

TOLD = 300
"""Characters by which a fault is known."""

_DIFFERS = re.compile(r"\([^)]*\)|[^\s`'、,:]*[♠♥♣♦][^\s`'、,:]*|[甲乙丙丁戊己庚辛]|[0-9]+")
"""What differs from one time to the next: explanations, cards, characters, numbers."""


def breach(mend: str, fault: str, about: str = "") -> Breach:
    """A breach of the contract that is the same one wherever it is met again.

    Args:
        mend: what to do.
        fault: what is wrong; cards, characters and numbers in it do not count.
        about: the name of the message at fault.
    """
    return Breach(mend, f"{about}: {_DIFFERS.sub('#', fault[:TOLD])}", about)
