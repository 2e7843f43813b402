/** Where everything lies: the ring as a cross, goal lanes, start areas. Pure, and free of rules. */
import type { CatRoyal } from '../../wire';

/** A ring index, "goal-1" to "goal-4", or "start". */
export type Field = number | string;
export interface Point {
  x: number;
  y: number;
}
export interface Ground {
  ring: number;
  lane: number;
  players: number;
  /** The seat whose side is at the bottom. */
  below: number;
}

export const FIGURES: readonly CatRoyal.Figure[] = ['king', 'knight', 'citizen', 'jester'];
/** The board reaches from -HALF to HALF, in fields. */
export const HALF = 6.6;
const FULL_RING = 64;

/** From the start field at the tip of the lower arm, clockwise, to the field before the next one. */
const QUARTER: readonly (readonly [number, number])[] = [
  [0, 6], [-1, 6], [-2, 6], [-2, 5], [-2, 4], [-1, 4], [-1, 3], [-1, 2],
  [-1, 1], [-2, 1], [-3, 1], [-4, 1], [-4, 2], [-5, 2], [-6, 2], [-6, 1],
];
/** The four places of a start area around its middle, by figure. */
const NEST: readonly (readonly [number, number])[] = [[-0.78, -0.6], [0.78, -0.6], [-0.78, 0.96], [0.78, 0.96]];
const NEST_MIDDLE = 4.2;

export function groundOf(view: CatRoyal.View, seat: number): Ground {
  const isFull = view.figures[0]?.knight !== undefined;
  const [ring, lane] = isFull ? [64, 4] : [16, 2];
  return { ring, lane, players: view.figures.length, below: Math.max(seat, 0) };
}

/** K1.1: colours by number (green, yellow, red, blue); two players sit opposite each other. */
export function colourOf(ground: Ground, seat: number): number {
  return ground.players === 2 ? 2 * seat : seat;
}

export function startField(ground: Ground, seat: number): number {
  return (ground.ring / 4) * colourOf(ground, seat);
}

/** How many quarter turns clockwise a colour's arm is from the bottom. */
export function armOf(ground: Ground, seat: number): number {
  return (colourOf(ground, seat) - colourOf(ground, ground.below) + 4) % 4;
}

/** Turn a point clockwise around the middle, by quarters. */
export function turned({ x, y }: Point, quarters: number): Point {
  const turns: Point[] = [{ x, y }, { x: -y, y: x }, { x: -x, y: -y }, { x: y, y: -x }];
  const point = turns[((quarters % 4) + 4) % 4] ?? { x, y };
  return { x: point.x || 0, y: point.y || 0 };
}

export function ringPoint(ground: Ground, field: number): Point {
  const from = startField(ground, ground.below);
  const index = (((field - from) % ground.ring) + ground.ring) % ground.ring * (FULL_RING / ground.ring);
  const [x, y] = QUARTER[index % 16] ?? [0, 0];
  return turned({ x, y }, Math.floor(index / 16));
}

export function goalPoint(ground: Ground, seat: number, number: number): Point {
  return turned({ x: 0, y: 6 - number }, armOf(ground, seat));
}

/** The middle of a start area, in the corner before the arm. */
export function nestPoint(ground: Ground, seat: number): Point {
  return turned({ x: NEST_MIDDLE, y: NEST_MIDDLE }, armOf(ground, seat));
}

/** Where a figure of a seat stands on a field. */
export function spot(ground: Ground, seat: number, figure: string, field: Field): Point {
  if (typeof field === 'number') return ringPoint(ground, field);
  if (field.startsWith('goal-')) return goalPoint(ground, seat, goalNumber(field));
  const nest = nestPoint(ground, seat);
  const [x, y] = NEST[FIGURES.findIndex((one) => one === figure)] ?? [0, 0];
  return { x: nest.x + x, y: nest.y + y };
}

/** 1 to 4 in the goal, 0 elsewhere. */
export function goalNumber(field: Field | undefined): number {
  return typeof field === 'string' && field.startsWith('goal-') ? Number(field.slice(5)) : 0;
}

export function homeCount(figures: CatRoyal.Figures): number {
  return FIGURES.filter((figure) => goalNumber(figures[figure]) > 0).length;
}

/** Whether the faces of a hand are known. */
export function isLaidOpen(hand: readonly string[]): boolean {
  return hand.some((card) => card !== 'hidden');
}

/** The corner of the board a seat's start area lies in. */
export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
export function cornerOf(ground: Ground, seat: number): Corner {
  const corners: Corner[] = ['bottom-right', 'bottom-left', 'top-left', 'top-right'];
  return corners[armOf(ground, seat)] ?? 'bottom-right';
}

/** The ring as a closed line through all its fields. */
export function ringLine(): string {
  const points = [0, 1, 2, 3].flatMap((quarter) => QUARTER.map(([x, y]) => turned({ x, y }, quarter)));
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`;
}

/** The point as a place inside the square, in percent. */
export function percent({ x, y }: Point): { left: number; top: number } {
  const share = (value: number): number => ((value + HALF) / (2 * HALF)) * 100;
  return { left: share(x), top: share(y) };
}

/** The key of the spot nearest to a point, if one is near enough. */
export function nearest(spots: readonly { key: string; point: Point }[], at: Point, reach: number): string | null {
  let best: string | null = null;
  let least = reach;
  for (const { key, point } of spots) {
    const distance = Math.hypot(point.x - at.x, point.y - at.y);
    if (distance <= least) [best, least] = [key, distance];
  }
  return best;
}
