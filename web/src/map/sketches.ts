// sketches.ts — plans drawn over hexes, and coins on the hexes somebody plays for.

import { centre, type Point } from '../model/hex';
import { bareWords } from '../model/sentence';
import type { Aim, MapData, Side, Sketch } from '../net/protocol';
import { round, trace } from './course';
import { SANS } from './palette';
import { label } from './signs';

type Context = CanvasRenderingContext2D;

const BROAD = Math.sqrt(3); // from the middle of a hex to that of the next

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

function drawSketch(c: Context, sketch: Sketch, points: Point[], colour: string) {
  c.strokeStyle = colour;
  c.fillStyle = colour;
  c.lineCap = 'round';
  c.lineJoin = 'round';
  const path = line(points, sketch.kind === 'area');
  if (sketch.kind === 'axis' && sketch.width) {
    c.globalAlpha = 0.16;
    c.lineWidth = BROAD * (2 * sketch.width + 1);
    c.stroke(path);
    c.globalAlpha = 1;
  }
  c.lineWidth = 0.14;
  if (sketch.dashed) c.setLineDash([0.34, 0.28]);
  if (sketch.kind === 'objective')
    for (const { x, y } of points)
      for (const r of [0.55, 0.8]) {
        c.beginPath();
        c.arc(x, y, r, 0, 7);
        c.stroke();
      }
  else c.stroke(path);
  c.setLineDash([]);
  if (sketch.kind === 'axis') arrowHead(c, points);
  const middle = points[sketch.kind === 'objective' ? 0 : points.length >> 1]!;
  if (sketch.label) label(c, middle, bareWords(sketch.label), 0.34, -0.5);
}

export function drawSketches(c: Context, map: MapData, sketches: Sketch[], sides: Side[]) {
  for (const sketch of sketches) {
    const points = sketch.hexes.map((hex) => centre(map, hex));
    const colour = sides.find((side) => side.word === sketch.side)?.colour ?? '#141414';
    if (points.length) drawSketch(c, sketch, points, colour);
  }
}

/** What a hex is worth to whom: points, or that it decides the game. */
export function coinsOf(aims: Aim[]): Map<number, string> {
  const coins = new Map<number, string>();
  for (const aim of aims)
    for (const hex of aim.together ? aim.hexes.slice(0, 1) : aim.hexes)
      if (!coins.has(hex)) coins.set(hex, aim.points ? String(aim.points) : '!');
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
