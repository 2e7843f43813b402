/** The games by name, with the words a newcomer needs. */
import { m } from '../paraglide/messages.js';
import type { GameName } from '../wire';

interface Words {
  title: () => string;
  about: () => string;
  players: readonly [number, number];
  /** Whether its result is counted in points. */
  hasPoints: boolean;
}

export const GAMES: Record<GameName, Words> = {
  'rat-a-tat-cat': { title: m.game_rat_a_tat_cat, about: m.about_rat_a_tat_cat, players: [2, 6], hasPoints: true },
  cattitude: { title: m.game_cattitude, about: m.about_cattitude, players: [2, 5], hasPoints: true },
  'cat-royal': { title: m.game_cat_royal, about: m.about_cat_royal, players: [2, 4], hasPoints: false },
};

export const GAME_NAMES = Object.keys(GAMES) as GameName[];

export function isGame(name: string | undefined): name is GameName {
  return name !== undefined && name in GAMES;
}
