/** One sentence: what to do now, or who is awaited. */
import { listed } from '../../lib/language.svelte';
import { m } from '../../paraglide/messages.js';
import type { BoardProps } from '../contract';
import { offered, type Action, type View } from './board';
import { theCard } from './words';

type Situation = Pick<BoardProps<'rat-a-tat-cat'>, 'seat' | 'view' | 'legal' | 'actors' | 'names'>;

export function prompt({ seat, view, legal, actors, names }: Situation): string {
  if (view.phase === 'over') {
    return m.rat_ask_over({ names: listed(names.filter((_, one) => view.places?.[one] === 1)) });
  }
  if (view.phase === 'look') return look({ seat, view, legal, actors, names });
  if (seat >= 0 && actors.includes(seat)) {
    const ask = mine(seat, view, legal);
    return view.knocker >= 0 && view.phase === 'turn' ? `${m.rat_ask_last()} ${ask}` : ask;
  }
  if (view.out.includes(seat)) return m.rat_ask_out();
  const name = names[view.turn] ?? '';
  if (view.phase === 'drawn') return m.rat_ask_wait_drawn({ name });
  return view.phase === 'end' && view.knocker < 0 ? m.rat_ask_wait_end({ name }) : m.rat_ask_wait({ name });
}

function look({ seat, view, legal, actors, names }: Situation): string {
  if (!legal.some((action) => action.type === 'ready')) {
    return m.rat_ask_look_wait({ names: listed(actors.map((one) => names[one] ?? '')) });
  }
  const isOpen = view.rows.some((row, one) => one !== seat && row.some((card) => card !== 'hidden'));
  return isOpen ? m.rat_ask_look_young() : m.rat_ask_look();
}

function mine(seat: number, view: View, legal: Action[]): string {
  if (view.phase === 'turn') {
    const top = view.discard_pile[0];
    return offered(legal, 'take_discard').length && top ? m.rat_ask_draw_take({ card: theCard(top) }) : m.rat_ask_draw();
  }
  if (view.phase === 'drawn') {
    if (offered(legal, 'peek').length) return m.rat_ask_peek();
    if (offered(legal, 'swap').length) return m.rat_ask_swap();
    if (offered(legal, 'draw_two').length) return m.rat_ask_draw_2();
    const card = theCard(view.drawn);
    return view.draws_left > 0 ? m.rat_ask_number_again({ card }) : m.rat_ask_number({ card });
  }
  const seen = view.peeked?.seat === seat ? view.rows[seat]?.[view.peeked.slot] : undefined;
  if (seen && seen !== 'hidden') return m.rat_ask_end_seen({ card: theCard(seen) });
  return offered(legal, 'knock').length ? m.rat_ask_end() : m.rat_ask_end_only();
}
