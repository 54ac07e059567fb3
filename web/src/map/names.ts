// names.ts — names of towns, drawn over the counters so that they can always be read.
//
// A name stands at the lower edge of its hex, or above or beside if another name is there already. Letters never get
// smaller than can be read; where that leaves no room, cities and printed towns come first and the rest waits for a
// nearer look. Upright names are printed or follow from the printed text, names in italics are a reconstruction.

import { centre, mapSize, type Point } from '../model/hex';
import type { MapData } from '../net/protocol';
import { type Palette, SERIF } from './palette';
import { nearestStep } from './tiles';

const TOWN = 0.36; // height of letters in hex sides
const CITY = 0.5;
const WIDE = 0.54; // of a letter's height, on the average of a name
const BOLD_WIDE = 0.63;
const LEAST = 11.5; // in CSS pixels
const LEAST_CITY = 13;
const NONE_BELOW = 3.5; // CSS pixels a hex side
const CITIES_BELOW = 9;

export interface PlaceName {
  text: string;
  /** The middle of its base line. */
  x: number;
  y: number;
  size: number;
  style: string;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

function overlap(areas: Area[], area: Area): number {
  let sum = 0;
  for (const other of areas) {
    const x = Math.min(area.x + area.width, other.x + other.width) - Math.max(area.x, other.x);
    const y = Math.min(area.y + area.height, other.y + other.height) - Math.max(area.y, other.y);
    if (x > 0 && y > 0) sum += x * y;
  }
  return sum;
}

type Place = MapData['places'][number];

/** Where a name might stand, best first. */
function spots(map: MapData, place: Place, width: number, letter: number): Point[] {
  const points = place.hexes.map((hex) => centre(map, hex));
  const low = points.reduce((a, b) => (b.y > a.y ? b : a));
  const high = points.reduce((a, b) => (b.y < a.y ? b : a));
  const middle = points.reduce((sum, p) => sum + p.x, 0) / points.length;
  const under = low.y + 0.66 + letter * 0.74;
  return [
    { x: middle, y: under },
    { x: middle, y: high.y - 0.6 },
    { x: low.x + width / 2 + 0.5, y: low.y + 0.12 },
    { x: low.x - width / 2 - 0.5, y: low.y + 0.12 },
    { x: low.x + width / 3, y: under },
    { x: low.x - width / 3, y: under },
    { x: high.x + width / 3, y: high.y - 0.6 },
    { x: high.x - width / 3, y: high.y - 0.6 },
    { x: middle, y: low.y + 0.58 + letter * 0.74 },
    { x: low.x + width / 2 + 0.62, y: low.y - 0.3 },
    { x: low.x - width / 2 - 0.62, y: low.y - 0.3 },
  ];
}

const around = ({ x, y }: Point, half: number): Area => ({
  x: x - half,
  y: y - half,
  width: 2 * half,
  height: 2 * half,
});

/** Names set so that they cover neither each other nor a town, and as little as can be of the counters on the
 * `occupied` hexes, for `scale` CSS pixels a hex side. */
export function placeNames(map: MapData, scale: number, occupied: Iterable<number>): PlaceName[] {
  const names: PlaceName[] = [];
  const size = mapSize(map);
  const taken: Area[] = [];
  for (const place of map.places) for (const hex of place.hexes) taken.push(around(centre(map, hex), 0.36));
  const occupiedAt = [...occupied].map((hex) => centre(map, hex));
  const counters = occupiedAt.map((at) => around(at, 0.62));
  const values = occupiedAt.map(({ x, y }) => ({ x: x - 0.57, y: y + 0.04, width: 1.14, height: 0.53 }));
  const worth = (place: Place) => place.hexes.length + (place.provenance === 'ours' ? 0 : 0.5);
  for (const place of [...map.places].sort((a, b) => worth(b) - worth(a))) {
    const city = place.look === 'city';
    if (!place.name || !place.hexes.length || (scale < CITIES_BELOW && !city)) continue;
    const letter = city ? Math.max(CITY, LEAST_CITY / scale) : Math.max(TOWN, LEAST / scale);
    const ours = place.provenance === 'ours';
    const bold = city || !ours;
    const width = place.name.length * letter * (bold ? BOLD_WIDE : WIDE);
    let best: Point | null = null;
    let least = Infinity;
    spots(map, place, width, letter).forEach((at, i) => {
      at.x = Math.min(Math.max(at.x, width / 2 + 0.3), size.width - width / 2 - 0.3);
      const area = { x: at.x - width / 2, y: at.y - letter * 0.78, width, height: letter };
      const out = Math.max(0.4 - area.y, 0) + Math.max(area.y + area.height - size.height + 0.1, 0);
      const hidden = overlap(taken, area) + 4 * out;
      const onValues = overlap(values, area);
      if (!city && hidden + onValues > letter * width * 0.03) return; // no room
      const cost = hidden + 12 * onValues + 2 * overlap(counters, area) + 0.02 * i * letter;
      if (cost >= least) return;
      least = cost;
      best = at;
    });
    if (!best) continue;
    const { x, y } = best as Point;
    taken.push({ x: x - width / 2, y: y - letter * 0.78, width, height: letter });
    names.push({
      text: place.name,
      x,
      y,
      size: letter,
      style: `${ours ? 'italic ' : ''}${bold ? 'bold ' : ''}`,
    });
  }
  return names;
}

interface Drawn {
  image: HTMLCanvasElement;
  base: number;
}

export class Names {
  private placed = new Map<number, PlaceName[]>();
  private stacks: Map<number, unknown> | null = null;
  private drawn = new Map<string, Drawn>();
  private palette: Palette | null = null;

