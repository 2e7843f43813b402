/** The bots by temperament, from the gentlest to the sharpest. */
import { m } from '../paraglide/messages.js';

interface Temperament {
  name: () => string;
  about: () => string;
}

const TEMPERAMENTS: Readonly<Record<string, Temperament>> = {
  kitten: { name: m.level_kitten, about: m.level_kitten_about },
  'house-cat': { name: m.level_house_cat, about: m.level_house_cat_about },
  'alley-cat': { name: m.level_alley_cat, about: m.level_alley_cat_about },
  tiger: { name: m.level_tiger, about: m.level_tiger_about },
};
/** How bots are called where nobody has given them a temperament. */
const PLAIN: Readonly<Record<string, Temperament>> = {
  random: { name: m.level_random, about: m.level_random_about },
  policy: { name: m.level_policy, about: m.level_policy_about },
};

export function levelName(level: string): string {
  return (TEMPERAMENTS[level] ?? PLAIN[level])?.name() ?? level;
}

export function levelAbout(level: string): string {
  return (TEMPERAMENTS[level] ?? PLAIN[level])?.about() ?? '';
}

/** Which of the server's levels people choose from: temperaments, in order, if it has any. */
export function offeredLevels(levels: readonly string[]): string[] {
  const named = Object.keys(TEMPERAMENTS).filter((one) => levels.includes(one));
  return named.length ? named : [...levels];
}

/** What bots are, unless somebody chooses. */
export function usualLevel(levels: readonly string[]): string {
  return ['house-cat', 'policy'].find((one) => levels.includes(one)) ?? levels[0] ?? 'policy';
}
