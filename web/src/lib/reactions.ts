/** The faces that can be made, and their names. */
import { m } from '../paraglide/messages.js';

export const REACTIONS: Record<string, () => string> = {
  purr: m.react_purr, laugh: m.react_laugh, wow: m.react_wow, hiss: m.react_hiss,
  sleepy: m.react_sleepy, clap: m.react_clap, oops: m.react_oops, thanks: m.react_thanks,
};
