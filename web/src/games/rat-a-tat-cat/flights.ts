/** Which cards travel, from where to where, for what the latest step told. */
import { HIDDEN, place, type Event } from './board';

export interface Flight {
  from: string;
  to: string;
  face: string;
}

export const DRAW = 'draw';
export const DISCARD = 'discard';
export const HAND = 'hand';

export function flights(latest: Event[]): Flight[] {
  const dealt = latest.map((event) => event.type).lastIndexOf('round_dealt');
  return latest.slice(dealt + 1).flatMap((event): Flight[] => {
    switch (event.type) {
      case 'card_drawn':
        return [{ from: DRAW, to: HAND, face: event.card }];
      case 'card_discarded':
        return [{ from: HAND, to: DISCARD, face: event.card }];
      case 'card_kept':
        return [
          { from: HAND, to: place(event.seat, event.slot), face: event.card },
          { from: place(event.seat, event.slot), to: DISCARD, face: event.replaced },
        ];
      case 'card_taken':
        return [
          { from: DISCARD, to: place(event.seat, event.slot), face: event.card },
          { from: place(event.seat, event.slot), to: DISCARD, face: event.replaced },
        ];
      case 'card_peeked_at':
        return [{ from: HAND, to: DISCARD, face: 'peek' }];
      case 'cards_swapped':
        return [
          { from: HAND, to: DISCARD, face: 'swap' },
          { from: place(event.seat, event.slot), to: place(event.other, event.their_slot), face: HIDDEN },
          { from: place(event.other, event.their_slot), to: place(event.seat, event.slot), face: HIDDEN },
        ];
      case 'draw_two_used':
        return [{ from: HAND, to: DISCARD, face: 'draw-2' }];
      case 'pile_shuffled':
        return [{ from: DISCARD, to: DRAW, face: HIDDEN }];
      case 'starter_turned':
        return [{ from: DRAW, to: DISCARD, face: event.card }];
      default:
        return [];
    }
  });
}
