import { describe, expect, it } from 'vitest';
import { reliefOf } from '../src/map/relief';
import { type Draft, drawnSlot, waypoints } from '../src/model/order';
import { cellRead, cellWords, isNamed, tablesFor } from '../src/model/tables';
import type { BookTable, GameEvent, MapData, Verb } from '../src/net/protocol';

const table: BookTable = {
  name: 'combat',
  title: 'Combat',
  source: '',
  head: ['roll', '1:1', '2:1'],
  rows: [
    ['2', 'a', 'b'],
    ['3', 'c', 'd_e'],
  ],
};
const told = (cell: GameEvent['cell']) =>
  ({ kind: 'note', text: '', rule: null, hexes: [], pieces: [], cell }) as GameEvent;

describe('tables of the book', () => {
  it('are those of the options that are played', () => {
    const all = [table, { ...table, name: 'old', when: 'edition=1' }, { ...table, name: 'new', when: 'edition=2' }];
    const names = (options: [string, string][]) => tablesFor(all, new Map(options)).map((one) => one.name);
    expect(names([['edition', '2']])).toEqual(['combat', 'new']);
    expect(names([])).toEqual(['combat', 'old', 'new']);
  });

  it('are read where column and row were told one after the other', () => {
    const column = { table: 'combat', row: 0, column: 3 };
    const read = cellRead([told(column), told(undefined), told({ table: 'combat', row: 2, column: 0 })]);
    expect(read).toEqual({ table: 'combat', row: 2, column: 3 });
    expect(cellWords(table, read!)).toBe('Combat: 2:1, 3 → d e');
    expect(cellWords(table, column)).toBeNull();
    expect(cellRead([told(column), told({ table: 'other', row: 1, column: 0 })])?.table).toBe('other');
  });

  it('are lit by the cell, the row, the column or several columns', () => {
    expect(isNamed({ table: '', row: 1, column: 0 }, 1, 3)).toBe(true);
    expect(isNamed({ table: '', row: 0, column: 2, last: 3 }, 2, 3)).toBe(true);
    expect(isNamed({ table: '', row: 2, column: 2 }, 1, 2)).toBe(false);
  });
});

describe('a drawing', () => {
  const verb: Verb = {
    verb: 'axis',
    help: '',
    slots: [
      { keyword: null, type: 'hex', least: 2, most: 9, drawn: true, help: '' },
      { keyword: 'width', type: 'number', least: 0, most: 1, help: '' },
    ],
  };
  const draftOf = (points: number[]) =>
    ({
      verb,
      args: points.map((value) => ({ slot: 0, value, text: String(value), hex: value })),
      forced: [],
      lacks: [],
      next: [],
      reach: null,
    }) as unknown as Draft;

  it('has its waypoints in the order they were set', () => {
    expect(drawnSlot(draftOf([]))).toBe(0);
    expect(waypoints(draftOf([7, 3, 7]))).toEqual([7, 3, 7]);
  });
});

describe('heights', () => {
  const map = { columns: 5, rows: 5, firstColumn: 1, parity: 'odd-down', contour: 10 } as MapData;
  const hill = Array.from({ length: 25 }, (_, hex) => (hex === 12 ? 20 : 0));

  it('close a contour around a hill, the higher one inside the lower', () => {
    const { contours } = reliefOf({ ...map, height: hill })!;
    expect(contours.map(({ level, lines }) => [level, lines.length])).toEqual([
      [0, 0],
      [10, 1],
      [20, 1],
    ]);
    const [low, high] = [contours[1]!.lines[0]!.box, contours[2]!.lines[0]!.box];
    expect(high.left > low.left && high.right < low.right && contours[2]!.lines[0]!.closed).toBe(true);
  });

  it('have contours without a corner, and hilltops keep their size', () => {
    const shelf = Array.from({ length: 100 }, (_, hex) => (hex % 10 < 4 || hex > 60 ? 0 : hex % 10 < 7 ? 10 : 30));
    const { contours } = reliefOf({ ...map, columns: 10, rows: 10, height: shelf })!;
    for (const { course, closed } of contours.flatMap(({ lines }) => lines)) {
      const turns = course.slice(1, closed ? undefined : -1).map((at, i) => {
        const [from, to] = [course[i]!, course[(i + 2) % course.length]!];
        const turn = Math.atan2(to.y - at.y, to.x - at.x) - Math.atan2(at.y - from.y, at.x - from.x);
        return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
      });
      expect(Math.max(...turns)).toBeLessThan(0.5);
    }
    const top = reliefOf({ ...map, height: hill })!.contours[1]!.lines[0]!.box;
    expect(top.right - top.left).toBeGreaterThan(1.2);
  });

  it('are none on a map that has none', () => {
    expect(reliefOf(map)).toBeNull();
  });
});
