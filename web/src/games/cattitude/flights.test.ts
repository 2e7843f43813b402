import { expect, it } from 'vitest';
import { flights } from './flights';

it('lets a chosen bid travel to who took it, and the other one back', () => {
  expect(flights([
    { type: 'bid_taken', seat: 0, giver: 1, bid: 'closed' },
    { type: 'bid_taken', seat: 1, giver: 0, bid: 'open' },
    { type: 'cards_collected', seat: 0, cards: ['turkey'] },
  ])).toEqual([
    { from: '1-open', to: 1 }, { from: '1-closed', to: 0 }, { from: '0-open', to: 1 }, { from: '0-closed', to: 0 },
  ]);
});

it('lets nothing travel while bids are made', () => {
  expect(flights([{ type: 'bid_sealed', seat: 0 }])).toEqual([]);
});
