import { describe, expect, it } from 'vitest';
import de from './messages/de.json';
import en from './messages/en.json';
import nl from './messages/nl.json';
import { news, tell } from './tell';

const NAMES = ['Ann', 'Biscuit'];

describe('the log', () => {
  it('names people and cards', () => {
    expect(tell({ type: 'card_taken', seat: 1, slot: 0, card: '3', replaced: 'swap' }, NAMES, 2)).toBe('Biscuit takes the 3 as card 1, discards a Swap.');
    expect(tell({ type: 'knocked', seat: 0 }, NAMES, 2)).toBe('Ann knocks: rat-a-tat cat!');
  });
  it('speaks to the viewer', () => {
    expect(tell({ type: 'knocked', seat: 0 }, NAMES, 0)).toBe('You knock: rat-a-tat cat!');
    const swap = { type: 'cards_swapped', seat: 1, slot: 0, other: 0, their_slot: 2 } as const;
    expect(tell(swap, NAMES, 0)).toBe('Biscuit swaps card 1 with your card 3.');
    expect(tell(swap, NAMES, 1)).toBe('You swap card 1 with card 3 of Ann.');
  });
  it('writes down no secret: remembering is the game (R9.3)', () => {
    expect(tell({ type: 'card_peeked_at', seat: 0, slot: 1, card: '7' }, NAMES, 2)).not.toContain('7');
    expect(tell({ type: 'card_kept', seat: 0, slot: 1, card: '7', replaced: '9' }, NAMES, 2)).not.toContain('7');
    expect(tell({ type: 'card_drawn', seat: 0, card: '7' }, NAMES, 0)).toBe('You draw a card.');
    expect(tell({ type: 'card_seen', seat: 0, slot: 0, card: '7' }, NAMES, 0)).toBeNull();
  });
});

describe('the news', () => {
  it('is the latest line that does not show by itself', () => {
    const turn = [{ type: 'card_discarded', seat: 0, card: '9' }, { type: 'turn_began', seat: 1 }, { type: 'card_drawn', seat: 1, card: 'hidden' }] as const;
    expect(news([...turn], NAMES, 2)).toBe(tell(turn[0], NAMES, 2));
    expect(news([], NAMES, 2)).toBe('');
  });
});

describe('what everybody may know', () => {
  it.each([
    [{ type: 'turn_began', seat: 1 }, 'Biscuit is on turn.'],
    [{ type: 'seat_ready', seat: 0 }, 'Ann is ready.'],
    [{ type: 'card_drawn', seat: 1, card: 'hidden' }, 'Biscuit draws a card.'],
    [{ type: 'card_revealed', seat: 1, slot: 2, card: '9' }, 'Card 3 of Biscuit: the 9.'],
    [{ type: 'card_seen', seat: 1, slot: 3, card: '4' }, 'Card 4 of Biscuit lies open: the 4.'], // for young players
  ] as const)('has a line: %o', (event, line) => expect(tell(event, NAMES, 2)).toBe(line));
});

describe('the messages', () => {
  const used = (text: unknown): string[] => [...new Set(JSON.stringify(text).match(/\{[a-z_]+\}/g) ?? [])].sort();

  it.each([['nl', nl], ['de', de]] as const)('are complete in %s, with the same inputs', (_, other: Record<string, unknown>) => {
    const own: Record<string, unknown> = en;
    expect(Object.keys(other)).toEqual(Object.keys(own));
    for (const key of Object.keys(own)) expect([key, used(other[key])]).toEqual([key, used(own[key])]);
  });
});
