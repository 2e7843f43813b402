/** A device at a table: one socket that always comes back, and what it has been told. */
import type {
  GameName, Games, Inbound, Outbound, Outcome, Refused, Standing, Step, Succession, TableChanged, TableInfo, Welcome,
} from '../wire';
import { dutyOf, noteSeen } from './nonces';
import { Pulse } from './pulse';
import { resumeChain, settleMove, signMove } from './signing';
import { Conversation } from './talk.svelte';

export type Line = 'connecting' | 'open' | 'lost' | 'gone';

export interface Told<G extends GameName = GameName> {
  seat: number;
  /** The step that told it, as the seat counts. */
  number: number;
  events: Games[G]['event'][];
}

export interface Eyes<G extends GameName = GameName> {
  seat: number;
  game: number;
  number: number;
  view: Games[G]['view'];
  legal: Games[G]['action'][];
  actors: number[];
  /** The step in which the seat's own person acted last; 0: not in this game. */
  acted: number;
  /** The step with which the seat's present or last decision began. */
  decidesFrom: number;
  deadlines: Record<number, number>;
  outcome: Outcome | null;
  /** Whose seats changed hands since the game began. */
  successions: Succession[];
  /** What the latest step told; empty after a fresh start. */
  latest: Games[G]['event'][];
}

const PAUSES = [300, 700, 1500, 3000, 5000];
const GONE = [4404, 4403];
const ELSEWHERE = ['other_rules', 'rules_differ', 'log_unreadable', 'log_damaged', 'log_incomplete', 'log_contradictory'];
/** When somebody is back at the page. */
const WAKING = ['online', 'focus', 'pageshow'] as const;
const KEPT = 4000;
/** Whoever waits longer for an answer is told so. */
const SLOW = 1200;
/** Commands that nobody gave and nobody must read of. */
const QUIET = 'quiet-';

export class LiveTable {
  line = $state<Line>('connecting');
  reason = $state('');
  table = $state.raw<TableInfo | null>(null);
  seats = $state.raw<number[]>([]);
  isHost = $state(false);
  /** Whether this device asked the table what it is asked now. */
  isAsking = $state(false);
  eyes = $state.raw<Record<number, Eyes>>({});
  log = $state.raw<Told[]>([]);
  readonly talk = new Conversation();
  refusal = $state.raw<Refused | null>(null);
  /** Whether a move is on its way; its answer, or its refusal, ends that. */
  isWaiting = $state(false);
  /** Whether anything that a person gave has no answer yet: a move, words, a wish. */
  isHolding = $state(false);
  /** Whether that takes long. */
  isSlow = $state(false);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = 0;

  #socket: WebSocket | null = null;
  #pending = new Map<string, Inbound>();
  #patience: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #next = 0;
  /** What was done for the seats since the last welcome or start, so that it is done once. */
  #duties = new Set<string>();
  #pulse = new Pulse(() => this.#send({ type: 'ping' }), () => this.#lose());

