/**
 * A bid in the making: cards are placed here and taken back freely, and sent as one batch that
 * ends with `seal`. The server lists as legal only the first card of a hand; the rule page says
 * that offers and pick-ups are accepted in any order.
 */
import type { Cattitude } from '../../wire';
import { isCard, type Card } from './cards';
import type { Bid } from './board';

type View = Cattitude.View;
type Action = Cattitude.Action;

/** A card of the hand by its place there, or a card from the own table. */
export interface Source {
  from: 'hand' | 'table';
  card: Card;
  slot: number;
}
export interface Placed extends Source {
  bid: Bid;
}
/** The bid as far as it is made, in the present decision. */
export interface Draft {
  placed: Placed[];
}
export const NO_DRAFT: Draft = { placed: [] };

const MOST_PICKED_UP = 2;

export function isComposing(legal: readonly Action[]): boolean {
  return legal.some((action) => action.type === 'offer' || action.type === 'pick_up' || action.type === 'seal');
}

/** The cards of the hand that are in no bid yet. */
export function handLeft(view: View, seat: number, draft: Draft): Source[] {
  return (view.hands[seat] ?? [])
    .flatMap((card, slot) => (isCard(card) ? [{ from: 'hand' as const, card, slot }] : []))
    .filter(({ slot }) => !draft.placed.some((one) => one.from === 'hand' && one.slot === slot));
}

/** The own table without the cards that were picked up for a bid. */
export function tableLeft(view: View, seat: number, draft: Draft): string[] {
  const left = [...(view.tables[seat] ?? [])];
  for (const { from, card } of draft.placed) {
    if (from === 'table') left.splice(left.indexOf(card), 1);
  }
  return left;
}

export function pickUpsLeft(view: View, seat: number, draft: Draft): number {
  const picked = (view.picked_up?.[seat]?.length ?? 0) + draft.placed.filter(({ from }) => from === 'table').length;
  return Math.max(0, MOST_PICKED_UP - picked);
}

export function canPickUp(legal: readonly Action[], view: View, seat: number, draft: Draft, card: string): boolean {
  const isOffered = legal.some((action) => action.type === 'pick_up' && action.card === card);
  return isOffered && pickUpsLeft(view, seat, draft) > 0 && tableLeft(view, seat, draft).includes(card);
}

export function place(draft: Draft, source: Source, bid: Bid): Draft {
  const others = draft.placed.filter((one) => !isSame(one, source));
  return { ...draft, placed: [...others, { ...source, bid }] };
}

export function takeBack(draft: Draft, source: Source): Draft {
  return { ...draft, placed: draft.placed.filter((one) => !isSame(one, source)) };
}

export function undo(draft: Draft): Draft {
  return { ...draft, placed: draft.placed.slice(0, -1) };
}

export function isSame(one: Source, other: Source): boolean {
  return one.from === other.from && one.slot === other.slot && one.card === other.card;
}

/** A place for a card from the table that no other picked-up card has. */
export function nextSlot(draft: Draft): number {
  return 1 + Math.max(-1, ...draft.placed.filter(({ from }) => from === 'table').map(({ slot }) => slot));
}

export function canSeal(legal: readonly Action[], view: View, seat: number, draft: Draft): boolean {
  return isComposing(legal) && handLeft(view, seat, draft).length === 0;
}

/** The whole bid as one batch. */
export function batchOf(draft: Draft): Action[] {
  const moves = draft.placed.map(
    ({ from, card, bid }): Action => (from === 'hand' ? { type: 'offer', card, bid } : { type: 'pick_up', card, bid }),
  );
  return [...moves, { type: 'seal' }];
}
