// What the engine waits for, as the contract's asks, and the answers as the engine's actions.
import { forget, mark, nameOf, report, type Ask, type Choice } from '../kit/typescript/kit.ts';
import * as engine from './engine.ts';
import type { Game } from './game.ts';
import type { Slot } from './words.ts';

/** An ask, and what its answer does. Doing it gives nothing, or why it is refused, or what is to be asked next. */
export interface Plan extends Omit<Ask, 'type' | 'id'> {
  do(choice: Choice | null, player: string): Promise<string | Plan | undefined>;
  /** What was already said, so that nobody is asked. */
  unasked?: Choice | null;
}

/** Skills of lords, which a player who needs a card may invoke instead of using his own. */
const CALLS = ['护驾', '激将'];

/** Skills whose cost the engine takes from the front of the hand, which a player may put in order as he likes. */
const FROM_THE_FRONT = ['流离'];

export class Asks {
  private called = new WeakSet<Slot>();
  private invoked?: { skill: string; player: number; choice: Choice };

  constructor(private game: Game) {}

  /** The ask for what the engine waits for.
   *  Throws where it waits for something unknown. */
  plan(slot: Slot): Plan {
    const { atom } = slot;
    const { state, trace } = this.game;
    if (atom.type === '出牌窗口') return this.idle(atom.player);
    const p: number = atom.target;
    const frame = state.settlementStack.at(-1);
    const reason = frame?.skillId;
    if (atom.type === '询问闪') {
      // The engine has one question for both; 万箭齐发 is answered by playing the card, 杀 by using it.
      const kind = reason === '万箭齐发' ? 'play' : 'use';
      return this.call(slot, p) ?? this.respond(slot, p, { kind, names: ['闪'], reason, subject: this.game.name(atom.source) });
    }
    if (atom.type === '询问杀') {
      return this.call(slot, p) ?? this.respond(slot, p, { kind: 'play', names: ['杀'], reason, subject: this.game.name(atom.source) });
    }
    if (atom.type !== '请求回应') throw new Error(`the adapter does not know the decision ${atom.type}`);
    const type: string = atom.requestType;
    const skill = type.split(/[/_]/)[0];
    if (type === '__弃牌') return this.choose(slot, p, '系统规则', 'rule', true);
    if (type === '无懈可击') return this.nullify(slot, reason);
    if (type === '桃/求桃') {
      const victim = trace.victim;
      const names = victim === p ? ['桃', '酒'] : ['桃'];
      return this.respond(slot, p, { kind: 'use', names, reason: 'dying', subject: this.game.name(victim), targets: [victim!] });
    }
    if (type === '杀/respondKill') return this.respond(slot, p, { kind: 'play', names: ['杀'], reason: '激将' });
    if (type === '护驾/出闪') return this.respond(slot, p, { kind: 'play', names: ['闪'], reason: skill, via: skill });
    if (type === '激将/出杀') {
      const target = state.localVars['激将/killTarget'];
      return this.respond(slot, p, { kind: 'use', names: ['杀'], reason: skill, via: skill, subject: this.game.name(target), targets: [target] });
    }
    if (type === '青龙偃月刀/useKill') {
      const target = trace.last('被抵消').target;
      return this.respond(slot, p, { kind: 'use', names: ['杀'], reason: skill, via: skill, subject: this.game.name(target), targets: [target] });
    }
    const { prompt } = atom;
    const follows = this.invoked?.skill === skill && (this.invoked.player === p || !state.players[p].skills.includes(skill));
    switch (prompt.type) {
      case 'confirm':
        if (type === '刚烈/choose') return this.frontCards(p, skill, 2);
        if (/\/(confirm|trigger|continue)/.test(type) || /Trigger$/.test(type) || prompt.cancelLabel?.startsWith('不')) return this.confirm(p, skill);
        return this.options(p, skill, [[prompt.confirmLabel, { choice: true }], [prompt.cancelLabel, { choice: false }]]);
      case 'chooseOption':
        return this.options(p, skill, prompt.options.map((each: any) => [each.label, { option: each.value }]));
      case 'chooseSuit':
        return this.options(p, skill, ['♠', '♥', '♣', '♦'].map((suit) => [suit, { suit }]));
      case 'useCard':
        return follows ? this.choose(slot, p, skill, skill, Boolean(atom.mandatory)) : this.pay(slot, p, skill);
      case 'distribute':
        if (prompt.mode === 'select') return follows ? this.choose(slot, p, skill, skill, false) : this.pay(slot, p, skill);
        return this.share(slot, p, skill);
      case 'choosePlayer':
        return this.players(slot, p, skill, follows);
      case 'pickTargetCard':
        return this.pick(slot, p, skill, prompt);
      case 'pickProcessingCard': {
        const cards = prompt.cards.map((each: any) => each.cardId);
        return this.one(p, { kind: 'cards', cards, required: true, reason: skill }, (c) => this.act(p, skill, 'respond', { cardId: c?.cards?.[0] ?? '' }));
      }
      case 'useCardAndTarget':
        return this.cardAndTarget(slot, p, skill, follows);
    }
    throw new Error(`the adapter does not know the decision ${type} (${prompt.type})`);
  }

