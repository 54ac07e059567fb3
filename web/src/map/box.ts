// box.ts — upright boxes in hex sides: by them a tile skips what it need not draw.

import type { Point } from '../model/hex';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxOf(points: Point[], margin: number): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x - margin);
    box.top = Math.min(box.top, y - margin);
    box.right = Math.max(box.right, x + margin);
    box.bottom = Math.max(box.bottom, y + margin);
  }
  return box;
}

export function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** A shape and its box. */
export interface Boxed {
  path: Path2D;
  box: Box;
}

/** Something to draw and its box; its shapes are made when it first comes into sight. */
export interface Later<T> {
  box: Box;
  shape(): T;
}

export function later<T>(box: Box, make: () => T): Later<T> {
  return { box, shape: once(make) };
}

export function once<T>(make: () => T): () => T {
  let made: { it: T } | null = null;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}

/** The shapes of those that meet the box. */
export function inSight<T>(all: Later<T>[], box: Box): T[] {
  return all.filter((one) => meets(one.box, box)).map((one) => one.shape());
}
