/** What a device keeps between visits; a private window may not remember, and plays all the same. */
export function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // it forgets
  }
}

/** Something kept as JSON, or what it is without; whatever else stands there is not trusted. */
export function readJson<T extends object>(key: string, without: T): T {
  try {
    const found: unknown = JSON.parse(read(key) || 'null');
    return found !== null && typeof found === 'object' ? (found as T) : without;
  } catch {
    return without;
  }
}

/** Forget everything, as if this device had never been here. */
export function forgetAll(): void {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[storage].clear();
    } catch {
      // it remembers nothing
    }
  }
}

const KEPT_PAIRS = 100;

/** The latest pairs; where nothing can be kept, at least until the page is closed. */
export class Pairs<T> {
  #memory: Record<string, T> = {};
  #isKept = true;
  constructor(readonly name: string) {}
  get(key: string): T | undefined {
    return this.#all()[key];
  }
  set(key: string, value: T): void {
    if (JSON.stringify(this.get(key)) === JSON.stringify(value)) return;
    this.#memory = Object.fromEntries(Object.entries({ ...this.#all(), [key]: value }).slice(-KEPT_PAIRS));
    const text = JSON.stringify(this.#memory);
    write(this.name, text);
    this.#isKept = read(this.name) === text;
  }
  /** Another tab may have written meanwhile: what is kept counts more than what we remember. */
  #all(): Record<string, T> {
    return this.#isKept ? { ...this.#memory, ...readJson<Record<string, T>>(this.name, {}) } : this.#memory;
  }
}
