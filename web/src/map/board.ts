// board.ts — the map on the screen: ground, counters and everything that lights up, in layers. It draws only when
// something changed.

import { canAct, isIn, liftable, stackAt } from '../model/act';
import type { Game } from '../model/game';
import {
  centre,
  distanceToLine,
  EDGES,
  hexDistance,
  hexsideEnds,
  hexsideOf,
  isBox,
  type Point,
} from '../model/hex';
import { hintHexes, hintNow } from '../model/hints';
import { sketchesShown } from '../model/plans';
import type { Position } from '../model/position';
import { EMPTY_SCENE, hexesOf, type Scene } from '../model/scene';
import { paceOf, playedFor, settings } from '../model/settings';
import type { GameState } from '../model/state';
import type { Choice, MapData, Piece } from '../net/protocol';
import {
  drawAim,
  drawDestinations,
  drawDrawing,
  drawLoad,
  drawPointers,
  drawSides,
  drawTargets,
  drawWay,
} from './aiming';
import type { Box } from './box';
import { drawBoxes, outlineSpot } from './boxes';
import { Fan } from './fan';
import { Input } from './input';
import { drawMarks } from './marks';
import { Names } from './names';
import { DARK, LIGHT } from './palette';
import { drawAttacks, drawBlows, drawWays, underWay } from './scene';
import { drawAims, drawSketches } from './sketches';
import { COUNTER, Stacks, sideIndex } from './stacks';
import { Tiles } from './tiles';
import { drawSight, Tints } from './tints';
import { Viewport } from './viewport';
import { drawCompared } from './ways';

type Context = CanvasRenderingContext2D;

const SIDE_WIDE = 0.36; // hex sides on either hand of a hexside that mean it
const FEATURE_WIDE = 0.2; // the same of what runs along it, when it is pointed at
const COSTS_FROM = 16; // CSS pixels a hex side
const PULSE = 120; // ms between frames while something blinks
const LONGEST = 900; // ms for which a scene is seen to happen
const FADED = 0.4; // counters while plans are laid beside their results

export interface BoardEvents {
  click(hex: number, keys?: boolean): void;
  side(choice: Choice): void;
  clickAll(hex: number): void;
  pickPiece(piece: Piece): void;
  lift(piece: Piece, alone: boolean): void;
  drop(piece: Piece, hex: number): void;
  box(hexes: number[]): void;
  cursor(hex: number): void;
}

export class Board {
  readonly view: Viewport;
  framesDrawn = 0;
  /** All of the ground in sight is drawn. */
  complete = false;
  private context: Context;
  private input: Input;
  private tiles: Tiles;
  private names: Names;
  private stacks: Stacks;
  private tints: Tints;
  private fan: Fan;
  /** Hexsides that a river or the like runs along. */
  private featured: Set<number>;
  private dark = false;
  private sized = false;
  /** The view was opened while the viewer had no counter on the map. */
  private bare = false;
  private frame = 0;
  private pulse = 0;
  private asked: unknown = null;
  /** The hint whose place was looked at last. */
  private lastHint = -1;
  private selected: number | null = null;
  /** What the last order did, and since when it is shown. */
  private scene: { what: Scene; since: number; lasts: number } = { what: EMPTY_SCENE, since: 0, lasts: 0 };
  private unsubscribe: () => void;
  private observer: ResizeObserver;

  constructor(
    private canvas: HTMLCanvasElement,
    readonly map: MapData,
    readonly game: Game,
    private events: BoardEvents,
  ) {
    this.context = canvas.getContext('2d', { alpha: false })!;
    this.featured = new Set(map.edges.flatMap(({ sides }) => sides));
    this.view = new Viewport(map, () => this.dirty());
    this.tiles = new Tiles(map, () => this.dirty());
    this.names = new Names(map);
    this.stacks = new Stacks(map);
    this.tints = new Tints(map);
    this.fan = new Fan(game, this.view, this.stacks.counters, () => this.dirty());
    this.input = this.makeInput();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    this.unsubscribe = game.store.subscribe(() => {
      this.attend();
      this.dirty();
    });
    this.resize();
    this.attend();
    this.pulse = window.setInterval(() => {
      if (game.state.flash.size) this.dirty();
    }, PULSE);
  }

