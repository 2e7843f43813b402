/** The choices before a game, in the reader's language. */
import type { OptionWords } from '../contract';
import { m } from '../../paraglide/messages.js';
import { capital, cardTitle, speciesWords } from './words';

export const options: OptionWords<'cattitude'> = {
  beginner: { label: m.cattitude_option_beginner, about: m.cattitude_option_beginner_about },
  toss: {
    label: m.cattitude_option_toss,
    about: m.cattitude_option_toss_about,
    matters: ({ players }) => players !== 2,
  },
  values: {
    label: m.cattitude_option_values,
    about: m.cattitude_option_values_about,
    entries: cardTitle,
  },
  bonus_numbers: {
    label: m.cattitude_option_bonus_numbers,
    about: m.cattitude_option_bonus_numbers_about,
    entries: (birds) => capital(speciesWords(birds.slice(0, -1))),
  },
  red_cards: {
    label: m.cattitude_option_red_cards,
    about: m.cattitude_option_red_cards_about,
    entries: cardTitle,
  },
};
