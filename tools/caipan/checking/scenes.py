"""The scenes of the checks: as small as can be, and of nothing that the hello does not claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from caipan.checking.quote import quoted
from caipan.contract.messages import HelloReply, PlayerScene, PlayerState, Role, Scene, State
from caipan.language.scene import fillers
from caipan.language.words import SEATS, name_of, real_of

_PRINTED = (
    "杀♠7 火杀♥4 雷杀♠4 闪♦2 桃♥3 酒♠3 决斗♠A 南蛮入侵♠7 万箭齐发♥A 桃园结义♥A 五谷丰登♥3 无中生有♥7",
    "借刀杀人♣Q 过河拆桥♠3 顺手牵羊♠3 铁索连环♠J 火攻♥2 无懈可击♠J 乐不思蜀♠6 兵粮寸断♠10 闪电♠A",
)
_WORN = (
    "诸葛连弩♣A 雌雄双股剑♠2 青釭剑♠6 寒冰剑♠2 青龙偃月刀♠5 丈八蛇矛♠Q 贯石斧♦5 方天画戟♦Q 麒麟弓♥5",
    "古锭刀♠A 朱雀羽扇♦A 八卦阵♠2 仁王盾♣2 藤甲♠2 白银狮子♣A",
    "绝影♠5 的卢♣5 爪黄飞电♥K 骅骝♦K 赤兔♥5 紫骍♦K 大宛♠K",
)
LABELS = {name_of(label): label for line in (*_PRINTED, *_WORN) for label in line.split()}
"""Name of a card -> one as it was printed: an engine may have no other."""

EQUIPMENT = frozenset(name_of(label) for line in _WORN for label in line.split())
DELAYED = ("乐不思蜀", "兵粮寸断", "闪电")

OWNERS = {
    "反馈": "司马懿",
    "奸雄": "曹操",
    "遗计": "郭嘉",
    "流离": "大乔",
    "刚烈": "夏侯惇",
    "制衡": "孙权",
    "仁德": "刘备",
    "反间": "周瑜",
    "据守": "曹仁",
    "不屈": "周泰",
}
"""Skill -> a general who has it, for engines whose skills come with generals only."""

QUIET = ("张飞", "孙权", "刘备", "甘宁", "张辽", "华佗", "关羽")
"""Generals whose skills happen only if they are invoked; the first of them can use no card as another."""

ABSENT = "子虚乌有"
"""The name of nothing in any edition."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The smallest table that an engine sets up: how many sit there, whether all have a role, a general."""

    least: int = 2
    roles: bool = False
    generals: tuple[str, ...] = ()
    """Of these everybody has one who has none, if nobody may be without."""

    def seat(self, seats: Sequence[PlayerScene]) -> list[PlayerScene]:
        """The characters, and beside them those without whom there is no table."""
        free = [name for name in SEATS if name not in [seat.name for seat in seats]]
        lacking = max(self.least - len(seats), 0)
        players = self._led([*seats, *(PlayerScene(name, 4, 4) for name in free[:lacking])])
        if not self.roles and not any(seat.role for seat in seats):
            return players
        # Those who come to a table with roles take no side that its end depends on; else one lord, the first.
        role: Role = "loyalist" if any(seat.role for seat in seats) else "rebel"
        players = [seat if seat.role else replace(seat, role=role) for seat in players]
        return players if role == "loyalist" else [replace(players[0], role="lord"), *players[1:]]

    def _led(self, players: list[PlayerScene]) -> list[PlayerScene]:
        there = {seat.general for seat in players}
        free = iter([general for general in self.generals if general not in there])
        return [seat if seat.general else replace(seat, general=next(free, None)) for seat in players]


SMALL = Ground()
"""Two characters, without roles: what most engines can do with."""


def grounds(hello: HelloReply) -> Iterator[Ground]:
    """Tables of which the engine must have one, the smallest first."""
    quiet = [general for general in QUIET if general in hello.generals]
    generals = (*quiet, *(general for general in hello.generals if general not in quiet))
    for led in ((), generals) if generals else ((),):
        for roles in (False, True) if "roles" in hello.scene else (False,):
            for least in range(2, len(SEATS) + 1):
                yield Ground(least, roles, led)


def label(name: str) -> str:
    """A card of that name."""
    return LABELS.get(name, f"{name}♠7")


def cards_in(scene: Scene) -> list[str]:
    """All real cards of a scene."""
    found = [*scene.draw_pile, *scene.discard_pile]
    for seat in scene.players:
        found += [*seat.hand, *seat.equipment, *seat.aside, *map(real_of, seat.judgement)]
    return found


def canonical(state: State) -> State:
    """The state without what means nothing: the order of players, hands, equipment and discard pile."""
    players = [
        replace(seat, hand=sorted(seat.hand), equipment=sorted(seat.equipment), aside=sorted(seat.aside))
        for seat in sorted(state.players, key=_seat)
    ]
    return replace(state, players=players, discard_pile=sorted(state.discard_pile))


def _seat(player: PlayerState) -> tuple[int, str]:
    return (SEATS.index(player.name) if player.name in SEATS else len(SEATS), player.name)


def changed(before: State, after: State) -> str:
    """In what a state differs from another: the first thing."""
    for one, other in zip(before.players, after.players, strict=False):
        for name in one.__struct_fields__:
            if (first := getattr(one, name)) != (second := getattr(other, name)):
                return f"{one.name}'s `{name}` is {_said(first)}, then {_said(second)}"
    differing = [name for name in State.__struct_fields__ if getattr(before, name) != getattr(after, name)]
    name = differing[0]
    return f"`{name}` is {_said(getattr(before, name))}, then {_said(getattr(after, name))}"


def _said(value: object) -> str:
    return quoted(("、".join(map(str, value)) or "(none)") if isinstance(value, list) else str(value))


def able(seat: PlayerScene, hello: HelloReply) -> PlayerScene:
    """The character, with generals for his skills where the engine has skills in no other way."""
    if not seat.skills or "skills" in hello.scene:
        return seat
    (skill,) = seat.skills
    return replace(seat, skills=[], general=OWNERS.get(skill))


def build(
    hello: HelloReply,
    *seats: PlayerScene,
    top: Sequence[str] = (),
    discarded: Sequence[str] = (),
    alone: bool = False,
    ground: Ground = SMALL,
) -> Scene:
    """A scene.

    Args:
        hello: what the engine has: the draw pile is filled up with harmless cards that it knows.
        seats: the characters; others join them where there are too few.
        top: the top of the draw pile.
        discarded: the discard pile.
        alone: whether ``top`` is the whole draw pile.
        ground: the smallest table that the engine sets up.
    """
    players = ground.seat([able(seat, hello) for seat in seats])
    taken = cards_in(Scene(players, [*top], [*discarded]))
    below = [] if alone else fillers(taken, hello.cards)
    return Scene(players, [*top, *below], [*discarded])


def plain(hello: HelloReply, count: int = 2, ground: Ground = SMALL) -> Scene:
    """So many characters without anything, or more where the table needs them."""
    return build(hello, *(PlayerScene(name, 4, 4) for name in SEATS[:count]), ground=ground)
