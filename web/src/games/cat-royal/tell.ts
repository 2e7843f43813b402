/** Lines of the log, and the sentence that says what to do now. */
import { who } from '../../lib/viewer';
import { m } from '../../paraglide/messages.js';
import type { CatRoyal } from '../../wire';
import type { GameModule } from '../contract';
import { plays } from './targets';
import { cardName, placeName, sentence, whom, whose } from './words';

export function tell(event: CatRoyal.Event, names: string[], viewer: number): string | null {
  const name = (seat: number): string => names[seat] ?? '';
  const of = (one: { of: number; figure: string }): string => whose(one.figure, name(one.of), who(viewer, one.of));
  switch (event.type) {
    case 'turn_began':
      return m.royal_tell_turn({ name: name(event.seat), who: who(viewer, event.seat) });
    case 'hand_dealt': // told for every seat; once is enough
      return event.seat === 0 ? m.royal_tell_dealt({ count: event.cards.length }) : null;
    case 'pile_shuffled':
      return m.royal_tell_shuffled({ cards: event.cards });
    case 'card_played': {
      const copied = event.copied === undefined ? null : m.royal_card_copy_of({ card: cardName(event.copied) });
      return m.royal_tell_played({ name: name(event.seat), who: who(viewer, event.seat), card: copied ?? cardName(event.card) });
    }
    case 'card_discarded':
      return m.royal_tell_discarded({ name: name(event.seat), who: who(viewer, event.seat), card: cardName(event.card) });
    case 'cheated':
      return event.change < 0 ? m.royal_tell_cheated_less() : m.royal_tell_cheated_more();
    case 'figure_started':
      return sentence(m.royal_tell_started({ whose: of(event), place: placeName(event.target) }));
    case 'figure_moved':
      return sentence(m.royal_tell_moved({ whose: of(event), origin: placeName(event.origin), place: placeName(event.target) }));
    case 'figure_drawn':
      return sentence(m.royal_tell_drawn({ whose: of(event), origin: placeName(event.origin), place: placeName(event.target) }));
    case 'figures_swapped':
      return sentence(m.royal_tell_swapped({ whose: of(event), other: whose(event.their_figure, name(event.seat), who(viewer, event.seat)) }));
    case 'figure_captured':
      return sentence(m.royal_tell_captured({
        whose: whose(event.captor, name(event.by), who(viewer, event.by)), whom: whom(event.figure, name(event.of), who(viewer, event.of)),
        place: placeName(event.field),
      }));
    case 'exit_blocked':
      return sentence(m.royal_tell_blocked({ whose: of(event), place: placeName(event.exit) }));
    case 'wormhole_passed':
      return sentence(m.royal_tell_fell({ whose: of(event), origin: placeName(event.origin), place: placeName(event.target) }));
    case 'wormhole_closed':
      return sentence(m.royal_tell_closed({ whose: of(event), place: placeName(event.field) }));
    case 'accused': {
      const inputs = { name: name(event.seat), other: name(event.accused), who: who(viewer, event.seat, event.accused) };
      return event.is_guilty ? m.royal_tell_accused_right(inputs) : m.royal_tell_accused_wrong(inputs);
    }
    case 'figure_punished':
      return sentence(m.royal_tell_punished({ whose: of(event), origin: placeName(event.field) }));
    case 'wormholes_moved':
      return m.royal_tell_wormholes({ name: name(event.seat), who: who(viewer, event.seat), fields: event.wormholes.join(', ') });
    case 'game_ended':
      return event.reason === 'the hand is played' ? m.royal_tell_hand_played() : m.royal_tell_home();
  }
}

/** What of a step is most worth saying beside the board. */
const NEWS: readonly CatRoyal.Event['type'][] = [
  'accused', 'figure_captured', 'wormhole_passed', 'figures_swapped', 'figure_moved', 'figure_drawn', 'figure_started',
  'wormholes_moved', 'card_discarded',
];

export function news(latest: CatRoyal.Event[], names: string[], viewer: number): string | null {
  const type = NEWS.find((one) => latest.some((event) => event.type === one));
  const event = latest.filter((one) => one.type === type).at(-1);
  return event ? tell(event, names, viewer) : null;
}

export const prompt: GameModule<'cat-royal'>['prompt'] = ({ seat, view, legal, names }) => {
  const name = (one: number): string => names[one] ?? '';
  if (view.over) {
    const winners = (view.places ?? []).flatMap((place, one) => (place === 1 ? [one] : []));
    const [first = 0, second] = winners;
    if (winners.length === 1) return m.royal_prompt_won({ name: name(first) });
    if (second !== undefined && view.places?.length === 4) return m.royal_prompt_won_pair({ name: name(first), partner: name(second) });
    return m.royal_prompt_over();
  }
  if (seat !== view.turn) return m.royal_prompt_wait({ name: name(view.turn) });
  if (legal.some((action) => action.type === 'discard')) return m.royal_prompt_discard();
  const of = plays(legal, 0)[0]?.of ?? seat;
  return of === seat ? m.royal_prompt_play() : m.royal_prompt_partner({ name: name(of) });
};
