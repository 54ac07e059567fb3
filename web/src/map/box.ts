// box.ts — upright boxes in hex sides: what a tile need not draw is found by them.

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

/** A shape and where it lies. */
export interface Boxed {
  path: Path2D;
  box: Box;
}
