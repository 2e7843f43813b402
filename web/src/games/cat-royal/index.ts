import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { options } from './options';
import { prompt, tell } from './tell';
import { refusals } from './refusals';

const game: GameModule<'cat-royal'> = { Board, prompt, tell, options, refusals };
export default game;
