"""Which entry of the script answers which ask. Pure functions; ``play`` keeps what they return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from caipan.contract.messages import Answer, Ask, Choice, PlayerState
from caipan.language import script, words
from caipan.language.script import (
    Aim,
    Barred,
    Cannot,
    Decline,
    Detail,
    HandOver,
    Invoke,
    Move,
    Settle,
    Spend,
    Take,
)

Opened = Mapping[tuple[str, str], tuple[Detail, ...]]
"""Player and skill -> the details of the last 发动 that no follow-up ask has used yet."""

How = Literal["script", "detail", "declined", "only"]
"""Why an answer was given: an entry; a detail of an earlier 发动; nothing scripted; no other possibility."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is answered, how many entries that uses up, and which details stay open."""

    answer: Answer
    how: How
    used: int = 0
    opened: Opened = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An answer that must be rejected, and how many entries are used up when it was."""

    answer: Answer
    entry: Cannot
    used: int


@dataclass(frozen=True, slots=True)
class Rest:
    """The idle point, and no entry for it: the game rests here."""


@dataclass(frozen=True, slots=True)
class Unscripted:
    """A choice is required of ``player``, and the scenario does not say which."""

    player: str


def decide(ask: Ask, entries: Sequence[Move], opened: Opened) -> Decision | Attempt | Rest | Unscripted:
    """What to answer to an ask.

    An entry 不能… that the ask does not fit waits; it is passed over when the ask fits an entry behind it: an
    engine need not offer what may not be done. But a card that may not be used or played is tried also where
    others are called for, if the entry behind it answers that ask.

    Args:
        ask: the decision that is due.
        entries: what is left of the script.
        opened: details of earlier skills, for follow-up asks.
    """
    match ask.mode:
        case "one":
            return _one(ask, entries, opened)
        case "any":
            return _any(ask, entries, opened)
        case "all":
            return _all(ask, entries, opened)


def _one(ask: Ask, entries: Sequence[Move], opened: Opened) -> Decision | Attempt | Rest | Unscripted:
    player = ask.players[0]
    following = follow_up(ask, player, opened)
    if following:
        choice, rest = following
        return Decision(Answer(ask.id, choice), "detail", 0, rest)
    for number, entry in enumerate(entries, 1):
        if _due(entry, entries[number:], ask):
            answer = Answer(ask.id, choice_of(entry))
            if isinstance(entry, Cannot):
                return Attempt(answer, entry, number)
            return Decision(answer, "script", number, _open(entry, opened))
        if not isinstance(entry, Cannot):
            break
    if ask.kind == "idle":
        return Rest()
    return _unasked(ask, player, opened)


def _unasked(ask: Ask, player: str, opened: Opened) -> Decision | Unscripted:
    """What no entry says: an optional ask is declined, the only possibility taken."""
    if not ask.required:
        return Decision(Answer(ask.id), "declined", 0, opened)
    only = only_choice(ask)
    return Decision(Answer(ask.id, only), "only", 0, opened) if only else Unscripted(player)


def _any(ask: Ask, entries: Sequence[Move], opened: Opened) -> Decision | Attempt | Unscripted:
    for player in ask.players:
        following = follow_up(ask, player, opened)
        if following:
            choice, rest = following
            return Decision(Answer(ask.id, choice, player=player), "detail", 0, rest)
    passed = 0
    passing: set[str] = set()
    for number, entry in enumerate(entries, 1):
        if not _due(entry, entries[number:], ask):
            if isinstance(entry, Cannot):
                continue
            break
        if entry.player in passing:
            break  # what he does after he declined is for another ask
        answer = Answer(ask.id, choice_of(entry), player=entry.player)
        match entry:
            case Cannot():
                return Attempt(answer, entry, number)
            case Decline():
                passed = number  # one may decline by name, and another still answer
                passing.add(entry.player)
            case _:
                return Decision(answer, "script", number, _open(entry, opened))
    if passed:
        return Decision(Answer(ask.id), "script", passed, opened)
    if ask.required:
        return Unscripted(ask.players[0])
    return Decision(Answer(ask.id), "declined", 0, opened)


def _all(ask: Ask, entries: Sequence[Move], opened: Opened) -> Decision | Unscripted:
    choices: dict[str, Choice | None] = {}
    for player in ask.players:
        following = follow_up(ask, player, opened)
        if following:
            choices[player], opened = following
    used = 0
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Cannot):
            continue  # nobody could tell whose decision it is that the engine rejects
        if entry.player in choices or not fits(entry, ask):
            break
        choices[entry.player] = choice_of(entry)
        opened = _open(entry, opened)
        used = number
    for player in ask.players:
        if player not in choices:
            only = only_choice(ask) if ask.required else None
            if ask.required and only is None:
                return Unscripted(player)
            choices[player] = only
    how: How = "script" if used else ("only" if ask.required else "declined")
    ordered = {player: choices[player] for player in ask.players}
    return Decision(Answer(ask.id, choices=ordered), how, used, opened)


def fits(entry: Move, ask: Ask) -> bool:
    """Whether an entry is an answer to an ask: of its player, and of its kind."""
    if entry.player not in ask.players:
        return False
    match entry:
        case script.Use(verb="使用"):
            return ask.kind == "idle" or (ask.kind == "use" and called_for(entry.name, ask.names))
        case script.Use():
            return ask.kind == "play" and called_for(entry.name, ask.names)
        case Invoke():
            return ask.kind == "idle" or (ask.kind == "skill" and entry.skill in ask.skills)
        case Decline():
            return _declines(entry, ask)
        case script.Discard():
            return ask.kind == "cards"
        case script.Give():
            return ask.kind in ("give", "cards")
        case script.Pick():
            return ask.kind == "pick"
        case script.Target():
            return ask.kind == "targets"
        case script.Opt():
            return ask.kind == "option" and (not ask.options or entry.option in ask.options)
        case script.End():
            return ask.kind == "idle"
        case Cannot(move=move):
            return fits(move, ask)


def _due(entry: Move, behind: Sequence[Move], ask: Ask) -> bool:
    """Whether an entry is for this ask: it fits, or bars a card where others are called for."""
    if fits(entry, ask):
        return True
    match entry:
        case Cannot(move=script.Use(verb=verb)) if entry.player in ask.players:
            answer = next((move for move in behind if not isinstance(move, Cannot)), None)
            return (
                ask.kind == ("use" if verb == "使用" else "play") and answer is not None and fits(answer, ask)
            )
    return False


def _declines(entry: Decline, ask: Ask) -> bool:
    match entry.verb:
        case "使用":
            return ask.kind == "use" and called_for(entry.name, ask.names)
        case "打出":
            return ask.kind == "play" and called_for(entry.name, ask.names)
        case "发动":
            return ask.kind == "skill" and entry.name in ask.skills
        case "弃置":
            return ask.kind == "cards"


def called_for(name: str, names: Sequence[str]) -> bool:
    """Whether an ask for ``names`` calls for a card of this name. 火杀 and 雷杀 are 杀."""
    return not names or name in names or (name in ("火杀", "雷杀") and "杀" in names)


def choice_of(entry: Move) -> Choice | None:
    """An entry in the contract's words; null for a refusal."""
    match entry:
        case script.Use():
            return Choice(use=entry.name, cards=list(entry.cards), targets=list(entry.targets))
        case Invoke():
            return _invocation(entry)
        case Decline() | script.End():
            return None
        case script.Discard():
            return Choice(cards=list(entry.cards))
        case script.Give():
            return Choice(cards=list(entry.cards), targets=[entry.to])
        case script.Pick():
            return _picked(entry.owner, entry.card)
        case script.Target():
            return Choice(targets=list(entry.targets))
        case script.Opt():
            return Choice(option=entry.option)
        case Cannot(move=move):
            return choice_of(move)


