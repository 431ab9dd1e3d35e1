// What the adapter takes from the user's checkout. Nothing of the engine is copied: its modules are loaded from
// CAIPAN_WMZY_HOME, and its types are not known here, hence the `any`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const home = process.env.CAIPAN_WMZY_HOME;
if (!home) throw new Error('CAIPAN_WMZY_HOME is not set: it must point to a checkout of wmzy/sanguosha');

const load = (path: string): Promise<any> => import(pathToFileURL(join(home, 'src/engine', path)).href);

export const { createGameState } = await load('types/index.ts');
export const { dispatch, registerSkillsFromState, checkGameOver } = await load('core/index.ts');
export const { applyAtom } = await load('core/apply.ts');
export const { findActionEntry } = await load('core/skill.ts');
export const { VirtualClock } = await load('core/clock.ts');
export const { SHORT_DELAY_MS } = await load('core/card-response-availability.ts');
export const { createStandardDeck } = await load('core/deck.ts');
export const { loadRuleset } = await load('rules/registry.ts');
export const { effectiveDistance, inAttackRange } = await load('rules/distance.ts');
export const { handLimit } = await load('rules/hand-limit.ts');
export const { getDistanceAttackRange } = await load('rules/vars-keys.ts');
export const { runDamageFlow } = await load('flows/damage.ts');
export const { runLoseLifeFlow, runRecoverLifeFlow } = await load('flows/life.ts');
export const { runJudgeFlow } = await load('flows/judge.ts');
export const { CHAIN_MARK, isFaceDown } = await load('flows/face-down.ts');
export const { buildSkillModuleSpecs, hasSkillModule } = await load('skills/registry.ts');
export const { getCardEffect } = await load('skills/cards/index.ts');
export const { DEFAULT_SKILLS } = await load('atoms/选将.ts');
export const { allCharacters } = await load('data/characters/index.ts');
export const { buildView } = await load('view/buildView.ts');

/** The commit of the checkout, or the date of its changelog: the engine numbers no versions. */
export const version: string = existsSync(join(home, '.git'))
  ? execFileSync('git', ['-C', home, 'rev-parse', '--short=12', 'HEAD'], { encoding: 'utf-8' }).trim()
  : (/^## .*(\d{4}-\d\d-\d\d)/m.exec(readFileSync(join(home, 'CHANGELOG.md'), 'utf-8'))?.[1] ?? 'unknown');

/** One card of each name as the engine has it in its deck. 火杀 and 雷杀 are its 杀 with an element. */
export const templates = new Map<string, any>();
for (const card of createStandardDeck()) {
  const name = nameInFull(card);
  if (!templates.has(name)) templates.set(name, card);
}

export const characters = new Map<string, any>(allCharacters.map((each: any) => [each.name, each]));

/** Skills of generals: whatever has a module, but what every player has, and what belongs to equipment. */
export const skillNames: string[] = [...buildSkillModuleSpecs().keys()].filter(
  (name) => !DEFAULT_SKILLS.includes(name) && !templates.has(name) && name !== '开局' && name !== '护甲',
);

/** The rule documents' name of a card: 火杀 for a 杀 of fire. */
export function nameInFull(card: any): string {
  const element = { 火焰: '火', 雷电: '雷' }[card.damageType as string];
  return element && card.name === '杀' ? `${element}杀` : card.name;
}
