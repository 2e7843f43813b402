import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { options } from './options';
import { prompt, tell } from './telling';
import { refusals } from './refusals';

const game: GameModule<'cattitude'> = { Board, prompt, tell, options, refusals };
export default game;
