// One game in the engine: the scene is laid, the game entered, followed to where it waits, and shown.
import { Background } from '../kit/typescript/background.ts';
import { allies, cardsOf, ELEMENTS, parseCard, parseLaid, report, ROLES, Seats, turned, type Inject, type PlayerScene, type Query, type Reply, type Scene, type Start } from '../kit/typescript/kit.ts';
import { table } from '../kit/typescript/moves.ts';
import type { Plan } from '../kit/typescript/plans.ts';
import { Asks } from './asks.ts';
import { characters, engine, FACE_DOWN_TAG, PHASES, RANGE_KEY, ruleset, skillNames, templates, WOUNDS } from './engine.ts';
import { Trace } from './trace.ts';

export class Game {
  readonly state: any;
  readonly trace: Trace;
  /** A card of the engine -> the real cards that it is made of. Of converted ones the engine forgets them. */
  readonly made: Map<string, string[]>;
  readonly seats = new Seats(() => this.state.players);
  readonly background = new Background();
  private asks = new Asks(this);
  private over?: Reply;

  /** @param seed for the blind pick of a card */
  constructor(private scene: Scene, readonly seed: number) {
    const { players, draw_pile, discard_pile } = scene;
    const labels = cardsOf(scene);
    this.made = new Map(labels.map((label) => [label, [label]]));
    const cardMap = Object.fromEntries(labels.map((label) => [label, realCard(label)]));
    // The engine takes whoever sits at its first seat for the lord.
    const lord = players.find((p) => p.role === 'lord') ?? players.find((p) => p.skills.includes('激将')) ?? players[0];
    const seated = turned(players, players.indexOf(lord)).map((p, index) => seat(p, index, cardMap));
    const before = seated.flatMap((p) => p.pendingTricks).map(({ card }) => card);
    for (const { id, shadowOf } of before) if (shadowOf) this.made.set(id, [shadowOf]);
    // As in the engine itself, a card before a player lies in the discard pile as well, and a converted one is forgotten there.
    const discardPile = [...discard_pile, ...before.map(({ id, shadowOf }) => shadowOf ?? id)];
    const zones = { deck: [...draw_pile].reverse(), discardPile, processing: [] };
    const config = { mode: '身份局', timeoutSec: 0 };
    this.state = engine.createGameState({ players: seated, cardMap, zones, clock: new engine.VirtualClock(), rngSeed: seed, config });
    this.trace = new Trace(this);
  }

  /** Wake the skills: what is to come are events. */
  async begin(): Promise<Game> {
    const { state } = this;
    state.onError = this.background.failed;
    await engine.registerSkillsFromState(state);
    // The stack of atoms tells when one begins, also when it is then cancelled; the history has only those that were done.
    state.atomStack.push = (...atoms: any[]) => {
      if (!this.over) atoms.forEach((atom) => this.trace.begins(atom));
      return Array.prototype.push.apply(state.atomStack, atoms);
    };
    state.onStateChange = () => this.changed();
    return this;
  }

  enter({ at, player: name, phase, inject }: Start): void {
    const { state } = this;
    const player = this.seats.of(name);
    const apply = (type: string, more: object) => engine.applyAtom(state, { type, player, ...more });
    const before = Object.keys(PHASES)[Object.values(PHASES).indexOf(phase!) - 1];
    const ways = {
      turn: () => apply('回合结束后', { player: (player || state.players.length) - 1 }),
      phase: async () => {
        if (!before) await apply('阶段开始', { phase: state.phase });
        await apply('阶段结束', { phase: state.phase });
      },
      idle: async () => {
        if (inject) await this.inject(inject);
        // As the engine's own turn does.
        while (state.phase === '出牌' && state.currentPlayerIndex === player) await apply('出牌窗口', { timeout: 50 });
      },
    };
    state.currentPlayerIndex = player;
    state.phase = state.turn.phase = at === 'idle' ? '出牌' : (before ?? '准备');
    this.trace.muted = { turn: ['回合结束后'], phase: ['阶段结束', '阶段间'], idle: [] }[at];
    this.background.run(ways[at]);
  }

  private inject({ kind, player, amount = 1, source, element }: Inject): Promise<unknown> {
    const { state } = this;
    const target = this.seats.of(player);
    if (kind === 'damage') return engine.runDamageFlow(state, source ? this.seats.of(source) : -1, target, amount, undefined, element && ELEMENTS[element]);
    if (kind === 'judge') return engine.runJudgeFlow(state, target, '判定');
    return (kind === 'recover' ? engine.runRecoverLifeFlow : engine.runLoseLifeFlow)(state, target, amount);
  }

