/** The colours of the seats, told apart by the colour-blind too; all carry white at AA for large signs. */
const COLOURS = ['#b3541e', '#1f6f9f', '#7b4a9e', '#8a6d00', '#3d6b35', '#a23b5e'] as const;

export function seatColour(seat: number): string {
  return COLOURS[seat % COLOURS.length] ?? COLOURS[0];
}
