"""The words of the contract: events, timings, zones, reasons, with their Chinese names.

Ids are neutral; labels are the rule documents' own words. A timing whose name
changed between editions (回合开始阶段 became 准备阶段) has one id and several labels.
"""

from __future__ import annotations

from dataclasses import dataclass

PHASES = {
    "prep": ("准备阶段", "回合开始阶段"),
    "judge": ("判定阶段",),
    "draw": ("摸牌阶段",),
    "play": ("出牌阶段",),
    "discard": ("弃牌阶段",),
    "finish": ("结束阶段", "回合结束阶段"),
}
"""Phase id -> its labels, newest first (A01)."""

ROLES = {"主公": "lord", "忠臣": "loyalist", "反贼": "rebel", "内奸": "renegade"}
GENDERS = {"男": "male", "女": "female"}
ELEMENTS = {"火焰": "fire", "雷电": "thunder"}


def _turn_timings() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {
        "turn.before": ("回合开始前",),
        "turn.start": ("回合开始时",),
    }
    ids = list(PHASES)
    for n, phase in enumerate(ids):
        labels = PHASES[phase]
        found[f"phase.{phase}.start"] = tuple(f"{label}开始时" for label in labels)
        # 2012 calls the middle of the draw phase 摸牌阶段摸牌时 (A07).
        found[f"phase.{phase}"] = (*labels, "摸牌阶段摸牌时") if phase == "draw" else labels
        if phase == "play":
            found["phase.play.idle"] = ("出牌阶段的空闲时间点",)
        found[f"phase.{phase}.end"] = tuple(f"{label}结束时" for label in labels)
        if n + 1 < len(ids):
            found[f"gap.{phase}.{ids[n + 1]}"] = tuple(
                f"{before}与{after}间" for before in labels for after in PHASES[ids[n + 1]]
            )
    found["turn.ending"] = ("回合结束时",)
    found["turn.ended"] = ("回合结束后",)
    return found


TIMINGS: dict[str, tuple[str, ...]] = {
    **_turn_timings(),
    "use.choosing": ("选择目标时",),
    "use.chosen": ("选择目标后",),
    "use.becoming": ("指定目标时", "成为目标时"),
    "use.became": ("指定目标后", "成为目标后"),
    "use.validity": ("有效性检测",),
    "use.before": ("生效前",),
    "use.after": ("生效后",),
    "respond.armour": ("发动八卦阵的时机",),
    "respond.lord": ("发动护驾的时机", "发动激将的时机"),
    "respond.card": ("使用或打出响应牌的时机",),
    "move.before": ("移动到目标区域前",),
    "move.at": ("移动到目标区域时",),
    "move.after": ("移动到目标区域后",),
    "flip.after": ("翻面后",),
    "judge.performing": ("进行判定时",),
    "judge.before": ("判定牌生效前",),
    "judge.after": ("判定牌生效后",),
    "damage.scene": ("伤害结算开始时",),
    "damage.dealing": ("造成伤害时",),
    "damage.receiving": ("受到伤害时",),
    "damage.deducting": ("扣减体力时",),
    "damage.deducted": ("扣减体力后",),
    "damage.dealt": ("造成伤害后",),
    "damage.received": ("受到伤害后",),
    "damage.end": ("伤害结算完毕",),
    "dying.entering": ("进入濒死状态时",),
    "dying.while": ("处于濒死状态时",),
    "death": ("死亡时",),
    "recover.amount": ("确定回复数值",),
    "recover.at": ("回复体力时",),
}
"""Timing id -> its labels. Every official timing of the flow documents stands here, in their order."""

TIMING_IDS = {label: timing for timing, labels in TIMINGS.items() for label in labels}

