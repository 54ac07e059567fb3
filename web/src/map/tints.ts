// tints.ts — tints over the ground: overlays from the server, control of hexes. Colour is doubled by the pattern that
// the overlay declares.

import { readControl } from '../model/control';
import { across, between, centre, corner, EDGES, type Point } from '../model/hex';
import type { Overlay } from '../model/state';
import type { MapData, OverlayKind, Profile, Side, Tint } from '../net/protocol';
import { board } from './marks';
import { hexInto } from './signs';

type Context = CanvasRenderingContext2D;

interface Shapes {
  overlay: Overlay;
  tints: { tint: Tint; colour: string; area: Path2D; pattern: Path2D }[];
  lines: Path2D;
  bases: Point[];
  cut: Point[];
}

const LINES = '#1f7a43';

/** The pattern of one hex, so that an overlay is more than a colour. */
function patternInto(path: Path2D, pattern: Tint['pattern'], at: Point) {
  const line = (x: number, y: number, dx: number, dy: number) => {
    path.moveTo(at.x + x - dx, at.y + y - dy);
    path.lineTo(at.x + x + dx, at.y + y + dy);
  };
  if (pattern === 'upright') for (const off of [-0.5, 0, 0.5]) line(off, 0, 0, off ? 0.68 : 0.82);
  if (pattern === 'dotted') for (const x of [-0.45, 0, 0.45]) for (const y of [-0.45, 0, 0.45]) line(x, y, 0.04, 0);
  for (const off of [-0.4, 0, 0.4]) {
    if (pattern === 'leaning' || pattern === 'crossed') line(off, 0, 0.3, -0.5);
    if (pattern === 'crossed') line(off, 0, -0.3, -0.5);
  }
}

/** The colour of a tint: its own, or that of the side the overlay is about. */
export function tintColour(tint: Tint | undefined, side: string | undefined, sides: Side[]): string {
  return tint?.colour ?? sides.find((one) => one.word === side)?.colour ?? '#7a3fb0';
}

export class Tints {
  private shapes: Shapes | null = null;
  private control: { text: string; sides: { area: Path2D; front: Path2D }[] } | null = null;

  constructor(private map: MapData) {}

  draw(c: Context, overlay: Overlay, kind: OverlayKind, sides: Side[]) {
    if (this.shapes?.overlay !== overlay) this.shapes = this.shapesOf(overlay, kind, sides);
    for (const { tint, colour, area, pattern } of this.shapes.tints) {
      const quiet = tint.pattern === 'upright' || tint.pattern === 'plain';
      c.globalAlpha = quiet ? 0.2 : 0.34;
      c.fillStyle = colour;
      c.fill(area);
      c.globalAlpha = quiet ? 0.4 : 0.8;
      c.strokeStyle = colour;
      c.lineWidth = 0.045;
      c.lineCap = 'butt';
      c.stroke(pattern);
      c.globalAlpha = 1;
      c.lineWidth = 0.1;
      if (tint.framed) c.stroke(area);
    }
  }

  /** Lines, from where they begin to each counter that has one. */
  drawLines(c: Context, overlay: Overlay) {
    if (this.shapes?.overlay !== overlay) return;
    const { lines, bases, tints } = this.shapes;
    const own = tints[0]?.colour ?? LINES;
    c.lineCap = 'round';
    c.lineJoin = 'round';
    for (const [colour, width] of [
      ['#ffffff', 0.26],
      [own, 0.15],
    ] as const) {
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.stroke(lines);
    }
    for (const at of bases) base(c, at, own);
  }

  /** Counters that have no line are ringed and crossed out; notes at a hex are written there. */
  drawOver(c: Context, overlay: Overlay) {
    if (this.shapes?.overlay !== overlay) return;
    for (const at of this.shapes.cut) noLine(c, at);
    for (const { hex, text } of overlay.notes) {
      const at = centre(this.map, hex);
      board(c, at.x, at.y, text);
    }
  }

