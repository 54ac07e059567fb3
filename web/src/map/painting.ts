// painting.ts — the worker beside the page that draws the ground. A map is sent once; then one patch after another is
// asked for and sent back as a picture.

import type { MapData } from '../net/protocol';
import { makeTerrain, type Patch, type Terrain } from './terrain';

/** A map to be known by that number. */
export interface MapSent {
  map: number;
  data: MapData;
}

export interface PatchWanted {
  n: number;
  map: number;
  patch: Patch;
}

export interface PatchPainted {
  n: number;
  image: ImageBitmap;
}

const page = self as unknown as {
  onmessage: (event: MessageEvent<MapSent | PatchWanted>) => void;
  postMessage(answer: PatchPainted, handedOver: Transferable[]): void;
};
const terrains = new Map<number, Terrain>();

page.onmessage = ({ data: asked }) => {
  if ('data' in asked) {
    terrains.set(asked.map, makeTerrain(asked.data));
    return;
  }
  const { n, map, patch } = asked;
  const canvas = new OffscreenCanvas(Math.round(patch.width * patch.scale), Math.round(patch.height * patch.scale));
  terrains.get(map)?.draw(canvas.getContext('2d', { alpha: false })!, patch);
  const image = canvas.transferToImageBitmap();
  page.postMessage({ n, image }, [image]);
};
