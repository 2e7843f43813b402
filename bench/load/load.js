// Drives many matches of a server through an adapter. Prints a line when it begins to measure, and
// what it measured as JSON.
//
//   node load.js --adapter=./adapter_purrlor.js --url=http://127.0.0.1:8080 --matches=100 --seconds=8
//
// --players=2         seats of a match
// --rate=0            moves a second over all matches; 0: every match moves as soon as it can
// --moves=100         after so many a match is replaced by a new one
// --warm=3            seconds before the measurement
// --pid=N             the server's process, for its CPU time and memory
//
// An adapter has: createMatch(url, players), connect(url), join(seat, match, number, tell),
// expect(version) (the version after a move), move(seat, match, number, version, n). `tell` is given
// { version, turn, over }, with `sync` if it is how things stand and not the answer to a move.
const fs = require('node:fs');

const given = Object.fromEntries(process.argv.slice(2).map((word) => word.replace(/^--/, '').split('=')));
const number = (name, usual) => Number(given[name] ?? usual);
const adapter = require(given.adapter);
const url = given.url;
const MATCHES = number('matches', 100);
const PLAYERS = number('players', 2);
const SECONDS = number('seconds', 8);
const RATE = number('rate', 0);
const MOVES = number('moves', 100);
const WARM = number('warm', 3);
const TICK_MS = 2;
const STUCK_MS = 5000;
const CLOCK_TICKS = 100; // a second has so many in /proc

const now = () => Number(process.hrtime.bigint()) / 1e6;
const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Seconds of CPU time that the server has used. */
function cpuSeconds() {
  if (!given.pid) return NaN;
  const fields = fs.readFileSync(`/proc/${given.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

function memoryMib() {
  if (!given.pid) return NaN;
  const status = fs.readFileSync(`/proc/${given.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}

const measured = { moves: 0, delays: [], errors: 0 };
let isMeasuring = false;
let isRunning = true;

/** A match whose seats all wait until the last of them has seen a move. */
class Match {
  isBusy = false;
  movedAt = 0;

  async open() {
    const isFirst = !this.seats;
    this.match = await adapter.createMatch(url, PLAYERS);
    this.seats ??= await Promise.all(Array.from({ length: PLAYERS }, () => adapter.connect(url)));
    this.played = isFirst ? Math.floor(Math.random() * MOVES) : 0; // not all end at once
    this.movedAt = 0;
    await Promise.all(
      this.seats.map((seat, at) => adapter.join(seat, this.match, at, (state) => this.hear(state))),
    );
  }

  hear(state) {
    if (state.sync) {
      this.version = state.version;
      this.turn = state.turn;
      return;
    }
    if (!this.movedAt || state.version !== this.expected) return;
    this.seen += 1;
    if (this.seen < PLAYERS) return;
    if (isMeasuring) {
      measured.delays.push(now() - this.movedAt);
      measured.moves += 1;
    }
    this.played += 1;
    this.turn = state.turn;
    this.version = state.version;
    this.movedAt = 0;
    this.isBusy = false;
    if (state.over || this.played >= MOVES) this.replace();
    else if (!RATE) this.move();
  }

  async replace() {
    if (!isRunning) return;
    this.isBusy = true;
    try {
      await this.open();
      this.isBusy = false;
      if (!RATE) this.move();
    } catch {
      measured.errors += 1;
    }
  }

  /** Make a move, if the match is ready for one. */
  move() {
    if (this.isBusy || !isRunning) return false;
    this.isBusy = true;
    this.seen = 0;
    this.expected = adapter.expect(this.version);
    this.movedAt = now();
    adapter.move(this.seats[this.turn], this.match, this.turn, this.version, this.played);
    return true;
  }

  isStuck() {
    return this.movedAt > 0 && now() - this.movedAt > STUCK_MS;
  }
}

/** Move so many times a second, one match after the other; one that is not ready is passed over. */
function keepPace(matches) {
  const start = now();
  let sent = 0;
  let next = 0;
  return setInterval(() => {
    const due = ((now() - start) / 1000) * RATE;
    for (; sent < due; sent++) {
      for (let tries = 0; tries < MATCHES; tries++) if (matches[next++ % MATCHES].move()) break;
    }
  }, TICK_MS);
}

function quantile(sorted, part) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

async function main() {
  const matches = Array.from({ length: MATCHES }, () => new Match());
  for (const match of matches) await match.open();
  const pace = RATE ? keepPace(matches) : matches.forEach((match) => match.move());
  await sleep(WARM);
  console.log('measuring');
  const cpuBefore = cpuSeconds();
  const start = now();
  isMeasuring = true;
  await sleep(SECONDS);
  isMeasuring = false;
  isRunning = false;
  clearInterval(pace);
  const seconds = (now() - start) / 1000;
  const cpu = cpuSeconds() - cpuBefore;
  const delays = measured.delays.sort((one, other) => one - other);
  const found = {
    moves_per_second: measured.moves / seconds,
    moves_per_cpu_second: measured.moves / cpu,
    p50_ms: quantile(delays, 0.5),
    p99_ms: quantile(delays, 0.99),
    rss_mb: memoryMib(),
    errors: measured.errors,
    stuck: matches.filter((match) => match.isStuck()).length,
  };
  console.log(JSON.stringify(found));
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
