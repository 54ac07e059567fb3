// order.ts — an order in the making: a verb, the parts picked for it, those the rules require, and those that may be
// added.
//
// The server lists what can be added to a part of an order, picked in any sequence, and what the rules require; sets
// (attackers, guns, losses) are written in rising order. This file only writes parts; the game asks.

import type { Added, Choice, Forecast, Harm, Reach, Refusal, Sketch, Verb } from '../net/protocol';
import type { Party } from './group';

export interface Arg {
  slot: number;
  value: number;
  text: string;
  hex?: number;
}

export interface Draft {
  verb: Verb;
  /** The parts picked. */
  args: Arg[];
  /** Parts that every order with those holds besides, by some rule. */
  forced: Added[];
  /** The missing parts: one way to complete it. */
  lacks: Added[];
  /** The order's text, with the parts required. */
  text: string;
  /** Listed by the server as possible additions. */
  next: Choice[];
  /** With the parts required it is a legal order. */
  complete: boolean;
  reach: Reach | null;
  forecast: Forecast | null;
  /** What it would draw, once it is complete. */
  sketches: Sketch[];
  /** Why no order holds all that was picked. */
  refusal: Refusal | null;
  /** Counters that are picked as well and follow with the same order: see group.ts. */
  others: Party[];
  /** Their destinations, by that of the first of them. */
  goals: Map<number, number[]>;
  /** Of slots that take one number: its possible values, also while it holds one. */
  dials: Map<number, Choice[]>;
  /** The cost of going to a hex, where that was asked: in retreats. */
  harms: Map<number, Harm[]>;
  /** Counters without which every chance is the same. */
  spare: Arg[];
  busy: boolean;
}

/** A part that has no keyword and is missing is marked, if another one without a keyword follows. */
export function orderText(verb: Verb, args: Arg[]): string {
  const words = [verb.verb];
  const last = args.reduce((most, arg) => (verb.slots[arg.slot]?.keyword ? most : Math.max(most, arg.slot)), -1);
  verb.slots.forEach((slot, i) => {
    const mine = args.filter((arg) => arg.slot === i);
    if (slot.keyword && mine.length) words.push(slot.keyword);
    for (const arg of mine) words.push(arg.text);
    if (!slot.keyword && i < last && mine.length < slot.least) words.push('_');
  });
  return words.join(' ');
}

/** Whether a hex only says which stack is meant: one counter of that stack is named after it. */
const isOfStack = ({ slots }: Verb, i: number) => {
  const after = slots[i + 1];
  return after?.type === 'piece' && after.least === 1 && after.most === 1;
};

/** Whether the verb takes its counters somewhere, or at something. */
export const leads = (verb: Verb) =>
  verb.slots.some(
    (slot, i) => (slot.type === 'path' || (slot.type === 'hex' && !isOfStack(verb, i))) && slot.least > 0,
  );

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

/** Whether some set of the draft was built by hand and could have been different: then it is confirmed. */
export function isSetOf(draft: Draft): boolean {
  return draft.verb.slots.some((slot, i) => (slot.set || slot.repeats) && slotCount(draft.args, i) > 1);
}

/** Everything the order holds: the parts picked and those required. */
export function allParts({ args, forced }: Draft): { slot: number; value: number; hex?: number }[] {
  return [...args, ...forced.map(({ slot, value, hex }) => ({ slot: slot ?? 0, value, hex }))];
}

export const isForced = (draft: Draft, slot: number | null, value: number) =>
  draft.forced.some((one) => one.slot === slot && one.value === value);

/** Possible additions, less the parts that come along by themselves. */
export function openChoices(draft: Draft): Choice[] {
  return draft.next.filter((choice) => !isForced(draft, choice.slot, choice.value));
}

/** Of the missing parts the numbers and words with only one choice; null if there are none. */
export function onlyOnes(open: Choice[], lacks: Added[]): Choice[] | null {
  const found = lacks.map((lack) => {
    const listed = open.filter((choice) => choice.slot === lack.slot);
    const named = lack.type === 'number' || lack.type === 'word' || lack.type === 'name';
    const alone = listed.length === 1 && listed[0]!.from === listed[0]!.to;
    return named && alone ? { ...listed[0]!, value: lack.value, text: lack.text } : null;
  });
  const all = found.filter((one) => one !== null);
  return all.length ? all : null;
}

