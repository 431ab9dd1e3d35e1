// Asks with what their answers do, and the loop that asks them. A `Plan` is an ask together with a function that
// carries the answer out; the function gives nothing when the engine went on, a text when it refuses the answer, or
// another plan when there is more to ask before the engine goes on.
import { attempt, parseLaid, rejected, type Answer, type Ask, type AskKind, type Choice, type Reply, type State } from './kit.ts';

export type Outcome = string | Plan | undefined;
export interface Plan extends Omit<Ask, 'type' | 'id'> {
  do(choice: Choice | null, player: string): Promise<Outcome>;
  /** The answer, where it is known without asking: the only possible one, or one that was given before. */
  unasked?: Choice | null;
}

/** A plan for one player. */
export const plan = (player: string, ask: Omit<Plan, 'players' | 'do'>, act: Plan['do']): Plan => ({ ...ask, players: [player], do: act });

const ACTS: AskKind[] = ['idle', 'use', 'play'];

/** The loop: asks what the engine waits for, and carries the answers out. */
export class Dialogue {
  private standing?: Plan;
  private id = 0;
  private next: () => Promise<Plan | undefined>;
  private state: () => Reply;

  /**
   * @param next follows the engine to its next decision; nothing when there is none any more
   * @param state the table, for `done`
   */
  constructor(next: () => Promise<Plan | undefined>, state: () => Reply) {
    this.next = next;
    this.state = state;
  }

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
    const strange = choice && this.strange(choice);
    if (strange) return rejected(`there is no ${strange}`);
    if (choice && ACTS.includes(standing.kind) && !choice.use && !choice.skill) return rejected('a card or a skill is to be named');
    const outcome = await standing.do(choice, message.player ?? standing.players[0]);
    if (typeof outcome === 'string') return rejected(outcome);
    return outcome ? this.ask(outcome) : this.proceed();
  }

  /** Players and cards that are not in the game. */
  private strange({ targets = [], cards = [] }: Choice): string {
    const { players, draw_pile = [], discard_pile = [], processing = [] } = this.state() as State;
    const held = players.flatMap(({ hand = [], equipment = [], judgement = [], aside = [] }) => [...hand, ...equipment, ...judgement, ...aside]);
    const all = new Set([...held.map((text) => parseLaid(text).card), ...draw_pile, ...discard_pile, ...processing]);
    const strangers = targets.filter((name) => !players.some((player) => player.name === name));
    return [...strangers, ...cards.filter((label) => !all.has(label))].join('、');
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

/** Whether to invoke a skill by which cards are given to players, by and by, as by 遗计: the engine is told in the end, or that nobody does. */
export function sharing(player: string, skill: string, cards: string[], living: string[], take: (choice: Choice | null, given: { to: string; cards: string[] }[]) => Promise<Outcome>): Plan {
  return invocation(player, skill, {}, async (said) => {
    if (!said) return take(null, []);
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
      if (!left.length) return take(said, given);
      return plan(player, { kind: 'give', required: true, cards: left, targets: living, min: 1, max: left.length, reason: skill }, more);
    };
    return more(said);
  });
}

/** One of a few options, each with what it does. */
export function options(player: string, reason: string, each: [label: string, act: () => Promise<Outcome>][]): Plan {
  const labels = each.map(([label]) => label);
  return plan(player, { kind: 'option', required: true, options: labels, reason }, async (choice) => {
    const found = each.find(([label]) => label === choice?.option);
    return found ? found[1]() : `one of ${labels.join('、')} is asked for`;
  });
}

/**
 * A card of another player. With one possibility nobody is asked.
 * @param open the cards that can be seen, each with what the engine calls it
 * @param count of those in his hand, of which one may be taken blind
 * @param blind what the engine calls that
 * @param take is told nothing when there is no card at all
 */
export function pick<T>(player: string, reason: string, subject: string, open: Map<string, T>, count: number, blind: T, take: (card?: T) => Promise<Outcome>): Plan {
  const cards = [...open.keys()];
  const unasked: Choice | undefined = !cards.length ? { zone: 'hand' } : cards.length === 1 && !count ? { cards } : undefined;
  return { unasked, ...plan(player, { kind: 'pick', required: true, cards, reason, subject }, async (choice) => {
    if (!cards.length && !count) return take();
    if (choice?.zone === 'hand') return count ? take(blind) : 'there is no card in that hand';
    const card = open.get(choice?.cards?.[0] ?? '');
    return card === undefined ? 'no such card can be chosen there' : take(card);
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

/** The skill that was invoked last and goes on to ask, and what was said with it. */
export class Invoked {
  private last?: { skill: string; player: string; said: Choice };

  /** Nothing goes on any more. */
  forget(): void {
    this.last = undefined;
  }

  /** Invoke a skill that may ask on: reported, and taken back if it is refused. */
  async invoke(player: string, skill: string, said: Choice, act: () => Promise<Outcome>): Promise<Outcome> {
    const before = this.last;
    this.last = { skill, player, said };
    const why = await this.once(player, skill, said, act);
    if (why !== undefined) this.last = before;
    return why;
  }

  /** Invoke a skill that asks nothing more. */
  once = (player: string, skill: string, said: Choice, act: () => Promise<Outcome>): Promise<Outcome> =>
    attempt('skill', { player, skill, targets: said.targets ?? [] }, act);

  /** Whether this skill goes on when it asks a player: the one who invoked it, or another, who has not got it. */
  goesOn = (skill: string, player: string, has: boolean): boolean => this.last?.skill === skill && (this.last.player === player || !has);

  /** What was said with it, once. */
  said(): Choice {
    const said = this.last?.said ?? {};
    if (this.last) this.last.said = {};
    return said;
  }
}

/**
 * Cards, or players, or both, for a skill: as the first thing that it asks it is its invocation, and later what it goes on to ask.
 * @param offer of cards, `max` 0 for none; `able` the players likewise
 * @param later nothing at first; later what was said with the skill and still answers this
 * @param take is told what was chosen, or that nothing was
 */
export function chosen(player: string, skill: string, offer: Offer, able: { targets: string[]; min: number; max: number }, later: Choice | undefined, take: (choice: Choice | null) => Promise<Outcome>): Plan {
  const { targets, min, max } = able;
  const act = async (choice: Choice | null): Promise<Outcome> => {
    const why = choice && max ? beside(targets, min, max, choice.targets ?? []) : undefined;
    return why ?? (choice && offer.max ? outside(offer, choice.cards ?? []) : undefined) ?? take(choice);
  };
  if (!later) return invocation(player, skill, { targets }, act);
  if (!offer.max) return plan(player, { kind: 'targets', ...able, reason: skill }, act);
  const unasked = later.cards?.length && later.targets?.length ? later : undefined;
  return { unasked, ...plan(player, { kind: 'give', ...offer, reason: skill }, act) };
}

/** Put cards of a hand in front, for an engine that takes them from there without asking. Why that cannot be, if it cannot. */
export function toTheFront(hand: string[], cards: string[]): string | undefined {
  if (!cards.every((label) => hand.includes(label))) return 'the engine takes cards of the hand only';
  hand.splice(0, hand.length, ...cards, ...hand.filter((label) => !cards.includes(label)));
  return undefined;
}

/** Try one way after the other until the engine takes one; else why it refused the last. */
export async function firstOf(ways: (() => Promise<Outcome>)[], none: string): Promise<Outcome> {
  let why: Outcome = none;
  for (const way of ways) {
    why = await way();
    if (why === undefined) break;
  }
  return why;
}
