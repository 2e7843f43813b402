/** Why a move is refused, in the reader's language; the names are those of the rules. */
import type { Sayings } from '../../lib/refusals';
import { m } from '../../paraglide/messages.js';

export const refusals: Sayings = {
  card_is_drawn: m.rat_refused_card_is_drawn,
  for_a_seat: m.rat_refused_for_a_seat,
  for_the_table: m.rat_refused_for_the_table,
  game_over: m.rat_refused_game_over,
  knocked_already: m.rat_refused_knocked_already,
  knocker_is_protected: m.rat_refused_knocker_is_protected,
  no_card_drawn: m.rat_refused_no_card_drawn,
  no_power_cards_in_row: m.rat_refused_no_power_cards_in_row,
  no_such_opponent: m.rat_refused_no_such_opponent,
  no_such_slot: m.rat_refused_no_such_slot,
  not_a_draw_two: m.rat_refused_not_a_draw_two,
  not_a_peek: m.rat_refused_not_a_peek,
  not_a_swap: m.rat_refused_not_a_swap,
  not_in_play: m.rat_refused_not_in_play,
  not_timed: m.rat_refused_not_timed,
  not_your_turn: m.rat_refused_not_your_turn,
  nothing_to_confirm: m.rat_refused_nothing_to_confirm,
  outer_cards_stay: m.rat_refused_outer_cards_stay,
  power_card_on_top: m.rat_refused_power_card_on_top,
  ready_already: m.rat_refused_ready_already,
  still_looking: m.rat_refused_still_looking,
  swap_with_oneself: m.rat_refused_swap_with_oneself,
  time_said: m.rat_refused_time_said,
  first_dealer_not_seated: m.rat_refused_first_dealer_not_seated,
  tiny_is_for_two: m.rat_refused_tiny_is_for_two,
  turn_is_played: m.rat_refused_turn_is_played,
  turn_not_played: m.rat_refused_turn_not_played,
};
