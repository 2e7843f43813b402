/** Every message is there in every language, speaks of the same things, and is said somewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compare, gaps } from '../languages';
import { m } from './paraglide/messages.js';
import { locales } from './paraglide/runtime.js';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('paraglide'));

it('has no gap', () => expect(gaps()).toEqual([]));

it('finds what is missing, empty or about something else', () => {
  const base = { said: 'Hello {name}', counted: [{ match: { one: '{count} cat', other: '{count} cats' } }], gone: 'Bye' };
  expect(compare(base, base)).toEqual([]);
  expect(compare(base, { said: '', counted: base.counted, more: 'Oh' })).toEqual(['said', 'gone', 'more']);
  expect(compare({ said: 'Hello {name}' }, { said: 'Hallo {nam}' })).toEqual(['said']);
});

it('has no message that nobody says', () => {
  const read = (name: string): string => readFileSync(name, 'utf8');
  const code = files.filter((name) => /\.(ts|svelte)$/.test(name)).map((name) => read(join('src', name)));
  const said = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []));
  const messages = files.filter((name) => /messages.en\.json$/.test(name)).map((name) => join('src', name));
  const keys = ['messages/en.json', 'messages/refusals/en.json', ...messages].flatMap((name) => Object.keys(JSON.parse(read(name)) as object));
  expect(keys.filter((key) => key !== '$schema' && !said.has(key))).toEqual([]);
});

it('speaks of one thing in the singular', () => {
  const many = /\b1 (\p{L}+ )?(cards|points|turns|messages|seats are|kaarten|punten|beurten|berichten|plaatsen zijn|Karten|Punkte|Züge|Nachrichten|Plätze sind)\b/u;
  const all = Object.values(m) as ((inputs: object, options: object) => string)[];
  const lines = ['you', 'them', 'other'].flatMap((who) => {
    const one = new Proxy({}, { get: (_, input) => (input === 'who' ? who : 1) });
    return locales.flatMap((locale) => all.map((say) => say(one, { locale })));
  });
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => many.test(line))).toEqual([]);
});
