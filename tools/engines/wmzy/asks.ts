// What the engine waits for, as the contract's asks, and the answers as the engine's actions.
import { asItself } from '../kit/typescript/deck.ts';
import { attempt, turned, type Choice } from '../kit/typescript/kit.ts';
import { chosen, firstOf, gather, invocation, Invoked, options, pick, plan, race, responseOf, sharing, toTheFront, type Offer, type Outcome, type Plan } from '../kit/typescript/plans.ts';
import { engine, ON_EFFECT } from './engine.ts';
import type { Game } from './game.ts';

/** Skills of lords, which a player who needs a card may invoke before he uses his own. */
const CALLS = ['护驾', '激将'];

export class Asks {
  private called = new WeakSet<object>();
  private invoked = new Invoked();

  constructor(private game: Game) {}

  private name = (seat?: number): string => this.game.seats.name(seat) ?? '';
  private seats = (choice: Choice | null): number[] => (choice?.targets ?? []).map(this.game.seats.of);
  private passed = async (slot: any): Promise<undefined> => this.game.background.run(() => slot._fireTimeoutNow()) as undefined;
  private entry = (p: number, skill: string, type: string): any => engine.findActionEntry(this.game.state, skill, p, type);
  private living = (): any[] => this.game.state.players.filter((each: any) => each.alive);

  /** The ask for what the engine waits for. Throws where it waits for something unknown. */
  plan(slot: any): Plan {
    const { atom } = slot;
    const { state, trace } = this.game;
    const p: number = atom.target;
    const type: string = atom.type === '请求回应' ? atom.requestType : atom.type;
    const skill = type.split(/[/_]/)[0];
    const [card, victim] = [state.settlementStack.at(-1)?.skillId, trace.dying.victim()];
    // The engine's clients pass by themselves for a player who has nothing to answer with.
    const respond = (kind: 'use' | 'play', names: string[], reason: string, via = '', target?: string) => {
      const ask = { kind, names, reason, subject: target ?? this.game.seats.name(atom.source) };
      return responseOf(this.able(p, names), this.name(p), ask, target, async (choice) => (choice ? this.use(p, choice, 'respond', via, target) : this.passed(slot)));
    };
    if (type === '出牌窗口') return this.idle(atom.player);
    // The engine has one question for both: 万箭齐发 is answered by playing the card, 杀 by using it.
    if (type === '询问闪') return this.call(slot, p) ?? respond(card === '万箭齐发' ? 'play' : 'use', ['闪'], card);
    if (type === '询问杀') return this.call(slot, p) ?? respond('play', ['杀'], card);
    if (type === '杀/respondKill') return respond('play', ['杀'], '激将');
    if (type === '护驾/出闪') return respond('play', ['闪'], skill, skill);
    if (type === '激将/出杀') return respond('use', ['杀'], skill, skill, this.name(state.localVars['激将/killTarget']));
    if (type === '青龙偃月刀/useKill') return respond('use', ['杀'], skill, skill, this.name(trace.begun.被抵消.target));
    if (type === '桃/求桃') return respond('use', victim === this.name(p) ? ['桃', '酒'] : ['桃'], 'dying', '', victim);
    if (type === '无懈可击') {
      const able = turned<any>(state.players, state.currentPlayerIndex).filter((each) => each.alive && this.able(each.index, [type]));
      const ask = { names: [type], reason: card, subject: this.game.seats.name(atom.cancelTarget) };
      return race(able.map((each) => each.name), ask, async (choice, player) => (choice ? this.use(this.game.seats.of(player), choice, 'respond') : this.passed(slot)));
    }
    if (type === '__弃牌') return this.choose(slot, p, '系统规则', { reason: 'rule', required: true });
    if (type === '刚烈/choose') {
      const offer = { cards: state.players[p].hand, min: 2, max: 2 };
      return gather(this.name(p), { reason: skill }, offer, async (cards) => (cards && toTheFront(offer.cards, cards)) ?? this.act(p, skill, 'respond', { choice: cards !== null }));
    }
    return this.prompted(slot, p, type, skill);
  }