  private one(p: number, ask: Omit<Plan, 'players' | 'do'>, act: (choice: Choice | null) => Promise<string | Plan | undefined>): Plan {
    return { ...ask, players: [this.game.name(p)!], do: act };
  }

  /** Give the engine an action. Why it refuses it comes back, if it does. */
  private async act(p: number, skillId: string, actionType: string, params: Record<string, unknown>, preceding?: any[]): Promise<string | undefined> {
    const { state } = this.game;
    const entry = engine.findActionEntry(state, skillId, p, actionType);
    if (!entry) return `${this.game.name(p)} has no action ${skillId}/${actionType}`;
    const why = preceding ? null : entry.validate(state, params);
    if (why !== null) return why;
    const { accepted } = await engine.dispatch(state, { skillId, actionType, ownerId: p, params, baseSeq: state.seq, preceding });
    return accepted ? undefined : 'refused by the engine';
  }

  /** Invoke a skill: as `act`, and reported as an event, which is taken back if the engine refuses. */
  private async invoke(p: number, skill: string, choice: Choice, type: string, params: Record<string, unknown>): Promise<string | undefined> {
    if (choice.skill !== skill) return `${skill} is asked for`;
    const since = mark();
    report('skill', { player: this.game.name(p), skill, targets: choice.targets ?? [] });
    const before = this.invoked;
    this.invoked = { skill, player: p, choice };
    const why = await this.act(p, skill, type, params);
    if (why !== undefined) {
      this.invoked = before;
      forget(since);
    }
    return why;
  }

  private async pass(slot: Slot): Promise<undefined> {
    this.game.run(slot._fireTimeoutNow());
    return undefined;
  }

  private idle(p: number): Plan {
    this.invoked = undefined;
    return this.one(p, { kind: 'idle' }, async (choice) => {
      if (!choice) return this.act(p, '回合管理', 'end', {});
      if (choice.use) return this.use(p, choice, 'use');
      const skill = choice.skill ?? '';
      const targets = this.seats(choice);
      if (skill === '激将') return this.callAlly(p, choice, targets[0]);
      const cards = choice.cards ?? [];
      return this.invoke(p, skill, choice, 'use', { cardIds: cards, cardId: cards[0], targets, target: targets[0], option: choice.option, allocation: [{ target: targets[0], cardIds: cards }] });
    });
  }

  /** 激将 at the idle point: the engine has the lord choose the one who is asked. */
  private callAlly(p: number, choice: Choice, killTarget: number): Plan {
    const allies = this.game.state.players.filter((each: any) => each.alive && each.index !== p && each.faction === '蜀');
    return this.one(p, { kind: 'targets', required: true, reason: '激将', targets: allies.map((each: any) => each.name) }, (ally) =>
      this.invoke(p, '激将', choice, 'use', { target: this.seats(ally ?? {})[0], killTarget }));
  }