  constructor(readonly code: string) {
    this.#connect();
    document.addEventListener('visibilitychange', this.#wake);
    for (const event of WAKING) window.addEventListener(event, this.#wake);
    window.addEventListener('offline', this.#lose);
  }

  close(): void {
    this.#isClosed = true;
    this.#pulse.stop();
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
    document.removeEventListener('visibilitychange', this.#wake);
    for (const event of WAKING) window.removeEventListener(event, this.#wake);
    window.removeEventListener('offline', this.#lose);
    this.#leave();
  }

  /** Send actions of a seat; they are repeated after a cut until the server answers. */
  play(seat: number, actions: Games[GameName]['action'][]): void {
    const eyes = this.eyes[seat];
    if (!eyes || !this.table) return;
    const id = this.#id();
    const signature = signMove(this.table, seat, id, actions);
    this.#command({ type: 'play', id, seat, game: eyes.game, number: eyes.number, actions, signature });
  }

  say(seat: number, text: string): void {
    this.#command({ type: 'say', id: this.#id(), seat, text });
  }

  react(seat: number, reaction: string): void {
    this.#command({ type: 'react', id: this.#id(), seat, reaction });
  }

  /** A device speaks for all who sit at it. */
  askPause(is_wanted: boolean): void {
    for (const seat of this.seats) this.#command({ type: 'ask_pause', id: this.#id(), seat, is_wanted });
  }

  /** Agree to what the table is asked, or object; a device speaks for all who sit at it. */
  answer(proposal: number, is_agreed: boolean): void {
    const awaited = this.table?.proposal?.awaited ?? [];
    for (const seat of this.seats.filter((one) => awaited.includes(one))) {
      this.#command({ type: 'answer', id: this.#id(), seat, proposal, is_agreed });
    }
  }

  /** Whether the record of the game is for this device: private tables keep theirs to those who sat there. */
  get canReadRecord(): boolean {
    return this.table !== null && (this.table.is_listed || this.seats.length > 0 || this.isHost);
  }

  /** Whether something that a person gave waits here: the line is lost, or the answer overdue. */
  get isHeld(): boolean {
    return this.isHolding && this.line !== 'gone' && (this.line !== 'open' || this.isSlow);
  }

  /** Whether this server cannot go on with the game; another one may, so the line is tried again. */
  get isElsewhere(): boolean {
    return this.line !== 'open' && this.refusal !== null && ELSEWHERE.includes(this.refusal.reason);
  }

  /** Forget a refusal that was read. */
  understood(): void {
    this.refusal = null;
  }

  /** Come back anew after the seats of this device changed. */
  reconnect(): void {
    this.#socket?.close();
  }

  /** Somebody looks again: a lost line is tried at once, and an open one has to prove itself. */
  #wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (this.line === 'open') this.#pulse.check();
    if (this.line !== 'lost') return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  /** Without a network the socket may take minutes to notice: say so at once. */
  #lose = (): void => {
    if (!this.#socket || this.line === 'gone') return;
    this.#leave();
    this.#retry();
  };

  #leave(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #retry(): void {
    this.line = 'lost';
    this.#pulse.stop();
    const pause = PAUSES[Math.min(this.#failures++, PAUSES.length - 1)] ?? 5000;
    clearTimeout(this.#timer);
    // Between half and all of it: not everybody comes back to another server in the same moment.
    this.#timer = setTimeout(() => this.#connect(), pause * (0.5 + Math.random() / 2));
  }

  #id(): string {
    return `${Date.now().toString(36)}-${(this.#next++).toString(36)}`;
  }

  #command(message: Inbound & { id: string }): void {
    this.refusal = null;
    this.#pending.set(message.id, message);
    this.#count();
    this.#send(message);
  }

  #answered(id: string, isKept = true): void {
    const command = this.#pending.get(id);
    if (command?.type === 'play') settleMove(this.code, command.game, command.seat, id, isKept);
    this.#pending.delete(id);
    this.#count();
  }

  #count(): void {
    this.isWaiting = [...this.#pending.values()].some((message) => message.type === 'play');
    const wasHolding = this.isHolding;
    this.isHolding = this.#pending.size > 0;
    if (this.isHolding === wasHolding) return;
    clearTimeout(this.#patience);
    this.isSlow = false;
    if (this.isHolding) this.#patience = setTimeout(() => this.#doubt(), SLOW);
  }

  /** An answer is overdue: say so, and let the line prove itself. */
  #doubt(): void {
    this.isSlow = true;
    if (this.line === 'open') this.#pulse.check();
  }

  #send(message: Inbound): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    this.#leave();
    this.#pulse.begin();
    const seen = Object.values(this.eyes);
    const numbers = seen.map((eyes) => `${eyes.seat}:${eyes.number}`).join(',');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    // Who has seen nothing yet asks for everything: the log is whole after a reload too.
    const query = seen[0] ? `?game=${seen[0].game}&numbers=${numbers}` : '';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.code}/socket${query}`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#pulse.heard();
      this.#hear(JSON.parse(String(event.data)) as Outbound);
    };
    socket.onclose = (event) => {
      if (this.#isClosed || socket !== this.#socket) return;
      if (GONE.includes(event.code)) {
        this.line = 'gone';
        this.#pulse.stop();
        this.reason = event.reason;
        return;
      }
      this.#retry();
    };
  }

  #hear(message: Outbound): void {
    switch (message.type) {
      case 'welcome':
        if (this.isElsewhere) this.refusal = null;
        this.line = 'open';
        this.#failures = 0;
        this.#duties.clear();
        this.ahead = message.server_time * 1000 - Date.now();
        this.talk.begin(message.talk);
        this.#arrange(message);
        for (const waiting of this.#pending.values()) this.#send(waiting);
        break;
      case 'table':
        this.#arrange(message);
        break;
      case 'standing':
        this.#stand(message);
        break;
      case 'step':
        this.#step(message);
        break;
      case 'done':
        this.#answered(message.id);
        break;
      case 'refused':
        this.#answered(message.id, false);
        if (!message.id.startsWith(QUIET)) this.refusal = message;
        break;
      case 'heard':
        this.talk.hear(message.talk, this.#isOwn(message.talk.name));
        break;
      case 'pong':
        break;
    }
  }

  #isOwn(name: string): boolean {
    return this.seats.some((seat) => this.table?.seats[seat]?.name === name);
  }

  #arrange({ table, seats, is_host, is_asking }: Welcome | TableChanged): void {
    this.table = table;
    this.isHost = is_host;
    this.isAsking = is_asking;
    this.seats = seats;
    noteSeen(table, seats);
    this.#tend(table);
    const kept = Object.values(this.eyes).filter(
      (eyes) => eyes.game === table.number && (seats.length ? seats.includes(eyes.seat) : eyes.seat === -1),
    );
    if (kept.length < Object.keys(this.eyes).length) {
      this.eyes = Object.fromEntries(kept.map((eyes) => [eyes.seat, eyes]));
    }
  }

  /** Commit to a nonce for each seat, and show it when the host starts. */
  #tend(table: TableInfo): void {
    const task = `${table.number} ${table.is_starting}`;
    if (!this.#duties.has(task)) this.#duties = new Set([task]);
    for (const seat of this.seats) {
      const shown = `${seat} ${table.seats[seat]?.commitment}`;
      if (this.#duties.has(shown)) continue;
      const duty = dutyOf(table, seat);
      if (!duty) continue;
      this.#duties.add(shown);
      this.#send({ ...duty, id: `${QUIET}${this.#id()}`, seat });
    }
  }

  #stand(message: Standing): void {
    resumeChain(this.code, message.game, message.seat, message.chain ?? '', (id) => this.#pending.has(id));
    const known = this.eyes[message.seat];
    const isNew = !known || known.game !== message.game;
    if (isNew) this.log = this.log.filter((told) => told.seat !== message.seat);
    const first = message.number - message.missed.length + 1;
    message.missed.forEach((events, index) => this.#tell(message.seat, first + index, events));
    // A game that was just dealt is shown as it happens; one that was entered later, as it stands.
    this.#see(message, message.successions, isNew && message.missed.length > 1 ? [] : message.missed.flat());
  }

  #step(message: Step): void {
    if (message.done) this.#answered(message.done);
    const known = this.eyes[message.seat];
    if (known && known.game === message.game && message.number > known.number + 1) {
      this.reconnect(); // something was missed: ask for it
      return;
    }
    this.#tell(message.seat, message.number, message.events);
    this.#see(message, known?.game === message.game ? known.successions : [], message.events);
  }

  #tell(seat: number, number: number, events: Told['events']): void {
    this.log = [...this.log.slice(1 - KEPT), { seat, number, events }];
  }

  #see(message: Standing | Step, successions: Succession[], latest: Eyes['latest']): void {
    const { seat, game, number, view, legal, actors, acted, decides_from: decidesFrom, deadlines, outcome } = message;
    const eyes: Eyes = { seat, game, number, view, legal, actors, acted, decidesFrom, deadlines, outcome, successions, latest };
    this.eyes = { ...this.eyes, [seat]: eyes };
  }
}
