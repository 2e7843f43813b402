import { describe, expect, it } from 'vitest';
import { brightness } from './camera';

const frame = (...pixel: number[]): number[] => Array.from({ length: 8 }, () => pixel).flat();

describe('the brightness of a frame', () => {
  it('is that of its light', () => {
    expect(brightness(frame(255, 255, 255, 255))).toBeCloseTo(255);
    expect(brightness(frame(0, 0, 0, 255))).toBe(0);
  });
  it('counts green more than blue, as eyes do', () => expect(brightness(frame(0, 90, 0, 255))).toBeGreaterThan(brightness(frame(0, 0, 90, 255))));
  it('is nothing without a frame', () => expect(brightness([])).toBe(0));
});
