/** The first game: three rounds, as the first may be over at once, and what a newcomer wants to know at each of its moments. */
import { m } from '../../paraglide/messages.js';
import { offers, type FirstGame } from '../hints';

export const first: FirstGame<'rat-a-tat-cat'> = {
  options: { end: 'rounds', rounds: 3 },
  hints: [
    { key: 'look', when: ({ legal }) => offers(legal, 'ready'), words: m.rat_first_look },
    { key: 'turn', when: ({ legal }) => offers(legal, 'draw'), words: m.rat_first_turn },
    { key: 'power', when: ({ legal }) => offers(legal, 'peek', 'swap', 'draw_two'), words: m.rat_first_power },
    { key: 'number', when: ({ legal }) => offers(legal, 'keep'), words: m.rat_first_number },
    { key: 'knock', when: ({ legal }) => offers(legal, 'knock'), words: m.rat_first_knock },
  ],
};
