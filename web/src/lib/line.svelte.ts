/** Whether the server can be reached at all; asked again until it can. */
const PAUSE = 3000;

class ServerLine {
  isLost = $state(typeof navigator !== 'undefined' && navigator.onLine === false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    if (typeof window === 'undefined') return;
    window.addEventListener('offline', () => this.lost());
    window.addEventListener('online', () => void this.#ask());
    if (this.isLost) this.lost();
  }

  /** A request did not get through. */
  lost(): void {
    this.isLost = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), PAUSE);
  }

  found(): void {
    clearTimeout(this.#timer);
    this.isLost = false;
  }

  async #ask(): Promise<void> {
    try {
      await fetch('/health', { cache: 'no-store' });
      this.found();
    } catch {
      this.lost();
    }
  }
}

export const serverLine = new ServerLine();
