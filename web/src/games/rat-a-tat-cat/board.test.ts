import { describe, expect, it } from 'vitest';
import {
  actionAt, canPick, kind, lastLap, marks, NO_CHOICE as NOTHING, others, purpose, swapWith, touched, type Action, type Choice, type Event, type View,
} from './board';
import { flights } from './flights';
import { decisionOf, pickedFor, type Picked } from '../../lib/decision';

const VIEW: View = {
  rows: [['hidden', 'hidden', 'hidden', 'hidden'], ['hidden', 'hidden', 'hidden', 'hidden'], ['hidden', 'hidden', 'hidden', 'hidden']],
  draw_pile: 30, discard_pile: ['3'], dealer: 0, turn: 1, phase: 'turn', drawn: 'none', draws_left: 0, knocker: -1,
  totals: [0, 0, 0], out: [], round: 1, time_up: false,
};
const SLOTS = [0, 1, 2, 3];
const KEEPS: Action[] = SLOTS.map((slot) => ({ type: 'keep', slot }));

describe('cards', () => {
  it('are cats up to 6, rats from 7, power cards or hidden (R1.1)', () => {
    expect(['0', '6', '7', '9', 'peek', 'swap', 'draw-2', 'hidden', 'none'].map(kind)).toEqual([
      'cat', 'cat', 'rat', 'rat', 'power', 'power', 'power', 'hidden', 'hidden',
    ]);
  });
});

describe('a tap on an own card', () => {
  const turn: Action[] = [{ type: 'draw' }, ...SLOTS.map((slot): Action => ({ type: 'take_discard', slot }))];

  it('takes the discard only after the discard was picked up (R3.2)', () => {
    expect(purpose(turn, NOTHING)).toBeNull();
    expect(canPick(turn, null, 2)).toBe(false);
    const taking: Choice = { ...NOTHING, intent: 'take' };
    expect(purpose(turn, taking)).toBe('take');
    expect(actionAt(turn, 'take', 2)).toEqual({ type: 'take_discard', slot: 2 });
  });
  it('keeps a drawn number (R3.4)', () => {
    const legal: Action[] = [...KEEPS, { type: 'discard' }];
    expect(purpose(legal, NOTHING)).toBe('keep');
    expect(actionAt(legal, 'keep', 3)).toEqual({ type: 'keep', slot: 3 });
  });
  it('peeks with a Peek, unless the person prefers to keep it (R4.2, R3.5)', () => {
    const legal: Action[] = [...KEEPS, { type: 'discard' }, ...SLOTS.map((slot): Action => ({ type: 'peek', slot }))];
    expect(purpose(legal, NOTHING)).toBe('peek');
    expect(actionAt(legal, 'peek', 0)).toEqual({ type: 'peek', slot: 0 });
    expect(purpose(legal, { ...NOTHING, intent: 'keep' })).toBe('keep');
  });
  it('does nothing with a Draw 2 until the person prefers to keep it (R4.5)', () => {
    const legal: Action[] = [...KEEPS, { type: 'discard' }, { type: 'draw_two' }];
    expect(purpose(legal, NOTHING)).toBeNull();
    expect(purpose(legal, { ...NOTHING, intent: 'keep' })).toBe('keep');
  });
  it('picks for a Swap only what a legal Swap names, and then their card (R4.3, R8.2)', () => {
    const legal: Action[] = [{ type: 'discard' }, { type: 'swap', slot: 1, seat: 2, their_slot: 2 }];
    expect(purpose(legal, NOTHING)).toBe('swap');
    expect([canPick(legal, 'swap', 0), canPick(legal, 'swap', 1)]).toEqual([false, true]);
    expect(actionAt(legal, 'swap', 1)).toBeUndefined();
    expect(swapWith(legal, NOTHING, 2, 2)).toBeUndefined();
    const picked: Choice = { ...NOTHING, slot: 1 };
    expect(swapWith(legal, picked, 2, 2)).toEqual(legal[1]);
    expect(swapWith(legal, picked, 2, 1)).toBeUndefined();
  });
  it('offers nothing when nothing is legal', () => {
    expect(purpose([], NOTHING)).toBeNull();
    expect(purpose([{ type: 'ready' }], NOTHING)).toBeNull();
  });
});

describe('a choice', () => {
  // A turn after the other in which nobody drew: every word of the view is as it was.
  const turn: Action[] = [{ type: 'draw' }, ...SLOTS.map((slot): Action => ({ type: 'take_discard', slot }))];
  const first = decisionOf({ game: 1, seat: 1, decidesFrom: 4, actors: [1] });
  const second = decisionOf({ game: 1, seat: 1, decidesFrom: 12, actors: [1] });
  const picked: Picked<Choice> = { decision: first, value: { intent: 'take', slot: null } };

  it('to take the discard is gone in the next turn, though the table looks the same (R3.2)', () => {
    expect(purpose(turn, pickedFor(picked, first, NOTHING))).toBe('take');
    expect(purpose(turn, pickedFor(picked, second, NOTHING))).toBeNull();
  });
});

describe('the table', () => {
  it('seats the others from the left of the viewer, all of them for a spectator', () => {
    expect(others(2, 4)).toEqual([3, 0, 1]);
    expect(others(-1, 3)).toEqual([0, 1, 2]);
  });
  it('counts the last lap to the knocker, over those who are out (R5.2, R7.3)', () => {
    expect(lastLap(VIEW)).toEqual([]);
    expect(lastLap({ ...VIEW, knocker: 0 })).toEqual([1, 2]);
    expect(lastLap({ ...VIEW, knocker: 0, out: [2] })).toEqual([1]);
    expect(lastLap({ ...VIEW, knocker: 0, phase: 'over' })).toEqual([]);
  });
  it('marks what a step touched and forgets it with a new deal', () => {
    expect(touched([{ type: 'turn_began', seat: 1 }])).toBeNull();
    expect(touched([{ type: 'cards_swapped', seat: 0, slot: 1, other: 2, their_slot: 3 }])).toEqual({ '0-1': 'swap', '2-3': 'swap' });
    expect(touched([{ type: 'card_kept', seat: 0, slot: 1, card: 'hidden', replaced: '9' }, { type: 'round_dealt', round: 2, dealer: 1 }])).toEqual({});
  });
  it('marks the latest step that touched a card, and all that was missed', () => {
    const taken = (seat: number): Event => ({ type: 'card_taken', seat, slot: 0, card: '3', replaced: '9' });
    const told: Event[][] = [[taken(0)], [taken(1)], [{ type: 'card_drawn', seat: 2, card: 'hidden' }]];
    expect(marks([], [])).toEqual({});
    expect(marks(told, [])).toEqual({ '1-0': 'new' });
    expect(marks(told, told.flat())).toEqual({ '0-0': 'new', '1-0': 'new' });
    expect(marks([...told, [{ type: 'card_discarded', seat: 2, card: '9' }]], [])).toEqual({});
  });
});

describe('flights', () => {
  it('send the kept card into the row and the old one to the discard pile (R3.4)', () => {
    expect(flights([{ type: 'card_kept', seat: 1, slot: 2, card: 'hidden', replaced: '9' }])).toEqual([
      { from: 'hand', to: '1-2', face: 'hidden' },
      { from: '1-2', to: 'discard', face: '9' },
    ]);
  });
  it('leave out what was before a new deal', () => {
    expect(flights([
      { type: 'card_discarded', seat: 0, card: '9' }, { type: 'round_dealt', round: 2, dealer: 1 }, { type: 'starter_turned', card: '4' },
    ])).toEqual([{ from: 'draw', to: 'discard', face: '4' }]);
  });
});
