/** The first game of a person: a few hints, each at the moment it helps. */
import type { GameName, Games } from '../wire';
import type { BoardProps } from './contract';

export type Situation<G extends GameName> = Pick<BoardProps<G>, 'seat' | 'view' | 'legal' | 'actors'>;

export interface Hint<G extends GameName> {
  key: string;
  /** Whether it helps now; asks only the view and what is legal. */
  when: (situation: Situation<G>) => boolean;
  words: () => string;
}

export interface FirstGame<G extends GameName> {
  /** The shortest or plainest game that teaches it. */
  options: Partial<Games[G]['options']>;
  /** In the order in which they matter if several would help. */
  hints: readonly Hint<G>[];
}

/** The first hint that helps now and was not yet seen. */
export function nextHint<G extends GameName>(
  hints: readonly Hint<G>[], seen: readonly string[], situation: Situation<G>,
): Hint<G> | null {
  return hints.find((hint) => !seen.includes(hint.key) && hint.when(situation)) ?? null;
}

/** Whether something of this type is legal. */
export function offers<A extends { type: string }>(legal: readonly A[], ...types: A['type'][]): boolean {
  return legal.some((action) => types.includes(action.type));
}
