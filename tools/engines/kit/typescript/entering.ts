// Entering a game in the midst of a turn: the phases that remain of it, and the events of which nothing is said.
import { PHASES, type Event, type Phase, type Start } from './kit.ts';

/** The phases of a turn that remain when it is entered. @param phases those that the engine has, in their order */
export function remaining<T extends string = Phase>({ at, phase }: Start, phases: readonly T[] = PHASES as readonly string[] as readonly T[]): T[] {
  const first = { turn: 'prep', phase: phase ?? 'prep', idle: 'play' }[at] as Phase;
  return phases.filter((each) => PHASES.indexOf(each as string as Phase) >= PHASES.indexOf(first));
}

/** The timings of a turn, in their order. */
const COURSE = ['turn.before', 'turn.start'];
PHASES.forEach((phase, n) => {
  if (n) COURSE.push(`gap.${PHASES[n - 1]}.${phase}`);
  COURSE.push(`phase.${phase}.start`, `phase.${phase}`, ...(phase === 'play' ? ['phase.play.idle'] : []), `phase.${phase}.end`);
});

/** Where in a turn an event lies; -1 for one that has no place of its own. */
function place({ kind, phase, timing }: Event): number {
  if (kind === 'timing') return COURSE.indexOf(timing as string);
  if (kind === 'turn') return COURSE.indexOf('turn.start');
  return kind === 'phase' || kind === 'phase_skipped' ? COURSE.indexOf(`phase.${phase}.start`) : -1;
}

/**
 * Whether an event lies before the entrance, in the turn that is entered: an engine that begins it, and leaves its first
 * phases out, says what did not happen. `host` hides such events while it answers `start`.
 */
export function precedes({ at, phase, player }: Start): (event: Event) => boolean {
  const entrance = COURSE.indexOf({ turn: 'turn.before', phase: `phase.${phase}.start`, idle: 'phase.play.idle' }[at]);
  let over = false;
  return (event) => {
    over ||= event.kind === 'turn_over';
    const lies = place(event);
    return !over && event.player === player && lies >= 0 && lies < entrance;
  };
}
