import type { Quiet } from '../contract';

export const quiet: Quiet<'rat-a-tat-cat'> = ['turn_began', 'seat_ready', 'card_seen', 'card_drawn', 'card_revealed'];
