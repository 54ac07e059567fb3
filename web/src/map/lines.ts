// lines.ts — rivers along hexsides, roads through hexes, bridges where they cross.
//
// A river's hexsides are joined corner to corner. The drawn line passes the middle of each hexside and rounds the
// corners between, so that it visibly follows every hexside. A road crosses each hexside in its middle; within a plain
// hex it rounds the centre, in a town and at a junction it passes through it.

import {
  across,
  between,
  centre,
  cornerKey,
  distance,
  EDGES,
  edgeBetween,
  hexsideEnds,
  type Point,
} from '../model/hex';
import type { MapData } from '../net/protocol';
import { type Boxed, boxOf, type Later, later, once } from './box';
import { trace } from './course';
import { speckle } from './noise';

export type Water = 'stream' | 'river' | 'none';

export function waterNamed(word: string): Water {
  if (/stream|brook|creek|wadi/.test(word)) return 'stream';
  if (/fixed|wall|cliff|escarpment|border|slope|hedge|bridge|ford/.test(word)) return 'none';
  return 'river';
}

export interface River {
  name: string;
  water: Water;
  corners: Point[];
  course(): RiverCourse;
}

/** A river as it is drawn, and whether it begins and ends in no other water and within the map. */
interface RiverCourse {
  line: Point[];
  springs: [boolean, boolean];
}

const SPRING = 1.8; // hex sides along which a stream grows from its spring
const NARROW = 0.3; // of its breadth, at the spring

const same = (a: Point, b: Point) => cornerKey(a) === cornerKey(b);

function goesOn(river: River, a: Point, b: Point): boolean {
  const { corners } = river;
  if (corners.length === 2 && (same(corners[0]!, a) || same(corners[0]!, b))) corners.reverse();
  const end = corners[corners.length - 1]!;
  if (!same(end, a) && !same(end, b)) return false;
  corners.push(same(end, a) ? b : a);
  return true;
}

export function riversOf(map: MapData): River[] {
  const rivers: River[] = [];
  for (const edge of map.edges) {
    const water = waterNamed(edge.kind);
    if (water === 'none' || edge.look === 'line') continue;
    let river: River | null = rivers[rivers.length - 1]?.name === edge.name ? rivers[rivers.length - 1]! : null;
    for (const side of edge.sides) {
      const [a, b] = hexsideEnds(map, side);
      if (river && goesOn(river, a, b)) continue;
      const made: River = {
        name: edge.name,
        water,
        corners: [a, b],
        course: once(() => courseOf(map, rivers, made)),
      };
      river = made;
      rivers.push(river);
    }
  }
  return rivers;
}

function atMapEdge(map: MapData, at: Point): boolean {
  let hexes = 0;
  const column = Math.round((at.x - 1) / 1.5);
  for (let c = column - 1; c <= column + 1; c++)
    for (let r = Math.round(at.y / 1.732 - 0.75) - 1, last = r + 2; r <= last; r++) {
      if (c < 0 || r < 0 || c >= map.columns || r >= map.rows) continue;
      const there = centre(map, r * map.columns + c);
      if (Math.hypot(there.x - at.x, there.y - at.y) < 1.01) hexes++;
    }
  return hexes < 3;
}

function riverEnd(map: MapData, rivers: River[], river: River, end: Point, before: Point): Point {
  for (const other of rivers)
    for (let j = 1; other !== river && j + 1 < other.corners.length; j++)
      if (same(other.corners[j]!, end)) {
        const a = between(other.corners[j - 1]!, end, 0.5);
        const b = between(end, other.corners[j + 1]!, 0.5);
        return between(between(a, b, 0.5), end, 0.5);
      }
  return atMapEdge(map, end) ? between(before, end, 1.8) : end;
}

function courseOf(map: MapData, rivers: River[], river: River): RiverCourse {
  const { corners } = river;
  const last = corners.length - 1;
  const from = riverEnd(map, rivers, river, corners[0]!, corners[1]!);
  const to = riverEnd(map, rivers, river, corners[last]!, corners[last - 1]!);
  const line = [from];
  for (let i = 0; i < last; i++) {
    const middle = between(corners[i]!, corners[i + 1]!, 0.5);
    if (i > 0) {
      const before = between(corners[i - 1]!, corners[i]!, 0.5);
      for (let step = 1; step < 6; step++) {
        const t = step / 6;
        line.push(between(between(before, corners[i]!, t), between(corners[i]!, middle, t), t));
      }
    }
    line.push(middle);
  }
  line.push(to);
  return { line, springs: [from === corners[0], to === corners[last]] };
}

