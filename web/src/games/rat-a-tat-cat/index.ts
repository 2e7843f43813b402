import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { prompt } from './prompt';
import { tell } from './tell';

const game: GameModule<'rat-a-tat-cat'> = { Board, prompt, tell };
export default game;
