// fan.ts — a stack spread out: the chosen one, or the one the pointer rests on. It is near its hex, where it covers the
// fewest choices, and clear of the buttons on the map. It stays while the pointer is on it or on the way to it; its
// counters are picked and dragged like those on the map, and its last field takes all of them.

import { t } from '../i18n';
import { actedNow, actorsAt, candidatesAt } from '../model/act';
import type { Game } from '../model/game';
import { centre, type Point } from '../model/hex';
import type { Piece } from '../net/protocol';
import type { CounterCache } from './counter';
import { SANS } from './palette';
import { COUNTER, drawDone, drawRing, sideIndex } from './stacks';
import type { Viewport } from './viewport';

type Context = CanvasRenderingContext2D;

const AIM = 5; // how many stacks it may rather cover than a hex that can be aimed at
const RINGS = 5; // distances from the stack that are tried
const GAP = 6;
const EDGE = 7; // of paper around the counters
const REST = 180; // ms the pointer rests on a stack before it opens

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Place = Area & { clear: boolean; cost: number };

/** A field of the fan: a counter, or all of them. */
interface Item {
  piece: Piece | null;
  x: number;
  y: number;
  width: number;
}

/** Where a fan is tried: above, below, beside, and askew. */
const AROUND = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;

const covers = (area: Area, at: Point, room: number) =>
  at.x > area.x - room &&
  at.x < area.x + area.width + room &&
  at.y > area.y - room &&
  at.y < area.y + area.height + room;

function shared(a: Area, b: Area): number {
  const x = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const y = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return x > 0 && y > 0 ? x * y : 0;
}

export class Fan {
  private hex: number | null = null;
  private area: Area | null = null;
  private items: Item[] = [];
  private pointed = false;
  /** The fan's place when it was last pointed at, of which stack and under which camera: it stays there while counters
   * are picked out of it one by one. */
  private held: { hex: number; count: number; view: string; across: number; area: Place } | null = null;
  private rested: { hex: number | null; since: number } = { hex: null, since: 0 };
  /** A finger was used last: it points at nothing while it is up, so the fan of the chosen stack stays. */
  touched = false;

  constructor(
    private game: Game,
    private view: Viewport,
    private counters: CounterCache,
    private again: () => void,
  ) {}

  private itemAt(at: Point): Item | null {
    const within = ({ x, y, width }: Item) => Math.abs(at.x - x) <= width / 2 && Math.abs(at.y - y) <= width / 2;
    return this.items.find(within) ?? null;
  }

  /** The counter of the fan under a point. */
  pieceAt(at: Point): Piece | null {
    return this.itemAt(at)?.piece ?? null;
  }

  /** The hex whose whole stack is meant by a point. */
  allAt(at: Point): number | null {
    return this.itemAt(at)?.piece === null ? this.hex : null;
  }

  /** Takes the place of the pointer; true while it is over the fan or on its way from the stack to it, so that the map
   * below is not meant. */
  over(at: Point): boolean {
    this.pointed = !!this.area && this.items.length > 0 && (covers(this.area, at, 5) || this.onTheWay(at));
    return this.pointed;
  }

  /** Between the stack and the nearest edge of its fan. */
  private onTheWay(at: Point): boolean {
    const { area, view } = this;
    if (!area || this.hex === null) return false;
    const from = view.toScreen(centre(view.map, this.hex));
    const to = {
      x: Math.min(Math.max(from.x, area.x), area.x + area.width),
      y: Math.min(Math.max(from.y, area.y), area.y + area.height),
    };
    const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const along = ((at.x - from.x) * (to.x - from.x) + (at.y - from.y) * (to.y - from.y)) / long;
    const aside = Math.abs((at.x - from.x) * (to.y - from.y) - (at.y - from.y) * (to.x - from.x)) / long;
    return along > 0 && along <= long + 5 && aside < view.camera.scale * 0.7;
  }

  /** Which stack is spread out: while the pointer is on the fan the same; the chosen one, which while an order is being
   * built would cover what is lit and then shows only when it is pointed at; the one the pointer rests on. */
  private opened(): number | null {
    const { selectedHex, hoverHex, draft } = this.game.state;
    const stacks = this.game.shown()!.stacks;
    const tall = (hex: number | null) => hex !== null && (stacks.get(hex)?.length ?? 0) > 1;
    if (this.pointed && tall(this.hex)) return this.hex;
    if (this.rested.hex !== hoverHex) this.rested = { hex: hoverHex, since: performance.now() };
    if (tall(selectedHex) && (!draft || hoverHex === selectedHex || (this.touched && hoverHex === null)))
      return selectedHex;
    if (!tall(hoverHex) || (draft && !this.isUseful(hoverHex!))) return null;
    const left = this.rested.since + REST - performance.now();
    if (left <= 0) return hoverHex;
    window.setTimeout(this.again, left + 5);
    return null;
  }

