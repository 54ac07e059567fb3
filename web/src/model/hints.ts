// hints.ts — the hint of a teaching game that fits the question and the position. It describes the position by facts
// about hexes, "5112:weakened 5213:s13G".

import type { Forecast, Hint, Piece } from '../net/protocol';
import type { Game } from './game';
import { bareWords } from './sentence';
import type { GameState } from './state';

/** Whether one fact about the counters on a hex holds. */
function isTrue(what: string, stack: Piece[]): boolean {
  if (what === 'nobody') return !stack.length;
  if (/^\d+$/.test(what)) return stack.length === Number(what);
  if (what === 'weakened') return stack.some((piece) => piece.steps < piece.full);
  if (what === 'whole') return stack.length > 0 && stack.every((piece) => piece.steps === piece.full);
  return stack.some((piece) => piece.id === what || piece.side === what);
}

/** Whether an order of that verb is open, and that counter, if one is named, can be part of it. */
type Can = (verb: string, piece?: string) => boolean;

/** Whether all facts hold: an open verb (`can:move`), also for a counter (`can:fire:A60`), or a hex and its contents: a
 * side, a counter, a count, none, one weakened or whole. */
export function holds(facts: string, stackAt: (number: string) => Piece[], can: Can = () => false): boolean {
  return facts
    .split(' ')
    .filter(Boolean)
    .every((fact) => {
      const [where, what, piece] = fact.split(':') as [string, string, string?];
      return where === 'can' ? can(what, piece) : isTrue(what, stackAt(where));
    });
}

/** What the player can order now. */
function possible({ verbs, actors, position }: GameState): Can {
  const of = (id: string) => [...(position?.pieces.values() ?? [])].find((piece) => piece.id === id);
  return (verb, piece) => verbs.includes(verb) && (!piece || !!actors.get(of(piece)?.i ?? -1)?.includes(verb));
}

/** Whether the counter that a hint speaks of can do what it asks for. Some verbs take no counter. */
function isAble(state: GameState, { verb, piece }: Hint): boolean {
  if (!verb || !piece) return true;
  const takesCounters = [...state.actors.values()].some((verbs) => verbs.includes(verb));
  return !takesCounters || possible(state)(verb, piece);
}

/** The first hint whose conditions hold and that was neither followed nor closed. */
export function hintNow(state: GameState): { index: number; hint: Hint } | null {
  const { position, hintsDone, verbs, map, odds } = state;
  const keys = position?.keys;
  if (!keys?.game.hints || !keys.question?.yours || !map) return null;
  const stackAt = (number: string) => position?.stacks.get(map.numbers.indexOf(number)) ?? [];
  for (const [index, hint] of keys.game.hints.entries()) {
    if (hintsDone.includes(index)) continue;
    if (hint.side && keys.question.side !== hint.side) continue;
    if (hint.question && hint.question !== keys.question.kind) continue;
    if (hint.turn && Number(hint.turn) !== keys.turn) continue;
    if (hint.verb && verbs.length && !verbs.includes(hint.verb)) continue;
    if (hint.when && !holds(hint.when, stackAt, possible(state))) continue;
    if (!isAble(state, hint)) continue;
    if (oddsIn(hint.text.en ?? '').some((order) => odds.get(order) === null)) continue; // it would be wrong
    return { index, hint };
  }
  return null;
}

/** Where the subject of a hint stands: its hex, and its counter. */
export function hintHexes({ map, position }: GameState, { hex, piece }: Hint): number[] {
  const at = [...(position?.pieces.values() ?? [])].find((one) => one.id === piece)?.hex;
  return [...new Set([hex ? (map?.numbers.indexOf(hex) ?? -1) : -1, at ?? -1])].filter((one) => one >= 0);
}

export function doneWith(game: Game, index: number) {
  game.store.set({ hintsDone: [...game.state.hintsDone, index] });
}

const ODDS = /\{([^}]+)\}/g;

/** The orders whose odds a hint names: they stand in braces in its text. */
export const oddsIn = (text: string): string[] => [...text.matchAll(ODDS)].map((found) => found[1]!);

/** Asks for the forecast of each order of a text; null is kept of one that is not legal now. */
export function askOdds(game: Game, text: string) {
  const { position } = game.state;
  for (const order of oddsIn(text)) {
    if (game.state.odds.has(order)) continue;
    game.ask<Forecast>({ t: 'forecast', order }).then((answer) => {
      if (game.state.position?.keys.seq !== position?.keys.seq) return;
      const title = answer.kind === 'answer' ? bareWords(answer.value.title) : null;
      game.store.set({ odds: new Map([...game.state.odds, [order, title]]) });
    });
  }
}

/** The text with the forecast of each order; null while one is not known, or if one is not legal now. */
export function withOdds(text: string, odds: Map<string, string | null>): string | null {
  if (oddsIn(text).some((order) => !odds.get(order))) return null;
  return text.replace(ODDS, (_, order: string) => odds.get(order)!);
}
