"""CK1x: scenes that are claimed stand as they were sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from caipan.checking.bench import Bench, each, some
from caipan.checking.model import GREET, READY, Check, Lacking, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.quote import quoted
from caipan.checking.scenes import DELAYED, EQUIPMENT, OWNERS, label
from caipan.contract.messages import PlayerScene, PlayerState, Scene, State
from caipan.language.scene import fillers

SEATS = range(2, 9)
"""So many characters a scenario can have."""

GENERAL_HP = (4, 3)
"""With so many hp a general is set up; with others where the engine has him with his own only."""


def minimal(bench: Bench) -> Outcome:
    """Two characters with nothing, or the fewest that the engine has, in each edition."""
    scene = bench.plain()
    count = len(scene.players)
    outcome = each(
        bench, bench.hello.editions, "editions", lambda edition: _stands(bench, scene, edition=edition)
    )
    if count == 2 or outcome.status != "ok":
        return outcome
    return ok(f"{outcome.text}; with {count} characters, for fewer are unsupported")


def many_seats(bench: Bench) -> Outcome:
    """Each number of characters, or honestly not."""
    return each(
        bench,
        SEATS,
        "numbers of characters",
        lambda count: _stands(bench, bench.plain(count), pile=True),
        unsupported="all",
    )


def each_card(bench: Bench) -> Outcome:
    """Every card of the hello, in hand; equipment in its area as well."""
    if not bench.hello.cards:
        return not_applicable("the hello claims no cards")
    bare: list[str] = []

    def trial(name: str) -> None:
        card = label(name)
        _stands(bench, bench.build(PlayerScene("甲", 4, 4, hand=[card])))
        if name in EQUIPMENT:
            try:
                _stands(bench, bench.build(PlayerScene("甲", 4, 4, equipment=[card])))
            except Lacking as lacking:
                # A card that is claimed can be held; the hello has no word for an area of equipment.
                bare.append(f"{name} ({lacking.detail})")

    outcome = each(bench, bench.hello.cards, "cards", trial)
    if outcome.status == "ok" and bare:
        return ok(f"{outcome.text}; in hand only: {some(bare)}")
    return outcome


def each_skill(bench: Bench) -> Outcome:
    """Every skill of the hello, beside a general's own."""
    if not bench.hello.skills:
        return not_applicable("the hello claims no skills")
    if "skills" not in bench.hello.scene:
        return not_applicable("the hello does not claim the scene part `skills`")

    def trial(name: str) -> None:
        state = _stands(bench, bench.build(PlayerScene("甲", 4, 4, skills=[name])))
        if state.players[0].skills and name not in state.players[0].skills:
            raise Wrong(f"the state shows the skills {quoted(', '.join(state.players[0].skills))}")

    return each(bench, bench.hello.skills, "skills", trial)


def each_general(bench: Bench) -> Outcome:
    """Every general of the hello."""
    if not bench.hello.generals:
        return not_applicable("the hello claims no generals")
    return each(
        bench,
        bench.hello.generals,
        "generals",
        lambda name: _first(
            bench, *(bench.build(PlayerScene("甲", hp, hp, general=name)) for hp in GENERAL_HP)
        ),
    )


def each_part(bench: Bench) -> Outcome:
    """Every other part of a scene that the hello claims: in one of the ways at least that are tried."""
    claimed: list[str] = [*bench.hello.scene]
    parts = {part: seats for part, seats in _parts(bench).items() if part in claimed and seats}
    if not parts:
        return not_applicable("the hello claims no such part of a scene")

    def trial(part: str) -> None:
        _first(bench, *(bench.build(*seats) for seats in parts[part]))

    return each(bench, parts, "parts of a scene", trial, claim="the hello claims it in `scene`")