  /** Whether something on the hex can join the order in the making. */
  private isUseful(hex: number): boolean {
    return candidatesAt(this.game, hex).length > 1;
  }

  /** Where a fan of that size covers least; `clear` if nothing that can be picked. */
  private place(hex: number, width: number, height: number, buttons: Area[]): Place {
    const { view } = this;
    const { draft } = this.game.state;
    const { scale } = view.camera;
    const taken = new Map<number, number>(); // a hex that may be meant next weighs more than one to look at
    for (const stack of this.game.shown()?.stacks.keys() ?? []) taken.set(stack, 1);
    for (const { hex: end } of draft?.reach?.ends ?? []) taken.set(end, 1);
    for (const choice of draft?.next ?? [])
      if (choice.hex !== undefined && choice.type === 'hex') taken.set(choice.hex, AIM);
      else if (choice.hex !== undefined) taken.set(choice.hex, 1);
    taken.delete(hex);
    const spots = [...taken].map(([one, weight]) => ({ ...view.toScreen(centre(view.map, one)), weight }));
    const at = view.toScreen(centre(view.map, hex));
    let best: Place = { x: 0, y: 0, width, height, clear: false, cost: Infinity };
    for (let ring = 0; ring < RINGS; ring++)
      for (const [dx, dy] of AROUND) {
        const off = scale * (0.8 + ring) + 8;
        const x = Math.min(Math.max(at.x + dx * (off + width / 2) - width / 2, 4), view.width - width - 4);
        const y = Math.min(Math.max(at.y + dy * (off + height / 2) - height / 2, 4), view.height - height - 4);
        const area = { x, y, width, height };
        const covered = spots.reduce((sum, p) => sum + (covers(area, p, scale * 0.8) ? p.weight : 0), 0);
        const hidden = buttons.reduce((sum, button) => sum + shared(area, button), 0);
        const cost = covered + (covers(area, at, scale * 0.5) ? 100 : 0) + (hidden ? 40 : 0) + ring * 0.4;
        if (cost < best.cost) best = { ...area, clear: covered === 0, cost };
      }
    return best;
  }

  /** Draws in CSS pixels; `buttons` are the areas of the canvas under other elements. */
  draw(c: Context, dark: boolean, buttons: () => Area[]) {
    this.hex = this.opened();
    this.area = null;
    this.items = [];
    if (this.hex === null || !this.view.inSight(this.hex, 0)) return; // pinched or dragged out of sight
    const { state } = this.game;
    const stack = this.game.shown()!.stacks.get(this.hex)!;
    const width = Math.min(Math.max(this.view.camera.scale * 1.2, 54), 76);
    const { due } = state.position?.keys.question ?? {}; // a fixed number: "all" would be too many
    const several =
      !due && Math.max(candidatesAt(this.game, this.hex).length, actorsAt(this.game, this.hex).length) > 1;
    const fields: (Piece | null)[] = several && !state.replay ? [...stack, null] : stack;
    const { across, area } = this.stay(fields.length) ?? this.arrange(fields.length, width, buttons());
    const picking = this.pointed && this.held?.area === area;
    this.held = { hex: this.hex, count: fields.length, view: this.standing(), across, area };
    this.paper(c, area, dark);
    const items = fields.map((piece, i) => ({
      piece,
      x: area.x + EDGE + (i % across) * (width + GAP) + width / 2,
      y: area.y + EDGE + Math.floor(i / across) * (width + GAP) + width / 2,
      width,
    }));
    this.drawItems(c, items, dark);
    if (state.draft && !area.clear && !this.touched && !picking) return;
    this.items = items;
    this.area = area;
  }

  private standing(): string {
    const { camera, width, height } = this.view;
    return [camera.x, camera.y, camera.scale, width, height].join(' ');
  }

  /** Its place, if it is the same fan under the pointer. */
  private stay(count: number): { across: number; area: Place } | null {
    const { held } = this;
    return this.pointed && held && held.hex === this.hex && held.count === count && held.view === this.standing()
      ? held
      : null;
  }