  private seats = (choice: Choice): number[] => (choice.targets ?? []).map((name) => this.game.seat(name));

  /** Use or play a card, as itself or converted. */
  private async use(p: number, choice: Choice, type: 'use' | 'respond', via?: string, aim?: number[]): Promise<string | undefined> {
    const { state } = this.game;
    const wanted = choice.use ?? '';
    const cards = choice.cards ?? [];
    const strange = cards.find((label) => !state.cardMap[label]);
    if (strange) return `there is no ${strange}`;
    const name = { 火杀: '杀', 雷杀: '杀' }[wanted] ?? wanted;
    const targets = aim ?? this.seats(choice);
    if (cards.length === 1 && nameOf(cards[0]) === wanted && !choice.skill) {
      const [cardId] = cards;
      if (type === 'use' && state.cardMap[cardId].type === '装备牌') return this.act(p, '装备通用', 'use', { cardId });
      if (type === 'respond') return this.act(p, via ?? name, 'respond', { cardId, targets });
      const why = this.aimed(p, name, targets);
      if (why) return why;
      if (!targets.length && engine.getCardEffect(name)?.prompt.selfTarget) targets.push(p);
      return this.act(p, name, 'use', { cardId, targets });
    }
    return this.convert(p, choice, name, type, via ?? name, targets);
  }

  private async convert(p: number, choice: Choice, name: string, type: string, via: string, targets: number[]): Promise<string> {
    const { state, made } = this.game;
    const ids = choice.cards ?? [];
    let refusal = `no skill makes ${name} of ${ids.join('、')}`;
    for (const skill of choice.skill ? [choice.skill] : state.players[p].skills) {
      if (engine.DEFAULT_SKILLS.includes(skill)) continue;
      const params = { cardId: ids[0], cardIds: ids, to: name };
      const transform = engine.findActionEntry(state, skill, p, 'transform');
      if (!transform && type === 'use') continue;
      const refused = transform?.validate(state, params);
      if (refused) {
        refusal = refused;
        continue;
      }
      const since = mark();
      report('skill', { player: this.game.name(p), skill });
      const shadow = `${ids.join('#')}#${skill}`;
      if (transform) made.set(shadow, ids);
      const why = transform
        ? await this.act(p, via, type, { cardId: shadow, targets }, [{ skillId: skill, actionType: 'transform', params }])
        : await this.act(p, skill, type, { cardId: ids[0], cardIds: ids, targets });
      if (why === undefined) return '';
      forget(since);
      if (!why.includes('has no action')) refusal = why;
    }
    return refusal;
  }

  /** What the engine's own interface would not let a player do at the idle point. */
  private aimed(p: number, name: string, targets: number[]): string | undefined {
    const effect = engine.getCardEffect(name);
    if (effect?.timing === '生效前') return `${name} is used in response only`;
    const { targetFilter: filter, selfTarget } = effect?.prompt ?? {};
    if (!targets.length || filter?.slots) return undefined;
    if (!filter || selfTarget) return targets.every((seat) => seat === p) ? undefined : `${name} has no such target`;
    if (targets.length > filter.max) return `${name} has at most ${filter.max} targets`;
    const view = engine.buildView(this.game.state, p);
    const wrong = targets.find((seat) => filter.filter && !filter.filter(view, seat));
    return wrong === undefined ? undefined : `${this.game.name(wrong)} cannot be chosen as a target`;
  }

  /** A card that is called for. */
  private respond(slot: Slot, p: number, ask: Omit<Plan, 'players' | 'do' | 'targets'> & { via?: string; targets?: number[] }): Plan {
    const { via, targets, ...shown } = ask;
    const plan = this.one(p, shown, async (choice) => {
      if (!choice) return this.pass(slot);
      const aim = this.seats(choice);
      if (aim.length && targets && aim.join() !== targets.join()) return `the target is ${targets.map((seat) => this.game.name(seat))}`;
      const called = shown.names!.some((name) => name === choice.use || (name === '杀' && ['火杀', '雷杀'].includes(choice.use ?? '')));
      if (!called) return `${choice.use} is not called for`;
      return this.use(p, choice, 'respond', via, targets);
    });
    // The engine's clients pass by themselves for a player who has nothing to answer with.
    if (!this.able(p, shown.names!)) plan.unasked = null;
    return plan;
  }

