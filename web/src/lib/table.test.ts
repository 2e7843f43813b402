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
  kind: 'person', name, level: '', is_present: true, is_covered: false, wants_pause: false, is_host: false, commitment: '', has_revealed: false,
});
const TABLE = {
  code: 'mika-ruto', game: 'cattitude', options: {}, seats: [person('Ann'), person('Bob')], phase: 'playing', number: 1, is_listed: false,
  can_spectate: true, has_chat: true, has_hints: false, clock: null, is_paused: false, spectators: 0, commitment: '', is_starting: false,
  missing: [], seal: null,
} as unknown as TableInfo;
const WELCOME: Outbound = { type: 'welcome', table: TABLE, seats: [0, 1], is_host: true, talk: [], server_time: 0 };

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
  it('leaves nothing behind', () => {
    const socket = last();
    live.close();
    socket.hear({ type: 'pong', server_time: 0 });
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(socket.count('ping')).toBe(0);
  });
  it('asks for a pause for all who share the device', () => {
    live.askPause(true);
    expect(last().sent.flatMap((one) => (one.type === 'ask_pause' ? [one.seat] : []))).toEqual([0, 1]);
  });
});
