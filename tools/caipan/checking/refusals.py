"""CK74, CK76, CK77: what is no answer to the ask that stands is refused, whatever was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caipan.checking.bench import Bench, closing, each
from caipan.checking.model import IDLE, Check, Exchange, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.perform import Run, all_runs, anything, perform
from caipan.checking.scenes import ABSENT, cards_in
from caipan.connect.check import tag
from caipan.contract.messages import Answer, Ask, Choice, Done, Rejected, Scene
from caipan.language.words import SEATS

NEVER = 987_654
"""The number of no ask."""

TRIED = ("cards", "pick", "give", "skill", "targets", "option")
"""Kinds of ask to which an illegal choice is made; ``idle`` and ``use`` have checks of their own."""


def survives(exchange: Exchange) -> Outcome:
    """It was rejected, or called an error; the engine did not crash, and did not take it."""
    if exchange.crashed:
        return failed(f"expected `error` or `rejected`: {exchange.broke}", exchange)
    if exchange.close is not None and not isinstance(exchange.close, Rejected):
        return failed(f"`{tag(exchange.close)}`, expected `error` or `rejected`", exchange)
    return ok("rejected" if exchange.close else "error")


# --- to what does not stand -----------------------------------------------------


def wrong_id(bench: Bench) -> Outcome:
    """Answers to an ask that never was, and to some that stand no longer."""
    if "idle" not in bench.hello.enters:
        return not_applicable("the hello does not claim to enter at `idle`")
    ways: dict[str, Callable[[], int | None]] = {
        "an ask that never was": lambda: _never(bench),
        "an ask of before the `reset`": lambda: _of_before(bench),
        "an earlier ask of the game": lambda: _earlier(bench),
        "an ask of before `done`": lambda: _of_the_end(bench),
    }
    said: dict[str, str] = {}

    def trial(way: str) -> None:
        if (number := ways[way]()) is None:
            return
        outcome = survives(bench.tell(Answer(number)))
        if outcome.status == "failed":
            raise Wrong(outcome.text, outcome.shown)
        said[way] = outcome.text
        # What an engine says is broken is started again.
        bench.fresh()

    outcome = each(bench, ways, "answers", trial)
    if outcome.status != "ok":
        return outcome
    return ok("; ".join(f"to {way}: {how}" for way, how in said.items()))


def _never(bench: Bench) -> int:
    bench.idle(bench.plain())
    return NEVER


def _of_before(bench: Bench) -> int:
    ask = bench.idle(bench.plain())
    bench.reset(bench.plain())
    return ask.id


def _earlier(bench: Bench) -> int | None:
    found = next((run for run in all_runs(bench) if len(run.asks) > 1), None)
    if found is None:
        return None
    asks: list[Ask] = []

    def second(ask: Ask) -> bool:
        asks.append(ask)
        return len(asks) > 1

    perform(bench, found.situation, until=second)
    return asks[0].id if len(asks) > 1 else None


def _of_the_end(bench: Bench) -> int | None:
    found = next((run for run in all_runs(bench) if run.over and run.asks), None)
    if found is None:
        return None
    run = perform(bench, found.situation)
    return run.asks[-1].id if run.over and run.asks else None


# --- to what stands --------------------------------------------------------------


def _asked(bench: Bench, wanted: Callable[[Ask], bool]) -> dict[str, tuple[Run, Ask]]:
    """Kind of ask -> the first one of its kind, of mode ``one``, that is wanted, and where it came."""
    found: dict[str, tuple[Run, Ask]] = {}
    for run in all_runs(bench):
        for ask in run.asks:
            if ask.mode == "one" and wanted(ask):
                found.setdefault(ask.kind, (run, ask))
    return found


def _again(bench: Bench, run: Run, first: Ask) -> Ask:
    """Come to that ask once more.

    Raises:
        Wrong: it does not come.
    """
    again = perform(bench, run.situation, until=lambda ask: _like(ask, first))
    if not again.asks or not _like(again.asks[-1], first):
        raise Wrong(f"{run.situation.name}: an ask of kind `{first.kind}` came the first time and not again")
    return again.asks[-1]


def _like(ask: Ask, other: Ask) -> bool:
    return (ask.kind, ask.players, ask.required) == (other.kind, other.players, other.required)


def nothing(bench: Bench) -> Outcome:
    """Null where something is required."""
    found = _asked(bench, lambda ask: ask.required and ask.kind != "idle")
    if not found:
        return not_applicable("not seen: no ask that is `required`")

    def trial(kind: str) -> None:
        ask = _again(bench, *found[kind])
        outcome = survives(bench.tell(Answer(ask.id)))
        if outcome.status == "failed":
            raise Wrong(f"{found[kind][0].situation.name}: {outcome.text}", outcome.shown)
        bench.fresh()

    return each(bench, found, "kinds of ask", trial)


def illegal(bench: Bench) -> Outcome:
    """Cards, players, skills and options that are not there, and too many or too few of them."""
    if not bench.hello.rejects:
        return not_applicable("the hello says `rejects` false")
    found = _asked(bench, lambda ask: ask.kind in TRIED)
    choices = {
        f"{kind}, {what}": (run, ask, choice)
        for kind, (run, ask) in found.items()
        for what, choice in _illegal(ask, run.scene)
    }
    if not choices:
        return not_applicable(f"not seen: nothing was asked of the kinds {', '.join(TRIED)}")

    def trial(what: str) -> None:
        run, first, choice = choices[what]
        _refused(bench, _again(bench, run, first), choice, run.situation.name)

    return each(bench, choices, "illegal answers", trial)


def _illegal(ask: Ask, scene: Scene) -> Iterator[tuple[str, Choice]]:
    """Answers that nobody may give to such an ask, and what is wrong with them."""
    nobody = next((name for name in SEATS if name not in [seat.name for seat in scene.players]), "壬")
    unreal = f"{ABSENT}♠7"
    some = ask.cards[: max(ask.min, 1)]
    match ask.kind:
        case "cards":
            yield "a card that is not there", Choice(cards=[unreal, *some[1:]])
            held = [card for seat in scene.players if seat.name in ask.players for card in seat.hand]
            if strange := [card for card in cards_in(scene) if card not in (*ask.cards, *held)]:
                yield "a card that is not his", Choice(cards=[strange[-1], *some[1:]])
            if ask.min:
                yield "no card", Choice()
            if len(ask.cards) > ask.max:
                yield "too many cards", Choice(cards=ask.cards[: ask.max + 1])
        case "pick":
            yield (
                "a card that is not there",
                Choice(cards=[unreal], targets=[ask.subject] if ask.subject else []),
            )
            yield "somebody who is not there", Choice(targets=[nobody], zone="hand")
        case "give":
            target = ask.targets[:1] or [seat.name for seat in scene.players[:1]]
            yield "a card that is not there", Choice(cards=[unreal], targets=target)
            if some:
                yield "to somebody who is not there", Choice(cards=some, targets=[nobody])
        case "skill":
            yield "a skill that there is not", Choice(skill=ABSENT)
        case "targets":
            yield "somebody who is not there", Choice(targets=[nobody])
        case "option":
            yield "an option that there is not", Choice(option=ABSENT)


def _refused(bench: Bench, ask: Ask, choice: Choice, where: str) -> None:
    """The choice is rejected, the table is as it was, and the ask can still be answered."""
    before = bench.state()
    exchange = bench.tell(Answer(ask.id, choice))
    close = closing(exchange)
    if not isinstance(close, Rejected):
        raise Wrong(f"{where}: `{tag(close)}`, expected `rejected`", exchange)
    if bench.state() != before:
        raise Wrong(f"{where}: rejected, but the table has changed", exchange)
    legal = anything(ask) if ask.required else None
    if ask.required and legal is None:
        return
    again = bench.tell(Answer(ask.id, legal))
    if not isinstance(closing(again), Ask | Done):
        said = f"a legal answer is answered by `{tag(closing(again))}`"
        raise Wrong(f"{where}: the ask does not stand: after `rejected`, {said}", again)


CHECKS = (
    Check(
        "CK74",
        "an answer to an ask that does not stand is `error` or `rejected`",
        "compare the answer's `id` with that of the ask that stands; after `reset` and `done` none does",
        wrong_id,
        IDLE,
    ),
    Check(
        "CK76",
        "null at an ask that is `required` is `error` or `rejected`",
        "refuse it, or do not set `required`: decide for nobody",
        nothing,
        IDLE,
    ),
    Check(
        "CK77",
        "an illegal choice is `rejected`, whatever is asked, and the ask stands",
        "hold the choice against what the ask lists before you carry it out, or say `rejects` false",
        illegal,
        IDLE,
    ),
)
