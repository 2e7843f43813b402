import { describe, expect, it } from 'vitest';
import type { CatRoyal } from '../../wire';
import {
  armOf, cornerOf, goalPoint, groundOf, homeCount, nearest, nestPoint, percent, ringPoint, spot, startField, turned,
  type Ground,
} from './board';

const four: Ground = { ring: 64, lane: 4, players: 4, below: 0 };
const two: Ground = { ring: 64, lane: 4, players: 2, below: 0 };
const tiny: Ground = { ring: 16, lane: 2, players: 2, below: 0 };
const fields = Array.from({ length: 64 }, (_, field) => field);

describe('the ring', () => {
  it('has 64 fields in 64 different places', () => {
    expect(new Set(fields.map((field) => JSON.stringify(ringPoint(four, field)))).size).toBe(64);
  });
  it('leads from every field to a neighbour, the last to the first', () => {
    for (const field of fields) {
      const [one, next] = [ringPoint(four, field), ringPoint(four, (field + 1) % 64)];
      expect(Math.hypot(one.x - next.x, one.y - next.y)).toBeCloseTo(1);
    }
  });
  it('runs clockwise: from the lower tip over the left one', () => {
    expect([0, 16, 32, 48].map((field) => ringPoint(four, field))).toEqual([
      { x: 0, y: 6 }, { x: -6, y: 0 }, { x: 0, y: -6 }, { x: 6, y: 0 },
    ]);
  });
  it('is turned so that the own side is below', () => {
    for (const below of [0, 1, 2, 3]) expect(ringPoint({ ...four, below }, 16 * below)).toEqual({ x: 0, y: 6 });
    expect(ringPoint({ ...two, below: 1 }, 32)).toEqual({ x: 0, y: 6 });
  });
  it('keeps clear of the goal lanes and start areas', () => {
    const others = [0, 1, 2, 3].flatMap((seat) => [
      ...[1, 2, 3, 4].map((number) => goalPoint(four, seat, number)),
      ...['king', 'knight', 'citizen', 'jester'].map((figure) => spot(four, seat, figure, 'start')),
    ]);
    for (const field of fields) {
      for (const other of others) {
        const point = ringPoint(four, field);
        expect(Math.hypot(point.x - other.x, point.y - other.y)).toBeGreaterThanOrEqual(1);
      }
    }
  });
  it('has 16 fields in the tiny game', () => {
    expect(startField(tiny, 1)).toBe(8);
    expect(ringPoint(tiny, 8)).toEqual({ x: 0, y: -6 });
    expect(new Set(fields.slice(0, 16).map((field) => JSON.stringify(ringPoint(tiny, field)))).size).toBe(16);
  });
});

describe('seats', () => {
  it('start on 0, 16, 32, 48; two players on 0 and 32 (K1.1)', () => {
    expect([0, 1, 2, 3].map((seat) => startField(four, seat))).toEqual([0, 16, 32, 48]);
    expect([0, 1].map((seat) => startField(two, seat))).toEqual([0, 32]);
  });
  it('sit clockwise from the viewer, who sits below', () => {
    expect([0, 1, 2, 3].map((seat) => armOf({ ...four, below: 1 }, seat))).toEqual([3, 0, 1, 2]);
    expect(cornerOf({ ...four, below: 1 }, 1)).toBe('bottom-right');
    expect(cornerOf(two, 1)).toBe('top-left');
  });
  it('have a goal lane that leads inwards from the start field', () => {
    expect(goalPoint(four, 0, 1)).toEqual({ x: 0, y: 5 });
    expect(goalPoint(four, 1, 4)).toEqual({ x: -2, y: 0 });
  });
  it('have a start area in a corner of their own', () => {
    expect(new Set([0, 1, 2, 3].map((seat) => JSON.stringify(nestPoint(four, seat)))).size).toBe(4);
  });
});

it('knows the full game and the tiny one by its figures', () => {
  const view = { figures: [{ king: 'start', jester: 3 }, { king: 1, jester: 'goal-1' }] } as CatRoyal.View;
  expect(groundOf(view, -1)).toEqual({ ring: 16, lane: 2, players: 2, below: 0 });
  expect(view.figures.map(homeCount)).toEqual([0, 1]);
});

it('turns, scales and finds points', () => {
  expect(turned({ x: 0, y: 6 }, 1)).toEqual({ x: -6, y: 0 });
  expect(turned({ x: 1, y: 2 }, -1)).toEqual({ x: 2, y: -1 });
  expect(percent({ x: 0, y: 6.6 })).toEqual({ left: 50, top: 100 });
  const spots = [{ key: 'a', point: { x: 0, y: 0 } }, { key: 'b', point: { x: 1, y: 0 } }];
  expect(nearest(spots, { x: 0.6, y: 0.1 }, 1)).toBe('b');
  expect(nearest(spots, { x: 4, y: 0 }, 1)).toBeNull();
});
