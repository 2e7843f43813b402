/** A swipe to the side on a figure or a card, as an attachment; the tap that would follow is dropped. */
const FAR = 28;

export function swipe(onswipe: (by: -1 | 1) => void): (element: HTMLElement) => () => void {
  return (element) => {
    let from: PointerEvent | null = null;
    let isSwiped = false;
    const down = (event: PointerEvent): void => {
      isSwiped = false;
      from = event.target instanceof Element && event.target.closest('[data-figure],[data-card]') ? event : null;
    };
    const up = (event: PointerEvent): void => {
      const [x, y] = from ? [event.clientX - from.clientX, event.clientY - from.clientY] : [0, 0];
      from = null;
      if (Math.abs(x) < FAR || Math.abs(y) > Math.abs(x) / 2) return;
      isSwiped = true;
      onswipe(x < 0 ? -1 : 1);
    };
    const click = (event: MouseEvent): void => {
      if (isSwiped && event.detail > 0) event.stopPropagation();
      isSwiped = false;
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointerup', up);
    element.addEventListener('click', click, true);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('click', click, true);
    };
  };
}
