/** The rules in three languages say as many things as `rules.md`, and name the same clauses. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pieces, type RuleBook } from './rules';

const books = import.meta.glob<{ default: RuleBook }>('./*/rules/{en,nl,de}.ts', { eager: true });
const games = ['rat-a-tat-cat', 'cattitude', 'cat-royal'];

/** The numbers of chapters and clauses, in the order of the page. */
function clauses(game: string): string[] {
  const page = readFileSync(`../src/purrlor/games/${game.replaceAll('-', '_')}/rules.md`, 'utf8');
  return [...page.matchAll(/^(?:### |- \**)([RCK]\d+(?:\.\d+)?)\b/gm)].map((found) => found[1] ?? '');
}

describe.each(games)('%s', (game) => {
  const wanted = clauses(game);

  it('has clauses', () => expect(wanted.length).toBeGreaterThan(20));

  it.each(['en', 'nl', 'de'])('%s', (locale) => {
    const book = books[`./${game}/rules/${locale}.ts`]?.default;
    const found = book?.chapters.flatMap((chapter) => [chapter.id, ...chapter.clauses.map((clause) => clause.id)]);
    expect(found).toEqual(wanted);
    for (const clause of book?.chapters.flatMap((chapter) => chapter.clauses) ?? []) {
      expect(clause.name).not.toBe('');
      expect(clause.text.join('').length).toBeGreaterThan(15);
      const named = clause.text.flatMap((paragraph) => pieces(paragraph).filter((_, index) => index % 2));
      for (const other of named) expect(wanted).toContain(other);
    }
  });
});

it('finds the clauses in a paragraph', () => {
  expect(pieces('As in R2.2, and R7.')).toEqual(['As in ', 'R2.2', ', and ', 'R7', '.']);
});
