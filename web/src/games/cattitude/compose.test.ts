import { describe, expect, it } from 'vitest';
import { decisionOf, pickedFor } from '../../lib/decision';
import type { Cattitude } from '../../wire';
import { viewOf } from './sample';
import * as compose from './compose';

const view = viewOf({
  hands: [['turkey', 'turkey', 'queen'], [], []], tables: [['peacock', 'peacock', 'duchess'], [], []],
  picked_up: [[], [], []], sealed: [false, false, false],
});
const legal: Cattitude.Action[] = [
  { type: 'offer', card: 'turkey', bid: 'open' }, { type: 'offer', card: 'turkey', bid: 'closed' },
  { type: 'pick_up', card: 'peacock', bid: 'open' }, { type: 'pick_up', card: 'peacock', bid: 'closed' },
  { type: 'pick_up', card: 'duchess', bid: 'open' }, { type: 'pick_up', card: 'duchess', bid: 'closed' },
];
const empty = compose.NO_DRAFT;

function placeAll(draft: compose.Draft): compose.Draft {
  return compose.handLeft(view, 0, draft).reduce((known, source) => compose.place(known, source, 'open'), draft);
}

describe('a bid in the making', () => {
  it('takes the cards of the hand one by one, equal ones apart', () => {
    const [first] = compose.handLeft(view, 0, empty);
    const draft = compose.place(empty, first!, 'closed');
    expect(compose.handLeft(view, 0, draft).map(({ slot }) => slot)).toEqual([1, 2]);
    expect(compose.undo(draft)).toEqual(empty);
    expect(compose.takeBack(draft, first!)).toEqual(empty);
  });

  it('is sealed when the hand is empty, as one batch', () => {
    expect(compose.canSeal(legal, view, 0, empty)).toBe(false);
    const draft = placeAll(empty);
    expect(compose.canSeal(legal, view, 0, draft)).toBe(true);
    expect(compose.batchOf(draft).map(({ type }) => type)).toEqual(['offer', 'offer', 'offer', 'seal']);
  });

  it('picks up two cards at most, and only what is offered', () => {
    const pick = (draft: compose.Draft): compose.Draft =>
      compose.place(draft, { from: 'table', card: 'peacock', slot: compose.nextSlot(draft) }, 'open');
    const one = pick(empty);
    expect(compose.tableLeft(view, 0, one)).toEqual(['peacock', 'duchess']);
    expect(compose.canPickUp(legal, view, 0, one, 'duchess')).toBe(true);
    expect(compose.canPickUp([], view, 0, one, 'duchess')).toBe(false);
    const two = pick(one);
    expect(two.placed.map(({ slot }) => slot)).toEqual([0, 1]);
    expect(compose.canPickUp(legal, view, 0, two, 'duchess')).toBe(false);
    expect(compose.batchOf(one)[0]).toEqual({ type: 'pick_up', card: 'peacock', bid: 'open' });
  });

  it('is kept when others seal, and forgotten when the seat has another decision', () => {
    const bidding = { game: 1, seat: 0, decidesFrom: 1, actors: [0, 1, 2] };
    const picked = { decision: decisionOf(bidding), value: placeAll(empty) };
    const draftIn = (now: typeof bidding): compose.Draft => pickedFor(picked, decisionOf(now), compose.NO_DRAFT);
    expect(draftIn({ ...bidding, actors: [0] })).toBe(picked.value);
    expect(draftIn({ ...bidding, decidesFrom: 9 })).toEqual(empty);
    expect(draftIn({ ...bidding, game: 2 })).toEqual(empty);
  });
});
