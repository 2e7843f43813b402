import type { Quiet } from '../contract';

export const quiet: Quiet<'cattitude'> = ['hand_dealt', 'bid_sealed', 'bid_revealed', 'choice_made', 'seat_done', 'card_offered', 'card_picked_up'];
