// What happened in the engine, as the contract's events: from its history of atoms, and from when each atom begins.
import { report } from '../kit/typescript/kit.ts';
import { Moves } from '../kit/typescript/moves.ts';
import { nameInFull } from './engine.ts';
import type { Game } from './game.ts';
import { ELEMENTS, ON_EFFECT, PHASES, TIMINGS } from './words.ts';

/** An atom that moves cards -> why. */
const REASONS: Record<string, string> = { 摸牌: 'draw', 弃置: 'discard', 获得: 'gain', 给予: 'give', 装备: 'equip', 置创牌: 'aside' };
/** An atom -> the event that it is, where that is all there is to say. */
const SIMPLE: Record<string, string> = {
  ...{ 回合开始: 'turn', 回合结束后: 'turn_over', 生效后: 'effect', 被抵消: 'cancelled', 扣减体力: 'deduct', 失去体力: 'lose_hp' },
  ...{ 失去体力时: 'lose_hp', 陷入濒死: 'dying', 亮身份牌: 'reveal', 死亡时: 'death', 翻面后: 'flip' },
};

export class Trace {
  private seen = 0;
  private moves: Moves;
  /** The atom of each type that began last. */
  begun: Record<string, any> = {};
  private hp: number[] = [];
  /** Nothing is said of these atoms until a phase or a turn begins: with them the game is entered. */
  muted: string[] = [];
  private phase = '';
  private turned: number | undefined;
  private dying: number[] = [];
  private targets = new WeakMap<object, number[]>();

  /** The scene stands: what is to come are events. */
  constructor(private game: Game) {
    this.moves = new Moves(() => game.zones());
    this.seen = game.state.atomHistory.length;
  }

  /** Who is dying: the last one first in the settlement. */
  victim = (): number | undefined => this.dying.at(-1);

  /** An atom begins, and may still be cancelled. */
  begins(atom: any): void {
    if (this.muted.includes(atom.type)) return;
    const { state } = this.game;
    this.begun[atom.type] = atom;
    this.hp = state.players.map((p: any) => p.health);
    if (!['弃置', '获得'].includes(atom.type)) this.moves.release((_, from) => from.endsWith('.judgement'));
    this.moves.report();
    const player = this.game.name(atom.type.startsWith('造成伤害') ? atom.source : (atom.player ?? atom.target ?? atom.source));
    if (atom.type === '选择目标时') {
      const targets = ON_EFFECT.includes(state.cardMap[atom.cardId].name) ? [] : atom.targets.map((seat: number) => this.game.name(seat));
      report('use', { player, ...this.played(atom.cardId), targets });
    }
    if (atom.type === '判定牌生效后') {
      const id = (state.settlementStack.at(-1)?.cards ?? state.zones.processing).at(-1);
      report('judge', { player, card: id && this.played(id).card, reason: atom.judgeType });
    }
    const timing = atom.type === '阶段间' ? `gap.${PHASES[atom.from]}.${PHASES[atom.to]}` : TIMINGS[atom.type];
    if (timing) report('timing', { timing, player });
  }

  /** Something changed: report what is new. */
  changed(): void {
    const { atomHistory } = this.game.state;
    // A move that is refused in the end is taken out of the history again.
    for (this.seen = Math.min(this.seen, atomHistory.length); this.seen < atomHistory.length; this.seen++) {
      const { kind, atom, eventType, data } = atomHistory[this.seen];
      const cancelled = eventType === 'atomCancelled' ? this.begun[data.atomType] : undefined;
      const player = this.game.name(cancelled?.target);
      if (kind === 'atom') this.done(atom);
      if (cancelled?.type === '检测有效性') report('invalid', { player, card: this.played(cancelled.cardId).card });
      if (['受到伤害时', '伤害结算开始时'].includes(cancelled?.type)) report('prevented', { player });
    }
  }

