import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromHex, hashOf, sha256, toHex } from './sha256';

test('hashes of all lengths are those of another implementation', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = randomBytes(length);
    expect(toHex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

test('a commitment is the hash of the bytes, not of their digits', () => {
  const secret = randomBytes(32).toString('hex');
  expect(hashOf(secret)).toBe(createHash('sha256').update(fromHex(secret)).digest('hex'));
});
