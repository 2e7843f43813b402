/** What the table offers and shows, worked out from what the server told. No rules: only `legal` and `view`. */
import type { RatATatCat } from '../../wire';

export type Action = RatATatCat.Action;
export type Event = RatATatCat.Event;
export type View = RatATatCat.View;

export const HIDDEN = 'hidden';
export const NONE = 'none';
const POWERS = ['peek', 'swap', 'draw-2'];

export type Kind = 'cat' | 'rat' | 'power' | 'hidden';

export function kind(card: string): Kind {
  if (POWERS.includes(card)) return 'power';
  if (card === HIDDEN || card === NONE) return 'hidden';
  return Number(card) < 7 ? 'cat' : 'rat';
}

/** What the person has picked so far in the present decision. */
export interface Choice {
  /** `take`: the top discard is picked up. `keep`: the drawn power card goes into the row. */
  intent: 'take' | 'keep' | null;
  /** The own card picked for a Swap. */
  slot: number | null;
}

export const NO_CHOICE: Choice = { intent: null, slot: null };

export function offered<T extends Action['type']>(legal: Action[], type: T): Extract<Action, { type: T }>[] {
  return legal.filter((action): action is Extract<Action, { type: T }> => action.type === type);
}

/** What a tap on an own card means now. */
export type Purpose = 'take' | 'keep' | 'peek' | 'swap' | null;

export function purpose(legal: Action[], choice: Choice): Purpose {
  const has = (type: Action['type']) => legal.some((action) => action.type === type);
  if (has('take_discard')) return choice.intent === 'take' ? 'take' : null;
  if (choice.intent !== 'keep') {
    if (has('peek')) return 'peek';
    if (has('swap')) return 'swap';
    if (has('draw_two')) return null;
  }
  return has('keep') ? 'keep' : null;
}

/** The legal action of a tap on an own card; none for a Swap, which needs a second card. */
export function actionAt(legal: Action[], wanted: Purpose, slot: number): Action | undefined {
  if (wanted === null || wanted === 'swap') return undefined;
  const type = wanted === 'take' ? 'take_discard' : wanted;
  return offered(legal, type).find((action) => action.slot === slot);
}

export function canPick(legal: Action[], wanted: Purpose, slot: number): boolean {
  if (wanted === 'swap') return offered(legal, 'swap').some((action) => action.slot === slot);
  return actionAt(legal, wanted, slot) !== undefined;
}

/** The Swap with another's card, once an own one is picked. */
export function swapWith(legal: Action[], choice: Choice, seat: number, theirSlot: number): Action | undefined {
  return offered(legal, 'swap').find(
    (action) => action.slot === choice.slot && action.seat === seat && action.their_slot === theirSlot,
  );
}

/** The other seats as they sit, beginning on the viewer's left; all of them for a spectator. */
export function others(seat: number, players: number): number[] {
  const all = Array.from({ length: players }, (_, index) => index);
  return seat < 0 ? all : all.slice(1).map((step) => (seat + step) % players);
}

/** Who still has a turn after the knock, the one on turn first; empty while nobody has knocked. */
export function lastLap(view: View): number[] {
  if (view.knocker < 0 || view.phase === 'look' || view.phase === 'over') return [];
  const left: number[] = [];
  for (let seat = view.turn; seat !== view.knocker && left.length < view.rows.length; ) {
    if (!view.out.includes(seat)) left.push(seat);
    seat = (seat + 1) % view.rows.length;
  }
  return left;
}

/** Why a card is marked: it is new there, it was swapped, or somebody looked at it. */
export type Mark = 'new' | 'swap' | 'peek';

export const place = (seat: number, slot: number): string => `${seat}-${slot}`;

/** The cards that some events touched; null if they touched none. */
export function touched(events: Event[]): Record<string, Mark> | null {
  const found: Record<string, Mark> = {};
  let isTouched = false;
  for (const event of events) {
    if (event.type === 'round_dealt') {
      for (const key of Object.keys(found)) delete found[key];
      isTouched = true;
    } else if (event.type === 'card_kept' || event.type === 'card_taken') {
      found[place(event.seat, event.slot)] = 'new';
      isTouched = true;
    } else if (event.type === 'card_peeked_at') {
      found[place(event.seat, event.slot)] = 'peek';
      isTouched = true;
    } else if (event.type === 'cards_swapped') {
      found[place(event.seat, event.slot)] = 'swap';
      found[place(event.other, event.their_slot)] = 'swap';
      isTouched = true;
    } else if (event.type === 'card_discarded') {
      isTouched = true;
    }
  }
  return isTouched ? found : null;
}

/** What is marked: all that the viewer missed and the latest step; else the latest step that touched a card. */
export function marks(told: Event[][], since: Event[]): Record<string, Mark> {
  const missed = touched([...since, ...(told.at(-1) ?? [])]);
  if (missed) return missed;
  for (const events of [...told].reverse()) {
    const found = touched(events);
    if (found) return found;
  }
  return {};
}
