// What the adapter takes from the user's checkout. Nothing of the engine is copied: its modules are loaded from
// CAIPAN_WMZY_HOME, and its types are not known here, hence the `any`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const home = process.env.CAIPAN_WMZY_HOME;
if (!home) throw new Error('CAIPAN_WMZY_HOME is not set: it must point to a checkout of wmzy/sanguosha');
const MODULES = [
  ...['types/index', 'core/index', 'core/apply', 'core/skill', 'core/clock', 'core/card-response-availability', 'core/deck'],
  ...['rules/registry', 'rules/distance', 'rules/hand-limit', 'flows/damage', 'flows/life', 'flows/judge', 'flows/face-down'],
  ...['skills/registry', 'skills/cards/index', 'atoms/选将', 'data/characters/index', 'view/buildView'],
];
const load = (path: string): Promise<any> => import(pathToFileURL(join(home, 'src/engine', `${path}.ts`)).href);

/** Everything that these modules export. */
export const engine: any = Object.assign({}, ...(await Promise.all(MODULES.map(load))));

/** Who wins, and what is common to all players. */
export const ruleset = await engine.loadRuleset('身份局');

/** The commit of the checkout, or the date of its changelog: the engine numbers no versions. */
export const version: string = existsSync(join(home, '.git'))
  ? execFileSync('git', ['-C', home, 'rev-parse', '--short=12', 'HEAD'], { encoding: 'utf-8' }).trim()
  : (/^## .*(\d{4}-\d\d-\d\d)/m.exec(readFileSync(join(home, 'CHANGELOG.md'), 'utf-8'))?.[1] ?? 'unknown');

/** The rule documents' name of a card: 火杀 for the engine's 杀 of fire. */
export const nameInFull = (card: any): string => (card.name === '杀' ? `${{ 火焰: '火', 雷电: '雷' }[card.damageType as string] ?? ''}杀` : card.name);

/** One card of each name as the engine has it in its deck, and its generals. */
export const templates = new Map<string, any>(engine.createStandardDeck().map((card: any) => [nameInFull(card), card]));
export const characters = new Map<string, any>(engine.allCharacters.map((each: any) => [each.name, each]));

/** Skills of generals: whatever has a module, but what every player has, and what belongs to equipment. */
const notOfGenerals = new Set([...engine.DEFAULT_SKILLS, ...templates.keys(), '开局', '护甲']);
export const skillNames: string[] = [...engine.buildSkillModuleSpecs().keys()].filter((name) => !notOfGenerals.has(name));
