"""What holds in every game, whoever decides what: random scenes, random legal decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sanguosha.faces import Card
from sanguosha.kernel import Choice, Event
from sanguosha.table import Game, Player, Zone
from tests.reference.deck import labels
from tests.reference.random_games import NAMES, Setting, begin, decide, record, setting

LIMIT = 150
"""Decisions a game: enough for several rounds of the table."""

seeds = st.integers(0, 2**32)
sizes = st.integers(2, 8)


def zones(game: Game) -> Iterator[Zone]:
    """Every zone of a table."""
    yield from (game.draw_pile, game.discard_pile, game.processing)
    for player in game.players:
        yield from (player.hand, player.equipment, player.judgement, player.aside)


class Ledger:
    """Where every card is, followed by the reported moves alone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.place = {card: zone.label for zone in zones(game) for card in zone.cards}

    def follow(self, event: Event) -> None:
        """Check one event against the books, and enter it."""
        if event.kind == "move":
            self._move(event.facts)

    def _move(self, facts: dict[str, Any]) -> None:
        cards: list[Card] = facts["cards"]
        assert cards, "a move moves something"
        assert len(set(cards)) == len(cards)
        for card in cards:
            if facts["origin"] == "draw" and self.place[card] == "discard":
                self._reshuffle()
            assert self.place[card] == facts["origin"], card.label
            self.place[card] = facts["destination"]

    def _reshuffle(self) -> None:
        """The discard pile becomes part of the draw pile; that is no move of a card by anybody."""
        for card, place in self.place.items():
            if place == "discard":
                self.place[card] = "draw"

    def balance(self) -> None:
        """The books agree with the table, up to a reshuffle in which nothing has been drawn yet."""
        found = {card: zone.label for zone in zones(self.game) for card in zone.cards}
        assert found.keys() == self.place.keys(), "a card appeared or vanished"
        for card, place in self.place.items():
            assert found[card] in (place, "draw" if place == "discard" else place), card.label


def check_hp(game: Game, idle: bool) -> None:
    """Nobody has more than the maximum; at an idle point nobody lives without hp, unless 不屈 keeps him."""
    for player in game.players:
        assert player.hp <= player.max_hp
        if idle and player.alive and player.hp < 1:
            assert any(holder.skill.name == "不屈" for holder in player.holders)
            assert game.edition.name == "2012"


def check_one_dying(events: list[Event]) -> None:
    """Dying settlements are nested, one within the other; only the innermost is in force."""
    stack: list[Player | None] = []
    for event in events:
        if event.kind == "dying":
            assert event.player not in stack, "nobody is dying twice at once"
            stack.append(event.player)
        elif event.kind in ("saved", "reveal"):
            assert stack.pop() is event.player


def check_nesting(events: list[Event]) -> None:
    """Every event lies within one that has happened and is not over: the nesting is balanced."""
    open_events = [0]
    last = 0
    for event in events:
        assert event.id == last + 1
        while open_events[-1] != event.parent:
            assert len(open_events) > 1, f"event {event.id} lies in {event.parent}, which is over"
            open_events.pop()
        open_events.append(event.id)
        last = event.id


@settings(max_examples=60, deadline=None)
@given(seed=seeds, players=sizes)
def test_every_game_keeps_its_books(seed: int, players: int) -> None:
    where = setting(seed, players)
    game, flow = begin(where, NAMES[seed % players])
    ledger = Ledger(game)
    chance = Random(seed)
    seen = 0
    try:
        ask = next(flow)
        for _ in range(LIMIT):
            for event in game.events[seen:]:
                ledger.follow(event)
            seen = len(game.events)
            ledger.balance()
            check_hp(game, ask.kind == "idle")
            ask = flow.send(decide(game, ask, chance))
    except StopIteration:
        assert game.over
        assert game.nesting == [0], "whatever was begun is over when the game is"
    assert Counter(card.label for zone in zones(game) for card in zone.cards) == Counter(labels())
    check_nesting(game.events)
    if not game.over:
        check_one_dying(game.events)


def plain(value: object) -> object:
    """A fact of an event without the identity of this table."""
    if isinstance(value, Card):
        return value.label
    if isinstance(value, Player):
        return value.name
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def trace(events: list[Event]) -> list[object]:
    """Events as they can be compared between tables."""
    return [
        (
            event.kind,
            event.id,
            event.parent,
            plain(event.player),
            {name: plain(fact) for name, fact in event.facts.items()},
        )
        for event in events
        if event.kind != "game_over"  # the winners are a set: their order says nothing
    ]


def replayed(where: Setting, first: str, script: list[Choice | None]) -> list[object]:
    """The trace of the same decisions on another table."""
    game, flow = begin(where, first)
    cards = {card.label: card for zone in zones(game) for card in zone.cards}
    people = {player.name: player for player in game.players}
    try:
        ask = next(flow)
        for choice in script:
            there = None if choice is None else transferred(choice, cards, people)
            assert there is None or ask.check(there) is None
            ask = flow.send(there)
    except StopIteration:
        pass
    return trace(game.events)


def transferred(choice: Choice, cards: dict[str, Card], people: dict[str, Player]) -> Choice:
    """The same decision with another table's cards and people."""
    return Choice(
        use=choice.use,
        cards=[cards[card.label] for card in choice.cards],
        targets=[people[player.name] for player in choice.targets],
        skill=choice.skill,
        blind=choice.blind,
    )


@settings(max_examples=30, deadline=None)
@given(seed=seeds, players=sizes)
def test_the_same_script_gives_the_same_trace(seed: int, players: int) -> None:
    where = setting(seed, players)
    events, script = record(where, NAMES[0], seed, LIMIT)
    assert replayed(where, NAMES[0], script) == trace(events)


@settings(max_examples=30, deadline=None)
@given(seed=seeds, players=sizes, by=st.integers(1, 7))
def test_rotated_seats_give_the_rotated_trace(seed: int, players: int, by: int) -> None:
    where = setting(seed, players)
    first = NAMES[seed % players]
    events, script = record(where, first, seed, LIMIT)
    assert replayed(where.rotated(by % players), first, script) == trace(events)
