// An engine that awaits its players' decisions, as by `await controller.decide(player, request)`: what it awaits
// becomes an ask, and the answer what it gets.
import { Background } from './background.ts';
import { forget, mark } from './kit.ts';
import type { Plan } from './plans.ts';

/** Hands a decision to the engine. Why it refused it comes back, if it did; what it said meanwhile is taken back then. */
export type Decided<Decision> = (decision: Decision) => Promise<string | undefined>;

export class Decisions<Request, Decision> {
  private waiting?: { request: Request; resolve: (decision: Decision) => void };
  private refusal?: string;
  private over = false;
  private background: Background;
  private ask: (request: Request, decided: Decided<Decision>) => Plan;

  /**
   * The decisions of one game.
   * @param ask makes a plan of what is awaited; its answer, once it is found to be legal, goes to `decided`
   * @param patience milliseconds without a decision after which the engine hangs
   */
  constructor(ask: (request: Request, decided: Decided<Decision>) => Plan, patience?: number) {
    this.ask = ask;
    this.background = new Background(patience);
  }

  /** In the game: what the engine awaits. One at a time: whom to ask first of several is not for this to say. */
  decide = (request: Request): Promise<Decision> => {
    if (this.waiting) throw new Error('the engine awaits two decisions at once');
    return new Promise((resolve) => {
      this.waiting = { request, resolve };
    });
  };

  /** In the game, for an engine that judges decisions itself and asks again: why it does not take the last one. */
  refuse = (why: string): void => {
    this.refusal = why;
  };

  /** Have the game go on by itself; it is over when this is done. */
  play(game: () => Promise<unknown>): void {
    this.background.run(async () => {
      await game();
      this.over = true;
    });
  }

  private rest = () => this.background.rest(() => this.over, () => this.waiting, () => 'the game');

  /** The engine's next decision, for a `Table`. */
  next = async (): Promise<Plan | undefined> => {
    const found = await this.rest();
    return found && this.ask(found.request, this.decided);
  };

  private decided: Decided<Decision> = async (decision) => {
    const { waiting } = this;
    if (!waiting) throw new Error('the engine awaits no decision');
    const since = mark();
    this.waiting = this.refusal = undefined;
    waiting.resolve(decision);
    await this.rest();
    if (this.refusal !== undefined) forget(since);
    return this.refusal;
  };
}
