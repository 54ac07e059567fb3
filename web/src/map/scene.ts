// scene.ts — the effects of an order on the map: paths with both their ends, arrows of attack, losses. While it is new,
// paths and arrows grow and counters slide along them; then it stays until the next order.

import { centre, distance, type Point } from '../model/hex';
import type { Scene } from '../model/scene';
import type { MapData, Piece } from '../net/protocol';
import { outlineSpot } from './boxes';
import { arrow, label, trail } from './signs';

type Context = CanvasRenderingContext2D;

const WAY = 'rgba(24, 24, 24, 0.78)';
const BACK = 'rgba(158, 58, 0, 0.9)';
const ATTACK = '#b00d0d';

/** The beginning of a path, up to a share of its length. */
export function partOf(points: Point[], share: number): Point[] {
  let left = share * points.reduce((sum, at, i) => sum + (i ? distance(points[i - 1]!, at) : 0), 0);
  const part = [points[0]!];
  for (let i = 1; i < points.length && left > 0; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const long = distance(a, b);
    const s = Math.min(1, left / long);
    part.push({ x: a.x + (b.x - a.x) * s, y: a.y + (b.y - a.y) * s });
    left -= long;
  }
  return part;
}

/** Where the counters are that are still under way, by how much of the time has gone. */
export function underWay(map: MapData, scene: Scene, share: number): Map<number, { piece: Piece; at: Point }> {
  const found = new Map<number, { piece: Piece; at: Point }>();
  if (share >= 1) return found;
  for (const { piece, way } of scene.moves) {
    const part = partOf(
      way.map((hex) => centre(map, hex)),
      share,
    );
    found.set(piece.i, { piece, at: part[part.length - 1]! });
  }
  return found;
}

/** Under the counters: both ends of each path, and the paths. */
export function drawWays(c: Context, map: MapData, scene: Scene, share: number) {
  for (const { way, back } of scene.moves) {
    for (const hex of [way[0]!, way[way.length - 1]!])
      outlineSpot(c, map, hex, 0.9, back ? BACK : 'rgba(18, 87, 201, 0.75)', 0.08);
    const points = partOf(
      way.map((hex) => centre(map, hex)),
      share,
    );
    if (points.length > 1) trail(c, points, back ? BACK : WAY, back);
  }
  for (const hex of scene.places) outlineSpot(c, map, hex, 0.9, 'rgba(18, 87, 201, 0.75)', 0.07);
}

/** Attacks, under the counters they pass. */
export function drawAttacks(c: Context, map: MapData, scene: Scene, share: number) {
  for (const { from, to } of scene.attacks) {
    const [a, b] = [centre(map, from), centre(map, to)];
    const grown = Math.max(0.25, share);
    arrow(c, a, { x: a.x + (b.x - a.x) * grown, y: a.y + (b.y - a.y) * grown }, ATTACK, 0.17);
  }
}

/** Over them: the units attacked, and the losses. */
export function drawBlows(c: Context, map: MapData, scene: Scene, share: number) {
  for (const hex of new Set(scene.attacks.map(({ to }) => to))) outlineSpot(c, map, hex, 0.94, ATTACK, 0.12);
  if (share < 1) return;
  const lost = new Map<number, { steps: number; gone: boolean }>();
  for (const { hex, steps, gone } of scene.losses) {
    const there = lost.get(hex);
    lost.set(hex, { steps: steps + (there?.steps ?? 0), gone: gone || !!there?.gone });
  }
  for (const [hex, { steps, gone }] of lost)
    label(c, centre(map, hex), `${gone ? '✕ ' : ''}−${steps}`, 0.5, 0, '#ffffff', ATTACK);
}
