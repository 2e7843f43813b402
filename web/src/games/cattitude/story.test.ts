import { describe, expect, it } from 'vitest';
import type { Cattitude } from '../../wire';
import { viewOf } from './sample';
import { valuesOf } from './cards';
import { bonusLine, scoringOf } from './scoring';
import { follow, NO_STORY, storyOf } from './story';
import { prompt, tell } from './telling';

const round: Cattitude.Event[] = [
  { type: 'bid_taken', seat: 0, giver: 1, bid: 'closed' },
  { type: 'cards_collected', seat: 0, cards: ['turkey', 'birdoholic'] },
  { type: 'bonus_collected', seat: 0, card: 'bonus-no-turkey' },
  { type: 'species_lost', seat: 0, species: 'turkey', taker: 'birdoholic', cards: ['turkey'] },
  { type: 'takers_discarded', seat: 0, birdoholics: 1, catastrophes: 0 },
];

describe('the story of a round', () => {
  it('tells what a seat took and lost', () => {
    const told = storyOf(follow(NO_STORY, round), 0);
    expect(told).toMatchObject({ giver: 1, bid: 'closed', bonuses: ['bonus-no-turkey'], takers: ['birdoholic'] });
    expect(told?.losses).toEqual([{ taker: 'birdoholic', species: 'turkey', cards: ['turkey'] }]);
  });

  it('does not change when a step is heard twice', () => {
    const once = follow(NO_STORY, round);
    expect(follow(once, round)).toEqual(once);
  });

  it('lasts until the next bids are revealed', () => {
    const dealt = follow(follow(NO_STORY, round), [{ type: 'round_dealt', round: 3, rounds: 7 }]);
    expect(storyOf(dealt, 0)).not.toBeNull();
    expect(follow(dealt, [{ type: 'bid_revealed', seat: 0, open: [], closed_backs: [] }])).toEqual(NO_STORY);
  });
});

const VALUES = valuesOf({
  values: { turkey: 1, 'skinny-turkey': -1, duchess: -1 }, bonus_numbers: { turkeys: 8, chickens: 6, peacocks: 4 },
});

describe('the end', () => {
  const palace = ['turkey', 'turkey', 'skinny-turkey', 'duchess', 'bonus-no-chicken', 'bonus-turkeys'];
  const view = viewOf({ phase: 'over', palaces: [palace, [], []], scores: [5, 0, 0], places: [1, 2, 2] });

  it('adds up line by line', () => {
    const scoring = scoringOf(view, 0, VALUES, []);
    const sum = scoring.cats.points + [...scoring.birds, ...scoring.bonuses].reduce((all, { points }) => all + points, 0);
    expect(sum).toBe(scoring.score);
  });

  it('believes the events', () => {
    const event: Cattitude.Event = { type: 'bonus_scored', seat: 0, card: 'bonus-turkeys', birds: 9, is_met: true, points: 5, needed: 8 };
    expect(scoringOf(view, 0, VALUES, [event]).bonuses[1]).toMatchObject({ birds: 9, points: 5 });
  });

  it('shows how a bonus card stands', () => {
    expect(bonusLine('bonus-turkeys', palace, VALUES)).toMatchObject({ birds: 3, needed: 8, isMet: false, points: 0 });
    expect(bonusLine('turkey', palace, VALUES)).toBeNull();
  });

  it('counts the birds that this table has entered (C1.4)', () => {
    const own = valuesOf({ values: {}, bonus_numbers: { turkeys: 3 } });
    expect(bonusLine('bonus-turkeys', palace, own)).toMatchObject({ birds: 3, needed: 3, isMet: true, points: 5 });
    expect(bonusLine('bonus-no-chicken', palace, own)).toMatchObject({ birds: 0, needed: 0, isMet: true });
  });
});

describe('telling', () => {
  const names = ['Ann', 'Bea', 'Cleo'];

  it('says who is awaited, and what to do', () => {
    expect(prompt({ seat: 0, view: viewOf(), legal: [], actors: [1, 2], names })).toBe('Waiting for Bea and Cleo.');
    const choosing = viewOf({ phase: 'choose', choices: ['', '', ''] });
    expect(prompt({ seat: 0, view: choosing, legal: [], actors: [0], names })).toBe('Cleo offers two bids. Open or closed?');
  });

  it('names cards with their number', () => {
    expect(tell({ type: 'species_secured', seat: 1, species: 'turkey', cards: ['turkey', 'turkey', 'duchess'] }, names, -1)).toBe(
      'Bea secures: 2 turkeys and duchess.',
    );
    expect(tell({ type: 'seat_scored', seat: 2, score: 1, place: 3 }, names, -1)).toBe('Cleo scores 1 point: place 3.');
    expect(tell({ type: 'bid_sealed', seat: 2 }, names, -1)).toBe('Cleo seals two bids.');
    expect(tell({ type: 'card_offered', seat: 2, card: 'turkey', bid: 'open' }, names, 2)).toBeNull();
  });
});
