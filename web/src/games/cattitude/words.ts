/** Cards, species and heaps of cards in the reader's language. */
import { m } from '../../paraglide/messages.js';
import { stacked, type Species } from './cards';


type Named = (inputs: { count: number }) => string;
const COUNTED: Record<string, Named> = {
  turkey: m.cattitude_card_turkey,
  chicken: m.cattitude_card_chicken,
  peacock: m.cattitude_card_peacock,
  'skinny-turkey': m.cattitude_card_skinny_turkey,
  'frightened-chicken': m.cattitude_card_frightened_chicken,
  'plucked-peacock': m.cattitude_card_plucked_peacock,
  'diva-turkey': m.cattitude_card_diva_turkey,
  'diva-chicken': m.cattitude_card_diva_chicken,
  'diva-peacock': m.cattitude_card_diva_peacock,
  duchess: m.cattitude_card_duchess,
  baroness: m.cattitude_card_baroness,
  marquess: m.cattitude_card_marquess,
  'royal-cat': m.cattitude_card_royal_cat,
  queen: m.cattitude_card_queen,
  birdoholic: m.cattitude_card_birdoholic,
  catastrophe: m.cattitude_card_catastrophe,
  hidden: m.cattitude_card_hidden,
  blue: m.cattitude_card_blue,
  red: m.cattitude_card_red,
  'bonus-no-turkey': () => m.cattitude_card_bonus_no_turkey(),
  'bonus-no-chicken': () => m.cattitude_card_bonus_no_chicken(),
  'bonus-no-peacock': () => m.cattitude_card_bonus_no_peacock(),
  'bonus-turkeys': () => m.cattitude_card_bonus_turkeys(),
  'bonus-chickens': () => m.cattitude_card_bonus_chickens(),
  'bonus-peacocks': () => m.cattitude_card_bonus_peacocks(),
};
const SPECIES_NAMED: Record<string, () => string> = {
  turkey: m.cattitude_species_turkey,
  chicken: m.cattitude_species_chicken,
  peacock: m.cattitude_species_peacock,
};

/** A card within a sentence: "turkey", "3 turkeys". */
export function cardWords(card: string, count = 1): string {
  return COUNTED[card]?.({ count }) ?? card;
}

/** A card as a title: "Turkey". */
export function cardTitle(card: string): string {
  return capital(cardWords(card));
}

/** A heap of cards within a sentence. */
export function cardsWords(cards: readonly string[]): string {
  return listed(stacked(cards).map(({ card, count }) => cardWords(card, count)));
}

export function speciesWords(species: Species | string): string {
  return SPECIES_NAMED[species]?.() ?? species;
}

export function listed(words: readonly string[]): string {
  const last = words.at(-1);
  if (last === undefined) return m.cattitude_nothing();
  if (words.length === 1) return last;
  return m.cattitude_and({ list: words.slice(0, -1).join(', '), last });
}

export function capital(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}
