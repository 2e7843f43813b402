import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { prompt, tell } from './telling';

const game: GameModule<'cattitude'> = { Board, prompt, tell };
export default game;
