import { describe, expect, it } from 'vitest';
import { bidsOf, giverOf, othersOf, receiverOf, roundsOf, statusOf, touchedBy } from './board';
import { isRed, kindOf, laidOut, stacked, sumOf, valuesOf } from './cards';
import { viewOf } from './sample';

describe('cards', () => {
  it('are drawn by what their name says', () => {
    expect(kindOf('plucked-peacock')).toEqual({ group: 'bird', species: 'peacock', mood: 'minus' });
    expect(kindOf('diva-turkey')).toEqual({ group: 'bird', species: 'turkey', mood: 'diva' });
    expect(kindOf('baroness')).toEqual({ group: 'noble', species: 'chicken' });
    expect(kindOf('bonus-chickens')).toEqual({ group: 'bonus', species: 'chicken', isNone: false });
    expect(kindOf('bonus-no-peacock')).toEqual({ group: 'bonus', species: 'peacock', isNone: true });
    expect(kindOf('hidden')).toEqual({ group: 'back' });
  });

  it('have the values of the table', () => {
    const values = valuesOf({ values: { turkey: 7, peacock: 3, queen: -1 }, bonus_numbers: { turkeys: 8 } });
    expect(sumOf(['turkey', 'peacock', 'queen', 'birdoholic'], values)).toBe(9);
  });

  it('have a red back from divas to bonus cards', () => {
    expect(['diva-chicken', 'queen', 'catastrophe', 'bonus-no-turkey'].every(isRed)).toBe(true);
    expect(['turkey', 'royal-cat', 'birdoholic'].some(isRed)).toBe(false);
  });

  it('are stacked in the order of the rule page', () => {
    expect(stacked(['queen', 'turkey', 'hidden', 'turkey'])).toEqual([
      { card: 'turkey', count: 2 }, { card: 'queen', count: 1 }, { card: 'hidden', count: 1 },
    ]);
  });

  it('lie by species, royals and raiders apart', () => {
    const { rows, royals, takers } = laidOut(['turkey', 'skinny-turkey', 'duchess', 'queen', 'birdoholic']);
    expect(rows[0]).toEqual({ species: 'turkey', birds: ['turkey', 'skinny-turkey'], nobles: ['duchess'] });
    expect([royals, takers]).toEqual([['queen'], ['birdoholic']]);
  });
});

describe('seats', () => {
  it('offer in the direction of the round', () => {
    const left = viewOf();
    expect([receiverOf(left, 2), giverOf(left, 0)]).toEqual([0, 2]);
    const right = viewOf({ direction: 'right' });
    expect([receiverOf(right, 0), giverOf(right, 2)]).toEqual([2, 0]);
  });

  it('are listed from the left neighbour on, all of them for a spectator', () => {
    expect(othersOf(viewOf(), 1)).toEqual([2, 0]);
    expect(othersOf(viewOf(), -1)).toEqual([0, 1, 2]);
  });

  it('show backs of others and faces of their own', () => {
    const view = viewOf({ phase: 'choose', closed_bids: [['queen'], ['hidden'], []], closed_backs: [['red'], ['blue'], []] });
    expect([bidsOf(view, 0).closed, bidsOf(view, 1).closed]).toEqual([['queen'], ['blue']]);
  });

  it('say how far they are', () => {
    expect(statusOf(viewOf({ sealed: [true, false, false] }), 0, [1])).toBe('sealed');
    expect(statusOf(viewOf({ phase: 'choose', choices: ['', 'hidden', ''] }), 1, [0])).toBe('chosen');
    expect(statusOf(viewOf({ phase: 'over' }), 1, [])).toBeNull();
  });

  it('are touched by what is told about them', () => {
    expect([...touchedBy([{ type: 'bid_sealed', seat: 2 }, { type: 'hand_dealt', seat: 1, cards: [] }])]).toEqual([2]);
  });

  it('know the rounds from the piles to come', () => {
    expect(roundsOf(viewOf())).toBe(4);
  });
});
