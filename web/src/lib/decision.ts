/**
 * A choice belongs to one decision: from the step at which the server asked a seat to decide, to its
 * answer. What was picked for one is never read in another, however alike the two look.
 */
import type { Eyes } from './table.svelte';

/** Names the decision a seat is about, or the wait for its next one. */
export type Decision = string;

/** What was picked, and for which decision. */
export interface Picked<T> {
  decision: Decision;
  value: T;
}

export function decisionOf({ game, seat, decidesFrom, actors }: Pick<Eyes, 'game' | 'seat' | 'decidesFrom' | 'actors'>): Decision {
  return [game, seat, decidesFrom, actors.includes(seat) ? 'decides' : 'waits'].join('/');
}

/** What was picked if it was for this decision, otherwise what holds before anything is. */
export function pickedFor<T>(picked: Picked<T>, decision: Decision, nothing: T): T {
  return picked.decision === decision ? picked.value : nothing;
}
