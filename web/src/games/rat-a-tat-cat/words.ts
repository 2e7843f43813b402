/** Cards in the reader's language. */
import type { Who } from '../../lib/viewer';
import { m } from '../../paraglide/messages.js';
import { kind, offered, type Action, type Choice, type Mark, type Purpose } from './board';

const NAMES: Record<string, () => string> = {
  '0': m.rat_name_0, '1': m.rat_name_1, '2': m.rat_name_2, '3': m.rat_name_3, '4': m.rat_name_4,
  '5': m.rat_name_5, '6': m.rat_name_6, '7': m.rat_name_7, '8': m.rat_name_8, '9': m.rat_name_9,
  peek: m.rat_name_peek, swap: m.rat_name_swap, 'draw-2': m.rat_name_draw_2,
};
const POWERS: Record<string, () => string> = {
  peek: m.rat_the_peek, swap: m.rat_the_swap, 'draw-2': m.rat_the_draw_2,
};

/** The name at a card's foot. */
export function cardName(card: string): string {
  return NAMES[card]?.() ?? '';
}

/** The card as a thing on its own: "cat 3". */
export function cardLabel(card: string): string {
  switch (kind(card)) {
    case 'cat':
      return m.rat_card_cat({ value: card });
    case 'rat':
      return m.rat_card_rat({ value: card });
    case 'power':
      return cardName(card);
    default:
      return m.rat_card_hidden();
  }
}

/** The card within a sentence: "the 3", "a Peek". */
export function theCard(card: string): string {
  switch (kind(card)) {
    case 'cat':
    case 'rat':
      return m.rat_the_number({ value: card });
    case 'power':
      return POWERS[card]?.() ?? '';
    default:
      return m.rat_the_hidden();
  }
}

/** What a mark on somebody's card means, in a sentence. */
export function about(mark: Mark | undefined, name: string, who: Who): string {
  switch (mark) {
    case 'new':
      return m.rat_about_new({ name, who });
    case 'peek':
      return m.rat_about_peek({ name, who });
    case 'swap':
      return m.rat_about_swap();
    default:
      return '';
  }
}

/** What a tap on a card would do now; empty when it would do nothing. */
export function hint(legal: Action[], wanted: Purpose, choice: Choice): string {
  switch (wanted) {
    case 'take':
      return m.rat_hint_take();
    case 'keep':
      return choice.intent === 'keep' || !offered(legal, 'discard').length ? m.rat_hint_keep_only() : m.rat_hint_keep();
    case 'peek':
      return m.rat_hint_peek();
    case 'swap':
      return choice.slot === null ? m.rat_hint_swap_mine() : m.rat_hint_swap_theirs();
    default:
      return '';
  }
}
