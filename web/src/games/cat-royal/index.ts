import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { doing } from './doing';
import { first } from './hints';
import { options } from './options';
import { refusals } from './refusals';
import { sounds } from './sounds';
import { standing } from './standing';
import { prompt, tell } from './tell';

const game: GameModule<'cat-royal'> = { Board, prompt, tell, doing, options, refusals, first, sounds, standing };
export default game;
