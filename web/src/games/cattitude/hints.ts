/** The first game: the beginners' variant, and what a newcomer wants to know at each of its moments. */
import { m } from '../../paraglide/messages.js';
import { offers, type FirstGame } from '../hints';

export const first: FirstGame<'cattitude'> = {
  options: { beginner: true },
  hints: [
    { key: 'bid', when: ({ legal }) => offers(legal, 'offer'), words: m.cattitude_first_bid },
    { key: 'choose', when: ({ legal }) => offers(legal, 'choose'), words: m.cattitude_first_choose },
    { key: 'lose', when: ({ legal }) => offers(legal, 'lose'), words: m.cattitude_first_lose },
    { key: 'secure', when: ({ legal }) => offers(legal, 'secure'), words: m.cattitude_first_secure },
    {
      key: 'wait',
      when: ({ legal, view, seat }) => offers(legal, 'done') && (view.tables[seat]?.length ?? 0) > 0,
      words: m.cattitude_first_wait,
    },
  ],
};
