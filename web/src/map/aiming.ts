// aiming.ts — an order in the making on the map: its reach, its targets, its path and cost.

import type { Load } from '../model/carrying';
import { waysOf } from '../model/group';
import { across, centre, corner, EDGES, hexsideEnds, type Point } from '../model/hex';
import type { LookTable } from '../model/looks';
import { allParts, type Draft, drawnSlot, waypoints, wayTo } from '../model/order';
import type { Position } from '../model/position';
import type { GameState } from '../model/state';
import type { MapData, Reach } from '../net/protocol';
import { outlineSpot, spotInto } from './boxes';
import { arrow, beacon, crosshair, label, walk } from './signs';
import { drawSymbol } from './symbol';

type Context = CanvasRenderingContext2D;

/** Whether an enemy of the side to answer stands there: only then is a choice a threat. */
const isHostile = ({ keys, stacks }: Position, hex: number) =>
  stacks.get(hex)?.some((piece) => piece.side !== (keys.question?.side ?? keys.as)) ?? false;

/** Every hex a path may end in, with its cost where there is room for it, and every hex to choose. */
export function drawDestinations(
  c: Context,
  map: MapData,
  { draft, looks }: GameState,
  position: Position,
  costs: boolean,
) {
  if (!draft) return;
  if (draft.reach) drawReach(c, map, draft.reach, costs);
  const drawing = drawnSlot(draft);
  const anywhere = (slot: number | null) =>
    draft.next.filter((one) => one.slot === slot && one.hex !== undefined).length > (map.columns * map.rows) / 2;
  const everywhere = new Set(draft.verb.slots.flatMap((_, slot) => (anywhere(slot) ? slot : [])));
  const place = new Set<number>();
  for (const { type, slot, hex } of draft.next)
    if (type === 'hex' && hex !== undefined && !everywhere.has(slot ?? -1) && slot !== drawing) place.add(hex);
  const wide = place.size > WIDE;
  if (wide) drawZone(c, map, place, 'rgba(38, 104, 190, 0.2)', '#1d4f94');
  for (const choice of draft.next) {
    if (choice.hex === undefined || choice.hex < 0) continue;
    if (choice.slot !== null && everywhere.has(choice.slot)) continue; // nothing sets a hex apart
    if (wide && choice.type === 'hex' && choice.slot !== drawing && !isHostile(position, choice.hex)) continue;
    if (choice.slot === drawing) {
      const at = centre(map, choice.hex); // there are many: only where one may click
      c.beginPath();
      c.arc(at.x, at.y, 0.13, 0, 7);
      c.fillStyle = 'rgba(176, 13, 13, 0.45)';
      c.fill();
      continue;
    }
    const target = choice.type === 'hex';
    if (!target && (choice.type !== 'path' || draft.reach)) continue;
    c.beginPath();
    spotInto(c, map, choice.hex, 0.9);
    const foe = target && isHostile(position, choice.hex);
    c.fillStyle = foe ? 'rgba(214, 40, 40, 0.28)' : target ? 'rgba(38, 104, 190, 0.2)' : 'rgba(255, 226, 92, 0.5)';
    c.fill();
    c.setLineDash(foe ? [0.22, 0.12] : [0.05, 0.14]);
    outlineSpot(c, map, choice.hex, 0.9, foe ? '#b00d0d' : target ? '#1d4f94' : '#925e00', 0.1);
    c.setLineDash([]);
  }
  drawHarms(c, map, draft.harms, looks);
}

/** What is being carried: every hex that it can come from; then its path to the destination, or to the pointer. */
export function drawLoad(c: Context, map: MapData, load: Load, senders: number[], hover: number | null) {
  c.setLineDash([0.05, 0.14]);
  for (const hex of load.from === null ? senders : [load.from, load.to ?? -1])
    if (hex >= 0) outlineSpot(c, map, hex, 0.9, '#1d4f94', 0.12);
  c.setLineDash([]);
  const to = load.to ?? hover;
  if (load.from !== null && to !== null && to !== load.from)
    arrow(c, centre(map, load.from), centre(map, to), '#1d4f94', 0.16);
}

