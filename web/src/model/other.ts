// other.ts — an order that was begun turns into one of another kind: whoever picks counters and clicks the enemy means to
// fight him, although the counters were about to march. What was picked goes along.

import type { Around, Verb } from '../net/protocol';
import { stackAt } from './act';
import type { Game } from './game';
import { type Arg, type Draft, orderText, withChoice } from './order';
import { askedIn } from './plan';

/** The counters of the draft's first slot of counters. */
function counters(draft: Draft): Arg[] {
  const first = draft.verb.slots.findIndex((slot) => slot.type === 'piece');
  return draft.args.filter((arg) => arg.slot === first);
}

/** The hex itself, or the top counter there, wherever an order of that kind has room for it. */
function aims(game: Game, verb: Verb, hex: number): Arg[] {
  const top = stackAt(game, hex)[0];
  const pieces = verb.slots.flatMap((slot, i) => (slot.type === 'piece' ? [i] : []));
  return verb.slots.flatMap((slot, i): Arg[] => {
    if (slot.type === 'hex') return [{ slot: i, value: hex, text: game.state.map!.numbers[hex]!, hex }];
    if (i === pieces[1] && top?.id) return [{ slot: i, value: top.i, text: top.id, hex }];
    return [];
  });
}

/** The draft's counters in an order of that kind, as many as it takes; null if it takes none. */
function carried(draft: Draft, verb: Verb): Arg[] | null {
  const slot = verb.slots.findIndex((one) => one.type === 'piece');
  const all = counters(draft).map((arg) => ({ ...arg, slot }));
  return slot < 0 || !all.length ? null : all.slice(0, verb.slots[slot]!.most);
}

const add = (verb: Verb, args: Arg[], arg: Arg) => withChoice(verb, args, { ...arg, keyword: null, type: 'hex' });

async function isPart(game: Game, verb: Verb, args: Arg[]): Promise<boolean> {
  return (await game.ask<Around>({ t: 'around', part: orderText(verb, args) })).kind === 'answer';
}

/** Begins an order of another kind with the counters of the draft, or with the one that is chosen if it takes no others. */
export async function instead(game: Game, word: string): Promise<void> {
  const { draft, selectedPiece, position } = game.state;
  const verb = game.verb(word);
  const args = draft && verb && carried(draft, verb);
  if (args?.length && (await isPart(game, verb!, args))) await game.beginOrder(word, undefined, args);
  else await game.beginOrder(word, position?.pieces.get(selectedPiece ?? -1));
}

/** The hex that was clicked is no place for the order in the making: the first order of another kind that takes the same
 * counters there is begun; false if there is none. */
export async function turnTo(game: Game, hex: number): Promise<boolean> {
  const { draft, actors } = game.state;
  if (!draft) return false;
  const all = counters(draft);
  for (const verb of askedIn(game.state)?.verbs ?? []) {
    const args = carried(draft, verb);
    const able = all.length > 0 && all.every((arg) => actors.get(arg.value)?.includes(verb.verb));
    if (!args || !able || verb === draft.verb || verb.arranging || args.length < all.length) continue;
    for (const aim of aims(game, verb, hex)) {
      const whole = add(verb, args, aim);
      if (!(await isPart(game, verb, whole))) continue;
      await game.beginOrder(verb.verb, undefined, whole);
      return true;
    }
  }
  return false;
}
