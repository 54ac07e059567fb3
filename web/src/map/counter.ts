// counter.ts — counters: frame by side, symbol by branch, size, values, signs.
//
// Colour never stands alone: sides differ in the counter's corners (round, cut, square), nations carry their
// initial, signs differ in form, a lost step is a striped band. Signs stand beside the symbol and never on the values.
// A counter is drawn once for each size it is wanted in and kept as a bitmap.

import { badgesAt, type LookTable } from '../model/looks';
import type { LookPlace, Piece } from '../net/protocol';
import { SANS } from './palette';
import { drawBranch, drawSymbol, INK, PAPER } from './symbol';

type Context = CanvasRenderingContext2D;

function lines(c: Context, ...points: [number, number][]) {
  points.forEach(([x, y], i) => {
    if (i) c.lineTo(x, y);
    else c.moveTo(x, y);
  });
}

/** The outline of a counter of that side (0 round, 1 cut, 2 square, 3 notched). */
export function counterShape(c: Context, x: number, y: number, w: number, side: number) {
  const half = w / 2;
  const cut = w * 0.12;
  c.beginPath();
  if (side === 0) c.roundRect(x - half, y - half, w, w, cut);
  else if (side === 1)
    lines(
      c,
      [x - half + cut, y - half],
      [x + half - cut, y - half],
      [x + half, y - half + cut],
      [x + half, y + half - cut],
      [x + half - cut, y + half],
      [x - half + cut, y + half],
      [x - half, y + half - cut],
      [x - half, y - half + cut],
    );
  else if (side === 2) c.rect(x - half, y - half, w, w);
  else
    lines(
      c,
      [x - half, y - half],
      [x, y - half + cut * 0.7],
      [x + half, y - half],
      [x + half, y + half],
      [x, y + half - cut * 0.7],
      [x - half, y + half],
    );
  c.closePath();
}

function fit(c: Context, words: string, weight: string, size: number, width: number) {
  c.font = `${weight}${size}px ${SANS}`;
  const wide = c.measureText(words).width;
  if (wide > width) c.font = `${weight}${(size * width) / wide}px ${SANS}`;
}

/** The name without its last word where that repeats the branch, which the symbol shows. */
export function shortName(piece: Piece): string {
  const last = piece.name.lastIndexOf(' ');
  if (last > 0 && piece.name.slice(last + 1).startsWith(piece.symbol)) return piece.name.slice(0, last);
  return piece.name;
}

function band(c: Context, x: number, y: number, w: number) {
  const half = w * 0.49;
  const high = w * 0.075;
  c.save();
  c.beginPath();
  c.rect(x - half, y - high, 2 * half, 2 * high);
  c.fillStyle = PAPER;
  c.fill();
  c.clip();
  c.beginPath();
  for (let at = -half - high; at < half + high; at += w * 0.09)
    lines(c, [x + at - high, y + high], [x + at + high, y - high]);
  c.strokeStyle = '#b01616';
  c.lineWidth = w * 0.035;
  c.stroke();
  c.restore();
}

/** What a counter shows at a size: only what can be read. */
interface Plan {
  boxHigh: number;
  boxAt: number;
  foot: number;
  footAt: number;
  badge: number;
  badges: readonly (readonly [number, number])[];
  /** Where a weighty sign of the head stands, and how large; the badge in its place is left out. */
  head: { at: readonly [number, number]; size: number; instead: number } | null;
  words: boolean;
}

const TINY: Plan = {
  boxHigh: 0.52,
  boxAt: 0,
  foot: 0,
  footAt: 0,
  badge: 0.17,
  badges: [
    [-0.34, 0.34],
    [0.34, 0.34],
  ],
  head: null,
  words: false,
};
const SMALL: Plan = {
  boxHigh: 0.39,
  boxAt: -0.2,
  foot: 0.4,
  footAt: 0.4,
  badge: 0.15,
  badges: [
    [-0.42, -0.07],
    [0.42, -0.07],
    [-0.42, -0.34],
    [0.42, -0.34],
  ],
  head: { at: [-0.37, -0.16], size: 0.2, instead: 0 },
  words: false,
};
const FULL: Plan = {
  boxHigh: 0.31,
  boxAt: -0.035,
  foot: 0.28,
  footAt: 0.42,
  badge: 0.11,
  badges: [
    [-0.375, 0.085],
    [0.375, 0.085],
    [-0.375, -0.15],
    [0.375, -0.15],
  ],
  head: { at: [0.385, -0.1], size: 0.13, instead: 3 },
  words: true,
};

