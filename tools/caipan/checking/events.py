"""CK8x: what is reported is what was claimed, and agrees with the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from caipan.checking.bench import Bench
from caipan.checking.model import IDLE, Check, Exchange, Outcome, failed, not_applicable, ok
from caipan.checking.once import BOTTOM
from caipan.checking.perform import Run, all_runs, broken
from caipan.checking.scenes import cards_in
from caipan.checking.situations import COVERED, UNCOVERED
from caipan.connect.check import IMPOSSIBLE_EVENT
from caipan.connect.ledger import AGAIN
from caipan.connect.places import shown
from caipan.contract.messages import Event, Scene, State
from caipan.language.describe import describe_event
from caipan.language.words import real_of

FIELDS = {
    "phase": ("player", "phase"),
    "phase_skipped": ("player", "phase"),
    "use": ("player", "card"),
    "play": ("player", "card"),
    "invalid": ("player", "card"),
    "cancelled": ("card",),
    "effect": ("player", "card"),
    "redirect": ("player", "targets"),
    "move": ("cards",),
    "judge": ("player", "card"),
    "damage": ("player", "amount"),
    "deduct": ("player", "amount"),
    "lose_hp": ("player", "amount"),
    "recover": ("player", "amount"),
    "check": ("player", "skill"),
    "skill": ("player", "skill"),
    "game_over": (),
    "timing": ("timing",),
}
"""Kind of event -> the fields without which it says too little; for all others: who."""

GETTING = ("draw", "gain", "give", "exchange")
"""Reasons of moves whose player is who gets the cards."""

Place = str
Table = dict[Place, Counter[str]]
"""Zone, in the words of a move -> the cards that lie there."""


def _all(bench: Bench) -> Iterator[tuple[Run, Exchange, Event]]:
    for run in all_runs(bench):
        for exchange in run.exchanges:
            for event in exchange.events:
                yield run, exchange, event


def _where(run: Run, event: Event) -> str:
    return f"{run.situation.name}, «{describe_event(event)}»"


def _nothing(bench: Bench) -> Outcome | None:
    return None if bench.hello.events else not_applicable("the hello claims no events")


def claimed(bench: Bench) -> Outcome:
    """No kind of event, and no timing, but those of the hello."""
    count = 0
    for run, exchange, event in _all(bench):
        count += 1
        if event.kind not in bench.hello.events:
            return failed(f"{_where(run, event)}: the hello does not list the event `{event.kind}`", exchange)
        if event.kind == "timing" and event.timing not in bench.hello.timings:
            return failed(f"{_where(run, event)}: the hello does not list `{event.timing}`", exchange)
    return ok(f"{count} events")


def appear(bench: Bench) -> Outcome:
    """Each kind that is claimed appears where it must happen."""
    if skipped := _nothing(bench):
        return skipped
    # What a card does is not seen where another one is taken from the pile.
    turned = BOTTOM in bench.met
    runs = [run for run in all_runs(bench) if run.whole and not (turned and run.situation.top)]
    missing: list[str] = []
    shown: Exchange | None = None
    for run in runs:
        kinds = {event.kind for event in run.events}
        for kind in run.situation.events:
            if kind in bench.hello.events and kind not in kinds:
                missing.append(f"{run.situation.name}: no `{kind}`")
                shown = shown or run.exchanges[-1]
    if missing:
        return failed("; ".join(missing), shown)
    seen = {event.kind for run in runs for event in run.events}
    unseen = [kind for kind in bench.hello.events if kind in COVERED | UNCOVERED and kind not in seen]
    return ok(f"not seen: {', '.join(unseen)}" if unseen else "all of them")


def told(bench: Bench) -> Outcome:
    """Each event says who and what, by the names of the scene."""
    if found := broken(bench, about="event", but=AGAIN):
        return found
    count = 0
    for run, exchange, event in _all(bench):
        count += 1
        if problem := flaw(event, run.scene):
            return failed(f"{_where(run, event)}: {problem}", exchange)
    return ok(f"{count} events") if count else not_applicable("not seen: nothing was reported")


def flaw(event: Event, scene: Scene) -> str | None:
    """What an event fails to say, or says wrongly."""
    empty = [field for field in FIELDS.get(event.kind, ("player",)) if getattr(event, field) in (None, [])]
    if empty:
        return f"the event `{event.kind}` has no `{empty[0]}`"
    known = set(cards_in(scene))
    if invented := [card for card in event.cards if card not in known]:
        return f"{invented[0]} is no card of the scene"
    return None


def nested(bench: Bench) -> Outcome:
    """A parent is an event of this game; ids are its own."""
    if found := broken(bench, IMPOSSIBLE_EVENT, AGAIN):
        return found
    parents = 0
    for run in all_runs(bench):
        met: set[int] = set()
        for exchange in run.exchanges:
            for event in exchange.events:
                if event.parent is not None and event.parent not in met:
                    return failed(
                        f"{_where(run, event)}: its parent {event.parent} was not reported before", exchange
                    )
                parents += event.parent is not None
                met |= {event.id} if event.id is not None else set()
    return ok(f"{parents} nested events")


def moves(bench: Bench) -> Outcome:
    """A move says from where, to where, and why."""
    count = 0
    for run, exchange, event in _all(bench):
        if event.kind != "move":
            continue
        count += 1
        for what in ("origin", "destination", "reason"):
            if getattr(event, what) is None:
                return failed(f"{_where(run, event)}: the move has no `{what}`", exchange)
        if (whose := _whose(event)) is not None and event.player != whose:
            said = f"its `player` is {event.player or 'nobody'}, expected {whose}"
            return failed(f"{_where(run, event)}: {said}", exchange)
    if not count:
        return not_applicable("not seen: no move was reported")
    return ok(f"{count} moves")


def _whose(event: Event) -> str | None:
    """Who must be the player of a move, or None where it may be anybody.

    Whoever gets the cards, for the reasons that are about getting them; else who loses them.
    """
    end = event.destination if event.reason in GETTING else event.origin
    owner, dot, _ = (end or "").rpartition(".")
    return owner if dot else None


def followed(bench: Bench) -> Outcome:
    """The scene and the moves together make the table of the end."""
    if "move" not in bench.hello.events:
        return not_applicable("the hello does not claim the event `move`")
    runs = all_runs(bench)
    for run in runs:
        table = _of_scene(run.scene)
        for exchange in run.exchanges:
            for event in exchange.events:
                if event.kind == "move" and (problem := _carry(table, event)):
                    return failed(f"{_where(run, event)}: {problem}", exchange)
        hidden = () if run.state.draw_pile else ("draw",)
        if problem := _differs(table, _of_state(run.state), (*hidden, *_resolving(run))):
            return failed(f"{run.situation.name}: {problem}", run.exchanges[-1])
    return ok(f"{len(runs)} situations") if runs else not_applicable("not seen: no situation could be played")


def _carry(table: Table, event: Event) -> str | None:
    origin, destination = table.setdefault(event.origin or "", Counter()), event.destination or ""
    for card in event.cards:
        if not origin[card]:
            lies = next((zone for zone, cards in table.items() if cards[card]), "nowhere")
            return f"{card} does not lie in `{event.origin}`, but in `{lies}`, by what was reported"
        origin[card] -= 1
        table.setdefault(destination, Counter())[card] += 1
    return None


def _resolving(run: Run) -> tuple[str, ...]:
    """The zone of cards in resolution, if there may be some in the end that the state does not show."""
    unsettled = run.stuck or (run.over is not None and run.over.state.over)
    return ("processing",) if unsettled and not run.state.processing else ()


def _differs(table: Table, shown: Table, hidden: Collection[str]) -> str | None:
    for zone in sorted({*table, *shown}):
        if zone in hidden:
            continue
        by_moves, by_state = +table.get(zone, Counter()), +shown.get(zone, Counter())
        if by_moves != by_state:
            return (
                f"by the moves `{zone}` holds {'、'.join(sorted(by_moves.elements())) or 'nothing'}, "
                f"by the state {'、'.join(sorted(by_state.elements())) or 'nothing'}"
            )
    return None


def _of_scene(scene: Scene) -> Table:
    table = {"draw": Counter(scene.draw_pile), "discard": Counter(scene.discard_pile)}
    for seat in scene.players:
        table |= _of_seat(seat.name, seat.hand, seat.equipment, seat.judgement, seat.aside)
    return table


def _of_state(state: State) -> Table:
    table = {"draw": Counter(state.draw_pile), "discard": Counter(state.discard_pile)}
    table["processing"] = Counter(state.processing)
    for seat in state.players:
        table |= _of_seat(seat.name, seat.hand, seat.equipment, seat.judgement, seat.aside)
    return table


def _of_seat(
    name: str, hand: list[str], equipment: list[str], judgement: list[str], aside: list[str]
) -> Table:
    zones = {"hand": hand, "equipment": equipment, "judgement": map(real_of, judgement), "aside": aside}
    return {f"{name}.{zone}": Counter(cards) for zone, cards in zones.items()}


def conserved(bench: Bench) -> Outcome:
    """In the end there is each card of the scene, once."""
    runs = all_runs(bench)
    for run in runs:
        before, after = Counter(cards_in(run.scene)), Counter(shown(run.state))
        gone, new = before - after, after - before
        if not run.state.draw_pile:
            gone -= Counter(run.scene.draw_pile)
        if new:
            return failed(
                f"{run.situation.name}: more than before: {'、'.join(sorted(new.elements()))}",
                run.exchanges[-1],
            )
        if gone and not _resolving(run):
            return failed(
                f"{run.situation.name}: lost: {'、'.join(sorted(gone.elements()))}", run.exchanges[-1]
            )
    return ok(f"{len(runs)} situations") if runs else not_applicable("not seen: no situation could be played")


def _points(run: Run, kind: str, player: str) -> int:
    return sum(event.amount or 0 for event in run.events if (event.kind, event.player) == (kind, player))


def _untold(run: Run, claimed: Collection[str]) -> tuple[bool, bool]:
    """Whether points of hp may be lost, and whether they may be gained, of which no event is claimed."""
    damage = "damage" in claimed or "deduct" in claimed
    # Hp are lost, otherwise than by damage, in the situations that are there for it.
    loss = "lose_hp" in claimed or "lose_hp" not in run.situation.events
    return not (damage and loss), "recover" not in claimed


def counted(bench: Bench) -> Outcome:
    """Points of hp change as the events say."""
    claimed = bench.hello.events
    off = next((kind for kind in ("deduct", "damage") if kind in claimed), None)
    if off is None and not {"lose_hp", "recover"} & {*claimed}:
        return not_applicable("the hello claims no event of hp: `deduct` or `damage`, `lose_hp`, `recover`")
    runs = all_runs(bench)
    for run in runs:
        untold = _untold(run, claimed)
        for before, after in zip(run.scene.players, run.state.players, strict=True):
            # Whether a loss is a deduction as well is told in two ways: as two events, or as one.
            deducted, lost, recovered = (
                _points(run, kind, before.name) for kind in (off or "deduct", "lose_hp", "recover")
            )
            once = before.hp + recovered - deducted
            if after.hp in (once, once - lost) or untold[after.hp > once]:
                continue
            said = f"by the events {before.name} has {once} points, by the state {after.hp}"
            return failed(f"{run.situation.name}: {said}", run.exchanges[-1])
    return ok(f"{len(runs)} situations") if runs else not_applicable("not seen: no situation could be played")


CHECKS = (
    Check(
        "CK80",
        "only events and timings of the hello are reported",
        "list the kind in the hello, or do not report it",
        claimed,
        IDLE,
    ),
    Check(
        "CK81",
        "each event of the hello appears where it must happen",
        "report it, or take it out of `events`",
        appear,
        IDLE,
    ),
    Check(
        "CK82",
        "events say who and what, by the names of the scene",
        "fill in the field that is named",
        told,
        IDLE,
    ),
    Check(
        "CK83",
        "event ids are unique since `reset`, and a parent was reported before",
        "number events since `reset`, and report the outer event first",
        nested,
        IDLE,
    ),
    Check(
        "CK84",
        "moves carry from, to and reason, and whose they are",
        "fill in `origin`, `destination` and `reason` of every move; `player`: who gets the cards, for draw, "
        "gain, give and exchange, else who loses them",
        moves,
        IDLE,
    ),
    Check(
        "CK85",
        "the scene and the reported moves make the final table",
        "report every move of a card, each once, in order, from where the card lies",
        followed,
        IDLE,
    ),
    Check(
        "CK86",
        "cards are conserved: in the end there is each card of the scene, once",
        "show every zone in `state`; cards in resolution under `processing`",
        conserved,
        IDLE,
    ),
    Check(
        "CK87",
        "hp in the end are those of the scene and of the events",
        "report `deduct` (or `lose_hp`) and `recover` with their `amount`, each once",
        counted,
        IDLE,
    ),
)
