// order.ts — an order in the making: a verb, what fills its slots so far, and what may come next.
//
// The server lists what may follow a prefix. Sets (attackers, guns, losses) are listed in rising order only, so a
// counter that was passed over no longer appears; it can still be put in at its place, and the server is asked
// whether the prefix with it leads anywhere. This file only writes prefixes; asking is the game's.

import type { Choice, Choices, Forecast, Reach, Refusal, Slot, Verb } from '../net/protocol';

export interface Arg {
  slot: number;
  value: number;
  text: string;
  hex?: number;
}

export interface Draft {
  verb: Verb;
  args: Arg[];
  /** Listed by the server as what may come next. */
  next: Choice[];
  /** Passed over, but the server takes them at their place. */
  also: Choice[];
  /** Everything the server listed in this draft, by slot and value. */
  seen: Map<string, Choice>;
  complete: boolean;
  reach: Reach | null;
  forecast: Forecast | null;
  /** Why the order as it stands would be refused, when that was asked. */
  refusal: Refusal | null;
  busy: boolean;
}

export function orderText(verb: Verb, args: Arg[]): string {
  const words = [verb.verb];
  verb.slots.forEach((slot, i) => {
    const mine = args.filter((arg) => arg.slot === i);
    if (!mine.length) return;
    if (slot.keyword) words.push(slot.keyword);
    for (const arg of mine) words.push(arg.text);
  });
  return words.join(' ');
}

export const keyOf = (slot: number | null, value: number) => `${slot}:${value}`;

/** Whether what fills the slot is a set, in which order does not matter. */
export function isSet(slot: Slot): boolean {
  return slot.most > 1 && (slot.type === 'piece' || slot.type === 'hex' || slot.type === 'hexside');
}

export function slotCount(args: Arg[], slot: number): number {
  return args.filter((arg) => arg.slot === slot).length;
}

/** The arguments with one more: at the end of its slot if the server listed it, else at its place in the set. */
export function withChoice(args: Arg[], choice: Choice, listed: boolean): Arg[] {
  const arg: Arg = { slot: choice.slot ?? 0, value: choice.value, text: choice.text, hex: choice.hex };
  const at = args.findIndex((other) =>
    other.slot === arg.slot ? !listed && other.value > arg.value : other.slot > arg.slot,
  );
  return at < 0 ? [...args, arg] : [...args.slice(0, at), arg, ...args.slice(at)];
}

export function withoutValue(args: Arg[], slot: number, value: number): Arg[] {
  const at = args.findIndex((arg) => arg.slot === slot && arg.value === value);
  return at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 1)];
}

/** What was passed over and might still be put in: seen before, not listed now, and its slot has room. */
export function passedOver(draft: Pick<Draft, 'verb' | 'args' | 'seen'>, next: Choice[]): Choice[] {
  const listed = new Set(next.map((choice) => keyOf(choice.slot, choice.value)));
  const chosen = new Set(draft.args.map((arg) => keyOf(arg.slot, arg.value)));
  const open: Choice[] = [];
  for (const [key, choice] of draft.seen) {
    if (listed.has(key) || chosen.has(key) || choice.slot === null) continue;
    const slot = draft.verb.slots[choice.slot];
    if (!slot || !isSet(slot) || slotCount(draft.args, choice.slot) >= slot.most) continue;
    if (slotCount(draft.args, choice.slot) === 0 && slot.least > 0) continue;
    open.push(choice);
  }
  return open;
}

/** The hexes walked from the start to an end, without the start; null if there is no way. */
export function wayTo(reach: Reach, end: number): number[] | null {
  if (!reach.ends.some((one) => one.hex === end)) return null;
  const way: number[] = [];
  for (let hex = end, guard = 0; hex !== reach.start && guard < 4096; guard++) {
    way.unshift(hex);
    const before = reach.from[String(hex)];
    if (before === undefined || before < 0) break;
    hex = before;
  }
  return way;
}

export function leadsOn(choices: Choices): boolean {
  return choices.complete || choices.choices.length > 0;
}

/** What the draft waits for: the first slot that lacks something and can be filled now, else the first that can. A set
 * may have to grow although it holds its least: then the slots behind it cannot be filled yet. */
export function wantedSlot(draft: Draft): number | null {
  const open = new Set(draft.next.map((choice) => choice.slot).filter((slot): slot is number => slot !== null));
  if (draft.reach?.ends.length) open.add(draft.verb.slots.findIndex((slot) => slot.type === 'path'));
  const listed = [...open].sort((a, b) => a - b);
  const lacks = (i: number) => slotCount(draft.args, i) < (draft.verb.slots[i]?.least ?? 0);
  if (listed.length) return listed.find(lacks) ?? listed[0]!;
  const first = draft.verb.slots.findIndex((_, i) => lacks(i));
  return first < 0 ? null : first;
}
