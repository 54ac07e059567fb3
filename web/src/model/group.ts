// group.ts — several counters that do the same. One order may hold some of them; the others are its followers, which
// are given the same order after it: their destinations light up, and all of it is one gesture.

import type { MapData, Piece, Reach, Verb } from '../net/protocol';
import { carried } from './hex';
import { type Arg, type Draft, orderText, wayTo } from './order';

/** Counters that follow an order in the making with one of their own, and where they could go. */
export interface Party {
  args: Arg[];
  hex: number | null;
  reach: Reach | null;
}

const pathSlot = (verb: Verb) => verb.slots.findIndex((slot) => slot.type === 'path');

/** Whether the verb is ordered of counters one by one, or of those of a hex: then others can follow with the same. An
 * attack takes counters that join into itself. */
export function canBeFollowed(verb: Verb): boolean {
  const first = verb.slots[0];
  return first?.type === 'piece' && ((!first.set && !first.repeats) || pathSlot(verb) > 0);
}

/** The counters that are not in the draft, as they would order the same: alone, or with the others of their hex. */
export function parties(draft: Draft, pieces: Piece[]): Party[] {
  const { verb } = draft;
  if (!canBeFollowed(verb)) return [];
  const inside = new Set(draft.args.filter((arg) => arg.slot === 0).map((arg) => arg.value));
  const found: Party[] = [];
  for (const piece of [...pieces].sort((a, b) => a.i - b.i)) {
    if (inside.has(piece.i) || !piece.id) continue;
    const arg: Arg = { slot: 0, value: piece.i, text: piece.id, hex: piece.hex ?? undefined };
    const same = verb.slots[0]!.set ? found.find((party) => party.hex === piece.hex) : undefined;
    if (same) same.args.push(arg);
    else found.push({ args: [arg], hex: piece.hex, reach: null });
  }
  return found;
}

/** A column on the path of the first: each of the others as near behind it as it can come, no two in a hex. */
function column(lead: Reach, end: number, at: Map<number, Reach['ends'][number]>[]): number[] | null {
  const way = [...(lead.start >= 0 ? [lead.start] : []), ...(wayTo(lead, end) ?? [])].slice(0, -1).reverse();
  const taken = new Set<number>();
  const hexes = at.map((ends) => {
    const hex = way.find((one) => ends.has(one) && !taken.has(one)) ?? -1;
    taken.add(hex);
    return hex;
  });
  return hexes.every((hex) => hex >= 0) ? hexes : null;
}

/** The destinations of all, by that of the first: each as far and in the same direction, else all to the same hex, else
 * in a column on its path. The cost is that of the slowest. */
export function joined(map: MapData, lead: Reach, others: Party[]): { reach: Reach; goals: Map<number, number[]> } {
  const goals = new Map<number, number[]>();
  const ends: Reach['ends'] = [];
  const at = others.map((party) => new Map(party.reach?.ends.map((end) => [end.hex, end])));
  for (const end of lead.ends) {
    const together = others.map((party) => carried(map, party.hex ?? -1, lead.start, end.hex));
    const fits = (hexes: number[]) => hexes.every((hex, i) => at[i]!.has(hex));
    const hexes = [together, others.map(() => end.hex)].find(fits) ?? column(lead, end.hex, at);
    if (!hexes) continue;
    goals.set(end.hex, hexes);
    const slowest = hexes.map((hex, i) => at[i]!.get(hex)!).reduce((a, b) => (b.units > a.units ? b : a), end);
    ends.push({ ...end, cost: slowest.cost, units: slowest.units });
  }
  return { reach: { ...lead, ends }, goals };
}

/** The paths of the followers when the first goes to the hex, each from where it stands. */
export function waysOf(draft: Draft, end: number): number[][] {
  return draft.others.map((party, i) => {
    const goal = draft.goals.get(end)?.[i];
    const way = goal === undefined || !party.reach ? null : wayTo(party.reach, goal);
    return way ? [...(party.reach!.start >= 0 ? [party.reach!.start] : []), ...way] : [];
  });
}

/** The followers' orders when the draft is given: the same, each with its own counters and its own path. */
export function followersOrders(map: MapData, draft: Draft, args: Arg[]): string[] {
  const { verb } = draft;
  const path = pathSlot(verb);
  const end = args.filter((arg) => arg.slot === path).pop()?.value;
  return draft.others.flatMap((party, i) => {
    const rest = args.filter((arg) => arg.slot !== 0 && arg.slot !== path);
    if (path < 0 || end === undefined) return [orderText(verb, [...party.args, ...rest])];
    const goal = draft.goals.get(end)?.[i];
    const way = goal === undefined || !party.reach ? null : wayTo(party.reach, goal);
    if (!way) return [];
    const steps = way.map((hex) => ({ slot: path, value: hex, text: map.numbers[hex]!, hex }));
    return [orderText(verb, [...party.args, ...steps, ...rest])];
  });
}
