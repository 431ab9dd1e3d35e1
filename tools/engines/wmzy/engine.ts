// What the adapter takes from the user's checkout, and the engine's words in the contract's.
import { Checkout } from '../kit/typescript/checkout.ts';
import type { Phase } from '../kit/typescript/kit.ts';

const checkout = new Checkout('CAIPAN_WMZY_HOME', 'wmzy/sanguosha');
const MODULES = [
  ...['types/index', 'core/index', 'core/apply', 'core/skill', 'core/clock', 'core/card-response-availability', 'core/deck'],
  ...['rules/registry', 'rules/distance', 'rules/hand-limit', 'flows/damage', 'flows/life', 'flows/judge', 'flows/face-down'],
  ...['skills/registry', 'skills/cards/index', 'atoms/选将', 'data/characters/index', 'view/buildView'],
];

export const engine = await checkout.load(MODULES.map((path) => `src/engine/${path}.ts`));
export const version = checkout.version();

/** Who wins, and what is common to all players. */
export const ruleset = await engine.loadRuleset('身份局');

/** The rule documents' name of a card: 火杀 for the engine's 杀 of fire. */
export const nameInFull = (card: any): string => (card.name === '杀' ? `${{ 火焰: '火', 雷电: '雷' }[card.damageType as string] ?? ''}杀` : card.name);

/** One card of each name as the engine has it in its deck, and its generals. */
export const templates = new Map<string, any>(engine.createStandardDeck().map((card: any) => [nameInFull(card), card]));
export const characters = new Map<string, any>(engine.allCharacters.map((each: any) => [each.name, each]));

/** Skills of generals: whatever has a module, but what every player has, and what belongs to equipment. */
const notOfGenerals = new Set([...engine.DEFAULT_SKILLS, ...templates.keys(), '开局', '护甲']);
export const skillNames: string[] = [...engine.buildSkillModuleSpecs().keys()].filter((name) => !notOfGenerals.has(name));

export const PHASES: Record<string, Phase> = { 准备: 'prep', 判定: 'judge', 摸牌: 'draw', 出牌: 'play', 弃牌: 'discard', 回合结束: 'finish' };
export const ELEMENTS: Record<string, string> = { 火焰: 'fire', 雷电: 'thunder' };

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
