"""Faults that show in many checks: one tells of them, and the others name that one."""

from __future__ import annotations

from dataclasses import replace

from caipan.checking.model import Exchange, Wrong
from caipan.checking.quote import quoted
from caipan.contract.messages import Ask
from caipan.language.describe import describe_ask
from caipan.verdict import Breach

SEVERAL = "an idle point of several"
"""The idle point is asked in a mode that is for several players."""
BOTTOM = "a pile that is turned round"
"""Cards are taken from the bottom of the draw pile."""
LEFT = "a scene that is kept"
"""After a scene that was `unsupported`, the next one is, because of what was in the first."""
UNREASONED = "an ask that does not say of which skill it is"
TABLE = "the table: "
"""The table of a reset is not that of the scene, in what stands behind this."""

TOLD_BY = {SEVERAL: "CK62"}
"""Faults that are always told by the check that is for them, also where another meets them first."""

FORGET = "start each reset from nothing, also after one that was `unsupported`"


def showing(exchange: Exchange, fault: str) -> Exchange:
    """The exchange, as one that shows this fault."""
    return exchange if exchange.breach else replace(exchange, breach=Breach("", fault))


def see_one(exchange: Exchange) -> None:
    """See that the idle point, if it has come, is that of one player.

    Raises:
        Wrong: it is asked in another mode.
    """
    ask = exchange.close
    if isinstance(ask, Ask) and ask.kind == "idle" and ask.mode != "one":
        said = f"«{quoted(describe_ask(ask))}»: its `mode` is `{ask.mode}`; the idle point is one player's"
        mend = "at the idle point, ask with `mode` `one`, or without it: he whose phase it is decides alone"
        raise Wrong(said, showing(exchange, SEVERAL), mend)
