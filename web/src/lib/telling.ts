/** What happened at a table, line by line: everybody keeps the name they had when it happened. */
import type { GameModule } from '../games/contract';
import { m } from '../paraglide/messages.js';
import type { GameName, Succession } from '../wire';
import type { Told } from './table.svelte';

const NOBODY = -1;

/** Who sat where when a step was told. */
export function namesAt(names: string[], successions: Succession[], number: number): string[] {
  const found = [...names];
  for (const one of [...successions].reverse()) if (one.after >= number) found[one.seat] = one.before;
  return found;
}

/** That a seat changed hands. */
export function tellSuccession({ before, name, is_bot }: Succession): string {
  if (!name) return m.left_over({ before });
  if (!before) return m.left_filled({ name });
  return is_bot ? m.left_bot({ before, name }) : m.left_taken({ before, name });
}

type Tell = GameModule<GameName>['tell'];

/** The log of a seat, with who left and who came where it happened. */
export function logLines(tell: Tell, log: Told[], names: string[], successions: Succession[], seat: number): string[] {
  const told = log.map(({ number, events }) => {
    const then = namesAt(names, successions, number);
    return { number, lines: events.map((event) => tell(event, then, seat)).filter((line) => line !== null) };
  });
  // What came after a step stands behind it: sorting keeps the order of equals.
  const came = successions.map((one) => ({ number: one.after, lines: [tellSuccession(one)] }));
  return [...told, ...came].sort((a, b) => a.number - b.number).flatMap(({ lines }) => lines);
}

export interface RecapLine {
  words: string;
  /** Whether it was done to the reader. */
  isYours: boolean;
}

/** What is worth telling of some steps to somebody who did not see them. */
export function recapLines(
  { tell, quiet }: Pick<GameModule<GameName>, 'tell' | 'quiet'>, log: Told[], names: string[], successions: Succession[], seat: number,
): RecapLine[] {
  return log.flatMap(({ number, events }) => {
    const then = namesAt(names, successions, number);
    return events.flatMap((event): RecapLine[] => {
      const words = quiet.includes(event.type) ? null : tell(event, then, seat);
      // A line that speaks to the reader differs from what a spectator reads.
      return words === null ? [] : [{ words, isYours: words !== tell(event, then, NOBODY) }];
    });
  });
}