  /** Whether a player has a card of these names, or a skill that makes one of a card of his. */
  private able(p: number, names: string[]): boolean {
    const { state } = this.game;
    const { hand, skills } = state.players[p];
    if (hand.some((id: string) => names.includes(state.cardMap[id].name))) return true;
    return skills.some((skill: string) => {
      const [transform, respond] = ['transform', 'respond'].map((type) => engine.findActionEntry(state, skill, p, type));
      return !CALLS.includes(skill) && hand.some((id: string, n: number) =>
        names.some((to) => transform?.validate(state, { cardId: id, cardIds: n ? [hand[0], id] : [id], to }) === null) || respond?.validate(state, { cardId: id, choice: true }) === null);
    });
  }

  /** The skill of a lord that may be invoked where a card is called for, before the card itself. */
  private call(slot: Slot, p: number): Plan | undefined {
    if (this.called.has(slot)) return undefined;
    const { state } = this.game;
    const skill = CALLS.find((each) => state.players[p].skills.includes(each) && engine.findActionEntry(state, each, p, 'respond')?.validate(state, {}) === null);
    if (!skill) return undefined;
    return this.one(p, { kind: 'skill', skills: [skill], reason: slot.atom.type }, async (choice) => {
      this.called.add(slot);
      return choice ? this.invoke(p, skill, choice, 'respond', {}) : this.plan(slot);
    });
  }

  /** 无懈可击: whoever answers first. The engine's clients pass by themselves for those who have none. */
  private nullify(slot: Slot, reason: string): Plan {
    const { state } = this.game;
    const n = state.players.length;
    const able = (each: any) => each.alive && (each.hand.some((id: string) => state.cardMap[id].name === '无懈可击') || each.skills.some((skill: string) => /看破/.test(skill)));
    const players = [...Array(n).keys()].map((i) => state.players[(state.currentPlayerIndex + i) % n]).filter(able);
    return {
      kind: 'use',
      mode: 'any',
      players: players.map((each: any) => each.name),
      names: ['无懈可击'],
      reason,
      subject: this.game.name(slot.atom.cancelTarget),
      unasked: players.length ? undefined : null,
      do: async (choice, player) => (choice ? this.use(this.game.seat(player), choice, 'respond') : this.pass(slot)),
    };
  }

  /** Whether to invoke a skill. */
  private confirm(p: number, skill: string): Plan {
    return this.one(p, { kind: 'skill', skills: [skill], reason: skill }, async (choice) => {
      if (!choice) return this.act(p, skill, 'respond', { choice: false });
      if (FROM_THE_FRONT.includes(skill) && choice.cards?.length) {
        const why = this.toTheFront(p, choice.cards);
        if (why) return why;
      }
      return this.invoke(p, skill, choice, 'respond', { choice: true });
    });
  }

  private toTheFront(p: number, cards: string[]): string | undefined {
    const player = this.game.state.players[p];
    if (!cards.every((label) => player.hand.includes(label))) return 'the engine takes cards of the hand only';
    player.hand = [...cards, ...player.hand.filter((id: string) => !cards.includes(id))];
    return undefined;
  }

  /** Cards that the engine takes from the front of the hand, once one says yes. */
  private frontCards(p: number, skill: string, count: number): Plan {
    return this.one(p, { kind: 'cards', cards: this.game.state.players[p].hand, min: count, max: count, reason: skill }, async (choice) => {
      if (!choice) return this.act(p, skill, 'respond', { choice: false });
      if (choice.cards?.length !== count) return `${count} cards are asked for`;
      return this.toTheFront(p, choice.cards) ?? this.act(p, skill, 'respond', { choice: true });
    });
  }

