import type { GameModule } from '../contract';
import Board from './Board.svelte';
import { doing } from './doing';
import { first } from './hints';
import { options } from './options';
import { prompt } from './prompt';
import { quiet } from './quiet';
import { refusals } from './refusals';
import { sounds } from './sounds';
import { tell } from './tell';

const game: GameModule<'rat-a-tat-cat'> = { Board, prompt, tell, doing, options, refusals, first, sounds, quiet };
export default game;
