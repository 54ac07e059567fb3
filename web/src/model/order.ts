// order.ts — an order in the making: a verb, what fills its slots so far, and what may come next.
//
// The server lists what may be added to a prefix, at whatever place of it; sets (attackers, guns, losses) are kept in
// rising order. This file only writes prefixes; asking is the game's.

import type { Choice, Choices, Forecast, Reach, Refusal, Verb } from '../net/protocol';

export interface Arg {
  slot: number;
  value: number;
  text: string;
  hex?: number;
}

export interface Draft {
  verb: Verb;
  args: Arg[];
  /** Listed by the server as what may be added. */
  next: Choice[];
  complete: boolean;
  reach: Reach | null;
  forecast: Forecast | null;
  /** Why the order would be refused as it stands, though it lacks nothing. */
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

export function slotCount(args: Arg[], slot: number): number {
  return args.filter((arg) => arg.slot === slot).length;
}

/** The arguments with one more: at its place if the slot is a set, else at the end of its slot. */
export function withChoice(verb: Verb, args: Arg[], choice: Choice): Arg[] {
  const arg: Arg = { slot: choice.slot ?? 0, value: choice.value, text: choice.text, hex: choice.hex };
  const set = verb.slots[arg.slot]?.set;
  const at = args.findIndex((other) =>
    other.slot === arg.slot ? set && other.value > arg.value : other.slot > arg.slot,
  );
  return at < 0 ? [...args, arg] : [...args.slice(0, at), arg, ...args.slice(at)];
}

/** Whether some set of the draft was built by hand and could have been otherwise: then it is confirmed. */
export function isSetOf(draft: Draft): boolean {
  return draft.verb.slots.some((slot, i) => slot.set && slotCount(draft.args, i) > 1);
}

/** The slot in which the draft needs more counters before anything else can be said. */
export function lackingSlot(draft: Draft): number | null {
  const { slot } = draft.next[0] ?? {};
  if (draft.complete || slot === undefined || slot === null || !draft.verb.slots[slot]?.set) return null;
  if (draft.verb.slots[slot]!.type !== 'piece' || !slotCount(draft.args, slot)) return null;
  return draft.next.every((choice) => choice.slot === slot) ? slot : null;
}

/** Whether some slot holds less than the order needs. */
export function lacksArguments({ verb, args }: Draft): boolean {
  return verb.slots.some((slot, i) => slotCount(args, i) < slot.least);
}

export function withoutValue(args: Arg[], slot: number, value: number): Arg[] {
  const at = args.findIndex((arg) => arg.slot === slot && arg.value === value);
  return at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 1)];
}

/** The hexes walked from the start to an end, without the start; null if there is no way. */
export function wayTo(reach: Reach, end: number): number[] | null {
  const found = reach.ends.find((one) => one.hex === end);
  if (!found || found.way) return found?.way ?? null;
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
  const last = Math.max(...draft.args.map((arg) => arg.slot), 0);
  if (listed.length) return listed.find(lacks) ?? listed.find((i) => i >= last) ?? listed[0]!;
  const first = draft.verb.slots.findIndex((_, i) => lacks(i));
  return first < 0 ? null : first;
}
