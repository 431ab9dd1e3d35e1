// What the engine waits for, as the contract's asks, and the answers as the engine's actions.
import { forget, mark, nameOf, report, type Choice } from '../kit/typescript/kit.ts';
import { beside, gather, invocation, options, outside, pick, plan, race, responseOf, share, type Offer, type Outcome, type Plan } from '../kit/typescript/plans.ts';
import { engine } from './engine.ts';
import type { Game } from './game.ts';
import { ON_EFFECT, type Slot } from './words.ts';

/** Skills of lords, which a player who needs a card may invoke before he uses his own. */
const CALLS = ['护驾', '激将'];
/** Skills whose cost the engine takes from the front of the hand, which a player may put in order as he likes. */
const FROM_THE_FRONT = ['流离'];

type Params = Record<string, unknown>;

export class Asks {
  private called = new WeakSet<Slot>();
  private invoked?: { skill: string; player: number; choice: Choice };

  constructor(private game: Game) {}

  private name = (seat?: number): string => this.game.name(seat) ?? '';
  private seats = (choice: Choice | null): number[] => (choice?.targets ?? []).map((name) => this.game.seat(name));
  private passed = async (slot: Slot): Promise<undefined> => this.game.run(() => slot._fireTimeoutNow()) as undefined;
  private entry = (p: number, skill: string, type: string): any => engine.findActionEntry(this.game.state, skill, p, type);
  private living = (): any[] => this.game.state.players.filter((each: any) => each.alive);

  /** The ask for what the engine waits for. Throws where it waits for something unknown. */
  plan(slot: Slot): Plan {
    const { atom } = slot;
    const { state, trace } = this.game;
    const p: number = atom.target;
    const type: string = atom.type === '请求回应' ? atom.requestType : atom.type;
    const skill = type.split(/[/_]/)[0];
    const card = state.settlementStack.at(-1)?.skillId;
    // The engine's clients pass by themselves for a player who has nothing to answer with.
    const respond = (kind: 'use' | 'play', names: string[], reason: string, via = '', target?: number) =>
      responseOf(this.able(p, names), this.name(p), { kind, names, reason, subject: this.game.name(target ?? atom.source) }, this.game.name(target), async (choice) =>
        choice ? this.use(p, choice, 'respond', via, target) : this.passed(slot));
    if (type === '出牌窗口') return this.idle(atom.player);
    // The engine has one question for both: 万箭齐发 is answered by playing the card, 杀 by using it.
    if (type === '询问闪') return this.call(slot, p) ?? respond(card === '万箭齐发' ? 'play' : 'use', ['闪'], card);
    if (type === '询问杀') return this.call(slot, p) ?? respond('play', ['杀'], card);
    if (type === '杀/respondKill') return respond('play', ['杀'], '激将');
    if (type === '护驾/出闪') return respond('play', ['闪'], skill, skill);
    if (type === '激将/出杀') return respond('use', ['杀'], skill, skill, state.localVars['激将/killTarget']);
    if (type === '青龙偃月刀/useKill') return respond('use', ['杀'], skill, skill, trace!.begun.被抵消.target);
    if (type === '桃/求桃') return respond('use', trace!.victim() === p ? ['桃', '酒'] : ['桃'], 'dying', '', trace!.victim());
    if (type === '无懈可击') {
      const { players, currentPlayerIndex: current } = state;
      const able = [...players.slice(current), ...players.slice(0, current)].filter((each: any) => each.alive && this.able(each.index, [type])).map((each: any) => each.name);
      const ask = { names: [type], reason: card, subject: this.game.name(atom.cancelTarget) };
      return race(able, ask, async (choice, player) => (choice ? this.use(this.game.seat(player), choice, 'respond') : this.passed(slot)));
    }
    if (type === '__弃牌') return this.choose(slot, p, '系统规则', { reason: 'rule', required: true });
    if (type === '刚烈/choose') {
      const offer = { cards: state.players[p].hand, min: 2, max: 2 };
      return gather(this.name(p), { reason: skill }, offer, async (cards) => (cards && this.toTheFront(p, cards)) ?? this.act(p, skill, 'respond', { choice: cards !== null }));
    }
    if (atom.type !== '请求回应') throw new Error(`the adapter does not know the decision ${type}`);
    return this.prompted(slot, p, type, skill);
  }

