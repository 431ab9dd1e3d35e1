// The adapter of wmzy/sanguosha: the contract on stdin and stdout, the engine of the user's checkout behind it.
import { rejected, serve, unsupported, type Answer, type Query, type Reply, type Reset, type Start } from '../kit/typescript/kit.ts';
import { Asks, type Plan } from './asks.ts';
import * as engine from './engine.ts';
import { Game } from './game.ts';
import { PHASE_IDS, RANGE_KEY, TIMINGS } from './words.ts';

const EVENTS = [
  'turn', 'turn_skipped', 'turn_over', 'phase', 'phase_skipped', 'use', 'play', 'invalid', 'cancelled', 'effect', 'redirect',
  'move', 'judge', 'damage', 'prevented', 'deduct', 'lose_hp', 'recover', 'dying', 'saved', 'reveal', 'death', 'skill',
  'chained', 'unchained', 'flip', 'game_over', 'timing',
];
const PHASE_TIMINGS = PHASE_IDS.flatMap((phase, n) => [
  `phase.${phase}.start`, `phase.${phase}.end`, ...(n ? [`gap.${PHASE_IDS[n - 1]}.${phase}`] : []),
]);

let game = new Game();
let asks = new Asks(game);
let standing: Plan | undefined;
let number = 0;

// The engine works on in the background; what breaks there belongs to the game of the moment.
process.on('unhandledRejection', (problem) => game.errors.push(problem as Error));

function ask(plan: Plan): Reply {
  standing = plan;
  number += 1;
  const { do: _do, unasked: _unasked, ...shown } = plan;
  return { type: 'ask', id: number, ...shown };
}

/** Follow the game to where it waits. */
async function next(): Promise<Reply> {
  for (;;) {
    standing = undefined;
    const slot = await game.rest();
    if (!slot) return { type: 'done', state: { ...game.show(), type: undefined } };
    const plan = asks.plan(slot);
    const outcome = plan.unasked === undefined ? 'to be asked' : await plan.do(plan.unasked, plan.players[0] ?? '');
    if (outcome) return ask(plan);
  }
}

await serve({
  hello: () => ({
    type: 'hello',
    protocol: 1,
    engine: { name: 'wmzy/sanguosha', version: engine.version, url: 'https://github.com/wmzy/sanguosha' },
    editions: ['2013'],
    cards: [...engine.templates.keys()],
    skills: engine.skillNames,
    generals: [...engine.characters.keys()],
    events: EVENTS,
    timings: [...new Set([...Object.values(TIMINGS), ...PHASE_TIMINGS, 'phase.play.idle'])],
    enters: ['turn', 'phase', 'idle'],
    injects: ['damage', 'lose_hp', 'judge', 'recover'],
    queries: ['distance', 'range', 'in_range', 'hand_limit'],
    rejects: true,
    scene: ['roles', 'factions', 'genders', 'skills', 'judgement', 'aside', 'chained', 'face_down'],
  }),

  async reset(message: Reset) {
    if (message.edition !== '2013') return unsupported(`edition ${message.edition}`, 'the engine has one rule set');
    game = new Game();
    asks = new Asks(game);
    standing = undefined;
    number = 0;
    const lacks = await game.lay(message);
    return lacks ? unsupported(lacks, 'the engine has no such thing') : { type: 'ready' };
  },

  async start(message: Start) {
    game.enter(message);
    return next();
  },

  async answer(message: Answer) {
    if (!standing || message.id !== number) throw new Error(`there is no ask ${message.id} to answer`);
    const choice = message.choice ?? null;
    if (!choice && standing.required) return rejected('this must be decided');
    const outcome = await standing.do(choice, message.player ?? standing.players[0]);
    if (typeof outcome === 'string' && outcome) return rejected(outcome);
    return outcome ? ask(outcome as Plan) : next();
  },

  state: () => game.show(),

  query({ what, player, target }: Query) {
    const seat = game.seat(player);
    const value = {
      distance: () => engine.effectiveDistance(game.state, seat, game.seat(target!)),
      in_range: () => engine.inAttackRange(game.state, seat, game.seat(target!)),
      range: () => game.state.players[seat].vars[RANGE_KEY] ?? 1,
      hand_limit: () => engine.handLimit(game.state, seat),
    }[what]();
    return { type: 'result', value };
  },
});
