import { describe, expect, it } from 'vitest';
import { boldestRolls, type GameRecord, turningPoints } from '../src/model/record';
import { bandNow, gatherAims, scaleNeeds, scaleParts } from '../src/model/scale';
import { nextScenario } from '../src/model/sides';
import type { Aim, Scale, Scenario } from '../src/net/protocol';

const words = (text: string) => ({ words: text, rule: null });
const scale = (now: number): Scale => ({
  now,
  turn: 4,
  points: true,
  side: 'soviet',
  winner: null,
  verdict: words(''),
  counted: words('towns'),
  bands: [
    { from: null, winner: 'german', ...words('German victory') },
    { from: 0, winner: 'soviet', ...words('Soviet victory') },
    { from: 3, winner: 'soviet', ...words('total victory') },
  ],
  lines: [],
});

describe('the scale', () => {
  it('finds the verdict that holds, and what the next ones take', () => {
    expect([-9, -1, 0, 2, 3, 40].map((now) => bandNow(scale(now)))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(scaleNeeds(scale(1)).map(({ change, band }) => [change, band.words])).toEqual([
      [2, 'total victory'],
      [-2, 'German victory'],
    ]);
    expect(scaleNeeds(scale(-2)).map(({ change }) => change)).toEqual([2]);
    expect(scaleNeeds(scale(5)).map(({ change }) => change)).toEqual([-3]);
  });

  it('draws the mark within its band, however far the game has gone', () => {
    for (const now of [-50, -1, 0, 2, 3, 90]) {
      const { parts, mark } = scaleParts(scale(now));
      const total = parts.reduce((sum, { share }) => sum + share, 0);
      const edge = (i: number) => (100 * parts.slice(0, i).reduce((sum, { share }) => sum + share, 0)) / total;
      expect(mark.at).toBeGreaterThan(edge(mark.band));
      expect(mark.at).toBeLessThan(edge(mark.band + 1));
    }
  });
});

describe('goals', () => {
  const aim = (points: number, hex: number): Aim => ({
    kind: 'take',
    side: 'german',
    points,
    times: 0,
    rule: '4.2',
    what: '',
    met: false,
    together: true,
    pieces: [],
    hexes: [hex],
  });

  it('are gathered by what they bring when there are many, and left alone when they are few', () => {
    const many = [aim(1, 1), aim(4, 2), aim(1, 3), aim(2, 4), aim(1, 5)];
    expect(gatherAims(many).map((group) => group.length)).toEqual([1, 1, 3]);
    expect(gatherAims(many.slice(0, 3)).length).toBe(3);
  });
});

describe('the end of a game', () => {
  const sample = (order: number, points: number[], lost: number[]) => ({
    seq: order,
    order,
    turn: order,
    points,
    lost,
    steps: [],
    hexes: [],
  });
  const record: GameRecord = {
    samples: [
      sample(0, [0, 3], [0, 0]),
      sample(5, [0, 3], [1, 0]),
      sample(9, [2, 1], [1, 4]),
      sample(12, [2, 1], [1, 4]),
    ],
    rolls: [
      { seq: 3, order: 3, turn: 1, for: 0, against: 1, gain: 3, expected: 0.5, variance: 1 },
      { seq: 4, order: 4, turn: 1, for: 1, against: 0, gain: 1, expected: 0.8, variance: 1 },
    ],
  };

  it('turned where the balance moved farthest, in the order it came', () => {
    expect(turningPoints(record).map(({ turn, from }) => [turn, from])).toEqual([
      [0, 0],
      [5, 5],
    ]);
    expect(turningPoints(record)[1]).toMatchObject({ points: [2, -2], lost: [0, 4] });
  });

  it('names the rolls that fell far from what was expected', () => {
    expect(boldestRolls(record).map(({ from, luck }) => [from, luck])).toEqual([[2, { side: 0, by: 2.5 }]]);
  });

  it('leads to the next larger scenario of the rulebook', () => {
    const of = (id: string, system: string, counters: number) => ({ id, system, counters }) as Scenario;
    const list = [of('a/1', 'a', 10), of('a/3', 'a', 90), of('a/2', 'a', 40), of('b/1', 'b', 50)];
    expect(nextScenario(list, 'a/1')?.id).toBe('a/2');
    expect(nextScenario(list, 'a/3')).toBe(null);
  });
});