/** A river as it is drawn: in one piece, or where it is narrower in pieces with their share of its breadth. */
export type Reach = Boxed & { share: number };

export function riverPaths(rivers: River[], water: Water): Later<Reach[]>[] {
  return rivers
    .filter((river) => river.water === water)
    .map((river) => later(boxOf(river.corners, 1.5), () => reachesOf(river)));
}

function reachesOf({ course, water }: River): Reach[] {
  const { line, springs } = course();
  const lengths = [0];
  for (let i = 1; i < line.length; i++) lengths.push(lengths[i - 1]! + distance(line[i - 1]!, line[i]!));
  const whole = lengths[lengths.length - 1]!;
  const share = (along: number) => {
    const near = Math.min(springs[0] ? along : SPRING, springs[1] ? whole - along : SPRING, SPRING);
    return water === 'stream' ? NARROW + ((1 - NARROW) * near) / SPRING : 1;
  };
  const pieces: { points: Point[]; share: number }[] = [];
  for (let i = 1; i < line.length; i++) {
    const here = share((lengths[i - 1]! + lengths[i]!) / 2);
    const last = pieces[pieces.length - 1];
    if (last?.share === here) last.points.push(line[i]!);
    else pieces.push({ points: [line[i - 1]!, line[i]!], share: here });
  }
  return pieces.map((piece) => {
    const path = new Path2D();
    trace(path, piece.points, false);
    return { path, box: boxOf(piece.points, 0.5), share: piece.share };
  });
}

/** Hexsides that are no water: a toothed line. */
export function worksPath(map: MapData): Path2D {
  const path = new Path2D();
  for (const edge of map.edges) {
    if (waterNamed(edge.kind) !== 'none' || edge.look === 'line' || /hedge|bridge|ford/.test(edge.kind)) continue;
    for (const side of edge.sides) {
      const [a, b] = hexsideEnds(map, side);
      const inside = centre(map, Math.floor(side / EDGES));
      path.moveTo(a.x, a.y);
      for (let tooth = 0; tooth < 4; tooth++) {
        const tip = between(between(a, b, (tooth + 0.5) / 4), inside, 0.16);
        const foot = between(a, b, (tooth + 1) / 4);
        path.lineTo(tip.x, tip.y);
        path.lineTo(foot.x, foot.y);
      }
    }
  }
  return path;
}

const BUSHES = 8;

/** Bushes along the hexside. */
export function hedgesPath(map: MapData): Path2D {
  const path = new Path2D();
  for (const edge of map.edges.filter((one) => /hedge/.test(one.kind)))
    for (const side of edge.sides) {
      const [a, b] = hexsideEnds(map, side);
      for (let bush = 0; bush < BUSHES; bush++) {
        const at = between(a, b, (bush + 0.5) / BUSHES);
        const size = 0.07 + 0.03 * speckle(side, bush, 91);
        path.moveTo(at.x + size, at.y);
        path.arc(at.x, at.y, size, 0, 7);
      }
    }
  return path;
}

/** Lines of the rules, along their hexsides. */
export function rulesPath(map: MapData): Path2D {
  const path = new Path2D();
  for (const edge of map.edges.filter((one) => one.look === 'line'))
    for (const side of edge.sides) {
      const [a, b] = hexsideEnds(map, side);
      path.moveTo(a.x, a.y);
      path.lineTo(b.x, b.y);
    }
  return path;
}

/** 0 the best class of road of its layer, 1 the next, 2 all others. */
function classOf(map: MapData, road: MapData['roads'][number]): number {
  const best = Math.max(...map.roads.filter((one) => one.layer === road.layer).map((one) => one.rank));
  return Math.min(best - road.rank, 2);
}

export interface Road {
  path: Path2D;
  rank: number;
  rail: boolean;
}

