/** This device's shares of the shuffles, and what it was promised before each game; see docs/fairness.md. */
import type { Signer, TableInfo } from '../wire';
import { publicKey } from './ed25519';
import { Pairs } from './kept';
import { fromHex, hashOf, sha256, toHex } from './sha256';

const NONCES = 'purrlor.nonces';
const SEEN = 'purrlor.seen';

/** A nonce is shown for one set of promises only: who has seen it could choose others to suit it. */
interface Share {
  nonce: string;
  /** The promises it was shown for; empty: it is still a secret. */
  shown: string;
  /** The secret part of the key that signs our moves, and the salt; the nonce commits to both. */
  seed?: string;
  salt?: string;
}

/** What a device saw before a game. */
export interface Note {
  /** The server's hash, as it was first seen. */
  commitment: string;
  /** The hash that the table showed for each of our seats; empty: none of ours. */
  own: Record<string, string>;
  /** The hashes of all seats when we showed our nonces; empty: we did not. */
  commitments: string[];
}

const shares = new Pairs<Share>(NONCES);
const notes = new Pairs<Note>(SEEN);

const random = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

/** Draw a key to sign with and a nonce that commits to it, keep both, and return the nonce's hash. */
export function commitment(): string {
  const [seed, salt] = [random(), random()];
  const tag = new TextEncoder().encode('purrlor share 1\0');
  const nonce = toHex(sha256(Uint8Array.from([...tag, ...salt, ...publicKey(seed)])));
  const hash = hashOf(nonce);
  shares.set(hash, { nonce, shown: '', seed: toHex(seed), salt: toHex(salt) });
  return hash;
}

/** The public key and the salt behind a nonce of ours. */
function signerOf(hash: string): Signer | null {
  const share = shares.get(hash);
  return share?.seed && share.salt ? { key: toHex(publicKey(fromHex(share.seed))), salt: share.salt } : null;
}

/** What we sign with where a table shows this hash and this key; empty: they are not ours. */
export function signingSeed(hash: string, key: string): string {
  return key && signerOf(hash)?.key === key ? (shares.get(hash)?.seed ?? '') : '';
}

/** Whether a hash is of a nonce of ours that nobody has seen. */
export const isSecret = (hash: string): boolean => shares.get(hash)?.shown === '';

/** The nonce behind a hash; empty if we did not make it. */
export const nonceOf = (hash: string): string => shares.get(hash)?.nonce ?? '';

const placeOf = (table: TableInfo): string => `${table.code}/${table.number + 1}`;
const commitmentsOf = (table: TableInfo): string[] => table.seats.map((seat) => seat.commitment);
const promisesOf = (table: TableInfo, seat: number): string =>
  JSON.stringify([placeOf(table), seat, table.commitment, ...commitmentsOf(table)]);

/** Whether a table shows a hash of ours at a seat that we can still stand by. */
function isOurs(table: TableInfo, seat: number): boolean {
  const share = shares.get(table.seats[seat]?.commitment ?? '');
  return share !== undefined && ['', promisesOf(table, seat)].includes(share.shown);
}

/** Note what is promised for the next game; of the server the first word counts. */
export function noteSeen(table: TableInfo, seats: readonly number[]): void {
  const before = noteOf(table.code, table.number + 1);
  const own = seats.map((seat) => [seat, isOurs(table, seat) ? table.seats[seat]?.commitment ?? '' : '']);
  notes.set(placeOf(table), {
    commitment: before?.commitment ?? table.commitment,
    own: Object.fromEntries(own) as Note['own'],
    commitments: (table.is_starting && before?.commitments) || [],
  });
}

/** What this device saw before a game, if anything. */
export function noteOf(code: string, number: number): Note | undefined {
  const found = notes.get(`${code}/${number}`) as Note | string | undefined;
  return typeof found === 'string' ? { commitment: found, own: {}, commitments: [] } : found;
}

/** The nonce of a seat, to be shown for what the table promises now and for nothing else. */
function show(table: TableInfo, seat: number): string {
  const hash = table.seats[seat]?.commitment ?? '';
  const isBotPromising = table.seats.some((one) => one.kind === 'bot' && one.commitment);
  const note = noteOf(table.code, table.number + 1);
  const isExchanged = note !== undefined && note.commitment !== table.commitment;
  if (!isOurs(table, seat) || isBotPromising || isExchanged) return '';
  const nonce = nonceOf(hash);
  shares.set(hash, { ...shares.get(hash), nonce, shown: promisesOf(table, seat) });
  notes.set(placeOf(table), {
    commitment: table.commitment,
    own: { ...note?.own, [seat]: hash },
    commitments: commitmentsOf(table),
  });
  return nonce;
}

/** Our nonces to begin with, where nobody else has a share; else all are shown when the hashes stand. */
export function ownNonces(table: TableInfo): string[] {
  const people = table.seats.flatMap((seat, number) => (seat.kind === 'person' ? [number] : []));
  return people.every((seat) => isOurs(table, seat)) ? people.map((seat) => show(table, seat)).filter(Boolean) : [];
}

/** The keys that some of our nonces commit to. */
export const ownSigners = (nonces: string[]): Signer[] =>
  nonces.flatMap((nonce) => signerOf(hashOf(nonce)) ?? []);

export type Duty =
  | { type: 'commit'; commitment: string }
  | { type: 'reveal'; nonce: string; signer: Signer | null };

/** What a device owes for one of its seats now, if anything. */
export function dutyOf(table: TableInfo, seat: number): Duty | null {
  const info = table.seats[seat];
  if (!info || table.phase === 'playing' || table.phase === 'closed') return null;
  if (!table.is_starting) return isSecret(info.commitment) ? null : { type: 'commit', commitment: commitment() };
  const nonce = info.has_revealed ? '' : show(table, seat);
  return nonce ? { type: 'reveal', nonce, signer: signerOf(info.commitment) } : null;
}
