/** The log and the recap, told with the words of the games themselves. */
import { describe, expect, it } from 'vitest';
import { quiet as quietRoyal } from '../games/cat-royal/quiet';
import { tell as tellRoyal } from '../games/cat-royal/tell';
import { quiet } from '../games/rat-a-tat-cat/quiet';
import { tell } from '../games/rat-a-tat-cat/tell';
import type { GameModule } from '../games/contract';
import type { GameName, Succession } from '../wire';
import type { Told } from './table.svelte';
import { logLines, namesAt, recapLines } from './telling';

type Game = Pick<GameModule<GameName>, 'tell' | 'quiet'>;
const RAT = { tell, quiet } as unknown as Game;
const ROYAL = { tell: tellRoyal, quiet: quietRoyal } as unknown as Game;

const told = (number: number, ...events: object[]): Told => ({ seat: 0, number, events: events as Told['events'] });
const knocked = (seat: number): object => ({ type: 'knocked', seat });
const LEFT: Succession = { after: 2, seat: 1, before: 'Bob', name: 'Biscuit', is_bot: true };
const TAKEN: Succession = { after: 3, seat: 1, before: 'Biscuit', name: 'Eve', is_bot: false };

describe('names', () => {
  it.each([
    [1, 'Bob'], [2, 'Bob'], [3, 'Biscuit'], [4, 'Eve'],
  ])('at step %i are those of then', (number, name) => expect(namesAt(['Ann', 'Eve'], [LEFT, TAKEN], number)).toEqual(['Ann', name]));
  it('stay when somebody leaves after the end', () => {
    expect(namesAt(['Ann', ''], [{ ...LEFT, after: 9, name: '', is_bot: false }], 9)).toEqual(['Ann', 'Bob']);
  });
});

describe('the log', () => {
  it('keeps the old name in old lines, and says who left and who came where it happened', () => {
    const log = [told(1, knocked(0)), told(2, knocked(1)), told(3, knocked(1)), told(4, knocked(1))];
    expect(logLines(RAT.tell, log, ['Ann', 'Eve'], [LEFT, TAKEN], 0)).toEqual([
      'You knock: rat-a-tat cat!',
      'Bob knocks: rat-a-tat cat!',
      'Bob has left. Biscuit, a bot, plays on.',
      'Biscuit knocks: rat-a-tat cat!',
      'Eve takes over from Biscuit.',
      'Eve knocks: rat-a-tat cat!',
    ]);
  });
  it('tells who left though nothing happened since', () => {
    const left = { ...LEFT, name: '', is_bot: false };
    expect(logLines(RAT.tell, [told(1, knocked(1))], ['Ann', ''], [left], 0)).toEqual(['Bob knocks: rat-a-tat cat!', 'Bob has left.']);
  });
});

describe('a recap', () => {
  it('leaves out what the table shows, and marks what was done to the reader', () => {
    const log = [
      told(5, { type: 'turn_began', seat: 1 }, { type: 'card_drawn', seat: 1, card: 'hidden' }),
      told(6, { type: 'cards_swapped', seat: 1, slot: 0, other: 0, their_slot: 2 }),
      told(7, { type: 'card_kept', seat: 2, slot: 3, card: 'hidden', replaced: '9' }, { type: 'turn_began', seat: 0 }),
    ];
    expect(recapLines(RAT, log, ['Ann', 'Bob', 'Cat'], [], 0)).toEqual([
      { words: 'Bob swaps card 1 with your card 3.', isYours: true },
      { words: 'Cat keeps the draw as card 4, discards the 9.', isYours: false },
    ]);
  });
  it('serves every game', () => {
    const captured = { type: 'figure_captured', of: 0, figure: 'king', field: 7, by: 1, captor: 'knight' };
    const lines = recapLines(ROYAL, [told(3, { type: 'turn_began', seat: 1 }, captured)], ['Ann', 'Bob'], [], 0);
    expect(lines.map(({ isYours }) => isYours)).toEqual([true]);
  });
});
