// board.ts — the map on the screen: a camera over tiles, counters, and everything that lights up. It draws when
// something changed and only then; pointer, wheel, pinch and keys move the camera or say which hex is meant.

import { candidatesAt } from '../model/act';
import { readControl } from '../model/control';
import type { Game, GameState, Overlay } from '../model/game';
import {
  across,
  between,
  centre,
  corner,
  EDGES,
  hexAt,
  hexDistance,
  hexsideEnds,
  mapSize,
  type Point,
} from '../model/hex';
import { wayTo } from '../model/order';
import type { Position } from '../model/position';
import type { MapData, Piece } from '../net/protocol';
import { around, type Camera, held, toMap, toScreen, zoomed } from './camera';
import { CounterCache, counterShape } from './counter';
import { DARK, LIGHT, makeTerrain } from './terrain';
import { LEVELS, nearestStep, Tiles } from './tiles';

const COUNTER = 1.14; // width of a counter in hex sides
const STEP = 0.065; // of a stack
const CLICK_SLOP = 6;
const SANS = 'system-ui, "DejaVu Sans", "Liberation Sans", sans-serif';

export interface BoardEvents {
  click(hex: number): void;
  pickPiece(piece: Piece): void;
  drop(piece: Piece, hex: number): void;
  box(hexes: number[]): void;
  cursor(hex: number): void;
}

interface Fan {
  hex: number;
  box: { x: number; y: number; width: number; height: number };
  items: { piece: Piece; x: number; y: number; width: number }[];
}

export class Board {
  private context: CanvasRenderingContext2D;
  private tiles: Tiles;
  private counters = new CounterCache();
  private camera: Camera;
  private target: Camera | null = null;
  private width = 1;
  private height = 1;
  private dpr = 1;
  private frame = 0;
  private dark = false;
  private pointers = new Map<number, Point>();
  private pressed: { x: number; y: number; hex: number; piece: Piece | null; box: boolean } | null = null;
  private dragging: 'pan' | 'piece' | 'box' | null = null;
  private dragAt: Point = { x: 0, y: 0 };
  private fan: Fan | null = null;
  private overFan = false;
  private cursor = -1;
  private control: { text: string; sides: { area: Path2D; front: Path2D }[] } | null = null;
  private tinted: { overlay: Overlay; area: Path2D; hatching: Path2D } | null = null;
  private sized = false;
  private phase = 0;
  private pulse = 0;
  private unsubscribe: () => void;
  private observer: ResizeObserver;
  framesDrawn = 0;

  constructor(
    private canvas: HTMLCanvasElement,
    private map: MapData,
    private game: Game,
    private events: BoardEvents,
  ) {
    this.context = canvas.getContext('2d', { alpha: false })!;
    this.tiles = new Tiles(makeTerrain(map), LIGHT);
    const size = mapSize(map);
    this.camera = { x: size.width / 2, y: size.height / 2, scale: 20 };
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    this.unsubscribe = game.store.subscribe(() => this.dirty());
    this.listen();
    this.resize();
    this.pulse = window.setInterval(() => {
      if (game.state.flash.size || game.state.draft?.args.length) this.dirty();
    }, 120);
  }

  destroy() {
    this.observer.disconnect();
    this.unsubscribe();
    cancelAnimationFrame(this.frame);
    clearInterval(this.pulse);
  }

  setDark(dark: boolean) {
    this.dark = dark;
    this.tiles.setPalette(dark ? DARK : LIGHT);
    this.dirty();
  }

