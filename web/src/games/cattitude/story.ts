/** What a round brought each seat, kept from its events so that it can be read in peace. */
import type { Cattitude } from '../../wire';

export interface Loss {
  taker: string;
  species: string;
  cards: string[];
}
export interface SeatStory {
  giver: number | null;
  bid: string;
  gained: string[];
  bonuses: string[];
  losses: Loss[];
  /** Birdoholics and catastrophes that came. */
  takers: string[];
  secured: { species: string; cards: string[] }[];
  left: string[];
}
export interface Story {
  seats: Record<number, SeatStory>;
  /** The next round was dealt; the next bids begin a new story. */
  isTold: boolean;
}

export const NO_STORY: Story = { seats: {}, isTold: false };
const NOTHING: SeatStory = { giver: null, bid: '', gained: [], bonuses: [], losses: [], takers: [], secured: [], left: [] };

export function storyOf(story: Story, seat: number): SeatStory | null {
  return story.seats[seat] ?? null;
}

/** Follow the events of a step; hearing the same step twice changes nothing. */
export function follow(story: Story, events: readonly Cattitude.Event[]): Story {
  return events.reduce(next, story);
}

function next(story: Story, event: Cattitude.Event): Story {
  const write = (seat: number, change: (known: SeatStory) => Partial<SeatStory>): Story => {
    const known = story.seats[seat] ?? NOTHING;
    return { ...story, seats: { ...story.seats, [seat]: { ...known, ...change(known) } } };
  };
  switch (event.type) {
    case 'round_dealt':
      return { ...story, isTold: true };
    case 'bid_revealed':
      return story.isTold ? NO_STORY : story;
    case 'bid_taken':
      return write(event.seat, () => ({ ...NOTHING, giver: event.giver, bid: event.bid }));
    case 'cards_collected':
      return write(event.seat, () => ({ gained: event.cards }));
    case 'bonus_collected':
      return write(event.seat, ({ bonuses }) => ({ bonuses: [...bonuses, event.card] }));
    case 'species_lost': {
      const { taker, species, cards } = event;
      return write(event.seat, ({ losses }) => ({
        losses: [...losses.filter((loss) => loss.species !== species), { taker, species, cards }],
      }));
    }
    case 'takers_discarded':
      return write(event.seat, () => ({
        takers: [
          ...Array<string>(event.birdoholics).fill('birdoholic'),
          ...Array<string>(event.catastrophes).fill('catastrophe'),
        ],
      }));
    case 'species_secured': {
      const { species, cards } = event;
      return write(event.seat, ({ secured }) => ({
        secured: [...secured.filter((one) => one.species !== species), { species, cards }],
      }));
    }
    case 'table_cleared':
      return write(event.seat, () => ({ left: event.cards }));
    default:
      return story;
  }
}
