// What an order sounds like.

import { describe, expect, it } from 'vitest';
import { EMPTY_SCENE, type Scene } from '../src/model/scene';
import { soundsOf } from '../src/model/sounds';

const scene = (what: object) => ({ ...EMPTY_SCENE, ...what }) as Scene;

describe('sounds', () => {
  it('are those of what an order did', () => {
    const attack = scene({ attacks: [{ from: 1, to: 2 }], losses: [{ hex: 2, steps: 1, gone: false }] });
    expect(soundsOf({ dice: [3, 4] }, attack)).toEqual(['fire', 'dice', 'loss']);
    expect(soundsOf({ dice: [] }, scene({ moves: [{}] }))).toEqual(['march']);
    expect(soundsOf({ dice: [], back: true }, attack)).toEqual([]);
  });
});
