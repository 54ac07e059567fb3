// marks.ts — states of hexes and hexsides: field works, bridges, and any other mark by its words.

import { centre, hexsideEnds } from '../model/hex';
import type { MapData, Mark, Side } from '../net/protocol';
import { SANS } from './palette';
import { drawSpan, worksRing } from './signs';

type Context = CanvasRenderingContext2D;

export function drawMarks(c: Context, map: MapData, marks: Mark[], sides: Side[]) {
  for (const mark of marks) {
    if (mark.hexside >= 0) {
      const [a, b] = hexsideEnds(map, mark.hexside);
      drawSpan(c, a, b, mark.symbol);
      continue;
    }
    if (mark.hex < 0 || mark.symbol === 'MASK') continue;
    const at = centre(map, mark.hex);
    if (/^(FF|FORT|ENTRENCH|HEDGEHOG)/.test(mark.symbol)) worksRing(c, at);
    else sign(c, at.x, at.y, mark.label || mark.symbol, sides.find((side) => side.word === mark.side)?.colour);
  }
}

/** A small board with words at the foot of a hex. */
function sign(c: Context, x: number, y: number, words: string, colour = '#666666') {
  c.save();
  c.translate(x, y + 0.66);
  c.scale(0.01, 0.01);
  c.font = `bold 20px ${SANS}`;
  const width = c.measureText(words).width + 14;
  c.fillStyle = '#fffdf4';
  c.fillRect(-width / 2, -16, width, 26);
  c.strokeStyle = colour;
  c.lineWidth = 4;
  c.strokeRect(-width / 2, -16, width, 26);
  c.fillStyle = '#141414';
  c.textAlign = 'center';
  c.fillText(words, 0, 4);
  c.restore();
}
