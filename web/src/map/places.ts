// places.ts — towns and their names, borders, entry zones.
//
// A town is a patch of building blocks around the centre of its hex. Its name stands at the lower edge of the hex,
// where a counter does not cover it, or above or beside if another name is there already. Upright names are printed
// or follow from the printed text, names in italics are a reconstruction.

import { across, between, centre, corner, EDGES, hexDistance, mapSize, type Point } from '../model/hex';
import type { MapData } from '../net/protocol';
import { round, trace } from './course';
import { speckle } from './noise';

export interface PlaceName {
  text: string;
  x: number;
  y: number;
  size: number;
  city: boolean;
  ours: boolean;
}

export interface PlaceShapes {
  built: Path2D;
  joins: Path2D;
  houses: Path2D;
  names: PlaceName[];
  borders: { line: Path2D; inner: Path2D; name: string; at: Point }[];
  frames: Path2D;
  zones: { line: Path2D; name: string; at: Point }[];
}

function blob(path: Path2D, at: Point, size: number, layer: number) {
  const course = Array.from({ length: 14 }, (_, i) => {
    const reach = size * (0.88 + 0.24 * speckle(i, layer, 91));
    const angle = (i * 2 * Math.PI) / 14;
    return { x: at.x + reach * Math.cos(angle), y: at.y + reach * Math.sin(angle) };
  });
  trace(path, round(round(course, true), true), true);
}

