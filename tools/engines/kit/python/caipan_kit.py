# SPDX-License-Identifier: MIT
"""What every adapter in Python needs: the loop, messages, events, asks, the names of cards. See README.md.

Nothing but Python's own library (3.10 or newer): copy what you use, or put this folder on ``sys.path``.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Message = dict[str, Any]

# --- messages -----------------------------------------------------------------

FIELDS = {
    "hello": "protocol engine editions cards skills generals events timings enters injects queries rejects "
    "scene",
    "ready": "",
    "unsupported": "what why",
    "event": "kind id parent player source targets card cards origin destination reason skill amount element "
    "phase timing",
    "ask": "id players kind mode required names skills cards targets options min max reason subject",
    "rejected": "why",
    "state": "players draw_pile discard_pile processing current phase over winners",
    "result": "value",
    "done": "state",
    "error": "message",
}
"""The fields that each message of an engine may have; the contract refuses all others."""


def message(type: str, **fields: Any) -> Message:
    """A message, without the fields that are None.

    Raises:
        TypeError: there is no such message, or no such field in it.
    """
    if type not in FIELDS:
        raise TypeError(f"no message is called {type!r}; expected one of {', '.join(FIELDS)}")
    if strange := fields.keys() - FIELDS[type].split():
        raise TypeError(f"a message `{type}` has no field `{min(strange)}`; expected {FIELDS[type]}")
    return {"type": type, **{name: value for name, value in fields.items() if value is not None}}


def hello(name: str, version: str, url: str | None = None, **claims: Any) -> Message:
    """The hello: ``editions``, ``cards``, ``skills``, and whatever else the engine has and can show."""
    engine = {"name": name, "version": version, **({"url": url} if url else {})}
    return message("hello", protocol=1, engine=engine, **{"skills": [], **claims})


def ready() -> Message:
    """The scene stands."""
    return message("ready")


def unsupported(what: str, why: str = "") -> Message:
    """The engine has no such thing; nothing follows for the rule."""
    return message("unsupported", what=what, why=why or None)


def rejected(why: str) -> Message:
    """The answer is not legal, and the ask stands."""
    return message("rejected", why=why)


def state(players: list[Message], **table: Any) -> Message:
    """The whole table. A player has ``name``, ``hp``, ``max_hp``, and ``alive``, ``hand`` and so on."""
    return message("state", players=players, **table)


def result(value: int | bool) -> Message:
    """The answer to a query."""
    return message("result", value=value)


def done(shown: Message) -> Message:
    """The game, or the entered part of it, is over; with the state."""
    return message("done", state=shown)


# --- events -------------------------------------------------------------------


@dataclass
class _Report:
    """What is reported in the reply that is under way."""

    events: list[Message] = field(default_factory=list)
    numbers: int = 0
    within: list[int] = field(default_factory=list)


_now = _Report()


def report(kind: str, **fields: Any) -> None:
    """Something happened. It is sent before the closing message, as a part of what is ``happening``."""
    parent = _now.within[-1] if _now.within else None
    _now.events.append(message("event", kind=kind, **{"parent": parent, **fields}))


@contextlib.contextmanager
def happening(kind: str, **fields: Any) -> Iterator[int]:
    """Something happens, and what is reported in the body happens inside it; its number is given.

    In an engine of generators the body may span several asks.
    """
    _now.numbers += 1
    number = _now.numbers
    report(kind, id=number, **fields)
    _now.within.append(number)
    try:
        yield number
    finally:
        # After a reset it may be gone already.
        if number in _now.within:
            del _now.within[_now.within.index(number) :]


def mark() -> int:
    """How many events are reported so far: for ``forget``."""
    return len(_now.events)


def forget(since: int) -> None:
    """Take back what was reported since a ``mark``, for a move that was then refused."""
    del _now.events[since:]


# --- asks and answers ---------------------------------------------------------


class Illegal(Exception):
    """A choice that is not legal: its text becomes ``rejected``, and the ask stands."""


@dataclass(frozen=True)
class Choice:
    """A decision; what the kind of the ask does not call for is empty."""

    use: str | None = None
    cards: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    skill: str | None = None
    option: str | None = None
    zone: str | None = None

    @classmethod
    def read(cls, said: Message | None) -> Choice | None:
        """The choice of an answer; None for no."""
        return None if said is None else cls(**said)


class Asks:
    """The ask that stands, and what is to be done with its answer.

    For engines that return to the adapter at each decision::

        return asks.put("use", "乙", then=self.dodge, names=["闪"])
        return asks.take(message)
    """

    def __init__(self) -> None:
        self._count = 0
        self.standing: Message | None = None
        self._then: Callable[..., Message] | None = None

    def clear(self) -> None:
        """A reset: nothing is asked any more."""
        self._count, self.standing, self._then = 0, None, None

    def put(self, kind: str, *players: str, then: Callable[..., Message], **fields: Any) -> Message:
        """An ask to one player, or to several with ``mode``.

        Args:
            kind: of the ask.
            players: who is asked.
            then: takes the choice (None for no) and returns what closes the reply: the next ask, ``done`` …;
                with mode ``any`` also ``player``, with mode ``all`` a dict of everybody's choice instead. It
                raises ``Illegal``, before it has done anything, where the choice is not legal.
            fields: the other fields of the ask.
        """
        self._count += 1
        self.standing = message("ask", id=self._count, players=list(players), kind=kind, **fields)
        self._then = then
        return self.standing

    def take(self, answer: Message) -> Message:
        """The reply to an ``answer``.

        Raises:
            ValueError: it does not answer the ask that stands.
        """
        ask, then = self.standing, self._then
        if ask is None or then is None or answer["id"] != ask["id"]:
            raise ValueError(f"there is no ask {answer['id']} to answer")
        before = mark()
        try:
            close = _decided(ask, answer, then)
        except Illegal as why:
            forget(before)
            return rejected(str(why))
        if close.get("type") == "done":
            self.standing = None
        return close


def _decided(ask: Message, answer: Message, then: Callable[..., Message]) -> Message:
    if ask.get("mode") == "all":
        said = {player: Choice.read(choice) for player, choice in (answer.get("choices") or {}).items()}
        if ask.get("required") and None in [said.get(player) for player in ask["players"]]:
            raise Illegal("this must be decided")
        return then(said)
    choice = Choice.read(answer.get("choice"))
    if choice is None and ask.get("required"):
        raise Illegal("this must be decided")
    if ask.get("mode") != "any":
        return then(choice)
    player = answer.get("player")
    if choice is not None and player not in ask["players"]:
        raise Illegal(f"{player} was not asked")
    return then(choice, player)


# --- cards and scenes -----------------------------------------------------------

_CARD = re.compile(
    r"(?P<name>[^♠♥♣♦#=]+)(?P<suit>[♠♥♣♦])(?P<rank>A|[2-9]|10|J|Q|K)(?:#(?P<copy>[1-9][0-9]*))?"
)
_NUMBERS = {"A": 1, "J": 11, "Q": 12, "K": 13}
_RANKS = {number: rank for rank, number in _NUMBERS.items()}


@dataclass(frozen=True)
class Card:
    """A card in its parts; ``str()`` puts them together again."""

    name: str
    suit: str
    number: int
    copy: int = 1

    def __str__(self) -> str:
        again = f"#{self.copy}" if self.copy > 1 else ""
        return f"{self.name}{self.suit}{_RANKS.get(self.number, self.number)}{again}"


def parse_card(label: str) -> Card | None:
    """``杀♠7#2`` in its parts; None for what is no card."""
    found = _CARD.fullmatch(label)
    if not found:
        return None
    number = _NUMBERS.get(found["rank"]) or int(found["rank"])
    return Card(found["name"], found["suit"], number, int(found["copy"] or 1))


