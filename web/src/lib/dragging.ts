/**
 * Cards can be dragged as well as tapped: a drag is a tap on what is dragged and one on what it is dropped on.
 *
 * `data-drag="select"`: a tap selects, so what can be done with it lights up as soon as it is lifted.
 * `data-drag="act"`: a tap acts, as soon as it is dropped anywhere else. `data-drag`: a tap does nothing.
 */
import { tick } from 'svelte';

/** So many pixels make a drag of a tap. */
const FAR = 8;

/** What a card is dropped on: something to tap, but not another card to drag that lies there. */
function buttonAt(x: number, y: number): HTMLButtonElement | undefined {
  return document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLButtonElement>('button:enabled'))
    .find((button) => button !== null && button.dataset.drag === undefined) ?? undefined;
}

/** A picture of an element that follows the pointer. */
function lift(element: HTMLElement): HTMLElement {
  const { left, top, width, height } = element.getBoundingClientRect();
  const ghost = element.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.removeAttribute('data-anchor');
  Object.assign(ghost.style, {
    position: 'fixed', left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
    margin: '0', zIndex: '1000', pointerEvents: 'none', transition: 'none', transform: 'none',
  });
  // Beside what it shows: there it looks the same.
  element.parentElement?.append(ghost);
  return ghost;
}

export function dragging(board: HTMLElement): () => void {
  let source: HTMLElement | null = null;
  let ghost: HTMLElement | null = null;
  let from = { x: 0, y: 0 };
  let hasDragged = false;

  function begin(event: PointerEvent): void {
    hasDragged = false;
    if (!event.isPrimary || event.button !== 0) return;
    source = (event.target as Element).closest<HTMLElement>('[data-drag]');
    from = { x: event.clientX, y: event.clientY };
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (!source) return;
    const x = clientX - from.x;
    const y = clientY - from.y;
    if (!ghost) {
      if (Math.hypot(x, y) < FAR) return;
      hasDragged = true;
      ghost = lift(source);
      if (source.dataset.drag === 'select' && source.getAttribute('aria-pressed') !== 'true') source.click();
    }
    ghost.style.translate = `${x}px ${y}px`;
  }

  async function drop({ type, clientX, clientY }: PointerEvent): Promise<void> {
    const dragged = ghost ? source : null;
    ghost?.remove();
    source = ghost = null;
    if (!dragged || type === 'pointercancel') return;
    await tick();
    const target = buttonAt(clientX, clientY);
    if (dragged.dataset.drag === 'act') {
      if (!document.elementsFromPoint(clientX, clientY).includes(dragged)) dragged.click();
    } else if (target && board.contains(target)) target.click();
  }

  /** The click with which a browser ends a drag is none. */
  function swallow(event: MouseEvent): void {
    if (!hasDragged || !event.isTrusted) return;
    event.stopPropagation();
    event.preventDefault();
  }

  const dropped = (event: PointerEvent): void => void drop(event);
  board.addEventListener('pointerdown', begin);
  board.addEventListener('click', swallow, true);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', dropped);
  window.addEventListener('pointercancel', dropped);
  return () => {
    ghost?.remove();
    board.removeEventListener('pointerdown', begin);
    board.removeEventListener('click', swallow, true);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', dropped);
    window.removeEventListener('pointercancel', dropped);
  };
}
