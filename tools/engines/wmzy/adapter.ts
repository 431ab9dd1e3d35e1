// The adapter of wmzy/sanguosha: the contract on stdin and stdout, the engine of the user's checkout behind it.
import { EVENTS, lacking, PHASE_TIMINGS, serve, unsupported } from '../kit/typescript/kit.ts';
import { Dialogue } from '../kit/typescript/plans.ts';
import { Asks } from './asks.ts';
import { characters, engine, skillNames, templates, version } from './engine.ts';
import { Game } from './game.ts';
import { RANGE_KEY, TIMINGS } from './words.ts';

const [cards, skills, generals] = [templates.keys(), skillNames, characters.keys()].map((names) => [...names]);

let game: Game;
let dialogue: Dialogue;

// The engine works on in the background; what breaks there belongs to the game of the moment.
process.on('unhandledRejection', (problem) => game?.errors.push(problem as Error));

await serve({
  hello: () => ({
    type: 'hello',
    protocol: 1,
    engine: { name: 'wmzy/sanguosha', version: version, url: 'https://github.com/wmzy/sanguosha' },
    editions: ['2013'],
    ...{ cards, skills, generals },
    events: EVENTS.filter((kind) => kind !== 'check'),
    timings: [...new Set(Object.values(TIMINGS)), ...PHASE_TIMINGS],
    enters: ['turn', 'phase', 'idle'],
    injects: ['damage', 'lose_hp', 'judge', 'recover'],
    queries: ['distance', 'range', 'in_range', 'hand_limit'],
    rejects: true,
    scene: ['roles', 'factions', 'genders', 'skills', 'judgement', 'aside', 'chained', 'face_down'],
  }),

  async reset({ edition, scene, seed = 0 }) {
    if (edition !== '2013') return unsupported(`edition ${edition}`, 'the engine has one rule set');
    const aside = scene.players.some((p) => p.aside?.length && p.general !== '周泰' && !p.skills?.includes('不屈'));
    const lacks = lacking(scene, { cards, skills, generals }) ?? (aside ? 'cards on a general other than those of 不屈' : undefined);
    if (lacks) return unsupported(lacks, 'the engine has no such thing');
    game = new Game(seed);
    const asks = new Asks(game);
    await game.lay(scene);
    dialogue = new Dialogue(() => game.rest().then((slot) => slot && asks.plan(slot)), () => game.show());
    return { type: 'ready' };
  },

  start: (message) => (game.enter(message), dialogue.proceed()),

  answer: (message) => dialogue.answer(message),

  state: () => game.show(),

  query({ what, player, target }) {
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
