"""CK30 to CK32, CK38, CK40, CK41: the ways into a game, and the table as it is shown."""

from __future__ import annotations

from typing import get_args

from caipan.checking.bench import Bench, closing, each
from caipan.checking.model import (
    IDLE,
    READY,
    Check,
    Lacking,
    Outcome,
    Wrong,
    failed,
    not_applicable,
    ok,
)
from caipan.checking.resets import difference
from caipan.checking.scenes import canonical, changed
from caipan.connect.check import tag
from caipan.contract.messages import (
    Answer,
    Ask,
    Done,
    Inject,
    Phase,
    PlayerScene,
    Query,
    Scene,
    Start,
    encode,
)

FIRST_TWO = ("甲", "乙")

LIMIT = 50
"""Refusals until the entered part must be over, or at rest."""


def claims(bench: Bench, at: str) -> Outcome | None:
    return (
        None if at in bench.hello.enters else not_applicable(f"the hello does not claim to enter at `{at}`")
    )


def at_idle(bench: Bench) -> Outcome:
    """The idle point: its player is asked, and nothing has changed."""
    if absent := claims(bench, "idle"):
        return absent
    scene = bench.plain()
    lacking: dict[str, str] = {}
    for player in FIRST_TWO:
        try:
            bench.idle(scene, player)
        except Lacking as problem:
            lacking[player] = problem.detail
            bench.fresh()
            continue
        state = bench.state()
        if changes := difference(scene, state):
            return failed(f"the table changed on the way to the idle point: {changes}")
        if state.current not in (player, None) or state.phase not in ("play", None):
            return failed(
                f"the state says current {state.current}, phase {state.phase}, at {player}'s idle point"
            )
    if len(lacking) == len(FIRST_TWO):
        return failed(f"{lacking['甲']}, though the hello claims to enter at `idle`")
    without = "".join(f", not of {player}: {said}" for player, said in lacking.items())
    return ok(f"of {'、'.join(player for player in FIRST_TWO if player not in lacking)}{without}")


def at_turn(bench: Bench) -> Outcome:
    """The turn of the first and of the second character."""
    if absent := claims(bench, "turn"):
        return absent
    return each(
        bench,
        FIRST_TWO,
        "characters",
        lambda player: _enters(bench, player, "turn", None),
        unsupported="some",
        claim="the hello claims to enter at `turn`",
    )


def at_phase(bench: Bench) -> Outcome:
    """Each phase."""
    if absent := claims(bench, "phase"):
        return absent
    return each(
        bench,
        get_args(Phase),
        "phases",
        lambda phase: _enters(bench, "甲", "phase", phase),
        unsupported="some",
        claim="the hello claims to enter at `phase`",
    )


def _enters(bench: Bench, player: str, at: str, phase: Phase | None) -> None:
    """Enter, refuse what may be refused, and see that what was entered has happened."""
    scene = bench.plain()
    bench.reset(scene)
    close = bench.start(player, at, phase).close
    shown = bench.log[-1]
    for _ in range(LIMIT):
        if not isinstance(close, Ask) or close.kind == "idle" or close.required:
            break
        close = bench.answer(close)
    now = next(len(seat.hand) for seat in bench.state().players if seat.name == player)
    problem = (
        _too_early(close, player)
        if phase in ("discard", "finish")
        else _undrawn(close, player, phase, now if scene.draw_pile else None)
    )
    if problem:
        raise Wrong(f"entered at {player}'s {phase or 'turn'}, {problem}", shown)


def _too_early(close: object, player: str) -> str | None:
    """What is wrong behind the play phase, or None. A phase that the engine has not is done at once."""
    if isinstance(close, Ask) and close.kind == "idle" and close.players == [player]:
        return f"came to the idle point of {player}, which lies before it"
    return None


def _undrawn(close: object, player: str, phase: Phase | None, now: int | None) -> str | None:
    """What is wrong up to the play phase, or None; ``now``: the cards he has, if any can be drawn."""
    idle = isinstance(close, Ask) and close.kind == "idle"
    if isinstance(close, Ask) and idle and close.players != [player]:
        return f"came to the idle point of {', '.join(close.players)}"
    # Whether the game goes on behind a phase that was entered is the engine's own affair.
    behind = idle or (isinstance(close, Done) and phase in (None, "draw"))
    if phase != "play" and behind and now == 0:
        return f"{'came to his idle point' if idle else 'it is done'}, and no card was drawn"
    return None


