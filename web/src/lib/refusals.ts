/** Why something was refused, in the reader's language. */
import { m } from '../paraglide/messages.js';
import type { Problem } from '../wire';

/** Says a reason; each takes the words of its own sentence. */
export type Sayings = Readonly<Record<string, (words: never) => string>>;

/** What the parlour itself refuses; what the rules of a game refuse is said in the game's folder. */
const SAYINGS: Sayings = {
  bad_record: m.refused_bad_record,
  batch_ends: m.refused_batch_ends,
  bot_stays: m.refused_bot_stays,
  clock_out_of_range: m.refused_clock_out_of_range,
  commitment_stands: m.refused_commitment_stands,
  fault: m.refused_fault,
  game_begins: m.refused_game_begins,
  game_not_over: m.refused_game_not_over,
  game_running: m.refused_game_running,
  host_only: m.refused_host_only,
  key_does_not_fit: m.refused_key_does_not_fit,
  malformed: m.refused_malformed,
  name_taken: m.refused_name_taken,
  nickname_length: m.refused_nickname_length,
  no_chat: m.refused_no_chat,
  no_hints: m.refused_no_hints,
  hints_for_players: m.refused_hints_for_players,
  nothing_to_decide: m.refused_nothing_to_decide,
  too_many_hints: m.refused_too_many_hints,
  no_game_begun: m.refused_no_game_begun,
  no_game_running: m.refused_no_game_running,
  no_person: m.refused_no_person,
  no_person_there: m.refused_no_person_there,
  no_seat: m.refused_no_seat,
  no_spectators: m.refused_no_spectators,
  no_such_request: m.refused_no_such_request,
  no_table: m.refused_no_table,
  nonce_does_not_fit: m.refused_nonce_does_not_fit,
  nonce_not_asked: m.refused_nonce_not_asked,
  nonces_missing: m.refused_nonces_missing,
  not_json: m.refused_not_json,
  not_your_seat: m.refused_not_your_seat,
  nothing_here: m.refused_nothing_here,
  nothing_to_pause: m.refused_nothing_to_pause,
  option_out_of_range: m.refused_option_out_of_range,
  options_malformed: m.refused_options_malformed,
  other_game_began: m.refused_other_game_began,
  paused: m.refused_paused,
  seat_empty: m.refused_seat_empty,
  seat_link_invalid: m.refused_seat_link_invalid,
  seat_not_open: m.refused_seat_not_open,
  seat_of_a_person: m.refused_seat_of_a_person,
  seat_taken: m.refused_seat_taken,
  seats_open: m.refused_seats_open,
  start_called_off: m.refused_start_called_off,
  store_failed: m.refused_store_failed,
  table_closed: m.refused_table_closed,
  unforgotten: m.refused_unforgotten,
  table_crowded: m.refused_table_crowded,
  table_full: m.refused_table_full,
  table_moved_on: m.refused_table_moved_on,
  text_length: m.refused_text_length,
  too_long: m.refused_too_long,
  too_many_bots: m.refused_too_many_bots,
  too_many_people: m.refused_too_many_people,
  too_many_sockets: m.refused_too_many_sockets,
  too_many_tables: m.refused_too_many_tables,
  too_much_talk: m.refused_too_much_talk,
  too_often: m.refused_too_often,
  unknown_game: m.refused_unknown_game,
  unknown_level: m.refused_unknown_level,
  unknown_option: m.refused_unknown_option,
  unknown_reaction: m.refused_unknown_reaction,
  unreadable: m.refused_unreadable,
};

/** A refusal as its reader understands it; in the server's own words where we have none. */
export function refusalWords(problem: Pick<Problem, 'reason' | 'sentence' | 'words'>, ofGame: Sayings = {}): string {
  const say = ofGame[problem.reason] ?? SAYINGS[problem.reason];
  return say ? say(problem.words as never) : problem.sentence;
}
