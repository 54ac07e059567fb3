// terrain.ts — the whole ground of a map drawn into any part of any canvas: what a tile shows.

import { across, centre, corner, EDGES, mapSize, type Point, ROOT3, sitsLow } from '../model/hex';
import type { MapData } from '../net/protocol';
import { along, length } from './course';
import { type GroundShapes, groundShapes } from './ground';
import { type River, riverPath, riversOf, roadPaths, worksPath } from './lines';
import { type PlaceShapes, placeShapes } from './places';

export interface Palette {
  clear: string;
  forest: string;
  forestRim: string;
  treeLight: string;
  tree: string;
  treeDark: string;
  hill: string;
  hachure: string;
  swamp: string;
  swampInk: string;
  lake: string;
  lakeBand: string;
  lakeInk: string;
  riverCase: string;
  river: string;
  stream: string;
  waterName: string;
  casing: string;
  roads: [string, string, string];
  builtUp: string;
  house: string;
  houseEdge: string;
  name: string;
  halo: string;
  border: string;
  grid: string;
  number: string;
  zone: string;
  outside: string;
  other: string;
}

export const LIGHT: Palette = {
  clear: '#f3edd6',
  forest: '#bccf98',
  forestRim: '#8da86b',
  treeLight: '#9db97a',
  tree: '#7f9f5e',
  treeDark: '#56753f',
  hill: '#e6d3a6',
  hachure: '#7a5a34',
  swamp: '#d3e3d3',
  swampInk: '#4c7f8c',
  lake: '#a6cde2',
  lakeBand: '#86b7d3',
  lakeInk: '#2f6690',
  riverCase: '#2c5f8d',
  river: '#7fb6da',
  stream: '#4384b4',
  waterName: '#1f4e79',
  casing: '#4c3322',
  roads: ['#f2b84b', '#d2553b', '#fffbea'],
  builtUp: '#e3bfa8',
  house: '#9a4a3c',
  houseEdge: '#4e241d',
  name: '#17120c',
  halo: '#faf7ea',
  border: '#6a2c74',
  grid: '#6e6650',
  number: '#5b5440',
  zone: '#3c3426',
  outside: '#e9e2cc',
  other: '#6b6470',
};

export const DARK: Palette = {
  clear: '#3b3a33',
  forest: '#2f4030',
  forestRim: '#26352a',
  treeLight: '#43573f',
  tree: '#3d5540',
  treeDark: '#24362a',
  hill: '#4a4232',
  hachure: '#9c835a',
  swamp: '#33423f',
  swampInk: '#6b98a0',
  lake: '#25485d',
  lakeBand: '#2d566d',
  lakeInk: '#6ea3c4',
  riverCase: '#16324a',
  river: '#3f7ba5',
  stream: '#4a86ad',
  waterName: '#a9d2ee',
  casing: '#15100c',
  roads: ['#c8963a', '#b2553f', '#a39d8b'],
  builtUp: '#5c4a40',
  house: '#b06a58',
  houseEdge: '#2a1510',
  name: '#f2ecdc',
  halo: '#22211d',
  border: '#c79ad0',
  grid: '#8f886f',
  number: '#a9a28b',
  zone: '#cfc6ad',
  outside: '#2a2925',
  other: '#a49caa',
};

interface Letter {
  text: string;
  x: number;
  y: number;
  angle: number;
}

interface WaterName {
  letters: Letter[];
  size: number;
  bold: boolean;
}

/** Letters of a river's name along its course, where it bends least. */
function nameRiver(river: River): WaterName[] {
  const big = river.water === 'river';
  const size = big ? 0.58 : 0.34;
  const pitch = size * 0.5 + (big ? 0.34 : 0.1);
  const width = pitch * river.name.length;
  const whole = length(river.line);
  const names: WaterName[] = [];
  const times = Math.max(1, Math.round(whole / 25));
  for (let i = 0; i < times; i++) {
    const from = (whole * i) / times + 0.5;
    const to = (whole * (i + 1)) / times - 0.5;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let at = from; at + width <= to; at += 0.8) {
      let bent = 3 * Math.abs((at + width / 2 - from) / (to - from) - 0.5);
      let before = along(river.line, at).angle;
      for (let k = 1; k <= 8; k++) {
        const { angle } = along(river.line, at + (width * k) / 8);
        bent += Math.abs(Math.atan2(Math.sin(angle - before), Math.cos(angle - before)));
        before = angle;
      }
      if (bent < least) {
        least = bent;
        best = at;
      }
    }
    if (best >= 0)
      names.push({ letters: lettersAlong(river, best, width, pitch, big ? 0.36 : 0.2), size, bold: big });
  }
  return names;
}