  private resize() {
    const box = this.canvas.getBoundingClientRect();
    this.width = Math.max(1, Math.round(box.width));
    this.height = Math.max(1, Math.round(box.height));
    this.dpr = Math.min(window.devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(this.width * this.dpr);
    this.canvas.height = Math.round(this.height * this.dpr);
    if (!this.sized && this.width > 50) {
      this.sized = true;
      this.fit(false);
    }
    this.draw();
  }

  dirty() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  // ---- camera ----

  /** The whole map, or where the counters are when the map is large. */
  fit(gently = true) {
    const size = mapSize(this.map);
    let points: Point[] = [
      { x: 0, y: 0 },
      { x: size.width, y: size.height },
    ];
    let camera = around(points, this.width, this.height, 0.4, 64);
    const front = camera.scale < 14 && !gently ? this.front() : [];
    if (front.length) {
      points = front.map((hex) => centre(this.map, hex));
      camera = around(points, this.width, this.height, 2, 40);
      if (camera.scale < 22) camera = { ...this.middleOf(points), scale: 22 };
    }
    this.moveTo(camera, gently);
  }

  /** Hexes of counters that have an enemy within three hexes; all counters if there are none. */
  private front(): number[] {
    const stacks = [...(this.game.shown()?.stacks ?? [])];
    const near = stacks.filter(([hex, stack]) =>
      stacks.some(([other, there]) => there[0]!.side !== stack[0]!.side && hexDistance(this.map, hex, other) <= 3),
    );
    return (near.length ? near : stacks).map(([hex]) => hex);
  }

  private middleOf(points: Point[]): Point {
    const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
    return { x: middle(points.map((p) => p.x)), y: middle(points.map((p) => p.y)) };
  }

  zoomBy(steps: number, px = this.width / 2, py = this.height / 2) {
    const from = this.target ?? this.camera;
    const level = Math.round(Math.log2(from.scale * this.dpr) * LEVELS) + steps * 2;
    this.moveTo(zoomed(from, this.width, this.height, px, py, 2 ** (level / LEVELS) / this.dpr / from.scale), true);
  }

  /** Brings hexes into sight, moving no more than needed. */
  show(hexes: number[]) {
    const points = hexes.filter((hex) => hex >= 0).map((hex) => centre(this.map, hex));
    if (!points.length) return;
    const camera = this.target ?? this.camera;
    const margin = 70;
    const outside = points.some((at) => {
      const p = toScreen(camera, this.width, this.height, at);
      return p.x < margin || p.y < margin || p.x > this.width - margin || p.y > this.height - margin;
    });
    if (!outside && camera.scale >= 16) return;
    const wanted = around(points, this.width, this.height, 2.5, Math.max(camera.scale, 32));
    this.moveTo(
      { ...wanted, scale: Math.max(Math.min(wanted.scale, camera.scale), Math.min(wanted.scale, 22.7)) },
      true,
    );
  }

  private moveTo(camera: Camera, gently: boolean) {
    const target = held(camera, this.map);
    if (gently && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.target = target;
    } else {
      this.camera = target;
      this.target = null;
    }
    this.dirty();
  }

  pan(dx: number, dy: number) {
    this.target = null;
    const { scale } = this.camera;
    this.camera = held({ ...this.camera, x: this.camera.x - dx / scale, y: this.camera.y - dy / scale }, this.map);
    this.dirty();
  }

  private glide() {
    if (!this.target) return;
    const { camera, target } = this;
    const share = 0.28;
    const next = {
      x: camera.x + (target.x - camera.x) * share,
      y: camera.y + (target.y - camera.y) * share,
      scale: camera.scale * (target.scale / camera.scale) ** share,
    };
    const near =
      Math.abs(target.x - next.x) * target.scale < 0.6 &&
      Math.abs(target.y - next.y) * target.scale < 0.6 &&
      Math.abs(Math.log(target.scale / next.scale)) < 0.004;
    this.camera = near ? target : next;
    if (near) this.target = null;
    else this.dirty();
  }

  // ---- input ----

  private listen() {
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => this.cancel(event));
    canvas.addEventListener('pointerleave', () => this.game.hover(null));
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const at = this.local(event);
        if (event.ctrlKey) {
          this.moveTo(
            zoomed(this.camera, this.width, this.height, at.x, at.y, Math.exp(-event.deltaY * 0.01)),
            false,
          );
          return;
        }
        this.zoomBy(event.deltaY < 0 ? 1 : -1, at.x, at.y);
      },
      { passive: false },
    );
    canvas.addEventListener('keydown', (event) => this.key(event));
    canvas.addEventListener('focus', () => {
      if (this.cursor < 0) this.setCursor(this.game.state.selectedHex ?? this.middleHex());
    });
  }

  private local(event: { clientX: number; clientY: number }): Point {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  hexAtPixel(at: Point): number {
    const on = toMap(this.camera, this.width, this.height, at.x, at.y);
    return hexAt(this.map, on.x, on.y);
  }

  /** Where a hex is on the page. */
  pixelOf(hex: number): Point {
    const box = this.canvas.getBoundingClientRect();
    const at = toScreen(this.target ?? this.camera, this.width, this.height, centre(this.map, hex));
    return { x: at.x + box.left, y: at.y + box.top };
  }

  private fanAt(at: Point): Piece | null {
    for (const item of this.fan?.items ?? [])
      if (Math.abs(at.x - item.x) <= item.width / 2 && Math.abs(at.y - item.y) <= item.width / 2) return item.piece;
    return null;
  }

  private middleHex(): number {
    return Math.max(0, this.hexAtPixel({ x: this.width / 2, y: this.height / 2 }));
  }

  private down(event: PointerEvent) {
    const at = this.local(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size > 1) {
      this.pressed = null;
      this.dragging = null;
      return;
    }
    const hex = this.hexAtPixel(at);
    const fanned = this.fanAt(at);
    const mine = this.game.state.actors;
    const top =
      fanned ??
      this.game
        .shown()
        ?.stacks.get(hex)
        ?.find((piece) => mine.has(piece.i)) ??
      null;
    this.pressed = { ...at, hex, piece: top && mine.has(top.i) ? top : null, box: event.shiftKey };
  }

  private move(event: PointerEvent) {
    const at = this.local(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      const hex = this.hexAtPixel(at);
      const box = this.fan?.box;
      this.overFan =
        !!box && at.x >= box.x && at.y >= box.y && at.x <= box.x + box.width && at.y <= box.y + box.height + 12;
      if (this.overFan) this.dirty();
      else this.game.hover(hex < 0 ? null : hex);
      this.canvas.style.cursor = this.fanAt(at) || this.isLive(hex) ? 'pointer' : 'grab';
      return;
    }
    if (this.pointers.size === 2) {
      const other = [...this.pointers.entries()].find(([id]) => id !== event.pointerId)![1];
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(at.x - other.x, at.y - other.y);
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      this.target = null;
      this.camera = held(
        zoomed(this.camera, this.width, this.height, middle.x, middle.y, is / Math.max(was, 1)),
        this.map,
      );
      this.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
      this.pointers.set(event.pointerId, at);
      return;
    }
    this.pointers.set(event.pointerId, at);
    if (!this.dragging && this.pressed && Math.hypot(at.x - this.pressed.x, at.y - this.pressed.y) > CLICK_SLOP) {
      if (this.pressed.box) this.dragging = 'box';
      else if (this.pressed.piece && event.pointerType === 'mouse') {
        this.dragging = 'piece';
        this.events.pickPiece(this.pressed.piece);
      } else this.dragging = 'pan';
    }
    if (this.dragging === 'pan') this.pan(at.x - before.x, at.y - before.y);
    else if (this.dragging) {
      this.dragAt = at;
      const hex = this.hexAtPixel(at);
      this.game.hover(hex < 0 ? null : hex);
      this.dirty();
    }
  }

  private up(event: PointerEvent) {
    const at = this.local(event);
    this.pointers.delete(event.pointerId);
    const { pressed, dragging } = this;
    this.pressed = null;
    this.dragging = null;
    this.dirty();
    if (!pressed || this.pointers.size) return;
    if (dragging === 'pan') return;
    if (dragging === 'piece') {
      const hex = this.hexAtPixel(at);
      if (hex >= 0 && hex !== pressed.hex) this.events.drop(pressed.piece!, hex);
      return;
    }
    if (dragging === 'box') {
      this.events.box(this.hexesBetween(pressed, at));
      return;
    }
    const fanned = this.fanAt(at);
    if (fanned) this.events.pickPiece(fanned);
    else if (pressed.hex >= 0) {
      if (event.pointerType !== 'mouse') this.game.hover(null);
      this.cursor = pressed.hex;
      this.events.click(pressed.hex);
    }
  }

  private cancel(event: PointerEvent) {
    this.pointers.delete(event.pointerId);
    this.pressed = null;
    this.dragging = null;
    this.dirty();
  }

  private hexesBetween(a: Point, b: Point): number[] {
    const from = toMap(this.camera, this.width, this.height, Math.min(a.x, b.x), Math.min(a.y, b.y));
    const to = toMap(this.camera, this.width, this.height, Math.max(a.x, b.x), Math.max(a.y, b.y));
    const hexes: number[] = [];
    for (const hex of this.game.shown()?.stacks.keys() ?? []) {
      const at = centre(this.map, hex);
      if (at.x >= from.x && at.x <= to.x && at.y >= from.y && at.y <= to.y) hexes.push(hex);
    }
    return hexes;
  }

  private isLive(hex: number): boolean {
    const { draft, actors } = this.game.state;
    if (hex < 0) return false;
    if (draft?.reach?.ends.some((end) => end.hex === hex)) return true;
    if (draft?.next.some((choice) => choice.hex === hex)) return true;
    return (this.game.shown()?.stacks.get(hex) ?? []).some((piece) => actors.has(piece.i));
  }

  private setCursor(hex: number) {
    if (hex < 0) return;
    this.cursor = hex;
    this.game.hover(hex);
    this.show([hex]);
    this.events.cursor(hex);
    this.dirty();
  }

  private key(event: KeyboardEvent) {
    const step: Record<string, number> = { ArrowUp: 0, ArrowDown: 3 };
    let edge = step[event.key];
    if (event.key === 'ArrowRight') edge = this.phase % 2 ? 1 : 2;
    if (event.key === 'ArrowLeft') edge = this.phase % 2 ? 5 : 4;
    if (edge !== undefined) {
      event.preventDefault();
      if (event.shiftKey) {
        const by = 90;
        this.pan(
          edge === 4 || edge === 5 ? by : edge === 1 || edge === 2 ? -by : 0,
          edge === 0 ? by : edge === 3 ? -by : 0,
        );
        return;
      }
      const next = across(this.map, this.cursor, edge);
      if (edge !== 0 && edge !== 3) this.phase++;
      if (next >= 0) this.setCursor(next);
      return;
    }
    if (event.key === '+' || event.key === '=') this.zoomBy(1);
    else if (event.key === '-') this.zoomBy(-1);
    else if (event.key === '0' || event.key === 'Home') this.fit();
    else if ((event.key === 'Enter' || event.key === ' ') && this.cursor >= 0) this.events.click(this.cursor);
    else return;
    event.preventDefault();
  }

  // ---- drawing ----

  private draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.framesDrawn++;
    this.glide();
    const { context: c, camera, dpr } = this;
    const scale = camera.scale * dpr;
    const left = Math.round((camera.x - this.width / 2 / camera.scale) * scale) / scale;
    const top = Math.round((camera.y - this.height / 2 / camera.scale) * scale) / scale;
    c.setTransform(1, 0, 0, 1, 0, 0);
    const resting = !this.target && this.pointers.size < 2;
    if (this.tiles.paint(c, left, top, scale, 10, resting)) this.dirty();
    const position = this.game.shown();
    if (!position) return;
    const { state } = this.game;
    c.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    this.drawTints(c, state, position);
    this.drawMarks(c, position);
    this.drawDestinations(c, state);
    c.setTransform(1, 0, 0, 1, 0, 0);
    this.drawStacks(c, state, position, left, top, scale, resting);
    c.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    this.drawAiming(c, state, position);
    if (this.cursor >= 0 && document.activeElement === this.canvas) {
      c.lineWidth = 0.09;
      c.strokeStyle = this.dark ? '#ffffff' : '#000000';
      c.setLineDash([0.2, 0.12]);
      this.hexPath(c, this.cursor, 0.94);
      c.stroke();
      c.setLineDash([]);
    }
    c.setTransform(dpr, 0, 0, dpr, 0, 0);
    this.drawFan(c, state, position);
    if (this.dragging === 'box' && this.pressed) {
      c.strokeStyle = '#1d5fbf';
      c.lineWidth = 1.5;
      c.setLineDash([6, 4]);
      c.strokeRect(this.pressed.x, this.pressed.y, this.dragAt.x - this.pressed.x, this.dragAt.y - this.pressed.y);
      c.setLineDash([]);
    }
  }

  private hexPath(c: CanvasRenderingContext2D, hex: number, size: number) {
    const at = centre(this.map, hex);
    c.beginPath();
    for (let k = 0; k < EDGES; k++) {
      const p = between(at, corner(at, k), size);
      if (k) c.lineTo(p.x, p.y);
      else c.moveTo(p.x, p.y);
    }
    c.closePath();
  }

  private sideColour(word: string | null): string {
    return this.game.state.scenario?.sides.find((side) => side.word === word)?.colour ?? '#666666';
  }

  private sideIndex(word: string): number {
    const at = this.game.state.scenario?.sides.findIndex((side) => side.word === word) ?? -1;
    return at < 0 ? 3 : at;
  }

  private drawTints(c: CanvasRenderingContext2D, state: GameState, position: Position) {
    if (state.overlay) {
      if (this.tinted?.overlay !== state.overlay) this.tinted = this.tint(state.overlay);
      const { area, hatching } = this.tinted;
      const colour = OVERLAY[state.overlay.kind] ?? '#7a3fb0';
      c.globalAlpha = 0.38;
      c.fillStyle = colour;
      c.fill(area);
      c.globalAlpha = 0.8;
      c.strokeStyle = colour;
      c.lineWidth = 0.045;
      c.stroke(hatching);
      c.globalAlpha = 1;
      c.lineWidth = 0.1;
      for (const line of state.overlay.lines) {
        c.beginPath();
        line.forEach((hex, i) => {
          const at = centre(this.map, hex);
          if (i) c.lineTo(at.x, at.y);
          else c.moveTo(at.x, at.y);
        });
        c.stroke();
      }
    }
    if (state.showControl) this.drawControl(c, position.keys.control);
  }

  /** The hexes of an overlay as one shape, and hatching so that it is more than a colour. */
  private tint(overlay: Overlay): NonNullable<Board['tinted']> {
    const area = new Path2D();
    const hatching = new Path2D();
    for (const hex of overlay.hexes) {
      const at = centre(this.map, hex);
      this.hexInto(area, at, 1);
      for (const off of [-0.4, 0, 0.4]) {
        hatching.moveTo(at.x - 0.45 + off, at.y + 0.5);
        hatching.lineTo(at.x + 0.15 + off, at.y - 0.5);
      }
    }
    return { overlay, area, hatching };
  }

  private hexInto(path: Path2D, at: Point, size: number) {
    for (let k = 0; k < EDGES; k++) {
      const p = between(at, corner(at, k), size);
      if (k) path.lineTo(p.x, p.y);
      else path.moveTo(p.x, p.y);
    }
    path.closePath();
  }

  private drawControl(c: CanvasRenderingContext2D, text: string) {
    if (this.control?.text !== text) {
      const holders = readControl(text);
      if (!holders) return;
      this.control = { text, sides: this.controlShapes(holders) };
    }
    const sides = this.game.state.scenario?.sides ?? [];
    this.control.sides.forEach((shape, side) => {
      const colour = sides[side]?.colour;
      if (!colour) return;
      c.globalAlpha = 0.16;
      c.fillStyle = colour;
      c.fill(shape.area);
      c.globalAlpha = 1;
      c.strokeStyle = colour;
      c.lineWidth = 0.09;
      c.stroke(shape.front);
    });
  }

  /** Each side's hexes, and its own bank of the front with as many ticks as its place in the list. */
  private controlShapes(holders: Int8Array): { area: Path2D; front: Path2D }[] {
    const shapes: { area: Path2D; front: Path2D }[] = [];
    holders.forEach((side, hex) => {
      if (side < 0) return;
      shapes[side] ??= { area: new Path2D(), front: new Path2D() };
      const { area, front } = shapes[side];
      const at = centre(this.map, hex);
      this.hexInto(area, at, 1);
      for (let edge = 0; edge < EDGES; edge++) {
        const there = across(this.map, hex, edge);
        if (there < 0 || holders[there] === side) continue;
        const from = between(corner(at, edge), at, 0.12);
        const to = between(corner(at, edge + 1), at, 0.12);
        front.moveTo(from.x, from.y);
        front.lineTo(to.x, to.y);
        for (let tick = 0; tick <= side; tick++) {
          const foot = between(from, to, (tick + 1) / (side + 2));
          const head = between(foot, at, 0.16);
          front.moveTo(foot.x, foot.y);
          front.lineTo(head.x, head.y);
        }
      }
    });
    return shapes;
  }

  private drawMarks(c: CanvasRenderingContext2D, position: Position) {
    for (const mark of position.keys.marks) {
      if (mark.hexside >= 0) {
        const [a, b] = hexsideEnds(this.map, mark.hexside);
        drawSpan(c, a, b, mark.symbol);
        continue;
      }
      if (mark.hex < 0 || mark.symbol === 'MASK') continue;
      const at = centre(this.map, mark.hex);
      if (/^(FF|FORT|ENTRENCH|HEDGEHOG)/.test(mark.symbol)) worksRing(c, at);
      else {
        const words = mark.label || mark.symbol;
        c.save();
        c.translate(at.x, at.y + 0.66);
        c.scale(0.01, 0.01);
        c.font = `bold 20px ${SANS}`;
        const width = c.measureText(words).width + 14;
        c.fillStyle = '#fffdf4';
        c.fillRect(-width / 2, -16, width, 26);
        c.strokeStyle = this.sideColour(mark.side);
        c.lineWidth = 4;
        c.strokeRect(-width / 2, -16, width, 26);
        c.fillStyle = '#141414';
        c.textAlign = 'center';
        c.fillText(words, 0, 4);
        c.restore();
      }
    }
  }

  private drawDestinations(c: CanvasRenderingContext2D, state: GameState) {
    const { draft } = state;
    if (!draft) return;
    if (draft.reach) {
      const show = this.camera.scale >= 16;
      for (const end of draft.reach.ends) {
        this.hexPath(c, end.hex, 0.93);
        c.fillStyle = 'rgba(255, 222, 64, 0.36)';
        c.fill();
        c.strokeStyle = 'rgba(146, 94, 0, 0.95)';
        c.lineWidth = 0.06;
        c.stroke();
        if (show) label(c, centre(this.map, end.hex), end.cost, 0.34, 0.74);
      }
    }
    for (const choice of draft.next) {
      if (choice.hex === undefined || choice.hex < 0) continue;
      if (choice.type === 'hex' || (choice.type === 'path' && !draft.reach)) {
        this.hexPath(c, choice.hex, 0.9);
        c.fillStyle = choice.type === 'hex' ? 'rgba(214, 40, 40, 0.28)' : 'rgba(255, 226, 92, 0.5)';
        c.fill();
        c.strokeStyle = choice.type === 'hex' ? '#b00d0d' : '#925e00';
        c.lineWidth = 0.1;
        c.setLineDash([0.22, 0.12]);
        c.stroke();
        c.setLineDash([]);
      }
      if (choice.type === 'hexside') {
        const [a, b] = hexsideEnds(this.map, choice.value);
        c.beginPath();
        c.moveTo(a.x, a.y);
        c.lineTo(b.x, b.y);
        c.strokeStyle = '#ffe25c';
        c.lineWidth = 0.3;
        c.stroke();
        c.strokeStyle = '#b00d0d';
        c.lineWidth = 0.1;
        c.stroke();
      }
    }
  }

  private drawStacks(
    c: CanvasRenderingContext2D,
    state: GameState,
    position: Position,
    left: number,
    top: number,
    scale: number,
    resting: boolean,
  ) {
    const bucket = resting ? scale : nearestStep(scale);
    const width = Math.max(8, Math.round(COUNTER * bucket));
    const grow = (COUNTER * scale) / width;
    const canvasWidth = this.canvas.width;
    const canvasHeight = this.canvas.height;
    const { draft, actors } = state;
    const chosen = new Set<number>();
    const open = new Set<number>();
    if (draft) {
      for (const arg of draft.args) if (draft.verb.slots[arg.slot]?.type === 'piece') chosen.add(arg.value);
      for (const choice of draft.next) if (choice.type === 'piece') open.add(choice.value);
    }
    const yours = position.keys.question?.yours && !state.replay;
    for (const [hex, stack] of position.stacks) {
      const at = centre(this.map, hex);
      const below = Math.min(stack.length - 1, 3);
      const x = (at.x - (STEP * below) / 2 - left) * scale;
      const y = (at.y + (STEP * below) / 2 - top) * scale;
      const half = COUNTER * scale;
      if (x < -half || y < -half || x > canvasWidth + half || y > canvasHeight + half) continue;
      for (let i = below; i > 0; i--) {
        counterShape(
          c,
          x + STEP * i * scale,
          y - STEP * i * scale,
          COUNTER * scale,
          this.sideIndex(stack[i]!.side),
        );
        c.fillStyle = stack[i]!.colour;
        c.fill();
        c.strokeStyle = '#141414';
        c.lineWidth = Math.max(scale * 0.025, 0.7);
        c.stroke();
      }
      const shown = stack.find((piece) => piece.i === state.selectedPiece) ?? stack[0]!;
      const side = this.sideIndex(shown.side);
      const bitmap = this.counters.get(shown, side, width);
      if (grow > 0.99 && grow < 1.01)
        c.drawImage(bitmap.image, Math.round(x - bitmap.offset), Math.round(y - bitmap.offset));
      else {
        const size = bitmap.image.width * grow;
        c.drawImage(bitmap.image, x - size / 2, y - size / 2, size, size);
      }
      if (stack.length > 1) {
        const r = Math.max(scale * 0.19, 6);
        c.beginPath();
        c.arc(x + scale * 0.55, y - scale * 0.5, r, 0, 7);
        c.fillStyle = '#fffdf4';
        c.fill();
        c.strokeStyle = '#141414';
        c.lineWidth = 1;
        c.stroke();
        c.fillStyle = '#141414';
        c.font = `bold ${r * 1.35}px ${SANS}`;
        c.textAlign = 'center';
        c.fillText(String(stack.length), x + scale * 0.55, y - scale * 0.5 + r * 0.47);
      }
      if (!yours) continue;
      const ring = stack.some((piece) => chosen.has(piece.i))
        ? 'chosen'
        : stack.some((piece) => open.has(piece.i))
          ? 'open'
          : !draft && stack.some((piece) => actors.has(piece.i))
            ? 'actor'
            : null;
      if (ring) this.drawRing(c, x, y, scale, side, ring);
    }
  }

  /** Chosen: a double line. Can be added: dashes. Can act: a thin bright line and a corner mark. */
  private drawRing(c: CanvasRenderingContext2D, x: number, y: number, scale: number, side: number, ring: string) {
    const width = COUNTER * scale;
    counterShape(c, x, y, width * 1.1, side);
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

  private drawAiming(c: CanvasRenderingContext2D, state: GameState, position: Position) {
    const { draft } = state;
    if (draft) {
      const from = draft.args
        .filter((arg) => draft.verb.slots[arg.slot]?.type === 'piece')
        .map((arg) => position.pieces.get(arg.value)?.hex)
        .filter((hex): hex is number => hex !== null && hex !== undefined);
      const to = draft.args.filter((arg) => draft.verb.slots[arg.slot]?.type === 'hex').map((arg) => arg.value);
      for (const target of to) {
        for (const hex of new Set(from)) arrow(c, centre(this.map, hex), centre(this.map, target), '#b00d0d', 0.16);
        crosshair(c, centre(this.map, target));
      }
      const hovered = state.hoverHex;
      const way = draft.reach && hovered !== null ? wayTo(draft.reach, hovered) : null;
      if (way?.length && draft.reach) {
        const end = draft.reach.ends.find((one) => one.hex === hovered)!;
        const points = [...(draft.reach.start >= 0 ? [draft.reach.start] : []), ...way].map((hex) =>
          centre(this.map, hex),
        );
        walk(c, points);
        label(c, points[points.length - 1]!, end.cost, 0.46, -0.5);
      }
    }
    for (const { from, to } of state.replay ? [] : state.moved)
      arrow(c, centre(this.map, from), centre(this.map, to), 'rgba(20, 20, 20, 0.6)', 0.08);
    if (state.selectedHex !== null) {
      this.hexPath(c, state.selectedHex, 0.97);
      c.strokeStyle = this.dark ? '#ffffff' : '#1b1b1b';
      c.lineWidth = 0.07;
      c.stroke();
    }
    const hint = state.replay ? undefined : this.game.hint()?.hint;
    const hintHex = hint?.hex ? this.map.numbers.indexOf(hint.hex) : -1;
    const hintPiece = hint?.piece
      ? [...position.pieces.values()].find((piece) => piece.id === hint.piece)
      : undefined;
    const begun = new Set(draft?.args.map((arg) => arg.hex));
    for (const hex of [hintHex, hintPiece?.hex ?? -1])
      if (hex >= 0 && !begun.has(hex)) beacon(c, centre(this.map, hex));
    if (state.flash.size) {
      const on = Math.floor(performance.now() / 240) % 2 === 0;
      for (const hex of state.flash) {
        this.hexPath(c, hex, 0.95);
        c.strokeStyle = on ? '#ff2a2a' : '#ffffff';
        c.lineWidth = 0.16;
        c.stroke();
      }
    }
  }

  /** Which stack is spread out: the chosen one, or the one pointed at. While an order is being built it would cover
   * what is lit, so it then shows only under the pointer. */
  private fanHex(state: GameState, position: Position): number | null {
    const tall = (hex: number | null) => hex !== null && (position.stacks.get(hex)?.length ?? 0) > 1;
    const { selectedHex, hoverHex, draft } = state;
    if (tall(selectedHex)) {
      const pointed = hoverHex === selectedHex || (this.fan?.hex === selectedHex && this.overFan);
      return draft && !pointed ? null : selectedHex;
    }
    return !draft && tall(hoverHex) ? hoverHex : null;
  }

  /** Near its hex, where it covers the fewest hexes that can be picked or are occupied; `clear` if none. */
  private fanPlace(hex: number, width: number, height: number): Point & { clear: boolean } {
    const { draft } = this.game.state;
    const taken = new Set<number>(draft?.reach?.ends.map((end) => end.hex) ?? []);
    for (const choice of draft?.next ?? []) if (choice.hex !== undefined) taken.add(choice.hex);
    for (const stack of this.game.shown()?.stacks.keys() ?? []) taken.add(stack);
    taken.delete(hex);
    const spots = [...taken].map((one) => toScreen(this.camera, this.width, this.height, centre(this.map, one)));
    const at = toScreen(this.camera, this.width, this.height, centre(this.map, hex));
    const near = this.camera.scale * 0.8 + 8;
    const reach = this.camera.scale * 0.8;
    let best = { x: at.x - width / 2, y: at.y - near - height, clear: false };
    let least = Number.POSITIVE_INFINITY;
    for (let ring = 0; ring < 3; ring++)
      for (const [dx, dy] of AROUND) {
        const off = near + ring * this.camera.scale;
        const x = Math.min(Math.max(at.x + dx * (off + width / 2) - width / 2, 10), this.width - width - 10);
        const y = Math.min(Math.max(at.y + dy * (off + height / 2) - height / 2, 10), this.height - height - 10);
        const covers = (p: Point, room: number) =>
          p.x > x - room && p.x < x + width + room && p.y > y - room && p.y < y + height + room;
        const covered = spots.filter((p) => covers(p, reach)).length + (covers(at, reach * 0.6) ? 100 : 0);
        const cost = covered + ring * 0.4;
        if (cost >= least) continue;
        least = cost;
        best = { x, y, clear: covered === 0 };
      }
    return best;
  }

  /** A stack that is chosen or pointed at, spread out above its hex. */
  private drawFan(c: CanvasRenderingContext2D, state: GameState, position: Position) {
    const open = this.fanHex(state, position);
    this.fan = null;
    if (open === null) return;
    const stack = position.stacks.get(open)!;
    const width = Math.min(Math.max(this.camera.scale * 1.2, 52), 74);
    const gap = 6;
    const across = Math.min(stack.length, Math.max(3, Math.floor((this.width - 20) / (width + gap))), 8);
    const lines = Math.ceil(stack.length / across);
    const all = across * (width + gap) - gap;
    const high = lines * (width + gap) - gap;
    const { x: x0, y: y0, clear } = this.fanPlace(open, all, high);
    c.fillStyle = this.dark ? 'rgba(30,30,28,0.92)' : 'rgba(255,253,244,0.94)';
    c.strokeStyle = 'rgba(0,0,0,0.5)';
    c.lineWidth = 1;
    c.beginPath();
    c.roundRect(x0 - 7, y0 - 7, all + 14, high + 14, 8);
    c.fill();
    c.stroke();
    const candidates = new Map(candidatesAt(this.game, open).map((one) => [one.piece.i, one.chosen]));
    const items: Fan['items'] = [];
    stack.forEach((piece, i) => {
      const x = x0 + (i % across) * (width + gap) + width / 2;
      const y = y0 + Math.floor(i / across) * (width + gap) + width / 2;
      const side = this.sideIndex(piece.side);
      const bitmap = this.counters.get(piece, side, Math.round(width * this.dpr));
      const size = bitmap.image.width / this.dpr;
      const active = candidates.has(piece.i) || (!state.draft && state.actors.has(piece.i)) || !state.actors.size;
      c.globalAlpha = active || state.actors.has(piece.i) ? 1 : 0.55;
      c.drawImage(bitmap.image, x - size / 2, y - size / 2, size, size);
      c.globalAlpha = 1;
      if (candidates.get(piece.i) || piece.i === state.selectedPiece)
        this.drawRing(c, x, y, width / COUNTER, side, 'chosen');
      else if (candidates.has(piece.i)) this.drawRing(c, x, y, width / COUNTER, side, 'open');
      items.push({ piece, x, y, width });
    });
    if (open === state.selectedHex && (clear || !state.draft))
      this.fan = { hex: open, items, box: { x: x0 - 7, y: y0 - 7, width: all + 14, height: high + 14 } };
  }
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

const OVERLAY: Record<string, string> = { supply: '#1f8a4c', zoc: '#c2410c', threat: '#b91c1c', reach: '#b58900' };

function label(c: CanvasRenderingContext2D, at: Point, words: string, size: number, down: number) {
  c.save();
  c.translate(at.x, at.y + down);
  c.scale(0.01, 0.01);
  c.font = `bold ${size * 100}px ${SANS}`;
  c.textAlign = 'center';
  c.lineJoin = 'round';
  c.strokeStyle = '#fffbe6';
  c.lineWidth = size * 26;
  c.strokeText(words, 0, 0);
  c.fillStyle = '#4a2f00';
  c.fillText(words, 0, 0);
  c.restore();
}

function arrow(c: CanvasRenderingContext2D, from: Point, to: Point, colour: string, width: number) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const a = { x: from.x + Math.cos(angle) * 0.5, y: from.y + Math.sin(angle) * 0.5 };
  const b = { x: to.x - Math.cos(angle) * 0.62, y: to.y - Math.sin(angle) * 0.62 };
  c.strokeStyle = colour;
  c.fillStyle = colour;
  c.lineWidth = width;
  c.lineCap = 'round';
  c.beginPath();
  c.moveTo(a.x, a.y);
  c.lineTo(b.x, b.y);
  c.stroke();
  c.beginPath();
  const size = width * 2.4;
  c.moveTo(b.x + Math.cos(angle) * size, b.y + Math.sin(angle) * size);
  c.lineTo(b.x + Math.cos(angle + 2.3) * size, b.y + Math.sin(angle + 2.3) * size);
  c.lineTo(b.x + Math.cos(angle - 2.3) * size, b.y + Math.sin(angle - 2.3) * size);
  c.fill();
}

