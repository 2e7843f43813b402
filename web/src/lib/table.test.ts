/** The line of a table, with a socket that does as it is told. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Inbound, Outbound, SeatInfo, TableInfo } from '../wire';
import { LiveTable } from './table.svelte';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: Inbound[] = [];
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number; reason: string }) => void = () => {};

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Inbound);
  }
  close(): void {
    this.readyState = 3;
  }
  hear(message: Outbound): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  count(type: Inbound['type']): number {
    return this.sent.filter((one) => one.type === type).length;
  }
}

const person = (name: string): SeatInfo => ({
  kind: 'person', name, level: '', is_present: true, is_covered: false, is_vacated: false, wants_pause: false, is_host: false, commitment: '', has_revealed: false,
});
const TABLE = {
  code: 'mika-ruto', game: 'cattitude', options: {}, seats: [person('Ann'), person('Bob')], phase: 'playing', number: 1, is_listed: false,
  can_spectate: true, has_chat: true, has_hints: false, clock: null, is_paused: false, spectators: 0, commitment: '', is_starting: false,
  missing: [], seal: null,
} as unknown as TableInfo;
const step = (seat: number, number: number, more: object = {}): Outbound =>
  ({ type: 'step', seat, game: 1, number, events: [], view: {}, legal: [], actors: [], acted: 0, deadlines: {}, outcome: null, done: null, ...more }) as unknown as Outbound;
const standing = (seat: number, number: number, more: object = {}): Outbound =>
  ({ ...step(seat, number), type: 'standing', missed: [], successions: [], ...more }) as unknown as Outbound;
const WELCOME: Outbound = { type: 'welcome', table: TABLE, seats: [0, 1], is_host: true, is_asking: false, talk: [], server_time: 0 };

describe('the line of a table', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const view = new EventTarget();
  const last = (): FakeSocket => FakeSocket.all.at(-1)!;
  let live: LiveTable;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
    vi.stubGlobal('window', view);
    vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
    vi.stubGlobal('WebSocket', FakeSocket);
    FakeSocket.all = [];
    live = new LiveTable('mika-ruto');
    last().hear(WELCOME);
  });
  afterEach(() => {
    live.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('stays open while the server answers', () => {
    for (let minute = 0; minute < 4; minute++) {
      vi.advanceTimersByTime(15_000);
      last().hear({ type: 'pong', server_time: 0 });
    }
    expect(live.line).toBe('open');
    expect(last().count('ping')).toBe(4);
    expect(FakeSocket.all).toHaveLength(1);
  });
  it('is lost when an open socket no longer answers, and comes back', () => {
    vi.advanceTimersByTime(15_000);
    expect(live.line).toBe('open');
    vi.advanceTimersByTime(5_000);
    expect(live.line).toBe('lost');
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    last().hear(WELCOME);
    expect(live.line).toBe('open');
  });
  it.each(['focus', 'online', 'pageshow'])('has to prove itself on %s', (event) => {
    view.dispatchEvent(new Event(event));
    expect(last().count('ping')).toBe(1);
    vi.advanceTimersByTime(5_000);
    expect(live.line).toBe('lost');
  });
  it('has to prove itself when the page is seen again', () => {
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(last().count('ping')).toBe(0);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(last().count('ping')).toBe(1);
  });
  it('tries another door when one does not open', () => {
    last().onclose({ code: 1006, reason: '' });
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(22_000);
    expect(FakeSocket.all).toHaveLength(3);
  });
  it.each([[0, 150], [0.999, 299]])('comes back sooner or later, so that not all come at once', (random, pause) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    last().onclose({ code: 1012, reason: '' });
    vi.advanceTimersByTime(pause - 1);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(2);
    expect(FakeSocket.all).toHaveLength(2);
    vi.mocked(Math.random).mockRestore();
  });
  it('leaves nothing behind', () => {
    const socket = last();
    live.close();
    socket.hear({ type: 'pong', server_time: 0 });
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(socket.count('ping')).toBe(0);
  });
  it('keeps a move that was made without a line, says so, and sends it once', () => {
    last().hear(standing(0, 3));
    view.dispatchEvent(new Event('offline'));
    const move = { type: 'done' } as const;
    live.play(0, [move]);
    expect([live.line, live.isHeld, live.isWaiting]).toEqual(['lost', true, true]);
    vi.advanceTimersByTime(300);
    last().hear(WELCOME);
    const sent = last().sent.flatMap((one) => (one.type === 'play' ? [one] : []));
    expect(sent.map(({ number, actions }) => ({ number, actions }))).toEqual([{ number: 3, actions: [move] }]);
    expect(live.isHeld).toBe(false);
    last().hear(step(0, 4, { done: sent[0]?.id, acted: 4 }));
    expect([live.isWaiting, live.isHolding]).toEqual([false, false]);
  });
  it('says that an answer is overdue, and lets the line prove itself', () => {
    last().hear(standing(0, 3));
    live.play(0, [{ type: 'done' }]);
    expect(live.isHeld).toBe(false);
    vi.advanceTimersByTime(1_200);
    expect([live.line, live.isHeld, last().count('ping')]).toEqual(['open', true, 1]);
    vi.advanceTimersByTime(5_000);
    expect([live.line, live.isHeld]).toEqual(['lost', true]);
  });
  it('says that words wait too', () => {
    view.dispatchEvent(new Event('offline'));
    live.say(0, 'Purr');
    expect([live.isHeld, live.isWaiting]).toEqual([true, false]);
  });
  it('promises nothing where the table is gone', () => {
    live.say(0, 'Purr');
    last().onclose({ code: 4404, reason: 'There is no such table.' });
    expect([live.line, live.isHeld]).toEqual(['gone', false]);
  });
  it('counts what was missed, and remembers who took over', () => {
    const left = { after: 2, seat: 1, before: 'Bob', name: 'Biscuit', is_bot: true };
    last().hear(standing(0, 5, { missed: [[], [], []], successions: [left] }));
    expect(live.log.map(({ number }) => number)).toEqual([3, 4, 5]);
    last().hear(step(0, 6));
    expect(live.eyes[0]?.successions).toEqual([left]);
    expect(live.log.at(-1)?.number).toBe(6);
  });
  it('asks for a pause for all who share the device', () => {
    live.askPause(true);
    expect(last().sent.flatMap((one) => (one.type === 'ask_pause' ? [one.seat] : []))).toEqual([0, 1]);
  });
});
