// ground.ts — the ground: masses of forest, swamp and lake with soft edges, hachured hills.
//
// A terrain is drawn as a mass, not hex by hex: the outline of all its hexes is traced, its corners are rounded
// and its edge is made to waver by smooth noise. Beyond the map the ground goes on as in the nearest hex. What is
// scattered (firs, rushes, hachures) is kept by hex, so that a tile draws only its own. Words the drawing does not
// know are hatched, each at an angle of its own.

import {
  between,
  cellAcross,
  cellCentre,
  centre,
  corner,
  cornerKey,
  EDGES,
  type Grid,
  type Point,
  ROOT3,
  sitsLow,
} from '../model/hex';
import type { MapData } from '../net/protocol';
import { type Box, boxOf, meets } from './box';
import { round, trace } from './course';
import { noise, speckle } from './noise';

export type Ground = 'clear' | 'forest' | 'hills' | 'swamp' | 'lake' | 'orchard' | 'built' | 'other';

const WORDS: [string, Ground][] = [
  ['clear', 'clear'],
  ['open', 'clear'],
  ['forest', 'forest'],
  ['wood', 'forest'],
  ['hill', 'hills'],
  ['mountain', 'hills'],
  ['rough', 'hills'],
  ['swamp', 'swamp'],
  ['marsh', 'swamp'],
  ['lake', 'lake'],
  ['sea', 'lake'],
  ['water', 'lake'],
  ['orchard', 'orchard'],
  ['village', 'built'],
  ['building', 'built'],
  ['town', 'built'],
];

export function groundNamed(word: string): Ground {
  for (const [part, ground] of WORDS) if (word.includes(part)) return ground;
  return 'other';
}

const RING = 2;

function bitsOf(map: MapData, ground: Ground): number {
  let bits = 0;
  map.terrainWords.forEach((word, i) => {
    if (groundNamed(word) === ground) bits |= 1 << i;
  });
  return bits;
}

const ALL_SEXTANTS = 0b111111;

/** Whether only some sextants of the hex are covered: it is drawn apart from the masses. */
function partlyCovered(map: MapData, hex: number): boolean {
  const cover = map.cover?.[hex] ?? 0;
  return cover !== 0 && cover !== ALL_SEXTANTS;
}

function cellHas(map: MapData, column: number, row: number, bits: number): boolean {
  const c = Math.min(Math.max(column, 0), map.columns - 1);
  const r = Math.min(Math.max(row, 0), map.rows - 1);
  const hex = r * map.columns + c;
  return (map.terrain[hex]! & bits) !== 0 && !partlyCovered(map, hex);
}

function beyond(map: MapData, column: number, row: number): boolean {
  return column < -RING || row < -RING || column >= map.columns + RING || row >= map.rows + RING;
}

interface Loop {
  corners: Point[];
  /** Of a part of a hex: its edge runs where no hexside does, and wavers more. */
  part?: boolean;
  box: Box;
  course: Point[] | null;
}

/** The wavering outline of all hexes of a terrain: loops, each rounded when a tile first needs it. */
export class Mass {
  private loops: Loop[];

  constructor(
    map: MapData,
    bits: number,
    private amount: number,
    private layer: number,
  ) {
    this.loops = outlinesOf(map, bits).map((corners) => ({ corners, box: boxOf(corners, 0.5), course: null }));
    for (const corners of patchesOf(map, bits))
      this.loops.push({ corners, part: true, box: boxOf(corners, 0.4), course: null });
  }

  /** The shape as far as it matters within the box; null where there is none of it. A hole lies within the box of
   * what it is cut from, so both come or neither. */
  within(box: Box): Path2D | null {
    let path: Path2D | null = null;
    for (const loop of this.loops) {
      if (!meets(loop.box, box)) continue;
      path ??= new Path2D();
      loop.course ??= this.waver(loop);
      trace(path, loop.course, true);
    }
    return path;
  }

