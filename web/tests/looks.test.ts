import { describe, expect, it } from 'vitest';
import { shortName } from '../src/map/counter';
import { coinsOf } from '../src/map/sketches';
import { tintColour } from '../src/map/tints';
import { badgesAt, badgeWords, lookTable, overlayChoices, valuesOf } from '../src/model/looks';
import type { Aim, Looks, OverlayKind, Piece, Sign } from '../src/net/protocol';

const sign = (name: string, weight: number, place: Sign['place'] = 'beside'): Sign => ({
  name,
  drawing: 'disc',
  place,
  weight,
  meaning: `it is ${name}`,
});

const declared: Looks = {
  symbols: { disc: [{ paint: 'ground', path: 'M0 0', width: 0.2 }] },
  branches: [],
  signs: [sign('tired', 10), sign('shaken', 90), sign('veteran', 50, 'head'), sign('dug-in', 99, 'told')],
  marks: [],
  overlays: [],
  values: {},
  standing: [],
  panels: false,
  aims: false,
};

const piece: Piece = {
  i: 1,
  id: 'a',
  hex: 3,
  side: 'red',
  name: '5 INF-D',
  symbol: 'INF',
  size: 'XX',
  values: [
    { at: 'foot-left', text: '5' },
    { at: 'foot-right', text: '7' },
  ],
  colour: '#ff0000',
  ink: '#000000',
  steps: 1,
  full: 1,
  badges: [
    { sign: 'tired', level: 2, words: 'tired 2' },
    { sign: 'dug-in' },
    { sign: 'veteran' },
    { sign: 'shaken' },
    { sign: 'of another edition' },
  ],
  known: true,
};

const sides = [
  { word: 'red', name: 'Red', colour: '#ff0000' },
  { word: 'blue', name: 'Blue', colour: '#0000ff' },
];

describe('what a counter shows', () => {
  const looks = lookTable(declared);
  it('puts signs where they are declared to be, the heaviest first, and leaves out those it does not know', () => {
    expect(badgesAt(looks, piece, 'beside').map((one) => one.sign.name)).toEqual(['shaken', 'tired']);
    expect(badgesAt(looks, piece, 'head').map((one) => one.sign.name)).toEqual(['veteran']);
  });
  it('reads a sign by its own words, else by what it means', () => {
    const words = piece.badges!.map((badge) => badgeWords(looks, badge));
    expect(words).toEqual(['tired 2', 'it is dug-in', 'it is veteran', 'it is shaken', 'of another edition']);
  });
  it('reads its values in order, and its name without the branch', () => {
    expect(valuesOf(piece)).toBe('5 7');
    expect(shortName(piece)).toBe('5');
  });
});

describe('overlays', () => {
  const kind = (name: string, about: OverlayKind['about']): OverlayKind => ({
    name,
    title: name,
    about,
    tints: [],
  });
  const kinds = [kind('supply', ['side']), kind('danger', ['own-side']), kind('sight', ['hex']), kind('all', [])];
  const values = (as: string) => overlayChoices(kinds, sides, as).map((choice) => choice.value);
  it('are offered for every side, or for the own one alone', () => {
    expect(values('red')).toEqual(['supply:red', 'supply:blue', 'danger:red', 'sight', 'all']);
    expect(values('nobody')).toEqual(['supply:red', 'supply:blue', 'danger:red', 'danger:blue', 'sight', 'all']);
  });
  it('say what must be pointed at', () => {
    expect(overlayChoices([kind('range', ['side', 'piece'])], sides, 'red').map(({ wants }) => wants)).toEqual([
      'piece',
      'piece',
    ]);
    expect(overlayChoices(kinds, sides, 'red').map(({ wants }) => wants)).toEqual([null, null, null, 'hex', null]);
  });
  it('have their own colour, else that of the side', () => {
    const tint = { pattern: 'plain', framed: false, meaning: '' } as const;
    expect(tintColour({ ...tint, colour: '#123456' }, 'red', sides)).toBe('#123456');
    expect(tintColour(tint, 'blue', sides)).toBe('#0000ff');
  });
});

describe('what is played for', () => {
  const aim = (points: number, hexes: number[], together = false): Aim => ({
    kind: 'take',
    side: 'red',
    points,
    times: 0,
    rule: null,
    what: '',
    met: false,
    together,
    pieces: [],
    hexes,
  });
  it('puts a coin on each hex, one on those that count together, and marks what decides', () => {
    const coins = coinsOf([aim(0, [7, 8], true), aim(2, [1, 7]), aim(5, [1])]);
    expect([...coins]).toEqual([
      [7, '!'],
      [1, '2'],
    ]);
  });
});
