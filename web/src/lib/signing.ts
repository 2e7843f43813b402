/** The chain of this device's moves, each signed by the key its nonce commits to; see docs/fairness.md. */
import type { TableInfo } from '../wire';
import { sign } from './ed25519';
import { Pairs } from './kept';
import { signingSeed } from './nonces';
import { fromHex, sha256, toHex } from './sha256';

/** What is known of the chain of one of our seats in one game. */
export interface Chain {
  /** How many signed moves the server has acknowledged, and the head after them. */
  count: number;
  head: string;
  /** A move that is signed and not acknowledged yet: its command, and the head after it. */
  pending: { id: string; head: string } | null;
  /** Whether the server told of another head: then nothing more is signed. */
  isBroken: boolean;
}

/** What a game begins with: every signature of it covers all of this. */
export interface Opening {
  table: string;
  number: number;
  game: string;
  rules_version: number;
  options: unknown;
  names: string[];
  bots: number[];
  commitment: string;
  commitments: string[];
  nonces: string[];
  keys: string[];
  cancelled_starts: number;
  salt: string;
}

const chains = new Pairs<Chain>('purrlor.chains');
const placeOf = (code: string, number: number, seat: number): string => `${code}/${number}/${seat}`;

/** JSON of which there is one form only: sorted names, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${parts.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(',')}}`;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const hashed = (...parts: Uint8Array[]): string => toHex(sha256(Uint8Array.from(parts.flatMap((part) => [...part]))));

export const openingHash = (opening: Opening): string => hashed(bytesOf('purrlor opening 1\0'), bytesOf(canonical(opening)));

export const firstHead = (opening: string, seat: number): string =>
  hashed(bytesOf('purrlor chain 1\0'), fromHex(opening), bytesOf(String(seat)));

export const nextHead = (head: string, actions: unknown): string =>
  hashed(bytesOf('purrlor move 1\0'), fromHex(head), bytesOf(canonical(actions)));

/** Whether the opening that the server names is of the game that we see. */
function isOpeningOf({ code, game, options, seal }: TableInfo): boolean {
  if (!seal?.opening) return false;
  const { opening, ...words } = seal;
  return opening === openingHash({ ...words, table: code, game, options });
}

/** What is known of the chain of a seat, if it was ours. */
export const chainOf = (code: string, number: number, seat: number): Chain | undefined => chains.get(placeOf(code, number, seat));

/** Sign a move of one of our seats; empty: we do not sign there. */
export function signMove(table: TableInfo, seat: number, id: string, actions: unknown): string {
  const seal = table.seal;
  const seed = seal ? signingSeed(seal.commitments[seat] ?? '', seal.keys[seat] ?? '') : '';
  if (!seal || !seed || seal.number !== table.number || !isOpeningOf(table)) return '';
  const place = placeOf(table.code, seal.number, seat);
  const chain = chains.get(place) ?? { count: 0, head: firstHead(seal.opening, seat), pending: null, isBroken: false };
  if (chain.isBroken || chain.pending) return '';
  const head = nextHead(chain.head, actions);
  chains.set(place, { ...chain, pending: { id, head } });
  return toHex(sign(fromHex(seed), fromHex(head)));
}

/** The server has answered a command: what we signed is kept, or was refused. */
export function settleMove(code: string, number: number, seat: number, id: string, isKept: boolean): void {
  const place = placeOf(code, number, seat);
  const chain = chains.get(place);
  if (!chain?.pending || chain.pending.id !== id) return;
  const { count, pending } = chain;
  chains.set(place, isKept ? { ...chain, count: count + 1, head: pending.head, pending: null } : { ...chain, pending: null });
}

/** The server tells where our chain stands: after a reload an answer may be missing. */
export function resumeChain(code: string, number: number, seat: number, told: string, isWaiting: (id: string) => boolean): void {
  const chain = chainOf(code, number, seat);
  if (!chain || !told) return;
  if (chain.pending?.head === told) settleMove(code, number, seat, chain.pending.id, true);
  else if (chain.head !== told) chains.set(placeOf(code, number, seat), { ...chain, isBroken: true });
  else if (chain.pending && !isWaiting(chain.pending.id)) settleMove(code, number, seat, chain.pending.id, false);
}
