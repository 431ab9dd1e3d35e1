// All of an adapter but its game. What the hello does not list is `unsupported`, without the game being asked.
import { precedes } from './entering.ts';
import { hiding, lacking, serve, unsupported, type Has, type Query, type Reply, type Reset, type Start } from './kit.ts';
import { Dialogue, type Plan } from './plans.ts';

/** A game that was laid. */
export interface Table {
  /**
   * Enter it: what it then does goes on until it waits for a player. `unsupported(…)` comes back where it cannot be
   * entered so; of what the hello lists, for the hello cannot say everything (damage of an element, for one).
   */
  enter(message: Start): void | Reply | Promise<void | Reply>;
  /** Follow it to its next decision; nothing when there is none any more. */
  next(): Promise<Plan | undefined>;
  show(): Reply;
  /** A number, or true or false; nothing where it cannot be told. Not needed where the hello lists no queries. */
  query?(message: Query): unknown;
}

/** What is asked for at the entrance that the hello does not list, if there is any. */
function barred({ at, inject }: Start, { enters = ['idle'], injects = [] }: Has): string | undefined {
  if (!enters.includes(at)) return `entering at ${at}`;
  return inject && !injects.includes(inject.kind) ? `injected ${inject.kind}` : undefined;
}

/**
 * Speak the contract until stdin ends.
 * @param has the hello, of which type and protocol may be left out
 * @param lay a game of its own for each `reset`, or the message that there can be none
 */
export function host(has: Has, lay: (message: Reset) => Promise<Table | Reply>): Promise<void> {
  let game: Table;
  let dialogue: Dialogue;
  return serve({
    hello: () => ({ type: 'hello', protocol: 1, ...has }),
    async reset(message) {
      const lacks = lacking(message, has);
      if (lacks) return unsupported(lacks);
      const laid = await lay(message);
      if ('type' in laid) return laid;
      game = laid;
      dialogue = new Dialogue(() => laid.next(), () => laid.show());
      return { type: 'ready' };
    },
    async start(message) {
      const lacks = barred(message, has);
      if (lacks) return unsupported(lacks);
      return hiding(precedes(message), async () => (await game.enter(message)) ?? dialogue.proceed());
    },
    answer: (message) => dialogue.answer(message),
    state: () => game.show(),
    query(message) {
      const value = has.queries?.includes(message.what) ? game.query?.(message) : undefined;
      return value === undefined ? unsupported(message.what) : { type: 'result', value };
    },
  });
}
