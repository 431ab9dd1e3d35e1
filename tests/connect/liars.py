"""Adapters that lie, one for each lie, around an engine that does not.

``python tests/connect/liars.py LIE [--only CARD] [--engine MODULE:OBJECT]``

A liar passes everything on to the engine (the reference, if no other is named)
until a scene comes in which somebody holds the card ``CARD`` (any scene, without
``--only``); there it lies. Lies about the hello are told at once.
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

if __name__ == "__main__":
    # Run as a file, from anywhere: the engine may be tests.connect.honest.
    sys.path.insert(0, str(Path(__file__).parents[2]))

from caipan.contract.messages import (
    Answer,
    Ask,
    Done,
    EngineMessage,
    Error,
    Event,
    GetState,
    HarnessMessage,
    Hello,
    HelloReply,
    Query,
    Ready,
    Rejected,
    Reset,
    Start,
    State,
    Unsupported,
    decode_harness,
    encode,
)

Told = Iterable[bytes] | None
"""What is written instead of the engine's reply; None: here the engine answers for itself."""

MEGABYTE = b"x" * (1 << 20)


class Liar:
    """An engine, and the pipe on which to lie about it."""

    def __init__(self, engine: Any, lie: Callable[[Liar, HarnessMessage], Told], only: str | None) -> None:
        self.engine = engine
        self.lie = lie
        self.only = only
        self.lying = False
        self.asked = 0

    def honest(self, message: HarnessMessage) -> list[EngineMessage]:
        """What the engine says."""
        return list(self.engine.handle(message))

    def listen(self, line: bytes, out: BinaryIO) -> None:
        """Answer one line, truly or not."""
        message = decode_harness(line)
        if isinstance(message, Reset):
            held = [card for player in message.scene.players for card in player.hand]
            self.lying = self.only is None or self.only in held
        told = self.lie(self, message) if self.lying or isinstance(message, Hello) else None
        for piece in told if told is not None else wire(self.honest(message)):
            out.write(piece)
            if told is not None:
                out.flush()
        out.flush()


def wire(messages: Iterable[EngineMessage]) -> list[bytes]:
    """Messages as lines."""
    return [encode(message) + b"\n" for message in messages]


# --- the lies ---------------------------------------------------------------


def none(_liar: Liar, _message: HarnessMessage) -> Told:
    """No lie at all."""
    return None


def lazy(liar: Liar, message: HarnessMessage) -> Told:
    """Ready, and then it does nothing: done at once, with the scene as it was."""
    if isinstance(message, Start):
        (state,) = liar.honest(GetState())
        assert isinstance(state, State)
        return wire([Done(state)])
    return None


def order(_liar: Liar, message: HarnessMessage) -> Told:
    """Asks before it is ready."""
    return wire([Ask(1, ["甲"], "idle")]) if isinstance(message, Reset) else None


def twice(liar: Liar, message: HarnessMessage) -> Told:
    """Closes its reply two times."""
    if isinstance(message, Start):
        return [b"".join(wire([*liar.honest(message), Ready()]))]  # in one piece: seen at once
    return None


def pretty(liar: Liar, message: HarnessMessage) -> Told:
    """Spreads a message over several lines."""
    if isinstance(message, Start):
        return [line.replace(b",", b",\n") for line in wire(liar.honest(message))]
    return None


def together(liar: Liar, message: HarnessMessage) -> Told:
    """Writes two messages on one line."""
    if isinstance(message, Start):
        event = Event("phase", player="甲", phase="play")
        return [b" ".join(encode(each) for each in (event, *liar.honest(message))) + b"\n"]
    return None


def late(liar: Liar, message: HarnessMessage) -> Told:
    """Goes on talking, unasked, a moment after its reply was closed."""
    if not isinstance(message, Start):
        return None

    def pieces() -> Iterable[bytes]:
        yield from wire(liar.honest(message))
        time.sleep(0.05)
        yield from wire([Event("death", player="甲")])

    return pieces()


def late_query(liar: Liar, message: HarnessMessage) -> Told:
    """Says something unasked, a moment after it answered a question."""
    if isinstance(message, Query):
        threading.Timer(0.1, lambda: os.write(1, b"late\n")).start()
    return None


