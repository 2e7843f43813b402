import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { prompt, tell } from './tell';

const game: GameModule<'cat-royal'> = { Board, prompt, tell };
export default game;
