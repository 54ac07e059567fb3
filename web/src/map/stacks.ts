// stacks.ts — counters on the map: stacks with their height, and rings around those that can act or were chosen.

import { actedNow, canAct } from '../model/act';
import { LASTS } from '../model/ghosts';
import { centre, type Point } from '../model/hex';
import type { LookTable } from '../model/looks';
import { allParts } from '../model/order';
import { askedIn } from '../model/plan';
import type { Position } from '../model/position';
import type { GameState } from '../model/state';
import type { MapData, Piece, Side } from '../net/protocol';
import { boxPlaces } from './boxes';
import { CounterCache, counterShape } from './counter';
import { SANS } from './palette';
import { nearestStep } from './tiles';

type Context = CanvasRenderingContext2D;

export const COUNTER = 1.14; // width of a counter in hex sides
const STEP = 0.065; // of a stack
const ASIDE = 0.3; // hex sides between a unit that was seen once and the units there now
const COUNTED = 13; // CSS pixels a hex side above which a stack shows its count

export type Ring = 'chosen' | 'open' | 'actor';

/** A side's place in the list, which decides the form of its counters. */
export function sideIndex(sides: Side[], word: string): number {
  const at = sides.findIndex((side) => side.word === word);
  return at < 0 ? 3 : at;
}

/** Chosen: a double line. Can be added: dashes. Can act: a bright line. */
export function drawRing(c: Context, x: number, y: number, scale: number, side: number, ring: Ring) {
  counterShape(c, x, y, COUNTER * scale * 1.1, side);
  if (ring === 'chosen') {
    c.strokeStyle = '#ffffff';
    c.lineWidth = Math.max(scale * 0.16, 4);
    c.stroke();
    c.strokeStyle = '#1257c9';
    c.lineWidth = Math.max(scale * 0.1, 2.5);
    c.stroke();
    return;
  }
  c.strokeStyle = '#1c1600';
  c.lineWidth = Math.max(scale * 0.11, 3);
  c.stroke();
  c.strokeStyle = '#ffd21f';
  c.lineWidth = Math.max(scale * 0.065, 1.8);
  if (ring === 'open') c.setLineDash([scale * 0.2, scale * 0.13]);
  c.stroke();
  c.setLineDash([]);
}

/** Which ring a stack gets. */
function ringsOf(state: GameState, yours: boolean): (stack: Piece[]) => Ring | null {
  const { draft } = state;
  const chosen = new Set<number>();
  const open = new Set<number>();
  for (const one of draft ? allParts(draft) : [])
    if (draft!.verb.slots[one.slot]?.type === 'piece') chosen.add(one.value);
  for (const party of draft?.others ?? []) for (const arg of party.args) chosen.add(arg.value);
  for (const choice of draft?.next ?? []) if (choice.type === 'piece') open.add(choice.value);
  return (stack) => {
    if (!yours) return null;
    if (stack.some((piece) => chosen.has(piece.i))) return 'chosen';
    if (stack.some((piece) => open.has(piece.i))) return 'open';
    return !draft && stack.some((piece) => canAct(state, piece.i)) ? 'actor' : null;
  };
}

export class Stacks {
  readonly counters = new CounterCache();

  constructor(private map: MapData) {}

  /** Units seen there once: paler by the turn, and beside any unknown unit there. */
  private drawGhosts(
    c: Context,
    state: GameState,
    position: Position,
    left: number,
    top: number,
    scale: number,
    dpr: number,
    looks: LookTable,
  ) {
    const sides = state.scenario?.sides ?? [];
    const width = Math.max(8, Math.round(COUNTER * nearestStep(scale)));
    for (const { piece, hex, turn } of state.ghosts) {
      if (hex >= this.map.columns * this.map.rows) continue;
      const at = centre(this.map, hex);
      const aside = position.stacks.get(hex)?.length ? ASIDE : 0;
      const bitmap = this.counters.get(piece, sideIndex(sides, piece.side), width, dpr, looks);
      const size = (bitmap.image.width * COUNTER * scale) / width;
      c.globalAlpha = 0.6 - (0.4 * (position.keys.turn - turn)) / LASTS;
      c.drawImage(
        bitmap.image,
        (at.x - aside - left) * scale - size / 2,
        (at.y - aside - top) * scale - size / 2,
        size,
        size,
      );
    }
    c.globalAlpha = 1;
  }

