"""The official timings (时机), under neutral names.

The flow documents name every one of them; the comment beside each is the 2013 wording.
"""

from __future__ import annotations

from typing import Final, Literal

Phase = Literal["prep", "judge", "draw", "play", "discard", "finish"]
PHASES: Final[tuple[Phase, ...]] = ("prep", "judge", "draw", "play", "discard", "finish")
"""准备阶段→判定阶段→摸牌阶段→出牌阶段→弃牌阶段→结束阶段."""

TURN_BEFORE: Final = "turn.before"  # 回合开始前
TURN_START: Final = "turn.start"  # 回合开始时
TURN_ENDING: Final = "turn.ending"  # 回合结束时
TURN_ENDED: Final = "turn.ended"  # 回合结束后


def phase_start(phase: Phase) -> str:
    """某阶段开始时."""
    return f"phase.{phase}.start"


def phase_body(phase: Phase) -> str:
    """某阶段."""
    return f"phase.{phase}"


def phase_end(phase: Phase) -> str:
    """某阶段结束时."""
    return f"phase.{phase}.end"


def gap(before: Phase, after: Phase) -> str:
    """某阶段与某阶段间."""
    return f"gap.{before}.{after}"


PLAY_IDLE: Final = "phase.play.idle"  # 出牌阶段的空闲时间点

USE_CHOOSING: Final = "use.choosing"  # 选择目标时
USE_CHOSEN: Final = "use.chosen"  # 选择目标后
USE_BECOMING: Final = "use.becoming"  # 指定/成为目标时
USE_BECAME: Final = "use.became"  # 指定/成为目标后
USE_VALIDITY: Final = "use.validity"  # 有效性检测
USE_BEFORE: Final = "use.before"  # 生效前
USE_AFTER: Final = "use.after"  # 生效后

RESPOND_ARMOUR: Final = "respond.armour"  # 发动【八卦阵】的时机
RESPOND_LORD: Final = "respond.lord"  # 发动【护驾】/【激将】的时机
RESPOND_CARD: Final = "respond.card"  # 使用或打出响应牌的时机

MOVE_BEFORE: Final = "move.before"  # 移动到目标区域前
MOVE_AT: Final = "move.at"  # 移动到目标区域时
MOVE_AFTER: Final = "move.after"  # 移动到目标区域后
FLIP_AFTER: Final = "flip.after"  # 翻面后

JUDGE_PERFORMING: Final = "judge.performing"  # 进行判定时
JUDGE_BEFORE: Final = "judge.before"  # 判定牌生效前
JUDGE_AFTER: Final = "judge.after"  # 判定牌生效后

DAMAGE_SCENE: Final = "damage.scene"  # 伤害结算开始时（场景类技能）
DAMAGE_DEALING: Final = "damage.dealing"  # 造成伤害时
DAMAGE_RECEIVING: Final = "damage.receiving"  # 受到伤害时
DAMAGE_DEDUCTING: Final = "damage.deducting"  # 扣减体力时
DAMAGE_DEDUCTED: Final = "damage.deducted"  # 扣减体力后
DAMAGE_DEALT: Final = "damage.dealt"  # 造成伤害后
DAMAGE_RECEIVED: Final = "damage.received"  # 受到伤害后
DAMAGE_END: Final = "damage.end"  # 伤害结算完毕

DYING_ENTERING: Final = "dying.entering"  # 进入濒死状态时
DYING_WHILE: Final = "dying.while"  # 处于濒死状态时
DEATH: Final = "death"  # 死亡时

RECOVER_AMOUNT: Final = "recover.amount"  # 确定回复数值
RECOVER_AT: Final = "recover.at"  # 回复体力时
