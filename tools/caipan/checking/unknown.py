"""CK2x: a scene with what nobody has is `unsupported`."""

from __future__ import annotations

from msgspec.structs import replace

from caipan.checking.bench import Bench, closing
from caipan.checking.model import READY, Check, Outcome, failed, not_applicable, ok
from caipan.checking.once import FORGET, LEFT, showing
from caipan.checking.quote import unsupported
from caipan.checking.resets import difference
from caipan.checking.scenes import ABSENT
from caipan.connect.check import tag
from caipan.contract.messages import PlayerScene, Ready, Reset, Scene, Unsupported


def unknown_card(bench: Bench) -> Outcome:
    """A card of no edition."""
    return _unknown(bench, bench.build(PlayerScene("甲", 4, 4, hand=[f"{ABSENT}♠7"])))


def unknown_skill(bench: Bench) -> Outcome:
    """A skill of no edition."""
    if "skills" not in bench.hello.scene:
        return not_applicable("the hello does not claim the scene part `skills`")
    scene = bench.plain()
    return _unknown(
        bench, replace(scene, players=[replace(scene.players[0], skills=[ABSENT]), *scene.players[1:]])
    )


def unknown_general(bench: Bench) -> Outcome:
    """A general of no edition."""
    if not bench.hello.generals:
        return not_applicable("the hello claims no generals")
    return _unknown(bench, bench.build(PlayerScene("甲", 4, 4, general=ABSENT)))


def unknown_edition(bench: Bench) -> Outcome:
    """An edition that there is not."""
    return _unknown(bench, bench.plain(), "1912")


def _unknown(bench: Bench, scene: Scene, edition: str | None = None) -> Outcome:
    exchange = bench.tell(Reset(edition or bench.edition, scene))
    if exchange.broke and not exchange.crashed:
        return failed(exchange.broke, exchange, _UNKNOWN)
    close = closing(exchange)
    if isinstance(close, Unsupported):
        return _goes_on(bench)
    if isinstance(close, Ready) and edition is None and difference(scene, bench.state()) is None:
        seat = scene.players[0]
        if seat.hand or bench.state().players[0].skills == seat.skills != []:
            return ok("taken as it is, which does no harm; `unsupported` says more")
    return failed(f"`{tag(close)}`, expected `unsupported`", exchange)


def _goes_on(bench: Bench) -> Outcome:
    """After `unsupported`, the next scene finds the engine whole."""
    exchange = bench.tell(Reset(bench.edition, bench.plain()))
    if isinstance(exchange.close, Ready):
        return ok()
    close = exchange.close
    said = unsupported(close) if isinstance(close, Unsupported) else exchange.broke
    what = f"this was `unsupported`, as it should be, but the next scene was not `ready`: {said}"
    return failed(what, showing(exchange, LEFT), "" if exchange.crashed else FORGET)


_UNKNOWN = "look each name up before you set it up, and answer `unsupported` with it"

CHECKS = (
    Check("CK20", "an unknown card is `unsupported`", _UNKNOWN, unknown_card, READY),
    Check("CK21", "an unknown skill is `unsupported`", _UNKNOWN, unknown_skill, READY),
    Check("CK22", "an unknown general is `unsupported`", _UNKNOWN, unknown_general, READY),
    Check(
        "CK23",
        "an unknown edition is `unsupported`",
        "compare `edition` with the editions of your hello",
        unknown_edition,
        READY,
    ),
)