  /** Draws in device pixels, `scale` of them a hex side. */
  draw(
    c: Context,
    state: GameState,
    position: Position,
    left: number,
    top: number,
    scale: number,
    dpr: number,
    resting: boolean,
    away: Map<number, { piece: Piece; at: Point }>,
  ) {
    const { looks } = state;
    if (!looks) return;
    const sides = state.scenario?.sides ?? [];
    const width = Math.max(8, Math.round(COUNTER * (resting ? scale : nearestStep(scale))));
    const grow = (COUNTER * scale) / width;
    const ringOf = ringsOf(state, !!askedIn(state)?.yours && !state.replay);
    const acted = state.replay ? new Set<number>() : actedNow(state);
    if (!state.replay) this.drawGhosts(c, state, position, left, top, scale, dpr, looks);
    for (const [hex, all] of position.stacks) {
      const stack = away.size ? all.filter((piece) => !away.has(piece.i)) : all;
      if (!stack.length) continue;
      if (hex >= this.map.columns * this.map.rows) {
        this.drawBox(c, hex, stack, sides, left, top, scale, dpr, ringOf, looks);
        continue;
      }
      const at = centre(this.map, hex);
      const below = Math.min(stack.length - 1, 3);
      const x = (at.x - (STEP * below) / 2 - left) * scale;
      const y = (at.y + (STEP * below) / 2 - top) * scale;
      const half = COUNTER * scale;
      if (x < -half || y < -half || x > c.canvas.width + half || y > c.canvas.height + half) continue;
      drawBelow(c, x, y, scale, stack.slice(1, below + 1), sides);
      const shown = stack.find((piece) => piece.i === state.selectedPiece) ?? stack[0]!;
      const side = sideIndex(sides, shown.side);
      const bitmap = this.counters.get(shown, side, width, dpr, looks);
      if (grow > 0.99 && grow < 1.01)
        c.drawImage(bitmap.image, Math.round(x - bitmap.offset), Math.round(y - bitmap.offset));
      else {
        const size = bitmap.image.width * grow;
        c.drawImage(bitmap.image, x - size / 2, y - size / 2, size, size);
      }
      if (acted.has(shown.i)) drawDone(c, x, y, COUNTER * scale, side);
      const ring = ringOf(stack);
      if (ring) drawRing(c, x, y, scale, side, ring);
      if (stack.length > 1 && scale / dpr >= COUNTED) drawCount(c, x, y, scale, dpr, stack.length);
    }
  }

  /** Counters between two hexes. */
  drawAway(
    c: Context,
    state: GameState,
    away: Map<number, { piece: Piece; at: Point }>,
    left: number,
    top: number,
    scale: number,
    dpr: number,
  ) {
    const sides = state.scenario?.sides ?? [];
    const width = Math.max(8, Math.round(COUNTER * scale));
    for (const { piece, at } of away.values()) {
      if (!state.looks) return;
      const bitmap = this.counters.get(piece, sideIndex(sides, piece.side), width, dpr, state.looks);
      c.drawImage(bitmap.image, (at.x - left) * scale - bitmap.offset, (at.y - top) * scale - bitmap.offset);
    }
  }

  /** All counters of a box side by side, each with its own ring. */
  private drawBox(
    c: Context,
    hex: number,
    stack: Piece[],
    sides: Side[],
    left: number,
    top: number,
    scale: number,
    dpr: number,
    ringOf: (stack: Piece[]) => Ring | null,
    looks: LookTable,
  ) {
    const { at, size } = boxPlaces(this.map, hex, stack.length, COUNTER);
    const wide = Math.max(8, Math.round(nearestStep(size * scale)));
    stack.forEach((piece, i) => {
      const x = (at[i]!.x - left) * scale;
      const y = (at[i]!.y - top) * scale;
      const side = sideIndex(sides, piece.side);
      const bitmap = this.counters.get(piece, side, wide, dpr, looks);
      const drawn = (bitmap.image.width * size * scale) / wide;
      c.drawImage(bitmap.image, x - drawn / 2, y - drawn / 2, drawn, drawn);
      const ring = ringOf([piece]);
      if (ring) drawRing(c, x, y, (scale * size) / COUNTER, side, ring);
    });
  }
}

/** A counter that has acted in this phase: a veil and a tick. */
export function drawDone(c: Context, x: number, y: number, width: number, side: number) {
  counterShape(c, x, y, width, side);
  c.fillStyle = 'rgba(70, 66, 58, 0.2)'; // its values are read all the same
  c.fill();
  const r = width * 0.15;
  const [cx, cy] = [x - width * 0.46, y - width * 0.44]; // its values stand at the foot
  c.beginPath();
  c.arc(cx, cy, r, 0, 7);
  c.fillStyle = '#fffdf4';
  c.fill();
  c.strokeStyle = '#141414';
  c.lineWidth = Math.max(width * 0.02, 0.7);
  c.stroke();
  c.beginPath();
  c.moveTo(cx - r * 0.55, cy);
  c.lineTo(cx - r * 0.1, cy + r * 0.45);
  c.lineTo(cx + r * 0.6, cy - r * 0.5);
  c.strokeStyle = '#1f7a43';
  c.lineWidth = r * 0.32;
  c.stroke();
}

/** The counters under the top one: their edges, the lowest first. */
function drawBelow(c: Context, x: number, y: number, scale: number, under: Piece[], sides: Side[]) {
  for (let i = under.length; i > 0; i--) {
    const piece = under[i - 1]!;
    const off = STEP * i * scale;
    counterShape(c, x + off, y - off, COUNTER * scale, sideIndex(sides, piece.side));
    c.fillStyle = piece.colour;
    c.fill();
    c.strokeStyle = '#141414';
    c.lineWidth = Math.max(scale * 0.025, 0.7);
    c.stroke();
  }
}

function drawCount(c: Context, x: number, y: number, scale: number, dpr: number, count: number) {
  const r = Math.min(Math.max(scale * 0.19, 6.5 * dpr), 13 * dpr);
  const cx = x + scale * 0.55;
  const cy = y - scale * 0.5;
  c.beginPath();
  c.arc(cx, cy, r, 0, 7);
  c.fillStyle = '#fffdf4';
  c.fill();
  c.strokeStyle = '#141414';
  c.lineWidth = dpr;
  c.stroke();
  c.fillStyle = '#141414';
  c.font = `bold ${r * 1.35}px ${SANS}`;
  c.textAlign = 'center';
  c.fillText(String(count), cx, cy + r * 0.47);
}
