/** Actions in plain words. */
import { m } from '../../paraglide/messages.js';
import type { GameModule } from '../contract';
import { nobleOf } from './cards';
import { cardWords, speciesWords } from './words';

export const doing: GameModule<'cattitude'>['doing'] = (action) => {
  switch (action.type) {
    case 'offer': {
      const card = cardWords(action.card);
      return action.bid === 'open' ? m.cattitude_place_open({ card }) : m.cattitude_place_closed({ card });
    }
    case 'pick_up': {
      const tray = action.bid === 'open' ? m.cattitude_tray_open() : m.cattitude_tray_closed();
      return `${m.cattitude_pick_up({ card: cardWords(action.card) })} (${tray})`;
    }
    case 'seal':
      return m.cattitude_seal();
    case 'choose':
      return action.bid === 'open' ? m.cattitude_take_open() : m.cattitude_take_closed();
    case 'lose':
      return m.cattitude_lose({ species: speciesWords(action.species) });
    case 'secure': {
      const cat = cardWords(action.cat === 'noble' ? nobleOf(action.species) : action.cat);
      return `${m.cattitude_secure({ species: speciesWords(action.species) })}, ${m.cattitude_escort({ cat })}`;
    }
    case 'done':
      return m.cattitude_done();
  }
};
