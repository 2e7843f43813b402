/** The hashes of a finished game, checked in the browser; see docs/fairness.md. */
import { isSecret, nonceOf, type Note } from './nonces';
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
  /** The seats of bots; records of before do not tell. */
  bots?: number[];
}

export interface GameRecord {
  game: string;
  key: string;
  seats: string[];
  fairness: Fairness;
}

type Is = 'so' | 'not so' | 'unknown';

/** What can be said of a seat's share; of our own we know more. */
export type Share =
  | 'fits' | 'fails' | 'none' | 'missing' | 'bot'
  | 'yours' | 'yours_missing' | 'yours_left_out' | 'yours_replaced' | 'yours_none';

export type Finding =
  | { about: 'seed' | 'seen' | 'promises' | 'key'; is: Is }
  | { about: 'nonce'; is: Is; seat: number; share: Share };

const JUDGED: Record<Share, Is> = {
  fits: 'so', fails: 'not so', none: 'unknown', missing: 'unknown', bot: 'not so',
  yours: 'so', yours_missing: 'unknown', yours_left_out: 'not so', yours_replaced: 'not so', yours_none: 'unknown',
};

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

/** Seats as they stood before a game, in its order: after the first game they move on by one. */
const turned = <T>(seats: T[], number: number): T[] => (number > 1 ? [...seats.slice(-1), ...seats.slice(0, -1)] : seats);

/** The hash of each seat that was ours before the game, as it was shown; empty: none. */
function ownHashes({ seats, fairness }: GameRecord, note: Note | undefined): (string | undefined)[] {
  return turned(seats.map((_, seat) => note?.own[seat]), fairness.number);
}

/** Check everything but the replay, with what this device noted before the game. */
export function check(record: GameRecord, note?: Note): Finding[] {
  const { key, fairness } = record;
  const is = (isSo: boolean): Is => (isSo ? 'so' : 'not so');
  const promises = turned(note?.commitments ?? [], fairness.number);
  const hasShown = promises.length > 0;
  const own = ownHashes(record, note);
  return [
    { about: 'seen', is: note ? is(note.commitment === fairness.commitment) : 'unknown' },
    { about: 'promises', is: hasShown ? is(promises.join() === fairness.commitments.join()) : 'unknown' },
    { about: 'seed', is: is(hashOf(fairness.seed) === fairness.commitment) },
    ...fairness.nonces.map((_, seat): Finding => {
      const share = shareOf(fairness, seat, own[seat], hasShown);
      return { about: 'nonce', seat, share, is: JUDGED[share] };
    }),
    { about: 'key', is: is(keyOf(fairness) === key) },
  ];
}

function shareOf(fairness: Fairness, seat: number, own: string | undefined, hasShown: boolean): Share {
  const [promised, nonce] = [fairness.commitments[seat] ?? '', fairness.nonces[seat] ?? ''];
  if (nonce && hashOf(nonce) !== promised) return 'fails';
  if (fairness.bots?.includes(seat)) return promised ? 'bot' : 'none';
  if (own === undefined) return nonce ? 'fits' : promised ? 'missing' : 'none';
  const isOwn = promised !== '' && (promised === own || isSecret(promised));
  if (isOwn) return nonce ? 'yours' : hasShown && promised === own ? 'yours_left_out' : 'yours_missing';
  if (promised) return 'yours_replaced';
  return own ? 'yours_left_out' : 'yours_none';
}

/** Whether everything that this device could know was checked and is so; or something is not. */
export function judge(findings: Finding[], replayed: Is): 'good' | 'partly' | 'bad' {
  const all = [...findings.map((finding) => finding.is), replayed];
  if (all.includes('not so')) return 'bad';
  const isOpen = (finding: Finding): boolean =>
    finding.is === 'unknown' && (finding.about !== 'nonce' || finding.share.startsWith('yours'));
  return replayed === 'unknown' || findings.some(isOpen) ? 'partly' : 'good';
}

/** What this device noted, in the order of the game, for `purrlor verify --note`. */
export function noteFile(record: GameRecord, note: Note): string {
  const { table, number } = record.fairness;
  const nonces = ownHashes(record, note).map((hash) => (hash && !isSecret(hash) ? nonceOf(hash) : ''));
  const { commitment } = note;
  return JSON.stringify({ table, number, commitment, commitments: turned(note.commitments, number), nonces }, null, 1);
}
