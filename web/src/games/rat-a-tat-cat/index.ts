import type { GameModule } from '../contract';
import Board from './Board.svelte';

const game: GameModule<'rat-a-tat-cat'> = {
  Board,
  prompt: () => '',
  tell: (event) => event.type,
};
export default game;
