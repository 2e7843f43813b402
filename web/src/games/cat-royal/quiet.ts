import type { Quiet } from '../contract';

export const quiet: Quiet<'cat-royal'> = ['turn_began', 'hand_dealt', 'pile_shuffled', 'card_played', 'exit_blocked'];
