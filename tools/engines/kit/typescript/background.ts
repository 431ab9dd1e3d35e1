// The work of an engine that goes on by itself, in promises that nobody waits for, until it asks a player. What breaks
// there is an error of the game of the moment, and what comes to no end is one too.

let latest: Background | undefined;
process.on('unhandledRejection', (problem) => latest?.failed(problem));

export class Background {
  private errors: unknown[] = [];
  private patience: number;

  /**
   * A game begins: what breaks from now on is its.
   * @param patience milliseconds without an ask after which the engine hangs
   */
  constructor(patience = 8000) {
    this.patience = patience;
    latest = this;
  }

  /** Something broke: `rest` throws it. */
  failed = (problem: unknown): unknown => this.errors.push(problem);

  /** Have something go on. */
  run = (work: () => Promise<unknown>): unknown => work().catch(this.failed);

  /**
   * Follow the engine to its next decision. Nothing comes back when the game is over, or has nothing more to do.
   * @param over whether it is over
   * @param decision what the engine waits for, if it does
   * @param busy what it is doing, if it does anything
   */
  async rest<T>(over: () => boolean, decision: () => T | undefined, busy: () => string | undefined): Promise<T | undefined> {
    const until = Date.now() + this.patience;
    // An engine may do nothing for a moment between two things.
    for (let quiet = 0; quiet < 6; ) {
      await new Promise((resume) => setImmediate(resume));
      if (this.errors.length) throw this.errors[0];
      if (over()) return undefined;
      const found = decision();
      if (found !== undefined) return found;
      const doing = busy();
      if (doing === undefined) quiet++;
      else if (Date.now() > until) throw new Error(`the engine hangs in ${doing}`);
    }
    return undefined;
  }
}
