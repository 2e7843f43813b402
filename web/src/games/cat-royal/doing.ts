/** Actions in plain words. */
import { m } from '../../paraglide/messages.js';
import type { GameModule } from '../contract';
import { groundOf, spot } from './board';
import { endOf } from './targets';
import { cardName, figureName, sentence, targetName } from './words';

export const doing: GameModule<'cat-royal'>['doing'] = (action, { seat, view, names }) => {
  switch (action.type) {
    case 'discard':
      return m.royal_choice_discard({ card: cardName(action.card) });
    case 'accuse':
      return `${m.royal_accuse()}: ${names[action.seat] ?? ''}`;
    case 'move_wormholes':
      return m.royal_cover();
    default: {
      const ground = groundOf(view, seat);
      const field = endOf(ground, view, seat, action);
      const point = spot(ground, action.of ?? seat, action.figure, field);
      const way = targetName({ key: '', point, field, action }, names, view.wormholes);
      const figure = action.type === 'start' ? '' : `${sentence(figureName(action.figure))}, `;
      const cheat = action.type === 'move' ? action.cheat : 0;
      const tricked = cheat ? ` (${cheat < 0 ? m.royal_cheat_less() : m.royal_cheat_more()})` : '';
      return `${cardName(action.card)}: ${figure}${way}${tricked}`;
    }
  }
};