  private options(p: number, skill: string, options: [string, Record<string, unknown>][]): Plan {
    return this.one(p, { kind: 'option', required: true, options: options.map(([label]) => label), reason: skill }, async (choice) => {
      const found = options.find(([label]) => label === choice?.option);
      return found ? this.act(p, skill, 'respond', found[1]) : `one of ${options.map(([label]) => label).join('、')} is asked for`;
    });
  }

  /** The cards that a prompt lets one choose from, and how many. */
  private offer(p: number, prompt: any): { cards: string[]; min: number; max: number } {
    const { hand, equipment } = this.game.state.players[p];
    const filter = prompt.cardFilter;
    const own = [...hand, ...(prompt.source === 'handAndEquip' ? Object.values(equipment) : [])] as string[];
    const cards = filter?.candidates ?? own.filter((id) => !filter?.filter || filter.filter(this.game.state.cardMap[id]));
    return { cards, min: filter?.min ?? prompt.minTotal ?? 1, max: filter?.max ?? prompt.maxTotal ?? 1 };
  }

  private outside({ cards, min, max }: { cards: string[]; min: number; max: number }, chosen: string[]): string | undefined {
    if (chosen.length < min || chosen.length > max) return `${min} to ${max} cards are asked for`;
    const wrong = chosen.find((label) => !cards.includes(label));
    return wrong && `${wrong} cannot be chosen`;
  }

  /** Cards of one's own, chosen as a skill goes on, or as the rules demand: at once, or one after the other. */
  private choose(slot: Slot, p: number, via: string, reason: string, required: boolean, chosen: string[] = []): Plan {
    const offer = this.offer(p, slot.atom.prompt);
    const cards = offer.cards.filter((label) => !chosen.includes(label));
    const max = offer.max - chosen.length;
    return this.one(p, { kind: 'cards', cards, min: cards.length > max ? 1 : max, max, required, reason }, async (choice) => {
      if (!choice) return this.pass(slot);
      const all = [...chosen, ...(choice.cards ?? [])];
      const why = this.outside({ ...offer, min: 1 }, all) ?? (new Set(all).size < all.length ? 'each card can be chosen once' : undefined);
      if (why) return why;
      if (all.length < offer.min) return this.choose(slot, p, via, reason, required, all);
      return this.act(p, via, 'respond', { cardIds: all, cardId: all[0], choice: true });
    });
  }

  /** A skill that is invoked by choosing the cards which it costs. */
  private pay(slot: Slot, p: number, skill: string): Plan {
    const offer = this.offer(p, slot.atom.prompt);
    return this.one(p, { kind: 'skill', skills: [skill], reason: skill }, async (choice) => {
      if (!choice) return this.pass(slot);
      const cards = choice.cards ?? [];
      const why = this.outside(offer, cards) ?? (await this.invoke(p, skill, choice, 'respond', { choice: true, cardIds: cards, cardId: cards[0] }));
      if (why === undefined) this.invoked = undefined;
      return why;
    });
  }

  /** 遗计 and its like: cards are shared out, by and by, and the engine told in the end. */
  private share(slot: Slot, p: number, skill: string): Plan {
    const { state } = this.game;
    const allocation: { target: number; cardIds: string[] }[] = [];
    let left: string[] = slot.atom.prompt.cardIds ?? [];
    const living = state.players.filter((each: any) => each.alive).map((each: any) => each.name);
    const take = async (choice: Choice | null, said: Choice): Promise<string | Plan | undefined> => {
      const cards = choice?.cards ?? [];
      const to = choice?.targets ?? [];
      if (cards.length) {
        if (cards.some((label) => !left.includes(label))) return `some of ${left.join('、')} are to be given`;
        if (to.length !== 1 || !living.includes(to[0])) return 'they are given to one living player';
        allocation.push({ target: this.game.seat(to[0]), cardIds: cards });
        left = left.filter((label) => !cards.includes(label));
      }
      if (!left.length) return this.invoke(p, skill, said, 'respond', { allocation });
      return this.one(p, { kind: 'give', required: true, cards: left, targets: living, min: 1, max: left.length, reason: skill }, (more) => take(more, said));
    };
    return this.one(p, { kind: 'skill', skills: [skill], reason: skill }, async (choice) => {
      if (!choice) return this.pass(slot);
      return choice.skill === skill ? take(choice, choice) : `${skill} is asked for`;
    });
  }

