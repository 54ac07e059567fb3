import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { placeNames } from '../src/map/names';
import { partOf } from '../src/map/scene';
import { forfeited, isMuch } from '../src/model/forfeits';
import { ghostsAfter } from '../src/model/ghosts';
import { canBeFollowed, followersOrders, joined, parties } from '../src/model/group';
import { unguarded } from '../src/model/guards';
import { across, carried, centre } from '../src/model/hex';
import { actedIn, type LogEntry, sinceMine, standing } from '../src/model/log';
import type { Arg, Draft } from '../src/model/order';
import { type Position, positionOf } from '../src/model/position';
import { qrCode } from '../src/model/qr';
import { fought, sceneOf } from '../src/model/scene';
import type { GameState } from '../src/model/state';
import type { MapData, Piece, Post, Reach, StateKeys, Verb } from '../src/net/protocol';

const map = {
  columns: 8,
  rows: 8,
  firstColumn: 1,
  firstRow: 1,
  parity: 'odd-down',
  numbers: Array.from({ length: 64 }, (_, i) => `${1 + (i % 8)}.${1 + Math.floor(i / 8)}`),
} as MapData;
const hex = (number: string) => map.numbers.indexOf(number);

const move: Verb = {
  verb: 'move',
  help: '',
  slots: [
    { keyword: null, type: 'piece', least: 1, most: 1, help: '' },
    { keyword: null, type: 'path', least: 1, most: 20, help: '' },
  ],
};
const march: Verb = { ...move, slots: [{ ...move.slots[0]!, most: 9, set: true }, move.slots[1]!] };
const attack: Verb = { ...march, slots: [march.slots[0]!, { ...move.slots[1]!, type: 'hex', keyword: 'at' }] };

const piece = (i: number, at: string | null, more: Partial<Piece> = {}): Piece => ({
  i,
  id: `p${i}`,
  hex: at === null ? null : hex(at),
  side: 'red',
  name: `p${i}`,
  symbol: 'INF',
  size: '',
  values: [],
  colour: '#000',
  ink: '#fff',
  steps: 2,
  full: 2,
  known: true,
  ...more,
});

const draftOf = (verb: Verb, args: Arg[]) =>
  ({ verb, args, others: [], goals: new Map(), dials: new Map() }) as unknown as Draft;
const argOf = ({ i, id, hex: at }: Piece): Arg => ({ slot: 0, value: i, text: id!, hex: at ?? undefined });

describe('counters that act together', () => {
  it('keep their distance and direction', () => {
    for (let edge = 0; edge < 6; edge++)
      for (const [a, b] of [
        ['3.3', '5.5'],
        ['4.4', '3.6'],
      ] as const)
        expect(carried(map, hex(a), hex(b), across(map, hex(b), edge))).toBe(across(map, hex(a), edge));
    expect(carried(map, hex('1.1'), hex('5.5'), hex('5.4'))).toBe(-1);
  });
  it('order by themselves, or hex by hex where the verb takes several', () => {
    const pieces = [piece(1, '3.3'), piece(2, '3.3'), piece(3, '4.4'), piece(4, '4.4')];
    expect(parties(draftOf(move, [argOf(pieces[0]!)]), pieces)).toHaveLength(3);
    const byHex = parties(draftOf(march, [argOf(pieces[0]!), argOf(pieces[1]!)]), pieces);
    expect(byHex.map((party) => party.args.map((arg) => arg.text))).toEqual([['p3', 'p4']]);
    expect([move, march, attack].map(canBeFollowed)).toEqual([true, true, false]);
  });
  it('can go where each of them can, for what it costs the slowest', () => {
    const reach = (start: string, ends: [string, number][]): Reach => ({
      start: hex(start),
      ends: ends.map(([to, units]) => ({ hex: hex(to), cost: String(units), units })),
      from: Object.fromEntries(ends.map(([to]) => [hex(to), hex(start)])),
    });
    const draft = draftOf(move, [argOf(piece(1, '3.3'))]);
    draft.others = parties(draft, [piece(2, '3.5')]);
    draft.others[0]!.reach = reach('3.5', [
      ['3.4', 2],
      ['3.6', 1],
    ]);
    const lead = reach('3.3', [
      ['3.2', 1],
      ['3.4', 1],
      ['4.3', 1],
    ]);
    const { reach: both, goals } = joined(map, lead, draft.others);
    // 3.2: the other goes on to 3.4 behind it. 3.4: to 3.6. 4.3 leads the other nowhere.
    expect(both.ends.map((end) => [map.numbers[end.hex], end.cost])).toEqual([
      ['3.2', '2'],
      ['3.4', '1'],
    ]);
    draft.goals = goals;
    const args = [...draft.args, { slot: 1, value: hex('3.2'), text: '3.2', hex: hex('3.2') }];
    expect(followersOrders(map, draft, args)).toEqual(['move p2 3.4']);
  });
});

