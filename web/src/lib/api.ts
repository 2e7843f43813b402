/** The REST part of the server, and its refusals as errors that people can read. */
import type {
  Advice, Forgotten, GameInfo, GameName, Games, Invitation, Join, NewTable, Problem, RecentGame, Replay, Rules, Seated, SharedKey, TableInfo,
} from '../wire';
import { m } from '../paraglide/messages.js';
import { commitment, noteSeen, ownNonces, ownSigners } from './nonces';
import { serverLine } from './line.svelte';
import { refusalWords } from './refusals';

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(refusalWords(problem));
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { accept: 'application/json' } };
  if (method !== 'GET') {
    init.headers = { ...init.headers, 'content-type': 'application/json' };
    init.body = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  }
  const answer = await fetch(`/api${path}`, init).catch(() => {
    serverLine.lost();
    throw new Refusal(0, { sentence: m.offline(), clause: '', reason: '', words: {} });
  });
  serverLine.found();
  if (answer.ok) return (await answer.json()) as T;
  const unknown: Problem = { sentence: answer.statusText, clause: '', reason: 'fault', words: {} };
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw new Refusal(answer.status, { ...unknown, ...problem });
}

/** Whose eyes, for watching again; -1: a spectator's. */
const eyes = (seat: number, isOpen: boolean, key = ''): string =>
  new URLSearchParams({ ...(seat === -1 ? {} : { seat: String(seat) }), everything: String(isOpen), ...(key ? { key } : {}) }).toString();

/** A seat was taken: note what the table promises to those who sit there. */
function noted<G extends GameName>(seated: Seated<G>): Seated<G> {
  noteSeen(seated.table, seated.seat === null ? [] : [seated.seat]);
  return seated;
}

const table = (code: string) => `/tables/${encodeURIComponent(code)}`;

export const api = {
  games: () => ask<GameInfo[]>('GET', '/games'),
  open: async <G extends GameName>(words: NewTable<G>) => {
    const share = words.nickname ? { commitment: commitment() } : {};
    const seated = await ask<Seated<G>>('POST', '/tables', { ...words, ...share });
    return noted(seated);
  },
  listed: () => ask<TableInfo[]>('GET', '/tables'),
  table: (code: string) => ask<TableInfo>('GET', table(code)),
  join: async (code: string, words: Join) =>
    noted(await ask<Seated>('POST', `${table(code)}/seats`, { ...words, commitment: commitment() })),
  leave: (code: string, seat: number) => ask<TableInfo>('DELETE', `${table(code)}/seats/${seat}`),
  /** Whoever asked the table something does not any more. */
  withdraw: (code: string) => ask<TableInfo>('DELETE', `${table(code)}/proposal`),
  claim: async (code: string, token: string) =>
    noted(await ask<Seated>('POST', `${table(code)}/claim`, { token, commitment: commitment() })),
  seatBots: (code: string, level: string, seat: number | null = null) =>
    ask<TableInfo>('POST', `${table(code)}/bots`, { level, seat }),
  change: <G extends GameName>(code: string, rules: Rules<G>) =>
    ask<TableInfo<G>>('PATCH', table(code), rules),
  /** Deal. Where others have a share too, all are asked for their nonces when no hash changes any more. */
  start: (of: TableInfo, is_without_missing = false) => {
    const nonces = ownNonces(of);
    return ask<TableInfo>('POST', `${table(of.code)}/start`, { nonces, signers: ownSigners(nonces), is_without_missing });
  },
  record: (code: string, number: number, key: string) =>
    ask<unknown>('GET', `${table(code)}/games/${number}/record${key ? `?key=${key}` : ''}`),
  /** What a seat of this device might do now, where the table allows hints. */
  advice: (code: string, seat: number) => ask<Advice>('GET', `${table(code)}/advice?seat=${seat}`),
  /** Why a seat of this device cannot do each of these now; null: it can. Nothing is done. */
  whyNot: (code: string, seat: number, actions: Games[GameName]['action'][]) =>
    ask<(Problem | null)[]>('POST', `${table(code)}/why-not`, { seat, actions }),
  forgetMe: () => ask<Forgotten>('DELETE', '/me'),
  /** The tables that wait or play with a seat of this device. */
  own: () => ask<TableInfo[]>('GET', '/seats'),
  /** Where other devices find a table. */
  invitation: (code: string) => ask<Invitation>('GET', `${table(code)}/invitation`),
  recent: () => ask<RecentGame[]>('GET', '/recent'),
  steps: (code: string, number: number, seat: number, isOpen: boolean, key: string) =>
    ask<Replay>('GET', `${table(code)}/games/${number}/steps?${eyes(seat, isOpen, key)}`),
  /** What opens the record of a game to others; empty: it is open to all. */
  recordKey: async (code: string, number: number) => (await ask<SharedKey>('GET', `${table(code)}/games/${number}/key`)).key,
  replay: (record: string, seat: number, isOpen: boolean) => ask<Replay>('POST', `/replays?${eyes(seat, isOpen)}`, record),
};
