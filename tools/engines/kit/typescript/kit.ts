// A kit for adapters in TypeScript: the messages of the contract as types, the loop over stdin and stdout, and
// the names of cards. Nothing in it knows an engine. MIT, as the whole suite.
//
// An adapter makes an `Engine` and calls `serve`. Each method may report events with `report` and returns the one
// message that closes the reply; what it throws becomes `error`. Only `serve` writes to stdout: what an engine
// prints goes to stderr.
import { createInterface } from 'node:readline';

export const PHASES = ['prep', 'judge', 'draw', 'play', 'discard', 'finish'] as const;
export type Phase = (typeof PHASES)[number];
export type Element = 'fire' | 'thunder';

/** A player of a scene. Lists that the message leaves out are empty here: `serve` sees to that. */
export interface PlayerScene {
  name: string;
  hp: number;
  max_hp: number;
  general?: string | null;
  skills: string[];
  role?: 'lord' | 'loyalist' | 'rebel' | 'renegade' | null;
  faction?: string | null;
  gender?: 'male' | 'female' | null;
  hand: string[];
  equipment: string[];
  judgement: string[];
  aside: string[];
  chained?: boolean;
  face_down?: boolean;
}
export interface Scene {
  players: PlayerScene[];
  draw_pile: string[];
  discard_pile: string[];
}
export interface Choice {
  use?: string | null;
  cards?: string[];
  targets?: string[];
  skill?: string | null;
  option?: string | null;
  zone?: 'hand' | null;
}
export interface Inject {
  kind: 'damage' | 'lose_hp' | 'judge' | 'recover';
  player: string;
  amount?: number;
  source?: string | null;
  element?: Element | null;
}
export type Reset = { type: 'reset'; edition: string; scene: Scene; seed?: number };
export type Start = { type: 'start'; at: 'turn' | 'phase' | 'idle'; player: string; phase?: Phase | null; inject?: Inject | null };
export type Answer = {
  type: 'answer';
  id: number;
  choice?: Choice | null;
  player?: string | null;
  choices?: Record<string, Choice | null> | null;
};
export type Query = { type: 'query'; what: 'distance' | 'range' | 'in_range' | 'hand_limit'; player: string; target?: string | null };

export type AskKind = 'idle' | 'use' | 'play' | 'skill' | 'cards' | 'pick' | 'give' | 'targets' | 'option';
export interface Ask {
  type: 'ask';
  id: number;
  players: string[];
  kind: AskKind;
  mode?: 'one' | 'any' | 'all';
  required?: boolean;
  names?: string[];
  skills?: string[];
  cards?: string[];
  targets?: string[];
  options?: string[];
  min?: number;
  max?: number;
  reason?: string;
  subject?: string;
}
export interface Event {
  type: 'event';
  kind: string;
  [field: string]: unknown;
}
export type Reply = { type: string; [field: string]: unknown };
/** A state, as far as the kit looks at it. */
export interface State extends Reply {
  players: { name: string; hand?: string[]; equipment?: string[]; judgement?: string[]; aside?: string[] }[];
  draw_pile?: string[];
  discard_pile?: string[];
  processing?: string[];
}

/** What an adapter implements. A method may be async; it returns the message that closes the reply. */
export interface Engine {
  hello(): Reply | Promise<Reply>;
  reset(message: Reset): Reply | Promise<Reply>;
  start(message: Start): Reply | Promise<Reply>;
  answer(message: Answer): Reply | Promise<Reply>;
  state(): Reply | Promise<Reply>;
  query(message: Query): Reply | Promise<Reply>;
}

let reported: Event[] = [];
let hidden = (_event: Event): boolean => false;

/** An event that happened; it is sent before the message that closes the reply. Fields undefined are left out. */
export function report(kind: string, fields: Record<string, unknown> = {}): void {
  const event: Event = { type: 'event', kind, ...fields };
  if (!hidden(event)) reported.push(event);
}

/** Do something, of which events that are hidden are not reported. */
export async function hiding<T>(which: (event: Event) => boolean, act: () => Promise<T>): Promise<T> {
  const before = hidden;
  hidden = which;
  try {
    return await act();
  } finally {
    hidden = before;
  }
}

