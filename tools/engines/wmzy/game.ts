// One game in the engine: the scene is laid, the game entered, followed to where it waits, and shown.
import { parseCard, parseLaid, report, type Inject, type PlayerScene, type Reply, type Reset, type Start } from '../kit/typescript/kit.ts';
import * as engine from './engine.ts';
import { Trace } from './trace.ts';
import { PHASES, PHASE_IDS, RANGE_KEY, FACE_DOWN_TAG, WOUNDS, type Slot } from './words.ts';

const PATIENCE = 8000;
/** Milliseconds without an ask after which the engine hangs. */

export class Game {
  state: any;
  trace!: Trace;
  ruleset: any;
  /** What the engine did wrong in the background: it works on without anybody waiting for it. */
  errors: Error[] = [];
  over?: { winners: string[]; state: Reply };
  /** A converted card of the engine -> the real cards it is made of; the engine forgets them. */
  made = new Map<string, string[]>();
  seed = 0;
  seats = new Set<string>();
  private labels = new Set<string>();
  private order: number[] = [];

  /** Lay the scene, or say what of it the engine does not have. */
  async lay(message: Reset): Promise<string | undefined> {
    const { players, draw_pile = [], discard_pile = [] } = message.scene;
    const flaw = players.map(lacking).find(Boolean);
    if (flaw) return flaw;
    // The engine takes whoever sits at its first seat for the lord.
    const lord = players.findIndex((p) => p.role === 'lord');
    const first = lord >= 0 ? lord : Math.max(0, players.findIndex((p) => p.skills?.includes('激将')));
    const seats = players.map((_, n) => players[(n + first) % players.length]);
    this.order = players.map((_, n) => (n - first + players.length) % players.length);
    this.seats = new Set(players.map((p) => p.name));
    const cardMap: Record<string, any> = {};
    const card = (label: string): string => {
      const { name, suit, rank } = parseCard(label)!;
      const color = '♥♦'.includes(suit) ? '红' : '黑';
      cardMap[label] = { ...engine.templates.get(name), id: label, suit, rank, color };
      return label;
    };
    const zones = {
      deck: draw_pile.map(card).reverse(),
      discardPile: discard_pile.map(card),
      processing: [],
    };
    this.seed = message.seed ?? 0;
    this.state = engine.createGameState({
      players: seats.map((seat, index) => this.seated(seat, index, card, cardMap, zones.discardPile)),
      cardMap,
      zones,
      rngSeed: this.seed,
      clock: new engine.VirtualClock(),
      config: { mode: '身份局', timeoutSec: 0 },
    });
    this.labels = new Set(Object.keys(cardMap).filter(parseCard));
    this.trace = new Trace(this);
    this.state.atomStack = this.trace.watched();
    this.state.onStateChange = () => this.changed();
    this.state.onError = (problem: Error) => this.errors.push(problem);
    await engine.registerSkillsFromState(this.state);
    this.ruleset = await engine.loadRuleset('身份局');
    this.trace.begin();
    return undefined;
  }

  private seated(seat: PlayerScene, index: number, card: (label: string) => string, cardMap: any, discardPile: string[]): any {
    const general = engine.characters.get(seat.general ?? '');
    const gender = seat.gender && (seat.gender === 'male' ? '男' : '女');
    const equipment: Record<string, string> = {};
    const vars: Record<string, unknown> = {};
    for (const label of seat.equipment ?? []) {
      const { subtype, range } = cardMap[card(label)];
      equipment[subtype] = label;
      if (subtype === '武器') vars[RANGE_KEY] = range ?? 1;
    }
    if (seat.aside?.length) vars[WOUNDS] = seat.aside.map(card);
    const pendingTricks = (seat.judgement ?? []).map((text) => {
      const laid = parseLaid(text);
      let trick = cardMap[card(laid.card)];
      if (laid.trick !== trick.name) {
        trick = { ...engine.templates.get(laid.trick), id: `${laid.card}=`, suit: trick.suit, rank: trick.rank, color: trick.color, shadowOf: laid.card };
        cardMap[trick.id] = trick;
      }
      // As in the engine itself, a card before a player lies in the discard pile as well.
      discardPile.push(laid.card);
      return { name: laid.trick, source: index, card: trick };
    });
    return {
      index,
      name: seat.name,
      // The engine reads a character's gender, and nothing else, from the general's name.
      character: gender && general?.gender !== gender ? (gender === '男' ? '张飞' : '孙尚香') : (seat.general ?? ''),
      health: seat.hp,
      maxHealth: seat.max_hp,
      alive: true,
      hand: (seat.hand ?? []).map(card),
      equipment,
      pendingTricks,
      skills: [
        ...engine.DEFAULT_SKILLS,
        ...Object.values(equipment).map((id) => cardMap[id].name).filter(engine.hasSkillModule),
        ...(general?.skills ?? []).map((skill: any) => skill.name),
        ...(seat.skills ?? []),
      ],
      vars,
      marks: seat.chained ? [{ id: engine.CHAIN_MARK, scope: index }] : [],
      tags: seat.face_down ? [FACE_DOWN_TAG] : [],
      judgeZone: [],
      faction: seat.faction ?? general?.faction,
      identity: seat.role ? { lord: '主公', loyalist: '忠臣', rebel: '反贼', renegade: '内奸' }[seat.role] : undefined,
    };
  }

