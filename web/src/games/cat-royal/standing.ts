/** Cat Royal is won by figures, not by points. */
import { m } from '../../paraglide/messages.js';
import type { Standing } from '../contract';
import { FIGURES, homeCount } from './board';

export const standing: Standing<'cat-royal'> = {
  title: m.royal_standing,
  of: (view, seat) => {
    const figures = view.figures[seat] ?? {};
    return `${homeCount(figures)}/${FIGURES.filter((figure) => figures[figure] !== undefined).length}`;
  },
};
