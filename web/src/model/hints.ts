// hints.ts — when a hint of a teaching game speaks of what is there: facts about hexes, "5112:weakened 5213:s13G".

import type { Piece } from '../net/protocol';

/** Whether one fact about the counters on a hex holds. */
function isTrue(what: string, stack: Piece[]): boolean {
  if (what === 'nobody') return !stack.length;
  if (what === 'weakened') return stack.some((piece) => piece.steps < piece.full);
  if (what === 'whole') return stack.length > 0 && stack.every((piece) => piece.steps === piece.full);
  return stack.some((piece) => piece.id === what || piece.side === what);
}

/** Whether all facts hold, each a hex and what stands there: a side, a counter, nobody, or somebody weakened or whole. */
export function holds(facts: string, stackAt: (number: string) => Piece[]): boolean {
  return facts
    .split(' ')
    .filter(Boolean)
    .every((fact) => {
      const colon = fact.indexOf(':');
      return isTrue(fact.slice(colon + 1), stackAt(fact.slice(0, colon)));
    });
}
