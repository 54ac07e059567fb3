// marks.ts — markers of hexes and hexsides, each in the shape its kind declares.

import { centre, hexsideEnds, type Point } from '../model/hex';
import type { LookTable } from '../model/looks';
import type { MapData, Mark, MarkKind, Side } from '../net/protocol';
import type { Box } from './box';
import { SANS } from './palette';
import { hexInto } from './signs';
import { drawSymbol } from './symbol';

type Context = CanvasRenderingContext2D;

const SPAN = 0.26; // half the length of what crosses a hexside, in hex sides
const ICON = 0.32;

/** Tints, rings and spans are under the counters, boards and icons over them. */
export type Layer = 'under' | 'over';
const LAYERS: Record<MarkKind['shape'], Layer | null> = {
  tint: 'under',
  ring: 'under',
  span: 'under',
  board: 'over',
  icon: 'over',
  told: null,
};

/** Draws the marks of a layer within the box. */
export function drawMarks(
  c: Context,
  map: MapData,
  marks: Mark[],
  sides: Side[],
  looks: LookTable,
  layer: Layer,
  sight: Box,
) {
  for (const mark of marks) {
    const kind = looks.marks.get(mark.kind);
    if (!kind || LAYERS[kind.shape] !== layer || mark.hex < 0) continue;
    const { x, y } = centre(map, mark.hex);
    if (x < sight.left || x > sight.right || y < sight.top || y > sight.bottom) continue;
    const own = sides.find((side) => side.word === mark.side)?.colour;
    drawMark(c, map, mark, kind, { colour: kind.colour ?? own, ink: kind.ink, level: mark.level }, looks);
  }
}

function drawMark(
  c: Context,
  map: MapData,
  mark: Mark,
  kind: MarkKind,
  paints: { colour: string | undefined; ink: string | undefined; level: number | undefined },
  looks: LookTable,
) {
  const beside = mark.hexside >= 0;
  const [a, b] = beside ? hexsideEnds(map, mark.hexside) : [null, null];
  if (!beside && mark.hex < 0) return;
  const at: Point = a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : centre(map, mark.hex);
  switch (kind.shape) {
    case 'tint':
      c.beginPath();
      hexInto(c, at, 1);
      c.globalAlpha = kind.drawing ? 0.6 : 0.3;
      c.fillStyle = paints.colour ?? '#808080';
      c.fill();
      if (kind.drawing) strew(c, looks, kind.drawing, at, paints);
      c.globalAlpha = 1;
      break;
    case 'ring':
      drawSymbol(c, looks, kind.drawing, at.x, at.y, 1, paints);
      break;
    case 'span':
      if (a && b)
        drawSymbol(
          c,
          looks,
          kind.drawing,
          at.x,
          at.y,
          SPAN,
          paints,
          Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2,
        );
      break;
    case 'icon':
      drawSymbol(c, looks, kind.drawing, at.x, at.y - (beside ? 0 : 0.62), ICON, paints);
      break;
    default:
      board(c, at.x, at.y + (beside ? 0 : 0.68), mark.label || kind.meaning, paints.colour);
  }
}

/** A drawing strewn over a hex: towards its corners, where counters leave room. */
function strew(c: Context, looks: LookTable, name: string, at: Point, paints: { colour: string | undefined }) {
  c.globalAlpha = 0.85;
  for (const [x, y] of [
    [-0.62, -0.28],
    [0.6, -0.34],
    [-0.36, 0.56],
    [0.48, 0.5],
  ] as const)
    drawSymbol(c, looks, name, at.x + x, at.y + y, 0.34, paints);
}

const SMALLEST = 20; // hundredths of a hex: how high letters on a board are, when few stand on it and when many do
const LARGEST = 34;
const WIDEST = 260;

/** A small board with words: few words in large letters. */
export function board(c: Context, x: number, y: number, words: string, colour = '#666666') {
  const size = Math.max(SMALLEST, Math.min(LARGEST, WIDEST / words.length));
  const high = size * 1.2;
  c.save();
  c.translate(x, y);
  c.scale(0.01, 0.01);
  c.font = `bold ${size}px ${SANS}`;
  const width = c.measureText(words).width + 14;
  c.fillStyle = '#fffdf4';
  c.fillRect(-width / 2, -high / 2, width, high);
  c.strokeStyle = colour;
  c.lineWidth = 4;
  c.strokeRect(-width / 2, -high / 2, width, high);
  c.fillStyle = '#141414';
  c.textAlign = 'center';
  c.fillText(words, 0, size * 0.36);
  c.restore();
}
