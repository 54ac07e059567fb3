// other.ts — an order that was begun turns into one of another kind: a player who picks counters and clicks the enemy
// means to fight him, although the counters were about to march. The counters picked go along.

import { t } from '../i18n';
import type { Around, Piece, Verb } from '../net/protocol';
import { stackAt } from './act';
import type { Game } from './game';
import { canBeFollowed } from './group';
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

/** Begins an order of another kind with the counters that were picked, as many of them as it takes; those that stay out
 * are named. Of counters that follow one another with an order each, those follow that can. */
export async function instead(game: Game, word: string): Promise<void> {
  const { draft, picked, selectedPiece, position, actors } = game.state;
  const verb = game.verb(word);
  if (!verb) return;
  const inside = draft ? counters(draft) : [];
  const all = [...new Set([...inside.map((arg) => arg.value), ...picked])].flatMap(
    (i) => position?.pieces.get(i) ?? [],
  );
  const able = all.filter((piece) => piece.id && actors.get(piece.i)?.includes(word));
  const first = able.length ? await largest(game, verb, able.map(argOf)) : null;
  if (!first) {
    game.store.set({ picked: [] });
    await game.drafting.begin(word, position?.pieces.get(selectedPiece ?? -1));
    return;
  }
  game.store.set({ picked: able.map((piece) => piece.i) });
  await game.drafting.begin(word, undefined, first);
  const group = canBeFollowed(verb);
  const taken = new Set([...first.map((arg) => arg.value), ...(group ? able.map((piece) => piece.i) : [])]);
  const left = all.filter((piece) => !taken.has(piece.i)).map((piece) => piece.name);
  if (left.length) game.notice(t('order.left', { names: left.join(', ') }));
}

/** A counter as an argument; `largest` puts it into its slot. */
export const argOf = (piece: Piece): Arg => ({
  slot: 0,
  value: piece.i,
  text: piece.id ?? '',
  hex: piece.hex ?? undefined,
});

/** As many of the counters as an order of that kind takes together: all of them, those of the first one's hex, or the
 * first; null if it takes none. */
export async function largest(game: Game, verb: Verb, args: Arg[]): Promise<Arg[] | null> {
  const slot = verb.slots.findIndex((one) => one.type === 'piece');
  if (slot < 0) return null;
  const inSlot = (some: Arg[]) => some.slice(0, verb.slots[slot]!.most).map((arg) => ({ ...arg, slot }));
  const tried = [args, args.filter((arg) => arg.hex === args[0]!.hex), ...args.map((arg) => [arg])];
  for (const some of tried) {
    const sorted = inSlot(some).sort((a, b) => (verb.slots[slot]!.set ? a.value - b.value : 0));
    if (await isPart(game, verb, sorted)) return sorted;
  }
  return null;
}

/** The hex that was clicked is no place for the order in the making: the first order of another kind that takes the same
 * counters there is begun, else one that takes as many of them as can, and those that stay are named; false if there is
 * none. */
export async function turnTo(game: Game, hex: number): Promise<boolean> {
  const { draft, actors } = game.state;
  const all = draft ? counters(draft) : [];
  if (!draft || !all.length) return false;
  const verbs = askedIn(game.state)?.verbs?.filter((verb) => verb !== draft.verb && !verb.arranging) ?? [];
  const able = (verb: Verb) => all.filter((arg) => actors.get(arg.value)?.includes(verb.verb));
  const whole = verbs.filter((verb) => able(verb).length === all.length);
  const partly = verbs.filter((verb) => able(verb).length && !whole.includes(verb));
  for (const verb of [...whole, ...partly]) {
    const some = able(verb);
    const args = carried({ ...draft, args: some }, verb);
    if (!args || args.length < some.length) continue;
    for (const aim of aims(game, verb, hex)) {
      const order = add(verb, args, aim);
      if (!(await isPart(game, verb, order))) continue;
      await game.drafting.begin(verb.verb, undefined, order);
      const left = all.filter((arg) => !some.includes(arg)).map((arg) => nameOf(game, arg));
      if (left.length) game.notice(t('order.left', { names: left.join(', ') }));
      return true;
    }
  }
  return false;
}

const nameOf = (game: Game, arg: Arg) => game.state.position?.pieces.get(arg.value)?.name || arg.text;

/** A click on a hex without counters that could act may mean an order for the hex: the first order that such a hex can
 * begin, or the one that a hint asks for; false if there is none. */
export async function beginAt(game: Game, hex: number, word?: string): Promise<boolean> {
  const { draft, position, verbs } = game.state;
  const mine = stackAt(game, hex)[0]?.side === position?.keys.question?.side;
  if (draft?.args.length || (mine && game.state.actors.size && !word)) return false;
  for (const verb of askedIn(game.state)?.verbs ?? []) {
    if (verb.arranging || !verbs.includes(verb.verb) || (word && verb.verb !== word)) continue;
    for (const aim of aims(game, verb, hex).filter((one) => verb.slots[one.slot]?.type === 'hex')) {
      if (!(await isPart(game, verb, [aim]))) continue;
      await game.drafting.begin(verb.verb, undefined, [aim]);
      return true;
    }
  }
  return false;
}
