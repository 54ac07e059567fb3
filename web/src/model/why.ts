// why.ts — why not: the rule that keeps a counter or a hex out of an order, shown where it is clicked.

import type { Around, Choice, Piece } from '../net/protocol';
import type { Game } from './game';
import { type Arg, leads, orderText, withChoice } from './order';

/** Asks why the draft cannot go to that hex and shows the answer. */
export async function whyNot(game: Game, hex: number) {
  const draft = game.state.draft;
  const map = game.state.map;
  if (!draft || !map) return;
  const slot = draft.verb.slots.findIndex((one) => one.type === 'path' || one.type === 'hex');
  if (slot < 0) return;
  const args = draft.args.filter((arg) => arg.slot !== slot || draft.verb.slots[slot]!.set);
  const choice: Choice = { slot, keyword: null, type: 'hex', text: map.numbers[hex]!, value: hex };
  if (await whyNoOrder(game, withChoice(draft.verb, args, choice))) return;
  for (const party of draft.others) // the counter that cannot go keeps the others from going
    if (await whyNoOrder(game, withChoice(draft.verb, party.args, choice))) return;
}

/** Shows why a counter of mine that was clicked can do nothing now: the nearest reason, of the phase's business. */
export async function whyIdle(game: Game, piece: Piece): Promise<boolean> {
  const { position, verbs } = game.state;
  const question = position?.keys.question;
  if (!piece.id || piece.side !== question?.side) return false;
  const can = (question.verbs ?? []).filter((verb) => verb.slots[0]?.type === 'piece' && !verb.arranging);
  const first = [...can.filter((verb) => verbs.includes(verb.verb) && leads(verb)), ...can];
  for (const verb of [...new Set(first)].slice(0, 4)) {
    const answer = await game.ask<Around>({ t: 'around', part: `${verb.verb} ${piece.id}` });
    if (answer.kind !== 'refused' || !answer.refusal.rule) continue;
    game.refuse(answer.refusal);
    return true;
  }
  return false;
}

/** Shows by which rule a counter may not join the draft; false if no rule says so. */
export async function whyNotWith(game: Game, piece: Piece): Promise<boolean> {
  const { draft } = game.state;
  const slot = draft?.verb.slots.findIndex((one) => one.type === 'piece' && one.set) ?? -1;
  if (!draft || slot < 0 || !piece.id) return false;
  const choice: Choice = { slot, keyword: null, type: 'piece', text: piece.id, value: piece.i };
  return whyNoOrder(game, withChoice(draft.verb, draft.args, choice));
}

/** Shows why no order of the draft's verb holds all of that; false if one does or no rule forbids it. */
async function whyNoOrder(game: Game, args: Arg[]): Promise<boolean> {
  const { draft } = game.state;
  if (!draft) return false;
  const answer = await game.ask<Around>({ t: 'around', part: orderText(draft.verb, args) });
  if (answer.kind === 'error' && answer.text) game.store.set({ notice: answer.text });
  if (answer.kind !== 'refused') return false;
  game.refuse(answer.refusal);
  return !!answer.refusal.rule;
}
