import { describe, expect, it } from 'vitest';
import { around, held, toMap, toScreen, zoomed } from '../src/map/camera';
import { readControl } from '../src/model/control';
import { mapSize } from '../src/model/hex';
import { hintNow, holds } from '../src/model/hints';
import { actedIn, groupLog, marches, withLines } from '../src/model/log';
import {
  type Arg,
  allParts,
  type Draft,
  isSetOf,
  lackingSlot,
  openChoices,
  orderText,
  wantedSlot,
  wayTo,
  withChoice,
  withoutValue,
} from '../src/model/order';
import { changed, positionOf, putBack } from '../src/model/position';
import { luckOf } from '../src/model/record';
import { readRoute } from '../src/model/route';
import { mapFor, readOptions, sameAgain, sidesFor } from '../src/model/sides';
import type { GameState } from '../src/model/state';
import { createStore } from '../src/model/store';
import type { Choice, GameInfo, Piece, Scenario, StateKeys, Verb } from '../src/net/protocol';

const attack: Verb = {
  verb: 'attack',
  help: '',
  slots: [
    { keyword: null, type: 'piece', least: 1, most: 20, set: true, help: 'attackers' },
    { keyword: 'at', type: 'hex', least: 1, most: 3, set: true, help: 'hexes' },
    { keyword: 'guns', type: 'piece', least: 0, most: 12, set: true, help: 'guns' },
    { keyword: 'air', type: 'number', least: 0, most: 1, help: 'air' },
  ],
};

const piece = (slot: number, value: number, text: string): Choice => ({
  slot,
  keyword: null,
  type: 'piece',
  text,
  value,
  hex: 1,
});

function draftOf(args: Arg[], next: Choice[] = []): Draft {
  return {
    verb: attack,
    args,
    forced: [],
    lacks: [],
    text: '',
    next,
    complete: false,
    reach: null,
    forecast: null,
    sketches: [],
    refusal: null,
    others: [],
    dials: new Map(),
    harms: new Map(),
    spare: [],
    goals: new Map(),
    busy: false,
  };
}

