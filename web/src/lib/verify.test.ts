import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { check, readRecord, type GameRecord } from './verify';

const sha = (...parts: (Buffer | string)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

function game(): GameRecord {
  const [seed, nonce] = [randomBytes(32), randomBytes(32)];
  const key = sha('purrlor fairness 1\0mika-ruto\x002\0', seed, '\x01', nonce, '\0');
  const fairness = {
    scheme: 1, table: 'mika-ruto', number: 2, cancelled_starts: 0,
    commitment: sha(seed), commitments: [sha(nonce), ''], seed: seed.toString('hex'), nonces: [nonce.toString('hex'), ''],
  };
  return { game: 'cattitude', key, seats: ['Ann', 'Biscuit'], fairness };
}

const findings = (record: GameRecord, seen = record.fairness.commitment): string[] =>
  check(record, seen).map((finding) => `${finding.about} ${finding.is}`);

test('an honest record fits', () => {
  expect(findings(game())).toEqual(['seen so', 'seed so', 'nonce so', 'nonce unknown', 'key so']);
  expect(readRecord(JSON.stringify(game()))).not.toBeNull();
});

test('what was exchanged is found', () => {
  const [seed, nonce, key] = [game(), game(), game()];
  seed.fairness.seed = game().fairness.seed;
  nonce.fairness.nonces[0] = '0'.repeat(64);
  key.key = game().key;
  expect(findings(seed)).toContain('seed not so');
  expect(findings(nonce)).toContain('nonce not so');
  expect(findings(key)).toEqual(['seen so', 'seed so', 'nonce so', 'nonce unknown', 'key not so']);
  expect(findings(game(), '0'.repeat(64))).toContain('seen not so');
  expect(findings(game(), '')).toContain('seen unknown');
});

test('a nonce that was withheld is told', () => {
  const record = game();
  record.fairness.nonces[0] = '';
  expect(check(record, '')[2]).toMatchObject({ is: 'unknown', isMissing: true });
});

test('other files are no records of this kind', () => {
  for (const text of ['', 'no', '{}', '[]', '{"fairness":{"scheme":2}}']) expect(readRecord(text)).toBeNull();
  const record = game();
  record.fairness.nonces.pop();
  expect(readRecord(JSON.stringify(record))).toBeNull();
});
