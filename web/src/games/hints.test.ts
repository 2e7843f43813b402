import { describe, expect, it } from 'vitest';
import type { CatRoyal, Cattitude, RatATatCat } from '../wire';
import { viewOf } from './cattitude/sample';
import { first as cattitude } from './cattitude/hints';
import { first as royal } from './cat-royal/hints';
import { first as rat } from './rat-a-tat-cat/hints';
import { nextHint } from './hints';

const situation = <V, A>(view: V, legal: A[]) => ({ seat: 0, view, legal, actors: legal.length ? [0] : [1] });

describe('the hints of a first game', () => {
  it.each([['Rat-a-Tat Cat', rat], ['Cattitude', cattitude], ['Cat Royal', royal]])('are three to five, each with its key: %s', (_, first) => {
    expect(first.hints.length).toBeGreaterThanOrEqual(3);
    expect(first.hints.length).toBeLessThanOrEqual(5);
    expect(new Set(first.hints.map((hint) => hint.key)).size).toBe(first.hints.length);
    for (const hint of first.hints) expect(hint.words().length).toBeGreaterThan(20);
  });

  it('of Rat-a-Tat Cat follow a turn', () => {
    const key = (...legal: RatATatCat.Action[]) => nextHint(rat.hints, [], situation({} as RatATatCat.View, legal))?.key;
    expect(key({ type: 'ready' })).toBe('look');
    expect(key({ type: 'draw' }, { type: 'take_discard', slot: 0 })).toBe('turn');
    expect(key({ type: 'keep', slot: 0 }, { type: 'discard' })).toBe('number');
    expect(key({ type: 'peek', slot: 0 }, { type: 'discard' })).toBe('power');
    expect(key({ type: 'knock' }, { type: 'end_turn' })).toBe('knock');
    expect(key()).toBeUndefined();
  });

  it('of Cattitude follow a round, and speak of birds only when there are some', () => {
    const key = (view: Cattitude.View, ...legal: Cattitude.Action[]) => nextHint(cattitude.hints, [], situation(view, legal))?.key;
    expect(key(viewOf(), { type: 'offer', card: 'turkey', bid: 'open' })).toBe('bid');
    expect(key(viewOf(), { type: 'choose', bid: 'open' })).toBe('choose');
    expect(key(viewOf(), { type: 'done' })).toBeUndefined();
    expect(key(viewOf({ tables: [['turkey'], [], []] }), { type: 'done' })).toBe('wait');
    expect(key(viewOf(), { type: 'secure', species: 'turkey', cat: 'noble' }, { type: 'done' })).toBe('secure');
    expect(key(viewOf(), { type: 'lose', species: 'turkey' })).toBe('lose');
  });

  it('of Cat Royal come in the order they matter, each once', () => {
    const move: CatRoyal.Move = { type: 'move', card: '6', figure: 'king', steps: 6, into: 'ring', cheat: 0, waste: 0 };
    const legal: CatRoyal.Action[] = [move, { ...move, steps: 7, cheat: 1 }, { type: 'start', card: 'start-13', figure: 'king' }];
    const now = situation({} as CatRoyal.View, legal);
    const seen: string[] = [];
    for (let hint = nextHint(royal.hints, seen, now); hint; hint = nextHint(royal.hints, seen, now)) seen.push(hint.key);
    expect(seen).toEqual(['start', 'move', 'cheat']);
    expect(nextHint(royal.hints, seen, situation({} as CatRoyal.View, [{ type: 'move_wormholes' as const }]))?.key).toBe('wormholes');
  });
});