const WIDE = 40; // places to go to that are drawn as one zone and not each by itself

/** Hexes as one zone: each of them tinted, all together with an edge. */
function drawZone(c: Context, map: MapData, hexes: Set<number>, tint: string, colour: string) {
  const edge = new Path2D();
  c.fillStyle = tint;
  for (const hex of hexes) {
    const at = centre(map, hex);
    const box = hex >= map.columns * map.rows;
    c.beginPath();
    spotInto(c, map, hex, 0.97);
    c.fill();
    outlineSpot(c, map, hex, 0.95, `${colour}80`, box ? 0.1 : 0.035);
    for (let side = 0; side < EDGES && !box; side++) {
      if (hexes.has(across(map, hex, side))) continue;
      const [from, to] = [corner(at, side), corner(at, side + 1)];
      edge.moveTo(from.x, from.y);
      edge.lineTo(to.x, to.y);
    }
  }
  c.lineCap = 'round';
  c.lineWidth = 0.1;
  c.strokeStyle = colour;
  c.stroke(edge);
}

/** All hexes that can be reached, with the cost of each. */
function drawReach(c: Context, map: MapData, reach: Reach, costs: boolean) {
  drawZone(c, map, new Set(reach.ends.map((end) => end.hex)), 'rgba(255, 222, 64, 0.38)', '#784a00');
  for (const end of costs ? reach.ends : []) label(c, centre(map, end.hex), end.cost, 0.34, 0.6);
}

/** What each hex of a retreat costs: a cross where the unit is lost, else the steps and the sign it would bear. */
function drawHarms(c: Context, map: MapData, harms: Draft['harms'], looks: LookTable | null) {
  for (const [hex, list] of harms) {
    const at = centre(map, hex);
    if (list.some(({ gone }) => gone)) {
      drawRuin(c, at);
      continue;
    }
    const steps = list.reduce((sum, one) => sum + (one.steps ?? 0), 0);
    const sign = looks?.signs.get(list.find((one) => one.sign)?.sign ?? '');
    if (steps) label(c, at, `−${steps}`, 0.44, -0.35);
    if (sign?.drawing) drawSymbol(c, looks!, sign.drawing, at.x, at.y - (steps ? 0.5 : 0), 0.42, sign);
  }
}

/** A cross where the unit is lost. */
function drawRuin(c: Context, at: Point) {
  c.lineCap = 'round';
  for (const [colour, width] of [
    ['#ffffff', 0.3],
    ['#b00d0d', 0.17],
  ] as const) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(at.x - 0.32, at.y - 0.32);
    c.lineTo(at.x + 0.32, at.y + 0.32);
    c.moveTo(at.x + 0.32, at.y - 0.32);
    c.lineTo(at.x - 0.32, at.y + 0.32);
    c.stroke();
  }
}

/** Hexsides that can be chosen, over everything beside them. */
export function drawSides(c: Context, map: MapData, draft: Draft) {
  c.lineCap = 'round';
  for (const choice of draft.next) {
    if (choice.type !== 'hexside') continue;
    const [a, b] = hexsideEnds(map, choice.value);
    for (const [colour, width] of [
      ['#ffe25c', 0.34],
      ['#b00d0d', 0.12],
    ] as const) {
      c.beginPath();
      c.moveTo(a.x, a.y);
      c.lineTo(b.x, b.y);
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.stroke();
    }
  }
}

/** The hexes an order aims at. */
function aims(draft: Draft): number[] {
  return allParts(draft).flatMap((arg) => {
    const slot = draft.verb.slots[arg.slot];
    return slot?.type === 'hex' && !slot.drawn ? [arg.value] : [];
  });
}

/** Its targets, around the counters there. */
export function drawTargets(c: Context, map: MapData, draft: Draft, position: Position) {
  for (const hex of aims(draft))
    if (isHostile(position, hex)) crosshair(c, centre(map, hex));
    else outlineSpot(c, map, hex, 0.9, '#1d4f94', 0.16);
}

