"""CK33 to CK37: what happens to characters before the idle point is asked for."""

from __future__ import annotations

from caipan.checking.bench import Bench, each
from caipan.checking.entering import FIRST_TWO, claims
from caipan.checking.model import IDLE, Check, Exchange, Lacking, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.once import BOTTOM, showing
from caipan.contract.messages import Inject, PlayerScene, Scene


def inject_damage(bench: Bench) -> Outcome:
    """One point of damage: one point of hp."""
    return _injected(
        bench, 4, Inject("damage", "乙"), Inject("damage", "甲"), Inject("damage", "乙", 1, "甲")
    )


def inject_sourced(bench: Bench) -> Outcome:
    """Two points of fire damage by somebody; or what of it there is, one at a time."""
    try:
        outcome = _injected(bench, 4, Inject("damage", "乙", 2, "甲", "fire"), told=True)
    except Lacking as lacking:
        if lacking.laid:
            raise
        bench.fresh()
    else:
        return outcome
    parts = {
        "a source": Inject("damage", "乙", 1, "甲"),
        "an element": Inject("damage", "乙", 1, None, "fire"),
        "two points": Inject("damage", "乙", 2),
    }

    def trial(part: str) -> None:
        outcome = _injected(bench, 4, parts[part], told=True)
        if outcome.status == "failed":
            raise Wrong(outcome.text, outcome.shown, outcome.mend)

    return each(bench, parts, "one at a time", trial, unsupported="all")


def inject_loss(bench: Bench) -> Outcome:
    """Points of hp are lost: two, or one where two are unsupported."""
    return _injected(bench, 4, *(Inject("lose_hp", player, n) for n in (2, 1) for player in "乙甲"))


def inject_recovery(bench: Bench) -> Outcome:
    """Points of hp are recovered: two, or one where two are unsupported."""
    return _injected(bench, 1, *(Inject("recover", player, n) for n in (2, 1) for player in "乙甲"))


def inject_judgement(bench: Bench) -> Outcome:
    """The top card of the draw pile is the judgement, and ends in the discard pile."""
    if absent := _injects(bench, "judge"):
        return absent
    scene = bench.build(PlayerScene("甲", 4, 4))
    _inject(bench, scene, Inject("judge", "乙"), Inject("judge", "甲"))
    if not scene.draw_pile:
        return ok("without a card: the engine has none that is harmless")
    state, top, bottom = bench.state(), scene.draw_pile[0], scene.draw_pile[-1]
    if top in state.discard_pile and top not in state.draw_pile:
        return ok()
    if bottom in state.discard_pile and bottom != top:
        detail = f"{bottom} was at the bottom of the draw pile and is in the discard pile now; expected {top}"
        return failed(f"{detail}, the top card", showing(bench.log[-1], BOTTOM), mend=_TOP)
    return failed(f"{top} was on top of the draw pile and is not in the discard pile now")


def _injects(bench: Bench, kind: str) -> Outcome | None:
    if kind not in bench.hello.injects:
        return not_applicable(f"the hello does not claim to inject `{kind}`")
    return claims(bench, "idle")


def _inject(bench: Bench, scene: Scene, *injects: Inject) -> tuple[Inject, Exchange]:
    """Inject the first of these that the engine does not call unsupported.

    Raises:
        Lacking: the scene, or the one injection, is.
        Wrong: all of several injections are.
    """
    for number, inject in enumerate(injects, start=1):
        bench.reset(scene)
        try:
            return inject, bench.start(inject=inject)
        except Lacking as lacking:
            if len(injects) == 1:
                raise
            if number == len(injects):
                claim = f"though the hello claims to inject `{inject.kind}`"
                raise Wrong(f"{lacking.detail}, as was all that was tried, {claim}", lacking.shown) from None
            bench.fresh()
    raise AssertionError("nothing to inject")


def _injected(bench: Bench, before: int, *injects: Inject, told: bool = False) -> Outcome:
    """Whether what is injected changes the hp as it should.

    Args:
        bench: what is worked on.
        before: the hp of 甲 and 乙.
        injects: injections of one kind, of which the first that is supported is tried.
        told: whether it must also be told as it was.
    """
    if absent := _injects(bench, injects[0].kind):
        return absent
    seats = [PlayerScene(name, before, 4) for name in FIRST_TWO]
    inject, exchange = _inject(bench, bench.build(*seats), *injects)
    after = before + inject.amount * (1 if inject.kind == "recover" else -1)
    hp = next(seat.hp for seat in bench.state().players if seat.name == inject.player)
    if hp != after:
        said = f"{inject.player} had {before} points of hp and has {hp} now; expected {after}"
        return failed(said, exchange)
    if not told or "damage" not in bench.hello.events:
        seen = "; its source and element are not seen: the hello does not claim the event `damage`"
        return ok(f"{before} → {hp}{seen if told else ''}")
    return _told(inject, exchange) or ok(f"{before} → {hp}")


def _told(inject: Inject, exchange: Exchange) -> Outcome | None:
    """Whether the damage that is reported is the one that was injected: a failure, or nothing."""
    damage = next((event for event in exchange.events if event.kind == "damage"), None)
    if damage is None:
        return None  # whether it is reported at all is for CK81
    for what in ("source", "element", "amount"):
        said, meant = getattr(damage, what), getattr(inject, what)
        if said != meant:
            lack = "answer `unsupported` to what the engine cannot inject, and drop nothing of it"
            return failed(f"the `{what}` of the damage is {said}; expected {meant}", exchange, lack)
    return None


_TOP = "let the first card of the pile be the top one, for what is drawn and for what is judged by"
_INJECT = "resolve what is injected before the idle point is asked for"

CHECKS = (
    Check("CK33", "`inject` damage takes points of hp before the first ask", _INJECT, inject_damage, IDLE),
    Check("CK34", "`inject` damage with a source, an element and an amount", _INJECT, inject_sourced, IDLE),
    Check("CK35", "`inject` lose_hp takes points of hp", _INJECT, inject_loss, IDLE),
    Check("CK36", "`inject` recover gives points of hp", _INJECT, inject_recovery, IDLE),
    Check("CK37", "`inject` judge takes the top card of the draw pile", _INJECT, inject_judgement, IDLE),
)
