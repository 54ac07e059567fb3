// plans.test.ts — rows and ways of plans.
import { expect, test } from 'vitest';
import { byPlan, planInHand, sketchesShown, stretches } from '../src/model/plans';
import { EMPTY, type GameState } from '../src/model/state';
import type { Panel, PanelRow, Sketch, Way } from '../src/net/protocol';

const row = (label: string, plan?: number): PanelRow => ({
  label,
  value: '',
  rule: null,
  pieces: [],
  hexes: [],
  plan,
});
const panel = (rows: PanelRow[], atHand = false): Panel => ({
  name: 'one',
  title: 'One',
  rule: null,
  private: true,
  atHand,
  rows,
});
const sketch = (plan: number): Sketch => ({
  id: plan,
  plan,
  kind: 'axis',
  side: null,
  width: 0,
  dashed: true,
  label: '',
  hexes: [1, 2],
});

test('rows that follow each other and belong to one plan stand together', () => {
  const parts = byPlan(panel([row('a', 1), row('b', 1), row('c', 2), row('d'), row('e', 2)]));
  expect(parts.map(({ plan, rows }) => [plan, rows.map(({ label }) => label).join('')])).toEqual([
    [1, 'ab'],
    [2, 'c'],
    [undefined, 'd'],
    [2, 'e'],
  ]);
});

test('a way under a plan has only what was walked while it bound the counter', () => {
  const way: Way = {
    piece: 3,
    name: 'A1',
    side: 'us',
    steps: [
      [1, 10, 0],
      [2, 11, 0],
      [3, 11, 7],
      [3, 12, 7],
      [5, 14, 7],
      [6, -1, 7],
      [7, 20, 7],
      [8, 21, 9],
    ],
  };
  expect(stretches(way, 7)).toEqual([
    { turn: 3, from: 11, to: 12 },
    { turn: 5, from: 12, to: 14 },
  ]);
  expect(stretches(way, 9)).toEqual([]);
});

test('the plan in hand is known while something is drawn, and what an order would draw is shown with the rest', () => {
  const slot = { keyword: null, type: 'hex' as const, least: 1, most: 9, drawn: true, help: '' };
  const question = { yours: true, verbs: [{ verb: 'axis', help: '', slots: [slot] }] };
  const state = {
    ...EMPTY,
    position: { keys: { question } },
    panels: [panel([row('x', 4)]), panel([row('y', 5)], true)],
  } as unknown as GameState;
  expect(planInHand(state)).toBe(5);
  const drafting = { ...state, draft: { sketches: [sketch(5)] } } as unknown as GameState;
  expect(sketchesShown(drafting, [sketch(4)])).toMatchObject({ of: 5, sketches: [{ plan: 4 }, { plan: 5 }] });
  const compared = { plan: 4, ways: { plans: [{ plan: 4, sketches: [sketch(4)] }], ways: [] } };
  expect(sketchesShown({ ...drafting, compared } as unknown as GameState, [])).toMatchObject({
    of: null,
    sketches: [{ plan: 4 }],
  });
});
