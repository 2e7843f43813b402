import { describe, expect, it } from 'vitest';
import { decisionOf, pickedFor } from './decision';

const eyes = { game: 1, seat: 0, decidesFrom: 7, actors: [0] };

describe('a choice belongs to one decision', () => {
  const decision = decisionOf(eyes);
  const picked = { decision, value: 'take' };

  it('and stays while others act in between', () => {
    expect(pickedFor(picked, decisionOf({ ...eyes, actors: [0, 1, 2] }), null)).toBe('take');
  });
  it.each([
    ['the next decision of the seat', { ...eyes, decidesFrom: 12 }],
    ['another seat at the same device', { ...eyes, seat: 1, actors: [1] }],
    ['the next game at the table', { ...eyes, game: 2 }],
    ['the wait after it', { ...eyes, actors: [1] }],
  ])('not to %s', (_, next) => {
    expect(pickedFor(picked, decisionOf(next), null)).toBeNull();
  });
  it('and what is picked while waiting is gone when the seat decides', () => {
    const waiting = decisionOf({ ...eyes, actors: [1] });
    expect(pickedFor({ decision: waiting, value: 'take' }, decisionOf({ ...eyes, decidesFrom: 12 }), null)).toBeNull();
  });
});
