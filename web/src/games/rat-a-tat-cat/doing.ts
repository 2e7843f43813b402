/** Actions in plain words. */
import { m } from '../../paraglide/messages.js';
import type { GameModule } from '../contract';
import { theCard } from './words';

export const doing: GameModule<'rat-a-tat-cat'>['doing'] = (action, { view, names }) => {
  switch (action.type) {
    case 'ready':
      return m.rat_do_ready();
    case 'draw':
      return m.rat_do_draw();
    case 'take_discard':
      return m.rat_coach_take({ card: theCard(view.discard_pile[0] ?? ''), slot: action.slot + 1 });
    case 'keep':
      return m.rat_coach_keep({ slot: action.slot + 1 });
    case 'discard':
      return m.rat_do_discard();
    case 'peek':
      return m.rat_coach_peek({ slot: action.slot + 1 });
    case 'swap':
      return m.rat_coach_swap({ slot: action.slot + 1, their_slot: action.their_slot + 1, name: names[action.seat] ?? '' });
    case 'draw_two':
      return m.rat_do_draw_two();
    case 'knock':
      return m.rat_do_knock();
    case 'end_turn':
      return m.rat_do_end();
    case 'time_up': // the table's own
      return '';
  }
};
