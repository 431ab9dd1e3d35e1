"""Events, asks and choices in the words of the rulebook: for messages and for drawing what happened."""

from __future__ import annotations

from caipan.contract.messages import Ask, Choice, Event, State
from caipan.contract.vocabulary import EVENTS, REASONS, TIMINGS
from caipan.language.words import element_label, name_of, phase_label, unlisted, zone_label
from caipan.visible import visible


def describe_event(event: Event) -> str:
    """One event on one line, e.g. ``甲 使用 杀♠7 对 乙``."""
    label = EVENTS[event.kind].label if event.kind in EVENTS else event.kind
    match event.kind:
        case "move":
            return _move(event)
        case "timing":
            known = TIMINGS.get(event.timing or "", (event.timing or "?",))
            return _joined(f"时机 {known[0]}", event.player and f"({event.player})")
        case "damage":
            source = f"来自 {event.source}" if event.source else ""
            return _joined(event.player, label, _points(event), source)
        case "judge":
            return _joined(event.player, label, _cards(event), event.reason and f"({event.reason})")
        case "phase" | "phase_skipped":
            return _joined(event.player, label, phase_label(event.phase) if event.phase else "")
        case "game_over":
            return f"{label}: {unlisted(event.targets)} 获胜" if event.targets else f"{label}: 没有人获胜"
    what = _joined(event.skill, _cards(event), _points(event))
    return _joined(event.player, label, what, event.targets and f"对 {unlisted(event.targets)}")


def _move(event: Event) -> str:
    """E.g. ``移动 杀♠7 (甲的手牌→结算中，因使用)``: a move by its use is not taken for the use itself."""
    way = "→".join(zone_label(zone) if zone else "?" for zone in (event.origin, event.destination))
    reason = f"，因{REASONS.get(event.reason, event.reason)}" if event.reason else ""
    owners = {(zone or "").rpartition(".")[0] for zone in (event.origin, event.destination)}
    who = None if event.player in owners else event.player
    return _joined(who, "移动", unlisted(event.cards), f"({way}{reason})")


def _points(event: Event) -> str:
    return "" if event.amount is None else f"{event.amount}点{element_label(event.element)}"


def _cards(event: Event) -> str:
    """The card, and the real cards that it consists of where it is not one of them."""
    real = unlisted(event.cards)
    if not event.card:
        return real
    if not real:
        return event.card
    if len(event.cards) == 1 and event.card in (real, name_of(real)):
        return real
    return f"{event.card}({real})"


def _joined(*parts: object) -> str:
    return visible(" ".join(str(part) for part in parts if part))


def describe_ask(ask: Ask) -> str:
    """One ask on one line, e.g. ``询问 乙 是否使用 闪 (杀)``."""
    who = unlisted(ask.players)
    because = f"({ask.reason})" if ask.reason and ask.reason != "rule" else ""
    about = f"关于 {ask.subject}" if ask.subject else ""
    many = {"one": "", "any": "(先答者)", "all": "(同时)"}[ask.mode]
    number = str(ask.min) if ask.min == ask.max else f"{ask.min}–{ask.max}"
    whether = "须" if ask.required else "是否"
    match ask.kind:
        case "idle":
            what = f"{who} 出牌阶段的空闲时间点"
            return _joined(what, many)
        case "use" | "play":
            verb = "使用" if ask.kind == "use" else "打出"
            what = f"{whether}{verb} {unlisted(ask.names) or '牌'}"
        case "skill":
            what = f"{whether}发动 {unlisted(ask.skills)}"
        case "cards":
            what = f"{whether}选择 {number} 张牌"
        case "pick":
            what = f"{whether}选择一名角色的一张牌"
        case "give":
            what = f"{whether}交出 {number} 张牌"
        case "targets":
            what = f"{whether}选择 {number} 名角色"
        case "option":
            what = f"{whether}选择 " + "/".join(f"“{option}”" for option in ask.options)
    among = [*ask.cards, *ask.targets]
    return _joined(f"询问 {who}", what, among and f"[{unlisted(among)}]", about, because, many)


def describe_choice(choice: Choice | None) -> str:
    """One choice, e.g. ``杀♠7 对 乙``; ``不`` for a refusal."""
    if choice is None:
        return "不"
    cards = unlisted(choice.cards)
    as_itself = len(choice.cards) == 1 and name_of(cards) == choice.use
    used = choice.use if choice.use and not as_itself else None
    return _joined(
        choice.skill and f"发动 {choice.skill}",
        choice.option and f"“{choice.option}”",
        cards,
        used and f"当 {used}",
        choice.zone and "一张手牌",
        choice.targets and f"对 {unlisted(choice.targets)}",
    )


def describe_state(state: State) -> list[str]:
    """The table, a line a character: hp and cards."""
    return [
        _joined(
            seat.name,
            f"{seat.hp}/{seat.max_hp}" if seat.alive else "已死亡",
            seat.hand and f"手牌 {unlisted(seat.hand)}",
            seat.equipment and f"装备区 {unlisted(seat.equipment)}",
            seat.judgement and f"判定区 {unlisted(seat.judgement)}",
            seat.aside and f"武将牌上 {unlisted(seat.aside)}",
            seat.chained and "横置",
            seat.face_down and "背面朝上",
        )
        for seat in state.players
    ]
