import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { doing } from './doing';
import { first } from './hints';
import { options } from './options';
import { refusals } from './refusals';
import { sounds } from './sounds';
import { prompt, tell } from './tell';

const game: GameModule<'cat-royal'> = { Board, prompt, tell, doing, options, refusals, first, sounds };
export default game;
