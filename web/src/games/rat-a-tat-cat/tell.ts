/** The log: one line for every public event, none for what only a seat itself may know. */
import { who as whoOf } from '../../lib/viewer';
import { m } from '../../paraglide/messages.js';
import type { Event } from './board';
import { quiet } from './quiet';
import { theCard } from './words';

const capital = (line: string): string => line.charAt(0).toLocaleUpperCase() + line.slice(1);

export function tell(event: Event, names: string[], viewer: number): string | null {
  const seat = 'seat' in event ? event.seat : -2;
  const [name, who] = [names[seat] ?? '', whoOf(viewer, seat)];
  switch (event.type) {
    case 'round_dealt':
      return m.rat_told_dealt({ round: event.round, name: names[event.dealer] ?? '', who: whoOf(viewer, event.dealer) });
    case 'starter_turned':
      return m.rat_told_starter({ card: theCard(event.card) });
    case 'starter_returned':
      return capital(m.rat_told_starter_back({ card: theCard(event.card) }));
    case 'card_taken':
      return m.rat_told_taken({ name, who, card: theCard(event.card), slot: event.slot + 1, replaced: theCard(event.replaced) });
    case 'card_kept':
      return m.rat_told_kept({ name, who, slot: event.slot + 1, replaced: theCard(event.replaced) });
    case 'card_discarded':
      return m.rat_told_discarded({ name, who, card: theCard(event.card) });
    case 'card_peeked_at':
      // What was seen is not written down: remembering is the game (R9.3).
      return m.rat_told_peeked({ name, who, slot: event.slot + 1 });
    case 'cards_swapped':
      return m.rat_told_swapped({
        name, slot: event.slot + 1, other: names[event.other] ?? '', their_slot: event.their_slot + 1, who: whoOf(viewer, seat, event.other),
      });
    case 'draw_two_used':
      return m.rat_told_draw_two({ name, who });
    case 'knocked':
      return m.rat_told_knocked({ name, who });
    case 'pile_shuffled':
      return m.rat_told_shuffled();
    case 'power_card_replaced':
      return m.rat_told_power_replaced({ name, who, card: theCard(event.card), replacement: theCard(event.replacement) });
    case 'seat_scored':
      return m.rat_told_scored({ name, who, score: event.score, total: event.total });
    case 'seat_out':
      return m.rat_told_out({ name, who });
    case 'time_called':
      return m.rat_told_time();
    case 'game_ended':
      return m.rat_told_over();
    case 'seat_ready':
      return m.rat_told_ready({ name, who });
    case 'turn_began':
      return m.rat_told_turn({ name, who });
    case 'card_drawn':
      return m.rat_told_drawn({ name, who });
    case 'card_revealed':
      return m.rat_told_revealed({ name, who, slot: event.slot + 1, card: theCard(event.card) });
    case 'card_seen': // others hear of it only where outer cards lie open; the own ones are to be remembered
      return who === 'you' ? null : m.rat_told_open({ name, who, slot: event.slot + 1, card: theCard(event.card) });
  }
}

/** The latest line that is worth saying beside the cards. */
export function news(told: Event[], names: string[], viewer: number): string {
  for (const event of [...told].reverse()) {
    const line = quiet.includes(event.type) ? null : tell(event, names, viewer);
    if (line !== null) return line;
  }
  return '';
}