/** How many events are reported so far: for `forget`. */
export const mark = (): number => reported.length;

/** Take back what was reported since a `mark`, for a move that was then refused. */
export function forget(since: number): void {
  reported.length = since;
}

/**
 * Report an event and do what it says; it is taken back where that is refused.
 * @param act gives nothing when it was done, and a text where it is refused
 */
export async function attempt<T>(kind: string, fields: Record<string, unknown>, act: () => Promise<T | undefined>): Promise<T | undefined> {
  const since = mark();
  report(kind, fields);
  const why = await act();
  if (why !== undefined) forget(since);
  return why;
}

/** `unsupported`: the engine has no such thing. */
export const unsupported = (what: string, why = 'the engine has no such thing'): Reply => ({ type: 'unsupported', what, why });

/** `rejected`: the answer is not legal, and the ask stands. */
export const rejected = (why: string): Reply => ({ type: 'rejected', why });

/** A scene with the lists that the message leaves out. */
const whole = ({ players, draw_pile = [], discard_pile = [] }: Scene): Scene => ({
  players: players.map((player) => ({ ...{ skills: [], hand: [], equipment: [], judgement: [], aside: [] }, ...player })),
  ...{ draw_pile, discard_pile },
});

/** Speak the contract until stdin ends. */
export async function serve(engine: Engine): Promise<void> {
  const write = process.stdout.write.bind(process.stdout);
  // Whatever an engine prints must not be taken for the protocol.
  console.log = console.info = console.debug = (...said: unknown[]) => console.error(...said);
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    reported = [];
    let close: Reply;
    try {
      const message = JSON.parse(line);
      if (message.type === 'reset') message.scene = whole(message.scene);
      close = await (engine as unknown as Record<string, (message: unknown) => Promise<Reply>>)[message.type](message);
    } catch (problem) {
      console.error(problem);
      close = { type: 'error', message: problem instanceof Error ? problem.message : String(problem) };
    }
    // One write for a whole reply: a pipe is not a terminal.
    write([...reported, close].map((each) => `${JSON.stringify(each)}\n`).join(''));
  }
}

