"""What an engine says, as it is quoted: to be seen whole, on one line, and not too long."""

from __future__ import annotations

from caipan.connect.check import shorten
from caipan.contract.messages import Unsupported
from caipan.visible import visible

WORDS = 300
"""Characters of what an engine says in its own words."""
LINE = 400
"""Characters of a line of the wire."""
SENT = 4000
"""Characters of a message to the engine: enough for every scene, so that it can be sent by hand."""
TEXT = 2000
"""Characters of what a check says in all."""


def quoted(text: str, limit: int = WORDS) -> str:
    """The text on one line; what cannot be seen is written out, and of a long one the middle left out."""
    return shorten(visible(text), limit)


def unsupported(close: Unsupported) -> str:
    """What the engine has not, in its own words."""
    why = f" ({quoted(close.why)})" if close.why else ""
    return f"`unsupported`: {quoted(close.what)}{why}"