describe('an order', () => {
  it('holds what was picked and what is forced, and does not offer the latter', () => {
    const forced = { ...piece(0, 4, 's4'), forced: true };
    const draft = {
      ...draftOf([{ slot: 0, value: 3, text: 's3' }], [piece(0, 4, 's4'), piece(2, 5, 'g')]),
      forced: [forced],
    };
    expect(allParts(draft).map((one) => one.value)).toEqual([3, 4]);
    expect(openChoices(draft).map((one) => one.value)).toEqual([5]);
  });

  it('is written slot by slot, each keyword once', () => {
    const args: Arg[] = [
      { slot: 0, value: 3, text: 's3' },
      { slot: 0, value: 9, text: 's9' },
      { slot: 1, value: 71, text: '5115' },
      { slot: 1, value: 72, text: '5215' },
      { slot: 3, value: 6, text: '6' },
    ];
    expect(orderText(attack, args)).toBe('attack s3 s9 at 5115 5215 air 6');
    expect(orderText(attack, [])).toBe('attack');
  });

  it('keeps sets in rising order, whatever was picked first', () => {
    let args = withChoice(attack, [], piece(0, 9, 's9'));
    args = withChoice(attack, args, { ...piece(1, 71, '5115'), type: 'hex' });
    args = withChoice(attack, args, piece(0, 12, 's12'));
    args = withChoice(attack, args, piece(0, 3, 's3'));
    expect(orderText(attack, args)).toBe('attack s3 s9 s12 at 5115');
    expect(orderText(attack, withoutValue(attack, args, 0, 9))).toBe('attack s3 s12 at 5115');
    expect(withoutValue(attack, args, 2, 9)).toBe(args);
  });

  it('keeps the order of what is no set', () => {
    const days: Verb = {
      verb: 'days',
      help: '',
      slots: [{ keyword: null, type: 'number', least: 2, most: 2, help: '' }],
    };
    const args = withChoice(days, withChoice(days, [], piece(0, 9, '9')), piece(0, 3, '3'));
    expect(orderText(days, args)).toBe('days 9 3');
    expect(orderText(days, withoutValue(days, args, 0, 3))).toBe('days 9');
    expect(orderText(days, withoutValue(days, args, 0, 9))).toBe('days');
    expect(isSetOf({ ...draftOf(args), verb: days })).toBe(false);
  });

  it('lacks counters while every order with those it has holds more of them', () => {
    const one: Arg[] = [{ slot: 0, value: 9, text: 's9' }];
    const lacks = (slot: number) => [{ ...piece(slot, 3, 's3'), forced: false }];
    expect(lackingSlot({ ...draftOf(one), lacks: lacks(0) })).toBe(0);
    expect(lackingSlot({ ...draftOf(one), lacks: lacks(1) })).toBeNull();
    expect(lackingSlot({ ...draftOf([]), lacks: lacks(0) })).toBeNull();
    expect(lackingSlot(draftOf(one, [piece(0, 3, 's3')]))).toBeNull();
  });

  it('loses the path with who walked it', () => {
    const move: Verb = {
      verb: 'move',
      help: '',
      slots: [
        { keyword: null, type: 'piece', least: 1, most: 1, help: '' },
        { keyword: null, type: 'path', least: 1, most: 9, help: '' },
      ],
    };
    const args: Arg[] = [
      { slot: 0, value: 9, text: 's9' },
      { slot: 1, value: 71, text: '5115' },
      { slot: 1, value: 72, text: '5116' },
    ];
    expect(withoutValue(move, args, 0, 9)).toEqual([]);
    expect(orderText(move, withoutValue(move, args, 1, 71))).toBe('move s9');
  });

  it('wants the first slot that lacks something, then what is listed', () => {
    expect(wantedSlot(draftOf([]))).toBe(0);
    expect(wantedSlot(draftOf([{ slot: 0, value: 1, text: 'a' }]))).toBe(1);
    // One attacker is the least, but here he is not allowed alone: another is wanted before the target.
    const alone = draftOf([{ slot: 0, value: 1, text: 'a' }], [piece(0, 2, 'b'), piece(1, 7, '5115')]);
    expect(wantedSlot({ ...alone, lacks: [{ ...piece(0, 2, 'b'), forced: false }] })).toBe(0);
    const full: Arg[] = [
      { slot: 0, value: 1, text: 'a' },
      { slot: 1, value: 2, text: 'b' },
    ];
    expect(wantedSlot(draftOf(full, [piece(0, 4, 'c'), piece(2, 4, 'gun')]))).toBe(2);
    expect(wantedSlot(draftOf(full))).toBeNull();
  });
});

describe('a way', () => {
  const reach = {
    start: 50,
    ends: [
      { hex: 39, cost: '1', units: 12 },
      { hex: 28, cost: '2', units: 24 },
    ],
    from: { '39': 50, '28': 39 },
  };
  it('is walked back to the start', () => {
    expect(wayTo(reach, 28)).toEqual([39, 28]);
    expect(wayTo(reach, 39)).toEqual([39]);
    expect(wayTo(reach, 50)).toBeNull();
    expect(wayTo(reach, 7)).toBeNull();
  });
  it('that is not the cheapest comes with its end', () => {
    const dearer = { ...reach, ends: [...reach.ends, { hex: 17, cost: '4', units: 48, way: [51, 40, 39, 17] }] };
    expect(wayTo(dearer, 17)).toEqual([51, 40, 39, 17]);
    expect(wayTo(dearer, 28)).toEqual([39, 28]);
  });
  it('begins at the edge for a counter that is not on the map', () => {
    expect(wayTo({ start: -1, ends: [{ hex: 5, cost: '1', units: 12 }], from: { '4': -1, '5': 4 } }, 5)).toEqual([
      4, 5,
    ]);
  });
});

const counter = (i: number, hex: number | null, z = 0): Piece => ({
  i,
  id: `p${i}`,
  hex,
  z,
  side: 'a',
  name: `P${i}`,
  symbol: 'INF',
  size: 'XX',
  values: [],
  colour: '#000000',
  ink: '#ffffff',
  steps: 2,
  full: 2,
  known: true,
});

