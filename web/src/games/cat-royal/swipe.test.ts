import { beforeEach, describe, expect, it, vi } from 'vitest';
import { swipe } from './swipe';

/** Something on the page: part of a card, or of nothing. */
class Part extends EventTarget {
  constructor(readonly isCard = true) {
    super();
  }
  closest(selector: string): Part | null {
    return this.isCard && selector.includes('[data-card]') ? this : null;
  }
}

/** A pointer or a click, aimed at a part but heard where the attachment listens. */
function told(type: string, target: Part, at: readonly [number, number] = [0, 0]): Event {
  const event = Object.assign(new Event(type, { cancelable: true }), { clientX: at[0], clientY: at[1], detail: 1 });
  Object.defineProperty(event, 'target', { value: target });
  return event;
}

describe('a swipe to the side', () => {
  const swiped: number[] = [];
  let board: Part, detach: () => void;

  beforeEach(() => {
    vi.stubGlobal('Element', Part);
    swiped.length = 0;
    board = new Part(false);
    detach = swipe((by) => swiped.push(by))(board as unknown as HTMLElement);
  });

  function move(target: Part, to: readonly [number, number]): void {
    board.dispatchEvent(told('pointerdown', target));
    board.dispatchEvent(told('pointerup', target, to));
  }

  it('tells its direction', () => {
    move(new Part(), [40, 5]);
    move(new Part(), [-40, -5]);
    expect(swiped).toEqual([1, -1]);
  });

  it('is none if it is short, steep, or not on a card or a figure', () => {
    move(new Part(), [27, 0]);
    move(new Part(), [40, 21]);
    move(new Part(false), [40, 0]);
    expect(swiped).toEqual([]);
  });

  it('begins where the pointer went down', () => {
    board.dispatchEvent(told('pointerup', new Part(), [40, 0]));
    expect(swiped).toEqual([]);
  });

  it('drops the click that follows, and no other', () => {
    const click = (): boolean => {
      const event = told('click', new Part());
      const stop = vi.spyOn(event, 'stopPropagation');
      board.dispatchEvent(event);
      return stop.mock.calls.length > 0;
    };
    move(new Part(), [40, 0]);
    expect(click()).toBe(true);
    expect(click()).toBe(false);
    move(new Part(), [5, 0]);
    expect(click()).toBe(false);
  });

  it('ends with its element', () => {
    detach();
    move(new Part(), [40, 0]);
    expect(swiped).toEqual([]);
  });
});