def _parts(bench: Bench) -> Mapping[str, Sequence[Sequence[PlayerScene]]]:
    """Part of a scene -> ways to have it."""
    first, second = PlayerScene("甲", 4, 4), PlayerScene("乙", 4, 4)
    delayed = [name for name in DELAYED if name in bench.hello.cards][:2]
    # Two of them, so that their order is seen; and one that lies there as another trick.
    laid = [label(name) for name in delayed]
    if "乐不思蜀" in delayed and "杀" in bench.hello.cards:
        laid = ["杀♦7=乐不思蜀", *(card for card in laid if not card.startswith("乐不思蜀"))]
    aside = fillers((), bench.hello.cards)[-2:]
    lying = [laid, *([label(name)] for name in delayed)] if laid else []
    return {
        "roles": [[replace(first, role="lord"), replace(second, role="rebel")]],
        "factions": [
            [replace(first, faction="魏"), replace(second, faction="吴")],
            [replace(first, faction="群"), second],
        ],
        "genders": [[replace(first, gender="female"), replace(second, gender="male")]],
        "judgement": [[replace(first, judgement=cards)] for cards in lying],
        "aside": [
            [replace(_with(bench, "不屈", first), aside=cards)] for cards in (aside, aside[:1]) if cards
        ],
        "chained": [[replace(first, chained=True)], [first, replace(second, chained=True)]],
        "face_down": [[first, replace(second, face_down=True)], [replace(first, face_down=True)]],
    }


def _with(bench: Bench, skill: str, seat: PlayerScene) -> PlayerScene:
    """The character with a skill, if the engine has it: cards on a general may need one to put them there."""
    hello = bench.hello
    if skill in hello.skills and "skills" in hello.scene:
        return replace(seat, skills=[skill])
    return replace(seat, general=OWNERS[skill]) if OWNERS[skill] in hello.generals else seat


def whole_scene(bench: Bench) -> Outcome:
    """Seats, hp, hands, equipment and discard pile, as they were sent: together, or else one by one."""
    hello = bench.hello
    known = fillers((), hello.cards)
    hand, other, discarded = known[0:2], known[2:3], known[3:5]
    worn = [label(name) for name in hello.cards if name in ("诸葛连弩", "仁王盾", "赤兔")]
    first, second, third = (
        PlayerScene("甲", 4, 4, hand=hand),
        PlayerScene("乙", 4, 4),
        PlayerScene("丙", 4, 4),
    )
    whole = bench.build(
        replace(first, hp=1, max_hp=3),
        PlayerScene("乙", 5, 5, hand=other, equipment=worn),
        third,
        discarded=discarded,
    )
    try:
        _stands(bench, whole, pile=True)
    except Lacking:
        bench.fresh()
    else:
        return ok(f"{len(whole.players)} seats")
    scenes = {
        "hands": bench.build(first, second),
        "wounds": bench.build(replace(first, hp=1), second),
        "other hp than 4": bench.build(replace(first, hp=3, max_hp=3), replace(second, hp=5, max_hp=5)),
        "a third seat": bench.build(first, second, third),
        "equipment": bench.build(first, replace(second, equipment=worn)),
        "a discard pile": bench.build(first, second, discarded=discarded),
    }
    return each(
        bench,
        scenes,
        "parts of the table, one at a time",
        lambda part: _stands(bench, scenes[part]),
        unsupported="all",
    )


def draw_pile(bench: Bench) -> Outcome:
    """The draw pile's order, if it is shown; an empty one is empty."""
    hello = bench.hello
    known = fillers((), hello.cards)
    pile = [*known[1::2], *known[0::2]]
    scene = bench.build(PlayerScene("甲", 4, 4), top=pile, alone=True)
    bench.reset(scene)
    state = bench.state()
    if pile and not state.draw_pile:
        return not_applicable("the state does not show the draw pile")
    if state.draw_pile != pile:
        return failed(f"expected the draw pile {_listed(pile)} from the top, not {_listed(state.draw_pile)}")
    try:
        bench.reset(bench.build(PlayerScene("甲", 4, 4), alone=True))
    except Lacking as lacking:
        return ok(f"{len(pile)} cards; an empty one is {lacking.detail}")
    left = bench.state().draw_pile
    return failed(f"expected an empty draw pile, not {_listed(left)}") if left else ok(f"{len(pile)} cards")


def _first(bench: Bench, *scenes: Scene) -> State:
    """Set up the first of the scenes that the engine does not call unsupported, and see that it stands.

    Raises:
        Lacking: all are unsupported.
        Wrong: it does not stand.
    """
    *others, last = scenes
    for scene in others:
        try:
            return _stands(bench, scene)
        except Lacking:
            bench.fresh()
    return _stands(bench, last)


def _stands(bench: Bench, scene: Scene, edition: str | None = None, *, pile: bool = False) -> State:
    """Set the scene up, and see that it stands; with the order of its draw pile, if ``pile``.

    Raises:
        Lacking: the engine says ``unsupported`` of it.
        Wrong: it does not stand.
    """
    bench.reset(scene, edition)
    state = bench.state()
    if problem := difference(scene, state, pile=pile):
        raise Wrong(problem, bench.log[-1])
    return state


