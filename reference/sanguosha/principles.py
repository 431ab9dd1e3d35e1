"""The principles of settlement (结算的原则), in one place.

``at`` opens a timing, and it alone knows them: several characters go in seat order (多角色结算原则); one
character invokes general skills before equipment skills before cards (单角色结算原则), in the order that he
picks himself; each has one chance, a counted skill as many as it counts; and a timing may close early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from sanguosha import move
from sanguosha.elements import Cost, Holder, Part, Tier
from sanguosha.faces import Card
from sanguosha.kernel import Ask, Choice, Flow
from sanguosha.table import Game, Player


class Opened(Protocol):
    """What ``at`` needs to know of the event whose timing it opens."""

    @property
    def closed(self) -> bool:
        """Whether the timing's premise is gone, so that nothing more is offered (2013, 二（3）注意)."""
        ...

    @property
    def declined(self) -> set[tuple[Player, str]]:
        """Who declined which skill in this settlement."""
        ...


class Plain:
    """An event that has nothing to say for itself, such as a phase."""

    __slots__ = ("again", "closed", "declined")

    def __init__(self) -> None:
        self.again = 0
        """How often a skill has earned being invoked once more (可再次发动)."""
        self.closed = False
        self.declined: set[tuple[Player, str]] = set()


def in_order(game: Game, characters: Iterable[Player] | None = None) -> list[Player]:
    """Characters in the order in which they respond: counter-clockwise from the current one (逆时针).

    In nobody's turn the count starts where the edition says (A21). Without ``characters``, all living ones.
    """
    start = game.anchor.seat
    if game.current is None and game.edition.nobody_from == "next":
        start += 1
    count = len(game.players)
    chosen = game.living if characters is None else characters
    return sorted(chosen, key=lambda player: (player.seat - start) % count)


def is_suppressed(holder: Holder, event: Any) -> bool:
    """Whether an effect already in force keeps a skill from working (2012.lock.type2.not-suppressed).

    青釭剑: armour does nothing against its 杀, from 指定目标后 to the end of the settlement (B12).
    """
    if not holder.is_armour:
        return False
    aim = getattr(event, "aim", None)
    return aim is not None and aim.ignores_armour and aim.target is holder.owner


@dataclass(frozen=True, slots=True)
class Moment:
    """One opening of a timing, in one event.

    ``lost`` are skills that went with equipment which this event took away, and that answer that very
    loss (C20).
    """

    timing: str
    event: Opened
    lost: tuple[Holder, ...] = ()

    def holders(self, game: Game) -> tuple[Holder, ...]:
        """The skills in force at it, in the order in which they were gained."""
        return (*game.by_timing.get(self.timing, ()), *self.lost)


def at(
    game: Game,
    timing: str,
    event: Opened,
    subject: Player | None,
    *,
    order: list[Player] | None = None,
    cards: Callable[[Player], Flow[None]] | None = None,
    lost: tuple[Holder, ...] = (),
    joined: Moment | None = None,
) -> Flow[None]:
    """Open a timing: everybody who can act at it does, by the principles.

    Args:
        timing: which timing; one that the edition does not know is not opened.
        event: the settlement in which it stands.
        subject: whose timing it is, for the report.
        order: who may act and in which order, where that is not the general rule.
        cards: the last tier, using or handling a card (使用牌/执行牌的操作), for one character.
        lost: see ``Moment``.
        joined: another moment that the edition's document has at this same timing.
    """
    if timing in game.edition.unlisted:
        return _NOTHING
    game.emit("timing", subject, timing=timing)
    if not game.by_timing.get(timing) and cards is None and not lost and joined is None:
        return _NOTHING  # the usual case: nobody has anything to do here
    moments = [Moment(timing, event, lost)]
    if joined is not None:
        moments.append(joined)
    return _go_round(game, moments, order, cards)


_NOTHING: Final = cast("Flow[None]", ())
"""A settlement in which nothing happens: ``yield from`` takes an empty tuple as well, and faster."""


def _go_round(
    game: Game,
    moments: list[Moment],
    order: list[Player] | None,
    cards: Callable[[Player], Flow[None]] | None,
) -> Flow[None]:
    """Everybody's go at a timing that is open."""
    event = moments[0].event
    if order is None:
        order = in_order(game, None if cards is not None else _owners(game, moments))
    for player in order:
        for tier in Tier:
            yield from _skills_of(game, moments, player, tier)
        if cards is not None and not event.closed:
            yield from cards(player)
        if event.closed:
            return


def _owners(game: Game, moments: list[Moment]) -> set[Player]:
    """The living who have a skill at these moments: nobody else can act at them."""
    return {holder.owner for moment in moments for holder in moment.holders(game) if holder.owner.alive}


Usable = tuple[Holder, Part, Opened]
"""A part of a skill that may be invoked, and for which event."""