  private shapesOf(overlay: Overlay, kind: OverlayKind, sides: Side[]): Shapes {
    const tints = kind.tints.map((tint, i) => {
      const area = new Path2D();
      const pattern = new Path2D();
      for (const hex of overlay.tints[i] ?? []) {
        const at = centre(this.map, hex);
        hexInto(area, at, 1);
        patternInto(pattern, tint.pattern, at);
      }
      return { tint, colour: tintColour(tint, overlay.about.side, sides), area, pattern };
    });
    const lines = new Path2D();
    const goesOn = new Set(overlay.links.map((link) => Math.floor(link / EDGES)));
    const ends = new Set<number>();
    for (const link of overlay.links) {
      const from = Math.floor(link / EDGES);
      const to = across(this.map, from, link % EDGES);
      if (to < 0) continue;
      const a = centre(this.map, from);
      const b = centre(this.map, to);
      lines.moveTo(a.x, a.y);
      lines.lineTo(b.x, b.y);
      if (!goesOn.has(to)) ends.add(to);
    }
    const bases = [...ends].map((hex) => centre(this.map, hex));
    const cut = overlay.cut.map((hex) => centre(this.map, hex));
    return { overlay, tints, lines, bases, cut };
  }

  drawControl(c: Context, text: string, sides: Side[]) {
    if (this.control?.text !== text) {
      const holders = readControl(text);
      if (!holders) return;
      this.control = { text, sides: this.controlShapes(holders) };
    }
    this.control.sides.forEach((shape, side) => {
      const colour = sides[side]?.colour;
      if (!colour) return;
      c.globalAlpha = 0.2;
      c.fillStyle = colour;
      c.fill(shape.area);
      c.globalAlpha = 1;
      c.strokeStyle = colour;
      c.lineWidth = 0.09;
      c.stroke(shape.front);
    });
  }

  /** Each side's hexes, and its own bank of the front with as many ticks as its place in the list. */
  private controlShapes(holders: Int8Array): { area: Path2D; front: Path2D }[] {
    const shapes: { area: Path2D; front: Path2D }[] = [];
    holders.forEach((side, hex) => {
      if (side < 0) return;
      shapes[side] ??= { area: new Path2D(), front: new Path2D() };
      const { area, front } = shapes[side];
      const at = centre(this.map, hex);
      hexInto(area, at, 1);
      for (let edge = 0; edge < EDGES; edge++) {
        const there = across(this.map, hex, edge);
        if (there < 0 || holders[there] === side) continue;
        const from = between(corner(at, edge), at, 0.12);
        const to = between(corner(at, edge + 1), at, 0.12);
        front.moveTo(from.x, from.y);
        front.lineTo(to.x, to.y);
        for (let tick = 0; tick <= side; tick++) {
          const foot = between(from, to, (tick + 1) / (side + 2));
          const head = between(foot, at, 0.16);
          front.moveTo(foot.x, foot.y);
          front.lineTo(head.x, head.y);
        }
      }
    });
    return shapes;
  }
}

/** Where lines begin: a square on its corner. */
function base(c: Context, at: Point, colour: string) {
  c.beginPath();
  for (const [x, y] of [
    [0, -0.42],
    [0.42, 0],
    [0, 0.42],
    [-0.42, 0],
  ] as const)
    c.lineTo(at.x + x, at.y + y);
  c.closePath();
  c.fillStyle = colour;
  c.fill();
  c.strokeStyle = '#ffffff';
  c.lineWidth = 0.09;
  c.stroke();
}

/** A line of sight, and the point where something comes nearest to it or tops it. */
export function drawSight(c: Context, map: MapData, profile: Profile) {
  const [from, to] = [centre(map, profile.from), centre(map, profile.to)];
  const colour = profile.seen ? '#1f7a43' : '#b00d0d';
  c.lineCap = 'round';
  for (const [ink, width] of [
    ['#ffffff', 0.22],
    [colour, 0.1],
  ] as const) {
    c.strokeStyle = ink;
    c.lineWidth = width;
    c.setLineDash(profile.seen ? [] : [0.3, 0.22]);
    c.beginPath();
    c.moveTo(from.x, from.y);
    c.lineTo(to.x, to.y);
    c.stroke();
  }
  c.setLineDash([]);
  if (!profile.contention) return;
  const at = between(from, to, profile.contention.permille / 1000);
  c.beginPath();
  c.arc(at.x, at.y, 0.22, 0, 7);
  c.fillStyle = colour;
  c.fill();
  c.strokeStyle = '#ffffff';
  c.lineWidth = 0.07;
  c.stroke();
  board(c, at.x, at.y - 0.5, `${Math.round(profile.contention.top / 10)} m`);
}

function noLine(c: Context, at: Point) {
  for (const [colour, width] of [
    ['#ffffff', 0.24],
    ['#b00d0d', 0.13],
  ] as const) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    c.arc(at.x, at.y, 0.76, 0, 7);
    c.moveTo(at.x - 0.52, at.y + 0.52);
    c.lineTo(at.x + 0.52, at.y - 0.52);
    c.stroke();
  }
}