function lettersAlong(river: River, from: number, width: number, pitch: number, off: number): Letter[] {
  let course: Point[] = [];
  for (let at = from - 0.5; at <= from + width + 0.5; at += 0.25)
    course.push(along(river.line, Math.max(0, at)).at);
  for (let calm = 0; calm < 40; calm++)
    for (let i = 1; i + 1 < course.length; i++) {
      const a = course[i - 1]!;
      const b = course[i + 1]!;
      const p = course[i]!;
      course[i] = { x: p.x * 0.4 + (a.x + b.x) * 0.3, y: p.y * 0.4 + (a.y + b.y) * 0.3 };
    }
  if (course[course.length - 1]!.x < course[0]!.x) course = course.reverse();
  const start = (length(course) - width) / 2;
  return [...river.name].map((text, i) => {
    const { at, angle } = along(course, start + pitch * (i + 0.5));
    return { text, x: at.x + Math.sin(angle) * off, y: at.y - Math.cos(angle) * off, angle };
  });
}

const SERIF = 'Georgia, "DejaVu Serif", "Liberation Serif", serif';
const SANS = 'system-ui, "DejaVu Sans", "Liberation Sans", sans-serif';

export interface Terrain {
  map: MapData;
  /** Draws world rectangle (left, top)+(width, height), in hex sides, at `scale` pixels a side, to the origin. */
  draw(
    context: CanvasRenderingContext2D,
    left: number,
    top: number,
    width: number,
    height: number,
    scale: number,
    palette: Palette,
  ): void;
}

function hexesIn(map: MapData, left: number, top: number, width: number, height: number, margin: number): number[] {
  const hexes: number[] = [];
  const first = Math.max(0, Math.floor((left - margin - 2) / 1.5));
  const last = Math.min(map.columns - 1, Math.ceil((left + width + margin) / 1.5));
  for (let column = first; column <= last; column++) {
    const shift = sitsLow(map, column) ? 0.5 : 0;
    const high = Math.max(0, Math.floor((top - margin) / ROOT3 - 1 - shift));
    const low = Math.min(map.rows - 1, Math.ceil((top + height + margin) / ROOT3 - shift));
    for (let row = high; row <= low; row++) hexes.push(row * map.columns + column);
  }
  return hexes;
}

