import type { GameModule } from '../contract';
import Board from './Board.svelte';

const game: GameModule<'cattitude'> = {
  Board,
  prompt: () => '',
  tell: (event) => event.type,
};
export default game;
