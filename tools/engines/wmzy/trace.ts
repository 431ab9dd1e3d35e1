// What happened in the engine, as the contract's events. The engine keeps a history of its atoms; moves of cards are
// found by looking where each card lies after each of them, for some are moved without an atom.
import { report } from '../kit/typescript/kit.ts';
import { nameInFull } from './engine.ts';
import type { Game } from './game.ts';
import { PHASES, TIMINGS } from './words.ts';

const ELEMENTS: Record<string, string | undefined> = { 火焰: 'fire', 雷电: 'thunder' };

/** An atom that moves cards -> why, where that does not follow from where they go. */
const REASONS: Record<string, string> = { 摸牌: 'draw', 弃置: 'discard', 获得: 'gain', 给予: 'give', 装备: 'equip', 判定: 'judge', 置创牌: 'aside' };
const GETS = ['draw', 'gain', 'give', 'exchange'];

export class Trace {
  private seen = 0;
  private lies = new Map<string, string>();
  private begun: Record<string, any> = {};
  private hp: number[] = [];
  private real = new Map<string, string>();
  private between: { label: string; from: string; zone: string }[] = [];
  private muted: string[] = [];
  private phase = '';
  private turned: number | undefined;
  private dying: number[] = [];
  private targets = new WeakMap<object, number[]>();

  constructor(private game: Game) {}

  /** The stack of atoms for the state, which tells when an atom begins: also one that is then cancelled. */
  watched(): any[] {
    const stack: any[] = [];
    stack.push = (...atoms) => {
      for (const atom of atoms) this.begins(atom);
      return Array.prototype.push.apply(stack, atoms);
    };
    return stack;
  }

  /** The scene stands: what is to come are events. */
  begin(): void {
    this.lies = this.look();
    this.seen = this.game.state.atomHistory.length;
  }

  /** Say nothing of these atoms until a phase or a turn begins: with them the game is entered. */
  mute(types: string[]): void {
    this.muted = types;
  }

  /** Who is dying: the last one first in the settlement. */
  get victim(): number | undefined {
    return this.dying.at(-1);
  }

  /** The atom of a type that began last. */
  last(type: string): any {
    return this.begun[type];
  }

  private begins(atom: any): void {
    if (this.game.over || this.muted.includes(atom.type)) return;
    this.begun[atom.type] = atom;
    this.hp = this.game.state.players.map((p: any) => p.health);
    if (process.env.WZ_TOP && atom.type === '判定') { const d = this.game.state.zones.deck; if (d.length) d.unshift(d.pop()); } // TEMP
    if (!['弃置', '获得'].includes(atom.type)) this.between = this.between.filter(({ label }) => this.real.get(label)?.endsWith('.hand'));
    this.moves('');
    const frame = this.game.state.settlementStack.at(-1);
    const player = atom.player ?? atom.target ?? atom.source;
    if (atom.type === '选择目标时') {
      const effect = ['闪', '无懈可击'].includes(this.game.state.cardMap[atom.cardId]?.name);
      report('use', { player: this.game.name(atom.source), ...this.played(atom.cardId), targets: effect ? [] : atom.targets.map((seat: number) => this.game.name(seat)) });
    }
    if (atom.type === '判定牌生效后') {
      const id = (frame ? frame.cards : this.game.state.zones.processing).at(-1);
      report('judge', { player: this.game.name(atom.player), card: id && this.card(id), reason: atom.judgeType });
    }
    if (atom.type === '造成伤害时' || atom.type === '造成伤害后') this.timing(TIMINGS[atom.type], atom.source);
    else if (TIMINGS[atom.type]) this.timing(TIMINGS[atom.type], player);
    else if (atom.type === '阶段间') this.timing(`gap.${PHASES[atom.from]}.${PHASES[atom.to]}`, player);
    else if (atom.type === '出牌窗口') this.timing('phase.play.idle', player);
  }

  private timing(timing: string, player: number | undefined): void {
    report('timing', { timing, player: this.game.name(player) });
  }

