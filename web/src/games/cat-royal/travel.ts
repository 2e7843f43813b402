/** How figures travelled in the latest step: from events to ways along the board, without a DOM. */
import type { CatRoyal } from '../../wire';
import { goalNumber, spot, startField, type Field, type Ground, type Point } from './board';
import { figureKey } from './targets';

export interface Leg {
  kind: 'walk' | 'fall' | 'fly';
  points: Point[];
  at: number;
  lasts: number;
}
/** By figure key. */
export type Travels = Map<string, Leg[]>;

const WALK = 260;
const FALL = 240;
const FLY = 220;

/** The fields of a way, first and last included. */
export function way(ground: Ground, of: number, origin: Field, target: Field, isDrawn = false): Field[] {
  if (typeof origin !== 'number') {
    const [from, to] = [goalNumber(origin), goalNumber(target)];
    return from && to ? range(from, to).map((number) => `goal-${number}`) : [origin, target];
  }
  if (typeof target !== 'number') {
    const goal = goalNumber(target);
    if (!goal) return [origin, target];
    const home = along(ground, origin, startField(ground, of), true);
    return [...home, ...range(1, goal).map((number) => `goal-${number}`)];
  }
  const isForward = isDrawn || (target - origin + ground.ring) % ground.ring <= ground.ring / 2;
  return along(ground, origin, target, isForward);
}

function along(ground: Ground, origin: number, target: number, isForward: boolean): number[] {
  const step = isForward ? 1 : ground.ring - 1;
  const fields = [origin];
  for (let field = origin; field !== target && fields.length <= ground.ring; ) {
    field = (field + step) % ground.ring;
    fields.push(field);
  }
  return fields;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Every figure's legs, one event after the other; none when several turns were missed. */
export function travels(ground: Ground, before: CatRoyal.Figures[], latest: CatRoyal.Event[]): Travels {
  const found: Travels = new Map();
  if (latest.filter((event) => event.type === 'card_played').length > 1) return found;
  const places = new Map<string, Field>();
  let clock = 0;

  function standing(of: number, figure: string): Field {
    const known = places.get(figureKey(of, figure));
    return known ?? before[of]?.[figure as CatRoyal.Figure] ?? 'start';
  }
  function go(kind: Leg['kind'], of: number, figure: string, fields: Field[], lasts: number): void {
    const points = fields.map((field) => spot(ground, of, figure, field));
    const key = figureKey(of, figure);
    found.set(key, [...(found.get(key) ?? []), { kind, points, at: clock, lasts }]);
    places.set(key, fields.at(-1) ?? 'start');
  }

  for (const event of latest) {
    switch (event.type) {
      case 'figure_started':
        go('fly', event.of, event.figure, ['start', event.target], FLY);
        clock += FLY;
        break;
      case 'figure_moved':
      case 'figure_drawn': {
        const isDrawn = event.type === 'figure_drawn';
        go('walk', event.of, event.figure, way(ground, event.of, event.origin, event.target, isDrawn), WALK);
        clock += WALK;
        break;
      }
      case 'figures_swapped': {
        const own = standing(event.of, event.figure);
        const theirs = standing(event.seat, event.their_figure);
        go('fly', event.of, event.figure, [own, theirs], FLY);
        go('fly', event.seat, event.their_figure, [theirs, own], FLY);
        clock += FLY;
        break;
      }
      case 'wormhole_passed':
        go('fall', event.of, event.figure, [event.origin, event.target], FALL);
        clock += FALL;
        break;
      case 'figure_captured':
      case 'figure_punished':
        go('fly', event.of, event.figure, [event.field, 'start'], FLY);
        break;
    }
  }
  return found;
}

export interface Frame {
  offset: number;
  point: Point;
  scale: number;
}

/** The legs of one figure as frames over the whole time. */
export function frames(legs: Leg[]): { frames: Frame[]; lasts: number } {
  const last = legs.at(-1);
  const first = legs[0]?.points[0];
  if (!last || !first) return { frames: [], lasts: 0 };
  const lasts = last.at + last.lasts;
  const made: Frame[] = [{ offset: 0, point: first, scale: 1 }];
  for (const { kind, points, at, lasts: time } of legs) {
    points.forEach((point, index) => {
      const share = points.length > 1 ? index / (points.length - 1) : 1;
      const offset = (at + share * time) / lasts;
      made.push({ offset, point, scale: 1 });
      if (kind === 'fall' && index === 0) {
        const target = points[1] ?? point;
        const middle = (at + 0.5 * time) / lasts;
        made.push({ offset: middle, point, scale: 0.05 }, { offset: middle, point: target, scale: 0.05 });
      }
    });
  }
  return { frames: made, lasts };
}

/** The fields a step touched, to keep marked until the next one. */
export function touched(ground: Ground, latest: CatRoyal.Event[]): Point[] {
  const event = latest.find((one) => one.type === 'figure_moved' || one.type === 'figure_drawn');
  if (event?.type !== 'figure_moved' && event?.type !== 'figure_drawn') return [];
  const fields = way(ground, event.of, event.origin, event.target, event.type === 'figure_drawn');
  return fields.map((field) => spot(ground, event.of, event.figure, field));
}
