// Cards of a scene as an engine's own, and back; and the plainest choice.
import { nameOf, parseCard, type CardName, type Choice } from './kit.ts';

/** Signs of suits -> English words. */
export const SUITS = { '♠': 'spade', '♥': 'heart', '♣': 'club', '♦': 'diamond' } as const;

/** The cards of a scene: each label is one card, made when it is first named. */
export class Deck<T> {
  private made = new Map<string, T>();
  private labels = new Map<T, string>();
  private make: (parts: CardName, label: string) => T;

  /** @param make an engine's card, or its id, from a card's parts */
  constructor(make: (parts: CardName, label: string) => T) {
    this.make = make;
  }

  /** The engine's card for a label. */
  card = (label: string): T => {
    const known = this.made.get(label);
    if (known !== undefined) return known;
    const parts = parseCard(label);
    if (!parts) throw new Error(`${label} is no card`);
    const card = this.make(parts, label);
    this.made.set(label, card);
    this.labels.set(card, label);
    return card;
  };

  /** The label of a card. */
  label = (card: T): string => {
    const label = this.labels.get(card);
    if (label === undefined) throw new Error('a card that is none of the scene');
    return label;
  };

  cards = (labels: string[] = []): T[] => labels.map(this.card);

  names = (cards: Iterable<T>): string[] => [...cards].map(this.label);
}

/** The label of the card, where a choice is to use one real card as what it is, and no skill. */
export function asItself({ use, cards = [], skill }: Choice): string | undefined {
  return cards.length === 1 && !skill && nameOf(cards[0]) === use ? cards[0] : undefined;
}
