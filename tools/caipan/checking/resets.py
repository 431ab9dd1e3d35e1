"""CK1x and CK2x: scenes that are claimed stand as they were sent, and unknown ones are `unsupported`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from caipan.checking.bench import Bench, closing, each
from caipan.checking.model import GREET, READY, Check, Outcome, Wrong, failed, not_applicable, ok
from caipan.checking.scenes import DELAYED, EQUIPMENT, OWNERS, build, label, plain
from caipan.connect.check import tag
from caipan.contract.messages import PlayerScene, PlayerState, Ready, Reset, Scene, State, Unsupported
from caipan.language.scene import fillers

ABSENT = "子虚乌有"
"""The name of nothing in any edition."""

SEATS = 8
"""As many characters as a scenario can have."""


def minimal(bench: Bench) -> Outcome:
    """Two characters with nothing, in each edition; and the table can be looked at."""

    def trial(edition: str) -> None:
        bench.reset(plain(bench.hello), edition)
        bench.state()

    return each(bench, bench.hello.editions, "editions", trial)


def many_seats(bench: Bench) -> Outcome:
    """Eight characters, or honestly fewer."""
    scene = plain(bench.hello, SEATS)
    close = bench.reply(Reset(bench.edition, scene))
    if isinstance(close, Unsupported):
        return ok(f"unsupported: {close.what}")
    return _compare(bench, scene, f"{SEATS} seats")


def each_card(bench: Bench) -> Outcome:
    """Every card of the hello, in hand; equipment in its area as well."""

    def trial(name: str) -> None:
        card = label(name)
        held = PlayerScene("甲", 4, 4, hand=[card])
        worn = [PlayerScene("甲", 4, 4, equipment=[card])] if name in EQUIPMENT else []
        for seat in (held, *worn):
            _stands(bench, build(bench.hello, seat))

    return each(bench, bench.hello.cards, "cards", trial)


def each_skill(bench: Bench) -> Outcome:
    """Every skill of the hello, beside a general's own."""
    if not bench.hello.skills:
        return not_applicable("the hello claims no skills")
    if "skills" not in bench.hello.scene:
        return not_applicable("the hello does not claim the scene part `skills`")

    def trial(name: str) -> None:
        state = _stands(bench, build(bench.hello, PlayerScene("甲", 4, 4, skills=[name])))
        if state.players[0].skills and name not in state.players[0].skills:
            raise Wrong(f"the state shows the skills {', '.join(state.players[0].skills)}")

    return each(bench, bench.hello.skills, "skills", trial)


def each_general(bench: Bench) -> Outcome:
    """Every general of the hello."""
    if not bench.hello.generals:
        return not_applicable("the hello claims no generals")
    return each(
        bench,
        bench.hello.generals,
        "generals",
        lambda name: _stands(bench, build(bench.hello, PlayerScene("甲", 4, 4, general=name))),
    )


def each_part(bench: Bench) -> Outcome:
    """Every other part of a scene that the hello claims."""
    claimed: list[str] = [*bench.hello.scene]
    parts = {part: seats for part, seats in _parts(bench).items() if part in claimed and seats}
    if not parts:
        return not_applicable("the hello claims no such part of a scene")

    def trial(part: str) -> None:
        _stands(bench, build(bench.hello, *parts[part]))

    return each(bench, parts, "parts of a scene", trial, partly=True)


def _parts(bench: Bench) -> Mapping[str, list[PlayerScene]]:
    first, second = PlayerScene("甲", 4, 4), PlayerScene("乙", 4, 4)
    delayed = [name for name in DELAYED if name in bench.hello.cards][:2]
    # Two of them, so that their order is seen; and one that lies there as another trick.
    laid = [label(name) for name in delayed]
    if "乐不思蜀" in delayed and "杀" in bench.hello.cards:
        laid = ["杀♦7=乐不思蜀", *(card for card in laid if not card.startswith("乐不思蜀"))]
    aside = fillers((), bench.hello.cards)[-2:]
    return {
        "roles": [replace(first, role="lord"), replace(second, role="rebel")],
        "factions": [replace(first, faction="魏"), replace(second, faction="吴")],
        "genders": [replace(first, gender="female"), replace(second, gender="male")],
        "judgement": [replace(first, judgement=laid)] if laid else [],
        "aside": [replace(_with(bench, "不屈", first), aside=aside)] if aside else [],
        "chained": [replace(first, chained=True)],
        "face_down": [replace(second, face_down=True), first][::-1],
    }


def _with(bench: Bench, skill: str, seat: PlayerScene) -> PlayerScene:
    """The character with a skill, if the engine has it: cards on a general may need one to put them there."""
    hello = bench.hello
    if skill in hello.skills and "skills" in hello.scene:
        return replace(seat, skills=[skill])
    return replace(seat, general=OWNERS[skill]) if OWNERS[skill] in hello.generals else seat


