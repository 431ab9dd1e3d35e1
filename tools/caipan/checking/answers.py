"""CK7x: what an answer may be, and what becomes of one that is none."""

from __future__ import annotations

from dataclasses import replace

from caipan.checking.bench import Bench, closing, each
from caipan.checking.model import IDLE, Check, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.perform import all_runs, perform
from caipan.checking.refusals import survives
from caipan.checking.scenes import ABSENT, label
from caipan.connect.check import tag
from caipan.contract.messages import Answer, Ask, Choice, Done, PlayerScene, Rejected, Scene
from caipan.language.match import choice_of
from caipan.language.scene import fillers
from caipan.language.words import name_of


def ending(bench: Bench) -> Outcome:
    """Null at the idle point ends the phase."""
    if "idle" not in bench.hello.enters:
        return not_applicable("the hello does not claim to enter at `idle`")
    ask = bench.idle(bench.plain())
    close = bench.answer(ask)
    if not isinstance(close, Ask | Done):
        return failed(f"`{tag(close)}`, expected `ask` or `done`")
    if isinstance(close, Ask) and close.kind == "idle" and close.players == ["甲"]:
        return failed("甲 is asked at his idle point again, as if he had not ended his phase")
    return ok()


def refusing(bench: Bench) -> Outcome:
    """Null at each ask that is not required."""
    tried = [run.situation for run in all_runs(bench) if len(run.situation.moves) > 1]
    if not tried:
        return not_applicable("the engine has the means for no situation in which somebody may refuse")
    asked: list[Ask] = []

    def trial(name: str) -> None:
        situation = next(s for s in tried if s.name == name)
        run = perform(bench, replace(situation, moves=situation.moves[:1]))
        asked.extend(ask for ask in run.asks if ask.kind != "idle" and not ask.required)

    outcome = each(bench, [s.name for s in tried], "situations", trial)
    if outcome.status == "ok" and not asked:
        return not_applicable("not seen: nothing but `idle` was asked that one may refuse")
    return ok(f"{len(asked)} refusals") if outcome.status == "ok" else outcome


def illegal_at_idle(bench: Bench) -> Outcome:
    """Cards that are not held, names and players that are not there, skills that nobody has."""
    if skipped := _rejecting(bench):
        return skipped
    cards = _two_cards(bench)
    seats = [PlayerScene(name, 4, 4, hand=[card]) for name, card in zip("甲乙", cards, strict=False)]
    scene = bench.build(*seats)
    choices = {
        "a card that is not there": Choice(use=ABSENT, cards=[f"{ABSENT}♠7"], targets=["乙"]),
        "a skill that there is not": Choice(skill=ABSENT, cards=cards[:1], targets=["乙"]),
        "nothing at all": Choice(),
    }
    if cards:
        held, other = cards
        choices |= {
            "another's card": Choice(use=name_of(other), cards=[other], targets=["乙"]),
            "a card that is not there": Choice(use=name_of(held), cards=[f"{ABSENT}♠7"], targets=["乙"]),
            "a card without a name": Choice(use=ABSENT, cards=[held], targets=["乙"]),
            "a player who is not there": Choice(use=name_of(held), cards=[held], targets=["辛"]),
        }
    return each(
        bench,
        choices,
        "illegal answers",
        lambda what: _refused(bench, scene, choices[what]),
        unsupported="all",
    )


def _rejecting(bench: Bench) -> Outcome | None:
    if not bench.hello.rejects:
        return not_applicable("the hello says `rejects` false")
    if "idle" not in bench.hello.enters:
        return not_applicable("the hello does not claim to enter at `idle`")
    return None


def _two_cards(bench: Bench) -> list[str]:
    """Two cards of the engine, none if it has none."""
    known = fillers((), bench.hello.cards)
    if len(known) > 1:
        return known[:2]
    # One that is double, if need be: a scene may have copies.
    names = bench.hello.cards
    return [label(names[0]), label(names[1]) if len(names) > 1 else f"{label(names[0])}#2"] if names else []