  /** An ask for what a skill or a card has the engine prompt for. */
  private prompted(slot: Slot, p: number, type: string, skill: string): Plan {
    const { prompt, mandatory } = slot.atom;
    const { players } = this.game.state;
    const [player, act] = [this.name(p), (params: Params) => this.act(p, skill, 'respond', params)];
    const follows = this.invoked?.skill === skill && (this.invoked.player === p || !players[p].skills.includes(skill));
    const option = (labels: [string, Params][]) => options(player, skill, labels.map(([label, params]) => [label, () => act(params)]));
    if (prompt.type === 'chooseOption') return option(prompt.options.map((each: any) => [each.label, { option: each.value }]));
    if (prompt.type === 'chooseSuit') return option(['♠', '♥', '♣', '♦'].map((suit) => [suit, { suit }]));
    if (prompt.type === 'pickProcessingCard') return option(prompt.cards.map(({ cardId }: any) => [cardId, { cardId }]));
    switch (prompt.type) {
      case 'confirm':
        if (!/\/(confirm|continue)|trigger/i.test(type) && !prompt.cancelLabel?.startsWith('不')) return option([[prompt.confirmLabel, { choice: true }], [prompt.cancelLabel, { choice: false }]]);
        return invocation(player, skill, {}, async (choice) => {
          if (!choice) return act({ choice: false });
          const why = FROM_THE_FRONT.includes(skill) && choice.cards?.length ? this.toTheFront(p, choice.cards) : undefined;
          return why ?? this.invoke(p, skill, choice, 'respond', { choice: true });
        });
      case 'pickTargetCard': {
        const open = new Map<string, Params>();
        for (const { cardId } of prompt.equipment) open.set(cardId, { zone: 'equipment', cardId });
        for (const { cardId } of prompt.judge) open.set(this.game.real(cardId)[0], { zone: 'judge', cardId });
        const blind = { zone: 'hand', handIndex: this.game.seed % (prompt.handCount || 1) };
        return pick(player, skill, this.name(prompt.target), [...open.keys()], prompt.handCount, async (card) => (card ? act(open.get(card) ?? blind) : this.passed(slot)));
      }
      case 'distribute':
        if (prompt.mode === 'select') break;
        return invocation(player, skill, {}, async (choice) => {
          if (!choice) return this.passed(slot);
          return share(player, skill, prompt.cardIds ?? [], this.living().map((each) => each.name), choice, (given) =>
            this.invoke(p, skill, choice, 'respond', { allocation: given.map(({ to, cards }) => ({ target: this.game.seat(to), cardIds: cards })) }));
        });
    }
    if (!['distribute', 'useCard', 'choosePlayer', 'useCardAndTarget'].includes(prompt.type)) throw new Error(`the adapter does not know the decision ${type} (${prompt.type})`);
    if (follows && ['distribute', 'useCard'].includes(prompt.type)) return this.choose(slot, p, skill, { reason: skill, required: mandatory === true });
    // Cards, or players, or both. As the first thing that a skill asks it is its invocation, and later what it goes on to ask.
    const offer = prompt.type === 'choosePlayer' ? { cards: [], min: 0, max: 0 } : this.offer(p, prompt);
    const view = engine.buildView(this.game.state, p);
    const { min, max, filter } = prompt.type === 'choosePlayer' ? prompt : (prompt.targetFilter ?? { min: 0, max: 0 });
    const seats: number[] = prompt.candidates ?? players.map((each: any) => each.index).filter((seat: number) => max && (!filter || filter(view, seat)));
    const able = seats.map(this.name);
    const take = (give: (choice: Choice, params: Params) => Promise<Outcome>) => async (choice: Choice | null) => {
      if (!choice) return this.passed(slot);
      const [cards, targets] = [choice.cards ?? [], this.seats(choice)];
      const why = (max ? beside(able, min, max, choice.targets ?? []) : undefined) ?? outside(offer, offer.max ? cards : []);
      return why ?? give(choice, { choice: true, cardIds: cards, cardId: cards[0], targets, target: targets[0] });
    };
    if (!follows) {
      return invocation(player, skill, { targets: able }, take(async (choice, params) => {
        const why = await this.invoke(p, skill, choice, 'respond', params);
        if (why === undefined) this.invoked = undefined;
        return why;
      }));
    }
    if (prompt.type === 'choosePlayer') return plan(player, { kind: 'targets', targets: able, min, max, reason: skill }, take((_, params) => act(params)));
    // 天香 asks for a card and a target at once after it was invoked: taken from what was said with the skill.
    const { choice: said, player: by } = this.invoked!;
    this.invoked!.choice = {};
    return { unasked: by === p && said.cards?.length && said.targets?.length ? said : undefined, ...plan(player, { kind: 'give', ...offer, reason: skill }, take((_, params) => act(params))) };
  }