export function makeTerrain(map: MapData): Terrain {
  const ground: GroundShapes = groundShapes(map);
  const rivers = riversOf(map);
  const streams = riverPath(rivers, 'stream');
  const broad = riverPath(rivers, 'river');
  const works = worksPath(map);
  const roads = roadPaths(map);
  const places: PlaceShapes = placeShapes(map);
  const waterNames = rivers.filter((r) => r.name && r.corners.length > 3).flatMap(nameRiver);
  const size = mapSize(map);
  const rimLine = mapEdge(map);

  function drawGround(context: CanvasRenderingContext2D, hexes: number[], scale: number, p: Palette) {
    if (ground.hills) fill(context, ground.hills, p.hill);
    if (ground.swamp) fill(context, ground.swamp, p.swamp);
    if (ground.forest) {
      context.globalAlpha = 0.82;
      fill(context, ground.forest, p.forest);
      context.globalAlpha = 1;
      if (scale >= 7) rim(context, ground.forest, p.forestRim, 0.26, 0.5);
    }
    for (const other of ground.others) hatch(context, other.path, other.angle, size, p.other);
    if (scale >= 9) {
      for (const hex of hexes) {
        const hachures = ground.hachures(hex);
        if (!hachures) continue;
        context.strokeStyle = p.hachure;
        context.globalAlpha = 0.75;
        [0.016, 0.026, 0.038].forEach((width, i) => {
          context.lineWidth = width;
          context.stroke(hachures.weights[i]!);
        });
        context.globalAlpha = 1;
      }
      for (const hex of hexes) {
        const rushes = ground.rushes(hex);
        if (rushes) stroke(context, rushes, p.swampInk, 0.025);
      }
    }
    if (ground.lake) {
      fill(context, ground.lake, p.lake);
      rim(context, ground.lake, p.lakeBand, 0.5, 0.6);
      stroke(context, ground.lake, p.lakeInk, 0.05);
    }
    if (scale < 9) return;
    for (const hex of hexes) {
      const woods = ground.woods(hex);
      if (!woods) continue;
      fill(context, woods.leaves, p.treeLight);
      fill(context, woods.firs, p.tree);
      fill(context, woods.shade, p.treeDark);
    }
  }

  function drawLines(context: CanvasRenderingContext2D, scale: number, p: Palette) {
    context.lineCap = 'round';
    context.lineJoin = 'round';
    const thin = Math.max(1, Math.min(9 / scale, 1.7)); // lines keep a least width when far away
    stroke(context, broad, p.riverCase, 0.34 * thin);
    stroke(context, streams, p.stream, 0.085 * thin);
    stroke(context, broad, p.river, 0.25 * thin);
    stroke(context, works, p.casing, 0.06 * thin);
    context.lineCap = 'butt';
    stroke(context, places.joins, p.builtUp, 0.8);
    fill(context, places.built, p.builtUp);
    context.lineCap = 'round';
    const widths: [number, number, number][] = [
      [0.25, 0.185, 0.045],
      [0.15, 0.09, 0],
      [0.115, 0.065, 0],
    ];
    for (let pass = 0; pass < 3; pass++)
      for (let rank = 2; rank >= 0; rank--) {
        const width = widths[rank]![pass]!;
        if (width && !(pass === 2 && scale < 14))
          stroke(context, roads[rank]!, pass === 1 ? p.roads[rank]! : p.casing, width * thin);
      }
    fill(context, places.houses, p.house);
    if (scale >= 14) stroke(context, places.houses, p.houseEdge, 0.018);
    drawBridges(context, p);
  }

  function drawBridges(context: CanvasRenderingContext2D, p: Palette) {
    for (const side of map.bridges ?? []) {
      const at = centre(map, Math.floor(side / EDGES));
      const a = corner(at, side % EDGES);
      const b = corner(at, (side % EDGES) + 1);
      context.save();
      context.translate((a.x + b.x) / 2, (a.y + b.y) / 2);
      context.rotate(Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2);
      context.strokeStyle = p.name;
      context.lineWidth = 0.055;
      context.beginPath();
      for (const y of [-0.115, 0.115]) {
        context.moveTo(-0.29, y * 1.6);
        context.lineTo(-0.22, y);
        context.lineTo(0.22, y);
        context.lineTo(0.29, y * 1.6);
      }
      context.stroke();
      context.restore();
    }
  }

  function drawBorders(context: CanvasRenderingContext2D, p: Palette) {
    context.lineCap = 'butt';
    for (const border of places.borders) {
      context.globalAlpha = 0.22;
      stroke(context, border.inner, p.border, 0.22);
      context.globalAlpha = 1;
      context.setLineDash([0.3, 0.1, 0.08, 0.1]);
      stroke(context, border.line, p.border, 0.075);
      context.setLineDash([]);
    }
    context.setLineDash([0.14, 0.08]);
    stroke(context, places.frames, p.zone, 0.06);
    context.setLineDash([]);
    context.lineCap = 'square';
    for (const zone of places.zones) {
      stroke(context, zone.line, p.zone, 0.07);
      context.beginPath();
      context.arc(zone.at.x, zone.at.y, 0.52, 0, 7);
      context.fillStyle = p.halo;
      context.fill();
      context.lineWidth = 0.07;
      context.stroke();
      text(context, zone.name, zone.at.x, zone.at.y + 0.22, `bold 0.62px ${SANS}`, p.zone);
    }
  }

  function drawNames(context: CanvasRenderingContext2D, hexes: number[], scale: number, p: Palette) {
    if (scale >= 24) {
      context.globalAlpha = 0.8;
      for (const hex of hexes) {
        const at = centre(map, hex);
        text(context, map.numbers[hex] ?? '', at.x, at.y - 0.66, `0.2px ${SANS}`, p.number);
      }
      context.globalAlpha = 1;
    }
    context.lineJoin = 'round';
    if (scale >= 11)
      for (const name of waterNames) {
        const font = `italic ${name.bold ? 'bold ' : ''}${name.size}px ${SERIF}`;
        for (const letter of name.letters) {
          context.save();
          context.translate(letter.x, letter.y);
          context.rotate(letter.angle);
          text(context, letter.text, 0, 0, font, p.waterName, p.halo);
          context.restore();
        }
      }
    const grow = scale < 16 ? 1.5 : 1;
    for (const name of places.names) {
      if (scale < 11 && !name.city) continue;
      const style = `${name.ours ? 'italic ' : ''}${name.city || !name.ours ? 'bold ' : ''}`;
      text(context, name.text, name.x, name.y, `${style}${name.size * grow}px ${SERIF}`, p.name, p.halo);
    }
    for (const border of places.borders)
      text(context, border.name, border.at.x, border.at.y + 0.15, `italic 0.5px ${SERIF}`, p.border, p.halo);
  }

  return {
    map,
    draw(context, left, top, width, height, scale, p) {
      context.save();
      context.scale(scale, scale);
      context.translate(-left, -top);
      context.fillStyle = p.outside;
      context.fillRect(left, top, width, height);
      const hexes = hexesIn(map, left, top, width, height, 0.3);
      const here = new Path2D();
      for (const hex of hexes) hexInto(here, centre(map, hex));
      context.save();
      context.clip(here);
      context.fillStyle = p.clear;
      context.fillRect(left, top, width, height);
      drawGround(context, hexes, scale, p);
      drawLines(context, scale, p);
      if (scale >= 6) {
        context.globalAlpha = scale < 9 ? 0.25 : 0.45;
        stroke(context, here, p.grid, Math.max(0.022, 0.6 / scale));
        context.globalAlpha = 1;
      }
      context.restore();
      context.lineCap = 'round';
      stroke(context, rimLine, p.zone, Math.max(0.09, 1 / scale));
      drawBorders(context, p);
      drawNames(context, hexes, scale, p);
      context.restore();
    },
  };
}