  /** Enter the game; what it does goes on until it waits for a player. */
  enter(message: Start): void {
    const { state } = this;
    const player = this.seat(message.player);
    state.currentPlayerIndex = player;
    if (message.at === 'turn') {
      const before = (player - 1 + state.players.length) % state.players.length;
      this.trace.mute(['回合结束后']);
      this.run(engine.applyAtom(state, { type: '回合结束后', player: before }));
    } else if (message.at === 'phase') {
      const n = PHASE_IDS.indexOf(message.phase!);
      if (n === 0) {
        this.run((async () => {
          for (const type of ['阶段开始', '阶段结束']) await engine.applyAtom(state, { type, player, phase: '准备' });
        })());
        return;
      }
      const phase = Object.keys(PHASES)[n - 1];
      state.phase = state.turn.phase = phase;
      this.trace.mute(['阶段结束', '阶段间']);
      this.run(engine.applyAtom(state, { type: '阶段结束', player, phase }));
    } else {
      state.phase = state.turn.phase = '出牌';
      this.run((async () => {
        if (message.inject) await this.inject(message.inject);
        // As the engine's own turn does.
        while (state.phase === '出牌' && state.currentPlayerIndex === player) {
          await engine.applyAtom(state, { type: '出牌窗口', player, timeout: 50 });
        }
      })());
    }
  }

  private async inject({ kind, player, amount = 1, source, element }: Inject): Promise<void> {
    const target = this.seat(player);
    const type = element ? { fire: '火焰', thunder: '雷电' }[element] : undefined;
    if (kind === 'damage') await engine.runDamageFlow(this.state, source ? this.seat(source) : -1, target, amount, undefined, type);
    else if (kind === 'lose_hp') await engine.runLoseLifeFlow(this.state, target, amount);
    else if (kind === 'recover') await engine.runRecoverLifeFlow(this.state, target, amount);
    else await engine.runJudgeFlow(this.state, target, '判定');
  }

  /** Have something go on in the background. */
  run(work: Promise<unknown>): void {
    work.catch((problem: Error) => this.errors.push(problem));
  }

  /** Follow the game to the next decision. Nothing comes back when it is over, or has nothing more to do. */
  async rest(): Promise<Slot | undefined> {
    const until = Date.now() + PATIENCE;
    for (let quiet = 0; ; ) {
      await new Promise((resume) => setImmediate(resume));
      if (this.errors.length) throw this.errors[0];
      if (this.over) return undefined;
      const open = ([...this.state.pendingSlots.values()] as Slot[]).filter((slot) => !slot.isPaused);
      const slot = open.find((each) => each.isBlocking) ?? open[0];
      if (slot?.resolvedTimeoutMs === engine.SHORT_DELAY_MS) {
        // The player has nothing to answer with: the engine only seems to ask, and so does not here.
        this.run(slot._fireTimeoutNow());
      } else if (slot) {
        return slot;
      } else if (this.state.pendingSlots.size === 0 && this.state.atomStack.length === 0) {
        if (++quiet > 5) return undefined;
      } else if (Date.now() > until) {
        throw new Error(`the engine hangs in ${this.state.atomStack.map((atom: any) => atom.type).join(' > ')}`);
      }
    }
  }

