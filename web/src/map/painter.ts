// painter.ts — the page's end of the worker that draws the ground. The worker is begun before the map is there, so that
// its code is read while the page still asks for its data.

import type { MapData } from '../net/protocol';
import type { MapSent, PatchPainted, PatchWanted } from './painting';
import type { Patch } from './terrain';

let worker: Worker | null = null;
let asked = 0;
const known = new Map<MapData, number>();
const waiting = new Map<number, (image: ImageBitmap) => void>();

/** Begins the worker, if there is none yet. */
export function hirePainter(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./painting.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<PatchPainted>) => {
    waiting.get(data.n)?.(data.image);
    waiting.delete(data.n);
  };
  return worker;
}

/** Has the shapes of a map worked out before anything of it is wanted. */
export function showPainter(map: MapData): number {
  let number = known.get(map);
  if (number !== undefined) return number;
  number = known.size;
  known.set(map, number);
  const sent: MapSent = { map: number, data: map };
  hirePainter().postMessage(sent);
  return number;
}

/** A picture of part of a map's ground; patches are painted in the order they are asked for. */
export function paintGround(map: MapData, patch: Patch): Promise<ImageBitmap> {
  const wanted: PatchWanted = { n: ++asked, map: showPainter(map), patch };
  return new Promise((resolve) => {
    waiting.set(wanted.n, resolve);
    hirePainter().postMessage(wanted);
  });
}
