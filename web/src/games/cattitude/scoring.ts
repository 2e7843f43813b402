/** The end, line by line: what each palace held and what its bonus cards brought. */
import type { Cattitude } from '../../wire';
import { isBirdOf, kindOf, SPECIES, sumOf, type Species, type Values } from './cards';

export interface BonusLine {
  card: string;
  species: Species;
  birds: number;
  /** How many it asks for; 0: none at all. */
  needed: number;
  isMet: boolean;
  points: number;
}
export interface Scoring {
  birds: { species: Species; cards: string[]; points: number }[];
  cats: { cards: string[]; points: number };
  bonuses: BonusLine[];
  score: number | null;
  place: number | null;
}

const BONUS_POINTS = 5;

/** How a bonus card stands with the birds that lie under the palace. */
export function bonusLine(card: string, palace: readonly string[], values: Values): BonusLine | null {
  const kind = kindOf(card);
  if (kind.group !== 'bonus') return null;
  const { species, isNone } = kind;
  const needed = isNone ? 0 : (values[card] ?? Infinity);
  const birds = palace.filter((one) => isBirdOf(one, species)).length;
  const isMet = needed === 0 ? birds === 0 : birds >= needed;
  return { card, species, birds, needed, isMet, points: isMet ? BONUS_POINTS : 0 };
}

export function bonusLines(palace: readonly string[], values: Values): BonusLine[] {
  return palace.flatMap((card) => bonusLine(card, palace, values) ?? []);
}

/** A palace explained; what the events say about its bonus cards and score goes first. */
export function scoringOf(
  view: Cattitude.View, seat: number, values: Values, events: readonly Cattitude.Event[],
): Scoring {
  const palace = view.palaces[seat] ?? [];
  const cats = palace.filter((card) => ['noble', 'royal'].includes(kindOf(card).group));
  const told = (card: string): Cattitude.BonusScored | undefined =>
    events.find((event) => event.type === 'bonus_scored' && event.seat === seat && event.card === card) as
      | Cattitude.BonusScored
      | undefined;
  return {
    birds: SPECIES.map((species) => {
      const cards = palace.filter((card) => isBirdOf(card, species));
      return { species, cards, points: sumOf(cards, values) };
    }).filter(({ cards }) => cards.length > 0),
    cats: { cards: cats, points: sumOf(cats, values) },
    bonuses: bonusLines(palace, values).map((line) => {
      const event = told(line.card);
      return event ? { ...line, birds: event.birds, isMet: event.is_met, points: event.points } : line;
    }),
    score: view.scores?.[seat] ?? null,
    place: view.places?.[seat] ?? null,
  };
}
