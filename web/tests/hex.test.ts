import { describe, expect, it } from 'vitest';
import {
  across,
  centre,
  corner,
  cornerKey,
  distance,
  edgeBetween,
  frontOf,
  type Grid,
  hexAt,
  hexDistance,
  hexsideEnds,
  mapBounds,
  mapSize,
} from '../src/model/hex';

const grids: Grid[] = [
  { columns: 11, rows: 12, firstColumn: 46, parity: 'odd-down' },
  { columns: 7, rows: 5, firstColumn: 1, parity: 'even-down' },
];

describe.each(grids)('a grid of $columns by $rows, $parity', (grid) => {
  const hexes = Array.from({ length: grid.columns * grid.rows }, (_, hex) => hex);

  it('goes across an edge and back by the opposite one', () => {
    for (const hex of hexes)
      for (let edge = 0; edge < 6; edge++) {
        const there = across(grid, hex, edge);
        if (there < 0) continue;
        expect(across(grid, there, (edge + 3) % 6)).toBe(hex);
        expect(edgeBetween(grid, hex, there)).toBe(edge);
        expect(distance(centre(grid, hex), centre(grid, there))).toBeCloseTo(Math.sqrt(3), 9);
      }
  });

  it('finds the hex under its centre and under points near its corners', () => {
    for (const hex of hexes) {
      const at = centre(grid, hex);
      expect(hexAt(grid, at.x, at.y)).toBe(hex);
      for (let k = 0; k < 6; k++) {
        const c = corner(at, k);
        expect(hexAt(grid, at.x + (c.x - at.x) * 0.93, at.y + (c.y - at.y) * 0.93)).toBe(hex);
      }
    }
    expect(hexAt(grid, -3, -3)).toBe(-1);
  });

  it('gives a corner one key from all its hexes, and different corners different keys', () => {
    const keys = new Map<number, string>();
    for (const hex of hexes)
      for (let k = 0; k < 6; k++) {
        const c = corner(centre(grid, hex), k);
        const said = `${c.x.toFixed(4)} ${c.y.toFixed(4)}`;
        const key = cornerKey(c);
        expect(keys.get(key) ?? said).toBe(said);
        keys.set(key, said);
      }
    expect(new Set(keys.values()).size).toBe(keys.size);
  });

  it('counts steps as a flood does', () => {
    const from = Math.floor(hexes.length / 2);
    const steps = new Map([[from, 0]]);
    const queue = [from];
    for (const hex of queue)
      for (let edge = 0; edge < 6; edge++) {
        const there = across(grid, hex, edge);
        if (there < 0 || steps.has(there)) continue;
        steps.set(there, steps.get(hex)! + 1);
        queue.push(there);
      }
    for (const hex of hexes) expect(hexDistance(grid, from, hex)).toBe(steps.get(hex));
  });

  it('knows the ends of a hexside as the corners its two hexes share', () => {
    const hex = grid.columns + 2;
    for (let edge = 0; edge < 6; edge++) {
      const there = across(grid, hex, edge);
      const [a, b] = hexsideEnds(grid, hex * 6 + edge);
      const mine = [cornerKey(a), cornerKey(b)].sort();
      const theirs = hexsideEnds(grid, there * 6 + ((edge + 3) % 6)).map(cornerKey);
      expect(theirs.sort()).toEqual(mine);
    }
  });
});

describe('a front', () => {
  const grid = { columns: 20, rows: 10, firstColumn: 1, parity: 'odd-down' as const };
  it('is where the sides stand nearest to each other', () => {
    const at = (column: number, row: number) => row * grid.columns + column;
    const stacks: [number, number][] = [
      [at(0, 0), 0],
      [at(10, 5), 0],
      [at(11, 5), 1],
      [at(19, 9), 1],
      [at(1, 0), 0],
    ];
    expect(frontOf(grid, stacks)).toEqual(centre(grid, at(10, 5)));
    expect(frontOf(grid, [[3, 0]])).toBeNull();
  });
});

describe('boxes beside the map', () => {
  const boxes = [
    { name: 'West', title: 'West', left: -6, top: 0, width: 4, height: 3 },
    { name: 'South', title: 'South', left: 0, top: 12, width: 8, height: 2 },
  ];
  const grid: Grid = { columns: 10, rows: 10, firstColumn: 1, parity: 'odd-down', boxes };
  it('are found under the pointer and lie where they say', () => {
    for (const hex of [100, 101]) {
      const at = centre(grid, hex);
      expect(hexAt(grid, at.x, at.y)).toBe(hex);
    }
    expect(hexAt(grid, centre(grid, 100).x, centre(grid, 100).y + 6)).toBe(-1);
    expect(distance(centre(grid, 0), centre(grid, 100))).toBeCloseTo(Math.hypot(4, 1.5) * Math.sqrt(3), 9);
  });
  it('touch nothing and are near to nothing', () => {
    for (let edge = 0; edge < 6; edge++) expect(across(grid, 100, edge)).toBe(-1);
    expect(hexDistance(grid, 0, 100)).toBe(Number.POSITIVE_INFINITY);
    expect(hexDistance(grid, 101, 101)).toBe(0);
  });
  it('belong to what there is to see', () => {
    const bounds = mapBounds(grid);
    expect(bounds.x).toBeLessThan(-8);
    expect(bounds.y + bounds.height).toBeGreaterThan(mapSize(grid).height);
    expect(mapBounds({ ...grid, boxes: [] })).toEqual({ x: 0, y: 0, ...mapSize(grid) });
  });
});
