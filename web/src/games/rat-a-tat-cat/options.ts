/** The choices before a game, in the reader's language. */
import type { OptionWords } from '../contract';
import { m } from '../../paraglide/messages.js';

export const options: OptionWords<'rat-a-tat-cat'> = {
  end: {
    label: m.rat_option_end,
    about: m.rat_option_end_about,
    choices: { rounds: m.rat_option_end_rounds, time: m.rat_option_end_time, points: m.rat_option_end_points },
  },
  rounds: {
    label: m.rat_option_rounds,
    about: m.rat_option_rounds_about,
    matters: ({ end = 'rounds' }) => end === 'rounds',
  },
  minutes: { label: m.rat_option_minutes, about: m.rat_option_minutes_about, matters: ({ end }) => end === 'time' },
  limit: { label: m.rat_option_limit, about: m.rat_option_limit_about, matters: ({ end }) => end === 'points' },
  first_dealer: {
    label: m.rat_option_first_dealer,
    about: m.rat_option_first_dealer_about,
    choices: { lot: m.rat_option_first_dealer_lot, seat0: m.rat_option_first_dealer_seat0 },
    // Seat 0 has a word of its own.
    numbers: { label: (seat) => m.rat_option_first_dealer_seat({ seat: seat + 1 }), range: ({ players }) => [1, Number(players) - 1] },
  },
  take_power_cards: { label: m.rat_option_take_power_cards, about: m.rat_option_take_power_cards_about },
  power_cards_in_row: { label: m.rat_option_power_cards_in_row, about: m.rat_option_power_cards_in_row_about },
  knocker_protected: { label: m.rat_option_knocker_protected, about: m.rat_option_knocker_protected_about },
  young_players: { label: m.rat_option_young_players, about: m.rat_option_young_players_about },
  memory_aid: { label: m.rat_option_memory_aid, about: m.rat_option_memory_aid_about },
};
