import { describe, expect, it } from 'vitest';
import type { CatRoyal, Problem } from '../../wire';
import { obstacles, tries } from './tries';

const AREA: CatRoyal.Figures = { king: 'start', knight: 'start', citizen: 'start', jester: 'start' };

function viewOf(own: Partial<CatRoyal.Figures>, lastPlayed = 'none'): CatRoyal.View {
  return { figures: [{ ...AREA, ...own }, AREA], last_played: lastPlayed } as CatRoyal.View;
}

const problem = (reason: string): Problem => ({ reason, sentence: reason, clause: 'K1.1', words: {} });

describe('every figure tries the plainest thing with a card', () => {
  it('starts where it waits, and goes where it is out', () => {
    const tried = tries(viewOf({ king: 5, knight: 'goal-2' }), { seat: 0, card: 'start-13', cheat: 0 });
    expect(tried.map(({ type, figure }) => [type, figure])).toEqual([
      ['move', 'king'], ['move', 'knight'], ['start', 'citizen'], ['start', 'jester'],
    ]);
    expect(tried[0]).toMatchObject({ card: 'start-13', steps: 13, into: 'ring' });
    expect(tried[1]).toMatchObject({ steps: 13, into: 'goal' });
  });

  it("names whose figure it moves where the seat moves its partner's (K8.1)", () => {
    const view = { figures: [AREA, AREA, { ...AREA, king: 40 }, AREA], last_played: 'none' } as unknown as CatRoyal.View;
    expect(tries(view, { seat: 0, of: 2, card: '5', cheat: 0 })[0]).toMatchObject({ of: 2, figure: 'king', steps: 5 });
    expect(tries(view, { seat: 0, of: 2, card: 'swap', cheat: 0 })[0]).toMatchObject({ of: 2, seat: 3 });
    expect(tries(view, { seat: 0, card: '5', cheat: 0 })[0]).not.toHaveProperty('of');
  });

  it('plays a copy as what it stands for', () => {
    expect(tries(viewOf({ king: 5 }, 'magnet'), { seat: 0, card: 'copy', cheat: 0 })[0]).toMatchObject({ type: 'magnet', card: 'copy' });
    expect(tries(viewOf({ king: 5 }, 'swap'), { seat: 0, card: 'copy', cheat: 0 })[0]).toMatchObject({ type: 'swap', card: 'copy', seat: 1 });
  });

  it('counts a cheat in, and never to nothing', () => {
    expect(tries(viewOf({ king: 5 }), { seat: 0, card: '5', cheat: 1 })[0]).toMatchObject({ type: 'move', steps: 6, cheat: 1 });
    expect(tries(viewOf({ king: 5 }), { seat: 0, card: 'start-1-11', cheat: -1 })[0]).toMatchObject({ type: 'move', steps: 10, cheat: -1 });
  });
});

describe('what is in the way', () => {
  const tried = tries(viewOf({ king: 5, knight: 9 }), { seat: 0, card: '8', cheat: 0 });

  it('is said once for all figures it keeps', () => {
    const waits = problem('in_start_area');
    expect(obstacles(tried, [waits, waits, waits, waits])).toEqual([
      { figures: ['king', 'knight', 'citizen', 'jester'], problem: waits },
    ]);
  });

  it('leaves out that some wait, where others have reasons of their own', () => {
    const [less, blocked, waits] = ['king_goes_less', 'way_blocked', 'in_start_area'].map(problem);
    expect(obstacles(tried, [less!, blocked!, waits!, waits!])).toEqual([
      { figures: ['king'], problem: less }, { figures: ['knight'], problem: blocked },
    ]);
  });

  it('is nothing once the table has moved on', () => {
    expect(obstacles(tried, [null, null, null, null])).toEqual([]);
  });
});
