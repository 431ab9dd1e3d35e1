"""What an engine must have for a scenario: computed from what the scenario names, never declared."""

from __future__ import annotations

import msgspec

from caipan.contract.messages import HelloReply, PlayerScene
from caipan.language import scene, words
from caipan.language.checks import Check
from caipan.language.draft import Draft
from caipan.language.script import Move, Opener
from caipan.verdict import Unsupported

NOT_LISTED = "the engine's hello does not list it"
"""Why a scenario is unsupported that needs what the engine does not claim to have."""


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


def needs_of(draft: Draft) -> Needs:
    """What a scenario needs: its scene, its script, and its checks as far as the draft has them."""
    cards: set[str] = set(map(words.name_of, scene.cards_of(draft.parts)))
    seats = draft.seats.players if draft.seats else ()
    skills = {skill for seat in seats for skill in seat.skills}
    parts: set[str] = set()
    for seat in seats:
        cards.update(map(words.trick_of, seat.judgement))
        parts.update(parts_of(seat))
    steps: list[Opener | Move | Check] = [*draft.moves, *draft.checks]
    mentions = [step.mentions() for step in steps]
    for named in mentions:
        cards.update(named.names)
        skills.update(named.skills)
    return Needs(
        cards=frozenset(cards),
        # A skill that bears the name of a card of the scene is that card's own.
        skills=frozenset(skills - cards),
        generals=frozenset(seat.general for seat in seats if seat.general),
        events=frozenset(event for named in mentions for event in named.events),
        timings=frozenset(timing for named in mentions for timing in named.timings),
        enters=frozenset({draft.entrance().at}),
        injects=frozenset({draft.happen.kind} if draft.happen else ()),
        queries=frozenset(query for named in mentions for query in named.queries),
        scene=frozenset(parts),
        rejects=any(named.rejects for named in mentions),
    )


def parts_of(seat: PlayerScene) -> list[str]:
    """The parts of a scene, in the contract's words, that a character makes use of."""
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
    return [part for part, set_up in parts.items() if set_up]


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
    return Unsupported(", ".join(lacks), NOT_LISTED)
