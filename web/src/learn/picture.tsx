// picture.tsx — a position as a picture on a page: ground, names, counters, and the author's drawing over it. Pages of
// studies and reports are made of them, and printed.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Names } from '../map/names';
import { paintGround } from '../map/painter';
import { LIGHT } from '../map/palette';
import { Stacks } from '../map/stacks';
import { centre, isBox, mapSize, type Point } from '../model/hex';
import type { Position } from '../model/position';
import type { GameState } from '../model/state';
import type { MapData } from '../net/protocol';

export interface Arrow {
  from: number;
  to: number;
  colour: string;
}

export interface Tint {
  hex: number;
  colour: string;
}

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  scale: number;
}

const WIDE = 1000; // pixels
const MARGIN = 3.2; // hex sides round the counters

/** What is in the picture: the part of the map where counters stand, and all that is drawn. */
export function frameOf(map: MapData, hexes: number[]): Frame {
  const size = mapSize(map);
  const spots = hexes.filter((hex) => !isBox(map, hex)).map((hex) => centre(map, hex));
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  const xs = spots.map(({ x }) => x);
  const ys = spots.map(({ y }) => y);
  const left = clamp(Math.min(...xs, size.width) - MARGIN, size.width);
  const top = clamp(Math.min(...ys, size.height) - MARGIN, size.height);
  const width = clamp(Math.max(...xs, 0) + MARGIN, size.width) - left;
  const height = clamp(Math.max(...ys, 0) + MARGIN, size.height) - top;
  if (width <= 0 || height <= 0)
    return { left: 0, top: 0, width: size.width, height: size.height, scale: WIDE / size.width };
  return { left, top, width, height, scale: Math.min(WIDE / width, 40) };
}

function drawArrow(c: CanvasRenderingContext2D, a: Point, b: Point, scale: number, colour: string) {
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const head = scale * 0.5;
  const end = { x: b.x - Math.cos(angle) * head * 0.8, y: b.y - Math.sin(angle) * head * 0.8 };
  c.strokeStyle = colour;
  c.fillStyle = colour;
  c.globalAlpha = 0.75;
  c.lineWidth = Math.max(scale * 0.16, 2);
  c.beginPath();
  c.moveTo(a.x, a.y);
  c.lineTo(end.x, end.y);
  c.stroke();
  c.beginPath();
  for (const turn of [0, 2.6, -2.6])
    c.lineTo(b.x + Math.cos(angle + turn) * (turn ? head : 0), b.y + Math.sin(angle + turn) * (turn ? head : 0));
  c.fill();
  c.globalAlpha = 1;
}

function drawTint(c: CanvasRenderingContext2D, at: Point, scale: number, colour: string) {
  c.beginPath();
  for (let i = 0; i < 6; i++)
    c.lineTo(at.x + Math.cos((i * Math.PI) / 3) * scale * 0.96, at.y + Math.sin((i * Math.PI) / 3) * scale * 0.96);
  c.closePath();
  c.globalAlpha = 0.45;
  c.fillStyle = colour;
  c.fill();
  c.globalAlpha = 1;
}

interface Props {
  state: GameState;
  map: MapData;
  position: Position;
  arrows?: Arrow[];
  tints?: Tint[];
  label: string;
  /** Called with the hex that was clicked. */
  onHex?: (hex: number) => void;
}

export function Picture({ state, map, position, arrows = [], tints = [], label, onHex }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const hexes = [
    ...position.stacks.keys(),
    ...arrows.flatMap(({ from, to }) => [from, to]),
    ...tints.map(({ hex }) => hex),
  ];
  const frame = frameOf(map, onHex ? Array.from({ length: map.columns * map.rows }, (_, hex) => hex) : hexes);
  useEffect(() => {
    let gone = false;
    (async () => {
      const { left, top, width, height, scale } = frame;
      const ground = await paintGround(map, { left, top, width, height, scale, dpr: 1, dark: false });
      const element = canvas.current;
      if (gone || !element) return;
      element.width = Math.round(width * scale);
      element.height = Math.round(height * scale);
      const c = element.getContext('2d', { alpha: false })!;
      const at = (hex: number) => {
        const spot = centre(map, hex);
        return { x: (spot.x - left) * scale, y: (spot.y - top) * scale };
      };
      c.drawImage(ground, 0, 0);
      for (const { hex, colour } of tints) drawTint(c, at(hex), scale, colour);
      new Names(map).draw(c, left, top, scale, 1, LIGHT, new Map());
      const still = {
        ...state,
        replay: state.replay ?? ({} as GameState['replay']),
        draft: null,
        selectedPiece: null,
      };
      new Stacks(map).draw(c, still, position, left, top, scale, 1, true, new Map());
      for (const { from, to, colour } of arrows) drawArrow(c, at(from), at(to), scale, colour);
      setDrawn(true);
    })();
    return () => {
      gone = true;
    };
  }, [position, JSON.stringify(arrows), JSON.stringify(tints)]);
  function click(event: MouseEvent) {
    const box = canvas.current!.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * frame.width + frame.left;
    const y = ((event.clientY - box.top) / box.height) * frame.height + frame.top;
    let best = 0;
    let least = Infinity;
    for (let hex = 0; hex < map.columns * map.rows; hex++) {
      const spot = centre(map, hex);
      const away = Math.hypot(spot.x - x, spot.y - y);
      if (away < least) {
        least = away;
        best = hex;
      }
    }
    onHex?.(best);
  }
  return (
    <canvas
      ref={canvas}
      class={drawn ? 'position-picture drawn' : 'position-picture'}
      role="img"
      aria-label={label}
      onClick={onHex && click}
    />
  );
}
