import { createPrivateKey, createPublicKey, randomBytes, sign as nodeSign, verify as nodeVerify } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignature, publicKey, sign } from './ed25519';
import { fromHex, toHex } from './sha256';

/** RFC 8032, 7.1. */
const VECTORS = [
  ['9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b'],
  ['4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'],
] as const;

test.each(VECTORS)('the signature of the standard is made and found to be right', (seed, key, message, signature) => {
  expect(toHex(publicKey(fromHex(seed)))).toBe(key);
  expect(toHex(sign(fromHex(seed), fromHex(message)))).toBe(signature);
  expect(isSignature(fromHex(key), fromHex(message), fromHex(signature))).toBe(true);
});

const DER = '302e020100300506032b657004220420';

test('others make and find the same signatures', () => {
  for (let i = 0; i < 5; i++) {
    const [seed, message] = [randomBytes(32), randomBytes(32)];
    const secret = createPrivateKey({ key: Buffer.concat([Buffer.from(DER, 'hex'), seed]), format: 'der', type: 'pkcs8' });
    expect(toHex(sign(seed, message))).toBe(nodeSign(null, message, secret).toString('hex'));
    expect(nodeVerify(null, message, createPublicKey(secret), sign(seed, message))).toBe(true);
    expect(isSignature(publicKey(seed), message, nodeSign(null, message, secret))).toBe(true);
  }
});

test('a signature is of one message by one key', () => {
  const [seed, message] = [randomBytes(32), randomBytes(32)];
  const [key, signature] = [publicKey(seed), sign(seed, message)];
  expect(isSignature(key, randomBytes(32), signature)).toBe(false);
  expect(isSignature(publicKey(randomBytes(32)), message, signature)).toBe(false);
  for (const place of [0, 31, 32, 63]) {
    const other = Uint8Array.from(signature);
    other[place] = (other[place] as number) ^ 1;
    expect(isSignature(key, message, other)).toBe(false);
  }
  expect(isSignature(new Uint8Array(32).fill(255), message, signature)).toBe(false);
  expect(isSignature(key, message, signature.slice(1))).toBe(false);
});
