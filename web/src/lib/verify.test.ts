import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Signer, TableInfo } from '../wire';
import { commitment, nonceOf, ownSigners, type Note } from './nonces';
import { openingHash, settleMove, signMove } from './signing';
import { check, judge, noteFile, readRecord, type GameRecord } from './verify';

const sha = (...parts: (Buffer | string)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

let tables = 0;
const BIDS = [[{ type: 'bid', cards: ['cat', 'dog'] }], [{ type: 'show' }]];

/** The second game of a table: one who has a share and signs, and a bot, or a friend of the server. */
function game(friend?: Buffer, code = `mika-${tables++}`): GameRecord {
  const [seed, own] = [randomBytes(32), commitment()];
  const nonce = Buffer.from(nonceOf(own), 'hex');
  const { key: signer, salt: nonceSalt } = ownSigners([nonce.toString('hex')])[0] as Signer;
  const share = friend ? [Buffer.of(1), friend] : [Buffer.of(0)];
  const key = sha(`purrlor fairness 1\0${code}\x002\0`, seed, '\x01', nonce, ...share);
  const opening = {
    table: code, number: 2, game: 'cattitude', rules_version: 1, options: { players: 2 }, names: ['Ann', 'Biscuit'], bots: friend ? [] : [1],
    commitment: sha(seed), commitments: [own, friend ? sha(friend) : ''], nonces: [nonce.toString('hex'), friend?.toString('hex') ?? ''],
    keys: [signer, ''], cancelled_starts: 0, salt: sha('salt'),
  };
  const { table: _, game: __, options, names, rules_version, ...words } = opening;
  const seal = { ...words, names, rules_version, opening: openingHash(opening) };
  const table = { code, number: 2, game: 'cattitude', options, seal } as unknown as TableInfo;
  const signatures = BIDS.map((actions, id) => {
    const signature = signMove(table, 0, String(id), actions);
    settleMove(code, 2, 0, String(id), true);
    return signature;
  });
  const { names: ___, rules_version: ____, ...told } = seal;
  const fairness = {
    ...told, scheme: 2, table: code, seed: seed.toString('hex'), salts: [nonceSalt, ''],
    signed: [{ steps: [1, 3], signature: signatures[1] ?? '' }, { steps: [], signature: '' }],
  };
  const steps = [{ seat: 0, actions: BIDS[0] ?? [] }, { seat: 1, actions: [{ type: 'show' }] }, { seat: 0, actions: BIDS[1] ?? [] }];
  return { game: 'cattitude', rules_version, options, key, seats: ['Ann', 'Biscuit'], steps, fairness };
}

/** The same file, somewhere else. */
const copy = (record: GameRecord): GameRecord => JSON.parse(JSON.stringify(record)) as GameRecord;

const whole = ({ fairness }: GameRecord, words: Partial<Note> = {}): Note => ({
  commitment: fairness.commitment, own: { 1: fairness.commitments[0] ?? '' },
  commitments: [...fairness.commitments].reverse(), ...words, // after the first game seats move on by one
});

const findings = (record: GameRecord, note: Note | undefined = whole(record)): string[] =>
  check(record, note).map((finding) => `${finding.about === 'nonce' ? finding.share : finding.about} ${finding.is}`);
const verdict = (record: GameRecord, note?: Note): string => judge(check(record, note), 'so');

const HONEST = ['seen so', 'promises so', 'seed so', 'yours so', 'none unknown', 'key so', 'signed so', 'opening so', 'moves so'];

test('an honest record fits', () => {
  const record = game();
  expect(findings(record)).toEqual(HONEST);
  expect(readRecord(JSON.stringify(record))).not.toBeNull();
  expect(verdict(record, whole(record))).toBe('good');
  expect(judge(check(record, whole(record)), 'unknown')).toBe('partly');
  expect(judge(check(record, whole(record)), 'not so')).toBe('bad');
});

test('who was not there knows less', () => {
  const record = game();
  expect(check(record).map((finding) => finding.is)).toEqual(['unknown', 'unknown', 'so', 'so', 'unknown', 'so', 'so', 'so', 'so']);
  expect(verdict(record)).toBe('partly');
});

test('what was exchanged is found', () => {
  const [seed, nonce, key] = [game(), game(), game()];
  seed.fairness.seed = game().fairness.seed;
  nonce.fairness.nonces[0] = '0'.repeat(64);
  key.key = game().key;
  expect(findings(seed)).toContain('seed not so');
  expect(findings(nonce)).toContain('fails not so');
  expect(findings(key)).toEqual(HONEST.map((one) => (one === 'key so' ? 'key not so' : one)));
  const record = game();
  expect(findings(record, whole(record, { commitment: '0'.repeat(64) }))).toContain('seen not so');
});

test('a share that was made up for a friend is found', () => {
  const record = game(randomBytes(32));
  const before = whole(record, { commitments: [sha('another nonce'), record.fairness.commitments[0] ?? ''] });
  expect(findings(record, before)).toContain('promises not so');
  expect(verdict(record, before)).toBe('bad');
  expect(verdict(record, whole(record))).toBe('partly'); // the friend signs nothing
  record.fairness.bots = [1];
  expect(findings(record)).toContain('bot not so');
});

test('an own share that is left out or replaced is found', () => {
  const record = game();
  const shown = randomBytes(32); // no secret any more
  [record.fairness.nonces[0], record.fairness.commitments[0]] = [shown.toString('hex'), sha(shown)];
  const note = whole(record, { own: { 1: sha('my nonce') } });
  expect(findings(record, note)).toContain('yours_replaced not so');
  record.fairness.nonces[0] = '';
  expect(findings(record)).toContain('yours_left_out not so');
  expect(verdict(record, whole(record))).toBe('bad');
  const asked = whole(record, { commitments: [] });
  expect(findings(record, asked)).toContain('yours_missing unknown'); // it never showed its nonce
  record.fairness.commitments[0] = '';
  expect(findings(record, asked)).toContain('yours_left_out not so');
  expect(findings(record, { ...asked, own: { 1: '' } })).toContain('yours_none unknown');
});

test('the note of a game goes by its seats', () => {
  const record = game();
  expect(JSON.parse(noteFile(record, whole(record)))).toEqual({
    table: record.fairness.table, number: 2, commitment: record.fairness.commitment,
    commitments: record.fairness.commitments, nonces: ['', ''], chains: { 0: { count: 2, head: expect.stringMatching(/^[0-9a-f]{64}$/) as string } },
  });
});

test('other files are no records of this kind', () => {
  for (const text of ['', 'no', '{}', '[]', '{"fairness":{"scheme":2}}']) expect(readRecord(text)).toBeNull();
  const record = game();
  record.fairness.nonces.pop();
  expect(readRecord(JSON.stringify(record))).toBeNull();
});

test('moves that nobody signed, and moves that were cut off, are found', () => {
  const whole = game();
  const other = copy(whole);
  other.steps[0] = { seat: 0, actions: [{ type: 'bid', cards: ['dog', 'dog'] }] };
  expect(findings(other)).toEqual(expect.arrayContaining(['signed not so', 'moves not so']));
  const cut = copy(whole);
  cut.steps.pop();
  expect(findings(cut)).toEqual(expect.arrayContaining(['signed not so', 'moves not so']));
  const first = game(undefined, 'first-move');
  const kept = copy(first);
  kept.fairness.signed = [{ steps: [], signature: '' }, { steps: [], signature: '' }];
  expect(findings(kept)).toEqual(expect.arrayContaining(['signed unknown', 'opening unknown', 'moves not so']));
  const swapped = copy(whole);
  swapped.fairness.signed = [{ steps: [1, 2], signature: whole.fairness.signed?.[0]?.signature ?? '' }, { steps: [], signature: '' }];
  expect(findings(swapped)).toContain('signed not so');
});

test('what was agreed on before the deal is bound by every signature', () => {
  const whole = game();
  const changes: ((record: GameRecord) => void)[] = [
    (record) => (record.options = { players: 3 }),
    (record) => (record.seats = ['Ann', 'Mog']),
    (record) => (record.rules_version = 2),
    (record) => (record.fairness.cancelled_starts = 1),
    (record) => (record.fairness.bots = []),
  ];
  for (const change of changes) {
    const record = copy(whole);
    change(record);
    expect(findings(record)).toContain('opening not so');
    expect(verdict(record)).toBe('bad');
  }
  const erased = copy(whole);
  [erased.seats, erased.fairness.salt] = [['Somebody', 'Biscuit'], ''];
  expect(findings(erased)).toContain('opening unknown');
  expect(findings(erased)).toContain('signed so');
});

test('a key that the nonce does not commit to signs nothing', () => {
  const [record, another] = [game(), game()];
  record.fairness.keys = another.fairness.keys ?? [];
  expect(findings(record)).toContain('signed not so');
});

test('records of before say that nothing was signed', () => {
  const { scheme: _, keys: __, salts: ___, signed: ____, opening: _____, salt: ______, ...fairness } = game().fairness;
  const record = { ...game(), fairness: { ...fairness, scheme: 1 } };
  expect(readRecord(JSON.stringify(record))).not.toBeNull();
  expect(findings(record)).toEqual(expect.arrayContaining(['signed unknown', 'opening unknown']));
  expect(readRecord(JSON.stringify({ ...record, fairness: { ...fairness, scheme: 2 } }))).toBeNull();
  expect(readRecord(JSON.stringify({ ...record, fairness: { ...fairness, scheme: 3 } }))).toBeNull();
});