  private done(atom: any): void {
    const { game } = this;
    const { type } = atom;
    if (type === '回合开始' || type === '翻面后' || (type === '阶段开始' && this.muted.includes('阶段间'))) this.muted = [];
    if (this.muted.includes(type)) return;
    const frame = game.state.settlementStack.at(-1);
    const seat = atom.player ?? atom.target;
    const player = game.name(seat);
    this.moved(atom, frame, player);
    this.redirected(frame);
    if (type === '下一玩家' && this.turned !== undefined) report('turn_skipped', { player: game.name(this.turned) });
    if (type !== '去标签') this.turned = type === '翻面后' && !atom.faceDown ? seat : undefined;
    if (type === '回合开始') this.phase = '';
    if (type === '死亡时') this.dying = this.dying.filter((each) => each !== seat);
    if (type === '陷入濒死') this.dying.push(seat);
    if (SIMPLE[type]) report(SIMPLE[type], { player, amount: atom.amount, card: atom.cardId && this.played(atom.cardId).card });
    if (type === '设横置') report(atom.chained ? 'chained' : 'unchained', { player });
    const phase = PHASES[atom.phase];
    // A phase that ends without having begun was skipped.
    if (type === '阶段结束' && this.phase !== phase) report('phase_skipped', { player, phase });
    else if (type === '阶段结束') report('timing', { timing: `phase.${phase}.end`, player });
    if (type === '阶段开始') {
      this.phase = phase;
      report('timing', { timing: `phase.${phase}.start`, player });
      report('phase', { player, phase });
    }
    if (type === '受到伤害时' && atom.amount > 0) report('damage', { player, source: game.name(atom.source), amount: atom.amount, element: ELEMENTS[atom.damageType] });
    if (type === '回复体力' && game.state.players[seat].health > this.hp[seat]) {
      report('recover', { player, amount: atom.amount });
      if (this.dying.includes(seat) && game.state.players[seat].health > 0) {
        this.dying = this.dying.filter((each) => each !== seat);
        report('saved', { player });
      }
    }
  }

  /** The moves of an atom, and the use or play that it is where the engine makes it a bare move of the card. */
  private moved(atom: any, frame: any, player?: string): void {
    if (atom.type === '卸下') this.moves.hold(`${player}.equipment`);
    if (atom.type === '移除延时锦囊') this.moves.hold(`${player}.judgement`);
    if (['弃置', '获得'].includes(atom.type)) this.moves.release((label) => [atom.cardId, ...(atom.cardIds ?? [])].includes(label));
    let reason = REASONS[atom.type];
    if (atom.type === '装备') report('use', { player, ...this.played(atom.cardId), targets: [player] });
    if (atom.type === '移动牌' && atom.from.zone === '手牌' && this.game.real(atom.cardId).length) {
      const { card, cards } = this.played(atom.cardId);
      const by = this.game.name(atom.from.player);
      const name = this.game.state.cardMap[atom.cardId]?.name;
      if (atom.to.zone === '处理区') reason = frame?.params.cardId === atom.cardId ? 'use' : 'play';
      if (reason === 'play') report('play', { player: by, card, cards });
      if (atom.to.zone === '弃牌堆' && this.victim() !== undefined) {
        reason = 'use';
        report('use', { player: by, card: ['桃', '酒'].includes(name) ? card : '桃', cards, targets: [this.game.name(this.victim())] });
      }
    }
    this.moves.report(reason);
  }

  /** A target that a skill has put in another's place. */
  private redirected(frame: any): void {
    const now: number[] | undefined = frame?.params.resolvedTargets;
    if (!now) return;
    const { card } = this.played(frame.params.cardId);
    this.targets.get(frame)?.forEach((seat, n) => {
      if (now[n] !== undefined && seat !== now[n]) report('redirect', { player: this.game.name(seat), card, targets: [this.game.name(now[n])] });
    });
    this.targets.set(frame, [...now]);
  }

  /** A card as events name it: a real one by its label, a converted one by its name. */
  private played(id: string): { card?: string; cards: string[] } {
    const cards = this.game.real(id);
    const known = this.game.state.cardMap[id];
    return { card: cards[0] === id ? id : known && nameInFull(known), cards };
  }
}
