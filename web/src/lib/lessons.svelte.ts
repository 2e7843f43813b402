/** Guided first games: which hint shows now, and which this device has seen. */
import { nextHint, type FirstGame, type Hint, type Situation } from '../games/hints';
import type { GameName } from '../wire';
import { readJson, write } from './kept';

const KEY = 'purrlor.lessons';

interface Kept {
  /** The table where the hints are on; empty once they are done with. */
  code: string;
  seen: string[];
}

export class Lessons {
  /** The hint that shows now: until it is understood, or the person has acted. */
  shown = $state.raw<Hint<GameName> | null>(null);
  #kept = $state.raw<Partial<Record<GameName, Kept>>>(readJson(KEY, {}));
  #quietAt = -1;

  /** Begin at a table, from the first hint on. */
  begin(game: GameName, code: string): void {
    this.shown = null;
    this.#quietAt = -1;
    this.#keep(game, { code, seen: [] });
  }

  isOn(game: GameName, code: string): boolean {
    return this.#kept[game]?.code === code;
  }

  /** Whether this device has begun the first game of a kind before. */
  isKnown(game: GameName): boolean {
    return this.#kept[game] !== undefined;
  }

  /** Show what helps at this step. */
  consider(game: GameName, first: FirstGame<GameName>, situation: Situation<GameName>, step: number): void {
    if (this.shown || step === this.#quietAt) return;
    this.shown = nextHint(first.hints, this.#kept[game]?.seen ?? [], situation);
  }

  /** The hint was read; the next one waits for the next step. */
  understood(game: GameName, step: number): void {
    this.acted(game);
    this.#quietAt = step;
  }

  /** The person has acted: what was said about it is done with. */
  acted(game: GameName): void {
    const kept = this.#kept[game];
    if (this.shown && kept) this.#keep(game, { ...kept, seen: [...kept.seen, this.shown.key] });
    this.shown = null;
  }

  end(game: GameName): void {
    this.shown = null;
    this.#keep(game, { code: '', seen: this.#kept[game]?.seen ?? [] });
  }

  #keep(game: GameName, kept: Kept): void {
    this.#kept = { ...this.#kept, [game]: kept };
    write(KEY, JSON.stringify(this.#kept));
  }
}

export const lessons = new Lessons();
