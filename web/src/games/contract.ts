/**
 * What a game's folder offers. `index.ts` default-exports one of these; it is found, not listed,
 * and loaded when a table of the game is entered.
 */
import type { Component } from 'svelte';
import type { Decision } from '../lib/decision';
import type { Sayings } from '../lib/refusals';
import type { Sound } from '../lib/sound.svelte';
import type { GameName, Games, Problem } from '../wire';
import type { FirstGame } from './hints';

/** What a board is given: one seat's eyes, and a way to act. It knows no rules. */
export interface BoardProps<G extends GameName> {
  /** The viewer's seat; -1 for a spectator. */
  seat: number;
  view: Games[G]['view'];
  /** What the seat may do now; the board offers these and nothing else. */
  legal: Games[G]['action'][];
  /** The seats that must decide. */
  actors: number[];
  /** Names the present decision: what a board keeps of a choice is for this one only (`lib/decision`). */
  decision?: Decision;
  /** What the latest step told, to animate; empty after a fresh start. */
  latest: Games[G]['event'][];
  /** All that this seat was told in this game, step by step: for what the view does not remember. */
  told?: Games[G]['event'][][];
  /** At a shared device: what happened since this seat acted last, while others held it. */
  since?: Games[G]['event'][];
  /** A move is on its way: nothing more is sent until it was answered or refused. */
  isWaiting?: boolean;
  options: Games[G]['options'];
  /** Names by seat. */
  names: string[];
  /** Send actions, as one batch. */
  play: (...actions: Games[G]['action'][]) => void;
  /** Ask before a costly move; resolves at once where the person switched that off. */
  confirm: (question: string) => Promise<boolean>;
  /** Ask the referee why each of these actions is refused now; null: it is not. Nothing is done. */
  whyNot?: (actions: Games[G]['action'][]) => Promise<(Problem | null)[]>;
  /** Open the rules at a clause. */
  showRule?: (clause: string) => void;
  /** Say this instead of what to do, while the board looks back; nothing when it is done. What it has not shown yet, the log does not tell. */
  lookBack?: (words: string, isUntold: boolean) => void;
}

/** Somebody who sits at a shared device while another there is on turn. All look on: it shows nothing that is hidden. */
export type InterruptionProps<G extends GameName> = Pick<BoardProps<G>, 'seat' | 'legal' | 'latest' | 'names' | 'play'>;

/** An option in the reader's language, for people who open a table. */
export interface OptionText {
  label: () => string;
  /** One phrase: what the option changes. */
  about: () => string;
  /** The words of a choice. */
  choices?: Readonly<Record<string, () => string>>;
  /** What the numbers are called that a choice takes besides its words, and which of them can be chosen. */
  numbers?: {
    label: (number: number) => string;
    range: (chosen: Readonly<Record<string, unknown>>) => readonly [number, number];
  };
  /** What the entries of a table are called. */
  entries?: (word: string) => string;
  /** Whether the option means anything with the others as they are; yes if left out. */
  matters?: (chosen: Readonly<Record<string, unknown>>) => boolean;
}

/** `players` has a place of its own, and the tiny game is for counting, not for people. */
export type OptionWords<G extends GameName> = Readonly<
  Record<Exclude<keyof Games[G]['options'], 'players' | 'tiny'>, OptionText>
>;

/** What is heard when something happens, by the type of the event. */
export type GameSounds<G extends GameName> = Partial<Record<Games[G]['event']['type'], Sound>>;

/** What the log tells, but neither a recap nor the board: it shows. */
export type Quiet<G extends GameName> = readonly Games[G]['event']['type'][];

/** What a result shows of each seat, in a game without points. */
export interface Standing<G extends GameName> {
  title: () => string;
  of: (view: Games[G]['view'], seat: number) => string;
}

export interface GameModule<G extends GameName> {
  Board: Component<BoardProps<G>>;
  /** What can be done out of turn, offered between two people at one device. */
  Interruption?: Component<InterruptionProps<G>>;
  /** One sentence: what to do now, or who is awaited. */
  prompt: (props: Pick<BoardProps<G>, 'seat' | 'view' | 'legal' | 'actors' | 'names'>) => string;
  /** A line of the log, in the reader's language, to a seat; null for what is told to the seat alone. */
  tell: (event: Games[G]['event'], names: string[], seat: number) => string | null;
  /** An action in plain words, as the coach advises it. */
  doing: (action: Games[G]['action'], props: Pick<BoardProps<G>, 'seat' | 'view' | 'names'>) => string;
  options: OptionWords<G>;
  /** Why the rules refuse a move. */
  refusals: Sayings;
  /** A guided first game. */
  first: FirstGame<G>;
  sounds: GameSounds<G>;
  quiet: Quiet<G>;
  standing?: Standing<G>;
}

const found = import.meta.glob<{ default: GameModule<GameName> }>('./*/index.ts');

export async function loadGame(name: GameName): Promise<GameModule<GameName>> {
  const load = found[`./${name}/index.ts`];
  if (!load) throw new Error(`There is no board for ${name}.`);
  return (await load()).default;
}
