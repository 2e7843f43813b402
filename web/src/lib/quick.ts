/** From one tap to a dealt table. */
import { loadGame } from '../games/contract';
import { m } from '../paraglide/messages.js';
import type { GameName, NewTable } from '../wire';
import { api } from './api';
import { device } from './device.svelte';
import { lessons } from './lessons.svelte';
import { route } from './route.svelte';

const BOTS = 2;

/** Who has told no name yet plays as a guest. */
const nickname = (): string => device.nickname || m.home_guest();

async function deal(words: NewTable): Promise<string> {
  const seated = await api.open(words);
  device.keep(seated.code, seated.token);
  await api.start(seated.table);
  return seated.code;
}

export async function playBots(game: GameName): Promise<void> {
  route.go(`/t/${await deal({ game, nickname: nickname(), bots: BOTS, has_hints: true, options: { players: BOTS + 1 } })}`);
}

/** A guided game with the gentlest opponent there is. */
export async function playFirstGame(game: GameName): Promise<void> {
  const [{ first }, games] = await Promise.all([loadGame(game), api.games()]);
  const levels = games.find((one) => one.name === game)?.levels ?? [];
  const level = levels.find((one) => one === 'kitten') ?? levels[0];
  const options = { ...first.options, players: 2 };
  const code = await deal({ game, nickname: nickname(), bots: 1, options, ...(level ? { level } : {}) });
  lessons.begin(game, code);
  route.go(`/t/${code}`);
}