  destroy() {
    this.observer.disconnect();
    this.unsubscribe();
    this.tiles.destroy();
    cancelAnimationFrame(this.frame);
    clearInterval(this.pulse);
  }

  setDark(dark: boolean) {
    this.dark = dark;
    this.tiles.setDark(dark);
    this.dirty();
  }

  dirty() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  private resize() {
    const box = this.canvas.getBoundingClientRect();
    const width = Math.max(1, Math.round(box.width));
    const height = Math.max(1, Math.round(box.height));
    const dpr = Math.min(window.devicePixelRatio || 1, 2);
    const { view } = this;
    if (this.sized && width === view.width && height === view.height && dpr === view.dpr) return;
    view.resize(width, height, dpr);
    this.tiles.setDensity(dpr);
    this.canvas.width = Math.round(width * dpr);
    this.canvas.height = Math.round(height * dpr);
    if (!this.sized && width > 50) {
      this.sized = true;
      this.bare = this.isBare();
      view.open(this.front());
    }
    this.draw();
  }

  // ---- where to look ----

  fit() {
    this.view.fitWhole(true);
  }

  zoomBy(steps: number) {
    this.view.zoomBy(steps);
  }

  pan(dx: number, dy: number) {
    this.view.pan(dx, dy);
  }

  show(hexes: number[]) {
    this.view.show(hexes);
  }

  /** Where a hex is on the page. */
  pixelOf(hex: number): Point {
    const box = this.canvas.getBoundingClientRect();
    const at = this.view.pixelOf(hex);
    return { x: at.x + box.left, y: at.y + box.top };
  }

  /** Where the view begins: the viewer's own counters near an enemy; without such, all of his; for a viewer without a
   * side, or with all counters in boxes beside the map, those of every side. */
  private front(): number[] {
    const position = this.game.shown();
    if (!position) return [];
    const { as } = position.keys;
    const isMine = ([, stack]: [number, { side: string }[]]) => stack[0]!.side === as;
    const stacks = [...position.stacks].filter(([hex]) => !isBox(this.map, hex));
    const mine = stacks.filter(isMine);
    const own = mine.length ? mine : stacks;
    const near = own.filter(([hex, stack]) =>
      stacks.some(([other, there]) => there[0]!.side !== stack[0]!.side && hexDistance(this.map, hex, other) <= 3),
    );
    return (near.length ? near : own).map(([hex]) => hex);
  }

  private isBare(): boolean {
    const position = this.game.shown();
    const own = (stack: { side: string }[]) => stack[0]!.side === position!.keys.as;
    return ![...(position?.stacks ?? [])].some(([hex, stack]) => !isBox(this.map, hex) && own(stack));
  }

  /** A recommended set-up has put all of the viewer's counters on the map with one order: looks where they stand. */
  private attendSetUp() {
    if (!this.sized || !this.bare || this.isBare()) return;
    this.bare = false;
    const hexes = this.front();
    if (hexes.length > 1) this.view.open(hexes);
  }

  /** A new scene: another player's, or one of the past, is brought into sight and takes a while;
   * the player knows his own. */
  private attendScene() {
    const { state } = this.game;
    const what = state.replay?.scene ?? state.scene;
    if (what === this.scene.what) return;
    const watched = !!state.replay || !!state.waiting || !state.position?.keys.you.includes(what.side ?? '');
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const lasts = watched && !still ? Math.min(LONGEST, (state.replay ? playedFor() : paceOf()) * 0.7) : 0;
    this.scene = { what, since: performance.now(), lasts };
    const hexes = hexesOf(what);
    if (watched && hexes.length && !this.input.pressed && (state.replay || paceOf() > 0)) this.view.show(hexes);
  }

  /** How much of the scene has been shown. */
  private share(): number {
    const { since, lasts } = this.scene;
    return lasts ? Math.min(1, (performance.now() - since) / lasts) : 1;
  }

