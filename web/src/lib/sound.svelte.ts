/** A few short sounds, made on the spot; silent until a person turns them on. */
import { untrack } from 'svelte';
import { read, write } from './kept';

export type Sound = 'deal' | 'purr' | 'knock' | 'capture' | 'win';

const KEY = 'purrlor.sound';

/** What a sound is made of: tones (hertz) or noise, when, how long (seconds), how loud. */
interface Stroke {
  at: number;
  lasts: number;
  loud: number;
  /** From this pitch to that; noise if there is none. */
  from?: number;
  to?: number;
  shape?: OscillatorType;
}

export const STROKES: Record<Sound, readonly Stroke[]> = {
  deal: [0, 0.07, 0.14].map((at) => ({ at, lasts: 0.05, loud: 0.12 })),
  purr: Array.from({ length: 12 }, (_, beat) => ({
    at: beat * 0.042, lasts: 0.036, loud: 0.16 + 0.08 * Math.sin((beat / 11) * Math.PI), from: 96, to: 78, shape: 'triangle' as const,
  })),
  knock: [0, 0.16, 0.38].map((at) => ({ at, lasts: 0.09, loud: 0.5, from: 190, to: 70, shape: 'sine' as const })),
  capture: [
    { at: 0, lasts: 0.18, loud: 0.22, from: 520, to: 180, shape: 'triangle' },
    { at: 0.02, lasts: 0.08, loud: 0.1 },
  ],
  win: [523, 659, 784, 1047].map((from, note) => ({ at: note * 0.12, lasts: 0.3, loud: 0.16, from, to: from, shape: 'triangle' as const })),
};

class Sounds {
  #isOn = $state(read(KEY) === 'yes');
  #context: AudioContext | null = null;

  get isOn(): boolean {
    return this.#isOn;
  }
  set isOn(value: boolean) {
    this.#isOn = value;
    write(KEY, value ? 'yes' : 'no');
    if (value) this.play('purr'); // a browser lets sound begin only with a tap: this is the one
  }

  play(sound: Sound): void {
    if (!untrack(() => this.#isOn) || typeof AudioContext === 'undefined') return;
    if (navigator.userActivation?.hasBeenActive === false) return; // the browser would only complain
    const context = (this.#context ??= new AudioContext());
    void context.resume();
    for (const stroke of STROKES[sound]) strike(context, stroke);
  }
}

function strike(context: AudioContext, { at, lasts, loud, from, to, shape }: Stroke): void {
  const begin = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  gain.connect(context.destination);
  if (from === undefined) {
    const noise = context.createBufferSource();
    noise.buffer = hiss(context, lasts);
    noise.connect(gain);
    noise.start(begin);
    return;
  }
  const tone = context.createOscillator();
  tone.type = shape ?? 'sine';
  tone.frequency.setValueAtTime(from, begin);
  tone.frequency.exponentialRampToValueAtTime(to ?? from, begin + lasts);
  tone.connect(gain);
  tone.start(begin);
  tone.stop(begin + lasts + 0.02);
}

/** Paper on felt: noise that has lost its edge. */
function hiss(context: AudioContext, lasts: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lasts), context.sampleRate);
  const samples = buffer.getChannelData(0);
  let last = 0;
  for (let i = 0; i < samples.length; i++) samples[i] = last = last * 0.6 + (Math.random() * 2 - 1) * 0.4;
  return buffer;
}

export const sounds = new Sounds();
