// Events that follow from others, for engines that do not tell them: a phase that was skipped, a player who was saved,
// a target that was put in another's place; and what is new in a history.
import { report, type Phase } from './kit.ts';

/** The phases of a turn and their timings. One that ends without having begun was skipped. */
export class Phases {
  private begun?: Phase;

  begins(player: string, phase: Phase): void {
    this.begun = phase;
    report('timing', { timing: `phase.${phase}.start`, player });
    report('phase', { player, phase });
  }

  ends(player: string, phase: Phase): void {
    if (this.begun === phase) report('timing', { timing: `phase.${phase}.end`, player });
    else report('phase_skipped', { player, phase });
    this.begun = undefined;
  }
}

/** Who is dying, and what comes of it. */
export class Dying {
  private players: string[] = [];

  /** Who is being asked about: the last one is settled first. */
  victim = (): string | undefined => this.players.at(-1);

  enters(player: string): void {
    this.players.push(player);
    report('dying', { player });
  }

  /** @param amount by which the hp rose, to `hp` */
  recovers(player: string, amount: number, hp: number): void {
    report('recover', { player, amount });
    if (hp > 0 && this.leaves(player)) report('saved', { player });
  }

  dies(player: string): void {
    this.leaves(player);
    report('death', { player });
  }

  private leaves(player: string): boolean {
    const before = this.players.length;
    this.players = this.players.filter((each) => each !== player);
    return this.players.length < before;
  }
}

/** The targets of what is being settled. One that was put in another's place is a `redirect`. */
export class Targets {
  private known = new WeakMap<object, string[]>();

  /** @param settled whatever stands for one settlement; `now` its targets, which are compared with those of the last look */
  look(settled: object, card: string | undefined, now: string[]): void {
    this.known.get(settled)?.forEach((player, n) => {
      if (now[n] !== undefined && now[n] !== player) report('redirect', { player, card, targets: [now[n]] });
    });
    this.known.set(settled, now);
  }
}

/** What has come into an engine's history since the last look. A move that is refused in the end may be taken out again. */
export class Tail<T> {
  private history: () => T[];
  private seen: number;

  constructor(history: () => T[]) {
    this.history = history;
    this.seen = history().length;
  }

  *news(): Generator<T> {
    for (this.seen = Math.min(this.seen, this.history().length); this.seen < this.history().length; this.seen++) yield this.history()[this.seen];
  }
}
