// tiles.ts — the ground cut into squares, each painted once for a zoom and kept.
//
// Tiles are painted for exactly the scale in sight and cut from where it was first looked at, so that as few as possible
// are needed. What is missing is asked of the painter from the middle outwards, and shown meanwhile from the tiles that
// were in sight last, over a picture of the whole map; so is everything while the camera zooms. When nothing is missing,
// that picture and the tiles just out of sight are asked for. What was not in sight for longest is forgotten first.

import { mapSize, type Point } from '../model/hex';
import type { MapData } from '../net/protocol';
import { paintGround } from './painter';
import { DARK, LIGHT } from './palette';

const TILE = 512;
/** Zooms to a doubling. */
export const LEVELS = 4;
const KEPT = 120;
const MARGIN = 1.6; // of paper around the map, in hex sides
const ASKED = 2; // so that the painter never waits, and never works long on what is out of sight again

/** The step of zoom nearest to a scale. */
export function nearestStep(scale: number): number {
  return 2 ** (Math.round(Math.log2(scale) * LEVELS) / LEVELS);
}

interface Tile {
  image: ImageBitmap;
  used: number;
}

/** Which tiles a frame shows: at `scale` device pixels a hex side, from the map's point (left, top). */
interface Sheet {
  left: number;
  top: number;
  scale: number;
  /** Where the tile (0, 0) begins. */
  origin: Point;
  side: number; // of a tile, in hex sides
  firstX: number;
  firstY: number;
  lastX: number;
  lastY: number;
}

type Spot = [x: number, y: number];

export class Tiles {
  private tiles = new Map<string, Tile>();
  private origins = new Map<number, Point>();
  private whole: ImageBitmap | null = null;
  private wholeScale: number;
  private clock = 0;
  private sheet: Sheet | null = null;
  /** The last that had all its tiles. */
  private seen: Sheet | null = null;
  private asked = new Set<string>();
  /** Grows when everything painted so far has to be painted anew. */
  private edition = 0;
  private dpr = 1; // device pixels a CSS pixel: how small letters may be
  private dark = false;

  constructor(
    private map: MapData,
    private changed: () => void,
  ) {
    const { width, height } = this.paper();
    this.wholeScale = Math.min(900 / Math.max(width, height), 5.9); // below 6 neither trees nor grid: quick
  }

  setDensity(dpr: number) {
    if (dpr === this.dpr) return;
    this.dpr = dpr;
    this.forgetAll();
  }

  setDark(dark: boolean) {
    if (dark === this.dark) return;
    this.dark = dark;
    this.whole = null;
    this.forgetAll();
  }

  destroy() {
    this.forgetAll();
    this.sheet = null;
  }

  private forgetAll() {
    this.edition++;
    this.tiles.clear();
    this.asked.clear();
    this.seen = null;
  }

  /** The map with its margin. */
  private paper() {
    const size = mapSize(this.map);
    return { left: -MARGIN, top: -MARGIN, width: size.width + 2 * MARGIN, height: size.height + 2 * MARGIN };
  }

  // ---- which tiles ----

  private sheetOf(canvas: HTMLCanvasElement, left: number, top: number, scale: number): Sheet {
    const paper = this.paper();
    const begin = { x: Math.max(left, paper.left), y: Math.max(top, paper.top) };
    const origin = this.origins.get(scale) ?? begin;
    const side = TILE / scale;
    const right = Math.min(left + canvas.width / scale, paper.left + paper.width);
    const bottom = Math.min(top + canvas.height / scale, paper.top + paper.height);
    const last = (to: number, from: number) => Math.ceil((to - from) / side - 0.001) - 1;
    return {
      left,
      top,
      scale,
      origin,
      side,
      firstX: Math.floor((begin.x - origin.x) / side + 0.001),
      firstY: Math.floor((begin.y - origin.y) / side + 0.001),
      lastX: last(right, origin.x),
      lastY: last(bottom, origin.y),
    };
  }

  private keyOf(sheet: Sheet, [x, y]: Spot): string {
    return `${sheet.scale}/${sheet.origin.x}/${sheet.origin.y}/${x}/${y}`;
  }

  private tileAt(sheet: Sheet, spot: Spot): Tile | undefined {
    return this.tiles.get(this.keyOf(sheet, spot));
  }

  /** The tiles of a sheet and `around` it, from the middle outwards. */
  private spots(sheet: Sheet, around: number): Spot[] {
    const spots: Spot[] = [];
    for (let y = sheet.firstY - around; y <= sheet.lastY + around; y++)
      for (let x = sheet.firstX - around; x <= sheet.lastX + around; x++) spots.push([x, y]);
    const middleX = (sheet.firstX + sheet.lastX) / 2;
    const middleY = (sheet.firstY + sheet.lastY) / 2;
    const away = ([x, y]: Spot) => Math.hypot(x - middleX, y - middleY);
    return spots.sort((a, b) => away(a) - away(b));
  }