  /** Looks at a hex chosen from a list, when it is out of sight; and looks at the counters that can act once they are
   * known, or at the choices of an order that began by itself, if none of them is in sight. */
  private attend() {
    const { state } = this.game;
    const { draft, actors, selectedHex } = state;
    this.attendSetUp();
    this.attendScene();
    if (selectedHex !== this.selected) {
      this.selected = selectedHex;
      if (selectedHex !== null && !this.view.inSight(selectedHex, 0)) this.view.show([selectedHex]);
    }
    const about = draft && !draft.args.length && (draft.next.length || draft.reach) ? draft : actors;
    if (!this.sized || about === this.asked || state.replay || this.input.pressed) return;
    this.asked = about;
    const pieces = this.game.shown()?.pieces;
    const hexes = [...actors.keys()].filter((i) => canAct(state, i)).map((i) => pieces?.get(i)?.hex ?? -1);
    for (const choice of draft && about === draft ? draft.next : [])
      hexes.push(choice.hex ?? (choice.type === 'piece' ? (pieces?.get(choice.value)?.hex ?? -1) : -1));
    if (draft && about === draft) hexes.push(draft.reach?.start ?? -1);
    const there = hexes.filter((hex) => hex >= 0);
    if (about === actors && this.attendHint()) return;
    // Who waits in a box is found in the list: the map matters more.
    if (about !== actors || there.some((hex) => !isBox(this.map, hex))) this.view.showSome(there);
  }

  /** A hint that has just come is about something out of sight: looks there, once for each hint. */
  private attendHint(): boolean {
    const { state } = this.game;
    const found = settings.get().hints ? hintNow(state) : null;
    if (!found || found.index === this.lastHint) return false;
    this.lastHint = found.index;
    const hexes = hintHexes(state, found.hint).filter((hex) => !isBox(this.map, hex));
    if (hexes.every((hex) => this.view.inSight(hex))) return false;
    this.view.show(hexes);
    return true;
  }

  // ---- hands ----

  private makeInput(): Input {
    const { game, fan, events } = this;
    return new Input(this.canvas, this.view, {
      fanned: (at) => fan.pieceAt(at),
      overFan: (at) => fan.over(at),
      fannedAll: (at) => fan.allAt(at),
      touched: (finger) => {
        fan.touched = finger;
        if (game.state.held !== null) game.store.set({ held: null });
      },
      movable: (hex) => liftable(game, hex),
      canAct: (piece) => game.state.actors.has(piece.i),
      carries: (hex, free) => game.carrying.begins(hex, free),
      carry: (from, to) => game.carrying.carry(from, to),
      chosen: (piece) => isIn(game, piece),
      live: (hex) => this.isLive(hex),
      liveHexes: () => this.liveHexes(),
      hover: (hex) => game.hover(hex < 0 ? null : hex),
      point: (at, piece) => game.point(piece?.i ?? null, piece ? null : this.featureAt(at)),
      click: events.click,
      overSide: (at) => this.sideAt(at) !== null,
      clickSide: (at) => {
        const side = this.sideAt(at);
        if (side) events.side(side);
        return !!side;
      },
      clickAll: events.clickAll,
      held: (hex) => game.store.set({ held: hex }),
      pickPiece: events.pickPiece,
      lift: events.lift,
      drop: events.drop,
      box: (from, to) => events.box(this.stacksBetween(from, to)),
      cursorMoved: (hex) => {
        game.hover(hex);
        events.cursor(hex);
      },
      redraw: () => this.dirty(),
    });
  }

