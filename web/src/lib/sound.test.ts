import { describe, expect, it } from 'vitest';
import { soundsOf } from './hearing';
import { STROKES } from './sound.svelte';
import type { Eyes } from './table.svelte';

const eyes = (types: string[], places?: number[]): Eyes =>
  ({ latest: types.map((type) => ({ type })), outcome: places ? { reason: '', places, points: [] } : null }) as unknown as Eyes;

describe('sounds', () => {
  it('are short and never loud', () => {
    for (const strokes of Object.values(STROKES)) {
      expect(Math.max(...strokes.map(({ at, lasts }) => at + lasts))).toBeLessThan(1);
      expect(Math.max(...strokes.map(({ loud }) => loud))).toBeLessThanOrEqual(0.5);
    }
  });
  it('are heard once a step, and a win only by the winner', () => {
    const by = { card_kept: 'deal', knocked: 'knock' } as const;
    expect(soundsOf(by, eyes(['card_kept', 'card_kept', 'turn_began', 'knocked']), 0)).toEqual(['deal', 'knock']);
    expect(soundsOf(by, eyes([], [2, 1]), 0)).toEqual([]);
    expect(soundsOf(by, eyes([], [2, 1]), 1)).toEqual(['win']);
    expect(soundsOf(by, undefined, 0)).toEqual([]);
  });
});