function walk(c: CanvasRenderingContext2D, points: Point[]) {
  c.lineCap = 'round';
  c.lineJoin = 'round';
  c.beginPath();
  points.forEach((at, i) => {
    if (i) c.lineTo(at.x, at.y);
    else c.moveTo(at.x, at.y);
  });
  c.strokeStyle = '#ffffff';
  c.lineWidth = 0.26;
  c.stroke();
  c.strokeStyle = '#1257c9';
  c.lineWidth = 0.14;
  c.stroke();
  const end = points[points.length - 1]!;
  c.beginPath();
  c.arc(end.x, end.y, 0.24, 0, 7);
  c.fillStyle = '#1257c9';
  c.fill();
  c.strokeStyle = '#ffffff';
  c.lineWidth = 0.07;
  c.stroke();
}

function crosshair(c: CanvasRenderingContext2D, at: Point) {
  for (const [colour, width] of [
    ['#ffffff', 0.16],
    ['#b00d0d', 0.09],
  ] as const) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    c.arc(at.x, at.y, 0.7, 0, 7);
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      c.moveTo(at.x + x * 0.5, at.y + y * 0.5);
      c.lineTo(at.x + x * 0.86, at.y + y * 0.86);
    }
    c.stroke();
  }
}

function beacon(c: CanvasRenderingContext2D, at: Point) {
  c.strokeStyle = '#7a18c4';
  c.lineWidth = 0.09;
  c.setLineDash([0.18, 0.1]);
  for (const r of [0.92, 1.06]) {
    c.beginPath();
    c.arc(at.x, at.y, r, 0, 7);
    c.stroke();
  }
  c.setLineDash([]);
}