/** A card in its parts: `number` is its `rank` from 1 to 13. */
export interface CardName {
  name: string;
  suit: '♠' | '♥' | '♣' | '♦';
  rank: string;
  number: number;
}

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const LABEL = /^(?<name>[^♠♥♣♦#=]+)(?<suit>[♠♥♣♦])(?<rank>A|[2-9]|10|J|Q|K)(?:#[1-9]\d*)?$/u;

/** `杀♠7` or `杀♠7#2` in its parts, or undefined for what is no card. */
export function parseCard(label: string): CardName | undefined {
  const found = LABEL.exec(label)?.groups;
  return found && { name: found.name, suit: found.suit as CardName['suit'], rank: found.rank, number: RANKS.indexOf(found.rank) + 1 };
}

/** The name of a card, without suit and number. */
export const nameOf = (label: string): string => parseCard(label)?.name ?? label;

/** `杀♦7=乐不思蜀`: the real card, and the trick as which it lies in the judgement area. */
export function parseLaid(text: string): { card: string; trick: string } {
  const [card, trick] = text.split('=');
  return { card, trick: trick ?? nameOf(card) };
}

/** Every kind of event of the contract's vocabulary: list in the hello those that the engine shows. */
export const EVENTS = [
  ...['turn', 'turn_skipped', 'turn_over', 'phase', 'phase_skipped', 'use', 'play', 'invalid', 'cancelled', 'effect', 'redirect'],
  ...['move', 'judge', 'damage', 'prevented', 'deduct', 'lose_hp', 'recover', 'dying', 'saved', 'reveal', 'check', 'death', 'skill'],
  ...['chained', 'unchained', 'flip', 'game_over', 'timing'],
];

/** The timings at which phases begin and end, and those between them. */
export const PHASE_TIMINGS = PHASES.flatMap((phase, n) => [...(n ? [`gap.${PHASES[n - 1]}.${phase}`] : []), `phase.${phase}.start`, `phase.${phase}.end`]);

/** The real cards of a scene. */
export const cardsOf = ({ players, draw_pile, discard_pile }: Scene): string[] => [
  ...players.flatMap((p) => [...p.hand, ...p.equipment, ...p.aside, ...p.judgement.map((text) => parseLaid(text).card)]),
  ...draw_pile,
  ...discard_pile,
];

/** What a hello may say beside what the engine is and has, all of it: take out what there is not. */
export const EVERYTHING = {
  type: 'hello',
  protocol: 1,
  events: EVENTS,
  enters: ['turn', 'phase', 'idle'],
  injects: ['damage', 'lose_hp', 'judge', 'recover'],
  queries: ['distance', 'range', 'in_range', 'hand_limit'],
  rejects: true,
  scene: ['roles', 'factions', 'genders', 'skills', 'judgement', 'aside', 'chained', 'face_down'],
};

/** What an engine has and can do, as its hello says. Lists that are left out are empty; `enters` is the idle point then. */
export interface Has {
  engine: { name: string; version: string; url?: string };
  editions: string[];
  cards: string[];
  skills: string[];
  generals?: string[];
  events?: string[];
  timings?: string[];
  enters?: string[];
  injects?: string[];
  queries?: string[];
  rejects?: boolean;
  scene?: string[];
}

/** Part of a scene, as a hello lists it -> whether a player of it makes use of it. */
const PARTS: Record<string, (player: PlayerScene) => unknown> = {
  ...{ roles: (p) => p.role, factions: (p) => p.faction, genders: (p) => p.gender, skills: (p) => p.skills.length },
  ...{ judgement: (p) => p.judgement.length, aside: (p) => p.aside.length, chained: (p) => p.chained, face_down: (p) => p.face_down },
};

/** What a game asks for that an engine does not have, if there is any: the text for `unsupported`. */
export function lacking({ edition, scene }: Reset, has: Has): string | undefined {
  const wanted = {
    editions: [edition],
    generals: scene.players.flatMap(({ general }) => general || []),
    skills: scene.players.flatMap(({ skills }) => skills),
    cards: [...cardsOf(scene).map(nameOf), ...scene.players.flatMap(({ judgement }) => judgement.map((text) => parseLaid(text).trick))],
  };
  for (const kind of ['editions', 'generals', 'skills', 'cards'] as const) {
    const known = new Set(has[kind]);
    const name = wanted[kind].find((each) => !known.has(each));
    if (name) return `${kind.slice(0, -1)} ${name}`;
  }
  const part = Object.keys(PARTS).find((each) => !has.scene?.includes(each) && scene.players.some(PARTS[each]));
  return part && `a scene with ${part}`;
}

/** The rule documents' words for roles and elements. */
export const ROLES = { lord: '主公', loyalist: '忠臣', rebel: '反贼', renegade: '内奸' };
export const ELEMENTS = { fire: '火焰', thunder: '雷电' };

/** A list from its nth place on, and around: seats in the order of turns. */
export const turned = <T>(list: T[], first: number): T[] => [...list.slice(first), ...list.slice(0, first)];

/** Names and seats, for an engine that numbers its players. */
export class Seats {
  private players: () => { name: string }[];

  /** @param players as they sit */
  constructor(players: () => { name: string }[]) {
    this.players = players;
  }

  /** The seat of a player. */
  of = (name: string): number => {
    const seat = this.players().findIndex((player) => player.name === name);
    if (seat < 0) throw new Error(`there is no player ${name}`);
    return seat;
  };

  /** Who sits there; nobody where the engine names nobody. */
  name = (seat?: number): string | undefined => (seat === undefined ? undefined : this.players()[seat]?.name);
}

/** All who win, by the roles of a scene, when one of them does: a renegade wins alone. */
export function allies(players: PlayerScene[], winner?: string): string[] {
  const side = (player?: PlayerScene) => ({ renegade: player?.name, loyalist: 'lord' })[player?.role as string] ?? player?.role;
  const won = side(players.find((player) => player.name === winner));
  return players.filter((player) => side(player) === won).map((player) => player.name);
}