/** Arrows from the chosen counters to their target, under everything between. */
export function drawAim(c: Context, map: MapData, draft: Draft, position: Position) {
  const from = new Set<number>();
  const parts = allParts(draft);
  for (const arg of parts) {
    const hex = draft.verb.slots[arg.slot]?.type === 'piece' ? position.pieces.get(arg.value)?.hex : null;
    if (hex !== null && hex !== undefined) from.add(hex);
  }
  for (const aim of aims(draft))
    for (const hex of from)
      arrow(c, centre(map, hex), centre(map, aim), isHostile(position, aim) ? '#b00d0d' : '#1d4f94', 0.16);
}

/** Waypoints as they were set, each with its number, and the line that the hex pointed at would add. */
export function drawDrawing(c: Context, map: MapData, draft: Draft, pointed: number | null) {
  const points = waypoints(draft).map((hex) => centre(map, hex));
  const next =
    pointed !== null && draft.next.some((choice) => choice.slot === drawnSlot(draft) && choice.hex === pointed);
  if (!points.length) return;
  c.lineJoin = 'round';
  c.lineCap = 'round';
  const line = (from: Point[], dash: number[]) => {
    for (const [colour, width] of [
      ['#ffffff', 0.26],
      ['#b00d0d', 0.14],
    ] as const) {
      c.setLineDash(dash);
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.beginPath();
      for (const at of from) c.lineTo(at.x, at.y);
      c.stroke();
    }
    c.setLineDash([]);
  };
  line(points, []);
  if (next) line([points[points.length - 1]!, centre(map, pointed)], [0.3, 0.25]);
  points.forEach((at, i) => {
    c.beginPath();
    c.arc(at.x, at.y, 0.26, 0, 7);
    c.fillStyle = '#b00d0d';
    c.fill();
    label(c, at, String(i + 1), 0.3, 0.1);
  });
}

/** The path to the hex pointed at, with its cost, and the paths of the counters that follow. */
export function drawWay(c: Context, map: MapData, draft: Draft, pointed: number) {
  const { reach } = draft;
  const way = reach && wayTo(reach, pointed);
  if (!reach || !way?.length) return;
  const end = reach.ends.find((one) => one.hex === pointed)!;
  const points = [...(reach.start >= 0 ? [reach.start] : []), ...way].map((hex) => centre(map, hex));
  for (const other of waysOf(draft, pointed))
    if (other.length > 1)
      walk(
        c,
        other.map((hex) => centre(map, hex)),
      );
  walk(c, points);
  for (const hex of way)
    if (reach.exposed?.[String(hex)]) drawExposed(c, centre(map, hex), reach.exposed[String(hex)]!);
  label(c, points[points.length - 1]!, end.cost, 0.52, -0.42);
}

/** A hex of the path where so many stacks may fire at a unit that enters it. */
function drawExposed(c: Context, at: Point, stacks: number) {
  c.beginPath();
  c.arc(at.x + 0.42, at.y - 0.42, 0.24, 0, 7);
  c.fillStyle = '#b00d0d';
  c.fill();
  c.lineWidth = 0.06;
  c.strokeStyle = '#ffffff';
  c.stroke();
  label(c, { x: at.x + 0.42, y: at.y - 0.42 }, String(stacks), 0.3, 0.1);
}

/** The hexes chosen, hinted at or named by a refusal. */
export function drawPointers(c: Context, map: MapData, state: GameState, hinted: number[], dark: boolean) {
  if (state.selectedHex !== null) outlineSpot(c, map, state.selectedHex, 0.97, dark ? '#ffffff' : '#1b1b1b', 0.07);
  const begun = new Set(state.draft?.args.map((arg) => arg.hex));
  for (const hex of hinted) if (!begun.has(hex)) beacon(c, centre(map, hex));
  const on = Math.floor(performance.now() / 240) % 2 === 0;
  for (const hex of state.flash) outlineSpot(c, map, hex, 0.95, on ? '#ff2a2a' : '#ffffff', 0.16);
}