def whole_scene(bench: Bench) -> Outcome:
    """Seats, hp, hands, equipment and discard pile, as they were sent."""
    hello = bench.hello
    known = fillers((), hello.cards)
    hand, other, discarded = known[0:2], known[2:3], known[3:5]
    worn = [label(name) for name in hello.cards if name in ("诸葛连弩", "仁王盾", "赤兔")]
    scene = build(
        hello,
        PlayerScene("甲", 1, 3, hand=hand),
        PlayerScene("乙", 5, 5, hand=other, equipment=worn),
        PlayerScene("丙", 4, 4),
        discarded=discarded,
    )
    bench.reset(scene)
    return _compare(bench, scene, "three seats")


def draw_pile(bench: Bench) -> Outcome:
    """The draw pile's order, if it is shown; an empty one is empty."""
    hello = bench.hello
    known = fillers((), hello.cards)
    pile = [*known[1::2], *known[0::2]]
    scene = build(hello, PlayerScene("甲", 4, 4), top=pile, alone=True)
    bench.reset(scene)
    state = bench.state()
    if pile and not state.draw_pile:
        return not_applicable("the state does not show the draw pile")
    if state.draw_pile != pile:
        return failed(f"expected the draw pile {_listed(pile)} from the top, not {_listed(state.draw_pile)}")
    bench.reset(build(hello, PlayerScene("甲", 4, 4), alone=True))
    left = bench.state().draw_pile
    return failed(f"expected an empty draw pile, not {_listed(left)}") if left else ok(f"{len(pile)} cards")


def _stands(bench: Bench, scene: Scene) -> State:
    """Set the scene up, and see that it stands."""
    bench.reset(scene)
    state = bench.state()
    if problem := difference(scene, state):
        raise Wrong(problem, bench.log[-1])
    return state


def _compare(bench: Bench, scene: Scene, note: str) -> Outcome:
    problem = difference(scene, bench.state())
    return failed(problem) if problem else ok(note)


def difference(scene: Scene, state: State) -> str | None:
    """How a state differs from the scene that it should be, in one sentence."""
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
    ]


def _listed(what: object) -> str:
    if isinstance(what, Sequence) and not isinstance(what, str):
        return "、".join(map(str, what)) or "(none)"
    return str(what)


# --- what nobody has ------------------------------------------------------------


def unknown_card(bench: Bench) -> Outcome:
    """A card of no edition."""
    return _unknown(bench, build(bench.hello, PlayerScene("甲", 4, 4, hand=[f"{ABSENT}♠7"])))


def unknown_skill(bench: Bench) -> Outcome:
    """A skill of no edition."""
    if "skills" not in bench.hello.scene:
        return not_applicable("the hello does not claim the scene part `skills`")
    return _unknown(bench, Scene([PlayerScene("甲", 4, 4, skills=[ABSENT]), PlayerScene("乙", 4, 4)]))


def unknown_general(bench: Bench) -> Outcome:
    """A general of no edition."""
    if not bench.hello.generals:
        return not_applicable("the hello claims no generals")
    return _unknown(bench, build(bench.hello, PlayerScene("甲", 4, 4, general=ABSENT)))


def unknown_edition(bench: Bench) -> Outcome:
    """An edition that there is not."""
    return _unknown(bench, plain(bench.hello), "1912")


def _unknown(bench: Bench, scene: Scene, edition: str | None = None) -> Outcome:
    exchange = bench.tell(Reset(edition or bench.edition, scene))
    close = closing(exchange)
    if isinstance(close, Unsupported):
        return _goes_on(bench)
    if isinstance(close, Ready) and edition is None and difference(scene, bench.state()) is None:
        seat = scene.players[0]
        if seat.hand or bench.state().players[0].skills == seat.skills != []:
            return ok("taken as it is, which does no harm; `unsupported` says more")
    return failed(f"`{tag(close)}`, expected `unsupported`", exchange)


def _goes_on(bench: Bench) -> Outcome:
    """After `unsupported`, the next scene finds the engine whole."""
    bench.reset(plain(bench.hello))
    return ok()


_UNKNOWN = "look each name up before you set it up, and answer `unsupported` with it"

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
        "eight characters sit in the order of the scene, or are `unsupported`",
        "seats follow the scene's order; answer `unsupported` where there are too many",
        many_seats,
        READY,
    ),
    Check("CK20", "an unknown card is `unsupported`", _UNKNOWN, unknown_card, READY),
    Check("CK21", "an unknown skill is `unsupported`", _UNKNOWN, unknown_skill, READY),
    Check("CK22", "an unknown general is `unsupported`", _UNKNOWN, unknown_general, READY),
    Check(
        "CK23",
        "an unknown edition is `unsupported`",
        "compare `edition` with the editions of your hello",
        unknown_edition,
        READY,
    ),
)
