"""CK1x: scenes that are claimed stand as they were sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from caipan.checking.bench import Bench, each, some
from caipan.checking.model import GREET, READY, Check, Lacking, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.once import TABLE, showing
from caipan.checking.quote import quoted
from caipan.checking.scenes import DELAYED, EQUIPMENT, OWNERS, label
from caipan.contract.messages import PlayerScene, PlayerState, Scene, State
from caipan.language.scene import fillers
from caipan.language.words import name_of

SEATS = range(2, 9)
"""So many characters a scenario can have."""

LORDS = frozenset(("护驾", "激将", "救援", "黄天", "暴虐", "颂威", "血裔", "若愚", "制霸"))
"""Skills that only a lord has (主公技)."""

_HP = "set up the hp of the scene, also where a general or the engine's own rules have others"
MENDS = {
    "hp": _HP,
    "max_hp": _HP,
    "the skills": "give a character the skills of the scene and of his general in it; keep none of the last",
}
"""What a table has otherwise than the scene -> how to mend it, where the check does not say it better."""

_LED = "with a general for everybody, for none is unsupported"

GENERAL_HP = (4, 3)
"""With so many hp a general is set up; with others where the engine has him with his own only."""


def minimal(bench: Bench) -> Outcome:
    """Two characters with nothing, or the fewest that the engine has, in each edition."""
    scene = bench.plain()
    count = len(scene.players)
    outcome = each(
        bench, bench.hello.editions, "editions", lambda edition: _stands(bench, scene, edition=edition)
    )
    led = bool(bench.ground.generals)
    if (count == 2 and not led) or outcome.status != "ok":
        return outcome
    least = f"with {count} characters, for fewer are unsupported"
    return ok("; ".join([outcome.text, *([least] if count > 2 else []), *([_LED] if led else [])]))


def many_seats(bench: Bench) -> Outcome:
    """Each number of characters, or honestly not."""
    return each(
        bench,
        SEATS,
        "numbers of characters",
        lambda count: _seated(bench, bench.plain(count)),
        unsupported="all",
    )


def _seated(bench: Bench, scene: Scene) -> None:
    """The scene stands, and its characters sit in its order, from whomever on they are shown."""
    _stands(bench, scene, pile=True)
    close = bench.log[-1].close
    assert isinstance(close, State)
    wanted, got = [seat.name for seat in scene.players], [seat.name for seat in close.players]
    first = wanted.index(got[0])
    if got != [*wanted[first:], *wanted[:first]]:
        raise Wrong(f"expected the seats {_listed(wanted)}, not {_listed(got)}", bench.log[-1])


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

    return each(
        bench,
        bench.hello.skills,
        "skills",
        lambda name: _stands(bench, bench.build(PlayerScene("甲", 4, 4, skills=[name]))),
    )


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
    if found := differences(scene, state, pile=pile):
        what, problem = found
        raise Wrong(problem, showing(bench.log[-1], TABLE + what), MENDS.get(what, ""))
    return state


def difference(scene: Scene, state: State, *, pile: bool = False) -> str | None:
    """How a state differs from the scene that it should be, in one sentence: see ``differences``."""
    found = differences(scene, state, pile=pile)
    return found[1] if found else None


def differences(scene: Scene, state: State, *, pile: bool = False) -> tuple[str, str] | None:
    """In what a state differs from the scene that it should be, and how, in one sentence.

    Args:
        scene: what was sent.
        state: what is shown.
        pile: whether the order of the draw pile counts as well, if it is shown. Where it is wrong, it is so
            in every scene: one check that says so is enough.
    """
    wanted, got = [seat.name for seat in scene.players], [seat.name for seat in state.players]
    if wanted != got:
        return "seats", f"expected the seats {_listed(wanted)}, not {_listed(got)}"
    for seat, shown in zip(scene.players, state.players, strict=True):
        for what, expected, found in _facts(seat, shown):
            if expected != found:
                return what, f"{seat.name}: expected {what} {_listed(expected)}, not {_listed(found)}"
    if Counter(scene.discard_pile) != Counter(state.discard_pile):
        said = f"expected the discard pile {_listed(scene.discard_pile)}, not {_listed(state.discard_pile)}"
        return "the discard pile", said
    if state.processing:
        return "processing", f"expected no cards in resolution, not {_listed(state.processing)}"
    if pile and state.draw_pile and state.draw_pile != scene.draw_pile:
        said = f"the draw pile {_listed(scene.draw_pile)}, top first, not {_listed(state.draw_pile)}"
        return "the draw pile", f"expected {said}"
    if state.over or state.winners:
        said = f"`over` is {state.over}, winners {_listed(state.winners)}"
        return "over", f"expected a game that is not over: {said}"
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
    worn = {name_of(card) for card in seat.equipment}
    # Whether what he wears counts as a skill of his is told in two ways.
    shows = {*shown.skills}.difference(worn.difference(seat.skills))
    if not shows:
        return [], []
    # What skills a general has is no part of the scene.
    own = shows if seat.general else set()
    # A lord's skill of one who is no lord need not be shown.
    due = {skill for skill in seat.skills if skill not in LORDS or skill in shows or seat.role == "lord"}
    return sorted(own | due), sorted(shows)


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
