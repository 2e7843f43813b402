import { beforeEach, describe, expect, it, vi } from 'vitest';
import { first } from '../games/rat-a-tat-cat/hints';
import type { RatATatCat } from '../wire';
import { Lessons } from './lessons.svelte';

const at = (...legal: RatATatCat.Action[]) => ({ seat: 0, view: {} as RatATatCat.View, legal, actors: [0] });
const drawing = at({ type: 'draw' });
const ending = at({ type: 'knock' }, { type: 'end_turn' });

describe('a first game', () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = new Map();
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  });

  it('shows a hint until the person has acted, and never again', () => {
    const lessons = new Lessons();
    expect(lessons.isKnown('rat-a-tat-cat')).toBe(false);
    lessons.begin('rat-a-tat-cat', 'mika-ruto');
    lessons.consider('rat-a-tat-cat', first as never, drawing as never, 1);
    expect(lessons.shown?.key).toBe('turn');
    lessons.acted('rat-a-tat-cat');
    expect(lessons.shown).toBeNull();
    lessons.consider('rat-a-tat-cat', first as never, drawing as never, 5);
    expect(lessons.shown).toBeNull();
    lessons.consider('rat-a-tat-cat', first as never, ending as never, 6);
    expect(lessons.shown?.key).toBe('knock');
  });
  it('keeps quiet for the rest of a step whose hint was read', () => {
    const lessons = new Lessons();
    lessons.begin('rat-a-tat-cat', 'mika-ruto');
    lessons.consider('rat-a-tat-cat', first as never, drawing as never, 1);
    lessons.understood('rat-a-tat-cat', 1);
    lessons.consider('rat-a-tat-cat', first as never, ending as never, 1);
    expect(lessons.shown).toBeNull();
    lessons.consider('rat-a-tat-cat', first as never, ending as never, 2);
    expect(lessons.shown?.key).toBe('knock');
  });
  it('can be sent off, and is on at its own table only', () => {
    let lessons = new Lessons();
    lessons.begin('rat-a-tat-cat', 'mika-ruto');
    expect(lessons.isOn('rat-a-tat-cat', 'mika-ruto')).toBe(true);
    expect(lessons.isOn('rat-a-tat-cat', 'kuno-bela')).toBe(false);
    lessons.end('rat-a-tat-cat');
    lessons = new Lessons(); // as after a reload
    expect(lessons.isOn('rat-a-tat-cat', 'mika-ruto')).toBe(false);
    expect(lessons.isKnown('rat-a-tat-cat')).toBe(true);
  });
});
