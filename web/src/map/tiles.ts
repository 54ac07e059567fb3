// tiles.ts — the ground cut into squares of 512 pixels, each drawn once for a zoom and kept.
//
// Zooms are steps of the fourth root of two. A frame asks for the tiles in sight; what is missing is drawn from the
// middle outwards as long as the frame's time allows, and meanwhile shown from a picture of the whole map. That
// picture and the tiles just out of sight are made when the page has nothing else to do. What was not asked for
// longest goes first.

import { mapSize } from '../model/hex';
import type { Palette } from './palette';
import type { Terrain } from './terrain';

const TILE = 512;
/** Zooms to a doubling. */
export const LEVELS = 4;
const KEPT = 120;
const MARGIN = 1.6; // of paper around the map, in hex sides

/** The step of zoom nearest to a scale. */
export function nearestStep(scale: number): number {
  return 2 ** (Math.round(Math.log2(scale) * LEVELS) / LEVELS);
}

interface Tile {
  image: HTMLCanvasElement;
  used: number;
}

/** Which tiles a frame shows: at `scale` device pixels a hex side, from the map's point (left, top). */
interface Sheet {
  left: number;
  top: number;
  scale: number;
  tileScale: number;
  side: number; // of a tile, in hex sides
  firstX: number;
  firstY: number;
  lastX: number;
  lastY: number;
}

export class Tiles {
  private tiles = new Map<string, Tile>();
  private whole: HTMLCanvasElement | null = null;
  private wholeScale = 1;
  private clock = 0;
  private sheet: Sheet | null = null;
  private idle = 0;

  /** Device pixels a CSS pixel: how small letters may be. */
  private dpr = 1;

  constructor(
    private terrain: Terrain,
    private palette: Palette,
  ) {}

  setDensity(dpr: number) {
    if (dpr === this.dpr) return;
    this.dpr = dpr;
    this.tiles.clear();
  }

  setPalette(palette: Palette) {
    if (palette === this.palette) return;
    this.palette = palette;
    this.tiles.clear();
    this.whole = null;
  }

  destroy() {
    cancelIdle(this.idle);
    this.tiles.clear();
  }

  private drawWhole() {
    const size = mapSize(this.terrain.map);
    const width = size.width + 2 * MARGIN;
    const height = size.height + 2 * MARGIN;
    this.wholeScale = Math.min(900 / Math.max(width, height), 5.9); // below 6 neither trees nor grid: quick
    this.whole = document.createElement('canvas');
    this.whole.width = Math.ceil(width * this.wholeScale);
    this.whole.height = Math.ceil(height * this.wholeScale);
    const context = this.whole.getContext('2d', { alpha: false })!;
    this.terrain.draw(context, -MARGIN, -MARGIN, width, height, this.wholeScale, 1, this.palette);
  }

  private sheetOf(canvas: HTMLCanvasElement, left: number, top: number, scale: number, resting: boolean): Sheet {
    const size = mapSize(this.terrain.map);
    const tileScale = resting ? scale : nearestStep(scale);
    const side = TILE / tileScale;
    const first = (at: number) => Math.floor(Math.max(at, -MARGIN) / side);
    return {
      left,
      top,
      scale,
      tileScale,
      side,
      firstX: first(left),
      firstY: first(top),
      lastX: Math.floor(Math.min(left + canvas.width / scale, size.width + MARGIN) / side),
      lastY: Math.floor(Math.min(top + canvas.height / scale, size.height + MARGIN) / side),
    };
  }

  private keyOf(sheet: Sheet, x: number, y: number): string {
    return `${sheet.tileScale.toFixed(3)}/${x}/${y}`;
  }

  private make(sheet: Sheet, x: number, y: number): Tile {
    const { side, tileScale } = sheet;
    const tile = { image: document.createElement('canvas'), used: ++this.clock };
    tile.image.width = TILE;
    tile.image.height = TILE;
    const ink = tile.image.getContext('2d', { alpha: false })!;
    this.terrain.draw(ink, x * side, y * side, side, side, tileScale, this.dpr, this.palette);
    this.tiles.set(this.keyOf(sheet, x, y), tile);
    return tile;
  }

