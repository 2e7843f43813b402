import { describe, expect, it } from 'vitest';
import type { Event, View } from './board';
import { countedRows, historyOf, isRevealDue, knockerIn, lines, record, roundRows, roundsCounted, signShifts } from './score';

const VIEW: View = {
  rows: [[], []], draw_pile: 30, discard_pile: ['3'], dealer: 0, turn: 1, phase: 'look', drawn: 'none', draws_left: 0, knocker: -1,
  totals: [12, 7], out: [], round: 3, time_up: false,
  last_round: { rows: [['1', 'peek', '2', '3'], ['0', '0', '1', '1']], scored_rows: [['1', '4', '2', '3'], ['0', '0', '1', '1']], scores: [10, 2] },
};

describe('the score sheet', () => {
  it('starts empty', () => {
    const { last_round: _, ...first } = VIEW;
    expect(roundsCounted({ ...first, round: 1 })).toBe(0);
    expect(record({}, { ...first, round: 1, totals: [0, 0] })).toEqual({ 0: [0, 0] });
  });
  it('knows the totals now and those before the last round, even after a fresh start', () => {
    expect(record({}, VIEW)).toEqual({ 0: [0, 0], 1: [2, 5], 2: [12, 7] });
  });
  it('has a row for each round, with gaps where nobody listened', () => {
    expect(roundRows({ 0: [0, 0], 1: [1, 5], 2: [11, 7] })).toEqual([{ round: 1, scores: [1, 5] }, { round: 2, scores: [10, 2] }]);
    expect(roundRows({ 0: [0, 0], 2: [11, 7] })).toEqual([{ round: 1, scores: [null, null] }, { round: 2, scores: [null, null] }]);
    expect(roundRows({ 0: [0, 0] })).toEqual([]);
  });
  it('counts the round that ended the game', () => {
    expect(roundsCounted({ ...VIEW, phase: 'over' })).toBe(3);
  });
  it('keeps what it saw and forgets another game', () => {
    const seen = record({}, VIEW);
    const later = { ...VIEW, round: 4, totals: [22, 9] };
    expect(record(seen, later)).toEqual({ ...seen, 3: [22, 9] });
    const { last_round: _, ...fresh } = VIEW;
    expect(record(seen, { ...fresh, round: 1, totals: [0, 0] })).toEqual({ 0: [0, 0] });
  });
  it('is whole from what was told, whoever comes late', () => {
    const scored = (seat: number, score: number, total: number): Event => ({ type: 'seat_scored', seat, score, total });
    const dealt = (round: number): Event => ({ type: 'round_dealt', round, dealer: 0 });
    const told = [
      dealt(1), { type: 'knocked', seat: 1 } as const, scored(0, 1, 1), scored(1, 5, 5), dealt(2), scored(0, 1, 2), scored(1, 0, 5), dealt(3),
      scored(0, 10, 12), scored(1, 2, 7), dealt(4),
    ];
    expect(historyOf({ ...VIEW, round: 4 }, told)).toEqual({ 0: [0, 0], 1: [1, 5], 2: [2, 5], 3: [12, 7] });
    expect(historyOf(VIEW, [])).toEqual(record({}, VIEW));
    expect([knockerIn(1, told), knockerIn(2, told)]).toEqual([1, -1]);
  });
  it('gives a seat that was out before nothing for the last round (R7.3)', () => {
    const out: View = { ...VIEW, totals: [12, 100], out: [1], last_round: { ...VIEW.last_round!, rows: [VIEW.last_round!.rows[0]!, []], scored_rows: [VIEW.last_round!.scored_rows[0]!, []], scores: [10, 30] } };
    expect(record({}, out)[1]).toEqual([2, 100]);
    expect(countedRows(out).map((row) => row.seat)).toEqual([0]);
  });
});

describe('the round that was counted', () => {
  it('is shown until the seat is ready for the next, and at the end', () => {
    expect(isRevealDue({ ...VIEW, ready: [1] }, 0)).toBe(true);
    expect(isRevealDue({ ...VIEW, ready: [0, 1] }, 0)).toBe(false);
    expect(isRevealDue({ ...VIEW, phase: 'turn' }, 0)).toBe(false);
    expect(isRevealDue({ ...VIEW, phase: 'over' }, 0)).toBe(true);
  });
  it('has the lowest row first and names replaced power cards (R6.2)', () => {
    const rows = countedRows(VIEW);
    expect(rows.map((row) => [row.seat, row.score, row.isLowest])).toEqual([[1, 2, true], [0, 10, false]]);
    expect(rows[1]?.cards[1]).toEqual({ card: '4', replaced: 'peek' });
    expect(rows[1]?.cards[0]).toEqual({ card: '1', replaced: null });
  });
});

describe('the chart', () => {
  it('moves signs aside that would cover each other', () => {
    const drawn = lines({ 0: [0, 0, 0], 1: [10, 10, 0] }, 100, 50);
    expect(signShifts(drawn, 16)).toEqual({ 0: 0, 1: 16, 2: 0 });
  });
  it('draws a line for each seat from zero, the highest total at the top', () => {
    const [first, second] = lines({ 0: [0, 0], 1: [2, 5], 2: [20, 10] }, 100, 50);
    expect(first?.points).toEqual([{ x: 0, y: 50 }, { x: 50, y: 45 }, { x: 100, y: 0 }]);
    expect(second?.points.at(-1)).toEqual({ x: 100, y: 25 });
  });
});