describe('a position', () => {
  const keys = { seq: 3, turn: 1, pieces: [counter(1, 10, 1), counter(2, 10, 0), counter(3, null)] } as StateKeys;
  it('stacks counters top first and leaves out those off the map', () => {
    const position = positionOf(keys);
    expect(position.stacks.get(10)?.map((one) => one.i)).toEqual([2, 1]);
    expect(position.stacks.size).toBe(1);
    expect(position.pieces.size).toBe(3);
  });
  it('takes changes and losses, and leaves the old one as it was', () => {
    const before = positionOf(keys);
    const after = changed(before, { seq: 4, pieces: [counter(1, 11)], gone: [3] });
    expect(after.keys.seq).toBe(4);
    expect(after.keys.turn).toBe(1);
    expect(after.stacks.get(10)?.map((one) => one.i)).toEqual([2]);
    expect(after.stacks.get(11)?.map((one) => one.i)).toEqual([1]);
    expect(after.pieces.has(3)).toBe(false);
    expect(before.pieces.get(1)?.hex).toBe(10);
    expect(changed(before, { seq: 5 }).stacks).toBe(before.stacks);
  });
  it('of a side that is sat down at again is what it saw, what changed since, and what is the same for all', () => {
    const kept = positionOf(keys);
    const now = positionOf({ ...keys, as: 'other', notes: 'new', pieces: [counter(9, 12)] });
    const back = putBack(kept, now, { seq: 8, turn: 2, gone: [3] });
    expect([...back.pieces.keys()]).toEqual([1, 2]);
    expect([back.keys.seq, back.keys.turn, back.keys.notes]).toEqual([8, 2, 'new']);
  });
});

describe('a hint', () => {
  const of = (id: string, side: string, steps: number) => ({ id, side, steps, full: 2 }) as Piece;
  const stacks: Record<string, Piece[]> = {
    '0101': [of('gA', 'german', 1)],
    '0102': [of('s1', 'soviet', 2), of('s2', 'soviet', 2)],
  };
  const now = (facts: string) => holds(facts, (number) => stacks[number] ?? []);
  it('is shown when every fact it speaks of holds', () => {
    expect(now('')).toBe(true);
    expect(now('0101:german 0102:s2 0103:nobody')).toBe(true);
    expect(now('0101:german 0102:s3')).toBe(false);
    expect(now('0103:german')).toBe(false);
    expect(now('0101:nobody')).toBe(false);
  });
  it('waits until an order can be given', () => {
    const open =
      (...verbs: string[]) =>
      (verb: string, piece?: string) =>
        verbs.includes(piece ? `${verb} ${piece}` : verb);
    expect(holds('can:move', () => [], open('move', 'end'))).toBe(true);
    expect(holds('can:move', () => [], open('end'))).toBe(false);
    expect(holds('can:move:s1', () => [], open('move', 'move s1'))).toBe(true);
    expect(holds('can:move:s2', () => [], open('move', 'move s1'))).toBe(false);
  });
  it('asks nothing of a counter that cannot do it', () => {
    const hint = { side: 'us', verb: 'mode', piece: 'A1', text: { en: 'Put A1 into Fire Mode.' } };
    const keys = { turn: 1, game: { hints: [hint] }, question: { yours: true, side: 'us', kind: 'action' } };
    const pieces = new Map([
      [0, { i: 0, id: 'A1' }],
      [1, { i: 1, id: 'A2' }],
    ]);
    const state = (...actors: [number, string[]][]) =>
      ({
        position: { keys, pieces, stacks: new Map() },
        map: { numbers: [] },
        hintsDone: [],
        verbs: ['mode', 'end'],
        actors: new Map(actors),
        odds: new Map(),
      }) as unknown as GameState;
    expect(hintNow(state([0, ['mode']], [1, ['mode']]))?.index).toBe(0);
    expect(hintNow(state([1, ['mode']]))).toBe(null);
    expect(hintNow(state())?.index).toBe(0); // a verb that takes no counter
  });
  it('knows who has lost a step from who has not, and from nobody', () => {
    expect(['0101', '0102', '0103'].map((hex) => now(`${hex}:weakened`))).toEqual([true, false, false]);
    expect(['0101', '0102', '0103'].map((hex) => now(`${hex}:whole`))).toEqual([false, true, false]);
  });
});

describe('control', () => {
  it('is read from runs', () => {
    expect([...readControl('a2.1b3')!]).toEqual([0, 0, -1, 1, 1, 1]);
    expect(readControl('')).toHaveLength(0);
  });
  it('is refused when the text is something else', () => {
    expect(readControl('a2x')).toBeNull();
    expect(readControl('12')).toBeNull();
  });
});

