"""Playing a situation: its moves where they fit, refusals where nothing else is said.

The same matching as in a scenario (`caipan.language.match`), but nothing that an engine asks is held
against it here: a required choice that the situation did not foresee is made from what the ask lists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from caipan.checking.bench import Bench
from caipan.checking.model import Exchange, Outcome, Wrong, failed
from caipan.checking.once import TABLE, see_one, showing
from caipan.checking.quote import quoted
from caipan.checking.resets import differences
from caipan.checking.situations import SITUATIONS, Situation
from caipan.connect.check import tag
from caipan.contract.messages import Answer, Ask, Choice, Done, Event, Rejected, Scene, State
from caipan.language.describe import describe_ask
from caipan.language.match import Decision, Opened, Rest, decide

LIMIT = 200
"""Answers in one situation."""


@dataclass(slots=True)
class Run:
    """A situation that was played to its end."""

    situation: Situation
    scene: Scene
    exchanges: list[Exchange] = field(default_factory=list)
    """From the reply to ``start`` on."""
    asks: list[Ask] = field(default_factory=list)
    made: int = 0
    """Moves that were made."""
    over: Done | None = None
    stuck: str = ""
    """Why it could not be played on, if it could not."""
    state: State = field(default_factory=lambda: State([]))
    """The table in the end."""

    @property
    def events(self) -> list[Event]:
        """All that was reported."""
        return [event for exchange in self.exchanges for event in exchange.events]

    @property
    def whole(self) -> bool:
        """Whether all its moves were made."""
        return self.made == len(self.situation.moves) and not self.stuck

    @property
    def unmade(self) -> str:
        """In words: the first move that was not asked for."""
        came = "; ".join(f"«{quoted(describe_ask(ask))}»" for ask in self.asks) or "none"
        return f"not seen: «{self.situation.moves[self.made]}» was not asked for; asks that came: {came}"


def perform(
    bench: Bench, situation: Situation, until: Callable[[Ask], bool] | None = None, seed: int = 0
) -> Run:
    """Play a situation once.

    Args:
        bench: what is worked on.
        situation: what is played.
        until: stop at the first such ask, and leave it unanswered.
        seed: for what is left to chance.

    Raises:
        Wrong: the engine broke, rejected a legal move or a refusal, or asks without end.
    """
    run = Run(situation, situation.scene(bench.hello, bench.ground))
    bench.reset(run.scene, seed=seed)
    see_known(bench, run.scene)
    start = situation.start
    exchange = bench.start(start.player, start.at, start.phase, start.inject)
    opened: Opened = {}
    said = ""
    for _ in range(LIMIT):
        run.exchanges.append(exchange)
        match exchange.close:
            case Done() as done:
                run.over = done
                break
            case Ask() as ask:
                run.asks.append(ask)
                see_one(exchange)
                if until and until(ask):
                    return run
            case Rejected(why=why):
                raise Wrong(f"{said} was rejected: {quoted(why)}", exchange)
            case None:
                raise Wrong(exchange.broke or "no reply", exchange)
            case other:
                raise Wrong(f"`{tag(other)}` in reply to a decision", exchange)
        decision = decide(ask, situation.moves[run.made :], opened)
        if isinstance(decision, Rest):
            break
        if isinstance(decision, Decision):
            said = _said(situation, run.made, decision)
            run.made += decision.used
            opened = decision.opened
            answer = decision.answer
        elif (choice := anything(ask)) is not None:
            said = "a choice from what the ask lists"
            answer = _to_all(ask, choice)
        else:
            run.stuck = f"a required choice that lists nothing to choose from: «{quoted(describe_ask(ask))}»"
            break
        exchange = bench.tell(answer)
    else:
        raise Wrong(f"asks without end: more than {LIMIT} answers", exchange)
    run.state = bench.state()
    return run


def see_known(bench: Bench, scene: Scene) -> None:
    """Where earlier checks found tables that were not their scenes, see that this one is not so again.

    Raises:
        Wrong: it is.
    """
    if not any(fault.startswith(TABLE) for fault in bench.met):
        return
    what, problem = differences(scene, bench.state()) or ("", "")
    if TABLE + what in bench.met:
        raise Wrong(problem, showing(bench.log[-1], TABLE + what))


def _said(situation: Situation, made: int, decision: Decision) -> str:
    if decision.how == "declined":
        return "no, at an ask that is not required,"
    if decision.used:
        return f"the move «{situation.moves[made + decision.used - 1]}»"
    return "a choice from what the ask lists" if decision.how == "only" else "a detail of the skill"


def _to_all(ask: Ask, choice: Choice) -> Answer:
    """The choice as the answer of whoever is asked."""
    match ask.mode:
        case "one":
            return Answer(ask.id, choice)
        case "any":
            return Answer(ask.id, choice, player=ask.players[0])
        case "all":
            return Answer(ask.id, choices=dict.fromkeys(ask.players, choice))


def anything(ask: Ask) -> Choice | None:
    """Some choice among those that a required ask lists, or None where it lists none.

    The same whatever the order of the lists, for that means nothing.
    """
    cards, targets = sorted(ask.cards), sorted(ask.targets)
    match ask.kind:
        case "option" if ask.options:
            return Choice(option=min(ask.options))
        case "cards" if len(ask.cards) >= ask.min:
            return Choice(cards=cards[: ask.min])
        case "targets" if len(ask.targets) >= ask.min:
            return Choice(targets=targets[: ask.min])
        case "give" if ask.cards and ask.targets:
            return Choice(cards=cards[: max(ask.min, 1)], targets=targets[:1])
        case "pick" if ask.subject and ask.cards:
            return Choice(cards=cards[:1], targets=[ask.subject])
        case "pick" if ask.subject:
            return Choice(targets=[ask.subject], zone="hand")
        case "skill" if ask.skills:
            return Choice(skill=min(ask.skills))
    return None


def run_of(bench: Bench, situation: Situation) -> Run:
    """The situation as it was played once and for all; it is played now if it was not yet.

    Raises:
        Wrong: it could not be played.
    """
    if situation.name not in bench.runs:
        try:
            bench.runs[situation.name] = perform(bench, situation)
        except Wrong as wrong:
            bench.runs[situation.name] = wrong
            bench.fresh()
    found = bench.runs[situation.name]
    if isinstance(found, Wrong):
        raise found
    assert isinstance(found, Run)
    return found


def broken(bench: Bench, *words: str, about: str = "", but: str = "") -> Outcome | None:
    """The failure of a check, if a situation could not be played for a reason that is for this check.

    Args:
        bench: what is worked on.
        words: the reason has all of these,
        about: or is a breach of the contract by a message of this name,
        but: and it does not have this.
    """
    all_runs(bench)
    for name, found in bench.runs.items():
        if not isinstance(found, Wrong) or (but and but in found.detail):
            continue
        breach = found.shown.breach if found.shown else None
        at_fault = breach is not None and about != "" and breach.about == about
        if at_fault or (words and all(each in found.detail for each in words)):
            return failed(f"{name}: {found.detail}", found.shown)
    return None


def by_fault(bench: Bench, fault: str) -> Outcome | None:
    """The failure of a check, if a situation could not be played for a fault that is for this check."""
    all_runs(bench)
    for name, found in bench.runs.items():
        breach = found.shown.breach if isinstance(found, Wrong) and found.shown else None
        if isinstance(found, Wrong) and breach and breach.fault == fault:
            return failed(f"{name}: {found.detail}", found.shown, found.mend)
    return None


def all_runs(bench: Bench) -> list[Run]:
    """Every situation that the engine has the means for, and that could be played."""
    found: list[Run] = []
    for situation in SITUATIONS:
        if situation.lacks(bench.hello):
            continue
        try:
            found.append(run_of(bench, situation))
        except Wrong:
            continue  # its own check says so
    return found
