// The engine's words and the contract's.
import type { Phase } from '../kit/typescript/kit.ts';

export const PHASES: Record<string, Phase> = { 准备: 'prep', 判定: 'judge', 摸牌: 'draw', 出牌: 'play', 弃牌: 'discard', 回合结束: 'finish' };
export const PHASE_IDS = Object.values(PHASES);
export const ELEMENTS: Record<string, string> = { fire: '火焰', thunder: '雷电', 火焰: 'fire', 雷电: 'thunder' };
export const IDENTITIES = { lord: '主公', loyalist: '忠臣', rebel: '反贼', renegade: '内奸' };

/** Where the engine keeps a weapon's range, the cards of 不屈, and that a general lies face down. */
export const RANGE_KEY = '距离/出杀范围';
export const WOUNDS = '不屈/创牌';
export const FACE_DOWN_TAG = '场景/翻面';

/** Cards that are used on the effect of another, not on a player. */
export const ON_EFFECT = ['闪', '无懈可击'];

/** An atom of the engine -> the official timing that it opens. Each is reported as the atom begins. */
export const TIMINGS: Record<string, string> = {
  ...{ 选择目标时: 'use.choosing', 使用时: 'use.chosen', 成为目标: 'use.becoming', 成为目标后: 'use.became' },
  ...{ 检测有效性: 'use.validity', 生效前: 'use.before', 生效后: 'use.after' },
  ...{ 判定时: 'judge.performing', 判定牌生效前: 'judge.before', 判定牌生效后: 'judge.after' },
  ...{ 伤害结算开始时: 'damage.scene', 造成伤害时: 'damage.dealing', 受到伤害时: 'damage.receiving' },
  ...{ 扣减体力时: 'damage.deducting', 扣减体力后: 'damage.deducted' },
  ...{ 造成伤害后: 'damage.dealt', 受到伤害后: 'damage.received', 伤害结算结束时: 'damage.end' },
  ...{ 进入濒死状态时: 'dying.entering', 死亡时: 'death', 出牌窗口: 'phase.play.idle' },
  ...{ 回合开始: 'turn.start', 回合结束: 'turn.ending', 回合结束后: 'turn.ended' },
};

/** A decision that the engine waits for. */
export interface Slot {
  atom: any;
  isBlocking: boolean;
  isPaused: boolean;
  resolvedTimeoutMs?: number;
  _fireTimeoutNow: () => Promise<void>;
}
