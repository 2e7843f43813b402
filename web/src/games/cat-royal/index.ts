import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { doing } from './doing';
import { first } from './hints';
import Interruption from './Interruption.svelte';
import { options } from './options';
import { quiet } from './quiet';
import { refusals } from './refusals';
import { sounds } from './sounds';
import { standing } from './standing';
import { prompt, tell } from './tell';

const game: GameModule<'cat-royal'> = { Board, Interruption, prompt, tell, doing, options, refusals, first, sounds, quiet, standing };
export default game;