const line = (seq: number, side: string | null, more: Partial<LogEntry> = {}): LogEntry => ({
  seq,
  turn: 1,
  side,
  order: null,
  dice: [],
  events: [],
  ...more,
});
const parts = (pieces: number[], way: number[] = [], at: number[] = []) => ({ pieces, way, at });
const begins = [{ kind: 'phase', text: '', rule: null, hexes: [], pieces: [] }];

describe('the log', () => {
  it('does not count what was taken back', () => {
    const log = [
      line(1, 'red', { order: 'move p1 3.3', parts: parts([1]) }),
      line(2, 'red', { order: 'move p2 3.3', parts: parts([2]) }),
      line(3, 'red', { back: true }),
    ];
    expect(standing(log).map(({ seq }) => seq)).toEqual([1]);
    expect([...actedIn(log, 'red')]).toEqual([1]);
  });
  it('knows what others did since a player ended his turn, with his answers in between', () => {
    const log = [
      line(1, 'red', { order: 'move p1 3.3' }),
      line(2, 'red', { order: 'end', events: begins }),
      line(3, 'blue', { order: 'attack' }),
      line(4, 'red', { order: 'lose p1' }),
      line(5, 'blue', { order: 'end', events: begins }),
      line(6, 'red', { order: 'move p2 3.3' }),
    ];
    expect(sinceMine(log, ['red']).map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(sinceMine(log, ['blue']).map(({ seq }) => seq)).toEqual([6]);
    expect(sinceMine([], ['red'])).toEqual([]);
  });
});

const position = (pieces: Piece[], depth = 1): Position =>
  positionOf({ pieces, question: { side: 'red', depth } } as unknown as StateKeys);

describe('ending a phase', () => {
  const idle = position([piece(1, '3.3'), piece(2, '3.5')]);
  idle.keys.question = { ...idle.keys.question!, side: 'red', verbs: [move] };
  const state = {
    position: idle,
    leaders: new Map([1, 2].map((i) => [i, ['move']])),
    verbs: ['move'],
    log: [],
    battle: null,
  } as unknown as GameState;
  it('is worth a question when most could still have acted', () => {
    expect(forfeited(state).map(({ pieces }) => pieces.length)).toEqual([2]);
    expect(isMuch(state, forfeited(state))).toBe(true);
  });
  it('is none for what leads nowhere, though everybody could do it', () => {
    const share = {
      verb: 'share',
      help: '',
      slots: [{ keyword: null, type: 'piece', least: 1, most: 18, help: '' }],
    } as Verb;
    const asked = { ...idle, keys: { ...idle.keys, question: { ...idle.keys.question!, verbs: [share] } } };
    const all = {
      ...state,
      position: asked,
      leaders: new Map([1, 2].map((i) => [i, ['share']])),
      verbs: ['share'],
    };
    expect(forfeited(all as GameState).length).toBe(1);
    expect(isMuch(all as GameState, forfeited(all as GameState))).toBe(false);
  });
  it('is worth one when an order has set somebody free to go, however few they are', () => {
    const log = [
      line(1, 'red', { order: 'release p1', parts: parts([1]) }),
      line(2, 'red', { order: 'move p2 3.3', parts: parts([2]) }),
    ];
    const release = { ...move, verb: 'release', slots: move.slots.slice(0, 1) };
    const asked = { ...idle, keys: { ...idle.keys, question: { ...idle.keys.question!, verbs: [move, release] } } };
    const freed = { ...state, position: asked, log } as unknown as GameState;
    expect(isMuch(freed, forfeited(freed, new Set([1])), new Set([1]))).toBe(true);
    expect(isMuch(freed, forfeited(freed))).toBe(false);
  });
  it('is none in the midst of a fight, where an end is what was decided', () => {
    const fight = (over: boolean) => ({ ...state, battle: { over } }) as unknown as GameState;
    expect(isMuch(fight(false), forfeited(state))).toBe(false);
    expect(isMuch(fight(true), forfeited(state))).toBe(true);
  });
});

describe('what an order did', () => {
  const before = position([piece(1, '3.3'), piece(2, '3.5', { side: 'blue' }), piece(3, '4.5', { side: 'blue' })]);
  it('is a way where one leads there, else a straight line', () => {
    const moved = position([piece(1, '3.5'), piece(2, null), piece(3, '4.5', { side: 'blue' })]);
    const walked = sceneOf(map, before, moved, line(1, 'red', { parts: parts([1], [hex('3.4'), hex('3.5')]) }));
    expect(walked.moves[0]!.way.map((at) => map.numbers[at])).toEqual(['3.3', '3.4', '3.5']);
    const hidden = sceneOf(map, before, moved, line(1, 'red'));
    expect(hidden.moves[0]!.way.map((at) => map.numbers[at])).toEqual(['3.3', '3.5']);
  });
  it('is told of counters that are not known, whose numbers mean nothing', () => {
    const unknown = (i: number, at: string) => piece(i, at, { id: null, known: false, side: 'blue' });
    const from = position([unknown(8, '5.5'), unknown(9, '6.6')]);
    const to = position([unknown(9, '5.4'), unknown(8, '6.6')]);
    const moved = { kind: 'moved', text: '', rule: null, hexes: [hex('5.5'), hex('5.4')], pieces: [] };
    expect(sceneOf(map, from, to, line(1, 'blue', { events: [moved] })).moves.map(({ way }) => way)).toEqual([
      [hex('5.5'), hex('5.4')],
    ]);
  });
  it('is an attack where somebody else stands on what it names, and tells what was lost', () => {
    const hurt = position([piece(1, '3.3'), piece(2, '3.5', { side: 'blue', steps: 1 }), piece(3, '4.5')]);
    const scene = sceneOf(map, before, hurt, line(1, 'red', { parts: parts([1], [], [hex('3.5')]), dice: [3] }));
    expect(scene.attacks).toEqual([{ from: hex('3.3'), to: hex('3.5') }]);
    expect(scene.losses).toEqual([{ hex: hex('3.5'), steps: 1, gone: false }]);
  });
  it('belongs to a battle until the question before it is asked again', () => {
    const deeper = position([...before.pieces.values()], 2);
    const shown = { side: 'red', moves: [], attacks: [], losses: [], places: [] };
    const begun = fought(null, before, deeper, line(1, 'red', { parts: parts([1], [], [hex('3.5')]) }), shown)!;
    expect(begun).toMatchObject({ hexes: [hex('3.5')], over: false, side: 'red' });
    expect(begun.defenders.map((one) => one.i)).toEqual([2]);
    const ended = fought(begun, deeper, before, line(2, 'blue', { parts: parts([2]) }), shown)!;
    expect(ended).toMatchObject({ over: true, hexes: [hex('3.5')] });
    expect(ended.lines).toHaveLength(2);
    const walk = { ...shown, moves: [{ piece: piece(1, '3.4'), way: [hex('3.3'), hex('3.4')], back: false }] };
    expect(fought(ended, before, before, line(3, 'red', { order: 'move p1 3.4' }), walk)).toBeNull();
  });
  it('is drawn as far as it has come', () => {
    const way = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
    ];
    expect(partOf(way, 0.75)).toEqual([
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 1 },
    ]);
  });
});

