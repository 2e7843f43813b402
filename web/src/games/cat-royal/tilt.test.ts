import { describe, expect, it } from 'vitest';
import { lean, sideways } from './tilt.svelte';

describe('a tilt', () => {
  it('counts once, to the left or to the right', () => {
    expect(lean(true, -30)).toEqual({ isLevel: false, by: -1 });
    expect(lean(true, 30)).toEqual({ isLevel: false, by: 1 });
    expect(lean(false, 35)).toEqual({ isLevel: false, by: 0 });
  });
  it('has to be levelled before the next', () => {
    expect(lean(false, 15)).toEqual({ isLevel: false, by: 0 });
    expect(lean(false, 4)).toEqual({ isLevel: true, by: 0 });
    expect(lean(true, 15)).toEqual({ isLevel: true, by: 0 });
  });
  it('is sideways however the device is held', () => {
    expect(sideways(5, 30, 0)).toBe(30);
    expect(sideways(5, 30, 90)).toBe(5);
    expect(sideways(5, 30, 270)).toBe(-5);
  });
});
