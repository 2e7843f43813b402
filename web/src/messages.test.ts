/** Every message is there in every language, and speaks of the same things. */
import { expect, it } from 'vitest';
import { compare, gaps } from '../languages';

it('has no gap', () => expect(gaps()).toEqual([]));

it('finds what is missing, empty or about something else', () => {
  const base = { said: 'Hello {name}', counted: [{ match: { one: '{count} cat', other: '{count} cats' } }], gone: 'Bye' };
  expect(compare(base, base)).toEqual([]);
  expect(compare(base, { said: '', counted: base.counted, more: 'Oh' })).toEqual(['said', 'gone', 'more']);
  expect(compare({ said: 'Hello {name}' }, { said: 'Hallo {nam}' })).toEqual(['said']);
});