  constructor(private map: MapData) {}

  /** Draws the names in sight; `scale` in device pixels a hex side, `stacks` the hexes with counters. */
  draw(
    c: CanvasRenderingContext2D,
    left: number,
    top: number,
    scale: number,
    dpr: number,
    palette: Palette,
    stacks: Map<number, unknown>,
  ) {
    if (this.palette !== palette) this.drawn.clear();
    this.palette = palette;
    if (this.stacks !== stacks) this.placed.clear();
    this.stacks = stacks;
    const step = nearestStep(scale);
    if (step / dpr < NONE_BELOW) return;
    let names = this.placed.get(step);
    if (!names) {
      names = placeNames(this.map, step / dpr, stacks.keys());
      this.placed.set(step, names);
    }
    const { width, height } = c.canvas;
    for (const name of names) {
      const x = (name.x - left) * scale;
      const y = (name.y - top) * scale;
      if (x < -200 || y < -40 || x > width + 200 || y > height + 60) continue;
      const { image, base } = this.bitmap(name, Math.round(name.size * step), palette);
      c.drawImage(image, Math.round(x - image.width / 2), Math.round(y - base));
    }
  }

  private bitmap(name: PlaceName, size: number, palette: Palette): Drawn {
    const key = `${size} ${name.text}`;
    const found = this.drawn.get(key);
    if (found) return found;
    if (this.drawn.size > 800) this.drawn.clear();
    const image = document.createElement('canvas');
    const c = image.getContext('2d')!;
    const font = `${name.style}${size}px ${SERIF}`;
    const halo = Math.max(3, size * 0.3);
    c.font = font;
    image.width = Math.ceil(c.measureText(name.text).width + 2 * halo);
    image.height = Math.ceil(size * 1.3 + 2 * halo);
    const base = Math.round(halo + size);
    c.font = font;
    c.lineJoin = 'round';
    c.textAlign = 'center';
    c.strokeStyle = palette.halo;
    c.lineWidth = halo;
    c.strokeText(name.text, image.width / 2, base);
    c.fillStyle = palette.name;
    c.fillText(name.text, image.width / 2, base);
    const made = { image, base };
    this.drawn.set(key, made);
    return made;
  }
}