describe('the camera', () => {
  const grid = { columns: 11, rows: 12, firstColumn: 46, parity: 'odd-down' as const };
  it('maps there and back', () => {
    const camera = { x: 8, y: 9, scale: 30 };
    const at = toMap(camera, 800, 600, 123, 456);
    const back = toScreen(camera, 800, 600, at);
    expect(back.x).toBeCloseTo(123);
    expect(back.y).toBeCloseTo(456);
  });
  it('zooms around the pointer', () => {
    const camera = { x: 8, y: 9, scale: 30 };
    const before = toMap(camera, 800, 600, 200, 100);
    const after = toMap(zoomed(camera, 800, 600, 200, 100, 1.7), 800, 600, 200, 100);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });
  it('keeps the map in sight and the scale within bounds', () => {
    const camera = held({ x: -50, y: 900, scale: 1000 }, 240, 120, grid);
    expect(camera.scale).toBe(120);
    expect(camera.x).toBe(-4); // a hex side less than half the canvas's two, and five of the table
    expect(camera.y).toBeCloseTo(mapSize(grid).height + 4.5);
    const whole = held({ x: 0, y: 0, scale: 5 }, 4000, 4000, grid); // a map smaller than the canvas is centred
    expect(whole.x).toBeCloseTo(mapSize(grid).width / 2);
    expect(around([{ x: 0, y: 0 }], 100, 100, 1).scale).toBe(50);
  });
});

