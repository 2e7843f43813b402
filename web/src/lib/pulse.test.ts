import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pulse } from './pulse';

describe('a pulse', () => {
  let asked = 0;
  let silences = 0;
  let pulse: Pulse;

  beforeEach(() => {
    vi.useFakeTimers();
    asked = silences = 0;
    pulse = new Pulse(() => asked++, () => silences++);
  });
  afterEach(() => {
    pulse.stop();
    vi.useRealTimers();
  });

  it('asks now and then', () => {
    pulse.heard();
    vi.advanceTimersByTime(14_000);
    expect(asked).toBe(0);
    vi.advanceTimersByTime(2_000);
    expect(asked).toBe(1);
  });
  it('is content with an answer in time', () => {
    pulse.check();
    vi.advanceTimersByTime(4_000);
    pulse.heard();
    vi.advanceTimersByTime(10_000);
    expect([asked, silences]).toEqual([1, 0]);
  });
  it('tells of silence, once', () => {
    pulse.check();
    vi.advanceTimersByTime(60_000);
    expect([asked, silences]).toEqual([1, 1]);
  });
  it('waits longer for a door to open', () => {
    pulse.begin();
    vi.advanceTimersByTime(19_000);
    expect(silences).toBe(0);
    vi.advanceTimersByTime(2_000);
    expect([asked, silences]).toEqual([0, 1]);
  });
  it('asks again after a sleep', () => {
    pulse.check();
    vi.setSystemTime(Date.now() + 600_000); // the device slept: time went on, timers did not
    vi.advanceTimersByTime(5_000);
    expect([asked, silences]).toEqual([2, 0]);
    vi.advanceTimersByTime(5_000);
    expect([asked, silences]).toEqual([2, 1]);
  });
  it('rests when stopped', () => {
    pulse.check();
    pulse.stop();
    vi.advanceTimersByTime(60_000);
    expect([asked, silences]).toEqual([1, 0]);
  });
});
