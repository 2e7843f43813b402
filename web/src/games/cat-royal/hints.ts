/** The first game: two at the board, and what a newcomer wants to know at each of its moments. */
import { m } from '../../paraglide/messages.js';
import { offers, type FirstGame } from '../hints';

export const first: FirstGame<'cat-royal'> = {
  options: {},
  hints: [
    { key: 'start', when: ({ legal }) => offers(legal, 'start'), words: m.royal_first_start },
    { key: 'discard', when: ({ legal }) => offers(legal, 'discard'), words: m.royal_first_discard },
    { key: 'move', when: ({ legal }) => offers(legal, 'move'), words: m.royal_first_move },
    {
      key: 'cheat',
      when: ({ legal }) => legal.some((action) => action.type === 'move' && action.cheat !== 0),
      words: m.royal_first_cheat,
    },
    { key: 'wormholes', when: ({ legal }) => offers(legal, 'move_wormholes'), words: m.royal_first_wormholes },
  ],
};
