"""The cards of the standard and 军争 decks that the reference has, by suit and number."""

from __future__ import annotations

_DECK = {
    "杀": "♠7 ♠8 ♠8 ♠9 ♠9 ♠10 ♠10 ♣2 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8 ♣8 ♣9 ♣9 ♣10 ♣10 ♣J ♣J ♥10 ♥10 ♥J ♦6 ♦7 ♦8 ♦9 ♦10 ♦K",
    "火杀": "♥4 ♥7 ♥10 ♦4 ♦5",
    "雷杀": "♠4 ♠5 ♠6 ♠7 ♠8 ♣5 ♣6 ♣7 ♣8",
    "闪": "♥2 ♥2 ♥8 ♥9 ♥J ♥Q ♥K ♦2 ♦2 ♦3 ♦4 ♦5 ♦6 ♦6 ♦7 ♦7 ♦8 ♦8 ♦9 ♦10 ♦10 ♦J ♦J ♦J",
    "桃": "♥3 ♥4 ♥5 ♥6 ♥6 ♥7 ♥8 ♥9 ♥Q ♦2 ♦3 ♦Q",
    "酒": "♠3 ♠9 ♣3 ♣9 ♦9",
    "决斗": "♠A ♣A ♦A",
    "南蛮入侵": "♠7 ♠K ♣7",
    "万箭齐发": "♥A",
    "桃园结义": "♥A",
    "无中生有": "♥7 ♥8 ♥9 ♥J",
    "过河拆桥": "♠3 ♠4 ♠Q ♣3 ♣4 ♥Q",
    "顺手牵羊": "♠3 ♠4 ♠J ♦3 ♦4",
    "铁索连环": "♠J ♠Q ♣10 ♣J ♣Q ♣K",
    "无懈可击": "♠J ♣Q ♣K ♥A ♥K ♦Q",
    "乐不思蜀": "♠6 ♣6 ♥6",
    "兵粮寸断": "♠10 ♣4",
    "闪电": "♠A ♥Q",
    "诸葛连弩": "♣A ♦A",
    "雌雄双股剑": "♠2",
    "青釭剑": "♠6",
    "寒冰剑": "♠2",
    "青龙偃月刀": "♠5",
    "贯石斧": "♦5",
    "方天画戟": "♦Q",
    "麒麟弓": "♥5",
    "八卦阵": "♠2 ♣2",
    "仁王盾": "♣2",
    "藤甲": "♠2 ♣2",
    "白银狮子": "♣A",
    "绝影": "♠5",
    "的卢": "♣5",
    "爪黄飞电": "♥K",
    "赤兔": "♥5",
    "紫骍": "♦K",
    "大宛": "♠K",
}


def labels() -> list[str]:
    """Every card's label, copies told apart by ``#2`` and so on."""
    found: list[str] = []
    for name, faces in _DECK.items():
        for face in faces.split():
            label, copies = name + face, 1
            while label in found:
                copies += 1
                label = f"{name}{face}#{copies}"
            found.append(label)
    return found
