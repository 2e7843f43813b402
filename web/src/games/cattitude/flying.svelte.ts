/** Bids that travel over the board for a moment, above all. They catch no tap. */
import { untrack } from 'svelte';
import type { Cattitude } from '../../wire';
import { flights } from './flights';

const TRAVEL = 250;

interface Lifted {
  picture: HTMLElement;
  from: DOMRect;
  /** How wide its cards are. */
  card: number;
  to: number;
}

/** To be called by the board: a bid is gone from the page when its cards lie on a table. */
export function letBidsFly(root: () => HTMLElement | undefined, latest: () => readonly Cattitude.Event[]): void {
  let lifted: Lifted[] = [];
  $effect.pre(() => {
    const wanted = flights(latest());
    const board = untrack(root);
    lifted = board ? wanted.flatMap(({ from, to }) => lift(board, from, to)) : [];
  });
  $effect(() => {
    latest();
    const board = untrack(root);
    if (board) for (const one of lifted) land(board, one);
    lifted = [];
  });
}

/** A picture of a bid where it lies now; of several, the one in the dock. */
function lift(board: HTMLElement, from: string, to: number): Lifted[] {
  const bid = [...board.querySelectorAll<HTMLElement>(`[data-bid="${from}"]`)].at(-1);
  if (!bid) return [];
  const picture = bid.cloneNode(true) as HTMLElement;
  picture.removeAttribute('data-bid');
  picture.dataset.flight = `${from} ${to}`;
  picture.setAttribute('aria-hidden', 'true');
  picture.style.setProperty('--card', getComputedStyle(bid).getPropertyValue('--card'));
  const card = bid.firstElementChild?.getBoundingClientRect().width ?? 1;
  return [{ picture, from: bid.getBoundingClientRect(), card, to }];
}

/** To the first new card of a table, or to the table where none is left of it. */
function land(board: HTMLElement, { picture, from, card, to }: Lifted): void {
  const table = board.querySelector(`[data-table="${to}"]`);
  const target = table?.querySelector('.fresh') ?? table;
  if (!target) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    target.animate([{ opacity: 0 }, { opacity: 1 }], TRAVEL);
    return;
  }
  const origin = board.getBoundingClientRect();
  const end = target.getBoundingClientRect();
  const scale = Math.min(1, end.width / card);
  Object.assign(picture.style, {
    position: 'absolute', left: `${from.left - origin.left}px`, top: `${from.top - origin.top}px`, width: `${from.width}px`,
    transformOrigin: '0 0', zIndex: '5', pointerEvents: 'none',
  });
  board.append(picture);
  const way = `translate(${end.left - from.left}px, ${end.top - from.top}px) scale(${scale})`;
  const frames = [{ transform: 'none' }, { transform: way, opacity: 0.6 }];
  picture.animate(frames, { duration: TRAVEL, easing: 'ease-in-out', fill: 'forwards' }).onfinish = () => picture.remove();
}
