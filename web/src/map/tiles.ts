// tiles.ts — the ground cut into squares of 512 pixels, each drawn once for a zoom and kept.
//
// Zooms are steps of the fourth root of two. A frame asks for the tiles in sight; what is missing is drawn as long
// as the frame's time allows and meanwhile shown from a picture of the whole map. What was not asked for longest
// goes first.

import { mapSize } from '../model/hex';
import type { Palette, Terrain } from './terrain';

const TILE = 512;
/** Zooms to a doubling. */
export const LEVELS = 4;
const KEPT = 96;
const MARGIN = 1.6; // of paper around the map, in hex sides

/** The step of zoom nearest to a scale. */
export function nearestStep(scale: number): number {
  return 2 ** (Math.round(Math.log2(scale) * LEVELS) / LEVELS);
}

interface Tile {
  image: HTMLCanvasElement;
  used: number;
}

export class Tiles {
  private tiles = new Map<string, Tile>();
  private whole: HTMLCanvasElement | null = null;
  private wholeScale = 1;
  private clock = 0;

  constructor(
    private terrain: Terrain,
    private palette: Palette,
  ) {}

  setPalette(palette: Palette) {
    if (palette === this.palette) return;
    this.palette = palette;
    this.tiles.clear();
    this.whole = null;
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
    this.terrain.draw(context, -MARGIN, -MARGIN, width, height, this.wholeScale, this.palette);
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
    if (!this.whole) this.drawWhole();
    const { width, height } = context.canvas;
    const size = mapSize(this.terrain.map);
    context.fillStyle = this.palette.outside;
    context.fillRect(0, 0, width, height);
    const tileScale = resting ? scale : nearestStep(scale);
    const level = tileScale.toFixed(3);
    const side = TILE / tileScale; // of a tile, in hex sides
    const begun = performance.now();
    let missing = false;
    let backdrop = false;
    const firstX = Math.max(Math.floor(left / side), Math.floor(-MARGIN / side));
    const firstY = Math.max(Math.floor(top / side), Math.floor(-MARGIN / side));
    const lastX = Math.min(Math.floor((left + width / scale) / side), Math.floor((size.width + MARGIN) / side));
    const lastY = Math.min(Math.floor((top + height / scale) / side), Math.floor((size.height + MARGIN) / side));
    const ready: [number, number, Tile][] = [];
    for (let y = firstY; y <= lastY; y++)
      for (let x = firstX; x <= lastX; x++) {
        const key = `${level}/${x}/${y}`;
        let tile = this.tiles.get(key);
        if (!tile) {
          if (performance.now() - begun > budget) {
            missing = true;
            backdrop = true;
            continue;
          }
          tile = { image: document.createElement('canvas'), used: 0 };
          tile.image.width = TILE;
          tile.image.height = TILE;
          const ink = tile.image.getContext('2d', { alpha: false })!;
          this.terrain.draw(ink, x * side, y * side, side, side, tileScale, this.palette);
          this.tiles.set(key, tile);
        }
        tile.used = ++this.clock;
        ready.push([x, y, tile]);
      }
    if (backdrop && this.whole)
      context.drawImage(
        this.whole,
        (-MARGIN - left) * scale,
        (-MARGIN - top) * scale,
        (this.whole.width / this.wholeScale) * scale,
        (this.whole.height / this.wholeScale) * scale,
      );
    for (const [x, y, tile] of ready) {
      const px = Math.round((x * side - left) * scale);
      const py = Math.round((y * side - top) * scale);
      const qx = Math.round(((x + 1) * side - left) * scale);
      const qy = Math.round(((y + 1) * side - top) * scale);
      if (qx - px === TILE && qy - py === TILE) context.drawImage(tile.image, px, py);
      else context.drawImage(tile.image, px, py, qx - px, qy - py);
    }
    this.forget();
    return missing;
  }

  private forget() {
    if (this.tiles.size <= KEPT) return;
    const oldest = [...this.tiles.entries()].sort((a, b) => a[1].used - b[1].used);
    for (const [key] of oldest.slice(0, this.tiles.size - KEPT)) this.tiles.delete(key);
  }
}
