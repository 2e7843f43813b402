/** What is said at a table: all of it, what was heard just now, and how much was not looked at. */
import type { Talk } from '../wire';

const KEPT = 100;
const BUBBLE = 6000;

export interface Bubble {
  id: number;
  talk: Talk;
}

export class Conversation {
  all = $state.raw<Talk[]>([]);
  /** The latest words of each person, for a moment, at their seat. */
  bubbles = $state.raw<Bubble[]>([]);
  unread = $state(0);
  #next = 0;
  #hasBegun = false;

  /** What was said before one came, or while one was away. */
  begin(all: Talk[]): void {
    const last = this.all.at(-1)?.at ?? 0;
    if (this.#hasBegun) this.unread += all.filter((talk) => talk.at > last).length;
    this.#hasBegun = true;
    this.all = all;
  }

  hear(talk: Talk, isOwn: boolean): void {
    this.all = [...this.all.slice(1 - KEPT), talk];
    if (!isOwn) this.unread += 1;
    const bubble = { id: this.#next++, talk };
    this.bubbles = [...this.bubbles.filter((one) => one.talk.name !== talk.name), bubble];
    setTimeout(() => (this.bubbles = this.bubbles.filter((one) => one !== bubble)), BUBBLE);
  }

  /** Somebody has looked. */
  read(): void {
    this.unread = 0;
  }
}
