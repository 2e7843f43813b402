/** A position of three seats for the tests, with the words a test cares about. */
import type { Cattitude } from '../../wire';

export function viewOf(words: Partial<Cattitude.View> = {}): Cattitude.View {
  return {
    round: 2, phase: 'bid', direction: 'left', hands: [[], [], []], tables: [[], [], []], palaces: [[], [], []],
    open_bids: [[], [], []], closed_bids: [[], [], []], piles: [[], []], discards: [], left_out: [], ...words,
  };
}