def garbage(_liar: Liar, message: HarnessMessage) -> Told:
    """Prints for a human."""
    return [b"DEBUG entering play phase\n"] if isinstance(message, Start) else None


def half(_liar: Liar, message: HarnessMessage) -> Told:
    """Stops in the middle of a line, and hangs."""
    return silent_after([b'{"type":"ask","id":']) if isinstance(message, Start) else None


def silent(_liar: Liar, message: HarnessMessage) -> Told:
    """Never answers."""
    return silent_after([]) if isinstance(message, Start) else None


def silent_after(pieces: list[bytes]) -> Iterable[bytes]:
    """These, and then nothing any more."""
    yield from pieces
    while True:
        time.sleep(60)


def drip(_liar: Liar, message: HarnessMessage) -> Told:
    """Always says something, and never the last word."""

    def pieces() -> Iterable[bytes]:
        while True:
            yield from wire([Event("timing", player="甲", timing="phase.play")])
            time.sleep(0.02)

    return pieces() if isinstance(message, Start) else None


def huge(_liar: Liar, message: HarnessMessage) -> Told:
    """A line without an end."""

    def pieces() -> Iterable[bytes]:
        yield b'{"type":"error","message":"'
        while True:
            yield MEGABYTE

    return pieces() if isinstance(message, Start) else None


def huge_whole(_liar: Liar, message: HarnessMessage) -> Told:
    """A line with an end, but far away."""
    if isinstance(message, Start):
        return [b'{"type":"error","message":"', *[MEGABYTE] * 9, b'"}\n']
    return None


def utf8(_liar: Liar, message: HarnessMessage) -> Told:
    """Writes GB18030 where UTF-8 is due."""
    line = '{"type":"ask","id":1,"players":["甲"],"kind":"idle"}\n'.encode("gb18030")
    return [line] if isinstance(message, Start) else None


def unknown_field(_liar: Liar, message: HarnessMessage) -> Told:
    """Adds a field of its own."""
    return [b'{"type":"ready","mood":"good"}\n'] if isinstance(message, Reset) else None


def wrong_type(_liar: Liar, message: HarnessMessage) -> Told:
    """Hit points in words."""
    line = '{"type":"state","players":[{"name":"甲","hp":"four","max_hp":4}]}\n'.encode()
    return [line] if isinstance(message, GetState) else None


def strange_event(liar: Liar, message: HarnessMessage) -> Told:
    """Reports an event that the vocabulary does not know."""
    return wire([Event("dmg", player="甲"), *liar.honest(message)]) if isinstance(message, Start) else None


def dies(_liar: Liar, message: HarnessMessage) -> Told:
    """Exits in the middle of its reply."""

    def pieces() -> Iterable[bytes]:
        yield from wire([Event("timing", player="甲", timing="phase.play")])
        print("Segmentation fault (not really)", file=sys.stderr, flush=True)
        os._exit(3)

    return pieces() if isinstance(message, Start) else None


def killed(_liar: Liar, message: HarnessMessage) -> Told:
    """Is killed in the middle of its reply."""

    def pieces() -> Iterable[bytes]:
        yield b'{"type":"event","ki'
        os.kill(os.getpid(), signal.SIGKILL)

    return pieces() if isinstance(message, Start) else None


def leaves(liar: Liar, message: HarnessMessage) -> Told:
    """Exits after its reply, as if all were over."""

    def pieces() -> Iterable[bytes]:
        yield from wire(liar.honest(message))
        yield b""  # the reply is flushed by now
        os._exit(0)

    return pieces() if isinstance(message, Start) else None


def grandchild(_liar: Liar, message: HarnessMessage) -> Told:
    """Exits, but a child of it keeps the pipes open."""

    def pieces() -> Iterable[bytes]:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        print(f"grandchild {child.pid}", file=sys.stderr, flush=True)
        yield b""
        os._exit(0)

    return pieces() if isinstance(message, Start) else None


def daemon(liar: Liar, message: HarnessMessage) -> Told:
    """Leaves behind two processes in a session of their own, which have no parent any more."""

    def pieces() -> Iterable[bytes]:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.fork()
                os.write(2, f"stray {os.getpid()}\n".encode())
                time.sleep(600)
            os._exit(0)
        os.wait()
        time.sleep(0.2)
        yield from wire(liar.honest(message))

    return pieces() if isinstance(message, Start) else None


