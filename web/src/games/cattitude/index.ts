import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { doing } from './doing';
import { first } from './hints';
import { options } from './options';
import { quiet } from './quiet';
import { refusals } from './refusals';
import { sounds } from './sounds';
import { prompt, tell } from './telling';

const game: GameModule<'cattitude'> = { Board, prompt, tell, doing, options, refusals, first, sounds, quiet };
export default game;