  private changed(): void {
    if (this.over) return;
    this.trace.changed();
    if (!this.state.players.some((p: any) => p.identity)) return;
    const { gameOver, winner } = this.ruleset.checkGameOver(this.state);
    if (!gameOver) return;
    const side = this.state.players[winner]?.identity;
    const winners = this.state.players
      .filter((p: any) => p.index === winner || (side !== '内奸' && camp(p.identity) === camp(side)))
      .map((p: any) => p.name);
    report('game_over', { targets: winners });
    this.over = { winners, state: {} as Reply };
    this.over.state = this.show();
  }

  /** The seat of a player of the scene. */
  seat(name: string): number {
    const index = this.state.players.findIndex((p: any) => p.name === name);
    if (index < 0) throw new Error(`there is no player ${name}`);
    return index;
  }

  name(seat: number | undefined): string | undefined {
    return seat === undefined ? undefined : this.state.players[seat]?.name;
  }

  /** The real cards that one card of the engine is: none for one that it made up. */
  real(id: string): string[] {
    if (this.labels.has(id)) return [id];
    const made = this.made.get(id);
    if (made) return made;
    const source = this.state.cardMap[id]?.shadowOf;
    return source ? this.real(source) : [];
  }

  /** Where each real card lies, in the contract's words; what lies on top is found last. */
  *zones(): Generator<[zone: string, ids: string[]]> {
    const { zones, settlementStack, players } = this.state;
    yield ['discard', zones.discardPile];
    yield ['draw', zones.deck];
    yield ['processing', zones.processing];
    for (const frame of settlementStack) yield ['processing', frame.cards];
    for (const p of players) {
      yield [`${p.name}.judgement`, p.pendingTricks.map((trick: any) => trick.card.shadowOf ?? trick.card.id)];
      yield [`${p.name}.aside`, p.vars[WOUNDS] ?? []];
      yield [`${p.name}.equipment`, Object.values(p.equipment)];
      yield [`${p.name}.hand`, p.hand];
    }
  }

  /** The whole table. */
  show(): Reply {
    if (this.over?.state.type) return this.over.state;
    const { state } = this;
    const lies = new Map<string, string>();
    for (const [zone, ids] of this.zones()) for (const id of ids) for (const label of this.real(id)) lies.set(label, zone);
    const pile = (ids: string[], zone: string) => [...new Set(ids.flatMap((id) => this.real(id)))].filter((label) => lies.get(label) === zone);
    const shown = state.players.map((p: any) => ({
      name: p.name,
      hp: p.health,
      max_hp: p.maxHealth,
      alive: p.alive,
      hand: p.hand.flatMap((id: string) => this.real(id)),
      equipment: Object.values(p.equipment),
      judgement: p.pendingTricks.map((trick: any) => {
        const label = trick.card.shadowOf ?? trick.card.id;
        return parseCard(label)?.name === trick.name ? label : `${label}=${trick.name}`;
      }),
      aside: p.vars[WOUNDS] ?? [],
      skills: p.skills.filter((skill: string) => engine.skillNames.includes(skill)),
      chained: p.marks.some((mark: any) => mark.id === engine.CHAIN_MARK),
      face_down: engine.isFaceDown(state, p.index),
    }));
    return {
      type: 'state',
      players: this.order.map((index) => shown[index]),
      draw_pile: pile([...state.zones.deck].reverse(), 'draw'),
      discard_pile: pile(state.zones.discardPile, 'discard'),
      processing: pile([...state.zones.processing, ...state.settlementStack.flatMap((frame: any) => frame.cards)], 'processing'),
      current: this.name(state.currentPlayerIndex),
      phase: PHASES[state.phase],
      over: Boolean(this.over),
      winners: this.over?.winners ?? [],
    };
  }
}

const camp = (identity: string | undefined) => (identity === '忠臣' ? '主公' : identity);

/** What of a player's scene the engine does not have. */
function lacking(seat: PlayerScene): string | undefined {
  if (seat.general && !engine.characters.has(seat.general)) return `general ${seat.general}`;
  const skill = seat.skills?.find((name) => !engine.skillNames.includes(name));
  if (skill) return `skill ${skill}`;
  if (seat.aside?.length && seat.general !== '周泰' && !seat.skills?.includes('不屈')) return 'cards on a general other than those of 不屈';
  const laid = [...(seat.hand ?? []), ...(seat.equipment ?? []), ...(seat.aside ?? []), ...(seat.judgement ?? []).flatMap((text) => Object.values(parseLaid(text)))];
  const strange = laid.find((label) => !engine.templates.has(parseCard(label)?.name ?? label));
  return strange && `card ${strange}`;
}
