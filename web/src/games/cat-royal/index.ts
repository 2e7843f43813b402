import type { GameModule } from '../contract';
import Board from './Board.svelte';

const game: GameModule<'cat-royal'> = {
  Board,
  prompt: () => '',
  tell: (event) => event.type,
};
export default game;
