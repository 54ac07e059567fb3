// tables.ts — the tables of the rulebook, and the places in them that a forecast or an event names.

import type { BookTable, Cell, GameEvent } from '../net/protocol';

/** The tables that this game is played by. */
export function tablesFor(tables: BookTable[], options: Map<string, string>): BookTable[] {
  return tables.filter(({ when }) => {
    const [name, value] = when?.split('=') ?? [];
    return !name || (options.get(name) ?? value) === value;
  });
}

/** Where it was read last: one event names the column, the next the row. */
export function cellRead(events: GameEvent[]): Cell | null {
  return events.reduce<Cell | null>((read, { cell }) => {
    if (!cell || read?.table !== cell.table || (cell.row && cell.column)) return cell ?? read;
    return { ...read, ...(cell.row ? { row: cell.row } : { column: cell.column }) };
  }, null);
}

/** Whether a place is in the range named: both counted from 1; the head is row 0. */
export function isNamed(cell: Cell, row: number, column: number): boolean {
  const across = !cell.column || (column >= cell.column && column <= (cell.last ?? cell.column));
  return across && (!cell.row || row === cell.row);
}

/** A word of the data as players read it: blanks in place of the joining signs. */
export const plain = (text: string) =>
  /^\w+$/.test(text)
    ? text.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')
    : text.replace(/^<=/, '≤ ').replace(/^>=/, '≥ ');

/** The contents of the cell, with the headings that lead to it; nothing unless both are known. */
export function cellWords(table: BookTable | undefined, cell: Cell): string | null {
  const row = cell.row ? table?.rows[cell.row - 1] : undefined;
  if (!table || !row || !cell.column || cell.last) return null;
  const called = table.rows.filter((other) => other[0] === row[0]).length > 1 ? row[1] : row[0];
  const { heads } = chartOf(table); // of several heads, such as one a kind of terrain, it is not known which was meant
  const over = heads.length > 1 ? '' : `${plain(heads[0]![cell.column - 1] ?? '')}, `;
  return `${table.title}: ${over}${called} → ${plain(row[cell.column - 1] ?? '')}`;
}

/** A table as a chart: rows of the data that are heads stand over it, those that only say which columns are used are
 * left out, and so is the column that distinguishes the two. Columns and rows keep their places of the data. */
export function chartOf(table: BookTable): { columns: number[]; heads: string[][]; rows: number[] } {
  const all = table.head.map((_, i) => i);
  const places = table.rows.map((_, i) => i);
  const heads = table.rows.filter((row) => row[0] === 'header');
  if (!heads.length) return { columns: all, heads: [table.head], rows: places };
  const rows = places.filter((i) => table.rows[i]![0] === 'result');
  return { columns: all.slice(1), heads, rows };
}
