// guards.ts — whether an order takes the last counter from a place that counts while the enemy stands near. Nothing in the
// rules forbids it, and it cannot always be taken back: the player is asked once a place.

import { readControl } from './control';
import { hexDistance } from './hex';
import type { Arg, Draft } from './order';
import type { GameState } from './state';

const NEAR = 3; // hexes from which an enemy may come

/** Places left without a guard, with how near the enemy stands. */
export interface Unguarded {
  hex: number;
  distance: number;
}

/** Counters of the order and of those who follow it. */
function movers(draft: Draft, args: Arg[]): Set<number> {
  const all = [...args, ...draft.others.flatMap((party) => party.args)];
  return new Set(all.filter((arg) => draft.verb.slots[arg.slot]?.type === 'piece').map((arg) => arg.value));
}

/** Hexes that count for the side and are its own now: what it plays for, and its dumps and bases on the map. */
function counted({ position, aims, scenario, looks }: GameState, side: string): Set<number> {
  const index = scenario?.sides.findIndex((one) => one.word === side) ?? -1;
  const holders = readControl(position!.keys.control);
  const stakes = aims.filter((aim) => aim.side === side && aim.hexes.length).flatMap((aim) => aim.hexes);
  const stores = position!.keys.marks
    .filter((mark) => mark.side === side && mark.hexside < 0)
    .filter((mark) => ['icon', 'board'].includes(looks?.marks.get(mark.kind)?.shape ?? ''));
  return new Set([...stakes.filter((hex) => holders?.[hex] === index), ...stores.map((mark) => mark.hex)]);
}

export function unguarded(state: GameState, draft: Draft, args: Arg[]): Unguarded[] {
  const { position, map } = state;
  const side = position?.keys.as;
  if (!position || !map || !side || !draft.verb.slots.some((slot) => slot.type === 'path')) return [];
  const going = movers(draft, args);
  const pieces = [...going].flatMap((i) => position.pieces.get(i) ?? []).filter((piece) => piece.side === side);
  const places = counted(state, side);
  const enemies = [...position.stacks]
    .filter(([hex, stack]) => hex < map.columns * map.rows && stack.some((piece) => piece.side !== side))
    .map(([hex]) => hex);
  const left = new Set(pieces.flatMap((piece) => (piece.hex !== null && places.has(piece.hex) ? piece.hex : [])));
  return [...left]
    .filter((hex) => !position.stacks.get(hex)?.some((piece) => piece.side === side && !going.has(piece.i)))
    .map((hex) => ({ hex, distance: Math.min(...enemies.map((enemy) => hexDistance(map, hex, enemy))) }))
    .filter(({ distance }) => distance <= NEAR);
}
