// The engine in a checkout of its user's: nothing of it is copied, its modules are loaded from where they are.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export class Checkout {
  readonly home: string;

  /**
   * @param variable of the environment, that says where the checkout is
   * @param what it is, for the message when the variable is not set
   */
  constructor(variable: string, what: string) {
    const home = process.env[variable];
    if (!home) throw new Error(`${variable} is not set: it must point to a checkout of ${what}`);
    this.home = home;
  }

  /** Everything that these modules export, by their paths in the checkout. Its types are not known here. */
  async load(paths: string[]): Promise<any> {
    return Object.assign({}, ...(await Promise.all(paths.map((path) => import(pathToFileURL(join(this.home, path)).href)))));
  }

  /** The commit, or the last date in the changelog of a copy without its history: for an engine that numbers no versions. */
  version(changelog = 'CHANGELOG.md'): string {
    const [git, log] = [join(this.home, '.git'), join(this.home, changelog)];
    if (existsSync(git)) return execFileSync('git', ['-C', this.home, 'rev-parse', '--short=12', 'HEAD'], { encoding: 'utf-8' }).trim();
    return (existsSync(log) && /^## .*(\d{4}-\d\d-\d\d)/m.exec(readFileSync(log, 'utf-8'))?.[1]) || 'unknown';
  }
}