def _invocation(entry: Invoke) -> Choice:
    """A skill with all its details at once; the same ones answer follow-up asks where an engine has them."""
    cards: list[str] = []
    targets: list[str] = []
    option: str | None = None
    zone: Literal["hand"] | None = None
    for detail in entry.details:
        match detail:
            case Spend(cards=some):
                cards += some
            case HandOver(cards=some, to=to):
                cards += some
                targets.append(to)
            case Aim(targets=some):
                targets += some
            case Take(owner=owner, card=None):
                targets.append(owner)
                zone = "hand"
            case Take(owner=owner, card=str(card)):
                targets.append(owner)
                cards.append(card)
            case Settle(option=text):
                option = text
    return Choice(
        skill=entry.skill, cards=cards, targets=list(dict.fromkeys(targets)), option=option, zone=zone
    )


def _picked(owner: str, card: str | None) -> Choice:
    if card is None:
        return Choice(targets=[owner], zone="hand")
    return Choice(cards=[card], targets=[owner])


def _open(entry: Move, opened: Opened) -> Opened:
    if not isinstance(entry, Invoke):
        return opened
    return {**opened, (entry.player, entry.skill): entry.details}


def follow_up(ask: Ask, player: str, opened: Opened) -> tuple[Choice, Opened] | None:
    """The answer to an ask that an invoked skill makes of its own player, from the details of that 发动.

    Returns:
        The choice, and what stays open; nothing where no unused detail answers the ask.
    """
    key = (player, ask.reason or "")
    details = opened.get(key, ())
    for index, detail in enumerate(details):
        answered = _from_detail(detail, ask)
        if answered:
            choice, left = answered
            return choice, {**opened, key: (*details[:index], *left, *details[index + 1 :])}
    return None


