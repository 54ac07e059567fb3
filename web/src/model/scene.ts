// scene.ts — the visible effects of an order: paths, arrows of attack, losses, found in the positions before and after
// it and in the events. A battle is a chain of such orders, from the attack until the phase goes on.

import type { MapData, Piece, PastLine as Told } from '../net/protocol';
import { edgeBetween, isBox } from './hex';
import type { Position } from './position';

export interface Scene {
  /** Who gave the order. */
  side: string | null;
  moves: { piece: Piece; way: number[]; back: boolean }[];
  attacks: { from: number; to: number }[];
  /** Steps lost where, by counters that were seen there. */
  losses: { hex: number; steps: number; gone: boolean }[];
  /** Where else something happened. */
  places: number[];
}

export const EMPTY_SCENE: Scene = { side: null, moves: [], attacks: [], losses: [], places: [] };

/** Whether there is something to look at on the map. */
export const isSeen = ({ moves, attacks, losses, places }: Scene) =>
  moves.length + attacks.length + losses.length + places.length > 0;

/** Every hex that the scene plays on. */
export function hexesOf({ moves, attacks, losses, places }: Scene): number[] {
  const hexes = [
    ...moves.flatMap(({ way }) => way),
    ...attacks.flatMap(({ from, to }) => [from, to]),
    ...losses.map(({ hex }) => hex),
    ...places,
  ];
  return [...new Set(hexes)].filter((hex) => hex >= 0);
}

/** The counters that an order names, as they were before it. */
const namedIn = (before: Position, { parts }: Told): Piece[] =>
  parts?.pieces.flatMap((i) => before.pieces.get(i) ?? []) ?? [];

/** From where it stood, over the hexes the order walks if they lead to where it stands now. */
function wayOf(map: MapData, from: number, to: number, hexes: number[]): number[] {
  const way = [from, ...hexes.slice(0, hexes.lastIndexOf(to) + 1)];
  const leads = way.length > 1 && way[way.length - 1] === to;
  return leads && way.every((hex, i) => !i || edgeBetween(map, way[i - 1]!, hex) >= 0) ? way : [from, to];
}

const BACK = ['retreated'];
const WALKS = ['moved', 'retreated', 'advanced'];

function movesOf(map: MapData, before: Position, after: Position, told: Told): Scene['moves'] {
  const hexes = told.parts?.way ?? [];
  const fled = new Set(told.events.filter(({ kind }) => BACK.includes(kind)).flatMap(({ pieces }) => pieces));
  const moves: Scene['moves'] = [];
  for (const piece of after.pieces.values()) {
    const old = before.pieces.get(piece.i);
    if (!old?.id || old.id !== piece.id || old.hex === null || piece.hex === null || old.hex === piece.hex)
      continue;
    if (isBox(map, piece.hex) !== isBox(map, old.hex) && edgeBetween(map, old.hex, piece.hex) < 0) continue; // laid aside
    moves.push({ piece, way: wayOf(map, old.hex, piece.hex, hexes), back: fled.has(piece.i) });
  }
  return [...moves, ...hiddenMoves(after, told, moves)];
}

/** Counters that are not known have no number to be followed by: their events say from where they went where. */
function hiddenMoves(after: Position, told: Told, seen: Scene['moves']): Scene['moves'] {
  return told.events
    .filter(({ kind, hexes }) => WALKS.includes(kind) && hexes.length > 1)
    .flatMap(({ kind, hexes }) => {
      const to = hexes[hexes.length - 1]!;
      const piece = after.stacks.get(to)?.find((one) => !one.id);
      const known = seen.some(({ way }) => way[0] === hexes[0] && way[way.length - 1] === to);
      return piece && !known ? [{ piece, way: hexes, back: BACK.includes(kind) }] : [];
    });
}

function lossesOf(before: Position, after: Position): Scene['losses'] {
  const losses: Scene['losses'] = [];
  for (const old of before.pieces.values()) {
    if (old.hex === null || !old.known) continue;
    const now = after.pieces.get(old.i);
    const steps = old.steps - (now?.steps ?? old.steps);
    const gone = now?.hex === null && now.steps === 0;
    if (steps > 0 || gone) losses.push({ hex: old.hex, steps: Math.max(steps, 1), gone });
  }
  return losses;
}

