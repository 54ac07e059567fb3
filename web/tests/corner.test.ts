import { describe, expect, it } from 'vitest';
import { freeStrip } from '../src/ui/corner';

describe('the box of a fight on a small screen', () => {
  it('is away from the fight, and open while it may be', () => {
    expect(freeStrip([], [80], 340, false)).toEqual({ high: false, fold: false });
    expect(freeStrip([], [300], 340, false)).toEqual({ high: true, fold: false });
  });
  it('folds before it lies on a counter that must be touched', () => {
    expect(freeStrip([170], [80], 500, false)).toEqual({ high: false, fold: false });
    expect(freeStrip([100, 270], [80], 500, false)).toEqual({ high: false, fold: true });
  });
  it('does not lie on the hex that was fired at when the volley is over', () => {
    // The hex is in the upper half, those who fired stand below it: folded below it hides nothing of the fight.
    expect(freeStrip([30], [100, 150], 340, true)).toEqual({ high: false, fold: true });
    // The hex is just above the middle, those who fired just below it: a box above hides one of them, below both.
    expect(freeStrip([], [169, 180], 340, true)).toEqual({ high: true, fold: true });
  });
});
