// One game in the engine: the scene is laid, the game entered, followed to where it waits, and shown.
import { parseCard, parseLaid, report, type Inject, type PlayerScene, type Reply, type Scene, type Start } from '../kit/typescript/kit.ts';
import { piles } from '../kit/typescript/moves.ts';
import { characters, engine, ruleset, skillNames, templates } from './engine.ts';
import { Trace } from './trace.ts';
import { ELEMENTS, FACE_DOWN_TAG, IDENTITIES, PHASES, PHASE_IDS, RANGE_KEY, WOUNDS, type Slot } from './words.ts';

/** Milliseconds without an ask after which the engine hangs. */
const PATIENCE = 8000;

export class Game {
  state: any;
  trace?: Trace;
  /** What the engine did wrong in the background: it works on without anybody waiting for it. */
  errors: Error[] = [];
  /** A converted card of the engine -> the real cards it is made of; the engine forgets them. */
  made = new Map<string, string[]>();
  private over?: Reply;
  private winners: string[] = [];
  private labels = new Set<string>();
  /** The players in the order of the scene. */
  private names: string[] = [];

  /** @param seed for the blind pick of a card */
  constructor(readonly seed: number) {}

  /** Lay the scene. */
  async lay({ players, draw_pile = [], discard_pile = [] }: Scene): Promise<void> {
    this.names = players.map((p) => p.name);
    // The engine takes whoever sits at its first seat for the lord.
    const lord = players.findIndex((p) => p.role === 'lord');
    const first = lord >= 0 ? lord : Math.max(0, players.findIndex((p) => p.skills?.includes('激将')));
    const cardMap: Record<string, any> = {};
    const card = (label: string): string => {
      const { name, suit, rank } = parseCard(label)!;
      cardMap[label] = { ...templates.get(name), id: label, suit, rank, color: '♥♦'.includes(suit) ? '红' : '黑' };
      return label;
    };
    const zones = { deck: draw_pile.map(card).reverse(), discardPile: discard_pile.map(card), processing: [] };
    const seated = players.map((_, n) => seat(players[(n + first) % players.length], n, card, cardMap, zones.discardPile, this.made));
    this.labels = new Set(Object.keys(cardMap).filter(parseCard));
    this.state = engine.createGameState({ players: seated, cardMap, zones, clock: new engine.VirtualClock(), rngSeed: this.seed, config: { mode: '身份局', timeoutSec: 0 } });
    // The stack of atoms tells when one begins, also when it is then cancelled; the history has only those that were done.
    this.state.atomStack.push = (...atoms: any[]) => {
      if (!this.over) atoms.forEach((atom) => this.trace?.begins(atom));
      return Array.prototype.push.apply(this.state.atomStack, atoms);
    };
    this.state.onStateChange = () => this.changed();
    this.state.onError = (problem: Error) => this.errors.push(problem);
    await engine.registerSkillsFromState(this.state);
    this.trace = new Trace(this);
  }

  /** Enter the game; what it does goes on until it waits for a player. */
  enter({ at, player: name, phase, inject }: Start): void {
    const { state } = this;
    const player = this.seat(name);
    const apply = (type: string, more: object) => engine.applyAtom(state, { type, player, ...more });
    const before = Object.keys(PHASES)[PHASE_IDS.indexOf(phase!) - 1];
    state.currentPlayerIndex = player;
    if (at === 'turn') {
      this.trace!.muted = ['回合结束后'];
      this.run(() => apply('回合结束后', { player: (player || state.players.length) - 1 }));
    } else if (at === 'phase') {
      if (before) state.phase = state.turn.phase = before;
      this.trace!.muted = before ? ['阶段结束', '阶段间'] : [];
      this.run(async () => {
        if (!before) await apply('阶段开始', { phase: '准备' });
        await apply('阶段结束', { phase: before ?? '准备' });
      });
    } else {
      state.phase = state.turn.phase = '出牌';
      this.run(async () => {
        if (inject) await this.inject(inject);
        // As the engine's own turn does.
        while (state.phase === '出牌' && state.currentPlayerIndex === player) await apply('出牌窗口', { timeout: 50 });
      });
    }
  }

  private inject({ kind, player, amount = 1, source, element }: Inject): Promise<unknown> {
    const target = this.seat(player);
    if (kind === 'damage') return engine.runDamageFlow(this.state, source ? this.seat(source) : -1, target, amount, undefined, ELEMENTS[element ?? '']);
    if (kind === 'judge') return engine.runJudgeFlow(this.state, target, '判定');
    return (kind === 'recover' ? engine.runRecoverLifeFlow : engine.runLoseLifeFlow)(this.state, target, amount);
  }

  /** Have something go on in the background. */
  run = (work: () => Promise<unknown>): unknown => work().catch((problem: Error) => this.errors.push(problem));

  /** Follow the game to the next decision. Nothing comes back when it is over, or has nothing more to do. */
  async rest(): Promise<Slot | undefined> {
    const until = Date.now() + PATIENCE;
    for (let quiet = 0; quiet < 6; ) {
      await new Promise((resume) => setImmediate(resume));
      if (this.errors.length) throw this.errors[0];
      if (this.over) return undefined;
      const open = ([...this.state.pendingSlots.values()] as Slot[]).filter((slot) => !slot.isPaused);
      const slot = open.find((each) => each.isBlocking) ?? open[0];
      // Where the player has nothing to answer with, the engine only seems to ask.
      if (slot?.resolvedTimeoutMs === engine.SHORT_DELAY_MS) this.run(() => slot._fireTimeoutNow());
      else if (slot) return slot;
      else if (this.state.pendingSlots.size + this.state.atomStack.length === 0) quiet++;
      else if (Date.now() > until) throw new Error(`the engine hangs in ${this.state.atomStack.map((atom: any) => atom.type).join(' > ')}`);
    }
    return undefined;
  }

