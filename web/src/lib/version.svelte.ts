/** The service worker: it keeps the shell for times without a network, and tells of a new version. */
const HOUR = 3_600_000;

class Version {
  /** A newer version waits for a tap; any reload gets it as well. */
  isNewer = $state(false);
  #waiting: ServiceWorker | null = null;
  #asked = Date.now();

  async watch(): Promise<void> {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null);
    if (!registration) return;
    this.#notice(registration);
    // A change-over concerns every open page of this device; the first worker changes nothing.
    if (navigator.serviceWorker.controller) {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    }
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => this.#notice(registration));
    });
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || Date.now() - this.#asked < HOUR) return;
      this.#asked = Date.now();
      void registration.update().catch(() => {});
    });
  }

  /** Change over: every open page loads anew. */
  use(): void {
    this.#waiting?.postMessage('change over');
  }

  later(): void {
    this.isNewer = false;
  }

  #notice(registration: ServiceWorkerRegistration): void {
    // Without a controller it is the first visit: nothing older is in use.
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    this.#waiting = registration.waiting;
    this.isNewer = true;
  }
}

export const version = new Version();