def _refused(bench: Bench, scene: Scene, choice: Choice) -> None:
    """The answer is rejected, the table is as it was, and the ask still stands."""
    ask = bench.idle(scene)
    _stands(bench, ask, Answer(ask.id, choice))


def _stands(bench: Bench, ask: Ask, answer: Answer) -> None:
    before = bench.state()
    exchange = bench.tell(answer)
    close = closing(exchange)
    if not isinstance(close, Rejected):
        raise Wrong(f"`{tag(close)}`, expected `rejected`", exchange)
    if bench.state() != before:
        raise Wrong("rejected, but the table has changed", exchange)
    again = bench.tell(Answer(ask.id))
    if not isinstance(closing(again), Rejected if ask.required else Ask | Done):
        raise Wrong(
            f"the ask does not stand: after `rejected`, no is answered by `{tag(closing(again))}`", again
        )


def illegal_response(bench: Bench) -> Outcome:
    """A card of another name, and one that somebody else holds, in response to a 杀."""
    if skipped := _rejecting(bench):
        return skipped
    if lacking := [name for name in ("杀", "闪") if name not in bench.hello.cards]:
        return not_applicable(f"the hello does not list {lacking[0]}")
    seats = (PlayerScene("甲", 4, 4, hand=["杀♠7", "闪♥2"]), PlayerScene("乙", 4, 4, hand=["闪♦2", "杀♣2"]))
    scene = bench.build(*seats)
    choices = {
        "a card of another name": Choice(use="杀", cards=["杀♣2"]),
        "another name for it": Choice(use="闪", cards=["杀♣2"]),
        "another's card": Choice(use="闪", cards=["闪♥2"]),
    }
    asked: list[Ask] = []

    def trial(what: str) -> None:
        close = bench.answer(bench.idle(scene), Choice(use="杀", cards=["杀♠7"], targets=["乙"]))
        if isinstance(close, Ask) and close.kind == "use" and close.players == ["乙"]:
            asked.append(close)
            _stands(bench, close, Answer(close.id, choices[what]))

    outcome = each(bench, choices, "illegal answers", trial, unsupported="all")
    if outcome.status == "ok" and not asked:
        return not_applicable("not seen: 乙 was not asked to use a 闪")
    return outcome


def wrong_player(bench: Bench) -> Outcome:
    """In a race, an answer by somebody who was not asked."""
    found = next((run for run in all_runs(bench) if any(map(_race, run.asks))), None)
    if found is None:
        return not_applicable("not seen: no ask of mode `any`")
    run = perform(bench, found.situation, until=_race)
    if not run.asks or not _race(run.asks[-1]):
        return failed(f"{found.situation.name}: an ask of mode `any` came the first time and not the second")
    ask = run.asks[-1]
    other = next((seat.name for seat in run.scene.players if seat.name not in ask.players), "辛")
    left = found.situation.moves[run.made :]
    choice = choice_of(left[0]) if left else None
    return survives(bench.tell(Answer(ask.id, choice or Choice(), player=other)))


def _race(ask: Ask) -> bool:
    return ask.mode == "any"


_REJECT = "check the whole choice before you carry any of it out, or say `rejects` false"

CHECKS = (
    Check(
        "CK70",
        "null at the idle point ends the phase",
        "go on with the turn, and do not ask the same again",
        ending,
        IDLE,
    ),
    Check(
        "CK71",
        "null is taken at each ask that is not `required`",
        "set `required` where the rules leave no way to decline",
        refusing,
        IDLE,
    ),
    Check(
        "CK72",
        "an illegal move at the idle point is `rejected`, and the ask stands",
        _REJECT,
        illegal_at_idle,
        IDLE,
    ),
    Check("CK73", "an illegal response is `rejected`, and the ask stands", _REJECT, illegal_response, IDLE),
    Check(
        "CK75",
        "an answer by a player who was not asked is `error` or `rejected`",
        "compare the answer's `player` with the ask's `players`",
        wrong_player,
        IDLE,
    ),
)
