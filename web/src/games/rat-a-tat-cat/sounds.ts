import type { GameSounds } from '../contract';

export const sounds: GameSounds<'rat-a-tat-cat'> = {
  round_dealt: 'deal', card_kept: 'deal', card_taken: 'deal', cards_swapped: 'capture', knocked: 'knock',
};