  private stacksBetween(a: Point, b: Point): number[] {
    const from = this.view.toMap({ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) });
    const to = this.view.toMap({ x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) });
    return [...(this.game.shown()?.stacks.keys() ?? [])].filter((hex) => {
      const at = centre(this.map, hex);
      return at.x >= from.x && at.x <= to.x && at.y >= from.y && at.y <= to.y;
    });
  }

  /** The hexside that can be chosen under a point of the canvas. */
  private sideAt(at: Point): Choice | null {
    const sides = this.game.state.draft?.next.filter((choice) => choice.type === 'hexside') ?? [];
    const point = this.view.toMap(at);
    let nearest: Choice | null = null;
    let least = SIDE_WIDE;
    for (const choice of sides) {
      const away = distanceToLine(point, ...hexsideEnds(this.map, choice.value));
      if (away >= least) continue;
      least = away;
      nearest = choice;
    }
    return nearest;
  }

  /** The hexside under a point of the canvas that something runs along. */
  private featureAt(at: Point): number | null {
    const point = this.view.toMap(at);
    const hex = this.view.hexAt(at);
    if (hex < 0 || isBox(this.map, hex)) return null;
    for (let edge = 0; edge < EDGES; edge++) {
      const side = hexsideOf(this.map, hex, edge);
      if (this.featured.has(side) && distanceToLine(point, ...hexsideEnds(this.map, side)) < FEATURE_WIDE)
        return side;
    }
    return null;
  }

  /** Whether a click on the hex would do something. */
  private isLive(hex: number): boolean {
    const { draft, actors } = this.game.state;
    if (hex < 0) return false;
    if (draft?.reach?.ends.some((end) => end.hex === hex)) return true;
    if (draft?.next.some((choice) => choice.hex === hex)) return true;
    return stackAt(this.game, hex).some((piece) => actors.has(piece.i));
  }

  private canBegin(hex: number): boolean {
    return stackAt(this.game, hex).some((piece) => canAct(this.game.state, piece.i));
  }

  private liveHexes(): number[] {
    const { draft } = this.game.state;
    const hexes = new Set<number>(draft?.reach?.ends.map((end) => end.hex));
    for (const choice of draft?.next ?? []) if (choice.hex !== undefined && choice.hex >= 0) hexes.add(choice.hex);
    if (!hexes.size)
      for (const hex of this.game.shown()?.stacks.keys() ?? []) if (this.canBegin(hex)) hexes.add(hex);
    return [...hexes].sort((a, b) => a - b);
  }

  // ---- drawing ----

  private draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.framesDrawn++;
    this.view.glide();
    const { context: c, view, map } = this;
    const { camera, dpr } = view;
    const scale = camera.scale * dpr;
    const left = Math.round((camera.x - view.width / 2 / camera.scale) * scale) / scale;
    const top = Math.round((camera.y - view.height / 2 / camera.scale) * scale) / scale;
    const resting = !view.gliding && !this.input.pinching;
    c.setTransform(1, 0, 0, 1, 0, 0);
    this.complete = this.tiles.paint(c, left, top, scale, resting);
    const position = this.game.shown();
    if (!position) return;
    const { state } = this.game;
    const onMap = () => c.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    onMap();
    this.drawUnder(c, state, position);
    const share = this.share();
    const away = underWay(map, this.scene.what, share);
    if (share < 1) this.dirty();
    drawWays(c, map, this.scene.what, share);
    drawAttacks(c, map, this.scene.what, share);
    if (state.draft) drawAim(c, map, state.draft, position);
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.globalAlpha = state.compared ? FADED : 1; // their paths matter, not their places
    this.stacks.draw(c, state, position, left, top, scale, dpr, resting, away);
    this.stacks.drawAway(c, state, away, left, top, scale, dpr);
    c.globalAlpha = 1;
    this.names.draw(c, left, top, scale, dpr, this.dark ? DARK : LIGHT, position.stacks);
    onMap();
    drawBlows(c, map, this.scene.what, share);
    this.drawOver(c, state, position);
    if (this.input.byKeys && this.input.cursor >= 0 && document.activeElement === this.canvas) {
      c.setLineDash([0.2, 0.12]);
      outlineSpot(c, map, this.input.cursor, 0.94, this.dark ? '#ffffff' : '#000000', 0.1);
      c.setLineDash([]);
    }
    c.setTransform(dpr, 0, 0, dpr, 0, 0);
    this.fan.draw(c, this.dark, () => this.buttons());
    this.drawDragging(c, state);
  }

  /** What is in sight, with a hex around it. */
  private sight(): Box {
    const { camera, width, height } = this.view;
    const [x, y] = [1 + width / 2 / camera.scale, 1 + height / 2 / camera.scale];
    return { left: camera.x - x, right: camera.x + x, top: camera.y - y, bottom: camera.y + y };
  }

  private drawUnder(c: Context, state: GameState, position: Position) {
    const sides = state.scenario?.sides ?? [];
    drawBoxes(c, this.map, this.dark ? DARK : LIGHT);
    const { overlay, looks } = state;
    const kind = overlay && looks?.overlays.get(overlay.kind);
    if (overlay && kind) this.tints.draw(c, overlay, kind, sides);
    if (overlay) this.tints.drawLines(c, overlay);
    if (state.showControl) this.tints.drawControl(c, position.keys.control, sides);
    if (looks) drawMarks(c, this.map, position.keys.marks, sides, looks, 'under', this.sight());
    const { sketches, of } = sketchesShown(state, position.keys.sketches ?? []);
    drawSketches(c, this.map, sketches, sides, of);
    drawDestinations(c, this.map, state, position, this.view.camera.scale >= COSTS_FROM);
  }

  private drawOver(c: Context, state: GameState, position: Position) {
    const { draft, hoverHex, looks } = state;
    const sides = state.scenario?.sides ?? [];
    if (looks) drawMarks(c, this.map, position.keys.marks, sides, looks, 'over', this.sight());
    if (state.overlay) this.tints.drawOver(c, state.overlay);
    if (state.profile) drawSight(c, this.map, state.profile);
    if (state.showAims) drawAims(c, this.map, state.aims);
    if (state.compared) drawCompared(c, this.map, state.compared);
    if (draft) drawTargets(c, this.map, draft, position);
    if (draft) drawDrawing(c, this.map, draft, hoverHex);
    if (draft && hoverHex !== null) drawWay(c, this.map, draft, hoverHex);
    if (draft) drawSides(c, this.map, draft);
    if (state.load) drawLoad(c, this.map, state.load, state.senders?.from ?? [], hoverHex);
    drawPointers(c, this.map, state, this.hinted(position), this.dark);
  }

  private hinted(position: Position): number[] {
    const hint = this.game.state.replay ? undefined : hintNow(this.game.state)?.hint;
    if (!hint) return this.game.state.taskHexes;
    const piece = [...position.pieces.values()].find((one) => one.id === hint.piece);
    return [hint.hex ? this.map.numbers.indexOf(hint.hex) : -1, piece?.hex ?? -1].filter((hex) => hex >= 0);
  }

  /** What lies over the canvas, in its pixels. */
  private buttons() {
    const box = this.canvas.getBoundingClientRect();
    return [...(this.canvas.closest('.board')?.querySelectorAll('.on-map') ?? [])].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left - box.left, y: top - box.top, width, height };
    });
  }

  /** The box being drawn, or the counter under the pointer that drags it. */
  private drawDragging(c: Context, state: GameState) {
    const { dragging, pressed, at } = this.input;
    if (!pressed) return;
    if (dragging === 'box') {
      c.fillStyle = 'rgba(18, 87, 201, 0.14)';
      c.fillRect(pressed.x, pressed.y, at.x - pressed.x, at.y - pressed.y);
      c.strokeStyle = '#1257c9';
      c.lineWidth = 2;
      c.setLineDash([6, 4]);
      c.strokeRect(pressed.x, pressed.y, at.x - pressed.x, at.y - pressed.y);
      c.setLineDash([]);
    }
    if (dragging === 'load') {
      const from = this.view.pixelOf(pressed.hex);
      c.strokeStyle = '#1d4f94';
      c.lineWidth = 4;
      c.setLineDash([9, 6]);
      c.beginPath();
      c.moveTo(from.x, from.y);
      c.lineTo(at.x, at.y);
      c.stroke();
      c.setLineDash([]);
    }
    if (dragging !== 'piece' || !pressed.piece || !state.looks) return;
    const width = Math.max(COUNTER * this.view.camera.scale, 30);
    const side = sideIndex(state.scenario?.sides ?? [], pressed.piece.side);
    const { dpr } = this.view;
    const bitmap = this.stacks.counters.get(pressed.piece, side, Math.round(width * dpr), dpr, state.looks);
    const size = bitmap.image.width / dpr;
    c.globalAlpha = 0.85;
    c.drawImage(bitmap.image, at.x - size / 2, at.y - size / 2, size, size);
    c.globalAlpha = 1;
  }
}