def _skills_of(game: Game, moments: list[Moment], player: Player, tier: Tier) -> Flow[None]:
    """One character's go at one timing with the skills of one tier.

    The register is read anew each time round: a skill gained at this very timing may still be invoked
    (2012.skill.new-skill-same-timing), and a condition that is gone is not offered (2013, 二（3）注意).
    """
    taken: dict[tuple[Holder, Part], int] = {}
    while not moments[0].event.closed:
        usable = [
            (holder, part, moment.event)
            for moment in moments
            for holder, part, chances in usable_parts(game, moment, player)
            if holder.skill.tier is tier and chances > taken.get((holder, part), 0)
        ]
        if not usable:
            return
        chosen, choice = yield from _pick(game, player, usable)
        if chosen is None:
            for holder, part, event in [one for one in usable if not one[0].skill.locked]:
                taken[holder, part] = taken.get((holder, part), 0) + 1
                if game.edition.decline_is_final:
                    event.declined.add((player, holder.skill.name))
            continue
        holder, part, event = chosen
        taken[holder, part] = taken.get((holder, part), 0) + 1
        yield from invoke(game, holder, part, event, choice)


def usable_parts(game: Game, moment: Moment, player: Player) -> list[tuple[Holder, Part, int]]:
    """The parts of skills that ``player`` may invoke at a moment, and how often each."""
    event = moment.event
    found: list[tuple[Holder, Part, int]] = []
    for holder in moment.holders(game):
        if (
            holder.owner is not player
            or is_suppressed(holder, event)
            or (player, holder.skill.name) in event.declined
        ):
            continue
        for part in holder.skill.parts:
            chances = _chances(game, holder, part, event) if part.timing == moment.timing else 0
            if chances:
                found.append((holder, part, chances))
    return found


def _chances(game: Game, holder: Holder, part: Part, event: Any) -> int:
    """How often a part may be invoked: its condition first, then whether cost and target exist at all."""
    owner = holder.owner
    count = part.condition(game, owner, event)
    if not count:
        return 0
    payments: list[list[Card]] = [[]]
    if part.cost is not None:
        fit = [card for card in owner.owned if _can_pay_with(game, holder, part.cost, card)]
        if len(fit) < part.cost.count:
            return 0
        payments = [[card] for card in fit]
    if part.targets is not None and not any(part.targets(game, owner, event, cost) for cost in payments):
        return 0
    return count


def _can_pay_with(game: Game, holder: Holder, cost: Cost, card: Card) -> bool:
    """Equipment cannot pay for its own skill (terms.cards.equip.in-use-untouchable)."""
    return card is not holder.card and cost.accepts(game, holder.owner, card)


def _pick(game: Game, player: Player, usable: list[Usable]) -> Flow[tuple[Usable | None, Choice]]:
    """Which of his skills the player invokes next; None if he declines what he may decline.

    A single locked skill is not asked about; of several locked ones, the owner picks the order (B10).
    """
    must = all(holder.skill.locked for holder, _, _ in usable)
    if must and len(usable) == 1:
        return usable[0], Choice()
    by_name = {found[0].skill.name: found for found in reversed(usable)}

    def check(choice: Choice) -> str | None:
        found = by_name.get(choice.skill)
        return illegal_invocation(game, *found, choice) if found else "that cannot be invoked now"

    choice = yield Ask(player, "skill", check, required=must, skills=tuple(by_name))
    if choice is None:
        return None, Choice()
    return by_name[choice.skill], choice


def illegal_invocation(game: Game, holder: Holder, part: Part, event: Any, choice: Choice) -> str | None:
    """Why a skill cannot be invoked with this cost and these targets, or None if it can."""
    owner = holder.owner
    if part.cost is not None:
        problem = _illegal_cost(game, holder, part.cost, choice)
        if problem is not None:
            return problem
    if part.targets is not None:
        legal = part.targets(game, owner, event, choice.cards)
        if len(choice.targets) != 1 or choice.targets[0] not in legal:
            return f"{holder.skill.name} needs one legal target"
    return None


def _illegal_cost(game: Game, holder: Holder, cost: Cost, choice: Choice) -> str | None:
    """A cost is paid in full or not at all (B14), and not with the equipment whose skill it pays for."""
    cards = choice.cards
    if len(cards) != cost.count or len(set(cards)) != cost.count:
        return f"{holder.skill.name} costs {cost.count} card(s)"
    for card in cards:
        if card not in holder.owner.owned or not _can_pay_with(game, holder, cost, card):
            return f"{card.label} cannot pay for {holder.skill.name}"
    return None


def invoke(game: Game, holder: Holder, part: Part, event: Any, choice: Choice) -> Flow[None]:
    """Invoke a skill: cost and target at once, then its effect (发动技能; 2012, 2（2）)."""
    with game.happening("skill", holder.owner, skill=holder.skill.name, targets=choice.targets):
        if part.cost is not None and part.cost.manner == "discard":
            yield from move.discard(game, choice.cards)
        yield from part.effect(game, holder.owner, event, choice)
