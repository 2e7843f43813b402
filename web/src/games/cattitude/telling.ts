/** The sentence above the board, and the lines of the log. */
import { signed } from '../../lib/numbers';
import { who as whoOf } from '../../lib/viewer';
import { m } from '../../paraglide/messages.js';
import type { Cattitude } from '../../wire';
import { giverOf, securings } from './board';
import { capital, cardsWords, cardTitle, cardWords, listed, speciesWords } from './words';

interface Moment {
  seat: number;
  view: Cattitude.View;
  legal: Cattitude.Action[];
  actors: number[];
  names: string[];
}

export function prompt({ seat, view, legal, actors, names }: Moment): string {
  if (view.phase === 'over') return ending(view, seat, names);
  if (!actors.includes(seat)) {
    return m.cattitude_prompt_wait({ names: listed(actors.map((one) => names[one] ?? '')) });
  }
  switch (view.phase) {
    case 'bid':
      return legal.some((action) => action.type === 'pick_up') ? m.cattitude_prompt_bid_pick() : m.cattitude_prompt_bid();
    case 'choose':
      return m.cattitude_prompt_choose({ name: names[giverOf(view, seat)] ?? '' });
    case 'lose':
      return m.cattitude_prompt_lose();
    default:
      return securings(legal).length ? m.cattitude_prompt_secure() : m.cattitude_prompt_secure_none();
  }
}

function ending(view: Cattitude.View, seat: number, names: string[]): string {
  const winners = names.flatMap((name, one) => (view.places?.[one] === 1 ? [{ name, one }] : []));
  const points = signed(view.scores?.[winners[0]?.one ?? 0] ?? 0);
  if (winners.length === 1 && winners[0]?.one === seat) return m.cattitude_prompt_over_you({ points });
  return m.cattitude_prompt_over({ points, names: listed(winners.map(({ name }) => name)) });
}

export function tell(event: Cattitude.Event, names: string[], viewer: number): string | null {
  const seat = 'seat' in event ? event.seat : -2;
  const [name, who] = [names[seat] ?? '', whoOf(viewer, seat)];
  switch (event.type) {
    case 'round_dealt': {
      const { round, rounds, direction } = event;
      if (!direction) return m.cattitude_log_round({ round, rounds });
      return direction === 'left' ? m.cattitude_log_round_left({ round, rounds }) : m.cattitude_log_round_right({ round, rounds });
    }
    case 'hand_dealt':
      return event.cards.includes('hidden') ? m.cattitude_log_dealt_hidden({ name, who, count: event.cards.length }) : m.cattitude_log_dealt({ name, who, cards: cardsWords(event.cards) });
    case 'bid_sealed':
      return m.cattitude_log_sealed({ name, who });
    case 'choice_made':
      return m.cattitude_log_chose({ name, who });
    case 'seat_done':
      return m.cattitude_log_done({ name, who });
    case 'bid_revealed':
      return m.cattitude_log_revealed({ name, who, cards: cardsWords(event.open), backs: cardsWords(event.closed_backs) });
    case 'bid_taken': {
      const said = { name, giver: names[event.giver] ?? '', who: whoOf(viewer, seat, event.giver) };
      return event.bid === 'open' ? m.cattitude_log_took_open(said) : m.cattitude_log_took_closed(said);
    }
    case 'cards_collected':
      return event.cards.length ? m.cattitude_log_collected({ name, who, cards: cardsWords(event.cards) }) : m.cattitude_log_collected_none({ name, who });
    case 'bonus_collected':
      return event.card === 'hidden'
        ? m.cattitude_log_bonus_hidden({ name, who })
        : m.cattitude_log_bonus({ name, who, card: cardWords(event.card) });
    case 'tie_found':
      return m.cattitude_log_tie({ name, who, species: listed(event.species.map(speciesWords)) });
    case 'species_named':
      return m.cattitude_log_named({ name, who, species: speciesWords(event.species) });
    case 'species_lost':
      return m.cattitude_log_lost({ name, who, taker: cardTitle(event.taker), cards: cardsWords(event.cards) });
    case 'takers_discarded':
      return m.cattitude_log_takers({
        name, who,
        cards: cardsWords([...Array<string>(event.birdoholics).fill('birdoholic'), ...Array<string>(event.catastrophes).fill('catastrophe')]),
      });
    case 'species_secured':
      return m.cattitude_log_secured({ name, who, cards: cardsWords(event.cards) });
    case 'table_cleared':
      return m.cattitude_log_cleared({ name, who, cards: cardsWords(event.cards) });
    case 'palace_opened':
      return m.cattitude_log_palace({ name, who, cards: cardsWords(event.cards) });
    case 'bonus_scored': {
      const species = /(turkey|chicken|peacock)/.exec(event.card)?.[0] ?? '';
      const { birds, needed } = event;
      const found = needed === undefined ? birds : m.cattitude_bonus_at_least({ birds, needed });
      const counted = birds === 1 && needed === undefined ? cardWords(species) : speciesWords(species);
      const said = { name, who, card: cardWords(event.card), birds: `${found} ${counted}` };
      return event.is_met ? m.cattitude_log_bonus_met({ ...said, points: event.points }) : m.cattitude_log_bonus_missed(said);
    }
    case 'seat_scored':
      return m.cattitude_log_scored({ name, who, count: event.score, points: signed(event.score), place: event.place });
    case 'game_ended':
      return capital(m.cattitude_log_ended());
    case 'card_offered':
    case 'card_picked_up':
      return null; // composing is the seat's own business
  }
}
