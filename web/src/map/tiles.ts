// tiles.ts — the ground cut into tiles, each painted once for a zoom and kept.
//
// Tiles are painted for exactly the scale in sight and cut so that they just cover the view when it was first looked
// at; so nothing is painted that is not seen. Missing tiles are asked of the painter from the middle outwards, and
// shown meanwhile from the tiles that were in sight last, over a picture of the whole map; so is everything while the
// camera zooms. When none is missing, that picture and the tiles just out of sight are asked for. Tiles out of sight
// for longest are forgotten first.

import { mapSize } from '../model/hex';
import type { MapData } from '../net/protocol';
import { paintGround } from './painter';
import { DARK, LIGHT } from './palette';

const TILE = 512; // pixels a tile is high or wide at most
/** Zooms to a doubling. */
export const LEVELS = 4;
const KEPT = 120;
const MARGIN = 1.6; // of paper around the map, in hex sides
const SOON = 100; // ms
const ASKED = 2; // so that the painter never waits, and never works long on tiles out of sight again

/** The step of zoom nearest to a scale. */
export function nearestStep(scale: number): number {
  return 2 ** (Math.round(Math.log2(scale) * LEVELS) / LEVELS);
}

interface Tile {
  image: ImageBitmap;
  used: number;
}

/** Where the tile (0, 0) of a scale begins, in hex sides. */
interface Cut {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** Which tiles a frame shows: at `scale` device pixels a hex side, from the map's point (left, top). */
interface Sheet {
  left: number;
  top: number;
  scale: number;
  cut: Cut;
  firstX: number;
  firstY: number;
  lastX: number;
  lastY: number;
}

type Spot = [x: number, y: number];

export class Tiles {
  private tiles = new Map<string, Tile>();
  private cuts = new Map<number, Cut>();
  private whole: ImageBitmap | null = null;
  private wholeScale: number;
  private clock = 0;
  private sheet: Sheet | null = null;
  /** The last that had all its tiles. */
  private seen: Sheet | null = null;
  private asked = new Set<string>();
  /** Grows when everything painted so far must be painted again. */
  private edition = 0;
  private shown = 0; // when the last frame was
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
    this.cuts.clear();
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
    const x = Math.max(left, paper.left);
    const y = Math.max(top, paper.top);
    const right = Math.min(left + canvas.width / scale, paper.left + paper.width);
    const bottom = Math.min(top + canvas.height / scale, paper.top + paper.height);
    const part = (long: number) => Math.ceil((long * scale) / Math.ceil((long * scale) / TILE)) / scale;
    const cut = this.cuts.get(scale) ?? { x, y, wide: part(right - x), high: part(bottom - y) };
    const first = (at: number, from: number, long: number) => Math.floor((at - from) / long + 0.001);
    const last = (at: number, from: number, long: number) => Math.ceil((at - from) / long - 0.001) - 1;
    return {
      left,
      top,
      scale,
      cut,
      firstX: first(x, cut.x, cut.wide),
      firstY: first(y, cut.y, cut.high),
      lastX: last(right, cut.x, cut.wide),
      lastY: last(bottom, cut.y, cut.high),
    };
  }

  private keyOf(sheet: Sheet, [x, y]: Spot): string {
    return `${sheet.scale}/${x}/${y}`;
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

  private areaOf({ cut }: Sheet, [x, y]: Spot) {
    return { left: cut.x + x * cut.wide, top: cut.y + y * cut.high, width: cut.wide, height: cut.high };
  }

  private onPaper(sheet: Sheet, spot: Spot): boolean {
    const paper = this.paper();
    const { left, top, width, height } = this.areaOf(sheet, spot);
    const across = left < paper.left + paper.width && left + width > paper.left;
    return across && top < paper.top + paper.height && top + height > paper.top;
  }

  private askTile(sheet: Sheet, spot: Spot) {
    const key = this.keyOf(sheet, spot);
    this.paintThen(key, { ...this.areaOf(sheet, spot), scale: sheet.scale }, (image) => {
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
    this.tell(key);
  }

  /** Shows what was painted: all at once if that is soon, else piece by piece. */
  private tell(key: string) {
    const { sheet } = this;
    if (!sheet) return;
    const spots = this.spots(sheet, 0);
    const all = spots.every((spot) => this.tileAt(sheet, spot));
    const seen = key === 'whole' || spots.some((spot) => this.keyOf(sheet, spot) === key);
    if (seen && (all || performance.now() - this.shown > SOON)) this.changed();
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
    this.shown = performance.now();
    this.paintBackground(context, sheet, !complete);
    if (!complete && this.seen) this.putAll(context, sheet, this.seen);
    this.putAll(context, sheet, sheet);
    if (complete) this.seen = sheet;
    if (resting) {
      this.cuts.set(scale, sheet.cut);
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
      const area = this.areaOf(of, spot);
      const px = Math.round((area.left - left) * scale);
      const py = Math.round((area.top - top) * scale);
      const qx = Math.round((area.left + area.width - left) * scale);
      const qy = Math.round((area.top + area.height - top) * scale);
      tile.used = ++this.clock;
      context.drawImage(tile.image, px, py, qx - px, qy - py);
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
