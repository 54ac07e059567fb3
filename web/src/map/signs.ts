// signs.ts — drawings on the map besides ground and counters: arrows, paths, rings. In hex sides.

import { between, corner, EDGES, type Point } from '../model/hex';
import { SANS } from './palette';

type Context = CanvasRenderingContext2D;

const EDGE = 0.62; // from the middle of a counter to where it ends

/** A hex around its centre, `size` of its full size. */
export function hexInto(path: Path2D | Context, at: Point, size: number) {
  for (let k = 0; k < EDGES; k++) {
    const p = between(at, corner(at, k), size);
    if (k) path.lineTo(p.x, p.y);
    else path.moveTo(p.x, p.y);
  }
  path.closePath();
}

export function outlineHex(c: Context, at: Point, size: number, colour: string, width: number) {
  c.beginPath();
  hexInto(c, at, size);
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.stroke();
}

export function label(
  c: Context,
  at: Point,
  words: string,
  size: number,
  down: number,
  halo = '#fffbe6',
  ink = '#4a2f00',
) {
  c.save();
  c.translate(at.x, at.y + down);
  c.scale(0.01, 0.01);
  c.font = `bold ${size * 100}px ${SANS}`;
  c.textAlign = 'center';
  c.lineJoin = 'round';
  c.strokeStyle = halo;
  c.lineWidth = size * 26;
  c.strokeText(words, 0, 0);
  c.fillStyle = ink;
  c.fillText(words, 0, 0);
  c.restore();
}

/** From the edge of the counter at one end to the edge of the one at the other: neither's values are covered. */
export function arrow(c: Context, from: Point, to: Point, colour: string, width: number) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const size = width * 2.4;
  const long = Math.hypot(to.x - from.x, to.y - from.y) - 2 * EDGE;
  if (long <= 0) return;
  const shaft = Math.max(long - size, 0.01);
  const a = { x: from.x + Math.cos(angle) * EDGE, y: from.y + Math.sin(angle) * EDGE };
  const b = { x: a.x + Math.cos(angle) * shaft, y: a.y + Math.sin(angle) * shaft };
  c.strokeStyle = colour;
  c.fillStyle = colour;
  c.lineWidth = width;
  c.lineCap = 'round';
  c.beginPath();
  c.moveTo(a.x, a.y);
  c.lineTo(b.x, b.y);
  c.stroke();
  c.beginPath();
  c.moveTo(b.x + Math.cos(angle) * size, b.y + Math.sin(angle) * size);
  c.lineTo(b.x + Math.cos(angle + 2.3) * size, b.y + Math.sin(angle + 2.3) * size);
  c.lineTo(b.x + Math.cos(angle - 2.3) * size, b.y + Math.sin(angle - 2.3) * size);
  c.fill();
}

/** The outline of a path, to be stroked with round corners. */
function layWay(c: Context, points: Point[]) {
  c.lineCap = 'round';
  c.lineJoin = 'round';
  c.beginPath();
  points.forEach((at, i) => {
    if (i) c.lineTo(at.x, at.y);
    else c.moveTo(at.x, at.y);
  });
}

/** A path that was walked, with a head at its end; dashed for a retreat. */
export function trail(c: Context, points: Point[], colour: string, dashed: boolean) {
  layWay(c, points);
  c.strokeStyle = 'rgba(255, 255, 255, 0.75)';
  c.lineWidth = 0.24;
  c.stroke();
  if (dashed) c.setLineDash([0.3, 0.2]);
  c.strokeStyle = colour;
  c.lineWidth = 0.12;
  c.stroke();
  c.setLineDash([]);
  const [a, b] = [points[points.length - 2]!, points[points.length - 1]!];
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  c.fillStyle = colour;
  c.beginPath();
  for (const turn of [0, 2.5, -2.5])
    c.lineTo(b.x + Math.cos(angle + turn) * 0.3, b.y + Math.sin(angle + turn) * 0.3);
  c.fill();
}

export function walk(c: Context, points: Point[]) {
  layWay(c, points);
  c.strokeStyle = '#ffffff';
  c.lineWidth = 0.26;
  c.stroke();
  c.strokeStyle = '#1257c9';
  c.lineWidth = 0.14;
  c.stroke();
  const end = points[points.length - 1]!;
  c.beginPath();
  c.arc(end.x, end.y, 0.24, 0, 7);
  c.fillStyle = '#1257c9';
  c.fill();
  c.strokeStyle = '#ffffff';
  c.lineWidth = 0.07;
  c.stroke();
}

/** Around a counter, not on it. */
export function crosshair(c: Context, at: Point) {
  for (const [colour, width] of [
    ['#ffffff', 0.16],
    ['#b00d0d', 0.09],
  ] as const) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    c.arc(at.x, at.y, 0.86, 0, 7);
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      c.moveTo(at.x + x * 0.76, at.y + y * 0.76);
      c.lineTo(at.x + x * 1.02, at.y + y * 1.02);
    }
    c.stroke();
  }
}

export function beacon(c: Context, at: Point) {
  c.strokeStyle = '#7a18c4';
  c.lineWidth = 0.09;
  c.setLineDash([0.18, 0.1]);
  for (const r of [0.92, 1.06]) {
    c.beginPath();
    c.arc(at.x, at.y, r, 0, 7);
    c.stroke();
  }
  c.setLineDash([]);
}