  private changed(): void {
    if (this.over || !this.trace) return;
    this.trace.changed();
    const { players } = this.state;
    if (!players.some((p: any) => p.identity)) return;
    const { gameOver, winner } = ruleset.checkGameOver(this.state);
    if (!gameOver) return;
    // The engine names one of the winners.
    const side = (p: any) => ({ 内奸: p.name, 忠臣: '主公' })[p?.identity as string] ?? p?.identity;
    this.winners = this.names.filter((name) => side(players[this.seat(name)]) === side(players[winner]));
    report('game_over', { targets: this.winners });
    this.over = this.show(true);
  }

  /** The seat of a player of the scene. */
  seat(name: string): number {
    const index = this.state.players.findIndex((p: any) => p.name === name);
    if (index < 0) throw new Error(`there is no player ${name}`);
    return index;
  }

  name = (seat?: number): string | undefined => (seat === undefined ? undefined : this.state.players[seat]?.name);

  /** The real cards that one card of the engine is: none for one that it made up. */
  real = (id: string): string[] =>
    this.labels.has(id) ? [id] : (this.made.get(id) ?? (this.state.cardMap[id]?.shadowOf ? this.real(this.state.cardMap[id].shadowOf) : []));

  /** Where the real cards lie, in the contract's words; what lies in two zones belongs to the later one. */
  *zones(): Generator<[zone: string, labels: string[]]> {
    const { zones, settlementStack, players } = this.state;
    const real = (ids: string[]) => ids.flatMap((id) => this.real(id));
    yield ['discard', real(zones.discardPile)];
    yield ['draw', real([...zones.deck].reverse())];
    yield ['processing', real([...zones.processing, ...settlementStack.flatMap((frame: any) => frame.cards)])];
    for (const p of players) {
      yield [`${p.name}.judgement`, p.pendingTricks.map((trick: any) => trick.card.shadowOf ?? trick.card.id)];
      yield [`${p.name}.aside`, p.vars[WOUNDS] ?? []];
      yield [`${p.name}.equipment`, Object.values(p.equipment)];
      yield [`${p.name}.hand`, real(p.hand)];
    }
  }

  /** The whole table; when the game is over, as it then was. */
  show(over = false): Reply {
    if (this.over) return this.over;
    const { state } = this;
    const zones = new Map(this.zones());
    const shown = (p: any) => ({
      ...{ name: p.name, hp: p.health, max_hp: p.maxHealth, alive: p.alive },
      ...Object.fromEntries(['hand', 'equipment', 'aside'].map((area) => [area, zones.get(`${p.name}.${area}`)])),
      judgement: p.pendingTricks.map(({ name, card }: any) => (card.shadowOf ? `${card.shadowOf}=${name}` : card.id)),
      skills: p.skills.filter((skill: string) => skillNames.includes(skill)),
      chained: p.marks.some((mark: any) => mark.id === engine.CHAIN_MARK),
      face_down: engine.isFaceDown(state, p.index),
    });
    return {
      type: 'state',
      players: this.names.map((name) => shown(state.players[this.seat(name)])),
      ...piles(() => zones),
      ...{ current: this.name(state.currentPlayerIndex), phase: PHASES[state.phase], over, winners: this.winners },
    };
  }
}

/** A player of the scene as the engine has them. */
function seat(p: PlayerScene, index: number, card: (label: string) => string, cardMap: Record<string, any>, discardPile: string[], made: Map<string, string[]>): any {
  const general = characters.get(p.general ?? '');
  const gender = p.gender && (p.gender === 'male' ? '男' : '女');
  const worn = (p.equipment ?? []).map((label) => cardMap[card(label)]);
  const weapon = worn.find((each) => each.subtype === '武器');
  const pendingTricks = (p.judgement ?? []).map((text) => {
    const laid = parseLaid(text);
    const real = cardMap[card(laid.card)];
    // As in the engine itself, a card before a player lies in the discard pile as well, and a converted one is forgotten there.
    discardPile.push(laid.card);
    if (laid.trick === real.name) return { name: laid.trick, source: index, card: real };
    const shadow = { ...templates.get(laid.trick), id: `${laid.card}=`, suit: real.suit, rank: real.rank, color: real.color, shadowOf: laid.card };
    made.set(shadow.id, [laid.card]);
    return { name: laid.trick, source: index, card: shadow };
  });
  return {
    ...{ index, name: p.name, health: p.hp, maxHealth: p.max_hp, alive: true, pendingTricks, judgeZone: [] },
    // The engine reads a character's gender, and nothing else, from the general's name.
    character: gender && general?.gender !== gender ? (gender === '男' ? '张飞' : '孙尚香') : (p.general ?? ''),
    hand: (p.hand ?? []).map(card),
    equipment: Object.fromEntries(worn.map((each) => [each.subtype, each.id])),
    skills: [
      ...engine.DEFAULT_SKILLS,
      ...(general?.skills ?? []).map((skill: any) => skill.name),
      ...(p.skills ?? []),
      // In a game, equipment comes after the general: of one timing, the engine has skills in the order in which they came.
      ...worn.map((each) => each.name).filter(engine.hasSkillModule),
    ],
    vars: { ...(weapon && { [RANGE_KEY]: weapon.range ?? 1 }), ...(p.aside?.length && { [WOUNDS]: p.aside.map(card) }) },
    marks: p.chained ? [{ id: engine.CHAIN_MARK, scope: index }] : [],
    tags: p.face_down ? [FACE_DOWN_TAG] : [],
    faction: p.faction ?? general?.faction,
    identity: p.role && IDENTITIES[p.role],
  };
}
