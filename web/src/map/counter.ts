// counter.ts — counters: frame by side, symbol by branch, size, values, stars, states.
//
// Colour never stands alone: sides differ in the counter's corners (round, cut, square), nations carry their
// initial, stars differ in form, a lost step is a striped band, and each state has a badge of its own shape.
// A counter is drawn once for each size it is wanted in and kept as a bitmap.

import type { Piece } from '../net/protocol';

const INK = '#141414';
const PAPER = '#fffdf4';
const SANS = 'system-ui, "DejaVu Sans", "Liberation Sans", sans-serif';

type Context = CanvasRenderingContext2D;

function oval(c: Context, w: number, h: number, size: number) {
  const high = h * 0.27 * size;
  const flat = (w / 2) * 0.66 * size - high;
  c.moveTo(-flat, high);
  c.arc(-flat, 0, high, Math.PI / 2, Math.PI * 1.5);
  c.arc(flat, 0, high, -Math.PI / 2, Math.PI / 2);
  c.closePath();
}

function lines(c: Context, ...points: [number, number][]) {
  points.forEach(([x, y], i) => {
    if (i) c.lineTo(x, y);
    else c.moveTo(x, y);
  });
}

function cross(c: Context, x: number, y: number) {
  lines(c, [-x, -y], [x, y]);
  lines(c, [-x, y], [x, -y]);
}

function disc(c: Context, x: number, y: number, r: number) {
  c.moveTo(x + r, y);
  c.arc(x, y, r, 0, 7);
}

function letters(c: Context, words: string, height: number, y = 0) {
  c.font = `bold ${height}px ${SANS}`;
  c.textAlign = 'center';
  c.fillText(words, 0, y + height * 0.36);
}

type Symbol = (c: Context, x: number, y: number, w: number, h: number) => void;

const SYMBOLS: Record<string, Symbol> = {
  INF: (c, x, y) => cross(c, x, y),
  ARM: (c, _x, _y, w, h) => oval(c, w, h, 1),
  MECH: (c, x, y, w, h) => {
    cross(c, x, y);
    oval(c, w, h, 1);
  },
  MOT: (c, x, y) => {
    cross(c, x, y);
    lines(c, [0, -y], [0, y]);
  },
  CAV: (c, x, y) => {
    c.moveTo(-x, y);
    c.lineTo(x, -y);
    c.lineTo(-x, -y);
    c.fill();
  },
  REC: (c, x, y) => lines(c, [-x, y], [x, -y]),
  AT: (c, x, y) => lines(c, [-x, y], [0, -y], [x, y]),
  AG: (c, x, y, w, h) => {
    oval(c, w, h, 1);
    lines(c, [-x, y], [0, -y], [x, y]);
  },
  AA: (c, x, y) => {
    c.moveTo(-x, y);
    c.bezierCurveTo(-x * 0.8, -y * 0.75, x * 0.8, -y * 0.75, x, y);
  },
  ART: (c, _x, _y, _w, h) => {
    disc(c, 0, 0, h * 0.19);
    c.fill();
    c.beginPath();
  },
  SPG: (c, _x, _y, w, h) => {
    disc(c, 0, 0, h * 0.12);
    c.fill();
    c.beginPath();
    oval(c, w, h, 1.15);
  },
  ENG: (c, x, y) => {
    lines(c, [-x * 0.6, y * 0.55], [-x * 0.6, -y * 0.4], [x * 0.6, -y * 0.4], [x * 0.6, y * 0.55]);
    lines(c, [0, -y * 0.4], [0, y * 0.55]);
  },
  HQ: (c, x, y, w, h) => {
    c.fillRect(-x, -y, w, h * 0.26);
    letters(c, 'HQ', h * 0.52, h * 0.13);
    lines(c, [-x, y], [-x, y + h * 0.32]);
  },
  RG: (c, _x, y, w) => {
    const step = (w * 0.8) / 5;
    c.moveTo(-w * 0.4, y * 0.6);
    for (let i = 0; i < 5; i++) {
      const top = i & 1 ? -y * 0.1 : -y * 0.55;
      c.lineTo(-w * 0.4 + step * i, top);
      c.lineTo(-w * 0.4 + step * (i + 1), top);
    }
    c.lineTo(w * 0.4, y * 0.6);
    c.closePath();
  },
  VS: (c, x, y, _w, h) => {
    c.globalAlpha = 0.35;
    cross(c, x, y);
    c.stroke();
    c.globalAlpha = 1;
    c.beginPath();
    letters(c, 'VS', h * 0.6);
  },
  AIR: (c, x, y) => {
    lines(c, [-x * 0.7, -y * 0.5], [x * 0.7, y * 0.5], [x * 0.7, -y * 0.5], [-x * 0.7, y * 0.5]);
    c.closePath();
  },
};

