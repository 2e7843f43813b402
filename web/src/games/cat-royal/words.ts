/** Names of cards, figures and fields in the reader's language. */
import type { Who } from '../../lib/viewer';
import { m } from '../../paraglide/messages.js';
import { goalNumber, type Field } from './board';
import type { Target } from './targets';

const CARDS: Record<string, () => string> = {
  '4': () => '4±',
  '1-7': () => '1–7',
  'start-1-11': m.royal_card_start_1_11,
  'start-13': m.royal_card_start_13,
  swap: m.royal_card_swap,
  magnet: m.royal_card_magnet,
  copy: m.royal_card_copy,
  hidden: m.royal_card_hidden,
  none: m.royal_card_none,
};
const FIGURE: Record<string, () => string> = {
  king: m.royal_king, knight: m.royal_knight, citizen: m.royal_citizen, jester: m.royal_jester,
};
const WHOSE: Record<string, (inputs: { name: string; who: Who }) => string> = {
  king: m.royal_whose_king, knight: m.royal_whose_knight, citizen: m.royal_whose_citizen, jester: m.royal_whose_jester,
};
const WHOM: Record<string, (inputs: { name: string; who: Who }) => string> = {
  king: m.royal_whom_king, knight: m.royal_whom_knight, citizen: m.royal_whom_citizen, jester: m.royal_whom_jester,
};

export function cardName(card: string): string {
  return CARDS[card]?.() ?? card;
}

/** The word a card carries, for those without a number. */
export function wordOf(card: string): string {
  return card === 'swap' || card === 'magnet' || card === 'copy' ? cardName(card) : '';
}

export function figureName(figure: string): string {
  return FIGURE[figure]?.() ?? figure;
}

/** "Ann's king", as the subject of a sentence. */
export function whose(figure: string, name: string, who: Who = 'other'): string {
  return WHOSE[figure]?.({ name, who }) ?? figure;
}

/** "Ann's king", as what something happens to. */
export function whom(figure: string, name: string, who: Who = 'other'): string {
  return WHOM[figure]?.({ name, who }) ?? figure;
}

export function placeName(field: Field): string {
  if (typeof field === 'number') return m.royal_field({ number: field });
  const number = goalNumber(field);
  return number ? m.royal_goal_field({ number }) : m.royal_start_area();
}

/** A sentence begins with a capital. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** What tapping a target does. */
export function targetName(target: Target, names: string[], wormholes: number[]): string {
  const way = wayName(target, names);
  return wormholes.some((hole) => hole === target.field) ? m.royal_choice_hole({ way }) : way;
}

function wayName({ action, field }: Target, names: string[]): string {
  const place = placeName(field);
  switch (action.type) {
    case 'start':
      return m.royal_choice_start_name({ figure: figureName(action.figure), place });
    case 'swap':
      return m.royal_choice_swap({ whom: whom(action.their_figure, names[action.seat] ?? '') });
    case 'magnet':
      return m.royal_choice_magnet({ place });
    case 'move': {
      const steps = Math.abs(action.steps);
      const way = action.steps < 0 ? m.royal_choice_back({ steps, place }) : m.royal_choice_forward({ steps, place });
      return action.waste ? `${way} (${m.royal_choice_lapse({ count: action.waste })})` : way;
    }
  }
}
