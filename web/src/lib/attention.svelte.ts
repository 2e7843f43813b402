/** How a table calls a person: the title, the icon, and, if allowed, a message of the browser. */
import { m } from '../paraglide/messages.js';
import { read, write } from './kept';

const KEY = 'purrlor.calls';
const ICON = '/icon.svg';
const ICON_YOUR_TURN = '/icon-your-turn.svg';
const TAG = 'your-turn';

export type Permission = 'yes' | 'no' | 'unasked' | 'impossible';

/** What the browser says, and whether the person wants it here. */
export function permissionOf(browser: NotificationPermission | undefined, wish: string): Permission {
  if (browser === undefined) return 'impossible';
  if (browser === 'denied') return 'no';
  if (browser === 'granted') return wish === 'no' ? 'no' : 'yes';
  return wish === 'no' ? 'no' : 'unasked';
}

/** On a page that is not secure a browser has no messages, whatever it says. */
const isInsecure = typeof window !== 'undefined' && !window.isSecureContext;

const browserSays = (): NotificationPermission | undefined =>
  isInsecure || typeof Notification === 'undefined' ? undefined : Notification.permission;

class Attention {
  #browser = $state(browserSays());
  #wish = $state(read(KEY));
  #isYourTurn = false;
  /** Only a secure page could call. */
  readonly isInsecure = isInsecure;

  /** Whether a person is called while the page is hidden. */
  get permission(): Permission {
    return permissionOf(this.#browser, this.#wish);
  }

  get isBlocked(): boolean {
    return this.#browser === 'denied';
  }

  /** Ask for it, or give it up; only ever after a tap. */
  async wish(isWanted: boolean): Promise<void> {
    if (isWanted && this.#browser === 'default') this.#browser = await Notification.requestPermission();
    this.#wish = isWanted ? 'yes' : 'no';
    write(KEY, this.#wish);
  }

  /** Show whose turn it is beyond the page. */
  show(isYourTurn: boolean, game: string): void {
    document.querySelector('link[rel=icon]')?.setAttribute('href', isYourTurn ? ICON_YOUR_TURN : ICON);
    const isNews = isYourTurn && !this.#isYourTurn;
    this.#isYourTurn = isYourTurn;
    if (isNews && document.hidden && this.permission === 'yes') void this.#call(game);
    if (!isYourTurn) void dismiss();
  }

  async #call(game: string): Promise<void> {
    const words = { body: m.attention_body({ game }), icon: '/icon-192.png', tag: TAG, data: location.pathname };
    // A phone shows messages only through a service worker.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(m.attention_your_turn(), words);
    else new Notification(m.attention_your_turn(), words).onclick = () => window.focus();
  }
}

async function dismiss(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag: TAG })) ?? []) shown.close();
}

export const attention = new Attention();

/** Keep the screen awake, where the browser can, until the returned function is called. */
export function stayAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
  const hold = (): void => {
    // The browser lets go when the page is hidden, so we ask again when it is back.
    if (document.visibilityState === 'visible') lock = navigator.wakeLock.request('screen').catch(() => null);
  };
  hold();
  document.addEventListener('visibilitychange', hold);
  return () => {
    document.removeEventListener('visibilitychange', hold);
    void lock.then((held) => held?.release());
  };
}
