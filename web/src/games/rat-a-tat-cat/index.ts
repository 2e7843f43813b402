import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { options } from './options';
import { prompt } from './prompt';
import { refusals } from './refusals';
import { tell } from './tell';

const game: GameModule<'rat-a-tat-cat'> = { Board, prompt, tell, options, refusals };
export default game;
