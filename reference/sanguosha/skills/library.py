"""Every skill by name, and the generals.

A general stands here if each of his skills that works of itself (锁定技) is implemented. A skill that he may
leave alone changes nothing as long as he does; those that are left out are named beside him.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sanguosha.editions import Edition
from sanguosha.elements import Skill
from sanguosha.skills import qun, shu, wei, wu

_ALL: Final[tuple[Skill, ...]] = (
    wei.JIANXIONG,
    wei.HUJIA,
    wei.FANKUI,
    wei.GUICAI,
    wei.GANGLIE,
    wei.TIANDU,
    wei.YIJI,
    wei.LUOSHEN,
    wei.SHENSU,
    *wei.JUSHOU,
    wei.XINGSHANG,
    shu.JIJIANG,
    shu.WUSHENG,
    shu.LONGDAN,
    shu.MASHU,
    shu.TIEQI,
    shu.JIZHI,
    shu.QICAI,
    shu.KUANGGU,
    wu.XIAOJI,
    wu.LIANYING,
    wu.QIANXUN,
    wu.LIULI,
    wu.TIANXIANG,
    wu.HONGYAN,
    *wu.BUQU,
    qun.JIJIU,
    qun.WUSHUANG,
    qun.GUIDAO,
    qun.WANSHA,
    qun.WEIMU,
    qun.DUANCHANG,
    qun.LIANPO,
)
_BY_KEY: Final[dict[str, Skill]] = {skill.key or skill.name: skill for skill in _ALL}
SKILLS: Final[tuple[str, ...]] = tuple(dict.fromkeys(skill.name for skill in _ALL))
"""The names of all general skills."""


def skill(edition: Edition, name: str) -> Skill:
    """The skill of that name in the version that is in force in ``edition``.

    Raises:
        KeyError: there is no such skill.
    """
    return _BY_KEY[edition.skills.get(name, name)]


@dataclass(frozen=True, slots=True)
class General:
    """A general (武将): faction, gender and skills."""

    name: str
    faction: str
    gender: str
    skills: tuple[str, ...]


GENERALS: Final[dict[str, General]] = {
    general.name: general
    for general in (
        General("曹操", "魏", "male", ("奸雄", "护驾")),
        General("司马懿", "魏", "male", ("反馈", "鬼才")),
        General("夏侯惇", "魏", "male", ("刚烈",)),
        General("郭嘉", "魏", "male", ("天妒", "遗计")),
        General("甄姬", "魏", "female", ("洛神",)),  # 倾国
        General("夏侯渊", "魏", "male", ("神速",)),
        General("曹仁", "魏", "male", ("据守",)),
        General("曹丕", "魏", "male", ("行殇",)),  # 放逐、颂威
        General("刘备", "蜀", "male", ("激将",)),  # 仁德
        General("关羽", "蜀", "male", ("武圣",)),
        General("赵云", "蜀", "male", ("龙胆",)),
        General("马超", "蜀", "male", ("马术", "铁骑")),
        General("黄月英", "蜀", "female", ("集智", "奇才")),
        General("魏延", "蜀", "male", ("狂骨",)),
        General("孙尚香", "吴", "female", ("枭姬",)),  # 结姻
        General("陆逊", "吴", "male", ("谦逊", "连营")),
        General("大乔", "吴", "female", ("流离",)),  # 国色
        General("小乔", "吴", "female", ("天香", "红颜")),
        General("周泰", "吴", "male", ("不屈",)),
        General("华佗", "群", "male", ("急救",)),  # 青囊
        General("吕布", "群", "male", ("无双",)),
        General("张角", "群", "male", ("鬼道",)),  # 雷击、黄天
        General("贾诩", "群", "male", ("完杀", "帷幕")),  # 乱武
        General("蔡文姬", "群", "female", ("断肠",)),  # 悲歌
    )
}
"""Generals by name; behind each, the skills of his that are left out."""
