// What happened in the engine, as the contract's events: from its history of atoms, and from when each atom begins.
import { Dying, Phases, Tail, Targets } from '../kit/typescript/events.ts';
import { report } from '../kit/typescript/kit.ts';
import { Moves } from '../kit/typescript/moves.ts';
import { ELEMENTS, nameInFull, ON_EFFECT, PHASES, TIMINGS } from './engine.ts';
import type { Game } from './game.ts';

/** An atom that moves cards -> why. */
const REASONS: Record<string, string> = { 摸牌: 'draw', 弃置: 'discard', 获得: 'gain', 给予: 'give', 装备: 'equip', 置创牌: 'aside' };
/** An atom -> the event that it is, where that is all there is to say. */
const SIMPLE: Record<string, string> = {
  ...{ 回合开始: 'turn', 回合结束后: 'turn_over', 被抵消: 'cancelled', 扣减体力: 'deduct' },
  ...{ 失去体力: 'lose_hp', 失去体力时: 'lose_hp', 亮身份牌: 'reveal', 翻面后: 'flip' },
};

export class Trace {
  private history: Tail<any>;
  private moves: Moves;
  private phases = new Phases();
  readonly dying = new Dying();
  private targets = new Targets();
  /** The atom of each type that began last. */
  begun: Record<string, any> = {};
  /** Nothing is said of these atoms until a phase or a turn begins: with them the game is entered. */
  muted: string[] = [];
  private hp: number[] = [];
  /** Who has just turned his general face up, instead of a turn. */
  private turned?: string;

  /** The scene stands: what is to come are events. */
  constructor(private game: Game) {
    this.moves = new Moves(() => game.zones());
    this.history = new Tail(() => game.state.atomHistory);
  }

  /** An atom begins, and may still be cancelled. */
  begins(atom: any): void {
    if (this.muted.includes(atom.type)) return;
    this.begun[atom.type] = atom;
    this.hp = this.game.state.players.map((p: any) => p.health);
    if (!['弃置', '获得'].includes(atom.type)) this.moves.release((_, from) => from.endsWith('.judgement'));
    this.moves.report();
    const player = this.game.seats.name(atom.type.startsWith('造成伤害') ? atom.source : (atom.player ?? atom.target ?? atom.source));
    if (atom.type === '选择目标时') {
      const targets = ON_EFFECT.includes(this.game.state.cardMap[atom.cardId].name) ? [] : atom.targets.map(this.game.seats.name);
      report('use', { player, ...this.played(atom.cardId), targets });
    }
    if (atom.type === '判定牌生效后') {
      const id = (this.game.state.settlementStack.at(-1)?.cards ?? this.game.state.zones.processing).at(-1);
      report('judge', { player, card: id && this.played(id).card, reason: atom.judgeType });
    }
    if (atom.type === '生效后') report('effect', { player, card: atom.cardId && this.played(atom.cardId).card });
    const timing = atom.type === '阶段间' ? `gap.${PHASES[atom.from]}.${PHASES[atom.to]}` : TIMINGS[atom.type];
    if (timing) report('timing', { timing, player });
  }

  /** Something changed: report what is new. */
  changed(): void {
    for (const { kind, atom, eventType, data } of this.history.news()) {
      if (kind === 'atom') this.done(atom);
      const cancelled = eventType === 'atomCancelled' ? this.begun[data.atomType] : undefined;
      const player = this.game.seats.name(cancelled?.target);
      if (cancelled?.type === '检测有效性') report('invalid', { player, card: this.played(cancelled.cardId).card });
      if (['受到伤害时', '伤害结算开始时'].includes(cancelled?.type)) report('prevented', { player });
    }
  }

  private done(atom: any): void {
    const { type } = atom;
    if (type === '回合开始' || type === '翻面后' || (type === '阶段开始' && this.muted.includes('阶段间'))) this.muted = [];
    if (this.muted.includes(type)) return;
    const frame = this.game.state.settlementStack.at(-1);
    const player = this.game.seats.name(atom.player ?? atom.target)!;
    this.moved(atom, frame, player);
    const targets = frame?.params.resolvedTargets?.map((seat: number) => this.game.seats.name(seat)!);
    if (targets) this.targets.look(frame, this.played(frame.params.cardId).card, targets);
    if (SIMPLE[type]) report(SIMPLE[type], { player, amount: atom.amount, card: atom.cardId && this.played(atom.cardId).card });
    this.says[type]?.(player, atom);
    if (type !== '去标签') this.turned = type === '翻面后' && !atom.faceDown ? player : undefined;
  }

  /** An atom -> what there is to say of it beside moves and `SIMPLE`. */
  private says: Record<string, (player: string, atom: any) => void> = {
    阶段开始: (player, { phase }) => this.phases.begins(player, PHASES[phase]),
    阶段结束: (player, { phase }) => this.phases.ends(player, PHASES[phase]),
    下一玩家: () => this.turned && report('turn_skipped', { player: this.turned }),
    设横置: (player, { chained }) => report(chained ? 'chained' : 'unchained', { player }),
    陷入濒死: (player) => this.dying.enters(player),
    死亡时: (player) => this.dying.dies(player),
    受到伤害时: (player, { source, amount, damageType }) =>
      amount > 0 && report('damage', { player, source: this.game.seats.name(source), amount, element: ELEMENTS[damageType] }),
    回复体力: (player, { target }) => {
      const hp = this.game.state.players[target].health;
      if (hp > this.hp[target]) this.dying.recovers(player, hp - this.hp[target], hp);
    },
  };

  /** The moves of an atom, and the use or play that it is where the engine makes it a bare move of the card. */
  private moved(atom: any, frame: any, player: string): void {
    const { type, cardId, cardIds = [], from, to } = atom;
    if (type === '卸下') this.moves.hold(`${player}.equipment`);
    if (type === '移除延时锦囊') this.moves.hold(`${player}.judgement`);
    if (['弃置', '获得'].includes(type)) this.moves.release((label) => [cardId, ...cardIds].includes(label));
    let reason: string | undefined = REASONS[type];
    if (type === '装备') report('use', { player, ...this.played(cardId), targets: [player] });
    if (type === '移动牌' && from.zone === '手牌' && this.game.real(cardId).length) {
      const { card, cards } = this.played(cardId);
      const [by, victim] = [this.game.seats.name(from.player), this.dying.victim()];
      reason = { 处理区: frame?.params.cardId === cardId ? 'use' : 'play', 弃牌堆: victim && 'use' }[to.zone as string];
      const peach = ['桃', '酒'].includes(this.game.state.cardMap[cardId]?.name) ? card : '桃';
      if (reason === 'play') report('play', { player: by, card, cards });
      if (to.zone === '弃牌堆' && victim) report('use', { player: by, card: peach, cards, targets: [victim] });
    }
    this.moves.report(reason);
  }

  /** A card as events name it: a real one by its label, a converted one by its name. */
  private played(id: string): { card?: string; cards: string[] } {
    const cards = this.game.real(id);
    const known = this.game.state.cardMap[id];
    return { card: cards[0] === id ? id : known && nameInFull(known), cards };
  }
}