def elsewhere(bench: Bench) -> Outcome:
    """Entrances, injections and questions that the hello does not claim."""
    hello = bench.hello
    starts = [Start("turn", "甲")] if "turn" not in hello.enters else []
    starts += [Start("phase", "甲", "draw")] if "phase" not in hello.enters else []
    starts += [Start("idle", "甲")] if "idle" not in hello.enters else []
    kinds = [kind for kind in ("damage", "lose_hp", "judge", "recover") if kind not in hello.injects]
    starts += [Start("idle", "甲", inject=Inject(kind, "乙")) for kind in kinds]  # type: ignore[arg-type]
    asked = [what for what in ("distance", "range", "in_range", "hand_limit") if what not in hello.queries]
    messages: dict[str, Start | Query] = {str(encode(start), "utf-8"): start for start in starts}
    messages |= {what: Query(what, "甲", "乙") for what in asked}  # type: ignore[arg-type]
    if not messages:
        return not_applicable("the hello claims them all")

    def trial(text: str) -> None:
        bench.reset(bench.plain())
        exchange = bench.tell(messages[text])
        if exchange.broke and not exchange.crashed:
            raise Wrong(exchange.broke, exchange, _NOT_CLAIMED)
        closing(exchange)

    return each(bench, messages, "entrances, injections and questions", trial)


# --- the table ------------------------------------------------------------------


def state_at_ask(bench: Bench) -> Outcome:
    """Looking at the table changes nothing."""
    if absent := claims(bench, "idle"):
        return absent
    ask = bench.idle(bench.plain())
    first, second = bench.state(), bench.state()
    if first != second:
        return failed("two `state` in a row are answered differently")
    close = bench.answer(ask)
    return (
        ok() if isinstance(close, Ask | Done) else failed(f"after `state`, no is answered by `{tag(close)}`")
    )


def state_when_done(bench: Bench) -> Outcome:
    """What `done` brings is what `state` then shows."""
    if not isinstance(close := _some_end(bench), Done):
        return not_applicable("not seen: nothing that was tried ended with `done`")
    done, state = canonical(close.state), bench.state()
    if done != state:
        return failed(f"`done` and `state` show different tables: {changed(done, state)}")
    return ok("over" if close.state.over else "")


def _some_end(bench: Bench) -> object:
    """The end of a game, if one can be set up that ends at once; else of what is entered."""
    hello = bench.hello
    if "roles" in hello.scene and "damage" in hello.injects and "idle" in hello.enters:
        seats = PlayerScene("甲", 4, 4, role="lord"), PlayerScene("乙", 1, 4, role="rebel")
        try:
            return _to_the_end(bench, bench.build(*seats), Inject("damage", "乙"))
        except Lacking:
            bench.fresh()
    return _to_the_end(bench, bench.plain(), None) if hello.enters else None


def _to_the_end(bench: Bench, scene: Scene, inject: Inject | None) -> object:
    """Enter, and refuse everything, until it is done or at rest in somebody else's phase."""
    bench.reset(scene)
    close = bench.start(
        at=bench.hello.enters[0] if inject is None else "idle", phase=_phase(bench), inject=inject
    ).close
    for _ in range(LIMIT):
        if not isinstance(close, Ask) or close.required or (close.players != ["甲"] and close.kind == "idle"):
            break
        close = bench.reply(Answer(close.id))
    return close


def _phase(bench: Bench) -> Phase | None:
    return "finish" if bench.hello.enters[0] == "phase" else None


_NOT_CLAIMED = "answer `unsupported` to what you do not claim"

CHECKS = (
    Check(
        "CK30",
        "`start` at the idle point asks its player, kind `idle`, on an unchanged table",
        "skip draw phase and start-of-game effects; ask with kind `idle`, players [him], whatever he holds",
        at_idle,
        READY,
    ),
    Check(
        "CK31",
        "`start` at a turn goes through its phases and comes to an ask or `done`",
        "begin that character's turn before its first timing, and go through its phases",
        at_turn,
        READY,
    ),
    Check(
        "CK32",
        "`start` at each phase begins there, and comes to an ask or `done`",
        "begin at the phase's start timing, and go on with the turn",
        at_phase,
        READY,
    ),
    Check(
        "CK38",
        "entrances, injections and queries that are not claimed are no `error`",
        _NOT_CLAIMED,
        elsewhere,
        IDLE,
    ),
    Check(
        "CK40",
        "`state` at an ask shows the table and changes nothing",
        "answer `state` from what is there; never advance the game in it",
        state_at_ask,
        IDLE,
    ),
    Check(
        "CK41",
        "`state` after `done` is the state of `done`",
        "make both from the same function",
        state_when_done,
        IDLE,
    ),
)
