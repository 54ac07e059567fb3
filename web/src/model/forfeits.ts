// forfeits.ts — what ending a phase would forfeit, and whether it is worth a question.

import type { Piece } from '../net/protocol';
import { actedIn } from './log';
import { leads } from './order';
import type { Forfeit, GameState } from './state';

/** Whether a counter can begin an order with a path or a target. */
export function canLead({ position, leaders }: GameState, piece: number): boolean {
  const verbs = position?.keys.question?.verbs;
  return !!leaders.get(piece)?.some((word) => verbs?.some((verb) => verb.verb === word && leads(verb)));
}

const TRIFLE = 0.2; // of the strength that could have acted in a phase

/** Whether a good part of the strength that an order with a path or a target could have used has not acted in the
 * phase. Trifles are worth no question, nor are orders that every counter could be given and few players ever want,
 * such as supply that is shared out by hand. */
export function isMuch(state: GameState, forfeits: Forfeit[], readied = new Set<number>()): boolean {
  const { position, log, battle } = state;
  const question = position?.keys.question;
  if (!position || !question) return false;
  if (battle && !battle.over) return false; // in the midst of a fight an end is the player's decision: halt, stand
  if (forfeits.some(({ verb, pieces }) => leads(verb) && pieces.some((piece) => readied.has(piece.i)))) return true;
  const weight = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + Math.max(piece.steps, 1), 0);
  const left = forfeits.filter(({ verb }) => leads(verb)).reduce((sum, { pieces }) => sum + weight(pieces), 0);
  const acted = actedIn(log, question.side);
  const done = weight([...position.pieces.values()].filter((piece) => acted.has(piece.i)));
  return left > (left + done) * TRIFLE;
}

/** The orders that would be forfeited, verb by verb: counters that have done nothing in this phase, each named once,
 * first for an order with a path or a target. A placed counter may be placed again, but that forfeits nothing. */
export function forfeited(state: GameState, readied = new Set<number>()): Forfeit[] {
  const { position, leaders, verbs, log } = state;
  const question = position?.keys.question;
  if (!position || !question) return [];
  const acted = actedIn(log, question.side, (word) => {
    const verb = question.verbs?.find((one) => one.verb === word);
    return !verb || leads(verb);
  });
  for (const piece of actedIn(log, question.side)) if (!readied.has(piece)) acted.add(piece);
  const named = new Set<number>();
  const forfeits: Forfeit[] = [];
  const byUse = [...(question.verbs ?? [])].sort((a, b) => Number(leads(b)) - Number(leads(a)));
  for (const verb of byUse) {
    if (!verbs.includes(verb.verb) || verb.arranging || verb.slots[0]?.type !== 'piece') continue;
    const places = verb.slots.length === 2 && verb.slots[1]!.type === 'hex';
    const pieces = [...leaders]
      .filter(([i, words]) => words.includes(verb.verb) && !named.has(i))
      .map(([i]) => position.pieces.get(i))
      .filter((piece): piece is Piece => !!piece && !acted.has(piece.i) && !(places && piece.hex !== null));
    for (const piece of pieces) named.add(piece.i);
    if (pieces.length) forfeits.push({ verb, pieces });
  }
  return forfeits;
}
