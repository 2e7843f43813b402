import { beforeEach, expect, test, vi } from 'vitest';
import type { TableInfo } from '../wire';
import { hashOf } from './sha256';

/** A browser that has never been here: what it keeps is empty. */
const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
let device: typeof import('./nonces');
beforeEach(async () => {
  kept.clear();
  device = await freshTab();
});

/** Another tab, or the same after a reload. */
async function freshTab(): Promise<typeof device> {
  vi.resetModules();
  return import('./nonces');
}

const SEED = 'ab'.repeat(32);
const FRIEND = 'cd'.repeat(32);

function table(own: string, words: Partial<TableInfo> = {}, friend = FRIEND): TableInfo {
  const seat = { kind: 'person', has_revealed: false };
  const seats = [{ ...seat, commitment: own }, { ...seat, commitment: friend }];
  return { code: 'mika-ruto', number: 0, phase: 'waiting', is_starting: false, commitment: SEED, seats, ...words } as unknown as TableInfo;
}
const starting = (own: string, words: Partial<TableInfo> = {}, friend = FRIEND): TableInfo =>
  table(own, { is_starting: true, ...words }, friend);

/** What our seat says when it is told of a table. */
function hears(of: TableInfo): string {
  device.noteSeen(of, [0]);
  const duty = device.dutyOf(of, 0);
  return duty === null ? '' : duty.type === 'commit' ? duty.commitment : duty.nonce;
}

test('a device commits, and shows its nonce when no hash changes any more', () => {
  const hash = hears(table(''));
  expect(hears(table(hash))).toBe('');
  const nonce = hears(starting(hash));
  expect(hashOf(nonce)).toBe(hash);
  expect(device.noteOf('mika-ruto', 1)).toEqual({ commitment: SEED, own: { 0: hash }, commitments: [hash, FRIEND] });
});

test('a nonce that was shown is no share of another game', async () => {
  const hash = hears(table(''));
  expect(hears(starting(hash))).not.toBe('');
  expect(hears(starting(hash, { number: 1 }))).toBe('');
  expect(hears(starting(hash, { code: 'other-table' }))).toBe('');
  const anew = hears(table(hash, { number: 1, phase: 'over' }));
  expect(anew).toMatch(/^[0-9a-f]{64}$/);
  expect(anew).not.toBe(hash);
  device = await freshTab();
  expect(hears(starting(hash, { number: 1 }))).toBe('');
});

test('a nonce that was shown is no answer to other promises', () => {
  const hash = hears(table(''));
  const nonce = hears(starting(hash));
  expect(hears(starting(hash))).toBe(nonce); // the line was cut: said again
  expect(hears(starting(hash, {}, 'ef'.repeat(32)))).toBe('');
  expect(hears(starting(hash, { commitment: 'ef'.repeat(32) }))).toBe('');
});

test('nothing is shown to a server that exchanged its seed, nor beside a bot that promises', () => {
  const hash = hears(table(''));
  expect(hears(starting(hash, { commitment: 'ef'.repeat(32) }))).toBe('');
  const bot = starting(hash);
  bot.seats[1] = { ...bot.seats[1]!, kind: 'bot' };
  expect(hears(bot)).toBe('');
  expect(hears(starting(hash))).not.toBe('');
});

test('what another tab has shown, this one keeps to itself', async () => {
  const hash = hears(table(''));
  const other = await freshTab();
  expect(other.dutyOf(starting(hash), 0)).toMatchObject({ type: 'reveal' });
  expect(hears(starting(hash, {}, 'ef'.repeat(32)))).toBe('');
});

test('nonces go along with the start only where nobody else has a share', () => {
  const hash = hears(table(''));
  expect(device.ownNonces(table(hash))).toEqual([]);
  const alone = table(hash, {}, '');
  alone.seats[1] = { ...alone.seats[1]!, kind: 'bot' };
  expect(device.ownNonces(alone).map(hashOf)).toEqual([hash]);
  expect(device.noteOf('mika-ruto', 1)?.commitments).toEqual([hash, '']);
});

test('after a start that was called off the promises of before are void', () => {
  const hash = hears(table(''));
  hears(starting(hash));
  const anew = hears(table(''));
  expect(device.noteOf('mika-ruto', 1)?.commitments).toEqual([]);
  expect(hashOf(hears(starting(anew)))).toBe(anew);
});
