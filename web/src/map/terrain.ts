// terrain.ts — the whole ground of a map drawn into any part of any canvas: what a tile shows. Only shapes that meet
// the part are drawn.

import { across, centre, corner, EDGES, hexsideEnds, mapSize, type Point, ROOT3, sitsLow } from '../model/hex';
import type { MapData } from '../net/protocol';
import { type Box, boxOf, inSight, later, meets, once } from './box';
import { groundShapes } from './ground';
import { hedgesPath, type Road, riverPaths, riversOf, roadPaths, rulesPath, worksPath } from './lines';
import { DARK, LIGHT, type Palette, SANS, SERIF } from './palette';
import { placeShapes } from './places';
import { linesIn, reliefOf } from './relief';
import { nameRiver } from './waternames';

const NUMBERS_FROM = 26; // CSS pixels a hex side
const LEAST_NAME = 7.5; // CSS pixels of letters that can just be read
const BORDER_NAME = 0.5; // height of letters in hex sides

/** A part of the map, in hex sides, and how it is to look: `scale` device pixels a side, `dpr` of which are a CSS
 * pixel. */
export interface Patch {
  left: number;
  top: number;
  width: number;
  height: number;
  scale: number;
  dpr: number;
  dark: boolean;
}

export interface Terrain {
  /** Draws the patch to the origin. */
  draw(context: Context, patch: Patch): void;
}