REASONS = {
    "draw": "摸牌",
    "discard": "弃置",
    "gain": "获得",
    "give": "交给",
    "use": "使用",
    "play": "打出",
    "equip": "置入装备区",
    "place": "置入判定区",
    "judge": "亮出判定牌",
    "replace": "代替判定牌",
    "exchange": "替换判定牌",
    "aside": "置于武将牌上",
    "settle": "置入弃牌堆",
}
"""Why cards are moved. The event's player is who gets the cards, for 摸牌, 获得, 交给 and 替换判定牌; else it
is who loses them, if anybody does. ``settle``: into the discard pile without being discarded (置入弃牌堆)."""

ZONES = {
    "hand": "手牌",
    "equipment": "装备区",
    "judgement": "判定区",
    "aside": "武将牌上",
    "draw": "牌堆",
    "discard": "弃牌堆",
    "processing": "结算中",
}
"""Zones of a move. The first four belong to a player and are written ``甲.hand``."""


@dataclass(frozen=True, slots=True)
class EventWord:
    """One kind of event: what it is called and what its fields mean."""

    kind: str
    label: str
    fields: tuple[str, ...]
    zh: str


EVENTS: dict[str, EventWord] = {
    w.kind: w
    for w in (
        EventWord("turn", "回合开始", ("player",), "一名角色进入自己的回合"),
        EventWord("turn_skipped", "跳过回合", ("player",), "回合在开始前被跳过"),
        EventWord("turn_over", "回合结束", ("player",), "回合已经结束"),
        EventWord("phase", "进入阶段", ("player", "phase"), "一个阶段开始"),
        EventWord("phase_skipped", "跳过阶段", ("player", "phase"), "一个阶段被跳过"),
        EventWord("use", "使用", ("player", "card", "cards", "targets"), "使用一张牌"),
        EventWord("play", "打出", ("player", "card", "cards"), "打出一张牌"),
        EventWord("invalid", "无效", ("player", "card"), "一张牌对该角色无效"),
        EventWord("cancelled", "抵消", ("player", "card"), "一张牌对该角色的效果被抵消"),
        EventWord("effect", "生效", ("player", "card"), "一张牌对该角色生效"),
        EventWord("redirect", "转移目标", ("player", "card", "targets"), "一张牌的目标由该角色改为另一角色"),
        EventWord(
            "move",
            "移动",
            ("player", "cards", "origin", "destination", "reason"),
            "牌从一个区域移至另一个区域",
        ),
        EventWord("judge", "判定", ("player", "card", "reason"), "判定结果确定，内容是判定牌"),
        EventWord("damage", "受到伤害", ("player", "source", "amount", "element"), "伤害值确定"),
        EventWord("prevented", "防止伤害", ("player",), "一次伤害被防止"),
        EventWord("deduct", "扣减体力", ("player", "amount"), "体力被扣减"),
        EventWord("lose_hp", "失去体力", ("player", "amount"), "失去体力（不是受到伤害）"),
        EventWord("recover", "回复体力", ("player", "amount"), "体力回复"),
        EventWord("dying", "进入濒死", ("player",), "进入濒死状态"),
        EventWord("saved", "脱离濒死", ("player",), "濒死角色获救"),
        EventWord("reveal", "亮出身份", ("player",), "死亡的角色亮出身份牌"),
        EventWord("check", "检测", ("player", "skill"), "规则要求检测某技能的条件"),
        EventWord("death", "死亡", ("player",), "角色死亡"),
        EventWord("skill", "发动技能", ("player", "skill", "targets"), "发动一个技能"),
        EventWord("chained", "横置", ("player",), "武将牌横置"),
        EventWord("unchained", "重置", ("player",), "武将牌重置"),
        EventWord("flip", "翻面", ("player",), "武将牌翻面"),
        EventWord("game_over", "游戏结束", ("targets",), "游戏结束，对象是获胜的角色"),
        EventWord("timing", "时机", ("player", "timing"), "一个官方时机"),
    )
}
"""Every kind of event. A move may also be named by its reason (摸牌, 弃置, 获得 …) in a scenario's table."""

EVENT_KINDS = {w.label: kind for kind, w in EVENTS.items()}
