// Moves of cards, found by looking where each card lies: for engines that do not report every move, or not as the
// contract has it. Call `report` after each step of the engine, with the reason if the step has one.
import { report, type Reply } from './kit.ts';

/** Zones in the contract's words and the labels of the cards in them. A card that is in two lies in the later one. */
export type Zones = () => Iterable<[zone: string, labels: string[]]>;

/** Reasons with which the player of a move is who gets the cards, not who loses them. */
const GETS = ['draw', 'gain', 'give', 'exchange'];

/** Why a card was moved, as far as that follows from where it was and where it went. */
export function byPlaces(origin: string, destination: string): string {
  // The rule documents call it discarding when a player's card is put into the discard pile; a delayed trick was settled.
  if (destination === 'discard') return /\.(hand|equipment)$/.test(origin) ? 'discard' : 'settle';
  if (destination === 'processing') return origin === 'draw' ? 'judge' : 'replace';
  if (destination.endsWith('.judgement')) return 'place';
  if (destination.endsWith('.equipment')) return 'equip';
  return origin === 'draw' ? 'draw' : destination.endsWith('.hand') ? 'gain' : 'settle';
}

/** The cards of the zones that belong to nobody, for a state, where a card in two zones belongs to the later one. */
function piles(all: [zone: string, labels: string[]][]): { draw_pile: string[]; discard_pile: string[]; processing: string[] } {
  const lies = new Map(all.flatMap(([zone, labels]) => labels.map((label) => [label, zone])));
  const pile = (wanted: string) => [...new Set(all.flatMap(([zone, labels]) => (zone === wanted ? labels : [])))].filter((label) => lies.get(label) === wanted);
  return { draw_pile: pile('draw'), discard_pile: pile('discard'), processing: pile('processing') };
}

/**
 * A state, with the cards where they lie.
 * @param players what there is to say of them else, their judgement areas too: there a card may lie as another
 */
export function table(zones: Zones, players: { name: string; judgement: string[] }[], more: Record<string, unknown>): Reply {
  const all = [...zones()];
  const area = (name: string) => all.find(([zone]) => zone === name)?.[1] ?? [];
  const cards = (name: string) => ({ hand: area(`${name}.hand`), equipment: area(`${name}.equipment`), aside: area(`${name}.aside`) });
  return { type: 'state', players: players.map((player) => ({ ...player, ...cards(player.name) })), ...piles(all), ...more };
}

export class Moves {
  private zones: Zones;
  private lies: Map<string, string>;
  private real = new Map<string, string>();
  private held: { label: string; from: string; zone: string }[] = [];

  /** Where everything lies now is the beginning. */
  constructor(zones: Zones) {
    this.zones = zones;
    this.lies = this.look();
  }

  private look(): Map<string, string> {
    const lies = new Map<string, string>();
    for (const [zone, labels] of this.zones()) for (const label of labels) lies.set(label, zone);
    this.real = new Map(lies);
    this.held = this.held.filter(({ label, zone }) => lies.get(label) === zone);
    for (const { label, from } of this.held) lies.set(label, from);
    return lies;
  }

  /** What has just left a zone is on its way: its move is reported when it goes on from where it is, or is released. */
  hold(from: string): void {
    const before = this.lies;
    this.look();
    for (const [label, zone] of this.real) if (zone !== from && before.get(label) === from) this.held.push({ label, from, zone });
  }

  /** Whether a card is on its way is forgotten where `which` says so. */
  release(which: (label: string, from: string) => boolean): void {
    this.held = this.held.filter(({ label, from }) => !which(label, from));
  }

  /**
   * Report what was moved since the last look: one event for all cards that went the same way.
   * @param reason why; else it follows from the places
   */
  report(reason?: string): void {
    const before = this.lies;
    this.lies = this.look();
    const groups = new Map<string, { cards: string[]; origin?: string; destination: string; reason: string }>();
    for (const [label, destination] of this.lies) {
      const origin = before.get(label);
      if (origin === destination) continue;
      const why = reason ?? byPlaces(origin ?? '', destination);
      const key = `${origin} ${destination} ${why}`;
      if (!groups.has(key)) groups.set(key, { cards: [], origin, destination, reason: why });
      groups.get(key)!.cards.push(label);
    }
    for (const move of groups.values()) {
      const [owner, area] = (GETS.includes(move.reason) ? move.destination : (move.origin ?? '')).split('.');
      report('move', { player: area && owner, ...move });
    }
  }
}
