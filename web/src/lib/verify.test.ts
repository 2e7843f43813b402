import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Note } from './nonces';
import { check, judge, noteFile, readRecord, type GameRecord } from './verify';

const sha = (...parts: (Buffer | string)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The second game of a table: one who has a share, and a bot, or a friend of the server. */
function game(friend?: Buffer): GameRecord {
  const [seed, nonce] = [randomBytes(32), randomBytes(32)];
  const share = friend ? [Buffer.of(1), friend] : [Buffer.of(0)];
  const key = sha('purrlor fairness 1\0mika-ruto\x002\0', seed, '\x01', nonce, ...share);
  const fairness = {
    scheme: 1, table: 'mika-ruto', number: 2, cancelled_starts: 0, seed: seed.toString('hex'), commitment: sha(seed),
    commitments: [sha(nonce), friend ? sha(friend) : ''], nonces: [nonce.toString('hex'), friend?.toString('hex') ?? ''],
  };
  return { game: 'cattitude', key, seats: ['Ann', 'Biscuit'], fairness };
}

const whole = ({ fairness }: GameRecord, words: Partial<Note> = {}): Note => ({
  commitment: fairness.commitment, own: { 1: fairness.commitments[0] ?? '' },
  commitments: [...fairness.commitments].reverse(), ...words, // after the first game seats move on by one
});

const findings = (record: GameRecord, note: Note | undefined = whole(record)): string[] =>
  check(record, note).map((finding) => `${finding.about === 'nonce' ? finding.share : finding.about} ${finding.is}`);
const verdict = (record: GameRecord, note?: Note): string => judge(check(record, note), 'so');

const HONEST = ['seen so', 'promises so', 'seed so', 'yours so', 'none unknown', 'key so'];

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
  expect(check(record).map((finding) => finding.is)).toEqual(['unknown', 'unknown', 'so', 'so', 'unknown', 'so']);
  expect(verdict(record)).toBe('partly');
});

test('what was exchanged is found', () => {
  const [seed, nonce, key] = [game(), game(), game()];
  seed.fairness.seed = game().fairness.seed;
  nonce.fairness.nonces[0] = '0'.repeat(64);
  key.key = game().key;
  expect(findings(seed)).toContain('seed not so');
  expect(findings(nonce)).toContain('fails not so');
  expect(findings(key)).toEqual([...HONEST.slice(0, 5), 'key not so']);
  const record = game();
  expect(findings(record, whole(record, { commitment: '0'.repeat(64) }))).toContain('seen not so');
});

test('a share that was made up for a friend is found', () => {
  const record = game(randomBytes(32));
  const before = whole(record, { commitments: [sha('another nonce'), record.fairness.commitments[0] ?? ''] });
  expect(findings(record, before)).toContain('promises not so');
  expect(verdict(record, before)).toBe('bad');
  expect(verdict(record, whole(record))).toBe('good');
  record.fairness.bots = [1];
  expect(findings(record)).toContain('bot not so');
});

test('an own share that is left out or replaced is found', () => {
  const record = game();
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
    table: 'mika-ruto', number: 2, commitment: record.fairness.commitment, commitments: record.fairness.commitments, nonces: ['', ''],
  });
});

test('other files are no records of this kind', () => {
  for (const text of ['', 'no', '{}', '[]', '{"fairness":{"scheme":2}}']) expect(readRecord(text)).toBeNull();
  const record = game();
  record.fairness.nonces.pop();
  expect(readRecord(JSON.stringify(record))).toBeNull();
});