  /** Give the engine an action. Why it refuses it comes back, if it does. */
  private async act(p: number, skillId: string, actionType: string, params: Params, preceding?: any[]): Promise<string | undefined> {
    const { state } = this.game;
    const entry = this.entry(p, skillId, actionType);
    const why = !entry ? `${this.name(p)} has no action ${skillId}/${actionType}` : preceding ? null : entry.validate(state, params);
    if (why !== null) return why;
    const { accepted } = await engine.dispatch(state, { skillId, actionType, ownerId: p, params, baseSeq: state.seq, preceding });
    return accepted ? undefined : 'refused by the engine';
  }

  /** Invoke a skill: as `act`, and reported as an event, which is taken back if the engine refuses. */
  private async invoke(p: number, skill: string, choice: Choice, type: string, params: Params): Promise<string | undefined> {
    const [since, before] = [mark(), this.invoked];
    report('skill', { player: this.name(p), skill, targets: choice.targets ?? [] });
    this.invoked = { skill, player: p, choice };
    const why = await this.act(p, skill, type, params);
    if (why === undefined) return undefined;
    this.invoked = before;
    return forget(since), why;
  }

  private idle(p: number): Plan {
    this.invoked = undefined;
    return plan(this.name(p), { kind: 'idle' }, async (choice) => {
      if (!choice) return this.act(p, '回合管理', 'end', {});
      if (choice.use) return this.use(p, choice, 'use');
      const { cards = [], option } = choice;
      const [skill, targets] = [choice.skill ?? '', this.seats(choice)];
      const [target] = targets;
      if (skill !== '激将') return this.invoke(p, skill, choice, 'use', { cardIds: cards, cardId: cards[0], targets, target, option, allocation: [{ target, cardIds: cards }] });
      // The engine has the lord choose whom he asks.
      const allies = this.living().filter((each) => each.index !== p && each.faction === '蜀').map((each) => each.name);
      return plan(this.name(p), { kind: 'targets', required: true, reason: skill, targets: allies }, (ally) => this.invoke(p, skill, choice, 'use', { target: this.seats(ally)[0], killTarget: target }));
    });
  }

