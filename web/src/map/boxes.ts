// boxes.ts — places off the map that hold counters: titled sheets beside it.

import { type Box, boxRect, centre, type Point } from '../model/hex';
import type { MapData } from '../net/protocol';
import { type Palette, SANS } from './palette';
import { hexInto } from './signs';

type Context = CanvasRenderingContext2D;

export const TITLE = 0.8; // hex sides at the top of a box that its title takes

/** Draws in hex sides. */
export function drawBoxes(c: Context, map: MapData, p: Palette) {
  for (const box of map.boxes ?? []) {
    const { x, y, width, height } = boxRect(map, box);
    c.fillStyle = p.clear;
    c.fillRect(x, y, width, height);
    c.fillStyle = p.hill;
    c.fillRect(x, y, width, TITLE);
    c.strokeStyle = p.border;
    c.lineWidth = 0.07;
    c.strokeRect(x, y, width, height);
    drawTitle(c, box, { x: x + width / 2, y: y + TITLE * 0.68 }, width - 0.3, p);
  }
}

function drawTitle(c: Context, box: Box, at: Point, room: number, p: Palette) {
  c.save();
  c.translate(at.x, at.y);
  c.scale(0.01, 0.01);
  c.font = `bold 46px ${SANS}`;
  c.textAlign = 'center';
  c.fillStyle = p.name;
  const [first, second] = c.measureText(box.title).width > room * 115 ? halves(box.title) : [box.title];
  if (second) c.font = `bold 34px ${SANS}`;
  c.fillText(first!, 0, second ? -18 : 0, room * 100);
  if (second) c.fillText(second, 0, 18, room * 100);
  c.restore();
}

/** A long title in two lines, cut at the blank nearest its middle. */
function halves(title: string): string[] {
  const blanks = [...title.matchAll(/ /g)].map(({ index }) => index);
  const middle = title.length / 2;
  const cut = blanks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return cut === undefined ? [title] : [title.slice(0, cut), title.slice(cut + 1)];
}

/** The places of a box's counters: in rows, as large as they all find room; `size` is the width of each. */
export function boxPlaces(map: MapData, hex: number, count: number, most: number): { at: Point[]; size: number } {
  const box = map.boxes?.[hex - map.columns * map.rows];
  if (!box) return { at: [centre(map, hex)], size: most };
  const { x, y, width, height } = boxRect(map, box);
  const pad = 0.15;
  const wide = width - 2 * pad;
  const high = height - TITLE - 2 * pad;
  let step = most * 1.14;
  while (step > 0.4 && Math.floor(wide / step) * Math.floor(high / step) < count) step *= 0.95;
  const columns = Math.max(1, Math.floor(wide / step));
  const at = Array.from({ length: count }, (_, i) => ({
    x: x + pad + ((i % columns) + 0.5) * step,
    y: y + TITLE + pad + (Math.floor(i / columns) + 0.5) * step,
  }));
  return { at, size: step / 1.14 };
}

/** The outline of a hex, or of a box, into the path. */
export function spotInto(c: Context, map: MapData, hex: number, size: number) {
  const box = map.boxes?.[hex - map.columns * map.rows];
  if (!box) {
    hexInto(c, centre(map, hex), size);
    return;
  }
  const { x, y, width, height } = boxRect(map, box);
  c.rect(x, y, width, height);
}

export function outlineSpot(c: Context, map: MapData, hex: number, size: number, colour: string, width: number) {
  c.beginPath();
  spotInto(c, map, hex, size);
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.stroke();
}