describe('names of towns', () => {
  it('never cover the values of a counter', () => {
    const towns = ['3.3', '4.5', '6.3'].map((at) => ({
      kind: 'town',
      name: 'Weißwasser',
      provenance: 'printed',
      look: 'town' as const,
      hexes: [hex(at)],
    }));
    const occupied = map.numbers.map((_, i) => i);
    const named = (scale: number, hexes: number[]) =>
      placeNames({ ...map, places: towns } as MapData, scale, hexes);
    const at = (scale: number) => named(scale, occupied);
    expect(
      named(
        24,
        towns.flatMap((town) => town.hexes),
      ),
    ).toHaveLength(3);
    for (const { text, x, y, size } of [...at(24), ...at(12)])
      for (const one of occupied) {
        const counter = centre(map, one);
        const half = (text.length * size * 0.5) / 2;
        const beside = x + half < counter.x - 0.5 || x - half > counter.x + 0.5;
        const apart = y - size * 0.7 > counter.y + 0.5 || y < counter.y + 0.1;
        expect(beside || apart, `${text} at ${x.toFixed(1)}, ${y.toFixed(1)}`).toBe(true);
      }
  });
});

describe('a QR code', () => {
  it('is what readers of such codes read', () => {
    const rows = qrCode('https://games.example/g/k3v9#SECRET')!;
    const text = rows.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n');
    expect(rows).toHaveLength(29);
    // As a reader that shares no code with ours decoded it.
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      '97cb776884af7953d964603884c59540e324d4e02186abd33eae3bc60a194630',
    );
  });
  it('has a size for each length, and none for what is too long', () => {
    expect([17, 32, 53, 78, 106, 134, 154, 192, 230, 271].map((n) => qrCode('a'.repeat(n))!.length)).toEqual([
      21, 25, 29, 33, 37, 41, 45, 49, 53, 57,
    ]);
    expect(qrCode('a'.repeat(272))).toBeNull();
  });
});

