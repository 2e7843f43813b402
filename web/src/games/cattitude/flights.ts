/** Which bids travel to which tables, for what the latest step told. */
import type { Cattitude } from '../../wire';
import { BIDS } from './board';

export interface Flight {
  /** The bid, as `bidPlace` names it. */
  from: string;
  /** Whose table it goes to. */
  to: number;
}

export function bidPlace(seat: number, bid: string): string {
  return `${seat}-${bid}`;
}

/** C3.4: a bid goes to the seat that took it, the other one back to the seat that made it. */
export function flights(latest: readonly Cattitude.Event[]): Flight[] {
  return latest.flatMap((event): Flight[] => {
    if (event.type !== 'bid_taken') return [];
    return BIDS.map((bid) => ({ from: bidPlace(event.giver, bid), to: bid === event.bid ? event.seat : event.giver }));
  });
}
