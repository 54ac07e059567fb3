// camera.ts — the part of the map in sight. `x`, `y` is the map point at the middle of the canvas, in hex sides;
// `scale` is CSS pixels a hex side.

import { type Grid, mapBounds, type Point } from '../model/hex';

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export const LEAST_SCALE = 3.6; // the whole map on a phone
export const MOST_SCALE = 120;

export function toMap(camera: Camera, width: number, height: number, px: number, py: number): Point {
  return { x: camera.x + (px - width / 2) / camera.scale, y: camera.y + (py - height / 2) / camera.scale };
}

export function toScreen(camera: Camera, width: number, height: number, at: Point): Point {
  return { x: (at.x - camera.x) * camera.scale + width / 2, y: (at.y - camera.y) * camera.scale + height / 2 };
}

const BEYOND = 5; // hex sides of the table that may be seen beyond the map's edge

/** The camera kept so that the map fills the canvas but for a margin, or stays wholly in sight if it is smaller. */
export function held(camera: Camera, width: number, height: number, grid: Grid): Camera {
  const all = mapBounds(grid);
  const scale = Math.min(Math.max(camera.scale, LEAST_SCALE), MOST_SCALE);
  const keep = (at: number, from: number, long: number, seen: number) => {
    const first = Math.min(seen / 2 - BEYOND, long / 2);
    return Math.min(Math.max(at, from + first), from + long - first);
  };
  return {
    x: keep(camera.x, all.x, all.width, width / scale),
    y: keep(camera.y, all.y, all.height, height / scale),
    scale,
  };
}

/** Zoomed by a factor around a point of the canvas, which stays where it is. */
export function zoomed(
  camera: Camera,
  width: number,
  height: number,
  px: number,
  py: number,
  factor: number,
): Camera {
  const scale = Math.min(Math.max(camera.scale * factor, LEAST_SCALE), MOST_SCALE);
  const at = toMap(camera, width, height, px, py);
  return { x: at.x - (px - width / 2) / scale, y: at.y - (py - height / 2) / scale, scale };
}

/** The whole of a box of map points in sight, with a margin. */
export function around(points: Point[], width: number, height: number, margin: number, most = 60): Camera {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const left = Math.min(...xs) - margin;
  const right = Math.max(...xs) + margin;
  const top = Math.min(...ys) - margin;
  const bottom = Math.max(...ys) + margin;
  const scale = Math.min(width / (right - left), height / (bottom - top), most);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.max(scale, LEAST_SCALE) };
}
