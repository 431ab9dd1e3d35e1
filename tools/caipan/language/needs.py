"""What an engine must have for a scenario: computed from what the scenario names, never declared."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from caipan.contract.messages import HelloReply, PlayerScene
from caipan.language import script, words
from caipan.language.draft import Draft
from caipan.language.expect import Check
from caipan.language.scene import Discarded, Pile, Seats
from caipan.language.script import Move, Opener
from caipan.language.words import Mentions
from caipan.verdict import Unsupported


class Needs(msgspec.Struct, frozen=True):
    """What a scenario needs. The words are those of the engine's ``hello``."""

    cards: frozenset[str] = frozenset()
    skills: frozenset[str] = frozenset()
    """Skills that are named. The own skill of an equipment card bears the card's name: such a need is met by
    the card as well."""
    generals: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    timings: frozenset[str] = frozenset()
    enters: frozenset[str] = frozenset()
    injects: frozenset[str] = frozenset()
    queries: frozenset[str] = frozenset()
    scene: frozenset[str] = frozenset()
    rejects: bool = False

    def __or__(self, other: Needs) -> Needs:
        """The needs of both."""
        both = {
            name: getattr(self, name) | getattr(other, name)
            for name in self.__struct_fields__
            if name != "rejects"
        }
        return Needs(rejects=self.rejects or other.rejects, **both)


def needs_of(draft: Draft) -> Needs:
    """What a scenario needs: its scene, its script, and its checks as far as the draft has them."""
    found = Needs(enters=frozenset({draft.entrance().at}))
    for part in draft.parts:
        match part:
            case Seats(players=players):
                for seat in players:
                    found |= _of_seat(seat)
            case Pile(cards=cards) | Discarded(cards=cards):
                found |= Needs(cards=_names(cards))
    steps: list[Opener | Move | Check] = [*draft.moves, *draft.checks]
    if draft.happen:
        found |= Needs(injects=frozenset({draft.happen.kind}))
    for step in steps:
        found |= of_mentions(step.mentions())
        if isinstance(step, script.Use) and step.converted:
            found |= Needs(cards=frozenset({step.name}))
    # A skill that bears the name of a card of the scene is that card's own.
    return msgspec.structs.replace(found, skills=found.skills - found.cards)


def _of_seat(seat: PlayerScene) -> Needs:
    cards = [*seat.hand, *seat.equipment, *seat.aside, *map(words.real_of, seat.judgement)]
    parts = {
        "roles": seat.role,
        "factions": seat.faction,
        "genders": seat.gender,
        "skills": seat.skills,
        "judgement": seat.judgement,
        "aside": seat.aside,
        "chained": seat.chained,
        "face_down": seat.face_down,
    }
    return Needs(
        cards=_names(cards) | frozenset(map(words.trick_of, seat.judgement)),
        skills=frozenset(seat.skills),
        generals=frozenset({seat.general} if seat.general else ()),
        scene=frozenset(part for part, set_up in parts.items() if set_up),
    )


def _names(cards: Iterable[str]) -> frozenset[str]:
    return frozenset(map(words.name_of, cards))


def of_mentions(named: Mentions) -> Needs:
    """What one step needs."""
    return Needs(
        cards=_names(named.cards) | frozenset(named.names),
        skills=frozenset(named.skills),
        events=frozenset(named.events),
        timings=frozenset(named.timings),
        queries=frozenset(named.queries),
        rejects=named.rejects,
    )


def missing(needs: Needs, hello: HelloReply) -> Unsupported | None:
    """What the engine lacks for the scenario, in one verdict; nothing if it has everything.

    Args:
        needs: what the scenario needs.
        hello: what the engine says that it has.
    """
    lacks = [
        *(f"card {card}" for card in sorted(needs.cards - set(hello.cards))),
        *(f"skill {skill}" for skill in sorted(needs.skills - set(hello.skills) - set(hello.cards))),
        *(f"general {general}" for general in sorted(needs.generals - set(hello.generals))),
        *(f"scene with {part}" for part in sorted(needs.scene - set(hello.scene))),
        *(f"entering at {at}" for at in sorted(needs.enters - set(hello.enters))),
        *(f"injected {what}" for what in sorted(needs.injects - set(hello.injects))),
        *(f"event {kind}" for kind in sorted(needs.events - set(hello.events))),
        *(f"timing {timing}" for timing in sorted(needs.timings - set(hello.timings))),
        *(f"query {query}" for query in sorted(needs.queries - set(hello.queries))),
    ]
    if needs.rejects and not hello.rejects:
        lacks.append("rejecting illegal answers")
    if not lacks:
        return None
    return Unsupported(", ".join(lacks), "the engine's hello does not list it")
