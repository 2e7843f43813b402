/** From the legal actions to what can be tapped: cards, then figures, then targets. */
import type { CatRoyal } from '../../wire';
import { FIGURES, goalNumber, spot, startField, type Field, type Ground, type Point } from './board';

export type Play = CatRoyal.Start | CatRoyal.Move | CatRoyal.Swap | CatRoyal.Magnet;
export type Cheat = -1 | 0 | 1;

export interface Target {
  key: string;
  point: Point;
  field: Field;
  action: Play;
}

/** Seat and figure, as one word. */
/** What the person has picked so far in the present decision. */
export interface Choice {
  /** The place of the card in the hand; -1: none. */
  place: number;
  /** The figure, by key. */
  figure: string | null;
  cheat: Cheat;
}

export const NO_CHOICE: Choice = { place: -1, figure: null, cheat: 0 };

export function figureKey(of: number, figure: string): string {
  return `${of}-${figure}`;
}

export function movedFigure(action: Play, seat: number): string {
  return figureKey(action.of ?? seat, action.figure);
}

/** The figures that these actions move, by rank. */
export function movedFigures(actions: Play[], seat: number): string[] {
  const keys = new Set(actions.map((action) => movedFigure(action, seat)));
  const rank = (key: string): number => FIGURES.findIndex((figure) => key.endsWith(figure));
  return [...keys].sort((one, other) => rank(one) - rank(other));
}

/** Seat and figure of a key. */
export function ofKey(key: string): { of: number; figure: string } {
  const [of = '', figure = ''] = key.split('-');
  return { of: Number(of), figure };
}

function isPlay(action: CatRoyal.Action): action is Play {
  return action.type === 'start' || action.type === 'move' || action.type === 'swap' || action.type === 'magnet';
}

/** The ways to play a card, counted honestly or as a cheat is armed. */
export function plays(legal: CatRoyal.Action[], cheat: Cheat, card?: string): Play[] {
  return legal
    .filter(isPlay)
    .filter((action) => card === undefined || action.card === card)
    .filter((action) => (action.type === 'move' ? action.cheat : 0) === cheat);
}

/** The cheats that some legal move offers. */
export function cheats(legal: CatRoyal.Action[]): Cheat[] {
  return ([-1, 1] as const).filter((cheat) => plays(legal, cheat).length > 0);
}

/** One step less or more, as far as a legal move goes with it. */
export function shifted(legal: CatRoyal.Action[], cheat: Cheat, by: -1 | 1): Cheat {
  const next = Math.max(-1, Math.min(1, cheat + by)) as Cheat;
  return next === 0 || cheats(legal).includes(next) ? next : cheat;
}

export function discardOf(legal: CatRoyal.Action[], card: string): CatRoyal.Discard | undefined {
  return legal.find((action): action is CatRoyal.Discard => action.type === 'discard' && action.card === card);
}

export function accusations(legal: CatRoyal.Action[]): CatRoyal.Accuse[] {
  return legal.filter((action): action is CatRoyal.Accuse => action.type === 'accuse');
}

export function wormholeMove(legal: CatRoyal.Action[]): CatRoyal.MoveWormholes | undefined {
  return legal.find((action): action is CatRoyal.MoveWormholes => action.type === 'move_wormholes');
}

/** Where an action leads; wormholes, being chance, are left out. */
export function endOf(ground: Ground, view: CatRoyal.View, seat: number, action: Play): Field {
  const of = action.of ?? seat;
  const origin = view.figures[of]?.[action.figure] ?? 'start';
  switch (action.type) {
    case 'start':
      return startField(ground, of);
    case 'swap':
      return view.figures[action.seat]?.[action.their_figure] ?? 'start';
    case 'magnet':
      return typeof origin === 'number' ? beforeNext(ground, view, origin) : origin;
    case 'move': {
      if (typeof origin !== 'number') return `goal-${goalNumber(origin) + action.steps - action.waste}`;
      if (action.into === 'ring') return (origin + action.steps + ground.ring) % ground.ring;
      const way = (startField(ground, of) - origin + ground.ring) % ground.ring;
      return `goal-${action.steps - action.waste - way}`;
    }
  }
}

/** The field just before the next figure on the ring. */
function beforeNext(ground: Ground, view: CatRoyal.View, origin: number): number {
  const taken = new Set(view.figures.flatMap((figures) => FIGURES.map((figure) => figures[figure])));
  for (let step = 1; step < ground.ring; step++) {
    if (taken.has((origin + step) % ground.ring)) return (origin + step - 1) % ground.ring;
  }
  return origin;
}

/** The targets of a figure, one for each field; of actions that come to the same, the plainest. */
export function targets(ground: Ground, view: CatRoyal.View, seat: number, actions: Play[], figure: string): Target[] {
  const found = new Map<string, Target>();
  for (const action of actions) {
    if (movedFigure(action, seat) !== figure) continue;
    const field = endOf(ground, view, seat, action);
    const known = found.get(String(field));
    if (known && lapse(known.action) <= lapse(action)) continue;
    const point = spot(ground, action.of ?? seat, action.figure, field);
    found.set(String(field), { key: `to-${field}`, point, field, action });
  }
  const order = ({ action }: Target): number => (action.type === 'move' ? action.steps : action.type === 'start' ? -9 : 0);
  return [...found.values()].sort((one, other) => order(one) - order(other));
}

export function lapse(action: Play): number {
  return action.type === 'move' ? action.waste : 0;
}
