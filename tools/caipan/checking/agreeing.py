"""CK88 to CK8D: what is reported agrees with what was answered, with itself, and with the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

from caipan.checking.bench import Bench, some
from caipan.checking.model import IDLE, Check, Exchange, Outcome, failed, not_applicable, ok
from caipan.checking.once import BOTTOM, showing
from caipan.checking.perform import Run, all_runs
from caipan.connect.places import shown
from caipan.contract.messages import Answer, Ask, Choice, Event, Phase
from caipan.language.describe import describe_event
from caipan.language.words import name_of

PHASES: tuple[Phase, ...] = get_args(Phase)

OCCASIONS = {
    **dict.fromkeys(("turn.", "phase.", "gap."), ("a turn",)),
    "use.": ("杀, and no 闪",),
    "respond.card": ("杀 against 闪",),
    "move.": ("甲 uses 桃", "杀, and no 闪"),
    "flip.": ("据守", "a turn of a character who lies face down"),
    "judge.": ("a judgement", "乐不思蜀 takes effect", "八卦阵", "刚烈"),
    "damage.": ("杀, and no 闪", "damage by nobody"),
    "dying.": ("桃 when dying", "death"),
    "death": ("death",),
    "recover.": ("甲 uses 桃", "recovery"),
}
"""How a timing begins -> situations that it comes in when they are played to their end."""

Found = Iterator[tuple[str, Exchange]]
"""What is wrong, and the exchange that shows it."""


def _first(bench: Bench, problems: Callable[[Run], Found]) -> Outcome:
    """The first problem of all situations that were played."""
    runs = all_runs(bench)
    for run in runs:
        for problem, exchange in problems(run):
            return failed(f"{run.situation.name}: {problem}", exchange)
    return ok(f"{len(runs)} situations") if runs else not_applicable("not seen: no situation could be played")


def _lacks(bench: Bench, *kinds: str) -> Outcome | None:
    lacking = [kind for kind in kinds if kind not in bench.hello.events]
    return not_applicable(f"the hello does not claim the event `{lacking[0]}`") if lacking else None


# --- uses ------------------------------------------------------------------------


def uses(bench: Bench) -> Outcome:
    """A card that was answered with is reported as used or played: by whom, which one, at whom."""
    if not {"use", "play"} & {*bench.hello.events}:
        return not_applicable("the hello claims neither the event `use` nor `play`")
    return _first(bench, _misreported)


def _misreported(run: Run) -> Found:
    for number, (player, kind, choice) in _answered(run):
        for exchange in run.exchanges[number:]:
            told = next((e for e in exchange.events if (e.kind, e.player) == (kind, player)), None)
            if told is not None:
                if problem := _otherwise(told, choice):
                    yield f"«{describe_event(told)}»: {problem}", exchange
                break


def _answered(run: Run) -> Iterator[tuple[int, tuple[str, str, Choice]]]:
    """Each answer that uses or plays a card: the number of its exchange; by whom, how, and the choice."""
    for number, exchange in enumerate(run.exchanges):
        ask = run.exchanges[number - 1].close if number else None
        answer = exchange.sent
        if isinstance(ask, Ask) and isinstance(answer, Answer) and answer.choice and answer.choice.use:
            player = answer.player or ask.players[0]
            yield number, (player, "play" if ask.kind == "play" else "use", answer.choice)


def _otherwise(event: Event, choice: Choice) -> str | None:
    """How a use is told otherwise than it was answered, or None."""
    if event.card is None or name_of(event.card) != choice.use:
        return f"its `card` is {event.card}, and {choice.use} was answered"
    if sorted(event.cards) != sorted(choice.cards):
        return f"its `cards` are {_listed(event.cards)}, and {_listed(choice.cards)} was answered"
    if event.kind == "play":
        return None
    if choice.targets and sorted(event.targets) != sorted(choice.targets):
        return f"its `targets` are {_listed(event.targets)}, and {_listed(choice.targets)} was answered"
    return None


def _listed(words: list[str]) -> str:
    return "、".join(words) or "(none)"


# --- phases ----------------------------------------------------------------------


def phases(bench: Bench) -> Outcome:
    """Phases are of whose turn it is, and come in their order."""
    if skipped := _lacks(bench, "phase"):
        return skipped
    turns = "turn" in bench.hello.events
    return _first(bench, lambda run: _disordered(run, turns))


def _disordered(run: Run, turns: bool) -> Found:
    start = run.situation.start
    owner, last = start.player, -1
    for exchange in run.exchanges:
        for event in exchange.events:
            if event.kind == "turn":
                owner, last = event.player or "", -1
            elif event.kind == "phase" and event.phase is not None:
                if event.player != owner:
                    if turns:
                        yield f"«{describe_event(event)}», in the turn of {owner}", exchange
                    owner, last = event.player or "", -1
                now = PHASES.index(event.phase)
                if now <= last:
                    yield (
                        f"«{describe_event(event)}», after the phase `{PHASES[last]}` of this turn",
                        exchange,
                    )
                last = now


# --- points and marks -------------------------------------------------------------


def points(bench: Bench) -> Outcome:
    """As many points are deducted as there was damage, of the same characters."""
    losses = "lose_hp" in bench.hello.events
    return _lacks(bench, "damage", "deduct") or _first(bench, lambda run: _unequal(run, losses))


def _unequal(run: Run, losses: bool) -> Found:
    # Damage that is prevented is not deducted, and who knows how much it was.
    if any(event.kind == "prevented" for event in run.events):
        return
    for seat in run.scene.players:
        damage, lost, deducted = (
            sum(e.amount or 0 for e in run.events if (e.kind, e.player) == (kind, seat.name))
            for kind in ("damage", "lose_hp", "deduct")
        )
        # Whether a loss is a deduction as well is told in two ways, and need not be told itself.
        untold = not losses and "lose_hp" in run.situation.events and deducted > damage
        if deducted not in (damage, damage + lost) and not untold:
            told = f"{damage} points of `damage`, {lost} of `lose_hp`"
            yield f"of {seat.name} are reported {told}, and {deducted} of `deduct`", run.exchanges[-1]


def marks(bench: Bench) -> Outcome:
    """Who is chained and who lies face down in the end is so by the scene and the events."""
    claimed = bench.hello.events
    chains = {"chained", "unchained"} <= {*claimed}
    if not chains and "flip" not in claimed:
        return not_applicable("the hello claims neither `flip` nor `chained` and `unchained`")
    return _first(bench, lambda run: _unmarked(run, chains, "flip" in claimed))


def _unmarked(run: Run, chains: bool, flips: bool) -> Found:
    for before, after in zip(run.scene.players, run.state.players, strict=True):
        if not after.alive:
            continue
        told = [event.kind for event in run.events if event.player == before.name]
        chained = [kind == "chained" for kind in told if kind in ("chained", "unchained")]
        expected = chained[-1] if chained else before.chained
        if chains and after.chained != expected:
            said = f"by the events {before.name}'s `chained` is {expected}, by the state {after.chained}"
            yield said, run.exchanges[-1]
        turned = before.face_down ^ (told.count("flip") % 2 == 1)
        if flips and after.face_down != turned:
            said = f"by the events {before.name}'s `face_down` is {turned}, by the state {after.face_down}"
            yield said, run.exchanges[-1]


# --- the draw pile ----------------------------------------------------------------


def top_first(bench: Bench) -> Outcome:
    """What was drawn lay on top of the draw pile. Where else it is taken from, and for what, are rules."""
    runs = [run for run in all_runs(bench) if _drawn(run)]
    for run in runs:
        if problem := _not_from_top(run):
            return failed(f"{run.situation.name}: {problem}", showing(run.exchanges[-1], BOTTOM))
    return ok(f"{len(runs)} situations") if runs else not_applicable("not seen: nobody drew a card")


def _drawn(run: Run) -> set[str]:
    """Cards of the draw pile that were drawn: those in a hand, and moved so, if moves are told."""
    held = {card for seat in run.state.players for card in seat.hand}.intersection(run.scene.draw_pile)
    moves = [event for event in run.events if event.kind == "move"]
    told = {card for event in moves if event.reason == "draw" for card in event.cards}
    return held & told if moves else held


def _not_from_top(run: Run) -> str | None:
    drawn = _drawn(run)
    others = {*shown(run.state)}.difference(run.state.draw_pile, drawn)
    pile = [card for card in run.scene.draw_pile if card not in others]
    below = next((n for n, card in enumerate(pile) if card not in drawn), len(pile))
    if below >= len(drawn):
        return None
    card = next(card for card in pile[below:] if card in drawn)
    return f"{card} was drawn, and {pile[below]}, which lay above it in the draw pile, was not"


# --- timings ----------------------------------------------------------------------


def timings(bench: Bench) -> Outcome:
    """Each timing of the hello is reported somewhere, if there was an occasion."""
    if not bench.hello.timings:
        return not_applicable("the hello claims no timings")
    runs = all_runs(bench)
    seen = {event.timing for run in runs for event in run.events if event.kind == "timing"}
    whole = {run.situation.name: run for run in runs if run.whole and not _broken_off(run)}
    missing: dict[str, str] = {}
    unseen: list[str] = []
    for timing in bench.hello.timings:
        if timing not in seen:
            came = [name for how, names in OCCASIONS.items() if timing.startswith(how) for name in names]
            where = next((name for name in came if name in whole), None)
            if where is None:
                unseen.append(timing)
            else:
                missing[timing] = where
    if missing:
        said = some([f"{timing} ({where})" for timing, where in missing.items()])
        shown = whole[next(iter(missing.values()))].exchanges[-1]
        return failed(f"never reported, though the occasion came: {said}", shown)
    return ok(f"not seen: {some(unseen)}" if unseen else f"all {len(bench.hello.timings)}")


def _broken_off(run: Run) -> bool:
    """Whether the engine was done before the game was over: it need not go on behind what was entered."""
    return run.over is not None and not run.over.state.over


CHECKS = (
    Check(
        "CK88",
        "a card that is used or played is reported so: by whom, which, at whom",
        "report `card`, the real `cards` and all `targets` as they were answered",
        uses,
        IDLE,
    ),
    Check(
        "CK89",
        "phases are of whose turn it is, in their order",
        "report `turn` when a turn begins, and each `phase` once, with its own name and player",
        phases,
        IDLE,
    ),
    Check(
        "CK8A",
        "as many points are deducted as there was damage, of the same characters",
        "report `damage` with whom it befalls and how much, and `deduct` when it takes the points off",
        points,
        IDLE,
    ),
    Check(
        "CK8B",
        "who is chained or lies face down in the end is so by the scene and the events",
        "report `chained`, `unchained` and `flip` of each character; show both in `state`",
        marks,
        IDLE,
    ),
    Check(
        "CK8C",
        "cards are drawn from the top of the draw pile",
        "let the first card of the pile be the top one",
        top_first,
        IDLE,
    ),
    Check(
        "CK8D",
        "each timing of the hello is reported where its occasion comes",
        "report it, or take it out of `timings`",
        timings,
        IDLE,
    ),
)
