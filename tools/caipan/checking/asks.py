"""CK5x and CK6x: situations can be played, and what is asked in them is well-formed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caipan.checking.bench import Bench, each, some
from caipan.checking.model import IDLE, Check, Exchange, Outcome, failed, not_applicable, ok
from caipan.checking.once import SEVERAL, UNREASONED, showing
from caipan.checking.perform import Run, all_runs, broken, by_fault, perform, run_of
from caipan.checking.quote import quoted
from caipan.checking.scenes import LABELS, cards_in
from caipan.checking.situations import PUT_ON, SITUATIONS, TRICKS, Situation
from caipan.connect.check import IMPOSSIBLE_ASK
from caipan.connect.ledger import AGAIN
from caipan.contract.messages import Answer, Ask, HelloReply
from caipan.language.describe import describe_ask
from caipan.language.words import name_of, real_of

USED = ("桃", "酒", "无懈可击")
"""Cards that are never played (打出)."""
SLASHES = ("杀", "火杀", "雷杀")
FOLLOWING = ("cards", "pick", "give", "targets")
"""Kinds of ask by which an engine asks for the details of a skill, one by one."""
PLAYED_FOR = ("决斗", "南蛮入侵", "万箭齐发")
"""Cards against which others are played."""


def played(situations: tuple[Situation, ...]) -> Callable[[Bench], Outcome]:
    """The check that these situations can be played: legal moves and refusals are taken."""

    def check(bench: Bench) -> Outcome:
        lacks = {each.name: lack for each in situations if (lack := each.lacks(bench.hello))}
        able = {each.name: each for each in situations if each.name not in lacks}
        # Each of what is lacking once, in their order.
        unlisted = f"the hello does not list {some([*dict.fromkeys(lacks.values())])}"
        if not able:
            return not_applicable(unlisted)
        outcome = each(bench, able, "situations", lambda name: run_of(bench, able[name]), unsupported="all")
        if outcome.status != "ok":
            return outcome
        runs = [run for name in able if isinstance(run := bench.runs.get(name), Run)]
        unseen = [f"{run.situation.name}: {run.stuck or run.unmade}" for run in runs if not run.whole]
        if len(unseen) == len(runs):
            return not_applicable(some(unseen))
        return ok("; ".join([outcome.text, *unseen, *([f"for more, {unlisted}"] if lacks else [])]))

    return check


def of_kind(kind: str) -> Callable[[Bench], Outcome]:
    """The check that an ask of this kind is seen somewhere, with the lists that it calls for."""

    def check(bench: Bench) -> Outcome:
        found: list[tuple[str, Ask]] = []
        if kind == "idle" and (several := by_fault(bench, SEVERAL)):
            return several
        for run, ask, exchange in _all(bench):
            if ask.kind == kind:
                where = f"{run.situation.name}: «{describe_ask(ask)}»"
                if problem := lacks(ask):
                    return failed(f"{where}: {problem}", exchange)
                if skill := _invoked(run, ask, exchange):
                    said = f"{where}: it follows the skill {skill}, and does not have it as its `reason`"
                    return failed(said, showing(exchange, UNREASONED), _REASON)
                found.append((where, ask))
        if not found:
            return not_applicable(f"not seen: {_where(bench, kind)}")
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        return ok(f"{found[0][0]}{more}")

    return check


def _invoked(run: Run, ask: Ask, exchange: Exchange) -> str | None:
    """The skill that the player who is asked on invoked just now, if the ask has no reason at all."""
    number = run.asks.index(ask)
    answer = exchange.sent
    if ask.kind not in FOLLOWING or ask.reason or not number or not isinstance(answer, Answer):
        return None
    player = answer.player or run.asks[number - 1].players[0]
    choice = answer.choice if answer.choices is None else answer.choices.get(player)
    return choice.skill if choice and not choice.use and player in ask.players else None


def own_cards(bench: Bench) -> Outcome:
    """An ask of kind ``cards``, and that all which it lists are his who is asked."""
    outcome = of_kind("cards")(bench)
    if outcome.status != "ok":
        return outcome
    run, _ask, _shown = next(found for found in _all(bench) if found[1].kind == "cards")
    again = perform(bench, run.situation, until=lambda ask: ask.kind == "cards")
    ask, shown = again.asks[-1], again.exchanges[-1]
    his = {
        real_of(card)
        for seat in bench.state().players
        if seat.name in ask.players
        for card in (*seat.hand, *seat.equipment, *seat.judgement, *seat.aside)
    }
    if ask.kind == "cards" and (others := [card for card in ask.cards if card not in his]):
        where = f"{run.situation.name}: «{quoted(describe_ask(ask))}»"
        return failed(f"{where}: {others[0]} is not his: of kind `cards` are one's own", shown)
    return outcome


def _all(bench: Bench) -> Iterator[tuple[Run, Ask, Exchange]]:
    for run in all_runs(bench):
        for exchange in run.exchanges:
            if isinstance(exchange.close, Ask):
                yield run, exchange.close, exchange


def lacks(ask: Ask) -> str | None:
    """What an ask of its kind must have and this one has not."""
    match ask.kind:
        case "idle" if ask.required:
            return "one may always end the phase: an ask at the idle point is never `required`"
        case "use" | "play" if not ask.names:
            return f"an ask of kind `{ask.kind}` lists the `names` of the cards that are called for"
        case "skill" if not ask.skills:
            return "an ask of kind `skill` lists the `skills` that may be invoked"
        case "option" if not ask.options:
            return "an ask of kind `option` lists its `options`"
        case "pick" if ask.subject is None and not ask.targets:
            return "an ask of kind `pick` says whose card it is: `subject`, or several `targets`"
        case "cards" | "targets" if ask.max == 0:
            return f"an ask of kind `{ask.kind}` for none of them"
    return None


def _where(bench: Bench, kind: str) -> str:
    tried = [s.name for s in SITUATIONS if kind in s.kinds and not s.lacks(bench.hello)]
    return (
        f"not in {', '.join(tried)}"
        if tried
        else "the engine has the means for no situation that provokes it"
    )


def shapes(bench: Bench) -> Outcome:
    """Players of the table, numbers that fit, and words of the hello."""
    if found := broken(bench, about="ask", but=AGAIN):
        return found
    count = 0
    for run, ask, exchange in _all(bench):
        count += 1
        if problem := next(flaws(ask, run, bench.hello), None):
            return failed(f"{run.situation.name}, «{describe_ask(ask)}»: {problem}", exchange)
    return ok(f"{count} asks") if count else not_applicable("not seen: nothing was asked")


def flaws(ask: Ask, run: Run, hello: HelloReply) -> Iterator[str]:
    """What is wrong with an ask, beside what the connection already refuses."""
    known = set(cards_in(run.scene))
    if ask.mode == "one" and len(ask.players) > 1:
        yield "it asks several players in mode `one`: expected `any` or `all`"
    # Cards that are called for need not be the engine's own: the rules call for 酒 where it has none.
    for what, said, claimed, there in (
        ("names", ask.names, (*hello.cards, *LABELS), ", and there is no such card"),
        ("skills", ask.skills, (*hello.skills, *hello.cards), ""),
    ):
        if unclaimed := [word for word in said if word not in claimed]:
            yield f"`{what}` has {quoted(unclaimed[0])}, which the hello does not list{there}"
    if invented := [card for card in ask.cards if card not in known]:
        yield f"`cards` has {invented[0]}, which is not in the scene"
    if ask.kind == "pick" and ask.subject in ask.players:
        yield f"its subject is {ask.subject} himself: `pick` is for a card of another player"
    reason = name_of(ask.reason or "")
    if ask.kind == "play" and (used := [name for name in ask.names if name in USED]):
        yield f"{used[0]} is used, not played: expected kind `use`"
    elif ask.kind == "play" and "闪" in ask.names and reason in SLASHES:
        yield f"闪 is used against {reason}: expected kind `use`"
    elif ask.kind == "use" and reason in PLAYED_FOR and {"杀", "闪"} & {*ask.names}:
        yield f"against {reason} 杀 and 闪 are played: expected kind `play`"


def ids(bench: Bench) -> Outcome:
    """Each ask of a game has a number of its own."""
    return broken(bench, IMPOSSIBLE_ASK, AGAIN) or ok()


_REASON = (
    "ask on with the skill as the `reason`, be it of kind `give`, `pick`, `cards` or `targets`: only then it "
    "is answered by what a scenario says of the skill"
)
_PLAY = "take the legal move, ask where somebody may answer, and come to an ask or `done`"


def _named(*names: str) -> tuple[Situation, ...]:
    return tuple(next(each for each in SITUATIONS if each.name == name) for name in names)


def _kind(code: str, kind: str, when: str, run: Callable[[Bench], Outcome] | None = None) -> Check:
    mend = f"ask with kind `{kind}` and its lists; what is never asked in this form is no failure"
    return Check(code, f"an ask of kind `{kind}`: {when}", mend, run or of_kind(kind), IDLE)


CHECKS = (
    Check(
        "CK50",
        "basic cards can be used: 桃, 杀, 闪",
        _PLAY,
        played(_named("甲 uses 桃", "杀 against 闪", "杀, and no 闪")),
        IDLE,
    ),
    Check(
        "CK51",
        "somebody is dying, is saved, dies, and the game ends",
        _PLAY,
        played(_named("桃 when dying", "death", "the last rebel dies")),
        IDLE,
    ),
    Check(
        "CK52",
        "tricks and equipment can be used",
        _PLAY,
        played(
            _named(
                *("杀 against 南蛮入侵", "过河拆桥 picks a card", "无懈可击", "乐不思蜀 is laid"),
                *("铁索连环", "chained characters are freed", "八卦阵", "仁王盾"),
                *(each.name for each in (*TRICKS, *PUT_ON)),
            )
        ),
        IDLE,
    ),
    Check(
        "CK53",
        "phases and turns come to their end",
        _PLAY,
        played(
            _named(
                *("甲 ends his phase", "discards at the end of the turn", "a turn"),
                *("a turn of a character who lies face down", "乐不思蜀 takes effect"),
            )
        ),
        IDLE,
    ),
    Check(
        "CK54",
        "skills can be invoked",
        _PLAY,
        played(_named("反馈", "奸雄", "遗计", "流离", "据守", "刚烈")),
        IDLE,
    ),
    Check(
        "CK55",
        "what is injected comes to its end",
        _PLAY,
        played(_named("damage by nobody", "loss of hp", "a judgement", "recovery")),
        IDLE,
    ),
    Check(
        "CK60",
        "asks are well-formed: players and cards of the scene, words of the hello, `min` ≤ `max`",
        "correct the field that is named",
        shapes,
        IDLE,
    ),
    Check("CK61", "each ask of a game has an id of its own", "count asks up", ids, IDLE),
    _kind("CK62", "idle", "the idle point of a play phase"),
    _kind("CK63", "use", "闪 against 杀, 桃 when dying, 无懈可击"),
    _kind("CK64", "play", "杀 against 南蛮入侵 or 决斗, 闪 against 万箭齐发"),
    _kind("CK65", "skill", "反馈, 奸雄, 遗计, 八卦阵"),
    _kind("CK66", "cards", "the discard phase", own_cards),
    _kind("CK67", "pick", "过河拆桥"),
    _kind("CK68", "give", "遗计"),
    _kind("CK69", "targets", "流离, where it asks step by step"),
    _kind("CK6A", "option", "whatever lets one choose"),
)