/** Where a value stands: baseline, size and room in shares of the width, and which way it is set from there. */
const SPOTS: Record<LookPlace, { x: number; y: number; size: number; room: number; align: CanvasTextAlign }> = {
  'foot-left': { x: -0.455, y: 0, size: 0, room: 0.3, align: 'left' },
  foot: { x: 0, y: 0, size: 0, room: 0.88, align: 'center' },
  'foot-right': { x: 0.455, y: 0, size: 0, room: 0.3, align: 'right' },
  left: { x: -0.38, y: 0.03, size: 0.17, room: 0.22, align: 'center' },
  right: { x: 0.38, y: 0.03, size: 0.17, room: 0.22, align: 'center' },
  'top-left': { x: -0.455, y: -0.22, size: 0.13, room: 0.28, align: 'left' },
  'top-right': { x: 0.455, y: -0.22, size: 0.13, room: 0.28, align: 'right' },
};

function drawValues(c: Context, x: number, y: number, w: number, piece: Piece, plan: Plan) {
  const shared = piece.values.some(({ at }) => at === 'foot-left' || at === 'foot-right');
  const unknown = !piece.known && !piece.values.length;
  for (const { at, text, ink } of unknown ? [{ at: 'foot' as const, text: '?', ink: undefined }] : piece.values) {
    const foot = at.startsWith('foot');
    const spot = SPOTS[at];
    if (foot ? !plan.foot : !plan.words) continue;
    const size = foot ? plan.foot * (shared ? 0.82 : 1) : spot.size; // side by side they need a gap
    fit(c, text, 'bold ', w * size, w * (foot && shared ? 0.28 : spot.room));
    c.fillStyle = ink ?? piece.ink;
    c.textAlign = spot.align;
    c.fillText(text, x + w * spot.x, y + w * (foot ? plan.footAt : spot.y));
  }
}

const WEIGHTY = 50;

/** The sign of the head that must be read at any size: a mode, but no printed star. */
function weighty(piece: Piece, looks: LookTable) {
  const [first] = badgesAt(looks, piece, 'head');
  return first && first.sign.weight >= WEIGHTY ? first : null;
}

/** A column of signs moves outward where a value stands in its place. */
function column(piece: Piece, dx: number): number {
  return piece.values.some(({ at }) => at === (dx < 0 ? 'left' : 'right')) ? Math.sign(dx) * 0.5 : dx;
}

function drawBadges(c: Context, x: number, y: number, w: number, piece: Piece, plan: Plan, looks: LookTable) {
  const first = plan.head && weighty(piece, looks);
  if (first)
    drawSymbol(
      c,
      looks,
      first.sign.drawing,
      x + w * (plan.words ? column(piece, plan.head!.at[0]) : plan.head!.at[0]),
      y + w * plan.head!.at[1],
      w * plan.head!.size,
      { ...first.sign, level: first.badge.level },
    );
  const places = plan.badges.filter((_, i) => !first || i !== plan.head!.instead);
  badgesAt(looks, piece, 'beside')
    .slice(0, places.length)
    .forEach(({ sign, badge }, i) => {
      const [dx, dy] = places[i]!;
      const at = plan.words ? column(piece, dx) : dx;
      drawSymbol(c, looks, sign.drawing, x + w * at, y + w * dy, w * plan.badge, { ...sign, level: badge.level });
    });
}

/** Draws a counter `w` device pixels wide around (x, y). */
export function drawCounter(
  c: Context,
  x: number,
  y: number,
  w: number,
  dpr: number,
  piece: Piece,
  side: number,
  looks: LookTable,
) {
  const plan = w < 19 * dpr ? TINY : w < 44 * dpr ? SMALL : FULL;
  c.save();
  c.translate(w * 0.025, w * 0.03);
  counterShape(c, x, y, w, side);
  c.fillStyle = 'rgba(0,0,0,0.28)';
  c.fill();
  c.translate(-w * 0.025, -w * 0.03);
  counterShape(c, x, y, w, side);
  c.fillStyle = piece.colour;
  c.fill();
  c.strokeStyle = INK;
  c.lineWidth = Math.max(w * 0.022, 0.8);
  c.stroke();
  if (w >= 40) bevel(c, x, y, w, side);
  const boxY = y + w * plan.boxAt;
  if (piece.full > 1 && piece.steps && piece.steps < piece.full) band(c, x, boxY, w);
  drawBranch(c, looks, x, boxY, w * plan.boxHigh, piece.symbol, piece.field);
  drawValues(c, x, y, w, piece, plan);
  if (plan.words) drawWords(c, x, y, w, boxY - (w * plan.boxHigh) / 2, piece, looks);
  drawBadges(c, x, y, w, piece, plan, looks);
  c.restore();
}

