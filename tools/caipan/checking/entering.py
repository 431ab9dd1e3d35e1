"""CK3x and CK4x: the ways into a game, the table as it is shown, and questions about it."""

from __future__ import annotations

from typing import get_args

from caipan.checking.bench import Bench, closing, each
from caipan.checking.model import IDLE, READY, Check, Lacking, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.resets import difference
from caipan.checking.scenes import build, canonical, changed, plain
from caipan.connect.check import tag
from caipan.contract.messages import (
    Answer,
    Ask,
    Done,
    Inject,
    Phase,
    PlayerScene,
    Query,
    Result,
    Scene,
    Start,
    encode,
)
from caipan.language.scene import fillers

LIMIT = 50
"""Refusals until the entered part must be over, or at rest."""


def _claims(bench: Bench, at: str) -> Outcome | None:
    return (
        None if at in bench.hello.enters else not_applicable(f"the hello does not claim to enter at `{at}`")
    )


def at_idle(bench: Bench) -> Outcome:
    """The idle point: its player is asked, and nothing has changed."""
    if absent := _claims(bench, "idle"):
        return absent
    scene = plain(bench.hello, 3)
    for player in ("甲", "乙"):
        bench.idle(scene, player)
        state = bench.state()
        if problem := difference(scene, state):
            return failed(f"the table changed on the way to the idle point: {problem}")
        if state.current not in (player, None) or state.phase not in ("play", None):
            return failed(
                f"the state says current {state.current}, phase {state.phase}, at {player}'s idle point"
            )
    return ok("of the first and of the second character")


def at_turn(bench: Bench) -> Outcome:
    """The turn of the first and of the second character."""
    if absent := _claims(bench, "turn"):
        return absent
    return each(bench, ("甲", "乙"), "characters", lambda player: _enters(bench, player, "turn", None))


def at_phase(bench: Bench) -> Outcome:
    """Each phase."""
    if absent := _claims(bench, "phase"):
        return absent
    return each(
        bench, get_args(Phase), "phases", lambda phase: _enters(bench, "甲", "phase", phase), partly=True
    )


def _enters(bench: Bench, player: str, at: str, phase: Phase | None) -> None:
    bench.reset(plain(bench.hello))
    close = bench.start(player, at, phase).close
    shown = bench.log[-1]
    for _ in range(LIMIT):
        if not isinstance(close, Ask) or close.kind == "idle" or close.required:
            break
        close = bench.answer(close)
    state = bench.state()
    # Only after the play phase may it be somebody else's turn by now.
    own = isinstance(close, Ask) and close.kind == "idle" and phase not in ("discard", "finish")
    if own:
        assert isinstance(close, Ask)
        if close.players != [player] or state.current not in (player, None):
            raise Wrong(
                f"entered at {player}'s {phase or 'turn'}, came to the idle point of {close.players}", shown
            )


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
        bench.reset(plain(bench.hello))
        closing(bench.tell(messages[text]))

    return each(bench, messages, "entrances, injections and questions", trial)


# --- injections -----------------------------------------------------------------


def inject_damage(bench: Bench) -> Outcome:
    """One point of damage: one point of hp."""
    return _injected(bench, Inject("damage", "乙", 1), 3, 2)


def inject_sourced(bench: Bench) -> Outcome:
    """Two points of fire damage by somebody."""
    try:
        return _injected(bench, Inject("damage", "乙", 2, "甲", "fire"), 3, 1)
    except Lacking as missing:
        return not_applicable(missing.detail)


def inject_loss(bench: Bench) -> Outcome:
    """Two points of hp are lost."""
    return _injected(bench, Inject("lose_hp", "乙", 2), 3, 1)


def inject_recovery(bench: Bench) -> Outcome:
    """Two points of hp are recovered."""
    return _injected(bench, Inject("recover", "乙", 2), 1, 3)


def inject_judgement(bench: Bench) -> Outcome:
    """The top card of the draw pile is the judgement, and ends in the discard pile."""
    if "judge" not in bench.hello.injects:
        return not_applicable("the hello does not claim to inject `judge`")
    scene = build(bench.hello, PlayerScene("甲", 4, 4))
    bench.reset(scene)
    bench.start(inject=Inject("judge", "乙"))
    if not scene.draw_pile:
        return ok("without a card: the engine has none that is harmless")
    state, card = bench.state(), scene.draw_pile[0]
    if card in state.draw_pile or card not in state.discard_pile:
        return failed(f"{card} was on top of the draw pile and is not in the discard pile now")
    return ok()


