// symbol.ts — the small drawings of the table of symbols on a canvas: branches, signs, marks.

import type { LookTable } from '../model/looks';
import type { SymbolPart } from '../net/protocol';
import { SANS } from './palette';

type Context = CanvasRenderingContext2D;

export const INK = '#141414';
export const PAPER = '#fffdf4';

export interface Paints {
  colour?: string | undefined;
  ink?: string | undefined;
  level?: number | undefined;
}

const paths = new WeakMap<SymbolPart, Path2D>();

function pathOf(part: SymbolPart): Path2D {
  let path = paths.get(part);
  if (!path) {
    path = new Path2D(part.path);
    paths.set(part, path);
  }
  return path;
}

function letters(c: Context, words: string, x: number, y: number, size: number) {
  c.font = `bold ${size * 100}px ${SANS}`; // of many pixels: browsers have a least size of letters
  c.textAlign = 'center';
  c.save();
  c.translate(x, y + size * 0.36);
  c.scale(0.01, 0.01);
  c.fillText(words, 0, 0);
  c.restore();
}

/** What a part is stroked with. */
function strokeOf(part: SymbolPart, ink: string): string {
  return part.paint === 'halo' ? '#ffffff' : part.paint === 'dark' ? '#1a1a1a' : ink;
}

function drawPart(c: Context, part: SymbolPart, { colour, ink = INK, level }: Paints) {
  c.fillStyle = ink;
  c.strokeStyle = strokeOf(part, ink);
  c.lineWidth = part.width ?? 0;
  switch (part.paint) {
    case 'text':
      letters(c, part.words ?? '', part.x ?? 0, part.y ?? 0, part.size ?? 1);
      break;
    case 'level':
      if (level) letters(c, String(level), part.x ?? 0, part.y ?? 0, part.size ?? 1);
      break;
    case 'fill':
      c.fill(pathOf(part), 'evenodd');
      break;
    case 'ground':
    case 'paper': // the edge shows outside alone
      if (part.width) c.stroke(pathOf(part));
      c.fillStyle = part.paint === 'paper' ? PAPER : (colour ?? PAPER);
      c.fill(pathOf(part), 'evenodd');
      break;
    default:
      c.globalAlpha = part.paint === 'faint' ? 0.35 : 1;
      c.stroke(pathOf(part));
      c.globalAlpha = 1;
  }
}

/** A drawing around (x, y), `unit` the half of its height. One that is not in the table is written by its name. */
export function drawSymbol(
  c: Context,
  looks: LookTable,
  name: string,
  x: number,
  y: number,
  unit: number,
  paints: Paints = {},
  angle = 0,
) {
  c.save();
  c.translate(x, y);
  if (angle) c.rotate(angle);
  c.scale(unit, unit);
  c.lineCap = 'butt';
  c.lineJoin = 'miter';
  const parts = looks.symbols.get(name);
  for (const part of parts ?? []) drawPart(c, part, paints);
  if (!parts) {
    c.fillStyle = paints.ink ?? INK;
    letters(c, name, 0, 0, name.length > 2 ? 0.9 : 1.5);
  }
  c.restore();
}

/** A branch in its box, which is half as wide again as high. */
export function drawBranch(
  c: Context,
  looks: LookTable,
  x: number,
  y: number,
  high: number,
  symbol: string,
  field?: string,
) {
  const wide = high * 1.5;
  c.fillStyle = field ?? PAPER;
  c.fillRect(x - wide / 2, y - high / 2, wide, high);
  drawSymbol(c, looks, symbol || '?', x, y, high / 2);
  c.strokeStyle = INK;
  c.lineWidth = wide * 0.075;
  c.strokeRect(x - wide / 2, y - high / 2, wide, high);
}
