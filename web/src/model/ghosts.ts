// ghosts.ts — counters of others that this player knew and that are hidden again: where each was seen last, and when.
// It holds only what this browser was shown; the client does not know where they are now.

import type { Piece } from '../net/protocol';
import type { Position } from './position';

export interface Ghost {
  piece: Piece;
  hex: number;
  turn: number;
}

/** Turns after which a ghost means nothing any more. */
export const LASTS = 3;

const isKnown = (piece: Piece | undefined): piece is Piece => !!piece?.known && !!piece.id;

/** The ghosts after one more position. A counter that is seen again, was destroyed, or cannot be there is forgotten. */
export function ghostsAfter(ghosts: Ghost[], before: Position | null, after: Position): Ghost[] {
  const { as, turn } = after.keys;
  if (!before) return ghosts;
  if (before.keys.turn > turn) return [];
  const hidden = [...before.pieces.values()].flatMap((piece) =>
    isKnown(piece) && piece.side !== as && piece.hex !== null && !isKnown(after.pieces.get(piece.i))
      ? [{ piece, hex: piece.hex, turn: before.keys.turn }]
      : [],
  );
  const fresh = new Set(hidden.map(({ piece }) => piece.id));
  return [...ghosts.filter(({ piece }) => !fresh.has(piece.id)), ...hidden].filter((ghost) => {
    const stack = after.stacks.get(ghost.hex) ?? [];
    const seen = stack.length > 0 && stack.every(isKnown);
    return turn - ghost.turn <= LASTS && !isKnown(after.pieces.get(ghost.piece.i)) && !seen;
  });
}

const KEPT = 40; // games whose ghosts are kept

/** What this browser remembers of a game, newest games first. */
function readAll(): [string, Ghost[]][] {
  try {
    return JSON.parse(sessionStorage.getItem('ghosts') ?? '[]') as [string, Ghost[]][];
  } catch {
    return [];
  }
}

export const ghostsOf = (key: string): Ghost[] => readAll().find(([one]) => one === key)?.[1] ?? [];

export function keepGhosts(key: string, ghosts: Ghost[]) {
  const others = readAll().filter(([one]) => one !== key);
  try {
    sessionStorage.setItem('ghosts', JSON.stringify([[key, ghosts], ...others].slice(0, KEPT)));
  } catch {
    // without it a page that is loaded again remembers nothing
  }
}
