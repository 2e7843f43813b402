/** Whether a line is alive: a socket may look open for minutes after the network is gone. */
const EVERY = 15_000;
const PATIENCE = 5_000;
/** Entering may take longer: a table is read from the log first. */
const ENTRY_PATIENCE = 20_000;

type Timer = ReturnType<typeof setTimeout> | undefined;

export class Pulse {
  #asking: Timer;
  #waiting: Timer;

  /** `ask` sends a question; `onsilence` is told when nothing was heard in time. */
  constructor(
    readonly ask: () => void,
    readonly onsilence: () => void,
  ) {}

  /** A line is being opened. */
  begin(): void {
    this.stop();
    this.#wait(ENTRY_PATIENCE);
  }

  /** Anything that is heard proves the line. */
  heard(): void {
    this.stop();
    this.#asking = setTimeout(() => this.check(), EVERY);
  }

  /** Ask now: an answer is due soon. */
  check(): void {
    this.stop();
    this.ask();
    this.#wait(PATIENCE);
  }

  stop(): void {
    clearTimeout(this.#asking);
    clearTimeout(this.#waiting);
  }

  #wait(patience: number): void {
    const since = Date.now();
    this.#waiting = setTimeout(() => {
      // A page that slept has not listened either: it asks again before it complains.
      if (Date.now() - since > 2 * patience) this.check();
      else this.onsilence();
    }, patience);
  }
}
