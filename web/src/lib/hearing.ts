/** What is to be heard of a step: each sound once. */
import type { Eyes } from './table.svelte';
import type { Sound } from './sound.svelte';

export function soundsOf(by: Partial<Record<string, Sound>>, eyes: Eyes | undefined, seat: number): Sound[] {
  if (!eyes) return [];
  const heard = eyes.latest.flatMap((event) => by[event.type] ?? []);
  if (eyes.outcome?.places[seat] === 1) heard.push('win');
  return [...new Set(heard)];
}
