// position.ts — a state and its changes, and counters by hex.

import type { Changes, Piece, StateKeys } from '../net/protocol';

export interface Position {
  keys: StateKeys;
  pieces: Map<number, Piece>;
  /** Stacks by hex, top first. */
  stacks: Map<number, Piece[]>;
}

/** A phase of one side, to tell it from others. */
export const phaseOf = ({ keys }: Position) => `${keys.turn} ${keys.phase} ${keys.question?.side}`;

function stacksOf(pieces: Map<number, Piece>): Map<number, Piece[]> {
  const stacks = new Map<number, Piece[]>();
  for (const piece of pieces.values()) {
    if (piece.hex === null) continue;
    const stack = stacks.get(piece.hex);
    if (stack) stack.push(piece);
    else stacks.set(piece.hex, [piece]);
  }
  for (const stack of stacks.values()) stack.sort((a, b) => (a.z ?? 0) - (b.z ?? 0));
  return stacks;
}

export function positionOf(keys: StateKeys): Position {
  const pieces = new Map(keys.pieces.map((piece) => [piece.i, piece]));
  return { keys: { ...keys, verbs: keys.question?.verbs }, pieces, stacks: stacksOf(pieces) };
}

/** The position after a delta: keys it names are replaced, its pieces are put in or moved, `gone` ones taken out, of the
 * sketches some are replaced, and verbs of the question that were kept are those of the last question that had some. */
export function changed(position: Position, delta: Changes): Position {
  const { pieces: shown, placed, gone, sketched, question, openings: _, ...rest } = delta;
  const keys = { ...position.keys, ...rest } as StateKeys;
  const verbs = question?.verbs === 'kept' ? keys.verbs : question?.verbs;
  if (question !== undefined) keys.question = question && { ...question, verbs };
  if (verbs) keys.verbs = verbs;
  if (sketched) keys.sketches = (keys.sketches ?? []).toSpliced(sketched[0], sketched[1], ...sketched[2]);
  if (!shown?.length && !placed?.length && !gone?.length) return { ...position, keys };
  const pieces = new Map(position.pieces);
  for (const i of gone ?? []) pieces.delete(i);
  for (const piece of shown ?? []) pieces.set(piece.i, piece);
  for (let at = 0; placed && at + 2 < placed.length; at += 3) {
    const piece = pieces.get(placed[at]!);
    if (piece) pieces.set(piece.i, { ...piece, hex: placed[at + 1]!, z: placed[at + 2]! });
  }
  return { keys, pieces, stacks: stacksOf(pieces) };
}

/** What a side saw last, with its changes since; parts that are the same for all sides are as now. */
export function putBack(kept: Position, now: Position, delta: Changes): Position {
  const { game, chat, notes } = now.keys;
  return changed({ ...kept, keys: { ...kept.keys, game, chat, notes } }, delta);
}
