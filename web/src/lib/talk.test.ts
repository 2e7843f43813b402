import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Talk } from '../wire';
import { Conversation } from './talk.svelte';

const said = (name: string, text: string, at: number): Talk => ({ name, text, reaction: '', at });

describe('a conversation', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('counts what was not looked at, but not the own words', () => {
    const talk = new Conversation();
    talk.begin([said('Bob', 'Hello', 1)]);
    expect(talk.unread).toBe(0);
    talk.hear(said('Bob', 'Purr', 2), false);
    talk.hear(said('Ann', 'Purr', 3), true);
    expect(talk.unread).toBe(1);
    talk.read();
    talk.begin([...talk.all, said('Bob', 'Still there?', 4)]); // said while the line was cut
    expect(talk.unread).toBe(1);
  });
  it('shows the latest words of each person for a moment', () => {
    const talk = new Conversation();
    talk.hear(said('Bob', 'One', 1), false);
    vi.advanceTimersByTime(4000);
    talk.hear(said('Bob', 'Two', 2), false);
    talk.hear(said('Ann', 'Three', 3), false);
    expect(talk.bubbles.map((one) => one.talk.text)).toEqual(['Two', 'Three']);
    vi.advanceTimersByTime(4000);
    expect(talk.bubbles).toHaveLength(2);
    vi.advanceTimersByTime(3000);
    expect(talk.bubbles).toEqual([]);
    expect(talk.all).toHaveLength(3);
  });
});
