/** The choices before a game, in the reader's language. */
import type { OptionWords } from '../contract';
import { m } from '../../paraglide/messages.js';
import { valuesOf } from './cards';
import { cardTitle } from './words';

const USUAL = valuesOf({ values: {} });

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
    entries: { label: cardTitle, usual: (card) => USUAL[card] ?? 0 },
  },
};