  /** Something changed: report what is new. */
  changed(): void {
    const { atomHistory } = this.game.state;
    this.seen = Math.min(this.seen, atomHistory.length);
    for (; this.seen < atomHistory.length; this.seen++) {
      const entry = atomHistory[this.seen];
      if (entry.kind === 'atom') this.done(entry.atom);
      else if (entry.eventType === 'atomCancelled') this.cancelled(entry.data.atomType);
    }
  }

  private cancelled(type: string): void {
    const atom = this.begun[type];
    if (type === '检测有效性') report('invalid', { player: this.game.name(atom.target), card: this.card(atom.cardId) });
    else if (type === '受到伤害时' || type === '伤害结算开始时') report('prevented', { player: this.game.name(atom.target) });
  }

  private done(atom: any): void {
    if (['回合开始', '翻面后'].includes(atom.type) || (atom.type === '阶段开始' && this.muted.includes('阶段间'))) this.muted = [];
    if (this.muted.includes(atom.type)) return;
    const { game } = this;
    const { state } = game;
    const frame = state.settlementStack.at(-1);
    const who = (seat = atom.player ?? atom.target) => game.name(seat);
    this.takes(atom);
    if (atom.type !== '移动牌' || !this.used(atom, frame)) this.moves(REASONS[atom.type] ?? '', atom, frame);
    this.redirected(frame);
    if (atom.type !== '下一玩家' && atom.type !== '去标签') {
      if (atom.type === '翻面后' && !atom.faceDown) this.turned = atom.player;
      else this.turned = undefined;
    }
    switch (atom.type) {
      case '回合开始':
        this.phase = '';
        return report('turn', { player: who() });
      case '回合结束后':
        return report('turn_over', { player: who() });
      case '下一玩家':
        if (this.turned !== undefined) report('turn_skipped', { player: who(this.turned) });
        this.turned = undefined;
        return;
      case '阶段开始':
        this.phase = atom.phase;
        this.timing(`phase.${PHASES[atom.phase]}.start`, atom.player);
        return report('phase', { player: who(), phase: PHASES[atom.phase] });
      case '阶段结束':
        if (this.phase === atom.phase) this.timing(`phase.${PHASES[atom.phase]}.end`, atom.player);
        else report('phase_skipped', { player: who(), phase: PHASES[atom.phase] });
        return;
      case '生效后':
        return report('effect', { player: who(), card: this.card(atom.cardId) });
      case '被抵消':
        return report('cancelled', { player: who(), card: this.card(atom.cardId) });
      case '受到伤害时':
        if (atom.amount > 0)
          report('damage', { player: who(), source: who(atom.source), amount: atom.amount, element: ELEMENTS[atom.damageType] });
        return;
      case '扣减体力':
        return report('deduct', { player: who(), amount: atom.amount });
      case '失去体力':
      case '失去体力时':
        return report('lose_hp', { player: who(), amount: atom.amount });
      case '回复体力':
        if (state.players[atom.target].health > this.hp[atom.target]) report('recover', { player: who(), amount: atom.amount });
        if (this.dying.includes(atom.target) && state.players[atom.target].health > 0) {
          this.dying = this.dying.filter((seat) => seat !== atom.target);
          report('saved', { player: who() });
        }
        return;
      case '陷入濒死':
        this.dying.push(atom.target);
        return report('dying', { player: who() });
      case '亮身份牌':
        return report('reveal', { player: who() });
      case '死亡时':
        this.dying = this.dying.filter((seat) => seat !== atom.player);
        return report('death', { player: who() });
      case '设横置':
        return report(atom.chained ? 'chained' : 'unchained', { player: who() });
      case '翻面后':
        return report('flip', { player: who() });
    }
  }

  /** Report a card that is played or used by a bare move, as the engine does outside its use of a card. */
  private used(atom: any, frame: any): boolean {
    if (atom.from.zone !== '手牌') return false;
    const played = this.played(atom.cardId);
    if (!played.cards.length) return false;
    const player = this.game.name(atom.from.player);
    if (atom.to.zone === '处理区' && frame?.params.cardId !== atom.cardId) {
      report('play', { player, ...played });
      this.moves('play');
      return true;
    }
    if (atom.to.zone === '弃牌堆' && this.victim !== undefined) {
      const name = this.game.state.cardMap[atom.cardId]?.name;
      const card = ['桃', '酒'].includes(name) ? played.card : '桃';
      report('use', { player, ...played, card, targets: [this.game.name(this.victim)] });
      this.moves('use');
      return true;
    }
    return false;
  }

