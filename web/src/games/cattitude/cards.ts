/** The cards as they are drawn: what kind they are, what stands on them, how they lie on a table. */
import type { Cattitude } from '../../wire';

export type Card = Cattitude.Card;
export type Species = Cattitude.Species;

export const SPECIES: readonly Species[] = ['turkey', 'chicken', 'peacock'];
const NOBLES: Record<Species, Card> = { turkey: 'duchess', chicken: 'baroness', peacock: 'marquess' };
const ORDER: readonly Card[] = [
  'turkey', 'chicken', 'peacock', 'skinny-turkey', 'frightened-chicken', 'plucked-peacock', 'diva-turkey',
  'diva-chicken', 'diva-peacock', 'duchess', 'baroness', 'marquess', 'royal-cat', 'queen', 'birdoholic', 'catastrophe',
  'bonus-no-turkey', 'bonus-no-chicken', 'bonus-no-peacock', 'bonus-turkeys', 'bonus-chickens', 'bonus-peacocks',
];
/** The number that stands on a card: what it is worth, or how many birds a bonus card asks for. */
export type Values = Readonly<Record<string, number>>;
export type Mood = 'plain' | 'minus' | 'diva';

/** How a card is drawn. */
export type Kind =
  | { group: 'bird'; species: Species; mood: Mood }
  | { group: 'noble'; species: Species }
  | { group: 'royal' }
  | { group: 'taker' }
  | { group: 'bonus'; species: Species; isNone: boolean }
  | { group: 'back' };

/** A kind of card, and how often it lies there. */
export interface Stack {
  card: string;
  count: number;
}

/** What stands on the cards of a table; its options say all of it (C1.4). */
export function valuesOf({ values, bonus_numbers }: Pick<Cattitude.Options, 'values' | 'bonus_numbers'>): Values {
  const asked = Object.entries(bonus_numbers).map(([birds, number]) => [`bonus-${birds}`, number] as const);
  return { ...values, ...Object.fromEntries(asked) };
}

export function isCard(name: string): name is Card {
  return (ORDER as readonly string[]).includes(name);
}

export function isSpecies(name: string): name is Species {
  return (SPECIES as readonly string[]).includes(name);
}

export function isRed(card: string): boolean {
  return card === 'red' || card === 'queen' || card === 'catastrophe' || card.startsWith('diva-') || card.startsWith('bonus-');
}

/** What a card's name says about it; all names of birds and bonus cards end in the species. */
export function kindOf(card: string): Kind {
  if (card === 'royal-cat' || card === 'queen') return { group: 'royal' };
  if (card === 'birdoholic' || card === 'catastrophe') return { group: 'taker' };
  const noble = SPECIES.find((species) => NOBLES[species] === card);
  if (noble) return { group: 'noble', species: noble };
  const species = SPECIES.find((one) => card.endsWith(one) || card.endsWith(`${one}s`));
  if (!species) return { group: 'back' };
  if (card.startsWith('bonus-')) return { group: 'bonus', species, isNone: card.startsWith('bonus-no-') };
  return { group: 'bird', species, mood: card === species ? 'plain' : card.startsWith('diva-') ? 'diva' : 'minus' };
}

export function isBirdOf(card: string, species: Species): boolean {
  const kind = kindOf(card);
  return kind.group === 'bird' && kind.species === species;
}

export function nobleOf(species: Species): Card {
  return NOBLES[species];
}

export function sumOf(cards: readonly string[], values: Values): number {
  return cards.reduce((sum, card) => sum + (values[card] ?? 0), 0);
}

/** The cards by kind, in the order of the rule page; unknown ones last. */
export function stacked(cards: readonly string[]): Stack[] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  const rank = (card: string): number => (isCard(card) ? ORDER.indexOf(card) : ORDER.length);
  return [...counts].map(([card, count]) => ({ card, count })).sort((a, b) => rank(a.card) - rank(b.card));
}

export interface Row {
  species: Species;
  birds: string[];
  nobles: string[];
}

/** A table sorted by species, with the royals apart, and birdoholics and catastrophes while they wait for a tie. */
export function laidOut(table: readonly string[]): { rows: Row[]; royals: string[]; takers: string[] } {
  const rows = SPECIES.map((species) => ({
    species,
    birds: table.filter((card) => isBirdOf(card, species)),
    nobles: table.filter((card) => card === NOBLES[species]),
  }));
  const of = (group: Kind['group']): string[] => table.filter((card) => kindOf(card).group === group);
  return { rows, royals: of('royal'), takers: of('taker') };
}