describe('a march', () => {
  const leg = (seq: number, piece: number, hexes: number[], kind = 'moved') => ({
    seq,
    turn: 1,
    side: 'red',
    order: 'move',
    dice: [],
    events: [{ kind, text: `leg ${seq}`, rule: null, hexes, pieces: [piece] }],
  });
  it('is one line, and another counter, a gap or a fight ends it', () => {
    const lines = marches([
      leg(1, 7, [1, 2]),
      leg(2, 7, [2, 3]),
      leg(3, 7, [3, 4]),
      leg(4, 8, [4, 5]),
      leg(5, 8, [9, 10]),
    ]);
    expect(lines.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(lines[0]!.events[0]).toMatchObject({ hexes: [1, 2, 3, 4], legs: ['leg 1', 'leg 2', 'leg 3'] });
    expect(marches([leg(1, 7, [1, 2]), leg(2, 7, [2, 3], 'retreated')]).length).toBe(2);
  });
});

describe('the log', () => {
  const event = (kind: string, text: string) => ({ kind, text, rule: null, hexes: [], pieces: [] });
  const line = (seq: number, side: string, order: string | null, ...events: ReturnType<typeof event>[]) => ({
    seq,
    turn: 1,
    side,
    order,
    dice: [],
    events,
  });
  const game = [
    line(1, 'a', 'move s1 0101', event('moved', 's1 moves')),
    line(2, 'a', 'end', event('state', 'supply'), event('phase', 'combat of a'), event('phase', 'movement of b')),
    { ...line(3, 'b', 'move g1 0202', event('moved', 'g1 moves')), parts: { pieces: [7], way: [2], at: [] } },
    line(4, 'b', 'stand'),
  ];

  it('is told phase by phase; what one order brings about may belong to two', () => {
    const groups = groupLog(game);
    expect(groups.map((group) => group.heading?.text)).toEqual([undefined, 'movement of b']);
    expect(groups[0]!.lines.map((one) => one.events.map((told) => told.text))).toEqual([['s1 moves'], ['supply']]);
    expect(groups[1]!.lines.map((one) => one.order)).toEqual(['move g1 0202', 'stand']);
  });
  it('takes pages of the past in any order, each line once', () => {
    const log = withLines(withLines([], game.slice(2)), [...game.slice(0, 3), line(5, 'b', null)]);
    expect(log.map((one) => one.seq)).toEqual([1, 2, 3, 4]);
  });
  it('knows who has acted since the phase began', () => {
    expect([...actedIn(game, 'b')]).toEqual([7]);
    expect(actedIn(game, 'a').size).toBe(0);
  });
});

describe('luck', () => {
  const roll = (seq: number, side: number, gain: number) => ({
    seq,
    turn: 1,
    for: side,
    against: 1 - side,
    gain,
    expected: 0.5,
    variance: 2,
  });
  it('is what was gained less what was to be expected, and one side gains what the other loses', () => {
    const rolls = [roll(3, 0, 2), roll(9, 1, 1)];
    expect(luckOf(rolls, 0).map((one) => one.sum)).toEqual([1.5, 1]);
    expect(luckOf(rolls, 1).map((one) => one.sum)).toEqual([-1.5, -1]);
    expect(luckOf(rolls, 0)[1]!.band).toBeCloseTo(1.96 * 2, 9);
    expect(luckOf(rolls, 2)).toEqual([]);
  });
});

describe('the rest', () => {
  it('reads addresses', () => {
    expect(readRoute('/', '')).toEqual({
      board: null,
      book: null,
      learn: false,
      fresh: null,
      report: null,
      study: null,
      game: null,
      invite: null,
      offer: null,
      player: null,
      moderation: false,
      campaigns: null,
      from: null,
    });
    expect(readRoute('/rules/abc/4.2.1', '').book).toEqual({ system: 'abc', rule: '4.2.1' });
    expect(readRoute('/board/abc', '', '?s=x_-1').board).toEqual({ system: 'abc', shared: 'x_-1' });
    expect(readRoute('/rules/abc', '').book).toEqual({ system: 'abc', rule: null });
    expect(readRoute('/g/k3v9', '#x', '?order=17').from).toEqual({ kind: 'order', at: 17 });
    expect(readRoute('/g/k3v9', '', '?line=3').from).toEqual({ kind: 'line', at: 3 });
    expect(readRoute('/g/k3v9', '', '?order=x').from).toBeNull();
    expect(readRoute('/g/k3v9', '#se%20cret')).toMatchObject({ game: 'k3v9', invite: 'se cret' });
    expect(readRoute('/g/k3v9', '#in.red.se')).toMatchObject({
      invite: 'in',
      offer: { side: 'red', secret: 'se' },
    });
    expect(readRoute('/player', '', '?name=A%20B')).toMatchObject({ player: 'A B', game: null });
    expect(readRoute('/g/k3v9/x', '')).toMatchObject({ game: null, invite: null });
  });
  it('knows who plays when an option changes it', () => {
    const scenario = {
      sides: [{ word: 'a', name: 'A', colour: '' }],
      sidesWith: { 'players=3': [{ word: 'b', name: 'B', colour: '' }] },
      options: [{ name: 'players', value: '2', values: ['2', '3'], rule: '', help: '' }],
    } as unknown as Scenario;
    expect(sidesFor(scenario, () => undefined)[0]!.word).toBe('a');
    const options = readOptions('masking=on players=3');
    expect(sidesFor(scenario, (name) => options.get(name))[0]!.word).toBe('b');
  });
  it('finds the map the options are played on', () => {
    const scenario = { id: 's/one', mapsWith: ['grid=even'] } as unknown as Scenario;
    expect(mapFor(scenario, {})).toBe('s/one');
    expect(mapFor(scenario, { grid: 'odd' })).toBe('s/one');
    expect(mapFor(scenario, { masking: 'on', grid: 'even' })).toBe('s/one/grid=even');
  });
  it('lays out the same game again: other people find their seat free', () => {
    const seats = [
      { side: 'a', kind: 'human' },
      { side: 'b', kind: 'greedy' },
      { side: 'c', kind: 'human' },
    ];
    const game = { scenario: 's/one', options: 'masking=on', seats } as unknown as GameInfo;
    expect(sameAgain(game, ['a'])).toEqual({
      scenario: 's/one',
      options: { masking: 'on' },
      seats: { a: 'me', b: 'greedy', c: 'open' },
      public: false,
    });
  });
  it('tells listeners of a store only about changes', () => {
    const store = createStore({ a: 1, b: 2 });
    let told = 0;
    const stop = store.subscribe(() => told++);
    store.set({ a: 1 });
    expect(told).toBe(0);
    store.set({ a: 3 });
    expect(told).toBe(1);
    expect(store.get()).toEqual({ a: 3, b: 2 });
    stop();
    store.set({ a: 4 });
    expect(told).toBe(1);
  });
});
