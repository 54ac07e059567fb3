// relief.ts — heights: tints that deepen with each contour, and the contours themselves.
//
// The surface is the one that sight is reckoned on: triangles between the centres of hexes. Beyond the map it goes on
// level, and then falls off, so that every contour closes on itself. A contour is its level line, a hair below its own
// height, so that a flat top is inside the last contour around it; a flat bottom is inside a line of its own, a hair
// above. Every fifth is heavier and shows its height.

import { across, between, cellAcross, cellCentre, distance, EDGES, type Point } from '../model/hex';
import type { MapData } from '../net/protocol';
import { type Box, boxOf, meets } from './box';
import { Measured, trace } from './course';

const RING = 2;
const HAIR = 0.04; // of the distance between two contours
const INDEX = 5; // every so many contours a heavy one
const LABELS_APART = 14; // hex sides
const STEPS = [5, 10, 20, 25, 50, 100, 200, 500];

interface Corner {
  at: Point;
  height: number;
}

interface Triangle {
  corners: [Corner, Corner, Corner];
  bottom: boolean;
}

interface Line {
  course: Point[];
  closed: boolean;
  box: Box;
}

export interface Label {
  at: Point;
  angle: number;
  words: string;
}

export interface Contour {
  level: number;
  heavy: boolean;
  lines: Line[];
  bottoms: Line[];
  labels: Label[];
}

export interface Relief {
  /** How strong the tint of one level is. */
  tint: number;
  contours: Contour[];
}

/** Hexes of level ground that has no lower ground beside it but higher. */
function bottomsOf(map: MapData, heights: number[]): Set<number> {
  const bottoms = new Set<number>();
  const seen = new Set<number>();
  for (let first = 0; first < heights.length; first++) {
    if (seen.has(first)) continue;
    const level = [first];
    let lower = false;
    let higher = false;
    seen.add(first);
    for (const hex of level)
      for (let edge = 0; edge < EDGES; edge++) {
        const next = across(map, hex, edge);
        if (next < 0) continue;
        lower ||= heights[next]! < heights[first]!;
        higher ||= heights[next]! > heights[first]!;
        if (heights[next] !== heights[first] || seen.has(next)) continue;
        seen.add(next);
        level.push(next);
      }
    if (higher && !lower) for (const hex of level) bottoms.add(hex);
  }
  return bottoms;
}

/** `deep` is how high it is where it has fallen off. */
function trianglesOf(map: MapData, heights: number[], deep: number): Triangle[] {
  const bottoms = bottomsOf(map, heights);
  const triangles: Triangle[] = [];
  const clamp = (n: number, end: number) => Math.min(Math.max(n, 0), end - 1);
  const hexAt = (c: number, r: number) => clamp(r, map.rows) * map.columns + clamp(c, map.columns);
  const beyond = (c: number, r: number) =>
    c < -RING || r < -RING || c >= map.columns + RING || r >= map.rows + RING;
  const cornerAt = (c: number, r: number): Corner => ({
    at: cellCentre(map, c, r),
    height: beyond(c, r) ? deep : heights[hexAt(c, r)]!,
  });
  for (let row = -RING - 1; row <= map.rows + RING; row++)
    for (let column = -RING - 1; column <= map.columns + RING; column++)
      for (const edge of [1, 2]) {
        const cells = [[column, row], cellAcross(map, column, row, edge), cellAcross(map, column, row, edge + 1)];
        triangles.push({
          corners: cells.map(([c, r]) => cornerAt(c!, r!)) as Triangle['corners'],
          bottom: cells.some(([c, r]) => bottoms.has(hexAt(c!, r!))),
        });
      }
  return triangles;
}

const key = ({ x, y }: Point) => `${Math.round(x * 4096)} ${Math.round(y * 4096)}`;

const STRAIGHT = 0.02; // hex sides off the line between its neighbours at which a point still counts as on it
const BEND = 1.8; // hex sides from a corner at which the line begins to bend
const ARC = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** Without the points on a straight line between others. */
function straightened(course: Point[], closed: boolean): Point[] {
  const last = course.length - 1;
  return course.filter((at, i) => {
    if (!closed && (i === 0 || i === last)) return true;
    const [a, b] = [course[(i + last) % course.length]!, course[(i + 1) % course.length]!];
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return Math.abs((at.x - a.x) * (b.y - a.y) - (at.y - a.y) * (b.x - a.x)) / long > STRAIGHT;
  });
}

/** Each corner as a bow, no wider than half of what leads there. */
function bend(course: Point[], closed: boolean): Point[] {
  const last = course.length - 1;
  if (last < 2) return course;
  return course.flatMap((at, i) => {
    if (!closed && (i === 0 || i === last)) return [at];
    const ends = [course[(i + last) % course.length]!, course[(i + 1) % course.length]!].map((other) => {
      const long = Math.hypot(other.x - at.x, other.y - at.y) || 1;
      const share = Math.min(BEND, long / 2) / long;
      return { x: at.x + (other.x - at.x) * share, y: at.y + (other.y - at.y) * share };
    });
    const [from, to] = [ends[0]!, ends[1]!];
    return ARC.map((t) => ({
      x: (1 - t) ** 2 * from.x + 2 * t * (1 - t) * at.x + t ** 2 * to.x,
      y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * at.y + t ** 2 * to.y,
    }));
  });
}

const STEP = 0.3; // hex sides between the points of a contour
const PASSES = 30;