type Context = OffscreenCanvasRenderingContext2D;

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
  const ground = groundShapes(map);
  const rivers = riversOf(map);
  const streams = riverPaths(rivers, 'stream');
  const broad = riverPaths(rivers, 'river');
  const relief = once(() => reliefOf(map));
  const hedges = hedgesPath(map);
  const works = worksPath(map);
  const ruled = rulesPath(map);
  const roads = roadPaths(map);
  const places = placeShapes(map);
  const waterNames = rivers
    .filter((river) => river.name && river.corners.length > 3)
    .map((river) => later(boxOf(river.corners, 1.5), () => nameRiver(river)));
  const size = mapSize(map);
  const rimLine = once(() => mapEdge(map));

  function drawGround(context: Context, box: Box, hexes: number[], scale: number, p: Palette) {
    const hills = ground.hills.within(box);
    const swamp = ground.swamp.within(box);
    const forest = ground.forest.within(box);
    const lake = ground.lake.within(box);
    if (hills) fill(context, hills, p.hill);
    drawHeights(context, box, p);
    if (swamp) fill(context, swamp, p.swamp);
    if (forest) {
      context.globalAlpha = 0.82;
      fill(context, forest, p.forest);
      context.globalAlpha = 1;
      if (scale >= 7) rim(context, forest, p.forestRim, 0.26, 0.5);
    }
    const orchard = ground.orchard.within(box);
    const built = ground.built.within(box);
    context.globalAlpha = 0.75;
    if (orchard) fill(context, orchard, p.orchard);
    if (built) fill(context, built, p.builtUp);
    context.globalAlpha = 1;
    for (const { mass, angle } of ground.others) {
      const other = mass.within(box);
      if (other) hatch(context, other, angle, box, p.other);
    }
    if (scale >= 9) drawSlopes(context, hexes, p);
    if (lake) {
      fill(context, lake, p.lake);
      rim(context, lake, p.lakeBand, 0.5, 0.6);
      stroke(context, lake, p.lakeInk, 0.05);
    }
    if (scale >= 9) drawWoods(context, hexes, p);
    drawContours(context, box, scale, p);
  }

  /** Darker with each contour. */
  function drawHeights(context: Context, box: Box, p: Palette) {
    const heights = relief();
    context.globalAlpha = heights?.tint ?? 1;
    for (const { lines } of heights?.contours ?? []) {
      const area = linesIn(lines, box);
      if (area) fill(context, area, p.height);
    }
    context.globalAlpha = 1;
  }

  function drawContours(context: Context, box: Box, scale: number, p: Palette) {
    const least = 0.7 / scale;
    for (const { heavy, lines, bottoms, labels } of relief()?.contours ?? []) {
      const line = linesIn(lines, box);
      const bottom = linesIn(bottoms, box);
      context.globalAlpha = 0.75;
      if (line) stroke(context, line, p.contour, Math.max(heavy ? 0.05 : 0.024, heavy ? 1.6 * least : least));
      if (bottom) stroke(context, bottom, p.contour, Math.max(0.024, least));
      context.globalAlpha = 1;
      for (const { at, angle, words } of scale >= 20 ? labels : []) {
        if (!meets(boxOf([at], 0.5), box)) continue;
        context.save();
        context.translate(at.x, at.y);
        context.rotate(angle);
        text(context, words, 0, 0.08, `0.24px ${SANS}`, p.contour, p.halo);
        context.restore();
      }
    }
  }

  function drawSlopes(context: Context, hexes: number[], p: Palette) {
    context.strokeStyle = p.hachure;
    context.globalAlpha = 0.75;
    for (const hex of hexes)
      ground.hachures(hex)?.weights.forEach((strokes, i) => {
        context.lineWidth = [0.016, 0.026, 0.038][i]!;
        context.stroke(strokes);
      });
    context.globalAlpha = 1;
    for (const hex of hexes) {
      const rushes = ground.rushes(hex);
      if (rushes) stroke(context, rushes, p.swampInk, 0.025);
    }
  }

  function drawWoods(context: Context, hexes: number[], p: Palette) {
    for (const hex of hexes) {
      const crowns = ground.crowns(hex);
      const houses = ground.houses(hex);
      if (crowns) {
        fill(context, crowns, p.treeLight);
        stroke(context, crowns, p.treeDark, 0.025);
      }
      if (houses) fill(context, houses, p.house);
      const woods = ground.woods(hex);
      if (!woods) continue;
      fill(context, woods.leaves, p.treeLight);
      fill(context, woods.firs, p.tree);
      fill(context, woods.shade, p.treeDark);
    }
  }

  function drawLines(context: Context, box: Box, scale: number, p: Palette) {
    context.lineCap = 'round';
    context.lineJoin = 'round';
    const thin = Math.max(1, Math.min(9 / scale, 1.7)); // lines keep a least width when far away
    const seen = inSight(broad, box).flat();
    strokeAll(context, seen, p.riverCase, 0.34 * thin);
    for (const stream of inSight(streams, box).flat())
      if (meets(stream.box, box)) stroke(context, stream.path, p.stream, 0.085 * thin * stream.share);
    strokeAll(context, seen, p.river, 0.25 * thin);
    stroke(context, works, p.casing, 0.06 * thin);
    fill(context, hedges, p.hedge);
    context.setLineDash([0.42, 0.16]);
    stroke(context, ruled, p.border, 0.11 * thin);
    context.setLineDash([]);
    const towns = inSight(places.towns, box);
    context.lineCap = 'butt';
    for (const town of towns) stroke(context, town.joins, p.builtUp, 0.8);
    for (const town of towns) fill(context, town.built, p.builtUp);
    context.lineCap = 'round';
    drawRoads(context, box, thin, scale, p);
    for (const town of towns) {
      fill(context, town.houses, p.house);
      if (scale >= 14) stroke(context, town.houses, p.houseEdge, 0.018);
    }
    drawBridges(context, box, p);
  }

  function drawRoads(context: Context, box: Box, thin: number, scale: number, p: Palette) {
    const widths: [number, number, number][] = [
      [0.25, 0.185, 0.045],
      [0.15, 0.09, 0],
      [0.115, 0.065, 0],
    ];
    const seen = inSight(roads, box);
    for (let pass = 0; pass < 3; pass++)
      for (let rank = 2; rank >= 0; rank--) {
        const width = widths[rank]![pass]!;
        if (!width || (pass === 2 && scale < 14)) continue;
        const colour = pass === 1 ? p.roads[rank]! : p.casing;
        strokeAll(
          context,
          seen.filter((road) => road.rank === rank && !road.rail),
          colour,
          width * thin,
        );
      }
    drawRails(
      context,
      seen.filter((road) => road.rail),
      thin,
      p,
    );
  }

  /** Black with cross-ties, the better the denser; over the roads they share a step with. */
  function drawRails(context: Context, rails: Road[], thin: number, p: Palette) {
    const gaps = [0.13, 0.2, 0.32];
    const cap = context.lineCap;
    context.lineCap = 'butt';
    for (let rank = 2; rank >= 0; rank--) {
      const same = rails.filter((rail) => rail.rank === rank);
      context.setLineDash([0.035, gaps[rank]!]);
      strokeAll(context, same, p.name, 0.15 * thin);
      context.setLineDash([]);
      strokeAll(context, same, p.name, (rank ? 0.045 : 0.065) * thin);
    }
    context.lineCap = cap;
  }

  function drawBridges(context: Context, box: Box, p: Palette) {
    for (const side of map.bridges ?? []) {
      const [a, b] = hexsideEnds(map, side);
      if (!meets(boxOf([a, b], 0.3), box)) continue;
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

  function drawBorders(context: Context, box: Box, p: Palette) {
    context.lineCap = 'butt';
    for (const border of places.borders) {
      if (!meets(border.box, box)) continue;
      context.globalAlpha = 0.22;
      stroke(context, border.inner, p.border, 0.22);
      context.globalAlpha = 1;
      context.setLineDash([0.3, 0.1, 0.08, 0.1]);
      stroke(context, border.line, p.border, 0.075);
      context.setLineDash([]);
    }
    context.setLineDash([0.14, 0.08]);
    strokeAll(
      context,
      places.frames.filter((frame) => meets(frame.box, box)),
      p.zone,
      0.06,
    );
    context.setLineDash([]);
    context.lineCap = 'square';
    for (const zone of places.zones) {
      if (!meets(zone.box, box)) continue;
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

  function drawWords(context: Context, box: Box, hexes: number[], scale: number, dpr: number, p: Palette) {
    if (scale >= NUMBERS_FROM * dpr) {
      const size = Math.max(0.2, (8.5 * dpr) / scale);
      for (const hex of hexes) {
        const at = centre(map, hex);
        const row = Number((map.numbers[hex] ?? '').slice(-2));
        if (row % (map.numberRows ?? 1)) continue;
        text(context, map.numbers[hex] ?? '', at.x, at.y - 0.84 + size * 0.8, `${size}px ${SANS}`, p.number);
      }
    }
    context.lineJoin = 'round';
    if (scale >= 11)
      for (const name of inSight(waterNames, box).flat()) {
        if (!meets(name.box, box) || name.size * scale < LEAST_NAME * dpr) continue;
        const font = `italic ${name.bold ? 'bold ' : ''}${name.size}px ${SERIF}`;
        for (const letter of name.letters) {
          context.save();
          context.translate(letter.x, letter.y);
          context.rotate(letter.angle);
          text(context, letter.text, 0, 0, font, p.waterName, p.halo);
          context.restore();
        }
      }
    for (const border of places.borders)
      if (meets(border.box, box) && BORDER_NAME * scale >= LEAST_NAME * dpr)
        text(
          context,
          border.name,
          border.at.x,
          border.at.y + 0.15,
          `italic ${BORDER_NAME}px ${SERIF}`,
          p.border,
          p.halo,
        );
  }

  /** Whether a box is so far within the map that nothing needs to be cut off at its edge. */
  function inside(box: Box): boolean {
    return box.left > 1 && box.top > ROOT3 && box.right < size.width - 1 && box.bottom < size.height - ROOT3;
  }

  return {
    draw(context, { left, top, width, height, scale, dpr, dark }) {
      const p = dark ? DARK : LIGHT;
      context.save();
      context.scale(scale, scale);
      context.translate(-left, -top);
      context.fillStyle = p.outside;
      context.fillRect(left, top, width, height);
      const box = { left, top, right: left + width, bottom: top + height };
      const hexes = hexesIn(map, left, top, width, height, 0.3);
      const here = new Path2D();
      for (const hex of hexes) hexInto(here, centre(map, hex));
      context.save();
      if (!inside(box)) context.clip(here);
      context.fillStyle = p.clear;
      context.fillRect(left, top, width, height);
      drawGround(context, box, hexes, scale, p);
      drawLines(context, box, scale, p);
      if (scale >= 6) {
        context.globalAlpha = scale < 9 ? 0.25 : 0.45;
        stroke(context, here, p.grid, Math.max(0.022, 0.6 / scale));
        context.globalAlpha = 1;
      }
      context.restore();
      context.lineCap = 'round';
      if (!inside(box)) stroke(context, rimLine(), p.zone, Math.max(0.09, 1 / scale));
      drawBorders(context, box, p);
      drawWords(context, box, hexes, scale, dpr, p);
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

function fill(context: Context, path: Path2D, colour: string) {
  context.fillStyle = colour;
  context.fill(path);
}

function stroke(context: Context, path: Path2D, colour: string, width: number) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke(path);
}

function strokeAll(context: Context, shapes: { path: Path2D }[], colour: string, width: number) {
  for (const { path } of shapes) stroke(context, path, colour, width);
}

/** A band along the inner side of a shape's edge. */
function rim(context: Context, path: Path2D, colour: string, width: number, alpha: number) {
  context.save();
  context.clip(path);
  context.globalAlpha = alpha;
  stroke(context, path, colour, width);
  context.restore();
}

function hatch(context: Context, path: Path2D, angle: number, box: Box, colour: string) {
  context.save();
  context.globalAlpha = 0.14;
  fill(context, path, colour);
  context.globalAlpha = 0.5;
  context.clip(path);
  const reach = Math.hypot(box.right, box.bottom) + 4;
  const lines = new Path2D();
  for (let off = -reach; off < reach; off += 0.25) {
    lines.moveTo(-off * Math.sin(angle) - reach * Math.cos(angle), off * Math.cos(angle) - reach * Math.sin(angle));
    lines.lineTo(-off * Math.sin(angle) + reach * Math.cos(angle), off * Math.cos(angle) + reach * Math.sin(angle));
  }
  stroke(context, lines, colour, 0.03);
  context.restore();
}

/** Text in hex sides: letters are drawn at a hundredth and enlarged, as tiny font sizes are rounded. */
function text(context: Context, words: string, x: number, y: number, font: string, colour: string, halo?: string) {
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
