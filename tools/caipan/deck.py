"""The cards of the standard and the 军争 deck, by name: of which kind each is. Others are not known here."""

from __future__ import annotations

from typing import Literal

Slot = Literal["武器", "防具", "+1坐骑", "-1坐骑"]

_SLOTS: dict[Slot, str] = {
    "武器": ("诸葛连弩 青釭剑 雌雄双股剑 寒冰剑 贯石斧 青龙偃月刀 丈八蛇矛 方天画戟 麒麟弓 古锭刀 朱雀羽扇"),
    "防具": "八卦阵 仁王盾 藤甲 白银狮子",
    "+1坐骑": "绝影 的卢 爪黄飞电 骅骝",
    "-1坐骑": "赤兔 大宛 紫骍",
}
_DELAYED = "乐不思蜀 兵粮寸断 闪电"
_OTHERS = (
    "杀 火杀 雷杀 闪 桃 酒 决斗 过河拆桥 顺手牵羊 万箭齐发 南蛮入侵 桃园结义 五谷丰登 无中生有 借刀杀人 "
    "无懈可击 火攻 铁索连环"
)

SLOTS: dict[str, Slot] = {name: slot for slot, names in _SLOTS.items() for name in names.split()}
"""The place in the equipment area that a card takes: there is one of each."""

DELAYED = frozenset(_DELAYED.split())
"""Cards that may lie in a judgement area (延时类锦囊)."""

KNOWN = frozenset((*SLOTS, *DELAYED, *_OTHERS.split()))
"""All of them: of another card nobody here knows what it is."""
