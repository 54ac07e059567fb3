// waternames.ts — names of rivers, letter by letter along their course.

import type { Point } from '../model/hex';
import { type Box, boxOf } from './box';
import { Measured } from './course';
import type { River } from './lines';

export interface Letter {
  text: string;
  x: number;
  y: number;
  angle: number;
}

export interface WaterName {
  letters: Letter[];
  size: number;
  bold: boolean;
  box: Box;
}

/** Letters of a river's name along its course, where it bends least. */
export function nameRiver(river: River): WaterName[] {
  const big = river.water === 'river';
  const size = big ? 0.58 : 0.4;
  const pitch = size * 0.5 + (big ? 0.34 : 0.1);
  const width = pitch * river.name.length;
  const course = new Measured(river.course().line);
  const whole = course.length;
  const names: WaterName[] = [];
  const times = Math.max(1, Math.round(whole / (big ? 16 : 22)));
  for (let i = 0; i < times; i++) {
    const from = (whole * i) / times + 0.5;
    const to = (whole * (i + 1)) / times - 0.5;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let at = from; at + width <= to; at += 0.8) {
      let bent = 3 * Math.abs((at + width / 2 - from) / (to - from) - 0.5);
      let before = course.at(at).angle;
      for (let k = 1; k <= 8; k++) {
        const { angle } = course.at(at + (width * k) / 8);
        bent += Math.abs(Math.atan2(Math.sin(angle - before), Math.cos(angle - before)));
        before = angle;
      }
      if (bent < least) {
        least = bent;
        best = at;
      }
    }
    if (best < 0) continue;
    const letters = lettersAlong(river.name, course, best, width, pitch, big ? 0.36 : 0.22);
    names.push({ letters, size, bold: big, box: boxOf(letters, size) });
  }
  return names;
}

function lettersAlong(
  name: string,
  river: Measured,
  from: number,
  width: number,
  pitch: number,
  off: number,
): Letter[] {
  let course: Point[] = [];
  for (let at = from - 0.5; at <= from + width + 0.5; at += 0.25) course.push(river.at(Math.max(0, at)).at);
  for (let times = 0; times < 40; times++)
    for (let i = 1; i + 1 < course.length; i++) {
      const a = course[i - 1]!;
      const b = course[i + 1]!;
      const p = course[i]!;
      course[i] = { x: p.x * 0.4 + (a.x + b.x) * 0.3, y: p.y * 0.4 + (a.y + b.y) * 0.3 };
    }
  if (course[course.length - 1]!.x < course[0]!.x) course = course.reverse();
  const calm = new Measured(course);
  const start = (calm.length - width) / 2;
  return [...name].map((text, i) => {
    const { at, angle } = calm.at(start + pitch * (i + 0.5));
    return { text, x: at.x + Math.sin(angle) * off, y: at.y - Math.cos(angle) * off, angle };
  });
}
