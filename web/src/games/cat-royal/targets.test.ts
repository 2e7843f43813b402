import { describe, expect, it } from 'vitest';
import type { CatRoyal } from '../../wire';
import type { Ground } from './board';
import { cheats, discardOf, endOf, movedFigures, ofKey, plays, shifted, targets } from './targets';
import { frames, travels, way } from './travel';

const ground: Ground = { ring: 64, lane: 4, players: 2, below: 0 };
const view = {
  figures: [
    { king: 'start', knight: 60, citizen: 'goal-1', jester: 62 },
    { king: 32, knight: 5, citizen: 'start', jester: 'start' },
  ],
} as CatRoyal.View;
const move = (figure: CatRoyal.Figure, steps: number, into: CatRoyal.Into, rest: Partial<CatRoyal.Move> = {}): CatRoyal.Move => ({
  type: 'move', card: '6', figure, steps, into, cheat: 0, waste: 0, ...rest,
});

describe('where an action leads', () => {
  it('along the ring, over its seam, and back', () => {
    expect(endOf(ground, view, 0, move('knight', 6, 'ring'))).toBe(2);
    expect(endOf(ground, view, 1, move('knight', -4, 'ring'))).toBe(1);
    expect(endOf(ground, view, 1, move('knight', -6, 'ring'))).toBe(63);
  });
  it('into the goal and on in it, with what lapses', () => {
    expect(endOf(ground, view, 0, move('knight', 6, 'goal'))).toBe('goal-2');
    expect(endOf(ground, view, 0, move('jester', 6, 'goal', { waste: 1 }))).toBe('goal-3');
    expect(endOf(ground, view, 0, move('citizen', 2, 'goal'))).toBe('goal-3');
  });
  it("of the partner's figures too (K8.1)", () => {
    const four: Ground = { ...ground, players: 4 };
    const partners = { figures: [{}, {}, { king: 'start', jester: 30 }, {}] } as CatRoyal.View;
    expect(endOf(four, partners, 0, { type: 'start', card: 'start-13', figure: 'king', of: 2 })).toBe(32);
    const home = move('jester', 5, 'goal', { of: 2 });
    expect(endOf(four, partners, 0, home)).toBe('goal-3');
    expect(targets(four, partners, 0, [home], '2-jester')[0]?.point).toEqual({ x: 0, y: -3 });
  });
  it('to the start field, to the other figure, and to just before the next', () => {
    expect(endOf(ground, view, 1, { type: 'start', card: 'start-13', figure: 'jester' })).toBe(32);
    expect(endOf(ground, view, 0, { type: 'swap', card: 'swap', figure: 'knight', seat: 1, their_figure: 'knight' })).toBe(5);
    expect(endOf(ground, view, 0, { type: 'magnet', card: 'magnet', figure: 'jester' })).toBe(4);
  });
});

describe('what can be tapped', () => {
  const legal: CatRoyal.Action[] = [
    move('jester', 6, 'goal', { waste: 1, card: '1-7' }),
    move('jester', 5, 'goal', { card: '1-7' }),
    move('jester', 7, 'ring', { cheat: 1 }),
    { type: 'discard', card: '8' },
  ];
  it('is one target a field, the plainest way of it', () => {
    const found = targets(ground, view, 0, plays(legal, 0), '0-jester');
    expect(found.map(({ field, action }) => [field, action.type === 'move' && action.waste])).toEqual([['goal-3', 0]]);
  });
  it('leaves cheats out until one is armed, and arms only what is legal', () => {
    expect(plays(legal, 0, '6')).toEqual([]);
    expect(plays(legal, 1, '6')).toHaveLength(1);
    expect(cheats(legal)).toEqual([1]);
    expect([shifted(legal, 0, 1), shifted(legal, 0, -1), shifted(legal, 1, -1)]).toEqual([1, 0, 0]);
  });
  it('names the figures by rank', () => {
    expect(movedFigures([move('jester', 1, 'ring'), move('king', 1, 'ring'), move('king', 2, 'ring')], 0)).toEqual(['0-king', '0-jester']);
    expect(ofKey('2-king')).toEqual({ of: 2, figure: 'king' });
  });
  it('offers a discard only where it is legal', () => {
    expect(discardOf(legal, '8')).toBe(legal[3]);
    expect(discardOf(legal, '6')).toBeUndefined();
  });
});

describe('travel', () => {
  it('goes along the ring, back, and home through the start field', () => {
    expect(way(ground, 0, 62, 1)).toEqual([62, 63, 0, 1]);
    expect(way(ground, 0, 1, 61)).toEqual([1, 0, 63, 62, 61]);
    expect(way(ground, 0, 62, 'goal-2')).toEqual([62, 63, 0, 'goal-1', 'goal-2']);
    expect(way(ground, 0, 'goal-1', 'goal-3')).toEqual(['goal-1', 'goal-2', 'goal-3']);
    expect(way(ground, 0, 10, 60, true)).toHaveLength(51);
  });
  it('lets a captured figure wait for its captor, and falls through wormholes', () => {
    const found = travels(ground, view.figures, [
      { type: 'card_played', seat: 0, card: '9' },
      { type: 'figure_moved', of: 0, figure: 'knight', origin: 60, target: 5 },
      { type: 'figure_captured', of: 1, figure: 'knight', field: 5, by: 0, captor: 'knight' },
      { type: 'wormhole_passed', of: 0, figure: 'knight', origin: 5, target: 26 },
    ]);
    expect(found.get('0-knight')?.map((leg) => leg.kind)).toEqual(['walk', 'fall']);
    expect(found.get('1-knight')?.[0]?.at).toBe(260);
    const made = frames(found.get('0-knight') ?? []);
    expect(made.lasts).toBe(500);
    expect(made.frames.every((frame, index, all) => frame.offset >= (all[index - 1]?.offset ?? 0))).toBe(true);
  });
  it('exchanges swapped figures by where they stood, and skips what was missed', () => {
    const swap: CatRoyal.Event = { type: 'figures_swapped', of: 0, figure: 'knight', seat: 1, their_figure: 'knight' };
    const found = travels(ground, view.figures, [swap]);
    expect(found.get('0-knight')?.[0]?.points[1]).toEqual(found.get('1-knight')?.[0]?.points[0]);
    const played: CatRoyal.Event = { type: 'card_played', seat: 0, card: 'swap' };
    expect(travels(ground, view.figures, [played, swap, played, swap]).size).toBe(0);
  });
});
