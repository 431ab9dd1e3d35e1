"""CK9x: a reset forgets everything, and the same script gives the same trace."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from msgspec.structs import replace

from caipan.checking.bench import Bench, each, supported
from caipan.checking.model import IDLE, Check, Exchange, Lacking, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.perform import Run, all_runs, perform, see_known
from caipan.checking.quote import quoted
from caipan.checking.resets import difference
from caipan.checking.scenes import canonical, changed
from caipan.checking.situations import SITUATIONS, Situation
from caipan.connect.check import tag
from caipan.contract.messages import Ask, Done, Event, PlayerScene, Rejected, Scene, State
from caipan.language.describe import describe_ask, describe_event
from caipan.language.scene import fillers
from caipan.language.script import Pick, use

RESETS = 50

BLIND = Situation(
    "a blind pick",
    (
        PlayerScene("甲", 4, 4, hand=["过河拆桥♠3"]),
        PlayerScene("乙", 4, 4, hand=["杀♣2", "杀♣3", "杀♣4", "杀♣5", "闪♦2"]),
    ),
    (use("甲", "过河拆桥♠3", "乙"), Pick("甲", "乙")),
)
"""What chance decides."""

SEED = 2_013

LISTED = ("players", "names", "skills", "cards", "targets", "options")
"""Lists of an ask: in what order they are is nowhere said."""

UNSAID: dict[str, tuple[Situation, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "roles": (
        next(each for each in SITUATIONS if each.name == "death"),
        (("lord", "loyalist", "rebel"), ("lord", "rebel", "rebel")),
    ),
    "genders": (
        Situation(
            "雌雄双股剑",
            (
                PlayerScene("甲", 4, 4, hand=["杀♠7"], equipment=["雌雄双股剑♠2"]),
                PlayerScene("乙", 4, 4, hand=["闪♦2"]),
            ),
            (use("甲", "杀♠7", "乙"),),
        ),
        (("male", "male"), ("male", "female")),
    ),
}
"""Part of a scene -> a situation without it that it would change; two ways to have it in the scene before."""


def busy(bench: Bench) -> Scene:
    """A scene that a game changes: with wounds, hands and piles, as far as the engine sets them up."""
    known = fillers((), bench.hello.cards)
    top, discarded = known[3:6], known[6:8]
    tables = {
        "all of it": ((2, 4), (3, 3), discarded),
        "no discard pile": ((2, 4), (3, 3), []),
        "no other hp than 4": ((2, 4), (3, 4), discarded),
        "neither of these": ((2, 4), (3, 4), []),
        "no wounds": ((4, 4), (4, 4), discarded),
        "nothing but hands": ((4, 4), (4, 4), []),
    }
    scene = supported(
        bench,
        *(
            bench.build(
                PlayerScene("甲", *first, hand=known[:held]),
                PlayerScene("乙", *second, hand=known[2:3]),
                top=top,
                discarded=pile,
            )
            for held in (2, 1)
            for first, second, pile in tables.values()
        ),
        bench.plain(),
    )
    bench.reset(scene)
    see_known(bench, scene)
    return scene


def enter(bench: Bench) -> Exchange:
    """Start in the first way that the hello claims.

    Raises:
        Lacking: it claims none, or this is ``unsupported``.
        Wrong: it cannot be started.
    """
    if not bench.hello.enters:
        raise Lacking("the hello lists nothing in `enters`")
    at = bench.hello.enters[0]
    return bench.start(at=at, phase="play" if at == "phase" else None)


def twice(bench: Bench) -> Outcome:
    """The same scene, twice in a row: the same table and the same first reply."""
    scene = busy(bench)
    seen: list[tuple[object, ...]] = []
    for _ in range(2):
        bench.reset(scene)
        state = bench.state()
        if problem := difference(scene, state, pile=True):
            return failed(problem)
        seen.append((state, *_plain([enter(bench)])))
    return failed(_apart(*seen)) if seen[0] != seen[1] else ok()


def _apart(first: tuple[object, ...], second: tuple[object, ...]) -> str:
    for one, other in zip(first, second, strict=False):
        if isinstance(one, State) and isinstance(other, State) and one != other:
            return changed(one, other)
        if isinstance(one, Done) and isinstance(other, Done) and one != other:
            return f"in `done` {changed(one.state, other.state)}"
        if one != other:
            return f"first {_said(one)}, then {_said(other)}"
    return f"first {len(first)} messages, then {len(second)}"


def _said(what: object) -> str:
    match what:
        case Event():
            return f"«{quoted(describe_event(what))}»"
        case Ask():
            return f"«{quoted(describe_ask(what))}»"
        case Done() | Rejected() | State():
            return f"`{tag(what)}`"
    return quoted(repr(what))


def midway(bench: Bench) -> Outcome:
    """A reset in the middle of a game, wherever it asks something."""
    scene = busy(bench)
    places = {
        run.situation.name: run for run in all_runs(bench) if any(ask.kind != "idle" for ask in run.asks)
    }

    def trial(name: str) -> None:
        perform(bench, places[name].situation, until=lambda ask: ask.kind != "idle")
        bench.reset(scene)
        if problem := difference(scene, bench.state(), pile=True):
            raise Wrong(f"after a reset in the middle of it: {problem}", bench.log[-1])

    if places:
        return each(bench, places, "games", trial)
    if "idle" not in bench.hello.enters:
        return not_applicable("not seen: no game that asks anything")
    bench.idle(scene)
    bench.reset(scene)
    problem = difference(scene, bench.state(), pile=True)
    return failed(problem) if problem else ok("at the idle point")


def afterwards(bench: Bench) -> Outcome:
    """A reset after a whole game: nothing of it is left."""
    scene = busy(bench)
    runs = all_runs(bench)
    if not runs:
        return not_applicable("not seen: no situation could be played")

    def trial(name: str) -> None:
        perform(bench, next(run.situation for run in runs if run.situation.name == name))
        bench.reset(scene)
        if problem := difference(scene, bench.state(), pile=True):
            raise Wrong(f"after it: {problem}", bench.log[-1])

    return each(bench, [run.situation.name for run in runs], "games", trial)


def same_trace(bench: Bench) -> Outcome:
    """Each situation once more: the same events and asks, to the last word.

    In the other order, each behind a game in which everything is refused: what is not forgotten shows. With a
    seed, for nothing in them is left to chance.
    """
    runs = all_runs(bench)
    if not runs:
        return not_applicable("not seen: no situation could be played")

    def trial(name: str) -> None:
        first = next(run for run in runs if run.situation.name == name)
        situation = first.situation
        perform(bench, dataclasses.replace(situation, moves=situation.moves[:1]), seed=SEED)
        second = perform(bench, situation, seed=SEED)
        one, other = trace(first), trace(second)
        if one != other:
            raise Wrong(f"two runs differ: {_apart(one, other)}", second.exchanges[-1])
        if first.state != second.state:
            said = "two runs with the same events end with different tables"
            raise Wrong(f"{said}: {changed(first.state, second.state)}", bench.log[-1])

    outcome = each(bench, [run.situation.name for run in reversed(runs)], "situations", trial)
    return ok(f"{outcome.text}; {_by_chance(bench)}") if outcome.status == "ok" else outcome


def _by_chance(bench: Bench) -> str:
    """In words: whether a blind pick is the same with the same seed. An engine need not keep to it."""
    if BLIND.lacks(bench.hello):
        return "nothing was left to chance"
    try:
        picks = [trace(perform(bench, BLIND, seed=SEED)) for _ in range(3)]
    except Lacking as lacking:
        return f"{BLIND.name}: {lacking.detail}"
    same = all(pick == picks[0] for pick in picks)
    return f"{BLIND.name}: {'the same' if same else 'another, which may be,'} with the same seed"


def trace(run: Run) -> tuple[object, ...]:
    """Everything that was reported and asked, without the numbers that an engine may count on."""
    return tuple(_plain(run.exchanges))


def _plain(exchanges: list[Exchange]) -> Iterator[object]:
    numbers: dict[int | None, int | None] = {None: None}
    for exchange in exchanges:
        for event in exchange.events:
            for id in (event.parent, event.id):
                numbers.setdefault(id, len(numbers))
            yield replace(event, id=numbers[event.id], parent=numbers[event.parent])
        if isinstance(exchange.close, Ask):
            yield _unordered(exchange.close)
        elif isinstance(exchange.close, Done):
            yield Done(canonical(exchange.close.state))
        elif exchange.close is not None:
            yield exchange.close


def _unordered(ask: Ask) -> Ask:
    """The ask without its number and the order of its lists, which mean nothing."""
    lists = {what: sorted(getattr(ask, what)) for what in LISTED}
    return replace(ask, id=0, **lists)


def unsaid(bench: Bench) -> Outcome:
    """A scene that leaves out roles or genders, behind one that has some and one that has others."""
    tried: dict[str, tuple[Situation, tuple[tuple[str, ...], tuple[str, ...]]]] = {
        part: (situation, others)
        for part, (situation, others) in UNSAID.items()
        if part in bench.hello.scene
        and not situation.lacks(bench.hello)
        and not bench.ground.roles
        # What breaks when it is played is told of already.
        and not isinstance(bench.runs.get(situation.name), Wrong)
    }

    def trial(part: str) -> None:
        situation, others = tried[part]
        seen: list[Run] = []
        for values in others:
            seats = [
                replace(seat, **{part.removesuffix("s"): value})
                for seat, value in zip(situation.seats, values, strict=False)
            ]
            bench.reset(bench.build(*seats))
            seen.append(perform(bench, situation))
        one, other = map(trace, seen)
        if one != other:
            raise Wrong(f"it depends on the scene before: {_apart(one, other)}", seen[1].exchanges[-1])

    if not tried:
        return not_applicable("the engine has the means for no scene in which it would be seen")
    return each(bench, tried, "parts of a scene", trial, unsupported="all")


def many_resets(bench: Bench) -> Outcome:
    """Fifty scenes in one process."""
    scene = busy(bench)
    seconds: list[float] = []
    for number in range(1, RESETS + 1):
        exchange = bench.reset(scene)
        seconds.append(exchange.seconds)
        enter(bench)
        if number in (1, RESETS):
            bench.reset(scene)
            if problem := difference(scene, bench.state(), pile=True):
                return failed(f"after {number} resets: {problem}")
    early, late = (sorted(part)[len(part) // 2] * 1000 for part in (seconds[:10], seconds[-10:]))
    return ok(f"a reset takes {early:.1f} ms at first, {late:.1f} ms after {RESETS}")


_RESET = "start each reset from nothing: globals, counters, piles, pending decisions"

CHECKS = (
    Check("CK90", "the same scene twice gives the same table and first reply", _RESET, twice, IDLE),
    Check("CK91", "a reset in the middle of a game forgets it", _RESET, midway, IDLE),
    Check("CK92", "a reset after a game forgets it", _RESET, afterwards, IDLE),
    Check(
        "CK93",
        "the same script gives the same events and asks",
        "forget everything at `reset`, also what was refused; let things happen in the order of the rules, "
        "not of a set; depend on the seed for nothing but what chance decides",
        same_trace,
        IDLE,
    ),
    Check(
        "CK95",
        f"{RESETS} resets in one process",
        "free the last game; restart nothing that is slow",
        many_resets,
        IDLE,
    ),
    Check(
        "CK97",
        "what a scene does not say is not that of the last scene: roles, genders",
        "start each character from nothing as well: role, gender, faction, skills, marks",
        unsaid,
        IDLE,
    ),
)
