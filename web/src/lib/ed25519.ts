/** Signatures (Ed25519, RFC 8032). The browser's own are for secure pages only; see sha256.ts. */
import { getPublicKey, hashes, sign as signBytes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';

hashes.sha512 = sha512;

/** The public key of 32 secret bytes. */
export const publicKey = (seed: Uint8Array): Uint8Array => getPublicKey(seed);

export const sign = (seed: Uint8Array, message: Uint8Array): Uint8Array => signBytes(message, seed);

/** As strict as the server: encodings that are not the only one are refused. */
export function isSignature(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return signature.length === 64 && key.length === 32 && verify(signature, message, key, { zip215: false });
}
