// viewport.ts — the camera of one canvas: where it looks, how it gets there, and from pixels to hexes and back.

import { centre, hexAt, mapBounds, type Point } from '../model/hex';
import type { MapData } from '../net/protocol';
import { around, type Camera, held, toMap, toScreen, zoomed } from './camera';
import { LEVELS } from './tiles';

const MARGIN = 46; // CSS pixels at the edge of the canvas that do not count as in sight
const NEAR = 22.7; // CSS pixels a hex side at which counters are read with ease
const READABLE = 20; // and at which they just can be

export class Viewport {
  camera: Camera;
  width = 1;
  height = 1;
  dpr = 1;
  private target: Camera | null = null;

  constructor(
    readonly map: MapData,
    private changed: () => void,
  ) {
    const all = mapBounds(map);
    this.camera = { x: all.x + all.width / 2, y: all.y + all.height / 2, scale: 20 };
  }

  get gliding(): boolean {
    return this.target !== null;
  }

  /** Another size of the canvas. When only its lower edge moved, the map stays where it is under the pointer;
   * otherwise what is in the middle stays there. */
  resize(width: number, height: number, dpr: number) {
    const fixed = width === this.width;
    for (const camera of fixed ? [this.camera, this.target] : [])
      if (camera) camera.y += (height - this.height) / 2 / camera.scale;
    this.width = width;
    this.height = height;
    this.dpr = dpr;
  }

  // ---- pixels and hexes ----

  toMap(at: Point): Point {
    return toMap(this.camera, this.width, this.height, at.x, at.y);
  }

  toScreen(at: Point): Point {
    return toScreen(this.camera, this.width, this.height, at);
  }

  hexAt(at: Point): number {
    const on = this.toMap(at);
    return hexAt(this.map, on.x, on.y);
  }

  /** Where a hex is on the canvas, when the camera has come to rest. */
  pixelOf(hex: number): Point {
    return toScreen(this.target ?? this.camera, this.width, this.height, centre(this.map, hex));
  }

  inSight(hex: number, margin = MARGIN): boolean {
    const at = this.pixelOf(hex);
    return at.x > margin && at.y > margin && at.x < this.width - margin && at.y < this.height - margin;
  }

  // ---- where to look ----

  fitWhole(gently: boolean) {
    const { x, y, width, height } = mapBounds(this.map);
    const corners = [
      { x, y },
      { x: x + width, y: y + height },
    ];
    this.moveTo(around(corners, this.width, this.height, 0.4, 64), gently);
  }

  /** The whole map if counters can be read so, else as near as they can and with as many of the hexes as possible. */
  open(hexes: number[]) {
    this.fitWhole(false);
    if (this.camera.scale >= READABLE || !hexes.length) return;
    const points = hexes.map((hex) => centre(this.map, hex));
    const all = around(points, this.width, this.height, 1.5, 40);
    this.moveTo(all.scale >= NEAR ? all : { ...this.densest(points, NEAR), scale: NEAR }, false);
  }

  /** Where at that scale most of the points are in sight. */
  private densest(points: Point[], scale: number): Point {
    const wide = (this.width - 2 * MARGIN) / scale / 2;
    const high = (this.height - 2 * MARGIN) / scale / 2;
    let best = points[0]!;
    let most = 0;
    for (const at of points) {
      const near = points.filter((p) => Math.abs(p.x - at.x) <= wide && Math.abs(p.y - at.y) <= high);
      if (near.length <= most) continue;
      most = near.length;
      best = {
        x: near.reduce((sum, p) => sum + p.x, 0) / near.length,
        y: near.reduce((sum, p) => sum + p.y, 0) / near.length,
      };
    }
    return best;
  }

  /** Brings hexes into sight, moving no more than needed. */
  show(hexes: number[]) {
    const shown = hexes.filter((hex) => hex >= 0);
    if (!shown.length) return;
    const camera = this.target ?? this.camera;
    if (camera.scale >= 16 && shown.every((hex) => this.inSight(hex))) return;
    const points = shown.map((hex) => centre(this.map, hex));
    const wanted = around(points, this.width, this.height, 2.5, Math.max(camera.scale, 32));
    const scale = Math.max(Math.min(wanted.scale, camera.scale), Math.min(wanted.scale, NEAR));
    this.moveTo({ ...wanted, scale }, true);
  }

  /** Looks at where most of the hexes are, unless one of them is in sight already. */
  showSome(hexes: number[]) {
    if (!hexes.length || hexes.some((hex) => this.inSight(hex))) return;
    const scale = Math.max((this.target ?? this.camera).scale, NEAR);
    const points = hexes.map((hex) => centre(this.map, hex));
    this.moveTo({ ...this.densest(points, scale), scale }, true);
  }

  zoomBy(steps: number, at: Point = { x: this.width / 2, y: this.height / 2 }) {
    const from = this.target ?? this.camera;
    const level = Math.round(Math.log2(from.scale * this.dpr) * LEVELS) + steps * 2;
    const factor = 2 ** (level / LEVELS) / this.dpr / from.scale;
    this.moveTo(zoomed(from, this.width, this.height, at.x, at.y, factor), true);
  }

  /** Zooms by a factor around a point at once, as a pinch does. */
  pinch(factor: number, at: Point) {
    this.moveTo(zoomed(this.camera, this.width, this.height, at.x, at.y, factor), false);
  }

  pan(dx: number, dy: number) {
    const { x, y, scale } = this.target ?? this.camera;
    this.moveTo({ x: x - dx / scale, y: y - dy / scale, scale }, false);
  }

  private moveTo(camera: Camera, gently: boolean) {
    const target = held(camera, this.width, this.height, this.map);
    if (gently && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.target = target;
    } else {
      this.camera = target;
      this.target = null;
    }
    this.changed();
  }

  /** One frame nearer to where it is going. */
  glide() {
    if (!this.target) return;
    const { camera, target } = this;
    const share = 0.28;
    const next = {
      x: camera.x + (target.x - camera.x) * share,
      y: camera.y + (target.y - camera.y) * share,
      scale: camera.scale * (target.scale / camera.scale) ** share,
    };
    const near =
      Math.abs(target.x - next.x) * target.scale < 0.6 &&
      Math.abs(target.y - next.y) * target.scale < 0.6 &&
      Math.abs(Math.log(target.scale / next.scale)) < 0.004;
    this.camera = near ? target : next;
    if (near) this.target = null;
    this.changed();
  }
}
