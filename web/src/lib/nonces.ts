/** This device's shares of the shuffles, and what it saw before each game. */
import type { TableInfo } from '../wire';
import { readJson, write } from './kept';
import { hashOf, toHex } from './sha256';

const NONCES = 'purrlor.nonces';
const SEEN = 'purrlor.seen';
const KEPT = 100;

/** The latest pairs; where nothing can be kept, at least until the page is closed. */
class Pairs {
  #pairs: Record<string, string>;
  constructor(readonly name: string) {
    this.#pairs = readJson<Record<string, string>>(name, {});
  }
  get(key: string): string {
    return this.#pairs[key] ?? readJson<Record<string, string>>(this.name, {})[key] ?? '';
  }
  set(key: string, value: string): void {
    const all = { ...readJson<Record<string, string>>(this.name, {}), ...this.#pairs, [key]: value };
    this.#pairs = Object.fromEntries(Object.entries(all).slice(-KEPT));
    write(this.name, JSON.stringify(this.#pairs));
  }
}

const nonces = new Pairs(NONCES);
const seen = new Pairs(SEEN);

/** Draw a nonce, keep it, and return its hash. */
export function commitment(): string {
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const hash = hashOf(nonce);
  nonces.set(hash, nonce);
  return hash;
}

/** The nonce behind a commitment; empty if another device made it. */
export const nonceOf = (hash: string): string => (hash ? nonces.get(hash) : '');

/** The nonces of this device's seats at a table. */
export const ownNonces = (table: TableInfo): string[] =>
  table.seats.map((seat) => nonceOf(seat.commitment)).filter(Boolean);

/** Note what the server has committed to for the next game; the first word counts. */
export function noteSeen(table: Pick<TableInfo, 'code' | 'number' | 'commitment'>): void {
  const key = `${table.code}/${table.number + 1}`;
  if (!seen.get(key)) seen.set(key, table.commitment);
}

export const seenBefore = (code: string, number: number): string => seen.get(`${code}/${number}`);

export type Duty = { type: 'commit'; commitment: string } | { type: 'reveal'; nonce: string };

/** What a device owes for one of its seats now, if anything. */
export function dutyOf(table: TableInfo, seat: number): Duty | null {
  const info = table.seats[seat];
  if (!info || table.phase === 'playing' || table.phase === 'closed') return null;
  const nonce = nonceOf(info.commitment);
  if (table.is_starting) return nonce && !info.has_revealed ? { type: 'reveal', nonce } : null;
  return nonce ? null : { type: 'commit', commitment: commitment() };
}
