"""The situations that are played: each minimal, standard, and of one thing only.

What the rules make of them is for `caipan run`; here they are the ground on which asks and events are seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from caipan.checking.scenes import EQUIPMENT, LABELS, SMALL, Ground, build, cards_in
from caipan.contract.messages import HelloReply, Inject, PlayerScene, Scene, Start
from caipan.contract.vocabulary import EVENTS
from caipan.language.needs import Needs, missing, parts_of
from caipan.language.script import Aim, Discard, End, HandOver, Invoke, Move, Pick, Spend, Take, use
from caipan.language.words import name_of, trick_of

PLAYER = PlayerScene
AT_IDLE = Start("idle", "甲")


@dataclass(frozen=True, slots=True)
class Situation:
    """A scene, the moves made in it, and what must then be seen."""

    name: str
    seats: tuple[PlayerScene, ...]
    moves: tuple[Move, ...] = ()
    top: tuple[str, ...] = ()
    start: Start = AT_IDLE
    kinds: tuple[str, ...] = ()
    """Kinds of ask that it provokes in most engines."""
    events: tuple[str, ...] = ()
    """Kinds of event that happen when all its moves are made."""

    def scene(self, hello: HelloReply, ground: Ground = SMALL) -> Scene:
        """The scene for this engine."""
        return build(hello, *self.seats, top=self.top, ground=ground)

    def lacks(self, hello: HelloReply) -> str | None:
        """What of it the engine does not claim to have."""
        scene = self.scene(hello)
        cards = {name_of(card) for card in cards_in(scene)}
        parts: set[str] = set()
        for seat, wanted in zip(scene.players, (*self.seats, *scene.players), strict=False):
            if wanted.skills and not seat.skills and seat.general is None:
                return f"skill {wanted.skills[0]}: neither scene part skills nor a general for it"
            cards |= {trick_of(laid) for laid in seat.judgement}
            parts.update(parts_of(seat))
        lacking = missing(
            Needs(
                cards=frozenset(cards),
                skills=frozenset(skill for seat in self.seats for skill in seat.skills),
                generals=frozenset(seat.general for seat in scene.players if seat.general),
                enters=frozenset({self.start.at}),
                injects=frozenset({self.start.inject.kind} if self.start.inject else ()),
                scene=frozenset(parts),
            ),
            hello,
        )
        return lacking.what if lacking else None


def _duel(
    *hand: str, hp: int = 4, skills: tuple[str, ...] = (), mine: str = "杀♠7"
) -> tuple[PlayerScene, ...]:
    """甲 with one card against 乙."""
    return PLAYER("甲", 4, 4, hand=[mine]), PLAYER("乙", hp, 4, hand=[*hand], skills=[*skills])


def _slash(card: str = "杀♠7") -> Move:
    return use("甲", card, "乙")


def _bare(name: str, target: str | None = None, *held: str, hp: int = 4) -> Situation:
    """甲 uses a card of that name, wounded if it heals; 乙 holds a few and does nothing."""
    card = LABELS[name]
    seats = PLAYER("甲", hp, 4, hand=[card]), PLAYER("乙", 4, 4, hand=[*held])
    healed = ("recover",) if hp < 4 else ()
    return Situation(f"{name} is used", seats, (use("甲", card, target),), events=("use", "move", *healed))


THIRD = PLAYER("丙", 4, 4)

PUT_ON = tuple(_bare(name) for name in LABELS if name in EQUIPMENT)
"""Each card of equipment."""

TRICKS = (
    Situation(
        "杀 against 决斗",
        _duel("杀♣2", mine="决斗♠A"),
        (use("甲", "决斗♠A", "乙"), use("乙", "杀♣2", verb="打出")),
        kinds=("play",),
        events=("use", "play", "move"),
    ),
    Situation(
        "闪 against 万箭齐发",
        _duel("闪♦2", mine="万箭齐发♥A"),
        (use("甲", "万箭齐发♥A"), use("乙", "闪♦2", verb="打出")),
        kinds=("play",),
        events=("use", "play", "move"),
    ),
    *(_bare(name) for name in ("无中生有", "五谷丰登", "南蛮入侵", "闪电", "酒")),
    _bare("桃园结义", hp=3),
    *(_bare(name, "乙", "闪♦2") for name in ("决斗", "过河拆桥", "顺手牵羊", "火攻", "兵粮寸断")),
)
"""Tricks, for engines that have few of them, and 酒."""

SITUATIONS = (
    Situation("甲 ends his phase", (PLAYER("甲", 4, 4), PLAYER("乙", 4, 4)), (End("甲"),), kinds=("idle",)),
    Situation(
        "甲 uses 桃",
        (PLAYER("甲", 3, 4, hand=["桃♥3"]), PLAYER("乙", 4, 4)),
        (use("甲", "桃♥3"),),
        events=("use", "move", "recover"),
    ),
    Situation(
        "杀 against 闪",
        _duel("闪♦2"),
        (_slash(), use("乙", "闪♦2")),
        kinds=("use",),
        events=("use", "move", "cancelled"),
    ),
    Situation(
        "杀, and no 闪", _duel("闪♦2"), (_slash(),), events=("use", "move", "effect", "damage", "deduct")
    ),
    Situation(
        "桃 when dying",
        _duel("桃♥3", hp=1),
        (_slash(), use("乙", "桃♥3")),
        kinds=("use",),
        events=("damage", "dying", "recover", "saved"),
    ),
    Situation("death", (*_duel("闪♦3", hp=1), THIRD), (_slash(),), events=("damage", "dying", "death")),
    Situation(
        "the last rebel dies",
        (PLAYER("甲", 4, 4, role="lord", hand=["杀♠7"]), PLAYER("乙", 1, 4, role="rebel")),
        (_slash(),),
        events=("death", "reveal", "game_over"),
    ),
    Situation(
        "杀 against 南蛮入侵",
        _duel("杀♣2", mine="南蛮入侵♠7"),
        (use("甲", "南蛮入侵♠7"), use("乙", "杀♣2", verb="打出")),
        kinds=("play",),
        events=("use", "play", "move"),
    ),
    Situation(
        "discards at the end of the turn",
        (PLAYER("甲", 1, 4, hand=["杀♠7", "杀♠8"]), PLAYER("乙", 4, 4)),
        (End("甲"), Discard("甲", ("杀♠7",))),
        kinds=("cards",),
        events=("move",),
    ),
    Situation(
        "过河拆桥 picks a card",
        (
            PLAYER("甲", 4, 4, hand=["过河拆桥♠3"]),
            PLAYER("乙", 4, 4, hand=["杀♣2"], equipment=["诸葛连弩♣A"]),
        ),
        (use("甲", "过河拆桥♠3", "乙"), Pick("甲", "乙", "诸葛连弩♣A")),
        kinds=("pick",),
        events=("use", "move"),
    ),
    Situation(
        "无懈可击",
        _duel("无懈可击♠J", mine="过河拆桥♠3"),
        (use("甲", "过河拆桥♠3", "乙"), use("乙", "无懈可击♠J")),
        kinds=("use",),
        events=("use", "move", "cancelled"),
    ),
    Situation("乐不思蜀 is laid", _duel(mine="乐不思蜀♠6"), (_slash("乐不思蜀♠6"),), events=("use", "move")),
    Situation(
        "乐不思蜀 takes effect",
        (PLAYER("甲", 4, 4, judgement=["乐不思蜀♠6"]), PLAYER("乙", 4, 4)),
        top=("杀♠8", "杀♣2", "杀♣3"),
        start=Start("turn", "甲"),
        events=("turn", "judge", "phase_skipped", "move"),
    ),
    Situation(
        "铁索连环", _duel(mine="铁索连环♠J"), (use("甲", "铁索连环♠J", "甲、乙"),), events=("use", "chained")
    ),
    Situation(
        "chained characters are freed",
        (
            PLAYER("甲", 4, 4, hand=["雷杀♠4"]),
            PLAYER("乙", 4, 4, chained=True),
            PLAYER("丙", 4, 4, chained=True),
        ),
        (_slash("雷杀♠4"),),
        events=("damage", "unchained"),
    ),
    Situation(
        "a turn",
        (PLAYER("甲", 4, 4), PLAYER("乙", 4, 4)),
        (End("甲"),),
        start=Start("turn", "甲"),
        events=("turn", "phase", "move", "turn_over"),
    ),
    Situation(
        "a turn of a character who lies face down",
        (PLAYER("甲", 4, 4, face_down=True), PLAYER("乙", 4, 4)),
        start=Start("turn", "甲"),
        events=("turn_skipped", "flip"),
    ),
    Situation(
        "damage by nobody",
        _duel(),
        start=Start("idle", "甲", inject=Inject("damage", "乙")),
        events=("damage", "deduct"),
    ),
    Situation(
        "loss of hp", _duel(), start=Start("idle", "甲", inject=Inject("lose_hp", "乙")), events=("lose_hp",)
    ),
    Situation(
        "a judgement", _duel(), start=Start("idle", "甲", inject=Inject("judge", "乙")), events=("judge",)
    ),
    Situation(
        "recovery",
        _duel(hp=2),
        start=Start("idle", "甲", inject=Inject("recover", "乙")),
        events=("recover",),
    ),
    Situation(
        "反馈",
        (PLAYER("甲", 4, 4, hand=["杀♠7", "杀♠8"]), PLAYER("乙", 3, 3, skills=["反馈"])),
        (_slash(), Invoke("乙", "反馈", (Take("甲"),))),
        kinds=("skill",),
        events=("damage", "skill", "move"),
    ),
    Situation(
        "奸雄",
        _duel(skills=("奸雄",)),
        (_slash(), Invoke("乙", "奸雄")),
        kinds=("skill",),
        events=("skill", "move"),
    ),
    Situation(
        "遗计",
        (*_duel(skills=("遗计",)), THIRD),
        (_slash(), Invoke("乙", "遗计", (HandOver(("杀♣2",), "丙"), HandOver(("杀♣3",), "丙")))),
        top=("杀♣2", "杀♣3"),
        kinds=("skill", "give"),
        events=("skill", "move"),
    ),
    Situation(
        "流离",
        (*_duel("杀♣2", skills=("流离",)), THIRD),
        (_slash(), Invoke("乙", "流离", (Spend(("杀♣2",)), Aim(("丙",), "转移给")))),
        kinds=("skill", "targets"),
        events=("skill", "redirect"),
    ),
    Situation(
        "据守",
        (PLAYER("甲", 4, 4, skills=["据守"]), PLAYER("乙", 4, 4)),
        (End("甲"), Invoke("甲", "据守")),
        top=("杀♣2", "杀♣3", "杀♣4"),
        kinds=("skill",),
        events=("skill", "flip"),
    ),
    Situation(
        "刚烈",
        (*_duel(skills=("刚烈",)),),
        (_slash(), Invoke("乙", "刚烈")),
        top=("杀♠8",),
        kinds=("skill",),
        events=("skill", "judge"),
    ),
    Situation(
        "八卦阵",
        (PLAYER("甲", 4, 4, hand=["杀♠7"]), PLAYER("乙", 4, 4, equipment=["八卦阵♠2"])),
        (_slash(), Invoke("乙", "八卦阵")),
        top=("桃♥3",),
        kinds=("skill",),
        events=("judge", "cancelled"),
    ),
    Situation(
        "仁王盾",
        (PLAYER("甲", 4, 4, hand=["杀♠7"]), PLAYER("乙", 4, 4, equipment=["仁王盾♣2"])),
        (_slash(),),
        events=("use", "invalid"),
    ),
    *TRICKS,
    *PUT_ON,
)

COVERED = frozenset(kind for situation in SITUATIONS for kind in situation.events)
"""Kinds of event that some situation must produce."""

UNCOVERED = frozenset(EVENTS) - COVERED - {"timing"}
