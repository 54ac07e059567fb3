// course.ts — lines of points: rounded, measured, walked along.

import { between, distance, type Point } from '../model/hex';

/** Rounds the corners once (Chaikin). Ends of an open course stay. */
export function round(course: Point[], closed: boolean): Point[] {
  if (course.length < 3) return course;
  const rounded: Point[] = [];
  const steps = closed ? course.length : course.length - 1;
  if (!closed) rounded.push(course[0]!);
  for (let i = 0; i < steps; i++) {
    const a = course[i]!;
    const b = course[(i + 1) % course.length]!;
    if (closed || i > 0) rounded.push(between(a, b, 0.25));
    if (closed || i < steps - 1) rounded.push(between(a, b, 0.75));
  }
  if (!closed) rounded.push(course[course.length - 1]!);
  return rounded;
}

export function trace(path: Path2D, course: Point[], closed: boolean): void {
  if (course.length < 2) return;
  path.moveTo(course[0]!.x, course[0]!.y);
  for (let i = 1; i < course.length; i++) path.lineTo(course[i]!.x, course[i]!.y);
  if (closed) path.closePath();
}

/** A course with its length, on which places are found by how far along it they are. */
export class Measured {
  private sums: number[] = [0];

  constructor(private course: Point[]) {
    for (let i = 1; i < course.length; i++)
      this.sums.push(this.sums[i - 1]! + distance(course[i - 1]!, course[i]!));
  }

  get length(): number {
    return this.sums[this.sums.length - 1]!;
  }

  /** Point and direction at a length along the course. */
  at(wanted: number): { at: Point; angle: number } {
    const { course, sums } = this;
    if (course.length < 2) return { at: course[0] ?? { x: 0, y: 0 }, angle: 0 };
    let low = 1;
    let high = course.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    const a = course[low - 1]!;
    const b = course[low]!;
    const step = sums[low]! - sums[low - 1]!;
    const share = step > 0 ? (wanted - sums[low - 1]!) / step : 0;
    return { at: between(a, b, share), angle: Math.atan2(b.y - a.y, b.x - a.x) };
  }
}