def goes_by_steps(move: Barred, ask: Ask | None) -> bool:
    """Whether an ask that follows a 发动 asks, one by one, for what that 发动 named already."""
    return (
        isinstance(move, Invoke)
        and bool(move.details)
        and ask is not None
        and move.player in ask.players
        and ask.reason == move.skill
        and ask.kind not in ("idle", "skill")
    )


def _from_detail(detail: Detail, ask: Ask) -> tuple[Choice, tuple[Detail, ...]] | None:
    """A detail as the answer to an ask, and what is left of the detail."""
    match ask.kind, detail:
        case "cards", Spend(cards=cards, verb=verb) if _offered(cards[: ask.max], ask.cards):
            left = cards[ask.max :]
            return Choice(cards=list(cards[: ask.max])), (Spend(left, verb),) if left else ()
        case (("use" | "play"), Spend(cards=cards)) if called_for(words.name_of(cards[0]), ask.names):
            rest = (Spend(cards[1:], detail.verb),) if cards[1:] else ()
            return Choice(use=words.name_of(cards[0]), cards=[cards[0]]), rest
        case "cards", HandOver(cards=cards, to=to) if _offered(cards[: ask.max], ask.cards):
            over = cards[ask.max :]
            return Choice(cards=list(cards[: ask.max])), ((HandOver(over, to),) if over else ()) + (
                Aim((to,)),
            )
        case "give", HandOver(cards=cards, to=to) if _offered(cards[: ask.max], ask.cards):
            over = cards[ask.max :]
            chosen = Choice(cards=list(cards[: ask.max]), targets=[to])
            return chosen, (HandOver(over, to),) if over else ()
        case "pick", Take(owner=owner, card=card):
            return _picked(owner, card), ()
        case "targets", Aim(targets=targets, verb=aim) if _offered(targets[: ask.max], ask.targets):
            others = targets[ask.max :]
            return Choice(targets=list(targets[: ask.max])), (Aim(others, aim),) if others else ()
        case "option", Settle(option=option) if _offered((option,), ask.options):
            return Choice(option=option), ()
    return None


def _offered(chosen: Sequence[str], offered: Sequence[str]) -> bool:
    """Whether there is something to choose, and the ask, if it lists what there is, lists all of it."""
    return bool(chosen) and (not offered or set(chosen) <= set(offered))


def only_choice(ask: Ask) -> Choice | None:
    """The one possible answer to a required ask, if the ask shows that there is just one."""
    match ask.kind:
        case "option" if len(ask.options) == 1:
            return Choice(option=ask.options[0])
        case "cards" if ask.cards and len(ask.cards) == ask.min:
            return Choice(cards=ask.cards)
        case "targets" if ask.targets and len(ask.targets) == ask.min:
            return Choice(targets=ask.targets)
        case "give" if ask.cards and len(ask.cards) == ask.min and len(ask.targets) == 1:
            return Choice(cards=ask.cards, targets=ask.targets)
    return None


def only_pick(ask: Ask, seats: Sequence[PlayerState]) -> Choice | None:
    """The one possible answer to an ask for a card of somebody who has hand cards only, or one card."""
    owner = next((seat for seat in seats if seat.name == ask.subject), None)
    if ask.kind != "pick" or owner is None:
        return None
    seen = [*owner.equipment, *(card.partition("=")[0] for card in owner.judgement)]
    if owner.hand:
        return None if seen else _picked(owner.name, None)
    return _picked(owner.name, seen[0]) if len(seen) == 1 else None
