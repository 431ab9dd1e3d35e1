"""``caipan check``: does an adapter speak the contract?"""

from __future__ import annotations

import sys
from threading import Timer

import click

from caipan.cli import ENGINES, Unusable, _do, _engines, _seconds

PATIENCE = 3.0
"""Seconds until it is said that an engine is waited for."""


@click.command(epilog=ENGINES, short_help="Check whether an adapter speaks the contract.")
@click.argument("codes", metavar="[CODE]...", nargs=-1)
@click.option(
    "--engine",
    metavar="SPEC",
    default="reference",
    show_default=True,
    is_eager=True,
    callback=_engines,
    help="The engine: see below. `list` prints those that have a name, and whether they are there.",
)
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=float,
    default=10.0,
    show_default=True,
    callback=_seconds,
    help="How long the engine may take for one reply. Until its hello it has 60 seconds at least.",
)
@click.option(
    "--list", "listed", is_flag=True, help="Print what is checked, and how to mend it; no engine is started."
)
def check(codes: tuple[str, ...], engine: str, timeout: float, listed: bool) -> None:
    """Check whether an adapter speaks the contract, before any rule is judged.

    Every claim of the engine's hello is tried: scenes, entrances, asks, answers, events; then whether a
    reset really resets and two runs give the same trace. CODE (CK11, CK8) makes only these checks, by the
    beginning of their codes.

    \b
    ok       as the contract says
    FAILED   not so: shown with the message sent, the reply got, and how to mend it
    -        not applicable: the engine does not claim it, or calls it unsupported, or it was not seen;
             or the fault is one that an earlier check told of already

    The engine may call `unsupported` whatever its hello has no word for: so many characters, other hp, a
    discard pile, one phase of several. But if everything that is tried of a claim is unsupported, it fails.

    An engine that breaks in one check is started again for the next. Exit code: 0 if nothing failed, 1 if
    something did, 2 if it could not be checked.
    """
    _do(lambda: _check(codes, engine, timeout, listed))


def _check(codes: tuple[str, ...], engine: str, timeout: float, listed: bool) -> int:
    from caipan.checking import show
    from caipan.checking.bench import Wire
    from caipan.checking.catalogue import CHECKS
    from caipan.checking.run import make
    from caipan.connect.base import CannotConnect, Timeouts
    from caipan.connect.spec import connect
    from caipan.console import stdout

    for code in codes:
        if not any(each.code.startswith(code.upper()) for each in CHECKS):
            raise Unusable(
                f"no check is called {code!r}; expected e.g. CK11, as `caipan check --list` prints them"
            )
    chosen = [
        each for each in CHECKS if not codes or each.code.startswith(tuple(code.upper() for code in codes))
    ]
    console = stdout()
    if listed:
        show.listing(console, chosen)
        return 0
    wire, start = Wire(), max(60.0, timeout)
    try:
        connection = connect(engine, Timeouts(timeout, float("inf"), start), wire.tap)
    except CannotConnect as problem:
        raise Unusable(f"--engine: {problem}") from None

    waiting = Timer(PATIENCE, click.echo, (f"waiting for the hello, up to {start:g} s …",), {"err": True})
    waiting.daemon = True

    def tell(made: object) -> None:
        waiting.cancel()
        show.result(console, made)  # type: ignore[arg-type]
        sys.stdout.flush()

    waiting.start()
    try:
        results, times = make(connection, chosen, tell, wire)
    finally:
        waiting.cancel()
    show.summary(console, engine, results, times)
    return int(any(made.outcome.status == "failed" for made in results))
