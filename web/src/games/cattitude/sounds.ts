import type { GameSounds } from '../contract';

export const sounds: GameSounds<'cattitude'> = { round_dealt: 'deal', bid_taken: 'deal', species_lost: 'capture' };
