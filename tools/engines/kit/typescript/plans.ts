// Asks with what their answers do, and the loop that asks them. A `Plan` is an ask together with a function that
// carries the answer out; the function gives nothing when the engine went on, a text when it refuses the answer, or
// another plan when there is more to ask before the engine goes on.
import { rejected, type Answer, type Ask, type Choice, type Reply } from './kit.ts';

export type Outcome = string | Plan | undefined;
export interface Plan extends Omit<Ask, 'type' | 'id'> {
  do(choice: Choice | null, player: string): Promise<Outcome>;
  /** The answer, where it is known without asking: the only possible one, or one that was given before. */
  unasked?: Choice | null;
}

/** A plan for one player. */
export const plan = (player: string, ask: Omit<Plan, 'players' | 'do'>, act: Plan['do']): Plan => ({ ...ask, players: [player], do: act });

/** The loop: asks what the engine waits for, and carries the answers out. */
export class Dialogue {
  private standing?: Plan;
  private id = 0;

  /**
   * @param next follows the engine to its next decision; nothing when there is none any more
   * @param state the table, for `done`
   */
  constructor(private next: () => Promise<Plan | undefined>, private state: () => Reply) {}

  /** Go on to the next ask, or to the end. */
  async proceed(): Promise<Reply> {
    for (;;) {
      this.standing = undefined;
      const found = await this.next();
      if (!found) return { type: 'done', state: { ...this.state(), type: undefined } };
      const outcome = found.unasked === undefined ? 'to be asked' : await found.do(found.unasked, found.players[0] ?? '');
      if (outcome !== undefined) return this.ask(typeof outcome === 'string' ? found : outcome);
    }
  }

  /** Take an answer. */
  async answer(message: Answer): Promise<Reply> {
    const { standing } = this;
    if (!standing || message.id !== this.id) throw new Error(`there is no ask ${message.id} to answer`);
    const choice = message.choice ?? null;
    if (!choice && standing.required) return rejected('this must be decided');
    const strangers = choice?.targets?.filter((name) => !(this.state().players as { name: string }[]).some((player) => player.name === name));
    if (strangers?.length) return rejected(`there is no player ${strangers.join('、')}`);
    const outcome = await standing.do(choice, message.player ?? standing.players[0]);
    if (typeof outcome === 'string') return rejected(outcome);
    return outcome ? this.ask(outcome) : this.proceed();
  }

  private ask(asked: Plan): Reply {
    this.standing = asked;
    const { do: _act, unasked: _said, ...shown } = asked;
    return { type: 'ask', id: ++this.id, ...shown };
  }
}

/** What may be chosen, and how many. */
export interface Offer {
  cards: string[];
  min: number;
  max: number;
}

/** Why cards are no legal choice from an offer, if they are not. */
export function outside({ cards, min, max }: Offer, chosen: string[]): string | undefined {
  if (chosen.length < min || chosen.length > max) return `${min} to ${max} cards are asked for`;
  if (new Set(chosen).size < chosen.length) return 'each card can be chosen once';
  const wrong = chosen.find((label) => !cards.includes(label));
  return wrong && `${wrong} cannot be chosen`;
}

/** Why players are no legal choice of `min` to `max` of those who are able, if they are not. */
export function beside(able: string[], min: number, max: number, chosen: string[]): string | undefined {
  const fine = chosen.length >= min && chosen.length <= max && chosen.every((name) => able.includes(name));
  return fine ? undefined : `${min} to ${max} of ${able.join('、')} are asked for`;
}

/** Cards chosen at once, or one after the other where `ask` requires them: the engine is told in the end. */
export function gather(player: string, ask: Omit<Plan, 'players' | 'do' | 'kind'>, offer: Offer, take: (cards: string[] | null) => Promise<Outcome>, had: string[] = []): Plan {
  const cards = offer.cards.filter((label) => !had.includes(label));
  const max = offer.max - had.length;
  const min = ask.required && cards.length > max ? 1 : offer.min - had.length;
  return plan(player, { ...ask, kind: 'cards', cards, min, max }, async (choice) => {
    if (!choice) return take(null);
    const all = [...had, ...(choice.cards ?? [])];
    const why = outside({ ...offer, min: min + had.length }, all);
    if (why) return why;
    return all.length < offer.min ? gather(player, ask, offer, take, all) : take(all);
  });
}