/** Whether the slot takes a number that can be dialled. */
export const isDial = (verb: Verb, slot: number | null) =>
  slot !== null && verb.slots[slot]?.type === 'number' && verb.slots[slot]!.most === 1;

/** The numbers of ranges, one by one. */
export function numbersOf(choices: Choice[]): number[] {
  return choices.flatMap(({ value, to = value, step = 1 }) =>
    Array.from({ length: Math.floor((to - value) / step) + 1 }, (_, i) => value + i * step),
  );
}

const FEW = 6; // numbers that are shown one by one
export const areFew = (choices: Choice[]) => numbersOf(choices).length <= FEW;

/** What a dial shows before it is touched: the greatest where that is mostly meant, else the least. */
export function dialled(verb: Verb, choices: Choice[]): Choice {
  const all = numbersOf(choices);
  const value = verb.slots[choices[0]!.slot ?? 0]?.much ? all[all.length - 1]! : all[0]!;
  return { ...choices[0]!, value, text: String(value) };
}

/** Of an order that lacks nothing but numbers that are dialled, the numbers that the dials show; null of any other, and
 * while something is drawn, which may go on. */
export function shownOnes(verb: Verb, open: Choice[], lacks: Added[]): Choice[] | null {
  if (verb.slots.some((slot) => slot.drawn)) return null;
  const dials = lacks.map(({ slot }) => open.filter((choice) => isDial(verb, slot) && choice.slot === slot));
  if (!dials.length || dials.some((choices) => !choices.length || areFew(choices))) return null;
  return dials.map((choices) => dialled(verb, choices));
}

/** The slot that needs more counters beside those it has, any of them: one gun fires no barrage. A counter that must
 * join by a rule comes along when it is clear that it must. */
export function lackingSlot(draft: Draft): number | null {
  const counters = (slot: number | null): slot is number =>
    slot !== null && draft.verb.slots[slot]?.type === 'piece' && slotCount(draft.args, slot) > 0;
  return draft.lacks.find(({ slot, why }) => !why && counters(slot))?.slot ?? null;
}

/** Less one part. Parts behind it in a slot where the order matters go too, and the path of a unit that walked. */
export function withoutValue(verb: Verb, args: Arg[], slot: number, value: number): Arg[] {
  const at = args.findIndex((arg) => arg.slot === slot && arg.value === value);
  if (at < 0) return args;
  const set = verb.slots[slot]?.set;
  const left = args.filter((arg, i) => i !== at && (set || arg.slot !== slot || i < at));
  const walks = (arg: Arg) => verb.slots[arg.slot]?.type === 'path';
  return left.filter((arg) => !walks(arg) || arg.slot <= slot);
}

/** The slot of waypoints that are being drawn, or were last. */
export function drawnSlot(draft: Draft): number | null {
  const isDrawn = (i: number | null | undefined) => i !== null && i !== undefined && draft.verb.slots[i]?.drawn;
  const wanted = wantedSlot(draft);
  if (isDrawn(wanted)) return wanted;
  const last = draft.args[draft.args.length - 1]?.slot;
  return isDrawn(last) ? last! : null;
}

/** The waypoints of the drawing, in order. */
export function waypoints(draft: Draft): number[] {
  const slot = drawnSlot(draft);
  return slot === null ? [] : draft.args.filter((arg) => arg.slot === slot).map((arg) => arg.value);
}

/** The hexes walked from the start to an end, without the start; null if there is no path. */
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

/** What the draft waits for: the first slot that lacks something and can be filled now, else the first that can. A set
 * may have to grow although it holds its least: then the slots behind it cannot be filled yet. */
export function wantedSlot(draft: Draft): number | null {
  const open = new Set(draft.next.map((choice) => choice.slot).filter((slot): slot is number => slot !== null));
  if (draft.reach?.ends.length) open.add(draft.verb.slots.findIndex((slot) => slot.type === 'path'));
  const listed = [...open].sort((a, b) => a - b);
  const filled = allParts(draft);
  const lacks = (i: number) =>
    filled.filter((one) => one.slot === i).length < (draft.verb.slots[i]?.least ?? 0) ||
    draft.lacks.some((one) => one.slot === i);
  const last = Math.max(...draft.args.map((arg) => arg.slot), 0);
  if (listed.length) return listed.find(lacks) ?? listed.find((i) => i >= last) ?? listed[0]!;
  const first = draft.verb.slots.findIndex((_, i) => lacks(i));
  return first < 0 ? null : first;
}
