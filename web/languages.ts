/** What is said in one language and not, or differently, in another. */
import { readFileSync } from 'node:fs';

interface Settings {
  baseLocale: string;
  locales: string[];
  'plugin.inlang.messageFormat': { pathPattern: string[] };
}

/** One line for each message that is missing, empty, or speaks of other things than in English. */
export function gaps(): string[] {
  const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8')) as Settings;
  return settings['plugin.inlang.messageFormat'].pathPattern.flatMap((pattern) => {
    const base = read(pattern, settings.baseLocale);
    return settings.locales.flatMap((locale) => compare(base, read(pattern, locale)).map((gap) => `${pattern.replace('{locale}', locale)}: ${gap}`));
  });
}

export type Messages = Readonly<Record<string, unknown>>;

export function compare(base: Messages, found: Messages): string[] {
  const keys = new Set([...Object.keys(base), ...Object.keys(found)]);
  return [...keys].filter((key) => inputs(base[key]) !== inputs(found[key]));
}

function read(pattern: string, locale: string): Messages {
  return JSON.parse(readFileSync(pattern.replace('{locale}', locale), 'utf8')) as Messages;
}

/** The names in braces; nothing for a message that says nothing. */
function inputs(message: unknown): string | null {
  const text = JSON.stringify(message ?? '');
  if (text.includes('""')) return null;
  return [...new Set(text.match(/\{\w+\}/g))].sort().join();
}
