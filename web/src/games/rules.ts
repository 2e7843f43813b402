/**
 * The rules for people to read. A game's folder holds `rules/` with the words of each language, of
 * which only the reader's is loaded, and `Pictures.svelte`, which draws what belongs to a clause.
 */
import type { Component } from 'svelte';
import type { GameName } from '../wire';

/** One clause; its number is that of the game's `rules.md`. */
export interface Clause {
  id: string;
  name: string;
  /** Paragraphs; a clause number in them becomes a link. */
  text: readonly string[];
  /** What of it is our own decision, since the sources leave it open. */
  ruling?: string;
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] };
}

export interface Chapter {
  id: string;
  title: string;
  clauses: readonly Clause[];
}

export interface RuleBook {
  /** The game in a few sentences. */
  short: readonly string[];
  chapters: readonly Chapter[];
}

export type Pictures = Component<{ clause: string }>;

const books = import.meta.glob<{ default: RuleBook }>('./*/rules/{en,nl,de}.ts');
const pictures = import.meta.glob<{ default: Pictures }>('./*/rules/Pictures.svelte');

export async function loadRules(game: GameName, locale: string): Promise<{ book: RuleBook; Pictures: Pictures }> {
  const [book, drawn] = [books[`./${game}/rules/${locale}.ts`], pictures[`./${game}/rules/Pictures.svelte`]];
  if (!book || !drawn) throw new Error(`There are no rules of ${game} in ${locale}.`);
  const [words, { default: Pictures }] = await Promise.all([book(), drawn()]);
  return { book: words.default, Pictures };
}

/** A paragraph in pieces: plain text, and at odd places the clauses it names. */
export function pieces(text: string): string[] {
  return text.split(/\b([RCK]\d+(?:\.\d+)?)\b/);
}
