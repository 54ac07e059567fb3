// find.ts — counters found by the text in a box: every word of it is in the counter's name, formation, branch, nation,
// values or hex. A game may have a thousand of them.

import type { Piece } from '../net/protocol';
import { type LookTable, valuesOf } from './looks';

/** All the words about a counter, in small letters. */
function saidOf(piece: Piece, looks: LookTable | null, hex: string): string {
  const branch = looks?.declared.branches.find((one) => one.symbol === piece.symbol)?.meaning ?? piece.symbol;
  return [piece.known ? piece.name : '', piece.formation, branch, piece.nation, piece.size, valuesOf(piece), hex]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
}

export function isFound(piece: Piece, query: string, looks: LookTable | null, hex: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return true;
  const said = saidOf(piece, looks, hex);
  return words.every((word) => said.includes(word));
}
