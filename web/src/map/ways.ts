// ways.ts — the paths of counters that a plan bound: a line a counter, beside each other, with the turns.

import { centre, distance, type Point } from '../model/hex';
import { planOf, stretches } from '../model/plans';
import type { GameState } from '../model/state';
import type { MapData } from '../net/protocol';
import { label } from './signs';

type Context = CanvasRenderingContext2D;

const APART = 0.085; // between the lines of two counters
const LANES = 7;

/** Moved to the right of its direction, so that counters that went together can be told apart. */
function beside(a: Point, b: Point, lane: number): [Point, Point] {
  const length = distance(a, b) || 1;
  const by = (lane - (LANES - 1) / 2) * APART;
  const [x, y] = [(-(b.y - a.y) / length) * by, ((b.x - a.x) / length) * by];
  return [
    { x: a.x + x, y: a.y + y },
    { x: b.x + x, y: b.y + y },
  ];
}

/** Earlier turns are paler. */
export function drawCompared(c: Context, map: MapData, compared: NonNullable<GameState['compared']>) {
  const plan = planOf(compared);
  if (!plan) return;
  const turns = new Map<string, { at: Point; turn: number }>();
  const last = Math.max(plan.to, plan.from + 1);
  c.lineCap = 'round';
  c.lineWidth = 0.075;
  compared.ways.ways.forEach((way, i) => {
    for (const { turn, from, to } of stretches(way, plan.plan)) {
      const [a, b] = beside(centre(map, from), centre(map, to), i % LANES);
      const age = Math.min(1, Math.max(0, (turn - plan.from) / (last - plan.from)));
      c.strokeStyle = `rgb(${Math.round(222 - 70 * age)} ${Math.round(110 - 92 * age)} ${Math.round(28 - 10 * age)})`;
      c.beginPath();
      c.moveTo(a.x, a.y);
      c.lineTo(b.x, b.y);
      c.stroke();
      c.beginPath();
      c.arc(b.x, b.y, 0.09, 0, 7);
      c.fillStyle = c.strokeStyle;
      c.fill();
      turns.set(`${to} ${turn}`, { at: centre(map, to), turn });
    }
  });
  const written = new Map<string, number>();
  for (const { at, turn } of [...turns.values()].sort((a, b) => a.turn - b.turn)) {
    const place = `${at.x} ${at.y}`;
    const row = written.get(place) ?? 0;
    written.set(place, row + 1);
    if (row < 3) label(c, { x: at.x, y: at.y + 0.34 * row }, String(turn), 0.34, 0.72);
  }
}
