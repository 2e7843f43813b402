/** Colours and signs of the seats of Cat Royal: told apart without colour vision, and by shape. */
export interface Coat {
  fill: string;
  deep: string;
  light: string;
  /** What is drawn on the fill. */
  sign: string;
}

/** K1.1: green, yellow, red, blue. */
export const COATS: readonly Coat[] = [
  { fill: '#0b8a66', deep: '#053d2d', light: '#bfe6d8', sign: '#fffaf0' },
  { fill: '#efc03a', deep: '#5c4300', light: '#fbeab5', sign: '#3b2b00' },
  { fill: '#c9480f', deep: '#5a1d02', light: '#f8cfb8', sign: '#fffaf0' },
  { fill: '#2a6fb5', deep: '#0d2f54', light: '#c3dcf4', sign: '#fffaf0' },
];
const PLAIN: Coat = { fill: '#8f8aa0', deep: '#241d2e', light: '#dcd9e4', sign: '#fffaf0' };

export function coatOf(colour: number): Coat {
  return COATS[colour] ?? PLAIN;
}

/** Paw, fish, yarn, bell, on a square of 24; by seat, as everywhere in the room. */
export const SIGNS: readonly string[] = [
  'M6 8a2 2.6 0 1 0 .1 0zM11 5a2 2.8 0 1 0 .1 0zM16 8a2 2.6 0 1 0 .1 0zM11 12c3 0 5 3 5 5s-2 3-5 3-5-1-5-3 2-5 5-5z',
  'M2 12c4-6 11-6 15-1l5-4v10l-5-4c-4 5-11 5-15-1zM6 11a1 1 0 1 0 .1 0z',
  'M12 3a9 9 0 1 0 .1 0zM4 9l1.4-2C11 6 16 7 20 11l-.6 2C15 9 10 8 4 9zM3 14l.4-2C9 11 14 13 17 18l-1.5 1.5C13 15 9 13 3 14z',
  'M12 3c4 0 6 3 6 7v5l2 3H4l2-3v-5c0-4 2-7 6-7zM10 20h4a2 2 0 0 1-4 0z',
];