  private waver({ corners, part }: Loop): Point[] {
    const { layer } = this;
    const amount = part ? 0.04 + 2 * this.amount : this.amount;
    const loop = round(round(part ? halved(corners) : corners, true), true);
    for (const at of loop) {
      const { x, y } = at;
      at.x += amount * (noise(x * 1.1, y * 1.1, layer) + 0.6 * noise(x * 3.1, y * 3.1, layer + 1));
      at.y += amount * (noise(x * 1.1, y * 1.1, layer + 2) + 0.6 * noise(x * 3.1, y * 3.1, layer + 3));
    }
    return round(loop, true);
  }
}

/** With a point in the middle of each side. */
const halved = (corners: Point[]) =>
  corners.flatMap((at, i) => [at, between(at, corners[(i + 1) % corners.length]!, 0.5)]);

/** The covered sextants of hexes that are covered in part, those side by side as one patch. */
function patchesOf(map: MapData, bits: number): Point[][] {
  const patches: Point[][] = [];
  map.cover?.forEach((cover, hex) => {
    if (!(map.terrain[hex]! & bits) || !partlyCovered(map, hex)) return;
    const at = centre(map, hex);
    const covered = (edge: number) => (cover & (1 << (edge % EDGES))) !== 0;
    for (let first = 0; first < EDGES; first++) {
      if (!covered(first) || covered(first + EDGES - 1)) continue;
      const patch = [at, corner(at, first)];
      for (let edge = first; covered(edge); edge++) patch.push(corner(at, edge + 1));
      patches.push(patch);
    }
  });
  return patches;
}

/** Whether a point, seen from the middle of its hex, is well inside a covered sextant of it. */
function inPatch(cover: number, x: number, y: number): boolean {
  const turn = (Math.atan2(y, x) / Math.PI + 2.5) * 3; // edges clockwise from the north
  const edge = Math.round(turn) % EDGES;
  return (cover & (1 << edge)) !== 0 && Math.hypot(x, y) < 0.8 && Math.abs(turn - Math.round(turn)) < 0.4;
}

function outlinesOf(map: MapData, bits: number): Point[][] {
  const starts = new Map<number, { at: Point; to: number }[]>();
  for (let row = -RING; bits && row < map.rows + RING; row++)
    for (let column = -RING; column < map.columns + RING; column++) {
      if (!cellHas(map, column, row, bits)) continue;
      const at = cellCentre(map, column, row);
      for (let edge = 0; edge < EDGES; edge++) {
        const [there, below] = cellAcross(map, column, row, edge);
        if (!beyond(map, there, below) && cellHas(map, there, below, bits)) continue;
        const from = corner(at, edge);
        const key = cornerKey(from);
        const list = starts.get(key) ?? [];
        list.push({ at: from, to: cornerKey(corner(at, edge + 1)) });
        starts.set(key, list);
      }
    }
  const outlines: Point[][] = [];
  for (const [first, list] of starts)
    while (list.length) {
      const loop: Point[] = [];
      for (let key = first; ; ) {
        const step = starts.get(key)?.pop();
        if (!step) break;
        loop.push(step.at);
        key = step.to;
      }
      outlines.push(loop);
    }
  return outlines;
}

