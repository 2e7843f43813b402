/** The hashes of a finished game, checked in the browser; see docs/fairness.md. */
import { isSecret, nonceOf, type Note } from './nonces';
import { isSignature } from './ed25519';
import { fromHex, hashOf, sha256, toHex } from './sha256';
import { chainOf, firstHead, nextHead, openingHash } from './signing';

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
  /** By seat: what moves are signed with, the salt of the nonce that commits to it, and what was signed. */
  keys?: string[];
  salts?: string[];
  signed?: { steps: number[]; signature: string }[];
  /** The hash of what was agreed on before the deal, and its salt; empty: erased with a name. */
  opening?: string;
  salt?: string;
}

export interface GameRecord {
  game: string;
  rules_version: number;
  options: unknown;
  key: string;
  seats: string[];
  steps: { seat: number | null; actions: unknown[] }[];
  fairness: Fairness;
}

type Is = 'so' | 'not so' | 'unknown';

/** What can be said of a seat's share; of our own we know more. */
export type Share =
  | 'fits' | 'fails' | 'none' | 'missing' | 'bot'
  | 'yours' | 'yours_missing' | 'yours_left_out' | 'yours_replaced' | 'yours_none';

/** Whether the moves of a seat were signed by its device. */
export type Signed = 'all' | 'some' | 'none' | 'fails';

export type Finding =
  | { about: 'seed' | 'seen' | 'promises' | 'key' | 'opening' | 'moves'; is: Is }
  | { about: 'nonce'; is: Is; seat: number; share: Share }
  | { about: 'signed'; is: Is; seat: number; signed: Signed; count: number; made: number };

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
      (scheme === 1 || scheme === 2) && Array.isArray(record.steps) && [record.key, commitment, seed].every(isHex) &&
      [...commitments, ...nonces].every((one) => one === '' || isHex(one)) &&
      commitments.length === record.seats.length && nonces.length === record.seats.length;
    return isWhole && (scheme === 1 || hasSignatures(record)) ? record : null;
  } catch {
    return null;
  }
}

/** Whether there is a key, a salt and a list of signed moves for each seat, of the right form. */
function hasSignatures({ seats, fairness }: GameRecord): boolean {
  const { keys, salts, signed, opening, salt } = fairness;
  const isList = (list: unknown[] | undefined): boolean => list?.length === seats.length;
  return (
    isList(keys) && isList(salts) && isList(signed) && isHex(opening) &&
    [...(keys ?? []), ...(salts ?? []), salt].every((one) => one === '' || isHex(one)) &&
    (signed ?? []).every((one) => Array.isArray(one.steps) && (one.signature === '' || /^[0-9a-f]{128}$/.test(one.signature)))
  );
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
    ...signedFindings(record),
    { about: 'opening', is: openingIs(record) },
    { about: 'moves', is: movesAre(record) },
  ];
}

/** The heads of a seat's chain, before its first signed move and after each; null: these are no moves of it. */
function headsOf({ steps, fairness }: GameRecord, seat: number): string[] | null {
  const heads = [firstHead(fairness.opening ?? '', seat)];
  let last = 0;
  for (const number of fairness.signed?.[seat]?.steps ?? []) {
    const step = steps[number - 1];
    if (!step || step.seat !== seat || number <= last) return null;
    heads.push(nextHead(heads.at(-1) ?? '', step.actions));
    last = number;
  }
  return heads;
}

/** Whether a device signed these moves, with the key that its nonce commits to. */
function isSigned(record: GameRecord, seat: number): boolean {
  const { keys, salts, nonces, signed } = record.fairness;
  const [key, salt, { signature }] = [keys?.[seat] ?? '', salts?.[seat] ?? '', signed?.[seat] ?? { signature: '' }];
  const tag = new TextEncoder().encode('purrlor share 1\0');
  const nonce = toHex(sha256(Uint8Array.from([...tag, ...fromHex(salt), ...fromHex(key)])));
  const heads = headsOf(record, seat);
  return nonce === nonces[seat] && heads !== null && isSignature(fromHex(key), fromHex(heads.at(-1) ?? ''), fromHex(signature));
}

/** What each person signed; bots sign nothing. */
function signedFindings(record: GameRecord): Finding[] {
  const { bots, signed } = record.fairness;
  return record.seats.flatMap((_, seat): Finding[] => {
    if (bots?.includes(seat)) return [];
    const count = signed?.[seat]?.steps.length ?? 0;
    const made = record.steps.filter((step) => step.seat === seat).length;
    const found: Signed = count && !isSigned(record, seat) ? 'fails' : !count ? 'none' : count < made ? 'some' : 'all';
    return [{ about: 'signed', seat, count, made, signed: found, is: { all: 'so', some: 'unknown', none: 'unknown', fails: 'not so' }[found] as Is }];
  });
}

/** Whether options, names, bots and starts that were called off are those that the signatures cover. */
function openingIs({ game, rules_version, options, seats, fairness }: GameRecord): Is {
  const { table, number, commitment, commitments, nonces, cancelled_starts, bots, keys, opening, salt, signed } = fairness;
  if (!opening || !salt || !keys || !signed?.some((one) => one.signature)) return 'unknown';
  const words = { table, number, game, rules_version, options, names: seats, bots: bots ?? [] };
  const made = openingHash({ ...words, commitment, commitments, nonces, keys, cancelled_starts, salt });
  return made === opening ? 'so' : 'not so';
}

/** Whether all moves are there that this browser signed and the server acknowledged. */
function movesAre(record: GameRecord): Is {
  const { table, number } = record.fairness;
  const own = record.seats.map((_, seat) => chainOf(table, number, seat));
  if (!own.some((chain) => chain?.count)) return 'unknown';
  const isKept = own.every((chain, seat) => !chain?.count || headsOf(record, seat)?.[chain.count] === chain.head);
  return isKept ? 'so' : 'not so';
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
  const chains = Object.fromEntries(
    record.seats.flatMap((_, seat) => {
      const chain = chainOf(table, number, seat);
      return chain?.count ? [[seat, { count: chain.count, head: chain.head }]] : [];
    }),
  );
  return JSON.stringify({ table, number, commitment, commitments: turned(note.commitments, number), nonces, chains }, null, 1);
}