  // ---- asking ----

  /** Asks for one picture more, if something is wanted and the painter has not enough to do. */
  private ask() {
    while (this.asked.size < ASKED && this.sheet) {
      const { sheet } = this;
      const missing = (spot: Spot) => !this.tileAt(sheet, spot) && !this.asked.has(this.keyOf(sheet, spot));
      const spot = this.spots(sheet, 0).find(missing);
      if (spot) this.askTile(sheet, spot);
      else if (!this.whole && !this.asked.has('whole')) this.askWhole();
      else {
        const neighbour = this.spots(sheet, 1).find((one) => missing(one) && this.onPaper(sheet, one));
        if (!neighbour) return;
        this.askTile(sheet, neighbour);
      }
    }
  }

  private onPaper({ origin, side }: Sheet, [x, y]: Spot): boolean {
    const { left, top, width, height } = this.paper();
    const [from, to] = [origin.x + x * side, origin.y + y * side];
    return from < left + width && from + side > left && to < top + height && to + side > top;
  }

  private askTile(sheet: Sheet, spot: Spot) {
    const { side, scale, origin } = sheet;
    const key = this.keyOf(sheet, spot);
    const [left, top] = [origin.x + spot[0] * side, origin.y + spot[1] * side];
    this.paintThen(key, { left, top, width: side, height: side, scale }, (image) => {
      this.tiles.set(key, { image, used: ++this.clock });
      this.forget();
    });
  }

  private askWhole() {
    this.paintThen('whole', { ...this.paper(), scale: this.wholeScale }, (image) => {
      this.whole = image;
    });
  }

  private async paintThen(
    key: string,
    part: { left: number; top: number; width: number; height: number; scale: number },
    keep: (image: ImageBitmap) => void,
  ) {
    const { edition, dpr, dark } = this;
    this.asked.add(key);
    const image = await paintGround(this.map, { ...part, dpr, dark });
    if (edition !== this.edition) return;
    this.asked.delete(key);
    keep(image);
    this.ask();
    this.changed();
  }

  private forget() {
    if (this.tiles.size <= KEPT) return;
    const oldest = [...this.tiles.entries()].sort((a, b) => a[1].used - b[1].used);
    for (const [key, tile] of oldest.slice(0, this.tiles.size - KEPT)) {
      tile.image.close();
      this.tiles.delete(key);
    }
  }

  // ---- showing ----

  /** Paints the ground; true if all of it was there. `scale` in device pixels a hex side. New tiles are asked for only
   * when the camera rests. */
  paint(context: CanvasRenderingContext2D, left: number, top: number, scale: number, resting: boolean): boolean {
    const sheet = this.sheetOf(context.canvas, left, top, scale);
    const complete = this.spots(sheet, 0).every((spot) => this.tileAt(sheet, spot));
    this.paintBackground(context, sheet, !complete);
    if (!complete && this.seen) this.putAll(context, sheet, this.seen);
    this.putAll(context, sheet, sheet);
    if (complete) this.seen = sheet;
    if (resting) {
      this.origins.set(scale, sheet.origin);
      this.sheet = sheet;
      this.ask();
    }
    return complete;
  }

  /** Puts the tiles of one sheet where they are in another. */
  private putAll(context: CanvasRenderingContext2D, { left, top, scale }: Sheet, of: Sheet) {
    for (const spot of this.spots(of, 0)) {
      const tile = this.tileAt(of, spot);
      if (!tile) continue;
      const [x, y] = [of.origin.x + spot[0] * of.side, of.origin.y + spot[1] * of.side];
      const px = Math.round((x - left) * scale);
      const py = Math.round((y - top) * scale);
      const qx = Math.round((x + of.side - left) * scale);
      const qy = Math.round((y + of.side - top) * scale);
      tile.used = ++this.clock;
      if (qx - px === TILE && qy - py === TILE) context.drawImage(tile.image, px, py);
      else context.drawImage(tile.image, px, py, qx - px, qy - py);
    }
  }

  private paintBackground(context: CanvasRenderingContext2D, { left, top, scale }: Sheet, shown: boolean) {
    const size = mapSize(this.map);
    const palette = this.dark ? DARK : LIGHT;
    context.fillStyle = palette.outside;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    if (!shown) return;
    if (!this.whole) {
      context.fillStyle = palette.clear;
      context.fillRect(-left * scale, -top * scale, size.width * scale, size.height * scale);
      return;
    }
    const paper = this.paper();
    context.drawImage(
      this.whole,
      (paper.left - left) * scale,
      (paper.top - top) * scale,
      (this.whole.width / this.wholeScale) * scale,
      (this.whole.height / this.wholeScale) * scale,
    );
  }
}
