/** Seats, and what the list of legal actions offers: no rules, only looking up. */
import type { Cattitude } from '../../wire';
import type { Species } from './cards';

type View = Cattitude.View;
type Action = Cattitude.Action;
export type Bid = Cattitude.Bid;
export const BIDS: readonly Bid[] = ['open', 'closed'];

/** To whom a seat's bids go; left is the next higher seat. */
export function receiverOf(view: View, seat: number): number {
  const players = view.tables.length;
  return (seat + (view.direction === 'right' ? players - 1 : 1)) % players;
}

/** Whose bids a seat chooses from. */
export function giverOf(view: View, seat: number): number {
  const players = view.tables.length;
  return (seat + (view.direction === 'right' ? 1 : players - 1)) % players;
}

/** The other seats, from the left neighbour on; all of them for a spectator. */
export function othersOf(view: View, seat: number): number[] {
  const players = view.tables.length;
  return Array.from({ length: seat < 0 ? players : players - 1 }, (_, index) => (seat + 1 + index) % players);
}

export function roundsOf(view: View): number {
  return view.round + view.piles.length;
}

/** What a seat shows of its bids: the open cards, and backs or, of the own, faces. */
export function bidsOf(view: View, seat: number): { open: string[]; closed: string[] } {
  const faces = view.closed_bids[seat] ?? [];
  const closed = faces.includes('hidden') ? (view.closed_backs?.[seat] ?? faces) : faces;
  return { open: view.open_bids[seat] ?? [], closed };
}

export type Status = 'bidding' | 'sealed' | 'choosing' | 'chosen' | 'losing' | 'securing' | 'done' | null;

export function statusOf(view: View, seat: number, actors: readonly number[]): Status {
  switch (view.phase) {
    case 'bid':
      return view.sealed?.[seat] ? 'sealed' : 'bidding';
    case 'choose':
      return view.choices?.[seat] ? 'chosen' : 'choosing';
    case 'lose':
      return actors.includes(seat) ? 'losing' : null;
    case 'secure':
      return view.done?.[seat] ? 'done' : 'securing';
    default:
      return null;
  }
}

export function choiceFor(legal: readonly Action[], bid: Bid): Action | undefined {
  return legal.find((action) => action.type === 'choose' && action.bid === bid);
}

export function lossFor(legal: readonly Action[], species: Species): Action | undefined {
  return legal.find((action) => action.type === 'lose' && action.species === species);
}

export function securings(legal: readonly Action[]): Cattitude.Secure[] {
  return legal.filter((action) => action.type === 'secure');
}

export function doneIn(legal: readonly Action[]): Action | undefined {
  return legal.find((action) => action.type === 'done');
}

/** The seats the latest step tells about, for a highlight. */
export function touchedBy(events: readonly Cattitude.Event[]): Set<number> {
  return new Set(events.flatMap((event) => ('seat' in event && event.type !== 'hand_dealt' ? [event.seat] : [])));
}
