/** The hashes of a finished game, checked in the browser; see docs/fairness.md. */
import { fromHex, hashOf, sha256, toHex } from './sha256';

export interface Fairness {
  scheme: number;
  table: string;
  number: number;
  commitment: string;
  commitments: string[];
  seed: string;
  nonces: string[];
  cancelled_starts: number;
}

export interface GameRecord {
  game: string;
  key: string;
  seats: string[];
  fairness: Fairness;
}

export type Finding =
  | { about: 'seed' | 'seen' | 'key'; is: 'so' | 'not so' | 'unknown' }
  | { about: 'nonce'; is: 'so' | 'not so' | 'unknown'; seat: number; isMissing: boolean };

const HEX = /^[0-9a-f]{64}$/;
const isHex = (text: unknown): boolean => typeof text === 'string' && HEX.test(text);

/** A record whose key was made by seed and nonces, or null. */
export function readRecord(text: string): GameRecord | null {
  try {
    const record = JSON.parse(text) as GameRecord;
    const { scheme, commitment, commitments, seed, nonces } = record.fairness;
    const isWhole =
      scheme === 1 && [record.key, commitment, seed].every(isHex) &&
      [...commitments, ...nonces].every((one) => one === '' || isHex(one)) &&
      commitments.length === record.seats.length && nonces.length === record.seats.length;
    return isWhole ? record : null;
  } catch {
    return null;
  }
}

export function keyOf({ table, number, seed, nonces }: Fairness): string {
  const tag = new TextEncoder().encode(`purrlor fairness 1\0${table}\0${number}\0`);
  const shares = nonces.flatMap((nonce) => (nonce ? [1, ...fromHex(nonce)] : [0]));
  return toHex(sha256(Uint8Array.from([...tag, ...fromHex(seed), ...shares])));
}

/** Check everything but the replay; `seen` is the commitment that this device noted before the game. */
export function check({ key, fairness }: GameRecord, seen: string): Finding[] {
  const is = (isSo: boolean): 'so' | 'not so' => (isSo ? 'so' : 'not so');
  return [
    { about: 'seen', is: seen ? is(seen === fairness.commitment) : 'unknown' },
    { about: 'seed', is: is(hashOf(fairness.seed) === fairness.commitment) },
    ...fairness.nonces.map((nonce, seat): Finding => {
      const promised = fairness.commitments[seat] ?? '';
      const isMissing = !nonce && promised !== '';
      return { about: 'nonce', seat, isMissing, is: nonce ? is(hashOf(nonce) === promised) : 'unknown' };
    }),
    { about: 'key', is: is(keyOf(fairness) === key) },
  ];
}