def claims(_liar: Liar, message: HarnessMessage) -> Told:
    """Has every card, skill and event, it says; and then it breaks on the scene."""
    return _boast(_liar, message, Error("no such skill"))


def claims_unsupported(_liar: Liar, message: HarnessMessage) -> Told:
    """Has every card, skill and event, it says; and then it has not."""
    return _boast(_liar, message, Unsupported("skill", "not written yet"))


def _boast(liar: Liar, message: HarnessMessage, then: EngineMessage) -> Told:
    if isinstance(message, Hello):
        (hello,) = liar.honest(message)
        assert isinstance(hello, HelloReply)
        more = ["制衡", "苦肉", "青囊"]
        return wire([msgspec.structs.replace(hello, skills=[*hello.skills, *more])])
    return wire([then]) if isinstance(message, Reset) else None


def rejects(_liar: Liar, message: HarnessMessage) -> Told:
    """Rejects every answer."""
    return wire([Rejected("no")]) if isinstance(message, Answer) else None


def events(_liar: Liar, message: HarnessMessage) -> Told:
    """Reports events without end."""

    def pieces() -> Iterable[bytes]:
        block = b"".join(wire([Event("timing", player="甲", timing="phase.play")] * 1000))
        while True:
            yield block

    return pieces() if isinstance(message, Start) else None


def asks(liar: Liar, message: HarnessMessage) -> Told:
    """Asks again, whatever the answer."""
    if isinstance(message, Start | Answer):
        liar.asked += 1
        return wire([Ask(liar.asked, ["甲"], "use", names=["闪"])])
    return None


def noise(_liar: Liar, _message: HarnessMessage) -> Told:
    """Floods stderr, and answers truly."""
    for _ in range(4):
        sys.stderr.buffer.write(MEGABYTE + b"\n")
    sys.stderr.flush()
    return None


def banner(_liar: Liar, message: HarnessMessage) -> Told:
    """Greets before the hello."""
    if isinstance(message, Hello):
        return [b"Welcome to the engine, version 2\n", *wire(_liar.honest(message))]
    return None


def version(liar: Liar, message: HarnessMessage) -> Told:
    """Speaks another protocol."""
    if isinstance(message, Hello):
        (hello,) = liar.honest(message)
        assert isinstance(hello, HelloReply)
        return wire([msgspec.structs.replace(hello, protocol=99)])
    return None


def stillborn(_liar: Liar, message: HarnessMessage) -> Told:
    """Exits before it says hello."""
    if isinstance(message, Hello):
        print("cannot open config.lua", file=sys.stderr, flush=True)
        os._exit(4)
    return None


def mute(_liar: Liar, message: HarnessMessage) -> Told:
    """Never says hello."""
    return silent_after([]) if isinstance(message, Hello) else None


LIES: dict[str, Callable[[Liar, HarnessMessage], Told]] = {
    lie.__name__.replace("_", "-"): lie
    for lie in (
        none, lazy, order, twice, late, garbage, half, silent, drip, huge, huge_whole, utf8, unknown_field,
        wrong_type, strange_event, dies, killed, leaves, grandchild, daemon, claims, claims_unsupported,
        rejects, events, asks, noise, banner, version, stillborn, mute, pretty, together,
        late_query,
    )
}  # fmt: skip


def main() -> None:
    """Serve the liar that the command line asks for."""
    parser = argparse.ArgumentParser(description="An adapter that lies.")
    parser.add_argument("lie", choices=LIES)
    parser.add_argument("--only", help="lie only in scenes in which somebody holds this card in hand")
    parser.add_argument(
        "--engine", default="sanguosha.adapter:Reference", help="MODULE:CLASS of the honest one"
    )
    chosen = parser.parse_args()
    module, name = chosen.engine.split(":")
    engine = getattr(importlib.import_module(module), name)()
    liar = Liar(engine, LIES[chosen.lie], chosen.only)
    for line in sys.stdin.buffer:
        liar.listen(line, sys.stdout.buffer)


if __name__ == "__main__":
    main()
