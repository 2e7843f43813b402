import type { GameSounds } from '../contract';

export const sounds: GameSounds<'cat-royal'> = {
  hand_dealt: 'deal', card_played: 'deal', figure_captured: 'capture', figure_punished: 'capture', accused: 'knock',
};