  /** Report where the cards went since the last look. */
  private moves(reason: string, atom?: any, frame?: any): void {
    const before = this.lies;
    this.lies = this.look();
    const groups = new Map<string, { cards: string[]; origin?: string; destination: string; why: string }>();
    for (const [label, destination] of this.lies) {
      const origin = before.get(label);
      if (origin === destination) continue;
      const why = reason && !(reason === 'judge' && destination !== 'processing') ? reason : this.why(origin, destination, atom, frame);
      const key = `${origin} ${destination} ${why}`;
      const group = groups.get(key) ?? groups.set(key, { cards: [], origin, destination, why }).get(key)!;
      group.cards.push(label);
    }
    if (atom?.type === '装备' && groups.size) {
      const player = this.game.name(atom.player);
      report('use', { player, ...this.played(atom.cardId), targets: [player] });
    }
    for (const { cards, origin, destination, why } of groups.values()) {
      const [owner] = (GETS.includes(why) ? destination : (origin ?? '')).split('.');
      report('move', { player: this.game.seats.has(owner) ? owner : undefined, cards, origin, destination, reason: why });
    }
  }

  /** Why a card was moved, where the atom does not say. */
  private why(origin = '', destination = '', atom?: any, frame?: any): string {
    if (destination === 'discard') return 'settle';
    if (destination === 'processing') {
      if (origin === 'draw') return 'judge';
      if (origin.endsWith('.hand')) return atom?.type === '移动牌' && frame?.params.cardId === atom.cardId ? 'use' : 'replace';
    }
    if (destination.endsWith('.judgement')) return 'place';
    if (destination.endsWith('.equipment')) return 'equip';
    if (destination.endsWith('.hand')) return origin === 'draw' ? 'draw' : 'gain';
    return 'settle';
  }

  private look(): Map<string, string> {
    const lies = new Map<string, string>();
    for (const [zone, ids] of this.game.zones()) for (const id of ids) for (const label of this.game.real(id)) lies.set(label, zone);
    this.real = new Map(lies);
    this.between = this.between.filter(({ label, zone }) => lies.get(label) === zone);
    for (const { label, from } of this.between) lies.set(label, from);
    return lies;
  }

  /** A card that is taken from where it lies, to be moved on by a later atom: until then nothing is reported. */
  private takes(atom: any): void {
    const moved = [atom.cardId, ...(atom.cardIds ?? [])];
    if (['弃置', '获得'].includes(atom.type)) this.between = this.between.filter(({ label }) => !moved.includes(label));
    const area = { 卸下: 'equipment', 移除延时锦囊: 'judgement' }[atom.type as string];
    if (!area) return;
    const from = `${this.game.name(atom.player)}.${area}`;
    const before = this.lies;
    this.look();
    for (const [label, zone] of this.real) if (before.get(label) === from && zone !== from) this.between.push({ label, from, zone });
  }

  /** A target that a skill has put in another's place. */
  private redirected(frame: any): void {
    const now: number[] | undefined = frame?.params.resolvedTargets;
    if (!now) return;
    const before = this.targets.get(frame);
    this.targets.set(frame, [...now]);
    before?.forEach((seat, n) => {
      if (now[n] === undefined || seat === now[n]) return;
      report('redirect', { player: this.game.name(seat), card: this.card(frame.params.cardId), targets: [this.game.name(now[n])] });
    });
  }

  /** A card as events name it: a real one by its label, a converted one by its name. */
  private card(id: string): string | undefined {
    return this.played(id).card;
  }

  private played(id: string): { card?: string; cards: string[] } {
    const cards = this.game.real(id);
    const known = this.game.state.cardMap[id];
    return { card: cards[0] === id ? id : known && nameInFull(known), cards };
  }
}
