// sounds.ts — the sounds of the table: a march, fire, dice, a loss, and two notes at the player's turn. Each is made of
// a few tones or a breath of noise, and each can be switched off.

import type { Told } from '../net/protocol';
import type { Scene } from './scene';
import { settings } from './settings';

export const SOUNDS = ['turn', 'march', 'fire', 'dice', 'loss'] as const;
export type Sound = (typeof SOUNDS)[number];

let audio: AudioContext | null = null;

function swell(at: number, loud: number, lasts: number): GainNode {
  const volume = audio!.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + Math.min(0.02, lasts / 4));
  volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  volume.connect(audio!.destination);
  return volume;
}

function tone(at: number, pitch: number, loud: number, lasts: number) {
  const source = audio!.createOscillator();
  source.frequency.value = pitch;
  source.connect(swell(at, loud, lasts));
  source.start(at);
  source.stop(at + lasts);
}

/** Noise below a pitch: low for guns, high for dice. */
function noise(at: number, pitch: number, loud: number, lasts: number) {
  const length = Math.ceil(audio!.sampleRate * lasts);
  const buffer = audio!.createBuffer(1, length, audio!.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = Math.random() * 2 - 1;
  const source = audio!.createBufferSource();
  const filter = audio!.createBiquadFilter();
  source.buffer = buffer;
  filter.type = 'lowpass';
  filter.frequency.value = pitch;
  source.connect(filter).connect(swell(at, loud, lasts));
  source.start(at);
}

/** Tones or noises one after the other: when, of which pitch, how loud and how long. */
const MADE: Record<Sound, { made: typeof tone; parts: [number, number, number, number][] }> = {
  turn: {
    made: tone,
    parts: [
      [0, 523, 0.12, 0.55],
      [0.16, 784, 0.12, 0.55],
    ],
  },
  march: {
    made: noise,
    parts: [
      [0, 700, 0.07, 0.09],
      [0.13, 700, 0.07, 0.09],
    ],
  },
  fire: { made: noise, parts: [[0, 260, 0.3, 0.5]] },
  dice: {
    made: noise,
    parts: [
      [0, 5200, 0.09, 0.035],
      [0.06, 5200, 0.09, 0.035],
      [0.11, 5200, 0.09, 0.035],
      [0.19, 5200, 0.09, 0.035],
    ],
  },
  loss: {
    made: tone,
    parts: [
      [0, 220, 0.1, 0.4],
      [0.12, 165, 0.1, 0.4],
    ],
  },
};

export function play(sound: Sound, after = 0) {
  if (!settings.get().sounds.includes(sound)) return;
  try {
    audio ??= new AudioContext();
    const { made, parts } = MADE[sound];
    for (const [at, pitch, loud, lasts] of parts) made(audio.currentTime + after + at, pitch, loud, lasts);
  } catch {
    // No sound on this machine.
  }
}

/** The sound of an order: its march or its fire, the dice, and its losses. */
export function soundsOf(told: Pick<Told, 'dice' | 'back'>, scene: Scene): Sound[] {
  if (told.back) return [];
  const heard: Sound[] = [];
  if (scene.attacks.length) heard.push('fire');
  else if (scene.moves.length) heard.push('march');
  if (told.dice.length) heard.push('dice');
  if (scene.losses.length) heard.push('loss');
  return heard;
}

const APART = 0.3; // seconds

export function playAll(sounds: Sound[]) {
  if (document.hidden) return;
  sounds.forEach((sound, i) => {
    play(sound, i * APART);
  });
}