  /** An ask for what a skill or a card has the engine prompt for. */
  private prompted(slot: any, p: number, type: string, skill: string): Plan {
    const { prompt = {}, mandatory } = slot.atom;
    const { name: player, hand, skills } = this.game.state.players[p];
    const act = (params: object) => this.act(p, skill, 'respond', params);
    const option = (each: [string, object][]) => options(player, skill, each.map(([label, params]) => [label, () => act(params)]));
    const invokes = /\/(confirm|continue)|trigger/i.test(type) || prompt.cancelLabel?.startsWith('不');
    const follows = this.invoked.goesOn(skill, player, skills.includes(skill));
    const choice = () => this.chosen(slot, p, skill, follows);
    const cards = () => (follows ? this.choose(slot, p, skill, { reason: skill, required: mandatory === true }) : choice());
    const plans: Record<string, () => Plan> = {
      chooseOption: () => option(prompt.options.map(({ label, value }: any) => [label, { option: value }])),
      chooseSuit: () => option([...'♠♥♣♦'].map((suit) => [suit, { suit }])),
      pickProcessingCard: () => option(prompt.cards.map(({ cardId }: any) => [cardId, { cardId }])),
      pickTargetCard: () => {
        const { target, equipment, judge, handCount } = prompt;
        const open: [string, object][] = [...equipment.map(({ cardId }: any) => [cardId, { zone: 'equipment', cardId }]), ...judge.map(({ cardId }: any) => [this.game.real(cardId)[0], { zone: 'judge', cardId }])];
        const blind = { zone: 'hand', handIndex: this.game.seed % (handCount || 1) };
        return pick(player, skill, this.name(target), new Map(open), handCount, blind, async (card) => (card ? act(card) : this.passed(slot)));
      },
      confirm: () => {
        if (!invokes) return option([[prompt.confirmLabel, { choice: true }], [prompt.cancelLabel, { choice: false }]]);
        return invocation(player, skill, {}, async (said) => {
          if (!said) return act({ choice: false });
          const why = skill === '流离' ? toTheFront(hand, said.cards ?? []) : undefined;
          return why ?? this.invoke(p, skill, said, 'respond', { choice: true });
        });
      },
      distribute: () => {
        if (prompt.mode === 'select') return cards();
        return sharing(player, skill, prompt.cardIds ?? [], this.living().map((each) => each.name), async (said, given) => {
          const allocation = given.map(({ to, cards }) => ({ target: this.game.seats.of(to), cardIds: cards }));
          return said ? this.invoke(p, skill, said, 'respond', { allocation }) : this.passed(slot);
        });
      },
      useCard: cards,
      ...{ useCardAndTarget: choice, choosePlayer: choice },
    };
    if (!plans[prompt.type]) throw new Error(`the adapter does not know the decision ${type} (${prompt.type})`);
    return plans[prompt.type]();
  }

  /** Cards, or players, or both. */
  private chosen(slot: any, p: number, skill: string, follows: boolean): Plan {
    const { prompt } = slot.atom;
    const [player, view] = [this.name(p), engine.buildView(this.game.state, p)];
    const { min = 0, max = 0, filter } = prompt.targetFilter ?? (prompt.type === 'choosePlayer' ? prompt : {});
    const seats: number[] = this.game.state.players.map((each: any) => each.index);
    const targets = (prompt.candidates ?? seats.filter((seat) => max && (!filter || filter(view, seat)))).map(this.name);
    // 天香 asks for a card and a target at once after it was invoked: taken from what was said with the skill.
    const said = follows ? this.invoked.said() : undefined;
    return chosen(player, skill, this.offer(p, prompt), { targets, min, max }, said, async (choice) => {
      if (!choice) return this.passed(slot);
      const [cards, to] = [choice.cards ?? [], this.seats(choice)];
      const act = () => this.act(p, skill, 'respond', { choice: true, cardIds: cards, cardId: cards[0], targets: to, target: to[0] });
      return follows ? act() : this.invoked.once(player, skill, choice, act);
    });
  }

  /** Give the engine an action. Why it refuses it comes back, if it does. */
  private async act(p: number, skillId: string, actionType: string, params: object, preceding?: any[]): Promise<Outcome> {
    const { state } = this.game;
    const entry = this.entry(p, skillId, actionType);
    const why = !entry ? `${this.name(p)} has no action ${skillId}/${actionType}` : preceding ? null : entry.validate(state, params);
    if (why !== null) return why;
    const { accepted } = await engine.dispatch(state, { skillId, actionType, ownerId: p, params, baseSeq: state.seq, preceding });
    return accepted ? undefined : 'refused by the engine';
  }

  private invoke = (p: number, skill: string, said: Choice, type: string, params: object): Promise<Outcome> =>
    this.invoked.invoke(this.name(p), skill, said, () => this.act(p, skill, type, params));

  private idle(p: number): Plan {
    this.invoked.forget();
    return plan(this.name(p), { kind: 'idle' }, async (choice) => {
      if (!choice) return this.act(p, '回合管理', 'end', {});
      if (choice.use) return this.use(p, choice, 'use');
      const { cards = [], option, skill } = choice;
      const targets = this.seats(choice);
      const params = { cardIds: cards, cardId: cards[0], targets, target: targets[0], option, allocation: [{ target: targets[0], cardIds: cards }] };
      if (skill !== '激将') return this.invoke(p, skill ?? '', choice, 'use', params);
      // The engine has the lord choose whom he asks.
      const allies = this.living().filter((each) => each.index !== p && each.faction === '蜀').map((each) => each.name);
      return plan(this.name(p), { kind: 'targets', required: true, reason: skill, targets: allies }, (ally) => this.invoke(p, skill, choice, 'use', { target: this.seats(ally)[0], killTarget: targets[0] }));
    });
  }