function worksRing(c: CanvasRenderingContext2D, at: Point) {
  const teeth = 24;
  c.beginPath();
  for (let i = 0; i < teeth * 2; i++) {
    const angle = (i * Math.PI) / teeth;
    const reach = 0.84 * (i & 1 ? 0.86 : 1);
    c.lineTo(at.x + reach * Math.cos(angle), at.y + reach * Math.sin(angle));
  }
  c.closePath();
  c.moveTo(at.x + 0.62, at.y);
  c.arc(at.x, at.y, 0.62, 0, Math.PI * 2, true);
  c.fillStyle = 'rgba(123, 90, 51, 0.95)';
  c.fill();
}

/** A bridge on a hexside: pontoons are boats under a deck, a blown one is broken and crossed out. */
function drawSpan(c: CanvasRenderingContext2D, a: Point, b: Point, symbol: string) {
  c.save();
  c.translate((a.x + b.x) / 2, (a.y + b.y) / 2);
  c.rotate(Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2);
  c.lineCap = 'butt';
  if (/DOWN|BLOWN/.test(symbol)) {
    c.strokeStyle = '#ffffff';
    c.lineWidth = 0.13;
    c.beginPath();
    c.moveTo(-0.16, -0.16);
    c.lineTo(0.16, 0.16);
    c.moveTo(-0.16, 0.16);
    c.lineTo(0.16, -0.16);
    c.stroke();
    c.strokeStyle = '#c81e1e';
    c.lineWidth = 0.075;
    c.stroke();
  } else {
    c.fillStyle = '#ffffff';
    c.strokeStyle = '#222222';
    c.lineWidth = 0.03;
    for (const boat of [-0.16, 0, 0.16]) {
      c.beginPath();
      c.ellipse(boat, 0, 0.055, 0.17, 0, 0, 7);
      c.fill();
      c.stroke();
    }
    c.beginPath();
    c.rect(-0.26, -0.05, 0.52, 0.1);
    c.fillStyle = '#c89b5a';
    c.fill();
    c.stroke();
  }
  c.restore();
}
