/** Why a card cannot be played: each figure tries the plainest thing with it, and the referee says what is in the way. */
import type { CatRoyal, Problem } from '../../wire';
import { FIGURES, goalNumber } from './board';
import type { Cheat, Play } from './targets';

/** What keeps some figures from going with a card. */
export interface Obstacle {
  figures: string[];
  problem: Problem;
}

/** What a seat tries with a card of its hand, armed with a cheat or not. */
export interface Try {
  seat: number;
  /** Whose figures it moves, where its moves say so. */
  of?: number | undefined;
  card: string;
  cheat: Cheat;
}

/** One try for each figure. */
export function tries(view: CatRoyal.View, { seat, of, card, cheat }: Try): Play[] {
  const colour = of === undefined ? {} : { of };
  return FIGURES.flatMap((figure) => {
    const field = view.figures[of ?? seat]?.[figure];
    const piece = { card: card as CatRoyal.Card, figure, ...colour };
    return field === undefined ? [] : [plainest(view, of ?? seat, piece, field, cheat)];
  });
}

type Piece = Pick<CatRoyal.Start, 'card' | 'figure' | 'of'>;

function plainest(view: CatRoyal.View, own: number, piece: Piece, field: number | string, cheat: Cheat): Play {
  const face = piece.card === 'copy' ? view.last_played : piece.card;
  if (cheat === 0) {
    if (face === 'magnet') return { type: 'magnet', ...piece };
    if (face === 'swap') return { type: 'swap', ...piece, seat: (own + 1) % view.figures.length, their_figure: 'king' };
    if (face.startsWith('start') && field === 'start') return { type: 'start', ...piece };
  }
  const printed = (face.match(/\d+/g) ?? ['1']).map(Number);
  const steps = (printed.find((value) => value + cheat > 0) ?? 1) + cheat;
  return { type: 'move', ...piece, steps, into: goalNumber(field) ? 'goal' : 'ring', cheat, waste: 0 };
}

const WAITS = 'in_start_area';

/** The reasons with the figures they keep; that some wait for a start card is said where it is all there is to say. */
export function obstacles(tried: Play[], answers: (Problem | null)[]): Obstacle[] {
  const found = new Map<string, Obstacle>();
  tried.forEach(({ figure }, index) => {
    const problem = answers[index];
    if (!problem) return;
    const known = found.get(problem.reason);
    if (known) known.figures.push(figure);
    else found.set(problem.reason, { figures: [figure], problem });
  });
  if (found.size > 1) found.delete(WAITS);
  return [...found.values()];
}
