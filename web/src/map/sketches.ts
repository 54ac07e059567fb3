// sketches.ts — plans drawn over hexes, and coins on the hexes a side plays for.

import { across, centre, corner, EDGES, hexDistance, type Point } from '../model/hex';
import { coinOf } from '../model/looks';
import { bareWords } from '../model/sentence';
import type { Aim, MapData, Side, Sketch } from '../net/protocol';
import { round, trace } from './course';
import { SANS } from './palette';
import { label } from './signs';

type Context = CanvasRenderingContext2D;

/** The hexes within the width of the drawing, and the line around them. */
interface Region {
  inside: Path2D;
  edge: Path2D;
}

const regions = new WeakMap<Sketch, Region>();

function regionOf(map: MapData, sketch: Sketch): Region {
  const known = regions.get(sketch);
  if (known) return known;
  const near = new Set<number>();
  for (let hex = 0; hex < map.columns * map.rows; hex++)
    if (sketch.hexes.some((one) => hexDistance(map, one, hex) <= sketch.width)) near.add(hex);
  const region = { inside: new Path2D(), edge: new Path2D() };
  for (const hex of near) {
    const at = centre(map, hex);
    for (let side = 0; side < EDGES; side++) {
      const [from, to] = [corner(at, side), corner(at, side + 1)];
      if (side) region.inside.lineTo(from.x, from.y);
      else region.inside.moveTo(from.x, from.y);
      if (near.has(across(map, hex, side))) continue;
      region.edge.moveTo(from.x, from.y);
      region.edge.lineTo(to.x, to.y);
    }
    region.inside.closePath();
  }
  regions.set(sketch, region);
  return region;
}

/** The middle of all its hexes. */
function middleOf(points: Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function line(points: Point[], closed: boolean): Path2D {
  const path = new Path2D();
  trace(path, points.length > 2 ? round(points, closed) : points, closed);
  return path;
}

function arrowHead(c: Context, points: Point[]) {
  const end = points[points.length - 1]!;
  const before = points[points.length - 2] ?? end;
  c.save();
  c.translate(end.x, end.y);
  c.rotate(Math.atan2(end.y - before.y, end.x - before.x));
  c.beginPath();
  c.moveTo(0.4, 0);
  c.lineTo(-0.5, -0.45);
  c.lineTo(-0.5, 0.45);
  c.closePath();
  c.fill();
  c.restore();
}

/** Two rings in the middle, and a line around all of its hexes if they are several. */
function drawObjective(c: Context, map: MapData, sketch: Sketch, middle: Point) {
  for (const r of [0.55, 0.8]) {
    c.beginPath();
    c.arc(middle.x, middle.y, r, 0, 7);
    c.stroke();
  }
  if (sketch.hexes.length > 1) c.stroke(regionOf(map, sketch).edge);
}

function drawSketch(c: Context, map: MapData, sketch: Sketch, colour: string, alpha: number) {
  const points = sketch.hexes.map((hex) => centre(map, hex));
  if (!points.length) return;
  const middle = sketch.kind === 'objective' ? middleOf(points) : points[points.length >> 1]!;
  c.strokeStyle = colour;
  c.fillStyle = colour;
  c.lineCap = 'round';
  c.lineJoin = 'round';
  if (sketch.kind === 'axis' && sketch.width) {
    c.globalAlpha = 0.18 * alpha;
    c.fill(regionOf(map, sketch).inside);
  }
  c.globalAlpha = alpha;
  c.lineWidth = 0.14;
  if (sketch.dashed) c.setLineDash([0.34, 0.28]);
  if (sketch.kind === 'objective') drawObjective(c, map, sketch, middle);
  else if (sketch.kind === 'area' && points.length === 1) c.stroke(regionOf(map, sketch).edge);
  else c.stroke(line(points, sketch.kind === 'area'));
  c.setLineDash([]);
  if (sketch.kind === 'axis') arrowHead(c, points);
  if (sketch.label) label(c, middle, bareWords(sketch.label), 0.34, -0.5);
  c.globalAlpha = 1;
}

const BESIDE = 0.3; // how strong drawings outside the plan in hand are

/** `of`: the plan that is worked at. The others are paler. */
export function drawSketches(
  c: Context,
  map: MapData,
  sketches: Sketch[],
  sides: Side[],
  of: number | null = null,
) {
  for (const sketch of sketches) {
    const colour = sides.find((side) => side.word === sketch.side)?.colour ?? '#141414';
    drawSketch(c, map, sketch, colour, of === null || sketch.plan === of ? 1 : BESIDE);
  }
}

/** What a hex is worth, and to which side: points, or that it decides the game. */
export function coinsOf(aims: Aim[]): Map<number, string> {
  const coins = new Map<number, string>();
  for (const aim of aims)
    for (const hex of aim.together ? aim.hexes.slice(0, 1) : aim.hexes)
      if (!coins.has(hex)) coins.set(hex, coinOf(aim));
  return coins;
}

export function drawAims(c: Context, map: MapData, aims: Aim[]) {
  for (const [hex, words] of coinsOf(aims)) {
    const at = centre(map, hex);
    c.beginPath();
    c.arc(at.x - 0.52, at.y - 0.6, 0.24, 0, 7);
    c.fillStyle = '#f4c430';
    c.fill();
    c.strokeStyle = '#6b4e00';
    c.lineWidth = 0.045;
    c.stroke();
    c.save();
    c.translate(at.x - 0.52, at.y - 0.49);
    c.scale(0.01, 0.01);
    c.font = `bold ${words.length > 1 ? 25 : 31}px ${SANS}`;
    c.textAlign = 'center';
    c.fillStyle = '#3a2a00';
    c.fillText(words, 0, 0);
    c.restore();
  }
}
