import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { placeOf, Player } from './player.svelte';

describe('a replay', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps its place in the game when other eyes see other steps', () => {
    expect(placeOf([0, 1, 4, 7], 5)).toBe(2);
    expect(placeOf([0, 1, 4, 7], 99)).toBe(3);
    const player = new Player(5);
    player.load([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(player.number).toBe(5);
    player.load([0, 4, 7]);
    expect([player.number, player.place, player.last]).toEqual([4, 1, 2]);
  });
  it('steps and jumps by keys, never beyond its ends', () => {
    const player = new Player(0);
    player.load([0, 1, 2]);
    expect(player.press('ArrowLeft')).toBe(true);
    expect(player.place).toBe(0);
    player.press('End');
    player.press('ArrowRight');
    expect(player.place).toBe(2);
    player.press('Home');
    expect(player.place).toBe(0);
    expect(player.press('x')).toBe(false);
  });
  it('plays by itself, at the speed that is chosen, to the end', () => {
    const player = new Player(0);
    player.load([0, 1, 2]);
    player.press(' ');
    vi.advanceTimersByTime(1200);
    expect([player.place, player.isPlaying]).toEqual([1, true]);
    player.speed = 4;
    vi.advanceTimersByTime(1200);
    expect([player.place, player.isPlaying]).toEqual([2, false]);
    player.toggle();
    expect([player.place, player.isPlaying]).toEqual([0, true]);
    player.stop();
  });
});
