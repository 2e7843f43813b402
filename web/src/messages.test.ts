/** Every message is there in every language, and speaks of the same things. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Settings {
  locales: string[];
  'plugin.inlang.messageFormat': { pathPattern: string[] };
}
const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8')) as Settings;
const { pathPattern } = settings['plugin.inlang.messageFormat'];

function read(pattern: string, locale: string): Record<string, unknown> {
  const found = JSON.parse(readFileSync(pattern.replace('{locale}', locale), 'utf8')) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(found).filter(([key]) => key !== '$schema'));
}

const inputs = (message: unknown): string[] =>
  [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ''))].sort();

describe.each(pathPattern)('%s', (pattern) => {
  const english = read(pattern, 'en');

  it.each(settings.locales)('%s', (locale) => {
    const found = read(pattern, locale);
    expect(Object.keys(found).sort()).toEqual(Object.keys(english).sort());
    const differing = Object.entries(found)
      .filter(([key, message]) => inputs(message).join() !== inputs(english[key]).join() || JSON.stringify(message).includes('""'))
      .map(([key]) => key);
    expect(differing).toEqual([]);
  });
});
