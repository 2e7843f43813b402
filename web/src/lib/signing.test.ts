import { expect, test } from 'vitest';
import type { Signer, TableInfo } from '../wire';
import { isSignature } from './ed25519';
import { commitment, nonceOf, ownSigners } from './nonces';
import { fromHex } from './sha256';
import { canonical, chainOf, firstHead, nextHead, openingHash, resumeChain, settleMove, signMove } from './signing';

const MOVE = [{ type: 'draw', from: 'pile' }];
let tables = 0;

/** A game of ours that has begun. */
function begun(words: object = {}): TableInfo {
  const own = commitment();
  const { key } = ownSigners([nonceOf(own)])[0] as Signer;
  const code = `mika-${tables++}`;
  const seal = {
    number: 1, commitment: 'ab'.repeat(32), commitments: [own], nonces: [nonceOf(own)], cancelled_starts: 0,
    rules_version: 1, names: ['Zoë'], bots: [], keys: [key], salt: 'cd'.repeat(32),
  };
  const opening = openingHash({ ...seal, table: code, game: 'rat-a-tat-cat', options: { players: 1 } });
  return { code, number: 1, game: 'rat-a-tat-cat', options: { players: 1 }, seal: { ...seal, opening, ...words } } as unknown as TableInfo;
}

test('canonical JSON has sorted names and no spaces', () => {
  expect(canonical({ b: [1, true, null], a: { d: 'Zoë "x"', c: -2 } })).toBe('{"a":{"c":-2,"d":"Zoë \\"x\\""},"b":[1,true,null]}');
});

test('a move is signed, and the chain goes on when it is kept', () => {
  const table = begun();
  const first = firstHead(table.seal?.opening ?? '', 0);
  const head = nextHead(first, MOVE);
  const signature = signMove(table, 0, 'a', MOVE);
  expect(isSignature(fromHex(table.seal?.keys[0] ?? ''), fromHex(head), fromHex(signature))).toBe(true);
  expect(signMove(table, 0, 'b', MOVE)).toBe(''); // one at a time
  settleMove(table.code, 1, 0, 'b', true);
  expect(chainOf(table.code, 1, 0)?.count).toBe(0);
  settleMove(table.code, 1, 0, 'a', true);
  expect(chainOf(table.code, 1, 0)).toMatchObject({ count: 1, head, pending: null });
});

test('a move that is refused leaves the chain as it was', () => {
  const table = begun();
  signMove(table, 0, 'a', MOVE);
  settleMove(table.code, 1, 0, 'a', false);
  expect(chainOf(table.code, 1, 0)).toMatchObject({ count: 0, pending: null });
  expect(signMove(table, 0, 'b', MOVE)).not.toBe('');
});

test('after a reload the server tells whether a move was kept', () => {
  const table = begun();
  signMove(table, 0, 'a', MOVE);
  const { head, pending } = chainOf(table.code, 1, 0) ?? { head: '', pending: null };
  resumeChain(table.code, 1, 0, head, () => true); // it is sent again
  expect(chainOf(table.code, 1, 0)?.pending).toEqual(pending);
  resumeChain(table.code, 1, 0, pending?.head ?? '', () => false);
  expect(chainOf(table.code, 1, 0)).toMatchObject({ count: 1, head: pending?.head, pending: null, isBroken: false });
  signMove(table, 0, 'b', MOVE);
  resumeChain(table.code, 1, 0, pending?.head ?? '', () => false); // the page forgot it, and nobody kept it
  expect(chainOf(table.code, 1, 0)).toMatchObject({ count: 1, pending: null });
});

test('nothing more is signed after the server told of another chain', () => {
  const table = begun();
  signMove(table, 0, 'a', MOVE);
  settleMove(table.code, 1, 0, 'a', true);
  resumeChain(table.code, 1, 0, 'ef'.repeat(32), () => false);
  expect(signMove(table, 0, 'b', MOVE)).toBe('');
});

test('nothing is signed for a key that is not ours, or an opening that is not what we see', () => {
  expect(signMove(begun({ keys: ['ef'.repeat(32)] }), 0, 'a', MOVE)).toBe('');
  expect(signMove(begun({ cancelled_starts: 3 }), 0, 'a', MOVE)).toBe('');
  expect(signMove(begun({ names: ['Eve'] }), 0, 'a', MOVE)).toBe('');
  expect(signMove({ ...begun(), seal: null }, 0, 'a', MOVE)).toBe('');
});