  /** Use or play a card, as itself or converted. */
  private async use(p: number, choice: Choice, type: 'use' | 'respond', via?: string, target?: number): Promise<string | undefined> {
    const { cardMap } = this.game.state;
    const { use: wanted, cards = [] } = choice;
    const [cardId] = cards;
    if (cards.some((label) => !cardMap[label])) return `there is no ${cards.join('、')}`;
    const name = wanted!.replace(/^[火雷]杀$/, '杀');
    const targets = target === undefined ? this.seats(choice) : [target];
    if (cards.length !== 1 || nameOf(cardId) !== wanted || choice.skill) return this.convert(p, choice, name, type, via || name, targets);
    if (type === 'respond') return this.act(p, via || name, type, { cardId, targets });
    if (cardMap[cardId].type === '装备牌') return this.act(p, '装备通用', type, { cardId });
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

  private async convert(p: number, choice: Choice, name: string, type: string, via: string, targets: number[]): Promise<string | undefined> {
    const { state, made } = this.game;
    const ids = choice.cards ?? [];
    const params = { cardId: ids[0], cardIds: ids, to: name };
    let refusal = `no skill makes ${name} of ${ids.join('、')}`;
    for (const skill of choice.skill ? [choice.skill] : state.players[p].skills) {
      const transform = this.entry(p, skill, 'transform');
      if (engine.DEFAULT_SKILLS.includes(skill) || !(transform ?? (type === 'respond' && this.entry(p, skill, type)))) continue;
      const since = mark();
      report('skill', { player: this.name(p), skill });
      const cardId = `${ids.join('#')}#${skill}`;
      if (transform) made.set(cardId, ids);
      const preceding = [{ skillId: skill, actionType: 'transform', params }];
      const why = transform ? (transform.validate(state, params) ?? (await this.act(p, via, type, { cardId, targets }, preceding))) : await this.act(p, skill, type, { ...params, targets });
      if (why === undefined) return undefined;
      forget(since);
      refusal = why;
    }
    return refusal;
  }

  /** Whether a player has a card of these names, or a skill that makes one of a card of his. */
  private able(p: number, names: string[]): boolean {
    const { state } = this.game;
    const { hand, skills } = state.players[p];
    const fine = (skill: string, type: string, params: Params) => this.entry(p, skill, type)?.validate(state, params) === null;
    const makes = (skill: string, cardId: string, n: number) => names.some((to) => fine(skill, 'transform', { cardId, cardIds: n ? [hand[0], cardId] : [cardId], to }));
    return hand.some((cardId: string, n: number) => names.includes(state.cardMap[cardId].name)
      || skills.some((skill: string) => !CALLS.includes(skill) && (fine(skill, 'respond', { cardId, choice: true }) || makes(skill, cardId, n))));
  }

  /** The skill of a lord that may be invoked where a card is called for, before the card itself. */
  private call(slot: Slot, p: number): Plan | undefined {
    const { state } = this.game;
    const skill = CALLS.find((each) => state.players[p].skills.includes(each) && this.entry(p, each, 'respond')?.validate(state, {}) === null);
    if (!skill || this.called.has(slot)) return undefined;
    this.called.add(slot);
    return invocation(this.name(p), skill, { reason: slot.atom.type }, async (choice) => choice ? this.invoke(p, skill, choice, 'respond', {}) : undefined);
  }

  private toTheFront(p: number, cards: string[]): string | undefined {
    const player = this.game.state.players[p];
    if (!cards.every((label) => player.hand.includes(label))) return 'the engine takes cards of the hand only';
    player.hand = [...cards, ...player.hand.filter((id: string) => !cards.includes(id))];
    return undefined;
  }

  /** The cards that a prompt lets one choose from, and how many. */
  private offer(p: number, prompt: any): Offer {
    const { hand, equipment } = this.game.state.players[p];
    const filter = prompt.cardFilter;
    const own: string[] = [...hand, ...(prompt.source === 'handAndEquip' ? Object.values<string>(equipment) : [])];
    const cards = filter?.candidates ?? own.filter((id) => !filter?.filter || filter.filter(this.game.state.cardMap[id]));
    return { cards, min: filter?.min ?? prompt.minTotal ?? 1, max: filter?.max ?? prompt.maxTotal ?? 1 };
  }

  /** Cards of one's own, chosen as a skill goes on, or as the rules demand. */
  private choose(slot: Slot, p: number, via: string, ask: { reason: string; required: boolean }): Plan {
    return gather(this.name(p), ask, this.offer(p, slot.atom.prompt), async (cards) => (cards ? this.act(p, via, 'respond', { cardIds: cards, cardId: cards[0], choice: true }) : this.passed(slot)));
  }
}
