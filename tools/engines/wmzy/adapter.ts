// The adapter of wmzy/sanguosha: the contract on stdin and stdout, the engine of the user's checkout behind it.
import { host } from '../kit/typescript/host.ts';
import { EVENTS, EVERYTHING, PHASE_TIMINGS, unsupported } from '../kit/typescript/kit.ts';
import { characters, skillNames, templates, TIMINGS, version } from './engine.ts';
import { Game } from './game.ts';

const hello = {
  ...EVERYTHING,
  engine: { name: 'wmzy/sanguosha', version, url: 'https://github.com/wmzy/sanguosha' },
  editions: ['2013'],
  cards: [...templates.keys()],
  skills: skillNames,
  generals: [...characters.keys()],
  events: EVENTS.filter((kind) => kind !== 'check'),
  timings: [...new Set(Object.values(TIMINGS)), ...PHASE_TIMINGS].filter((id) => id !== 'phase.finish.end'), // which it never says
};

await host(hello, async ({ scene, seed = 0 }) => {
  const aside = scene.players.some((p) => p.aside.length && p.general !== '周泰' && !p.skills.includes('不屈'));
  if (aside) return unsupported('cards on a general other than those of 不屈');
  return new Game(scene, seed).begin();
});
