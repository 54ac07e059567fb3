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

export function length(course: Point[]): number {
  let sum = 0;
  for (let i = 1; i < course.length; i++) sum += distance(course[i - 1]!, course[i]!);
  return sum;
}

/** Point and direction at a length along the course. */
export function along(course: Point[], wanted: number): { at: Point; angle: number } {
  let left = wanted;
  for (let i = 1; i < course.length; i++) {
    const a = course[i - 1]!;
    const b = course[i]!;
    const step = distance(a, b);
    if (left <= step || i === course.length - 1)
      return { at: between(a, b, step > 0 ? left / step : 0), angle: Math.atan2(b.y - a.y, b.x - a.x) };
    left -= step;
  }
  return { at: course[0] ?? { x: 0, y: 0 }, angle: 0 };
}
