/** How the host arranges the seats between games; the server decides whether that may be. */
import { loadGame, type OptionText } from '../games/contract';
import type { Rules, TableInfo } from '../wire';
import { api } from './api';

/** What is played now, with another number of seats; an option that names a seat too many is as usual again. */
async function rulesFor(table: TableInfo, players: number, removed: number[]): Promise<Rules> {
  const { game, is_listed, can_spectate, has_chat, has_hints, clock } = table;
  const texts = (await loadGame(game)).options as Readonly<Record<string, OptionText>>;
  const chosen: Record<string, unknown> = { ...table.options, players };
  const isGone = (name: string): boolean => Number(chosen[name]) > (texts[name]?.numbers?.range(chosen)[1] ?? Infinity);
  const options = Object.fromEntries(Object.entries(chosen).filter(([name]) => !isGone(name)));
  return { game, options, is_listed, can_spectate, has_chat, has_hints, clock, removed } as Rules;
}

export async function addSeat(table: TableInfo): Promise<void> {
  await api.change(table.code, await rulesFor(table, table.seats.length + 1, []));
}

async function empty(table: TableInfo, seat: number): Promise<void> {
  if (table.seats[seat]?.kind !== 'open') await api.leave(table.code, seat);
}

/** Play without a seat; whoever has it leaves. */
export async function removeSeat(table: TableInfo, seat: number): Promise<void> {
  await empty(table, seat);
  await api.change(table.code, await rulesFor(table, table.seats.length - 1, [seat]));
}

/** Let a bot have a seat; whoever has it leaves. */
export async function seatBot(table: TableInfo, seat: number, level = 'policy'): Promise<void> {
  await empty(table, seat);
  await api.seatBots(table.code, level, seat);
}

/** The people who hold a seat and are not here. */
export const absent = (table: TableInfo): { seat: number; name: string }[] =>
  table.seats.flatMap(({ kind, name, is_present }, seat) => (kind === 'person' && !is_present ? [{ seat, name }] : []));
