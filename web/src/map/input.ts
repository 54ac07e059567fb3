// input.ts — pointer, wheel, pinch and keys on the map: they move the camera, say which hex is meant, drag a counter
// or draw a box.

import { across, type Point } from '../model/hex';
import type { Piece } from '../net/protocol';
import type { Viewport } from './viewport';

const CLICK_SLOP = 6;
const PAN = 90; // CSS pixels a key
const HOLD = 500; // ms after which a finger that stays means the whole stack

/** What the board answers and does. */
export interface Hands {
  /** A counter of the fan under the point. */
  fanned(at: Point): Piece | null;
  overFan(at: Point): boolean;
  /** The hex whose whole stack the point means. */
  fannedAll(at: Point): number | null;
  /** Whether a finger, which points at nothing when it is up, was used. */
  touched(finger: boolean): void;
  /** The counter that a press on the hex would drag. */
  movable(hex: number): Piece | null;
  canAct(piece: Piece): boolean;
  /** Whether a drag from the hex carries supply or the like; `free`: no counter would be dragged instead. */
  carries(hex: number, free: boolean): boolean;
  carry(from: number, to: number): void;
  /** Whether it belongs to the order in the making: then a finger drags it too. */
  chosen(piece: Piece): boolean;
  live(hex: number): boolean;
  /** Hexes on which something can be done, in the order of the map. */
  liveHexes(): number[];
  hover(hex: number): void;
  /** What of the hex the pointer is on: a counter that is spread out, a hexside. */
  point(at: Point, piece: Piece | null): void;
  click(hex: number, keys?: boolean): void;
  /** A hexside to choose under the point is chosen; false if there is none. */
  clickSide(at: Point): boolean;
  overSide(at: Point): boolean;
  /** The whole stack: with Shift, or a finger that stays. */
  clickAll(hex: number): void;
  pickPiece(piece: Piece): void;
  /** A finger stays on the hex: its contents are shown. */
  held(hex: number): void;
  /** A counter begins to be dragged. */
  lift(piece: Piece, alone: boolean): void;
  drop(piece: Piece, hex: number): void;
  box(from: Point, to: Point): void;
  cursorMoved(hex: number): void;
  redraw(): void;
}

export class Input {
  /** The hex of the keyboard's cursor. */
  cursor = -1;
  dragging: 'pan' | 'piece' | 'box' | 'load' | null = null;
  pressed: {
    x: number;
    y: number;
    hex: number;
    piece: Piece | null;
    fanned: boolean;
    box: boolean;
    load: boolean;
  } | null = null;
  at: Point = { x: 0, y: 0 };
  /** Whether the keyboard was used last: only then is the cursor shown. */
  byKeys = false;
  private pointers = new Map<number, Point>();
  private steps = 0;
  private held = 0;