/** The course with a point every step. */
function paced(course: Point[], closed: boolean): Point[] {
  const ends = closed ? [...course, course[0]!] : course;
  return ends.flatMap((at, i) => {
    const next = ends[i + 1];
    if (!next) return closed ? [] : [at];
    const count = Math.max(1, Math.round(distance(at, next) / STEP));
    return Array.from({ length: count }, (_, step) => between(at, next, step / count));
  });
}

const areaOf = (loop: Point[]) =>
  Math.abs(
    loop.reduce((sum, at, i) => {
      const next = loop[(i + 1) % loop.length]!;
      return sum + at.x * next.y - next.x * at.y;
    }, 0),
  );

/** Smooth all along, as if ink had spread; a hilltop keeps its size. */
function soften(course: Point[], closed: boolean): Point[] {
  const before = paced(course, closed);
  const last = before.length - 1;
  if (last < 3) return course;
  let line = before;
  for (let pass = 0; pass < PASSES; pass++)
    line = line.map((at, i) =>
      !closed && (i === 0 || i === last)
        ? at
        : between(at, between(line[(i + last) % line.length]!, line[(i + 1) % line.length]!, 0.5), 0.5),
    );
  if (!closed) return line;
  const grown = Math.min(1.5, Math.sqrt(areaOf(before) / (areaOf(line) || 1)));
  const middle = { x: 0, y: 0 };
  for (const { x, y } of line) {
    middle.x += x / line.length;
    middle.y += y / line.length;
  }
  return line.map((at) => between(middle, at, grown));
}

/** The level line in pieces, one a triangle, with the higher ground always on the same hand; joined to lines. */
function linesAt(triangles: Triangle[], level: number): Line[] {
  const from = new Map<string, { at: Point; to: string; end: Point }>();
  const inner = new Set<string>();
  for (const { corners } of triangles) {
    let falls: Point | null = null;
    let rises: Point | null = null;
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % 3]!;
      if (a.height >= level === b.height >= level) return;
      const share = (level - a.height) / (b.height - a.height);
      const at = { x: a.at.x + share * (b.at.x - a.at.x), y: a.at.y + share * (b.at.y - a.at.y) };
      if (a.height >= level) falls = at;
      else rises = at;
    });
    if (!falls || !rises) continue;
    const to = key(rises);
    from.set(key(falls), { at: falls, to, end: rises });
    inner.add(to);
  }
  const lines: Line[] = [];
  const follow = (first: string, closed: boolean) => {
    const course: Point[] = [];
    let end: Point | null = null;
    for (let next = first; ; ) {
      const piece = from.get(next);
      if (!piece) break;
      from.delete(next);
      course.push(piece.at);
      next = piece.to;
      end = piece.end;
    }
    if (!closed && end) course.push(end);
    if (course.length < 2) return;
    const rounded = soften(bend(straightened(course, closed), closed), closed);
    lines.push({ course: rounded, closed, box: boxOf(rounded, 0.2) });
  };
  for (const start of [...from.keys()]) if (!inner.has(start)) follow(start, false);
  for (const start of [...from.keys()]) if (from.has(start)) follow(start, true);
  return lines;
}

/** Where a heavy contour shows its height: upright, and on the map. */
function labelsOf(map: MapData, lines: Line[], level: number): Label[] {
  const labels: Label[] = [];
  const inside = ({ x, y }: Point) => x > 1.5 && y > 1.5 && x < 1.5 * map.columns - 1 && y < 1.7 * map.rows - 1;
  for (const { course, closed } of lines) {
    const measured = new Measured(closed ? [...course, course[0]!] : course);
    if (measured.length < 6) continue;
    for (let along = 2; along < measured.length; along += inside(measured.at(along).at) ? LABELS_APART : 1) {
      const { at, angle } = measured.at(along);
      const upright = Math.cos(angle) < 0 ? angle + Math.PI : angle;
      if (inside(at)) labels.push({ at, angle: upright, words: String(level) });
    }
  }
  return labels;
}

export function reliefOf(map: MapData): Relief | null {
  const heights = map.height;
  if (!heights?.length) return null;
  const low = Math.min(...heights);
  const high = Math.max(...heights);
  const apart = map.contour || (STEPS.find((step) => (high - low) / step <= 12) ?? 500);
  const base = map.contourBase ?? 0;
  const triangles = trianglesOf(map, heights, 2 * low - high - 5 * apart);
  const contours: Contour[] = [];
  const first = base + Math.floor((low - base) / apart) * apart;
  for (let level = first; level <= high; level += apart) {
    const heavy = (level - base) % (INDEX * apart) === 0;
    const lines = level > first ? linesAt(triangles, level - HAIR * apart) : []; // everything is above the first
    const bottoms = linesAt(
      triangles.filter((triangle) => triangle.bottom),
      level + HAIR * apart,
    );
    contours.push({ level, heavy, lines, bottoms, labels: heavy ? labelsOf(map, lines, level) : [] });
  }
  return { tint: Math.min(0.16, (0.7 * apart) / (high - low + apart)), contours };
}

/** The lines that meet the box, as one path. */
export function linesIn(lines: Line[], box: Box): Path2D | null {
  let path: Path2D | null = null;
  for (const line of lines) {
    if (!meets(line.box, box)) continue;
    path ??= new Path2D();
    trace(path, line.course, line.closed);
  }
  return path;
}