def _injected(bench: Bench, inject: Inject, before: int, after: int) -> Outcome:
    if inject.kind not in bench.hello.injects:
        return not_applicable(f"the hello does not claim to inject `{inject.kind}`")
    bench.reset(build(bench.hello, PlayerScene("甲", 4, 4), PlayerScene("乙", before, 4)))
    exchange = bench.start(inject=inject)
    hp = bench.state().players[1].hp
    if hp != after:
        return failed(f"乙 had {before} points of hp and has {hp} now; expected {after}", exchange)
    return ok(f"{before} → {after}")


# --- the table ------------------------------------------------------------------


def state_at_ask(bench: Bench) -> Outcome:
    """Looking at the table changes nothing."""
    if absent := _claims(bench, "idle"):
        return absent
    ask = bench.idle(plain(bench.hello))
    first, second = bench.state(), bench.state()
    if first != second:
        return failed("two `state` in a row are answered differently")
    close = bench.answer(ask)
    return (
        ok() if isinstance(close, Ask | Done) else failed(f"after `state`, no is answered by `{tag(close)}`")
    )


def state_when_done(bench: Bench) -> Outcome:
    """What `done` brings is what `state` then shows."""
    scene = (
        build(bench.hello, PlayerScene("甲", 4, 4, role="lord"), PlayerScene("乙", 1, 4, role="rebel"))
        if "roles" in bench.hello.scene and "damage" in bench.hello.injects
        else plain(bench.hello)
    )
    inject = Inject("damage", "乙") if scene.players[0].role else None
    if not isinstance(close := _to_the_end(bench, scene, inject), Done):
        return not_applicable("not seen: nothing that was tried ended with `done`")
    done, state = canonical(close.state), bench.state()
    if done != state:
        return failed(f"`done` and `state` show different tables: {changed(done, state)}")
    return ok("over" if close.state.over else "")


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


# --- questions ------------------------------------------------------------------


def queries(bench: Bench) -> Outcome:
    """Each question that is claimed: a number or yes or no, without changing anything."""
    if not bench.hello.queries:
        return not_applicable("the hello claims no queries")
    scene = build(
        bench.hello,
        *(
            PlayerScene(name, 4, 4, hand=fillers((), bench.hello.cards)[n : n + 1])
            for n, name in enumerate("甲乙丙")
        ),
    )

    def trial(what: str) -> None:
        bench.reset(scene)
        if "idle" in bench.hello.enters:
            bench.start()
        before = bench.state()
        target = "丙" if what in ("distance", "in_range") else None
        exchange = bench.tell(Query(what, "甲", target))  # type: ignore[arg-type]
        close = closing(exchange)
        if not isinstance(close, Result):
            raise Wrong(f"`{tag(close)}`, expected `result`", exchange)
        if isinstance(close.value, bool) != (what == "in_range"):
            expected = "true or false" if what == "in_range" else "a number"
            raise Wrong(f"{close.value!r}, expected {expected}", exchange)
        if bench.state() != before:
            raise Wrong("the question changed the table", exchange)

    return each(bench, bench.hello.queries, "questions", trial)


_INJECT = "resolve what is injected before the idle point is asked for"

CHECKS = (
    Check(
        "CK30",
        "`start` at the idle point asks its player, kind `idle`, on an unchanged table",
        "skip draw phase and start-of-game effects; ask with kind `idle`, players [him]",
        at_idle,
        READY,
    ),
    Check(
        "CK31",
        "`start` at a turn comes to an ask or `done`",
        "begin that character's turn before its first timing",
        at_turn,
        READY,
    ),
    Check(
        "CK32",
        "`start` at each phase comes to an ask or `done`",
        "begin at the phase's start timing, and go on with the turn",
        at_phase,
        READY,
    ),
    Check("CK33", "`inject` damage takes points of hp before the first ask", _INJECT, inject_damage, IDLE),
    Check("CK34", "`inject` damage with a source, an element and an amount", _INJECT, inject_sourced, IDLE),
    Check("CK35", "`inject` lose_hp takes points of hp", _INJECT, inject_loss, IDLE),
    Check("CK36", "`inject` recover gives points of hp", _INJECT, inject_recovery, IDLE),
    Check("CK37", "`inject` judge takes the top card of the draw pile", _INJECT, inject_judgement, IDLE),
    Check(
        "CK38",
        "entrances, injections and queries that are not claimed are no `error`",
        "answer `unsupported` to what you do not claim",
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
    Check(
        "CK42",
        "each query of the hello has a `result` of its type and changes nothing",
        "a number for distance, range, hand_limit; true or false for in_range",
        queries,
        IDLE,
    ),
)