/** Cards given to players by and by, as by 遗计: the engine is told in the end. `said` came with the skill itself. */
export function share(player: string, skill: string, cards: string[], living: string[], said: Choice, take: (given: { to: string; cards: string[] }[]) => Promise<Outcome>): Promise<Outcome> {
  const given: { to: string; cards: string[] }[] = [];
  let left = cards;
  const more = async (choice: Choice | null): Promise<Outcome> => {
    const some = choice?.cards ?? [];
    const [to, ...others] = choice?.targets ?? [];
    if (some.length) {
      if (some.some((label) => !left.includes(label))) return `some of ${left.join('、')} are to be given`;
      if (others.length || !living.includes(to)) return 'they are given to one living player';
      given.push({ to, cards: some });
      left = left.filter((label) => !some.includes(label));
    }
    if (!left.length) return take(given);
    return plan(player, { kind: 'give', required: true, cards: left, targets: living, min: 1, max: left.length, reason: skill }, more);
  };
  return more(said);
}

/** One of a few options, each with what it does. */
export function options(player: string, reason: string, each: [label: string, act: () => Promise<Outcome>][]): Plan {
  const labels = each.map(([label]) => label);
  return plan(player, { kind: 'option', required: true, options: labels, reason }, async (choice) => {
    const found = each.find(([label]) => label === choice?.option);
    return found ? found[1]() : `one of ${labels.join('、')} is asked for`;
  });
}

/** A card of another player: an open one, or a blind one of `count` in his hand. With one possibility nobody is asked. */
export function pick(player: string, reason: string, subject: string, cards: string[], count: number, take: (card: string | 'hand' | null) => Promise<Outcome>): Plan {
  const unasked: Choice | undefined = !cards.length ? { zone: 'hand' } : cards.length === 1 && !count ? { cards } : undefined;
  return { unasked, ...plan(player, { kind: 'pick', required: true, cards, reason, subject }, async (choice) => {
    if (!cards.length && !count) return take(null);
    if (choice?.zone === 'hand') return count ? take('hand') : 'there is no card in that hand';
    const [card] = choice?.cards ?? [];
    return cards.includes(card) ? take(card) : 'no such card can be chosen there';
  }) };
}

/** Whether a card name is called for: 火杀 and 雷杀 are 杀. */
export const calledFor = (names: string[], name?: string | null): boolean => names.includes(name?.replace(/^[火雷]杀$/, '杀') ?? '');

/** A card that is called for, as `response`; one that a player has not is not asked for. */
export function responseOf(able: boolean, ...rest: Parameters<typeof response>): Plan {
  return { unasked: able ? undefined : null, ...response(...rest) };
}

/** A card that is called for, used on nobody but `target` if there is one. `take` uses it, or passes. */
export function response(player: string, ask: Omit<Plan, 'players' | 'do'>, target: string | undefined, take: (choice: Choice | null) => Promise<Outcome>): Plan {
  return plan(player, ask, async (choice) => {
    if (choice && !calledFor(ask.names ?? [], choice.use)) return `${choice.use} is not called for`;
    if (choice?.targets?.length && target && choice.targets.join() !== target) return `the target is ${target}`;
    return take(choice);
  });
}

/** A card that whoever answers first may use. Nobody is asked where nobody can. */
export function race(players: string[], ask: Omit<Plan, 'players' | 'do' | 'kind'>, take: (choice: Choice | null, player: string) => Promise<Outcome>): Plan {
  return { ...ask, kind: 'use', mode: 'any', players, unasked: players.length ? undefined : null, do: take };
}

/** Whether to invoke a skill. `take` invokes it, or declines. */
export function invocation(player: string, skill: string, ask: Partial<Plan>, take: (choice: Choice | null) => Promise<Outcome>): Plan {
  return plan(player, { kind: 'skill', skills: [skill], reason: skill, ...ask }, async (choice) => (choice && choice.skill !== skill ? `${skill} is asked for` : take(choice)));
}