function drawSymbol(c: Context, cx: number, cy: number, w: number, h: number, symbol: string) {
  c.save();
  c.translate(cx, cy);
  c.fillStyle = PAPER;
  c.fillRect(-w / 2, -h / 2, w, h);
  c.fillStyle = INK;
  c.strokeStyle = INK;
  c.lineWidth = w * 0.065;
  c.beginPath();
  const draw = SYMBOLS[symbol];
  if (draw) draw(c, w / 2, h / 2, w, h);
  else letters(c, symbol || '?', h * (symbol.length > 2 ? 0.45 : 0.75));
  c.stroke();
  c.lineWidth = w * 0.075;
  c.strokeRect(-w / 2, -h / 2, w, h);
  c.restore();
}

const STARS: Record<string, [string, number]> = {
  B: ['#111111', 5],
  W: ['#ffffff', 5],
  Y: ['#f7d038', 4],
  U: ['#2f6fd0', 6],
};

function drawStar(c: Context, x: number, y: number, size: number, letter: string) {
  const [colour, points] = STARS[letter] ?? ['#ffffff', 5];
  c.beginPath();
  for (let i = 0; i < 2 * points; i++) {
    const angle = (i * Math.PI) / points - Math.PI / 2;
    const reach = i & 1 ? size * 0.45 : size;
    c.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  c.closePath();
  c.strokeStyle = letter === 'B' ? '#f5f5f5' : INK;
  c.lineWidth = size * 0.3;
  c.stroke();
  c.fillStyle = colour;
  c.fill();
}

/** One state as a sign: a triangle for disorder, a box with its level for supply, wheels for transport; any other
 * state is a disc with its initial or number. */
function drawBadge(c: Context, x: number, y0: number, size: number, state: string) {
  let y = y0;
  let label = /\d/.exec(state)?.[0] ?? state.charAt(0).toUpperCase();
  c.lineWidth = size * 0.16;
  c.lineJoin = 'round';
  c.strokeStyle = INK;
  c.beginPath();
  if (/isorgani|isrupt|haken/.test(state)) {
    lines(c, [x, y - size], [x + size, y + size * 0.75], [x - size, y + size * 0.75]);
    c.closePath();
    c.fillStyle = '#f6a623';
    label = '!';
    y += size * 0.2;
  } else if (/supply/.test(state)) {
    c.rect(x - size * 0.9, y - size * 0.8, size * 1.8, size * 1.6);
    c.fillStyle = '#f2e6b1';
    label = /\d/.exec(state)?.[0] ?? '0';
  } else if (/transport|limber/.test(state)) {
    c.rect(x - size, y - size * 0.75, size * 2, size * 0.9);
    disc(c, x - size * 0.55, y + size * 0.35, size * 0.42);
    disc(c, x + size * 0.55, y + size * 0.35, size * 0.42);
    c.fillStyle = '#d9d2c0';
    label = '';
  } else {
    c.arc(x, y, size * 0.95, 0, 7);
    c.fillStyle = PAPER;
  }
  c.fill();
  c.stroke();
  c.fillStyle = INK;
  c.font = `bold ${size * 1.25}px ${SANS}`;
  c.textAlign = 'center';
  c.fillText(label, x, y + size * 0.45);
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

const shownElsewhere = (state: string) => /fortif|covered/.test(state);

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
  boxWide: number;
  boxHigh: number;
  boxAt: number;
  foot: number;
  footAt: number;
  badge: number;
  words: boolean;
}

const TINY: Plan = { boxWide: 0.76, boxHigh: 0.54, boxAt: 0, foot: 0, footAt: 0, badge: 0.2, words: false };
const SMALL: Plan = {
  boxWide: 0.62,
  boxHigh: 0.38,
  boxAt: -0.2,
  foot: 0.4,
  footAt: 0.4,
  badge: 0.14,
  words: false,
};
const FULL: Plan = {
  boxWide: 0.48,
  boxHigh: 0.3,
  boxAt: -0.035,
  foot: 0.28,
  footAt: 0.42,
  badge: 0.095,
  words: true,
};

/** Draws a counter `w` device pixels wide around (x, y). */
export function drawCounter(c: Context, x: number, y: number, w: number, dpr: number, piece: Piece, side: number) {
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
  drawSymbol(c, x, boxY, w * plan.boxWide, w * plan.boxHigh, piece.symbol);
  c.fillStyle = piece.ink;
  c.textAlign = 'center';
  if (plan.words) drawWords(c, x, y, w, boxY - (w * plan.boxHigh) / 2, piece);
  const foot = piece.values || (piece.known ? '' : '?');
  if (plan.foot) {
    fit(c, foot, 'bold ', w * plan.foot, w * 0.88);
    c.fillText(foot, x, y + w * plan.footAt);
  }
  if (plan.words)
    [...(piece.stars ?? '')].forEach((star, i) => {
      drawStar(c, x + w * (0.4 - 0.16 * i), y - w * 0.39, w * 0.075, star);
    });
  const places = [
    [-0.39, 0.09],
    [0.39, 0.09],
    [-0.39, -0.13],
    [0.39, -0.13],
  ] as const;
  (piece.marks ?? [])
    .filter((mark) => !shownElsewhere(mark))
    .slice(0, 4)
    .forEach((mark, i) => {
      const [dx, dy] = places[i]!;
      drawBadge(c, x + w * dx, y + w * dy, w * plan.badge, mark);
    });
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

/** Name and nation at the head, size over the symbol's box, whose upper edge is at `box`. */
function drawWords(c: Context, x: number, y: number, w: number, box: number, piece: Piece) {
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
    c.textAlign = 'center';
  }
}

export interface Bitmap {
  image: HTMLCanvasElement;
  offset: number;
}

/** Counters as bitmaps, drawn once a look and size. */
export class CounterCache {
  private bitmaps = new Map<string, Bitmap>();

  get(piece: Piece, side: number, width: number, dpr: number): Bitmap {
    const key = `${width}|${dpr}|${side}|${piece.symbol}|${piece.size}|${piece.values}|${piece.name}|${piece.steps}/${piece.full}|${piece.stars}|${piece.marks?.join(';')}|${piece.colour}|${piece.known}|${piece.nation}`;
    const found = this.bitmaps.get(key);
    if (found) return found;
    if (this.bitmaps.size > 3000) this.bitmaps.clear();
    const pad = Math.ceil(width * 0.08) + 1;
    const image = document.createElement('canvas');
    image.width = width + 2 * pad;
    image.height = width + 2 * pad;
    drawCounter(image.getContext('2d')!, image.width / 2, image.height / 2, width, dpr, piece, side);
    const bitmap = { image, offset: image.width / 2 };
    this.bitmaps.set(key, bitmap);
    return bitmap;
  }
}