describe('posts', () => {
  const mine = { ...piece(1, '3.3'), hex: 20, side: 'red' };
  const foe = { ...piece(2, '3.5'), hex: 21, side: 'blue' };
  const there = positionOf({ pieces: [mine, foe], as: 'red', marks: [], control: '' } as unknown as StateKeys);
  const state = { position: there, map, aims: [], looks: { declared: { posts: true } } } as unknown as GameState;
  const post = (pieces: number[], together = true): Post => ({ hex: 20, what: 'w', rule: null, together, pieces });
  it('are left by an advance, and by a march only if they matter at once', () => {
    expect(unguarded(state, [post([1])], new Set([1]), true).map(({ hex }) => hex)).toEqual([20]);
    expect(unguarded(state, [post([1])], new Set([1]), false)).toEqual([]);
    expect(unguarded(state, [post([1], false)], new Set([1]), false).map(({ what }) => what)).toEqual(['w']);
    expect(unguarded(state, [post([1, 3])], new Set([1]), true)).toEqual([]);
  });
});

describe('ghosts', () => {
  const foe = { ...piece(2, '3.5'), hex: 21, side: 'blue' };
  const at = (pieces: Piece[], turn = 1) => positionOf({ pieces, as: 'red', turn } as unknown as StateKeys);
  const unknown = { ...foe, i: 9, id: null, known: false };
  it('are who was known and is hidden again, until they are seen, destroyed or long ago', () => {
    const hidden = ghostsAfter([], at([foe]), at([unknown]));
    expect(hidden.map(({ piece: { i }, hex }) => [i, hex])).toEqual([[2, 21]]);
    expect(ghostsAfter(hidden, at([unknown]), at([{ ...foe, hex: 30 }]))).toEqual([]);
    expect(ghostsAfter([], at([foe]), at([{ ...foe, hex: null, steps: 0 }]))).toEqual([]);
    expect(ghostsAfter(hidden, at([unknown]), at([{ ...piece(1, '3.3'), hex: 21, side: 'red' }]))).toEqual([]);
    expect(ghostsAfter(hidden, at([unknown], 4), at([unknown], 5))).toEqual([]);
  });
});
