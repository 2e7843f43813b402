/** How a seat is spoken of: the viewer is "you", and may be the one it is done to ("them"). */
export type Who = 'you' | 'them' | 'other';

export function who(viewer: number, by: number, to?: number): Who {
  if (by === viewer) return 'you';
  return to === viewer ? 'them' : 'other';
}
