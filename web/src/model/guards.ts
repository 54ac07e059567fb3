// guards.ts — whether an order takes the last counter from a place that counts while the enemy stands near. Nothing in the
// rules forbids it, and it cannot always be taken back: the player is asked once a place.

import type { Post } from '../net/protocol';
import { readControl } from './control';
import { hexDistance } from './hex';
import type { Arg, Draft } from './order';
import type { GameState } from './state';

const NEAR = 3; // hexes from which an enemy may come

/** Places left without a guard, with the distance of the enemy and the rulebook's words about them. */
export interface Unguarded {
  hex: number;
  distance: number;
  what?: string;
  rule?: string | null;
}

/** Counters of the order and its followers, if the order leads them away. */
export function movers(draft: Draft, args: Arg[]): Set<number> {
  if (!draft.verb.slots.some((slot) => slot.type === 'path')) return new Set();
  const all = [...args, ...draft.others.flatMap((party) => party.args)];
  return new Set(all.filter((arg) => draft.verb.slots[arg.slot]?.type === 'piece').map((arg) => arg.value));
}

/** Hexes that count for the side and are its own now: its goals, and, where the rulebook lists no posts, its dumps and
 * bases on the map. */
function counted({ position, aims, scenario, looks }: GameState, side: string): Set<number> {
  const index = scenario?.sides.findIndex((one) => one.word === side) ?? -1;
  const holders = readControl(position!.keys.control);
  const stakes = aims.filter((aim) => aim.side === side && aim.hexes.length).flatMap((aim) => aim.hexes);
  const stores = (looks?.declared.posts ? [] : position!.keys.marks)
    .filter((mark) => mark.side === side && mark.hexside < 0)
    .filter((mark) => ['icon', 'board'].includes(looks?.marks.get(mark.kind)?.shape ?? ''));
  return new Set([...stakes.filter((hex) => holders?.[hex] === index), ...stores.map((mark) => mark.hex)]);
}

/** How far the nearest enemy is from a hex. */
function enemyNear({ position, map }: GameState, side: string): (hex: number) => number {
  const enemies = [...position!.stacks]
    .filter(([hex, stack]) => hex < map!.columns * map!.rows && stack.some((piece) => piece.side !== side))
    .map(([hex]) => hex);
  return (hex) => Math.min(...enemies.map((enemy) => hexDistance(map!, hex, enemy)));
}

/** The places left without a guard when these counters go. */
export function unguarded(state: GameState, posts: Post[], going: Set<number>, fights: boolean): Unguarded[] {
  const { position, map } = state;
  const side = position?.keys.as;
  if (!position || !map || !side || !going.size) return [];
  const pieces = [...going].flatMap((i) => position.pieces.get(i) ?? []).filter((piece) => piece.side === side);
  const places = counted(state, side);
  const left = new Set(pieces.flatMap((piece) => (piece.hex !== null && places.has(piece.hex) ? piece.hex : [])));
  const bare = [...left].filter(
    (hex) => !position.stacks.get(hex)?.some((piece) => piece.side === side && !going.has(piece.i)),
  );
  const given = posts
    .filter((post) => fights || !post.together)
    .filter((post) => post.pieces.length && post.pieces.every((i) => going.has(i)));
  const distance = enemyNear(state, side);
  return [
    ...given.map(({ hex, what, rule }) => ({ hex, what, rule, distance: distance(hex) })),
    ...bare
      .filter((hex) => !given.some((post) => post.hex === hex))
      .map((hex) => ({ hex, distance: distance(hex) })),
  ].filter((one) => one.distance <= NEAR);
}

/** Places that are open now and could still be closed, while counters can be led there. */
export function standsOpen(state: GameState, posts: Post[]): Unguarded[] {
  const { position, map, verbs } = state;
  const side = position?.keys.as;
  const open = position?.keys.question?.verbs?.filter((verb) => verbs.includes(verb.verb)) ?? [];
  const marches = open.some((verb) => verb.slots.some((slot) => slot.type === 'path'));
  if (!position || !map || !side || !marches || state.battle?.over === false) return [];
  const distance = enemyNear(state, side);
  return posts
    .filter((post) => !post.pieces.length)
    .map(({ hex, what, rule }) => ({ hex, what, rule, distance: distance(hex) }))
    .filter((one) => one.distance <= NEAR);
}