/** Layer by layer: lines of one layer neither join nor hide those of another. */
export function roadPaths(map: MapData): Later<Road>[] {
  const layers = [...new Set(map.roads.map((road) => road.layer))];
  return layers.flatMap((layer) =>
    layerPaths(
      map,
      map.roads.filter((road) => road.layer === layer),
    ),
  );
}

function layerPaths(map: MapData, roads: MapData['roads']): Later<Road>[] {
  const best = new Map<number, number>(); // hex * 6 + edge → highest rank there
  const joined = new Map<number, Set<number>>();
  const town = new Set(map.places.flatMap((place) => place.hexes));
  for (const road of roads)
    for (let i = 0; i + 1 < road.hexes.length; i++) {
      const a = road.hexes[i]!;
      const b = road.hexes[i + 1]!;
      const edge = edgeBetween(map, a, b);
      if (edge < 0) continue;
      for (const [hex, side] of [
        [a, edge],
        [b, (edge + 3) % 6],
      ] as const) {
        best.set(hex * 6 + side, Math.max(best.get(hex * 6 + side) ?? -1, road.rank));
        const set = joined.get(hex) ?? new Set();
        set.add(side);
        joined.set(hex, set);
      }
    }
  const wayOut = (hex: number, came: number): Point | null => {
    if (town.has(hex) || joined.get(hex)?.size !== 1) return null;
    for (const turn of [3, 2, 4, 1, 5]) {
      const edge = (came + turn) % 6;
      if (across(map, hex, edge) >= 0) continue;
      const [a, b] = hexsideEnds(map, hex * 6 + edge);
      return between(centre(map, hex), between(a, b, 0.5), 1.15);
    }
    return null;
  };
  const through = (path: Path2D, from: Point, at: Point, to: Point, exact: boolean) => {
    if (!exact) {
      const one = between(from, at, 2 / 3);
      const two = between(to, at, 2 / 3);
      path.bezierCurveTo(one.x, one.y, two.x, two.y, to.x, to.y);
      return;
    }
    const x = (to.x - from.x) * 0.22;
    const y = (to.y - from.y) * 0.22;
    const into = between(from, at, 0.5);
    const out = between(to, at, 0.5);
    path.bezierCurveTo(into.x, into.y, at.x - x, at.y - y, at.x, at.y);
    path.bezierCurveTo(at.x + x, at.y + y, out.x, out.y, to.x, to.y);
  };
  const pathOf = (road: MapData['roads'][number]): Path2D => {
    const path = new Path2D();
    const own = (i: number) => {
      const edge = i + 1 < road.hexes.length ? edgeBetween(map, road.hexes[i]!, road.hexes[i + 1]!) : -1;
      return edge >= 0 && best.get(road.hexes[i]! * 6 + edge) === road.rank ? edge : -1;
    };
    let open = false;
    for (let i = 0; i + 1 < road.hexes.length; i++) {
      const edge = own(i);
      if (edge < 0) {
        open = false;
        continue;
      }
      const here = centre(map, road.hexes[i]!);
      const there = centre(map, road.hexes[i + 1]!);
      const middle = between(here, there, 0.5);
      if (!open) {
        const out = i === 0 ? wayOut(road.hexes[0]!, edge) : null;
        path.moveTo(out?.x ?? here.x, out?.y ?? here.y);
        if (out) through(path, out, here, middle, false);
        else path.lineTo(middle.x, middle.y);
      }
      open = true;
      if (own(i + 1) >= 0) {
        const exact = town.has(road.hexes[i + 1]!) || (joined.get(road.hexes[i + 1]!)?.size ?? 0) > 2;
        through(path, middle, there, between(there, centre(map, road.hexes[i + 2]!), 0.5), exact);
        continue;
      }
      const out = i + 2 === road.hexes.length ? wayOut(road.hexes[i + 1]!, (edge + 3) % 6) : null;
      if (out) through(path, middle, there, out, false);
      else path.lineTo(there.x, there.y);
    }
    return path;
  };
  return roads.map((road) => {
    const points = road.hexes.map((hex) => centre(map, hex));
    return later(boxOf(points, 1.2), () => ({ path: pathOf(road), rank: classOf(map, road), rail: road.rail }));
  });
}