const NORMALS = Array.from({ length: EDGES }, (_, edge) => {
  const angle = ((edge * 60 - 90) * Math.PI) / 180;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

const NO_NEIGHBOUR: boolean[] = [];

/** Which of a hex's neighbours have one of the bits, by edge. */
function likeAround(map: MapData, hex: number, bits: number): boolean[] {
  const column = hex % map.columns;
  const row = Math.floor(hex / map.columns);
  return NORMALS.map((_, edge) => {
    const [there, below] = cellAcross(map, column, row, edge);
    return cellHas(map, there, below, bits);
  });
}

/** Whether a point, seen from the middle of its hex, is in it and not near an edge to a hex of another kind. */
function wellInside(x: number, y: number, like: boolean[], margin: number): boolean {
  for (let edge = 0; edge < EDGES; edge++) {
    const normal = NORMALS[edge]!;
    const out = x * normal.x + y * normal.y;
    if (out > ROOT3 / 2 || (out > ROOT3 / 2 - margin && !like[edge])) return false;
  }
  return true;
}

type Stamp = (x: number, y: number, size: number, kind: number) => void;

/** Calls the stamp at the scattered points of one hex. */
function scatter(
  map: MapData,
  hex: number,
  bits: number,
  step: number,
  margin: number,
  size: number,
  layer: number,
  stamp: Stamp,
) {
  const at = centre(map, hex);
  const like = likeAround(map, hex, bits);
  const cover = partlyCovered(map, hex) ? map.cover![hex]! : 0;
  for (let row = Math.floor((at.y - 1) / step); row <= Math.ceil((at.y + 1) / step); row++)
    for (let column = Math.floor((at.x - 1) / step); column <= (at.x + 1) / step; column++) {
      const x = (column + (row & 1) * 0.5 + 0.55 * (speckle(column, row, layer) - 0.5)) * step;
      const y = (row + 0.55 * (speckle(column, row, layer + 1) - 0.5)) * step;
      if (cover ? inPatch(cover, x - at.x, y - at.y) : wellInside(x - at.x, y - at.y, like, margin))
        stamp(x, y, size * (0.8 + 0.45 * speckle(column, row, layer + 2)), speckle(column, row, layer + 3));
    }
}

interface Woods {
  leaves: Path2D;
  firs: Path2D;
  shade: Path2D;
}

interface Hachures {
  weights: Path2D[];
}

export interface GroundShapes {
  forest: Mass;
  hills: Mass;
  swamp: Mass;
  lake: Mass;
  orchard: Mass;
  built: Mass;
  others: { mass: Mass; angle: number }[];
  woods(hex: number): Woods | null;
  rushes(hex: number): Path2D | null;
  crowns(hex: number): Path2D | null;
  houses(hex: number): Path2D | null;
  hachures(hex: number): Hachures | null;
}

function woodsOf(map: MapData, hex: number, bits: number): Woods {
  const woods = { leaves: new Path2D(), firs: new Path2D(), shade: new Path2D() };
  scatter(map, hex, bits, 0.3, 0.17, 0.21, 21, (x, y, size, kind) => {
    if (kind < 0.28) {
      woods.leaves.moveTo(x + size * 0.4, y - size * 0.4);
      woods.leaves.arc(x, y - size * 0.4, size * 0.4, 0, 7);
      return;
    }
    woods.firs.moveTo(x, y - size);
    woods.firs.lineTo(x + size * 0.42, y + size * 0.1);
    woods.firs.lineTo(x - size * 0.42, y + size * 0.1);
    woods.firs.closePath();
    woods.shade.moveTo(x, y - size);
    woods.shade.lineTo(x + size * 0.42, y + size * 0.1);
    woods.shade.lineTo(x, y + size * 0.1);
    woods.shade.closePath();
  });
  return woods;
}

function rushesOf(map: MapData, hex: number, bits: number): Path2D {
  const path = new Path2D();
  scatter(map, hex, bits, 0.42, 0.2, 0.13, 64, (x, y, size) => {
    path.moveTo(x - size, y);
    path.lineTo(x + size, y);
    for (let blade = -1; blade <= 1; blade++) {
      path.moveTo(x + blade * size * 0.3, y);
      path.lineTo(x + blade * size * 0.75, y - size * (blade ? 0.8 : 1.1));
    }
  });
  return path;
}

/** Fruit trees, each for itself. */
function crownsOf(map: MapData, hex: number, bits: number): Path2D {
  const path = new Path2D();
  scatter(map, hex, bits, 0.34, 0.2, 0.16, 34, (x, y, size) => {
    path.moveTo(x + size * 0.55, y);
    path.arc(x, y, size * 0.55, 0, 7);
  });
  return path;
}

function housesOf(map: MapData, hex: number, bits: number): Path2D {
  const path = new Path2D();
  scatter(map, hex, bits, 0.46, 0.24, 0.16, 44, (x, y, size) => {
    const angle = (speckle(Math.round(x * 64), Math.round(y * 64), 43) - 0.5) * 0.9;
    const [a, b] = [Math.cos(angle) * size * 0.8, Math.sin(angle) * size * 0.8];
    path.moveTo(x - a + b * 0.6, y - b - a * 0.6);
    path.lineTo(x + a + b * 0.6, y + b - a * 0.6);
    path.lineTo(x + a - b * 0.6, y + b + a * 0.6);
    path.lineTo(x - a - b * 0.6, y - b + a * 0.6);
    path.closePath();
  });
  return path;
}

/** How hilly points in and around a hex are, 0 .. 1: the share of hill hexes among those near. The hexes in question
 * are looked up once, as there are many points. */
function hillinessAround(map: MapData, hex: number, bits: number): (x: number, y: number) => number {
  const [firstColumn, firstRow] = [(hex % map.columns) - 3, Math.floor(hex / map.columns) - 5];
  const [columns, rows] = [7, 11];
  const hills = new Uint8Array(columns * rows);
  const shift = new Float64Array(columns);
  for (let c = 0; c < columns; c++) {
    shift[c] = sitsLow(map, firstColumn + c) ? 1 : 0.5;
    for (let r = 0; r < rows; r++) hills[c * rows + r] = cellHas(map, firstColumn + c, firstRow + r, bits) ? 1 : 0;
  }
  return (x, y) => {
    const column = Math.round((x - 1) / 1.5) - firstColumn;
    const row = Math.round(y / ROOT3 - 0.75) - firstRow;
    let inside = 0;
    let all = 0;
    for (let c = column - 1; c <= column + 1; c++)
      for (let r = row - 2; r <= row + 2; r++) {
        const dx = 1 + 1.5 * (firstColumn + c) - x;
        const dy = ROOT3 * (firstRow + r + shift[c]!) - y;
        const near = 1 - (dx * dx + dy * dy) / 3.2;
        if (near <= 0) continue;
        all += near * near;
        if (hills[c * rows + r]) inside += near * near;
      }
    return all > 0 ? inside / all : 0;
  };
}

function imaginedHeight(x: number, y: number, share: number): number {
  if (share < 0.3) return 0;
  return ((share - 0.3) / 0.7) * (1 + 0.55 * noise(x * 0.42, y * 0.42, 31) + 0.4 * noise(x * 0.95, y * 0.95, 32));
}

const LATTICE = 0.17;
const LEVELS = [0.14, 0.34, 0.54, 0.74, 0.94, 1.14, 1.34, 1.54];

/** Strokes down the slope from contour lines of an imagined height, heavier away from the north-west light. */
function hachuresOf(map: MapData, hex: number, bits: number): Hachures {
  const weights = [new Path2D(), new Path2D(), new Path2D()];
  const at = centre(map, hex);
  const first = { c: Math.floor((at.x - 1) / LATTICE), r: Math.floor((at.y - 0.87) / LATTICE) };
  const across = Math.ceil(2 / LATTICE) + 1;
  const down = Math.ceil(ROOT3 / LATTICE) + 1;
  const height = new Float32Array((across + 1) * (down + 1));
  const hilliness = hillinessAround(map, hex, bits);
  for (let r = 0; r <= down; r++)
    for (let c = 0; c <= across; c++) {
      const [x, y] = [(first.c + c) * LATTICE, (first.r + r) * LATTICE];
      height[r * (across + 1) + c] = imaginedHeight(x, y, hilliness(x, y));
    }
  for (let r = 0; r < down; r++)
    for (let c = 0; c < across; c++) {
      const x0 = (first.c + c + 0.5) * LATTICE;
      const y0 = (first.r + r + 0.5) * LATTICE;
      if (!wellInside(x0 - at.x, y0 - at.y, NO_NEIGHBOUR, 0)) continue;
      const i = r * (across + 1) + c;
      const a = height[i]!;
      const b = height[i + 1]!;
      const d = height[i + across + 1]!;
      const e = height[i + across + 2]!;
      const dx = (b + e - a - d) / 2;
      const dy = (d + e - a - b) / 2;
      const steep = Math.hypot(dx, dy);
      if (steep < 0.012) continue;
      for (const level of LEVELS) {
        const above = Number(a > level) + Number(b > level) + Number(d > level) + Number(e > level);
        if (above === 0 || above === 4) continue;
        const x = -dx / steep;
        const y = -dy / steep;
        const shade = (x + y) * Math.SQRT1_2;
        const heavy = shade > 0.35 ? 2 : shade > -0.35 ? 1 : 0;
        const shift = ((level - (a + b + d + e) / 4) / steep) * 0.5 * LATTICE;
        const jitter = 0.1 * (speckle(first.c + c, first.r + r, 41) - 0.5);
        const left = x0 - x * shift - y * jitter;
        const top = y0 - y * shift + x * jitter;
        const long = (0.11 + 0.05 * speckle(first.c + c, first.r + r, 42)) * (heavy ? 1.25 : 0.9);
        weights[heavy]!.moveTo(left, top);
        weights[heavy]!.lineTo(left + x * long, top + y * long);
      }
    }
  return { weights };
}

function nearHills(map: MapData, hex: number, bits: number): boolean {
  const column = hex % map.columns;
  const row = Math.floor(hex / map.columns);
  if (cellHas(map, column, row, bits)) return true;
  for (let edge = 0; edge < EDGES; edge++) {
    const [c, r] = cellAcross(map as Grid, column, row, edge);
    if (cellHas(map, c, r, bits)) return true;
  }
  return false;
}

function kept<T>(make: (hex: number) => T | null): (hex: number) => T | null {
  const all = new Map<number, T | null>();
  return (hex) => {
    let one = all.get(hex);
    if (one === undefined) {
      one = make(hex);
      all.set(hex, one);
    }
    return one;
  };
}

export function groundShapes(map: MapData): GroundShapes {
  const forest = bitsOf(map, 'forest');
  const hills = bitsOf(map, 'hills');
  const swamp = bitsOf(map, 'swamp');
  const orchard = bitsOf(map, 'orchard');
  const built = bitsOf(map, 'built');
  const others: GroundShapes['others'] = [];
  map.terrainWords.forEach((word, i) => {
    if (groundNamed(word) !== 'other') return;
    others.push({ mass: new Mass(map, 1 << i, 0.06, 81 + i), angle: ((15 + 37 * i) * Math.PI) / 180 });
  });
  return {
    forest: new Mass(map, forest, 0.12, 11),
    hills: new Mass(map, hills, 0.1, 51),
    swamp: new Mass(map, swamp, 0.08, 61),
    lake: new Mass(map, bitsOf(map, 'lake'), 0.1, 71),
    orchard: new Mass(map, orchard, 0.05, 31),
    built: new Mass(map, built, 0.04, 41),
    others,
    crowns: kept((hex) => (map.terrain[hex]! & orchard ? crownsOf(map, hex, orchard) : null)),
    houses: kept((hex) => (map.terrain[hex]! & built ? housesOf(map, hex, built) : null)),
    woods: kept((hex) => (map.terrain[hex]! & forest ? woodsOf(map, hex, forest) : null)),
    rushes: kept((hex) => (map.terrain[hex]! & swamp ? rushesOf(map, hex, swamp) : null)),
    hachures: kept((hex) => (nearHills(map, hex, hills) ? hachuresOf(map, hex, hills) : null)),
  };
}