  private players(slot: Slot, p: number, skill: string, follows: boolean): Plan {
    const { prompt } = slot.atom;
    const view = engine.buildView(this.game.state, p);
    const seats: number[] = prompt.candidates ?? this.game.state.players.map((each: any) => each.index).filter((seat: number) => !prompt.filter || prompt.filter(view, seat));
    const targets = seats.map((seat) => this.game.name(seat)!);
    const { min, max } = prompt;
    const act = async (choice: Choice | null) => {
      if (!choice) return this.pass(slot);
      const chosen = this.seats(choice);
      if (chosen.length < min || chosen.length > max || chosen.some((seat) => !seats.includes(seat))) return `${min} to ${max} of ${targets.join('、')} are asked for`;
      const params = { targets: chosen, target: chosen[0] };
      return follows ? this.act(p, skill, 'respond', params) : this.invoke(p, skill, choice, 'respond', params);
    };
    return this.one(p, follows ? { kind: 'targets', targets, min, max, reason: skill } : { kind: 'skill', skills: [skill], targets, min, max, reason: skill }, act);
  }

  /** A card of another player; the engine itself picks one if nobody does. */
  private pick(slot: Slot, p: number, skill: string, prompt: any): Plan {
    const open = [...prompt.equipment, ...prompt.judge].map((each: any) => each.cardId);
    const cards = open.flatMap((id) => this.game.real(id));
    const plan = this.one(p, { kind: 'pick', required: true, cards, reason: skill, subject: this.game.name(prompt.target) }, async (choice) => {
      if (choice?.zone === 'hand') {
        if (!prompt.handCount) return 'there is no card in that hand';
        return this.act(p, skill, 'respond', { zone: 'hand', handIndex: this.game.seed % prompt.handCount });
      }
      const id = open.find((each) => this.game.real(each)[0] === choice?.cards?.[0]);
      if (!id) return 'no such card can be chosen there';
      const zone = prompt.equipment.some((each: any) => each.cardId === id) ? 'equipment' : 'judge';
      return this.act(p, skill, 'respond', { zone, cardId: id });
    });
    // With one possibility nobody is asked.
    if (!open.length && !prompt.handCount) plan.do = () => this.pass(slot);
    if (!open.length) plan.unasked = { zone: 'hand' };
    else if (open.length === 1 && !prompt.handCount) plan.unasked = { cards };
    return plan;
  }

  /** A card and a target at once, as 天香 asks for after it is invoked: taken from what was said with the skill. */
  private cardAndTarget(slot: Slot, p: number, skill: string, follows: boolean): Plan {
    const offer = this.offer(p, slot.atom.prompt);
    const act = async (choice: Choice | null) => {
      if (!choice) return this.pass(slot);
      const targets = this.seats(choice);
      const cards = choice.cards ?? [];
      const params = { cardId: cards[0], cardIds: cards, target: targets[0], targets };
      const why = this.outside(offer, cards);
      return why ?? (follows ? this.act(p, skill, 'respond', params) : this.invoke(p, skill, choice, 'respond', params));
    };
    const said = this.invoked?.choice;
    if (!follows) return this.one(p, { kind: 'skill', skills: [skill], reason: skill }, act);
    const plan = this.one(p, { kind: 'give', ...offer, reason: skill }, act);
    if (said?.cards?.length && said.targets?.length && this.invoked!.player === p) {
      this.invoked!.choice = { skill };
      plan.unasked = said;
    }
    return plan;
  }
}