  /** Use or play a card, as itself or converted. */
  private async use(p: number, choice: Choice, type: 'use' | 'respond', via?: string, target?: string): Promise<Outcome> {
    const cardId = asItself(choice);
    const name = choice.use!.replace(/^[火雷]杀$/, '杀');
    const targets = this.seats(target ? { targets: [target] } : choice);
    if (!cardId) return this.convert(p, choice, name, type, via || name, targets);
    if (type === 'respond') return this.act(p, via || name, type, { cardId, targets });
    if (this.game.state.cardMap[cardId].type === '装备牌') return this.act(p, '装备通用', type, { cardId });
    if (!targets.length && engine.getCardEffect(name)?.prompt.selfTarget) targets.push(p);
    return this.barred(p, name, targets) ?? this.act(p, name, type, { cardId, targets });
  }

  /** What the engine's own interface would not let a player do at the idle point. */
  private barred(p: number, name: string, targets: number[]): string | undefined {
    const { targetFilter: filter, selfTarget } = engine.getCardEffect(name)?.prompt ?? {};
    if (ON_EFFECT.includes(name)) return `${name} is used in response only`;
    if (!targets.length || filter?.slots) return undefined;
    const view = engine.buildView(this.game.state, p);
    const fine = !filter || selfTarget ? targets.every((seat) => seat === p) : targets.length <= filter.max && targets.every((seat) => !filter.filter || filter.filter(view, seat));
    return fine ? undefined : `${targets.map(this.name).join('、')} cannot be chosen as targets`;
  }

  /** Use or play a card that a skill makes of others: the skill that was named, or whichever of the player's can. */
  private convert(p: number, choice: Choice, name: string, type: string, via: string, targets: number[]): Promise<Outcome> {
    const { state, made } = this.game;
    const { cards = [] } = choice;
    const params = { cardId: cards[0], cardIds: cards, to: name };
    const skills: string[] = choice.skill ? [choice.skill] : state.players[p].skills;
    const able = skills.filter((skill) =>
      !engine.DEFAULT_SKILLS.includes(skill) && (this.entry(p, skill, 'transform') ?? (type === 'respond' && this.entry(p, skill, type))));
    const ways = able.map((skill) => () => attempt('skill', { player: this.name(p), skill }, async () => {
      const transform = this.entry(p, skill, 'transform');
      if (!transform) return this.act(p, skill, type, { ...params, targets });
      const cardId = `${cards.join('#')}#${skill}`;
      made.set(cardId, cards);
      return transform.validate(state, params) ?? this.act(p, via, type, { cardId, targets }, [{ skillId: skill, actionType: 'transform', params }]);
    }));
    return firstOf(ways, `no skill makes ${name} of ${cards.join('、')}`);
  }

  /** Whether a player has a card of these names, or a skill that makes one of a card of his. */
  private able(p: number, names: string[]): boolean {
    const { state } = this.game;
    const { hand, skills } = state.players[p];
    const fine = (skill: string, type: string, params: object) => this.entry(p, skill, type)?.validate(state, params) === null;
    const makes = (skill: string, cardId: string, n: number) => names.some((to) => fine(skill, 'transform', { cardId, cardIds: n ? [hand[0], cardId] : [cardId], to }));
    return hand.some((cardId: string, n: number) => names.includes(state.cardMap[cardId].name)
      || skills.some((skill: string) => !CALLS.includes(skill) && (fine(skill, 'respond', { cardId, choice: true }) || makes(skill, cardId, n))));
  }

  /** The skill of a lord that may be invoked where a card is called for, before the card itself. */
  private call(slot: any, p: number): Plan | undefined {
    const { state } = this.game;
    const skill = CALLS.find((each) => state.players[p].skills.includes(each) && this.entry(p, each, 'respond')?.validate(state, {}) === null);
    if (!skill || this.called.has(slot)) return undefined;
    this.called.add(slot);
    return invocation(this.name(p), skill, { reason: slot.atom.type }, async (choice) => choice ? this.invoke(p, skill, choice, 'respond', {}) : undefined);
  }

  /** The cards that a prompt lets one choose from, and how many. */
  private offer(p: number, { type, source, cardFilter: filter, minTotal, maxTotal }: any): Offer {
    if (type === 'choosePlayer') return { cards: [], min: 0, max: 0 };
    const { hand, equipment } = this.game.state.players[p];
    const own: string[] = [...hand, ...(source === 'handAndEquip' ? Object.values<string>(equipment) : [])];
    const cards = filter?.candidates ?? own.filter((id) => !filter?.filter || filter.filter(this.game.state.cardMap[id]));
    return { cards, min: filter?.min ?? minTotal ?? 1, max: filter?.max ?? maxTotal ?? 1 };
  }

  /** Cards of one's own, chosen as a skill goes on, or as the rules demand. */
  private choose(slot: any, p: number, via: string, ask: { reason: string; required: boolean }): Plan {
    return gather(this.name(p), ask, this.offer(p, slot.atom.prompt), async (cards) => (cards ? this.act(p, via, 'respond', { cardIds: cards, cardId: cards[0], choice: true }) : this.passed(slot)));
  }
}