  private put(
    context: CanvasRenderingContext2D,
    { side, left, top, scale }: Sheet,
    x: number,
    y: number,
    tile: Tile,
  ) {
    const px = Math.round((x * side - left) * scale);
    const py = Math.round((y * side - top) * scale);
    const qx = Math.round(((x + 1) * side - left) * scale);
    const qy = Math.round(((y + 1) * side - top) * scale);
    tile.used = ++this.clock;
    if (qx - px === TILE && qy - py === TILE) context.drawImage(tile.image, px, py);
    else context.drawImage(tile.image, px, py, qx - px, qy - py);
  }

  /** Paints the ground; true if tiles are still missing. `scale` in device pixels a hex side. At rest tiles are drawn
   * for exactly this scale; while the camera zooms, those of the nearest step serve. */
  paint(
    context: CanvasRenderingContext2D,
    left: number,
    top: number,
    scale: number,
    budget: number,
    resting: boolean,
  ): boolean {
    const begun = performance.now();
    const sheet = this.sheetOf(context.canvas, left, top, scale, resting);
    const missing: [number, number][] = [];
    const ready: [number, number, Tile][] = [];
    for (let y = sheet.firstY; y <= sheet.lastY; y++)
      for (let x = sheet.firstX; x <= sheet.lastX; x++) {
        const tile = this.tiles.get(this.keyOf(sheet, x, y));
        if (tile) ready.push([x, y, tile]);
        else missing.push([x, y]);
      }
    this.paintBackground(context, sheet, missing.length > 0);
    for (const [x, y, tile] of ready) this.put(context, sheet, x, y, tile);
    const middleX = (sheet.firstX + sheet.lastX) / 2;
    const middleY = (sheet.firstY + sheet.lastY) / 2;
    const away = ([x, y]: [number, number]) => Math.hypot(x - middleX, y - middleY);
    missing.sort((a, b) => away(a) - away(b));
    let drawn = 0;
    for (const [x, y] of missing) {
      if (drawn && performance.now() - begun > budget) break;
      this.put(context, sheet, x, y, this.make(sheet, x, y)); // at once, so that the time counts what it takes
      drawn++;
    }
    this.forget();
    this.sheet = sheet;
    if (resting && drawn === missing.length) this.later();
    return drawn < missing.length;
  }

  private paintBackground(context: CanvasRenderingContext2D, { left, top, scale }: Sheet, shown: boolean) {
    const size = mapSize(this.terrain.map);
    context.fillStyle = this.palette.outside;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    if (!shown) return;
    if (!this.whole) {
      context.fillStyle = this.palette.clear;
      context.fillRect(-left * scale, -top * scale, size.width * scale, size.height * scale);
      return;
    }
    context.drawImage(
      this.whole,
      (-MARGIN - left) * scale,
      (-MARGIN - top) * scale,
      (this.whole.width / this.wholeScale) * scale,
      (this.whole.height / this.wholeScale) * scale,
    );
  }

  /** Makes the picture of the whole map and then the tiles around those in sight, one at a time. */
  private later() {
    cancelIdle(this.idle);
    this.idle = whenIdle(() => {
      this.idle = 0;
      if (!this.whole) {
        this.drawWhole();
        this.later();
      } else if (this.makeNeighbour()) this.later();
    });
  }

  private makeNeighbour(): boolean {
    const { sheet } = this;
    if (!sheet) return false;
    const size = mapSize(this.terrain.map);
    const first = Math.floor(-MARGIN / sheet.side);
    const lastX = Math.floor((size.width + MARGIN) / sheet.side);
    const lastY = Math.floor((size.height + MARGIN) / sheet.side);
    for (let y = Math.max(sheet.firstY - 1, first); y <= Math.min(sheet.lastY + 1, lastY); y++)
      for (let x = Math.max(sheet.firstX - 1, first); x <= Math.min(sheet.lastX + 1, lastX); x++)
        if (!this.tiles.has(this.keyOf(sheet, x, y))) {
          this.make(sheet, x, y);
          return true;
        }
    return false;
  }

  private forget() {
    if (this.tiles.size <= KEPT) return;
    const oldest = [...this.tiles.entries()].sort((a, b) => a[1].used - b[1].used);
    for (const [key] of oldest.slice(0, this.tiles.size - KEPT)) this.tiles.delete(key);
  }
}

function whenIdle(work: () => void): number {
  if (typeof requestIdleCallback === 'function') return requestIdleCallback(work, { timeout: 4000 });
  return window.setTimeout(work, 200);
}

function cancelIdle(handle: number) {
  if (typeof cancelIdleCallback === 'function') cancelIdleCallback(handle);
  else clearTimeout(handle);
}
