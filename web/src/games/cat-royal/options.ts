/** The choices before a game, in the reader's language. */
import type { OptionWords } from '../contract';
import { m } from '../../paraglide/messages.js';

export const options: OptionWords<'cat-royal'> = {
  cheating: { label: m.royal_option_cheating, about: m.royal_option_cheating_about },
  wormholes: { label: m.royal_option_wormholes, about: m.royal_option_wormholes_about },
  partners: {
    label: m.royal_option_partners,
    about: m.royal_option_partners_about,
    matters: ({ players }) => players === 4,
  },
};
