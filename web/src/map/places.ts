// places.ts — towns, borders, entry zones. A town is a patch of building blocks around the centre of its hex.

import { across, between, centre, corner, EDGES, hexDistance, mapSize, type Point } from '../model/hex';
import type { MapData } from '../net/protocol';
import { type Box, type Boxed, boxOf, type Later, later } from './box';
import { round, trace } from './course';
import { speckle } from './noise';

export interface Town {
  built: Path2D;
  joins: Path2D;
  houses: Path2D;
}

export interface Border {
  line: Path2D;
  inner: Path2D;
  name: string;
  at: Point;
  box: Box;
}

export interface Zone {
  line: Path2D;
  name: string;
  at: Point;
  box: Box;
}

export interface PlaceShapes {
  towns: Later<Town>[];
  borders: Border[];
  frames: Boxed[];
  zones: Zone[];
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
function zoneBrackets(map: MapData): Zone[] {
  const zones: Zone[] = [];
  const size = mapSize(map);
  for (const area of map.areas) {
    if (area.look !== 'entry') continue;
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
      const sign = upright ? { x: at + out.x * 0.35, y: middle } : { x: middle, y: at + out.y * 0.35 };
      zones.push({ line, name: area.name, at: sign, box: boxOf([from, to, sign], 1.6) });
    }
  }
  return zones;
}

function townOf(map: MapData, { hexes, look }: MapData['places'][number]): Town {
  const town = { built: new Path2D(), joins: new Path2D(), houses: new Path2D() };
  const city = look === 'city';
  if (look === 'name') return town;
  for (const hex of hexes) {
    const at = centre(map, hex);
    blob(town.built, at, city ? 0.72 : 0.42, hex);
    blocks(town.houses, at, city ? 3 : 2, city ? 0.2 : 0.155, hex);
    for (const other of hexes)
      if (other > hex && hexDistance(map, hex, other) === 1) {
        const to = centre(map, other);
        town.joins.moveTo(at.x, at.y);
        town.joins.lineTo(to.x, to.y);
      }
  }
  return town;
}

export function placeShapes(map: MapData): PlaceShapes {
  const borders: Border[] = [];
  const frames: Boxed[] = [];
  for (const area of map.areas) {
    const hexes = new Set(area.hexes);
    const points = area.hexes.map((hex) => centre(map, hex));
    const box = boxOf(points, 1.2);
    if (area.look === 'abroad')
      borders.push({
        line: outline(map, hexes, 0, false),
        inner: outline(map, hexes, 0.11, false),
        name: area.name.toUpperCase(),
        at: deepest(map, hexes),
        box,
      });
    else if (area.look === 'framed') frames.push({ path: outline(map, hexes, 0.08, true), box });
  }
  const towns = map.places.map((place) => {
    const points = place.hexes.map((hex) => centre(map, hex));
    return later(boxOf(points, 1), () => townOf(map, place));
  });
  return { towns, borders, frames, zones: zoneBrackets(map) };
}