/** A hex that an order is aimed at and that another side's counters hold is attacked. */
function attacksOf(told: Told, before: Position): Scene['attacks'] {
  const pieces = namedIn(before, told);
  const side = told.side ?? before.keys.question?.side;
  const foes = (hex: number) => before.stacks.get(hex)?.some((piece) => piece.side !== side);
  const from = new Set(pieces.filter((piece) => piece.side === side).flatMap((piece) => piece.hex ?? []));
  return (told.parts?.at ?? []).filter(foes).flatMap((to) => [...from].map((one) => ({ from: one, to })));
}

export function sceneOf(map: MapData, before: Position, after: Position, told: Told): Scene {
  const moves = movesOf(map, before, after, told);
  const attacks = attacksOf(told, before);
  const losses = lossesOf(before, after);
  const side = told.side ?? before.keys.question?.side ?? null;
  const scene: Scene = { side, moves: moves.length <= MANY ? moves : [], attacks, losses, places: [] };
  const known = new Set(hexesOf(scene));
  const places = new Set(told.events.flatMap((event) => event.hexes).filter((hex) => !known.has(hex)));
  return { ...scene, places: places.size <= MANY ? [...places] : [] };
}

const MANY = 24; // events in more places than this are no scene but a new turn

// ---- battles ----

export interface Battle {
  /** Where it is fought. */
  hexes: number[];
  /** Who attacks: the side, and the counters that are known. */
  side: string;
  attackers: Piece[];
  defenders: Piece[];
  lines: Told[];
  /** Depth of the question that the attack answered. */
  depth: number;
  over: boolean;
  /** A phase has begun since it was over. */
  passed?: boolean;
}

const ROLLS = ['rolled', 'result'];
/** Whether dice fell or a table was read, and not only for tests beside a fight. */
function rolls(told: Told): boolean {
  const facts = told.events.flatMap(({ fact }) => fact ?? []);
  if (facts.length && facts.every(({ kind }) => kind === 'test')) return false;
  return facts.length > 0 || told.dice.length > 0 || told.events.some(({ kind }) => ROLLS.includes(kind));
}

function opened(before: Position, after: Position, told: Told): Battle | null {
  const side = told.side ?? before.keys.question?.side ?? '';
  const depth = before.keys.question?.depth ?? 0;
  const foes = (hex: number) => (before.stacks.get(hex) ?? []).filter((piece) => piece.side !== side);
  const goesOn = (after.keys.question?.depth ?? 0) > depth;
  if (!rolls(told) && !goesOn) return null;
  // If the order does not name the hex, or is not shown, its events do: but dice rolled for no hex are no fight.
  const falls = told.events.some(({ kind, hexes }) => ROLLS.includes(kind) && hexes.length);
  const silent = goesOn && !told.dice.length;
  const telling = told.events.filter(({ kind }) => ROLLS.includes(kind) || (!told.order && (falls || silent)));
  const named = (told.parts?.at ?? []).filter((hex) => foes(hex).length);
  const places = named.length ? named : telling.flatMap((event) => event.hexes);
  const targets = [...new Set(places)].filter((hex) => foes(hex).length);
  if (!targets.length) return null;
  const attackers = namedIn(before, told).filter((piece) => piece.side === side);
  const defenders = targets.flatMap(foes);
  return {
    hexes: targets,
    side,
    attackers,
    defenders,
    lines: [told],
    depth,
    over: !goesOn,
    passed: beginsPhase(told),
  };
}

const PHASES = ['phase', 'turn'];
const beginsPhase = (told: Told) => told.events.some(({ kind }) => PHASES.includes(kind));

/** The battle after another line: the one that goes on, a new one, or none. The last one stays in sight until there is
 * another scene, or a second phase has begun since: the first may begin by itself. */
export function fought(
  battle: Battle | null,
  before: Position,
  after: Position,
  told: Told,
  scene: Scene,
): Battle | null {
  if (told.back) return null;
  if (!battle || battle.over) {
    const next = opened(before, after, told);
    if (next || !battle || isSeen(scene)) return next;
    if (!beginsPhase(told)) return battle;
    return battle.passed ? null : { ...battle, passed: true };
  }
  const over = (after.keys.question?.depth ?? 0) <= battle.depth;
  return { ...battle, lines: [...battle.lines, told], over };
}
