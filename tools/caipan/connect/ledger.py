"""What a connection remembers of the scene, and holds the engine's words against.

An engine may be wrong about the rules, and a scenario says so. But one that
names characters who are not at the table, shows a card in two places at once,
or a table that its own events contradict, says nothing on which a verdict could
stand.
"""

from __future__ import annotations

from collections.abc import Iterable

from caipan.connect.course import Course
from caipan.connect.places import OWNED, cards_of, shown, zones_of
from caipan.connect.wording import Wording, twice
from caipan.contract.messages import (
    Ask,
    Done,
    EngineMessage,
    Event,
    HarnessMessage,
    HelloReply,
    Ready,
    Reset,
    State,
)
from caipan.contract.vocabulary import ZONES

AGAIN = "is that of an earlier"
"""How it is said that the number of an ask or of an event came before."""

NOBODY = "who is not at the table"
"""How it is said that a character is not there."""

COMMON = frozenset(ZONES).difference(OWNED)


class Ledger:
    """The scene that was laid last, and what the engine has said since."""

    __slots__ = (
        "_asks",
        "_cards",
        "_course",
        "_events",
        "_names",
        "_players",
        "_settled",
        "_words",
        "_zones",
    )

    def __init__(self) -> None:
        """There is no scene yet."""
        self._words = Wording()
        self._course = Course()
        self._lay(())

    def _lay(self, names: Iterable[str], cards: dict[str, str] | None = None) -> None:
        self._names = tuple(names)
        self._players = frozenset(self._names)
        self._cards = cards or {}
        self._zones = COMMON.union(f"{name}.{zone}" for name in self._players for zone in OWNED)
        self._asks: set[int] = set()
        self._events: set[int] = set()
        self._settled = True
        self._course.reset()

    def sent(self, message: HarnessMessage) -> None:
        """Note what the engine is told: a reset lays a new scene."""
        if isinstance(message, Reset):
            self._lay([seat.name for seat in message.scene.players], dict(cards_of(message.scene)))
            self._words.lay(message.scene, self._cards)

    def flaw(self, message: EngineMessage) -> str | None:
        """What in a message cannot be at this table, or None; the message is noted."""
        match message:
            case Event():
                return self._event(message)
            case Ask():
                self._settled = message.kind == "idle"
                return self._ask(message)
            case State():
                return self._state(message)
            case Ready():
                self._settled = True
            case HelloReply():
                self._words.greeted(message)
                self._course.claims(message.events)
            case Done(state=state):
                self._course.asked = None
                # A game may end while cards are still in resolution.
                self._settled = not state.over
                return self._state(state)
        return None

    def _event(self, event: Event) -> str | None:
        players = self._players
        if event.player is not None and event.player not in players:
            return self._nobody("its player", event.player)
        if event.source is not None and event.source not in players:
            return self._nobody("its source", event.source)
        if event.targets:
            for name in event.targets:
                if name not in players:
                    return self._nobody("one of its targets", name)
            if len(event.targets) > 1 and (again := twice(event.targets)):
                return f"its targets have {again} twice"
        if problem := self._words.event(event):
            return problem
        if event.kind == "move":
            zones = self._zones
            if event.origin is not None and event.origin not in zones:
                return self._no_zone(event.origin)
            if event.destination is not None and event.destination not in zones:
                return self._no_zone(event.destination)
        if event.id is not None:
            if event.id in self._events:
                return f"its id {event.id} {AGAIN} event"
            self._events.add(event.id)
        self._course.happened(event)
        return None

    def _nobody(self, who: str, name: str) -> str:
        if not self._names:
            return f"{who} is `{name}`, and there is no scene yet"
        return f"{who} is `{name}`, {NOBODY} ({', '.join(self._names)})"

    def _no_zone(self, zone: str) -> str:
        owner, dot, name = zone.rpartition(".")
        if owner and dot and name in OWNED:
            return self._nobody(f"the owner of its zone `{zone}`", owner)
        return (
            f"`{zone}` is no zone: expected {', '.join(sorted(COMMON))}, "
            f"or a player's own, like `甲.hand` ({', '.join(OWNED)})"
        )

    def _ask(self, ask: Ask) -> str | None:
        if ask.id in self._asks:
            return f"its id {ask.id} {AGAIN} ask"
        self._asks.add(ask.id)
        for who, names in (("one of its players", ask.players), ("one of its targets", ask.targets)):
            for name in names:
                if name not in self._players:
                    return self._nobody(who, name)
            if len(set(names)) < len(names):
                return f"{who} is named twice: {', '.join(names)}"
        if ask.subject is not None and ask.subject not in self._players:
            return self._nobody("its subject", ask.subject)
        if ask.min > ask.max:
            return f"its min {ask.min} is more than its max {ask.max}"
        self._course.asked = ask
        return self._words.ask(ask) or self._course.ask(ask, self._words.skills)

    def _state(self, state: State) -> str | None:
        shown = [seat.name for seat in state.players]
        if sorted(shown) != sorted(self._names):
            return self._other_players(shown)
        if state.current is not None and state.current not in self._players:
            return self._nobody("its current player", state.current)
        for name in state.winners:
            if name not in self._players:
                return self._nobody("one of its winners", name)
        for seat in state.players:
            if seat.hp > seat.max_hp:
                return f"{seat.name} has {seat.hp} hp, more than the {seat.max_hp} that he can have"
            for skill in seat.skills:
                if problem := self._words.skill(skill, seat.name):
                    return f"{seat.name}'s skill {problem}"
        return self._course.state(state) or self._cards_astray(state)

    def _other_players(self, shown: list[str]) -> str:
        for name in shown:
            if name not in self._players:
                return self._nobody("one of its players", name)
            if shown.count(name) > 1:
                return f"it has the player {name} {shown.count(name)} times"
        missing = next(name for name in self._names if name not in shown)
        return f"the player {missing} of the scene is not in it"

    def _cards_astray(self, state: State) -> str | None:
        """Cards in two places, of another scene, or lost."""
        cards = shown(state)
        there = set(cards)
        if len(there) < len(cards) or not there <= self._cards.keys():
            return self._astray(state)
        # An engine need not show its draw pile, nor have a place for cards in resolution. One that shows the
        # first must account for all cards where none is in resolution; so must one that shows both.
        if state.draw_pile and (self._settled or state.processing) and len(there) < len(self._cards):
            card, place = next((card, place) for card, place in self._cards.items() if card not in there)
            return f"{card} is lost: it lay in {place} when the scene was laid, and is in no zone now"
        return None

    def _astray(self, state: State) -> str:
        places: dict[str, str] = {}
        for zone, cards in zones_of(state):
            for card in cards:
                if card not in self._cards:
                    return f"{card} lies in {zone}, and is no card of the scene"
                if card in places:
                    where = f"twice in {zone}" if zone == places[card] else f"in {places[card]} and in {zone}"
                    return f"{card} lies {where}"
                places[card] = zone
        return "a card lies in two places"
