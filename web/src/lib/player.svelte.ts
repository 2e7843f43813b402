/** Where a replay stands, and how it is driven. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
const PAUSE = 1200;

/** The place of the last step that is not beyond `number`. */
export function placeOf(numbers: readonly number[], number: number): number {
  return Math.max(0, numbers.filter((one) => one <= number).length - 1);
}

export class Player {
  /** The number of the step in the game, whoever watches. */
  number = $state(0);
  speed = $state<(typeof SPEEDS)[number]>(1);
  #numbers = $state.raw<readonly number[]>([]);
  #isPlaying = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(number: number) {
    this.number = number;
  }

  /** The steps that this viewer sees. */
  load(numbers: readonly number[]): void {
    this.#numbers = numbers;
    this.number = numbers[this.place] ?? 0;
  }

  get place(): number {
    return placeOf(this.#numbers, this.number);
  }
  get last(): number {
    return this.#numbers.length - 1;
  }
  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  go(place: number): void {
    this.number = this.#numbers[Math.min(Math.max(place, 0), this.last)] ?? 0;
  }

  toggle(): void {
    if (this.#isPlaying) return this.stop();
    if (this.place >= this.last) this.go(0);
    this.#isPlaying = true;
    this.#tick();
  }

  again(): void {
    this.stop();
    this.go(0);
    this.toggle();
  }

  stop(): void {
    this.#isPlaying = false;
    clearTimeout(this.#timer);
  }

  /** Whether the key meant something. */
  press(key: string): boolean {
    switch (key) {
      case 'ArrowLeft': this.stop(); this.go(this.place - 1); return true;
      case 'ArrowRight': this.stop(); this.go(this.place + 1); return true;
      case 'Home': this.stop(); this.go(0); return true;
      case 'End': this.stop(); this.go(this.last); return true;
      case ' ': this.toggle(); return true;
      default: return false;
    }
  }

  #tick(): void {
    this.#timer = setTimeout(() => {
      this.go(this.place + 1);
      if (this.place < this.last) this.#tick();
      else this.stop();
    }, PAUSE / this.speed);
  }
}