function blocks(path: Path2D, at: Point, rings: number, step: number, layer: number) {
  for (let ring = 0; ring <= rings; ring++) {
    const houses = ring === 0 ? 1 : ring * 6;
    for (let i = 0; i < houses; i++) {
      if (ring === rings && speckle(i, ring, layer) < 0.3) continue;
      const angle = ((i + 0.5 * (ring & 1)) * 2 * Math.PI) / houses;
      const reach = ring * step * (0.94 + 0.12 * speckle(i, ring, layer + 1));
      const half = step * 0.36 * (0.75 + 0.4 * speckle(i, ring, layer + 2));
      const long = half * (0.8 + 0.5 * speckle(i, ring, layer + 3));
      const x = at.x + reach * Math.cos(angle);
      const y = at.y + reach * Math.sin(angle);
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      for (const [k, [u, v]] of [
        [-half, -long],
        [half, -long],
        [half, long],
        [-half, long],
      ].entries() as IterableIterator<[number, [number, number]]>) {
        const px = x + u * c - v * s;
        const py = y + u * s + v * c;
        if (k === 0) path.moveTo(px, py);
        else path.lineTo(px, py);
      }
      path.closePath();
    }
  }
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function overlap(boxes: Box[], box: Box): number {
  let sum = 0;
  for (const other of boxes) {
    const x = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
    const y = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
    if (x > 0 && y > 0) sum += x * y;
  }
  return sum;
}

/** Names set so that they cover neither each other nor a town; about half a letter's height a letter wide. */
function placeNames(map: MapData): PlaceName[] {
  const names: PlaceName[] = [];
  const boxes: Box[] = [];
  const size = mapSize(map);
  for (const place of map.places)
    for (const hex of place.hexes) {
      const at = centre(map, hex);
      boxes.push({ x: at.x - 0.36, y: at.y - 0.36, width: 0.72, height: 0.72 });
    }
  const sorted = [...map.places].sort((a, b) => b.hexes.length - a.hexes.length);
  for (const place of sorted) {
    if (!place.name || !place.hexes.length) continue;
    const points = place.hexes.map((hex) => centre(map, hex));
    const low = points.reduce((a, b) => (b.y > a.y ? b : a));
    const high = points.reduce((a, b) => (b.y < a.y ? b : a));
    const middle = points.reduce((sum, p) => sum + p.x, 0) / points.length;
    const city = points.length > 1;
    const letter = city ? 0.52 : 0.36;
    const width = place.name.length * letter * 0.54;
    const candidates: Point[] = [
      { x: city ? middle : low.x, y: low.y + 0.86 },
      { x: city ? middle : high.x, y: high.y - 0.5 },
      { x: low.x + width / 2 + 0.5, y: low.y + 0.12 },
      { x: low.x - width / 2 - 0.5, y: low.y + 0.12 },
      { x: low.x + width / 3, y: low.y + 0.86 },
      { x: low.x - width / 3, y: low.y + 0.86 },
    ];
    let best = candidates[0]!;
    let least = Number.POSITIVE_INFINITY;
    candidates.forEach((at, i) => {
      at.x = Math.min(Math.max(at.x, width / 2 + 0.3), size.width - width / 2 - 0.3);
      const box = { x: at.x - width / 2, y: at.y - letter * 0.78, width, height: letter };
      const out = Math.max(0.4 - box.y, 0) + Math.max(box.y + box.height - size.height + 0.1, 0);
      const cost = overlap(boxes, box) + 4 * out + 0.02 * i;
      if (cost >= least) return;
      least = cost;
      best = at;
    });
    boxes.push({ x: best.x - width / 2, y: best.y - letter * 0.78, width, height: letter });
    names.push({ text: place.name, x: best.x, y: best.y, size: letter, city, ours: place.provenance === 'ours' });
  }
  return names;
}

function outline(map: MapData, hexes: Set<number>, inward: number, outer: boolean): Path2D {
  const path = new Path2D();
  for (const hex of hexes) {
    const at = centre(map, hex);
    for (let edge = 0; edge < EDGES; edge++) {
      const there = across(map, hex, edge);
      if (there < 0 ? !outer : hexes.has(there)) continue;
      const from = between(corner(at, edge), at, inward);
      const to = between(corner(at, edge + 1), at, inward);
      path.moveTo(from.x, from.y);
      path.lineTo(to.x, to.y);
    }
  }
  return path;
}

/** The hex deepest inside an area, for its name. */
function deepest(map: MapData, hexes: Set<number>): Point {
  let best = -1;
  let most = -1;
  for (const hex of hexes) {
    let inside = 0;
    for (let edge = 0; edge < EDGES; edge++) if (hexes.has(across(map, hex, edge))) inside++;
    if (inside > most) {
      most = inside;
      best = hex;
    }
  }
  return centre(map, Math.max(best, 0));
}

function outward(map: MapData, hex: number): Point | null {
  const column = hex % map.columns;
  const row = Math.floor(hex / map.columns);
  if (row === 0) return { x: 0, y: -1 };
  if (row === map.rows - 1) return { x: 0, y: 1 };
  if (column === 0) return { x: -1, y: 0 };
  if (column === map.columns - 1) return { x: 1, y: 0 };
  return null;
}

/** Brackets outside the map's edge along each run of a zone's hexes. */
function zoneBrackets(map: MapData): PlaceShapes['zones'] {
  const zones: PlaceShapes['zones'] = [];
  const size = mapSize(map);
  for (const area of map.areas) {
    if (area.kind !== 'zone') continue;
    for (let j = 0; j < area.hexes.length; ) {
      const first = area.hexes[j]!;
      const out = outward(map, first);
      j++;
      if (!out) continue;
      const from = centre(map, first);
      let to = from;
      for (; j < area.hexes.length; j++) {
        const next = outward(map, area.hexes[j]!);
        if (next?.x !== out.x || next.y !== out.y || hexDistance(map, area.hexes[j - 1]!, area.hexes[j]!) !== 1)
          break;
        to = centre(map, area.hexes[j]!);
      }
      const upright = out.x !== 0;
      const at = upright ? (out.x < 0 ? -0.3 : size.width + 0.3) : out.y < 0 ? -0.3 : size.height + 0.3;
      const low = (upright ? from.y : from.x) - 0.6;
      const high = (upright ? to.y : to.x) + 0.6;
      const tick = (upright ? out.x : out.y) * -0.2;
      const line = new Path2D();
      const put = (along: number, off: number, move = false) => {
        const x = upright ? off : along;
        const y = upright ? along : off;
        if (move) line.moveTo(x, y);
        else line.lineTo(x, y);
      };
      put(low, at + tick, true);
      put(low, at);
      put(high, at);
      put(high, at + tick);
      const middle = (low + high) / 2;
      zones.push({
        line,
        name: area.name,
        at: upright ? { x: at + out.x * 0.35, y: middle } : { x: middle, y: at + out.y * 0.35 },
      });
    }
  }
  return zones;
}

export function placeShapes(map: MapData): PlaceShapes {
  const shapes: PlaceShapes = {
    built: new Path2D(),
    joins: new Path2D(),
    houses: new Path2D(),
    names: placeNames(map),
    borders: [],
    frames: new Path2D(),
    zones: zoneBrackets(map),
  };
  for (const place of map.places) {
    const city = place.hexes.length > 1;
    for (const hex of place.hexes) {
      const at = centre(map, hex);
      blob(shapes.built, at, city ? 0.72 : 0.42, hex);
      blocks(shapes.houses, at, city ? 3 : 2, city ? 0.2 : 0.155, hex);
      for (const other of place.hexes)
        if (other > hex && hexDistance(map, hex, other) === 1) {
          const to = centre(map, other);
          shapes.joins.moveTo(at.x, at.y);
          shapes.joins.lineTo(to.x, to.y);
        }
    }
  }
  for (const area of map.areas) {
    const hexes = new Set(area.hexes);
    if (area.kind === 'region' && !area.name.includes('-'))
      shapes.borders.push({
        line: outline(map, hexes, 0, false),
        inner: outline(map, hexes, 0.11, false),
        name: area.name.toUpperCase(),
        at: deepest(map, hexes),
      });
    else if (area.kind !== 'region' && area.kind !== 'zone' && area.kind !== 'edge')
      shapes.frames.addPath(outline(map, hexes, 0.08, true));
  }
  return shapes;
}
