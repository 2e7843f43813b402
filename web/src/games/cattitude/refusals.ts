/** Why a move is refused, in the reader's language; the names are those of the rules. */
import type { Sayings } from '../../lib/refusals';
import { m } from '../../paraglide/messages.js';

export const refusals: Sayings = {
  beginners_pick_nothing_up: m.cattitude_refused_beginners_pick_nothing_up,
  cards_left: m.cattitude_refused_cards_left,
  chosen_already: m.cattitude_refused_chosen_already,
  done_already: m.cattitude_refused_done_already,
  first_round: m.cattitude_refused_first_round,
  for_a_seat: m.cattitude_refused_for_a_seat,
  game_over: m.cattitude_refused_game_over,
  never_picked_up: m.cattitude_refused_never_picked_up,
  no_birds: m.cattitude_refused_no_birds,
  no_noble: m.cattitude_refused_no_noble,
  no_such_royal: m.cattitude_refused_no_such_royal,
  no_such_value: m.cattitude_refused_no_such_value,
  no_tie: m.cattitude_refused_no_tie,
  no_tie_of_yours: m.cattitude_refused_no_tie_of_yours,
  nobles_go_first: m.cattitude_refused_nobles_go_first,
  not_bidding: m.cattitude_refused_not_bidding,
  not_choosing: m.cattitude_refused_not_choosing,
  no_such_number: m.cattitude_refused_no_such_number,
  no_such_red_card: m.cattitude_refused_no_such_red_card,
  red_cards_are_fifteen: m.cattitude_refused_red_cards_are_fifteen,
  not_in_hand: m.cattitude_refused_not_in_hand,
  not_in_the_tie: m.cattitude_refused_not_in_the_tie,
  not_on_table: m.cattitude_refused_not_on_table,
  not_securing: m.cattitude_refused_not_securing,
  sealed_already: m.cattitude_refused_sealed_already,
  tiny_is_for_two: m.cattitude_refused_tiny_is_for_two,
  two_picked_up: m.cattitude_refused_two_picked_up,
};
