/** The score sheet: totals after each round that was seen, and the round just counted. */
import type { Event, View } from './board';

/** Totals of all seats by the number of rounds counted; rounds that were not seen are absent. */
export type History = Record<number, number[]>;

export function roundsCounted(view: View): number {
  if (!view.last_round) return 0;
  return view.phase === 'over' ? view.round : view.round - 1;
}

/** The totals by round as they were told; what was not heard, the view fills in. */
export function historyOf(view: View, told: Event[]): History {
  const heard: History = {};
  let round = 0;
  let totals = view.totals.map(() => 0);
  for (const event of told) {
    if (event.type === 'round_dealt') round = event.round;
    else if (event.type === 'seat_scored') {
      totals = totals.map((total, seat) => (seat === event.seat ? event.total : total));
      if (round > 0) heard[round] = totals;
    }
  }
  return record(heard, view);
}

export interface RoundRow {
  round: number;
  /** What each seat scored; null where that was not heard. */
  scores: (number | null)[];
}

/** The rounds that were counted, one after the other. */
export function roundRows(history: History): RoundRow[] {
  const last = Math.max(0, ...Object.keys(history).map(Number));
  return Array.from({ length: last }, (_, index) => {
    const [before, after] = [history[index], history[index + 1]];
    const scores = (history[0] ?? []).map((_, seat) => {
      const [from, to] = [before?.[seat], after?.[seat]];
      return from === undefined || to === undefined ? null : to - from;
    });
    return { round: index + 1, scores };
  });
}

/** Who knocked in a round; -1 if nobody was heard to. */
export function knockerIn(round: number, told: Event[]): number {
  let now = 0;
  let knocker = -1;
  for (const event of told) {
    if (event.type === 'round_dealt') now = event.round;
    else if (event.type === 'knocked' && now === round) knocker = event.seat;
  }
  return knocker;
}

/** Add what a view tells: the start, the totals now, and those before the round just counted. */
export function record(history: History, view: View): History {
  const counted = roundsCounted(view);
  const kept: History = { 0: view.totals.map(() => 0) };
  for (const [round, totals] of Object.entries(history)) if (Number(round) < counted) kept[Number(round)] = totals;
  if (counted > 0) {
    kept[counted - 1] = view.totals.map((total, seat) => total - lastScore(view, seat));
    kept[counted] = [...view.totals];
  }
  return kept;
}

/** What a seat scored in the round just counted; nothing for one that was out already. */
export function lastScore(view: View, seat: number): number {
  return view.last_round?.scored_rows[seat]?.length ? (view.last_round.scores[seat] ?? 0) : 0;
}

/** Whether the cards of the round just counted are to be seen before anything else: until the seat is ready again. */
export function isRevealDue(view: View, seat: number): boolean {
  if (roundsCounted(view) === 0) return false;
  return view.phase === 'over' || (view.phase === 'look' && !view.ready?.includes(seat));
}

export interface CountedCard {
  card: string;
  /** The power card that lay here before. */
  replaced: string | null;
}

export interface CountedRow {
  seat: number;
  cards: CountedCard[];
  score: number;
  total: number;
  isLowest: boolean;
}

/** The rows of the round just counted, the lowest score first. */
export function countedRows(view: View): CountedRow[] {
  const last = view.last_round;
  if (!last) return [];
  const playing = last.scored_rows.map((_, seat) => seat).filter((seat) => last.scored_rows[seat]?.length);
  const lowest = Math.min(...playing.map((seat) => last.scores[seat] ?? 0));
  return playing
    .map((seat) => ({
      seat,
      cards: (last.scored_rows[seat] ?? []).map((card, slot) => {
        const before = last.rows[seat]?.[slot] ?? card;
        return { card, replaced: before === card ? null : before };
      }),
      score: last.scores[seat] ?? 0,
      total: view.totals[seat] ?? 0,
      isLowest: last.scores[seat] === lowest,
    }))
    .sort((a, b) => a.score - b.score || a.seat - b.seat);
}

export interface Line {
  seat: number;
  points: { x: number; y: number }[];
}

/** How far each line's sign is moved aside so that signs at nearly the same height do not cover each other. */
export function signShifts(drawn: Line[], size: number): Record<number, number> {
  const shifts: Record<number, number> = {};
  const placed: { y: number; column: number }[] = [];
  const byHeight = [...drawn].sort((a, b) => (a.points.at(-1)?.y ?? 0) - (b.points.at(-1)?.y ?? 0));
  for (const line of byHeight) {
    const y = line.points.at(-1)?.y ?? 0;
    const taken = placed.filter((sign) => Math.abs(sign.y - y) < size).map((sign) => sign.column);
    let column = 0;
    while (taken.includes(column)) column += 1;
    placed.push({ y, column });
    shifts[line.seat] = column * size;
  }
  return shifts;
}

/** The totals as lines in a box of the given size, zero at the foot. */
export function lines(history: History, width: number, height: number): Line[] {
  const rounds = Object.keys(history).map(Number).sort((a, b) => a - b);
  const last = Math.max(1, rounds.at(-1) ?? 0);
  const top = Math.max(10, ...Object.values(history).flat());
  const players = history[0]?.length ?? 0;
  return Array.from({ length: players }, (_, seat) => ({
    seat,
    points: rounds.map((round) => ({
      x: (round / last) * width,
      y: height - ((history[round]?.[seat] ?? 0) / top) * height,
    })),
  }));
}