  constructor(
    private canvas: HTMLCanvasElement,
    private view: Viewport,
    private hands: Hands,
  ) {
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => this.cancel(event));
    canvas.addEventListener('pointerleave', () => hands.hover(-1));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('keydown', (event) => this.key(event));
    canvas.addEventListener('focus', () => this.focus());
    canvas.addEventListener('blur', () => hands.redraw());
  }

  get pinching(): boolean {
    return this.pointers.size > 1;
  }

  private local(event: { clientX: number; clientY: number }): Point {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private wheel(event: WheelEvent) {
    event.preventDefault();
    const at = this.local(event);
    if (event.ctrlKey) this.view.pinch(Math.exp(-event.deltaY * 0.01), at);
    else if (event.shiftKey) this.view.pan(-event.deltaY - event.deltaX, 0);
    else if (event.deltaX && Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.view.pan(-event.deltaX, 0);
    else this.view.zoomBy(event.deltaY < 0 ? 1 : -1, at);
  }

  private down(event: PointerEvent) {
    const at = this.local(event);
    this.byKeys = false;
    delete this.canvas.dataset.keys;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size > 1) {
      this.pressed = null;
      this.dragging = null;
      return;
    }
    const hex = this.view.hexAt(at);
    const fanned = this.hands.fanned(at);
    const piece = fanned ? (this.hands.canAct(fanned) ? fanned : null) : this.hands.movable(hex);
    const load = !fanned && hex >= 0 && this.hands.carries(hex, !piece && event.pointerType === 'mouse');
    this.pressed = { ...at, hex, piece, fanned: !!fanned, box: event.shiftKey, load };
    this.hands.touched(event.pointerType !== 'mouse');
    clearTimeout(this.held);
    if (event.pointerType !== 'mouse' && !fanned) this.held = window.setTimeout(() => this.hold(), HOLD);
  }

  private hold() {
    const { pressed, dragging } = this;
    if (!pressed || dragging || pressed.hex < 0) return;
    this.pressed = null;
    this.hands.held(pressed.hex);
    this.hands.clickAll(pressed.hex);
  }

  private move(event: PointerEvent) {
    const at = this.local(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.wander(at);
      return;
    }
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size === 2) {
      this.spread(event.pointerId, before, at);
      return;
    }
    const { pressed } = this;
    if (!this.dragging && pressed && Math.hypot(at.x - pressed.x, at.y - pressed.y) > CLICK_SLOP)
      this.beginDrag(event.pointerType === 'mouse');
    if (this.dragging === 'pan') this.view.pan(at.x - before.x, at.y - before.y);
    else if (this.dragging) {
      this.at = at;
      this.hands.hover(this.view.hexAt(at));
      this.hands.redraw();
    }
  }

  private wander(at: Point) {
    const hex = this.view.hexAt(at);
    if (this.hands.overFan(at)) this.hands.redraw();
    else this.hands.hover(hex);
    const fanned = this.hands.fanned(at);
    this.hands.point(at, fanned);
    const field = fanned || this.hands.fannedAll(at) !== null;
    this.canvas.style.cursor = field || this.hands.overSide(at) || this.hands.live(hex) ? 'pointer' : 'grab';
  }

  private spread(id: number, before: Point, at: Point) {
    const other = [...this.pointers.entries()].find(([one]) => one !== id)![1];
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(at.x - other.x, at.y - other.y);
    this.view.pinch(is / Math.max(was, 1), { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 });
    this.view.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
  }

  private beginDrag(mouse: boolean) {
    const { box, piece } = this.pressed!;
    clearTimeout(this.held);
    if (box) this.dragging = 'box';
    else if (this.pressed!.load) this.dragging = 'load';
    else if (piece && (mouse || this.pressed!.fanned || this.hands.chosen(piece))) {
      this.dragging = 'piece';
      this.canvas.style.cursor = 'grabbing';
      this.hands.lift(piece, this.pressed!.fanned);
    } else this.dragging = 'pan';
  }

  private up(event: PointerEvent) {
    const at = this.local(event);
    this.pointers.delete(event.pointerId);
    const { pressed, dragging } = this;
    this.pressed = null;
    this.dragging = null;
    clearTimeout(this.held);
    this.hands.redraw();
    if (!pressed || this.pointers.size || dragging === 'pan') return;
    if (dragging === 'piece') {
      const hex = this.view.hexAt(at);
      if (hex >= 0 && hex !== pressed.piece!.hex) this.hands.drop(pressed.piece!, hex);
      return;
    }
    if (dragging === 'load') {
      const hex = this.view.hexAt(at);
      if (hex >= 0 && hex !== pressed.hex) this.hands.carry(pressed.hex, hex);
      return;
    }
    if (dragging === 'box') {
      this.hands.box(pressed, at);
      return;
    }
    const fanned = this.hands.fanned(at);
    const all = this.hands.fannedAll(at);
    if (fanned) this.hands.pickPiece(fanned);
    else if (all !== null) this.hands.clickAll(all);
    else if (this.hands.clickSide(at)) this.cursor = pressed.hex;
    else if (pressed.hex >= 0) {
      if (event.pointerType !== 'mouse') this.hands.hover(-1);
      this.cursor = pressed.hex;
      if (pressed.box) this.hands.clickAll(pressed.hex);
      else this.hands.click(pressed.hex);
    }
  }

  private cancel(event: PointerEvent) {
    this.pointers.delete(event.pointerId);
    clearTimeout(this.held);
    this.pressed = null;
    this.dragging = null;
    this.hands.redraw();
  }

  // ---- keys ----

  private focus() {
    if (this.cursor < 0 || !this.view.inSight(this.cursor, 0))
      this.cursor = Math.max(0, this.view.hexAt({ x: this.view.width / 2, y: this.view.height / 2 }));
    if (!this.canvas.matches(':focus-visible') || this.pointers.size) return;
    this.byKeys = true;
    this.canvas.dataset.keys = '';
    this.setCursor(this.cursor);
  }

  /** Puts the cursor on a hex and brings it into sight. */
  setCursor(hex: number) {
    this.cursor = hex;
    this.view.show([hex]);
    this.hands.cursorMoved(hex);
    this.hands.redraw();
  }

  /** Left and right go up and down by turns, so that a row of hexes is walked straight. */
  private arrow(key: string): number | undefined {
    if (key === 'ArrowUp') return 0;
    if (key === 'ArrowDown') return 3;
    if (key === 'ArrowRight') return this.steps % 2 ? 1 : 2;
    if (key === 'ArrowLeft') return this.steps % 2 ? 5 : 4;
    return undefined;
  }

  /** Goes to the next hex, or the one before, on which something can be done. */
  private toNext(by: number) {
    const hexes = this.hands.liveHexes();
    if (!hexes.length) return;
    const at = hexes.indexOf(this.cursor);
    const next = at < 0 ? hexes.findIndex((hex) => hex > this.cursor) : (at + by + hexes.length) % hexes.length;
    this.setCursor(hexes[Math.max(next, 0)]!);
  }

  private key(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    this.byKeys = true;
    const edge = this.arrow(event.key);
    if (edge !== undefined) {
      if (event.shiftKey) {
        const dx = edge === 0 || edge === 3 ? 0 : edge > 3 ? PAN : -PAN;
        this.view.pan(dx, edge === 0 ? PAN : edge === 3 ? -PAN : 0);
      } else {
        const next = across(this.view.map, this.cursor, edge);
        if (edge !== 0 && edge !== 3) this.steps++;
        if (next >= 0) this.setCursor(next);
      }
    } else if (event.key === '+' || event.key === '=') this.zoomAtCursor(1);
    else if (event.key === '-') this.zoomAtCursor(-1);
    else if (event.key === 'n' || event.key === 'p') this.toNext(event.key === 'n' ? 1 : -1);
    else if (event.key === '0' || event.key === 'Home') this.view.fitWhole(true);
    else if ((event.key === 'Enter' || event.key === ' ') && this.cursor >= 0) {
      if (event.shiftKey) this.hands.clickAll(this.cursor);
      else this.hands.click(this.cursor, true);
    } else return;
    event.preventDefault();
  }

  private zoomAtCursor(steps: number) {
    const seen = this.cursor >= 0 && this.view.inSight(this.cursor, 0);
    this.view.zoomBy(steps, seen ? this.view.pixelOf(this.cursor) : undefined);
  }
}
