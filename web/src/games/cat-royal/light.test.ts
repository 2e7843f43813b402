import { describe, expect, it } from 'vitest';
import { shade } from './light';

const after = (...readings: number[]): boolean[] => {
  let seen = { brightest: 0, isCovered: false };
  return readings.map((lux) => (seen = shade(seen, lux)).isCovered);
};

describe('a hand over the light sensor', () => {
  it('is a deep shade against the light before', () => expect(after(200, 190, 20)).toEqual([false, false, true]));
  it('is no cloud', () => expect(after(200, 100)).toEqual([false, false]));
  it('is over when the light is back', () => expect(after(200, 20, 80, 160, 30)).toEqual([false, true, true, false, true]));
  it('is not a dark room', () => expect(after(0, 0, 2)).toEqual([false, false, false]));
});