def name_of(label: str) -> str:
    """The name of a card, without suit and number."""
    found = parse_card(label)
    return found.name if found else label


def parse_laid(text: str) -> tuple[str, str]:
    """``杀♦7=乐不思蜀`` -> the real card, and the trick as which it lies in the judgement area."""
    real, _, trick = text.partition("=")
    return real, trick or name_of(real)


def missing(reset: Message, claims: Message) -> Message | None:
    """``unsupported`` for the first thing of a ``reset`` that the hello does not claim, or None."""
    if reset["edition"] not in claims["editions"]:
        return unsupported(f"edition {reset['edition']}")
    scene = reset["scene"]
    names = [name_of(card) for card in (*scene.get("draw_pile", ()), *scene.get("discard_pile", ()))]
    for seat in scene["players"]:
        for zone in ("hand", "equipment", "aside"):
            names += map(name_of, seat.get(zone, ()))
        for laid in seat.get("judgement", ()):
            real, trick = parse_laid(laid)
            names += (name_of(real), trick)
        for skill in seat.get("skills", ()):
            if skill not in claims["skills"]:
                return unsupported(f"skill {skill}")
        if seat.get("general") and seat["general"] not in claims.get("generals", ()):
            return unsupported(f"general {seat['general']}")
    unknown = [name for name in names if name not in claims["cards"]]
    return unsupported(f"card {unknown[0]}") if unknown else None


# --- the loop -------------------------------------------------------------------


def serve(engine: Any) -> None:
    """Speak the contract on stdin and stdout until stdin ends.

    ``engine`` has a method for each message: ``hello``, ``reset``, ``start``, ``answer``, ``state`` and
    ``query``, which takes the message and returns the one that closes the reply; what it raises becomes
    ``error``, with the traceback on stderr. Whatever else is printed, also by native code, goes to stderr.
    """
    sys.stdout.flush()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    # The harness may leave, or a reader may press ^C, at any moment: both simply end the service.
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        for line in sys.stdin:
            if line.strip():
                _now.events.clear()
                close = _handled(engine, line)
                # One write for a whole reply: a pipe is not a terminal.
                out.write(
                    "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in (*_now.events, close))
                )
                out.flush()


def _handled(engine: Any, line: str) -> Message:
    global _now
    try:
        said = json.loads(line)
        if said["type"] == "reset":
            _now = _Report()
        method = getattr(engine, said["type"], None)
        if method is None:
            raise TypeError(f"the adapter has no method `{said['type']}`")
        close = method(said)
        if not isinstance(close, dict) or close.get("type") not in FIELDS or close["type"] == "event":
            raise TypeError(
                f"`{said['type']}` returned {close!r}: expected the message that closes the reply"
            )
        return close
    except Exception as problem:
        traceback.print_exc()
        return message("error", message=f"{type(problem).__name__}: {problem}")