/** Light on the upper left edge, as on cut cardboard. */
function bevel(c: Context, x: number, y: number, w: number, side: number) {
  c.save();
  counterShape(c, x, y, w * 0.955, side);
  const light = c.createLinearGradient(x - w / 2, y - w / 2, x + w / 2, y + w / 2);
  light.addColorStop(0, 'rgba(255,255,255,0.5)');
  light.addColorStop(0.35, 'rgba(255,255,255,0.06)');
  light.addColorStop(0.65, 'rgba(0,0,0,0.04)');
  light.addColorStop(1, 'rgba(0,0,0,0.34)');
  c.strokeStyle = light;
  c.lineWidth = w * 0.03;
  c.stroke();
  c.restore();
}

/** Name, nation and printed signs at the head, size over the symbol's box, whose upper edge is at `box`. */
function drawWords(c: Context, x: number, y: number, w: number, box: number, piece: Piece, looks: LookTable) {
  c.fillStyle = piece.ink;
  c.textAlign = 'center';
  c.font = `bold ${w * 0.12}px ${SANS}`;
  if (piece.size) c.fillText(piece.size, x, box - w * 0.03);
  if (piece.known && piece.name) {
    const words = shortName(piece);
    fit(c, words, '', w * 0.135, w * 0.62);
    c.fillText(words, x, y - w * 0.355);
  }
  if (piece.nation) {
    c.font = `bold ${w * 0.13}px ${SANS}`;
    c.textAlign = 'left';
    c.fillText(piece.nation.charAt(0), x - w * 0.455, y - w * 0.355);
  }
  badgesAt(looks, piece, 'head')
    .slice(weighty(piece, looks) ? 1 : 0)
    .forEach(({ sign, badge }, i) => {
      const at = x + w * (0.4 - 0.16 * i);
      drawSymbol(c, looks, sign.drawing, at, y - w * 0.39, w * 0.075, { ...sign, level: badge.level });
    });
}

export interface Bitmap {
  image: HTMLCanvasElement;
  offset: number;
}

/** Everything a counter is drawn from, written once a counter as the server sent it. */
const shown = new WeakMap<Piece, string>();

function shownOf(piece: Piece): string {
  let text = shown.get(piece);
  if (text === undefined) {
    const { symbol, size, values, name, steps, full, badges, colour, ink, field, known, nation } = piece;
    const signs = badges?.map(({ sign, level }) => [sign, level]);
    text = JSON.stringify([symbol, size, values, name, steps, full, signs, colour, ink, field, known, nation]);
    shown.set(piece, text);
  }
  return text;
}

/** Counters as bitmaps, drawn once a look and size. */
export class CounterCache {
  private bitmaps = new Map<string, Bitmap>();
  /** What each counter was last drawn with: from frame to frame it is the same. */
  private last = new WeakMap<Piece, { side: number; width: number; dpr: number; bitmap: Bitmap }>();

  get(piece: Piece, side: number, width: number, dpr: number, looks: LookTable): Bitmap {
    const last = this.last.get(piece);
    if (last && last.width === width && last.side === side && last.dpr === dpr) return last.bitmap;
    const bitmap = this.find(piece, side, width, dpr, looks);
    this.last.set(piece, { side, width, dpr, bitmap });
    return bitmap;
  }

  private find(piece: Piece, side: number, width: number, dpr: number, looks: LookTable): Bitmap {
    const key = `${width}|${dpr}|${side}|${shownOf(piece)}`;
    const found = this.bitmaps.get(key);
    if (found) return found;
    if (this.bitmaps.size > 3000) this.bitmaps.clear();
    const pad = Math.ceil(width * 0.1) + 1;
    const image = document.createElement('canvas');
    image.width = width + 2 * pad;
    image.height = width + 2 * pad;
    drawCounter(image.getContext('2d')!, image.width / 2, image.height / 2, width, dpr, piece, side, looks);
    const bitmap = { image, offset: image.width / 2 };
    this.bitmaps.set(key, bitmap);
    return bitmap;
  }
}