/** The outer edge of the map. */
function mapEdge(map: MapData): Path2D {
  const path = new Path2D();
  for (let hex = 0; hex < map.columns * map.rows; hex++)
    for (let edge = 0; edge < EDGES; edge++) {
      if (across(map, hex, edge) >= 0) continue;
      const at = centre(map, hex);
      const from = corner(at, edge);
      const to = corner(at, edge + 1);
      path.moveTo(from.x, from.y);
      path.lineTo(to.x, to.y);
    }
  return path;
}

function hexInto(path: Path2D, at: Point) {
  for (let k = 0; k < EDGES; k++) {
    const c = corner(at, k);
    if (k === 0) path.moveTo(c.x, c.y);
    else path.lineTo(c.x, c.y);
  }
  path.closePath();
}

function fill(context: CanvasRenderingContext2D, path: Path2D, colour: string) {
  context.fillStyle = colour;
  context.fill(path);
}

function stroke(context: CanvasRenderingContext2D, path: Path2D, colour: string, width: number) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke(path);
}

/** A band along the inner side of a shape's edge. */
function rim(context: CanvasRenderingContext2D, path: Path2D, colour: string, width: number, alpha: number) {
  context.save();
  context.clip(path);
  context.globalAlpha = alpha;
  stroke(context, path, colour, width);
  context.restore();
}

function hatch(
  context: CanvasRenderingContext2D,
  path: Path2D,
  angle: number,
  size: { width: number; height: number },
  colour: string,
) {
  context.save();
  context.globalAlpha = 0.14;
  fill(context, path, colour);
  context.globalAlpha = 0.5;
  context.clip(path);
  const reach = size.width + size.height;
  const lines = new Path2D();
  for (let off = -reach; off < reach; off += 0.25) {
    lines.moveTo(-off * Math.sin(angle) - reach * Math.cos(angle), off * Math.cos(angle) - reach * Math.sin(angle));
    lines.lineTo(-off * Math.sin(angle) + reach * Math.cos(angle), off * Math.cos(angle) + reach * Math.sin(angle));
  }
  stroke(context, lines, colour, 0.03);
  context.restore();
}

/** Text in hex sides: letters are drawn at a hundredth and enlarged, as tiny font sizes are rounded. */
function text(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  halo?: string,
) {
  context.save();
  context.translate(x, y);
  context.scale(0.01, 0.01);
  context.font = font.replace(/([\d.]+)px/, (_, size) => `${Number(size) * 100}px`);
  context.textAlign = 'center';
  if (halo) {
    context.strokeStyle = halo;
    context.lineWidth = 12;
    context.lineJoin = 'round';
    context.strokeText(words, 0, 0);
  }
  context.fillStyle = colour;
  context.fillText(words, 0, 0);
  context.restore();
}