  /** In how many columns and where: as few lines as the canvas is wide enough for, or more where that covers less. */
  private arrange(count: number, width: number, buttons: Area[]): { across: number; area: Place } {
    const most = Math.max(3, Math.floor((this.view.width - 8 - 2 * EDGE + GAP) / (width + GAP)));
    const fewest = Math.ceil(count / Math.min(most, 8));
    const long = (items: number) => items * (width + GAP) - GAP + 2 * EDGE;
    const tried = [fewest, fewest + 1, fewest + 2]
      .filter((lines) => lines <= count)
      .map((lines) => {
        const across = Math.ceil(count / lines);
        return { across, area: this.place(this.hex!, long(across), long(Math.ceil(count / across)), buttons) };
      });
    return tried.reduce((best, one) => (one.area.cost < best.area.cost - 2 ? one : best));
  }

  private paper(c: Context, area: Area, dark: boolean) {
    const at = this.view.toScreen(centre(this.view.map, this.hex!));
    c.save();
    c.shadowColor = 'rgba(0,0,0,0.35)';
    c.shadowBlur = 10;
    c.shadowOffsetY = 2;
    c.fillStyle = dark ? 'rgba(30,30,28,0.95)' : 'rgba(255,253,244,0.96)';
    c.beginPath();
    c.roundRect(area.x, area.y, area.width, area.height, 8);
    c.fill();
    c.restore();
    const foot = {
      x: Math.min(Math.max(at.x, area.x + 6), area.x + area.width - 6),
      y: Math.min(Math.max(at.y, area.y + 6), area.y + area.height - 6),
    };
    c.strokeStyle = dark ? 'rgba(255,255,255,0.6)' : 'rgba(0,0,0,0.55)';
    c.lineWidth = 1;
    c.stroke();
    const far = Math.hypot(foot.x - at.x, foot.y - at.y);
    const reach = this.view.camera.scale * 0.6;
    if (far <= reach + 8) return;
    c.beginPath();
    c.moveTo(foot.x, foot.y);
    c.lineTo(at.x + ((foot.x - at.x) * reach) / far, at.y + ((foot.y - at.y) * reach) / far);
    c.lineWidth = 2;
    c.stroke();
  }

  /** The field that takes all. */
  private drawAll(c: Context, { x, y, width }: Item, dark: boolean) {
    c.setLineDash([4, 3]);
    c.strokeStyle = dark ? '#f0ebdd' : '#1d1a14';
    c.lineWidth = 1.5;
    c.beginPath();
    c.roundRect(x - width * 0.42, y - width * 0.42, width * 0.84, width * 0.84, 6);
    c.stroke();
    c.setLineDash([]);
    c.fillStyle = dark ? '#f0ebdd' : '#1d1a14';
    c.textAlign = 'center';
    c.font = `bold ${width * 0.24}px ${SANS}`;
    c.fillText(t('fan.all'), x, y + width * 0.08, width * 0.78);
  }

  private drawItems(c: Context, items: Item[], dark: boolean) {
    const { state } = this.game;
    if (!state.looks) return;
    const sides = state.scenario?.sides ?? [];
    const candidates = new Map(candidatesAt(this.game, this.hex!).map((one) => [one.piece.i, one.chosen]));
    const acted = state.replay ? new Set<number>() : actedNow(state);
    for (const item of items) {
      const { piece, x, y, width } = item;
      if (!piece) {
        this.drawAll(c, item, dark);
        continue;
      }
      const side = sideIndex(sides, piece.side);
      const bitmap = this.counters.get(piece, side, Math.round(width * this.view.dpr), this.view.dpr, state.looks);
      const size = bitmap.image.width / this.view.dpr;
      const idle = state.actors.size > 0 && !candidates.has(piece.i) && !state.actors.has(piece.i);
      c.globalAlpha = idle ? 0.55 : 1;
      const sharp = (at: number) => Math.round((at - size / 2) * this.view.dpr) / this.view.dpr;
      c.drawImage(bitmap.image, sharp(x), sharp(y), size, size);
      c.globalAlpha = 1;
      if (acted.has(piece.i)) drawDone(c, x, y, width, side);
      if (candidates.get(piece.i) || state.picked.includes(piece.i) || piece.i === state.selectedPiece)
        drawRing(c, x, y, width / COUNTER, side, 'chosen');
      else if (candidates.has(piece.i)) drawRing(c, x, y, width / COUNTER, side, 'open');
    }
  }
}