def difference(scene: Scene, state: State, *, pile: bool = False) -> str | None:
    """How a state differs from the scene that it should be, in one sentence.

    Args:
        scene: what was sent.
        state: what is shown.
        pile: whether the order of the draw pile counts as well, if it is shown. Where it is wrong, it is so
            in every scene: one check that says so is enough.
    """
    wanted, got = [seat.name for seat in scene.players], [seat.name for seat in state.players]
    if wanted != got:
        return f"expected the seats {_listed(wanted)}, not {_listed(got)}"
    for seat, shown in zip(scene.players, state.players, strict=True):
        for what, expected, found in _facts(seat, shown):
            if expected != found:
                return f"{seat.name}: expected {what} {_listed(expected)}, not {_listed(found)}"
    if Counter(scene.discard_pile) != Counter(state.discard_pile):
        return f"expected the discard pile {_listed(scene.discard_pile)}, not {_listed(state.discard_pile)}"
    if state.processing:
        return f"expected no cards in resolution, not {_listed(state.processing)}"
    if pile and state.draw_pile and state.draw_pile != scene.draw_pile:
        return f"expected the draw pile {_listed(scene.draw_pile)}, top first, not {_listed(state.draw_pile)}"
    if state.over or state.winners:
        return f"expected a game that is not over: `over` is {state.over}, winners {_listed(state.winners)}"
    return None


def _facts(seat: PlayerScene, shown: PlayerState) -> list[tuple[str, object, object]]:
    return [
        ("hp", seat.hp, shown.hp),
        ("max_hp", seat.max_hp, shown.max_hp),
        ("alive", True, shown.alive),
        ("the hand", sorted(seat.hand), sorted(shown.hand)),
        ("the equipment", sorted(seat.equipment), sorted(shown.equipment)),
        ("the judgement area, oldest first,", list(seat.judgement), list(shown.judgement)),
        ("the cards on the general", sorted(seat.aside), sorted(shown.aside)),
        ("chained", seat.chained, shown.chained),
        ("face_down", seat.face_down, shown.face_down),
        ("the skills", *_skills(seat, shown)),
    ]


def _skills(seat: PlayerScene, shown: PlayerState) -> tuple[list[str], list[str]]:
    """The skills that a character should show, and those that he shows; none are shown if they cannot be."""
    if not shown.skills:
        return [], []
    # What skills a general has is no part of the scene.
    own = set(shown.skills) if seat.general else set()
    return sorted(own.union(seat.skills)), sorted(set(shown.skills))


def _listed(what: object) -> str:
    if isinstance(what, Sequence) and not isinstance(what, str):
        return quoted("、".join(map(str, what))) or "(none)"
    return quoted(str(what))


CHECKS = (
    Check(
        "CK10",
        "`reset` with two characters and no cards is `ready`, in each edition, and `state` shows it",
        "set up the scene and answer `ready`; list only editions that you play by",
        minimal,
        (GREET,),
    ),
    Check(
        "CK11",
        "each card of the hello is accepted and shown, in hand, equipment also where it belongs",
        "set the card up, or take it out of `cards`; show hand and equipment in `state`",
        each_card,
        READY,
    ),
    Check(
        "CK12",
        "each skill of the hello is accepted beside a general's own",
        "give the character the skill, or take it out of `skills`",
        each_skill,
        READY,
    ),
    Check(
        "CK13",
        "each general of the hello is accepted",
        "set the general up, or take it out of `generals`; the hp are the scene's, not the general's own",
        each_general,
        READY,
    ),
    Check(
        "CK14",
        "each part of a scene that the hello claims is accepted and shown",
        "set the part up and show it in `state`, or take it out of `scene`",
        each_part,
        READY,
    ),
    Check(
        "CK15",
        "after `ready` the table is the scene: seats, hp, hands, equipment, discard pile",
        "deal nothing of your own: exactly the scene's cards, and its hp also where a general has others",
        whole_scene,
        READY,
    ),
    Check(
        "CK16",
        "the draw pile is the scene's, top first, and may be empty",
        "turn the pile round if your engine draws from the end; leave it empty if it cannot be shown",
        draw_pile,
        READY,
    ),
    Check(
        "CK17",
        "two to eight characters sit in the order of the scene, or are `unsupported`",
        "seats follow the scene's order; answer `unsupported` where there are too many, or too few",
        many_seats,
        READY,
    ),
)