  async next(): Promise<Plan | undefined> {
    const { atomStack, pendingSlots } = this.state;
    const decision = () => {
      const open = [...pendingSlots.values()].filter((each) => !each.isPaused);
      const slot = open.find((each) => each.isBlocking) ?? open[0];
      if (slot?.resolvedTimeoutMs !== engine.SHORT_DELAY_MS) return slot;
      // Where the player has nothing to answer with, the engine only seems to ask.
      this.background.run(() => slot._fireTimeoutNow());
    };
    const busy = () => (pendingSlots.size + atomStack.length ? atomStack.map((atom: any) => atom.type).join(' > ') : undefined);
    const slot = await this.background.rest(() => !!this.over, decision, busy);
    return slot && this.asks.plan(slot);
  }

  private changed(): void {
    if (this.over) return;
    this.trace.changed();
    const { gameOver, winner } = ruleset.checkGameOver(this.state);
    if (!gameOver || !this.scene.players.some((p) => p.role)) return;
    // The engine names one of the winners.
    const winners = allies(this.scene.players, this.seats.name(winner));
    report('game_over', { targets: winners });
    this.over = { ...this.show(), over: true, winners };
  }

  /** The real cards that one card of the engine is: none for one that it made up. */
  real = (id: string): string[] => this.made.get(id) ?? this.made.get(this.state.cardMap[id]?.shadowOf) ?? [];

  /** Where the real cards lie, in the contract's words; what lies in two zones belongs to the later one. */
  *zones(): Generator<[zone: string, labels: string[]]> {
    const { zones, settlementStack, players } = this.state;
    const real = (ids: string[]) => ids.flatMap(this.real);
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
  show(): Reply {
    if (this.over) return this.over;
    const { players, currentPlayerIndex, phase } = this.state;
    const shown = (p: any) => ({
      ...{ name: p.name, hp: p.health, max_hp: p.maxHealth, alive: p.alive },
      judgement: p.pendingTricks.map(({ name, card }: any) => (card.shadowOf ? `${card.shadowOf}=${name}` : card.id)),
      skills: p.skills.filter((skill: string) => skillNames.includes(skill)),
      chained: p.marks.some((mark: any) => mark.id === engine.CHAIN_MARK),
      face_down: engine.isFaceDown(this.state, p.index),
    });
    const inOrder = this.scene.players.map(({ name }) => shown(players[this.seats.of(name)]));
    return table(() => this.zones(), inOrder, { current: this.seats.name(currentPlayerIndex), phase: PHASES[phase], over: false, winners: [] });
  }

  query({ what, player, target }: Query): unknown {
    const seat = this.seats.of(player);
    return {
      distance: () => engine.effectiveDistance(this.state, seat, this.seats.of(target!)),
      in_range: () => engine.inAttackRange(this.state, seat, this.seats.of(target!)),
      range: () => this.state.players[seat].vars[RANGE_KEY] ?? 1,
      hand_limit: () => engine.handLimit(this.state, seat),
    }[what]();
  }
}

function realCard(label: string): any {
  const { name, suit, rank } = parseCard(label)!;
  return { ...templates.get(name), id: label, suit, rank, color: '♥♦'.includes(suit) ? '红' : '黑' };
}

/** A delayed trick before a player: the real card, or what the engine makes of a converted one. */
function delayed(text: string, source: number, cards: Record<string, any>): any {
  const { card: label, trick: name } = parseLaid(text);
  const { suit, rank, color, ...real } = cards[label];
  const shadow = { ...templates.get(name), id: `${label}=`, suit, rank, color, shadowOf: label };
  return { name, source, card: name === real.name ? cards[label] : shadow };
}

/** A player of the scene as the engine has them. */
function seat(p: PlayerScene, index: number, cards: Record<string, any>): any {
  const general = characters.get(p.general ?? '');
  const gender = p.gender && { male: '男', female: '女' }[p.gender];
  const worn = p.equipment.map((label) => cards[label]);
  const weapon = worn.find((each) => each.subtype === '武器');
  // In a game, equipment comes after the general: of one timing, the engine has skills in the order in which they came.
  const own = [...(general?.skills ?? []).map((skill: any) => skill.name), ...p.skills, ...worn.map((each) => each.name)];
  return {
    ...{ index, name: p.name, health: p.hp, maxHealth: p.max_hp, alive: true, hand: [...p.hand], judgeZone: [] },
    // The engine reads a character's gender, and nothing else, from the general's name.
    character: gender && general?.gender !== gender ? { 男: '张飞', 女: '孙尚香' }[gender] : (p.general ?? ''),
    equipment: Object.fromEntries(worn.map((each) => [each.subtype, each.id])),
    pendingTricks: p.judgement.map((text) => delayed(text, index, cards)),
    skills: [...engine.DEFAULT_SKILLS, ...own.filter(engine.hasSkillModule)],
    vars: { ...(weapon && { [RANGE_KEY]: weapon.range ?? 1 }), ...(p.aside.length && { [WOUNDS]: [...p.aside] }) },
    marks: p.chained ? [{ id: engine.CHAIN_MARK, scope: index }] : [],
    tags: p.face_down ? [FACE_DOWN_TAG] : [],
    faction: p.faction ?? general?.faction,
    identity: p.role && ROLES[p.role],
  };
}
