// corner.ts — the corner of the map, or on a small screen the edge, in which a box hides least.

type Canvas = HTMLCanvasElement & { board?: { pixelOf(hex: number): { x: number; y: number } } };

export type Corner = 'left top' | 'right top' | 'left low' | 'right low';

const TOP = 56; // px under the choice of overlays
const ZOOMS = 56; // px of the buttons that zoom, at the right edge
const FOOT = 40; // px of the elements at the foot of the map
const HALF = 26; // px of a counter on either hand of its middle

/** Of these corners, the first in which a box of that size hides the least weight of hexes. */
export function freeCorner(corners: Corner[], width: number, height: number, weights: Map<number, number>): Corner {
  const canvas = document.querySelector<Canvas>('.map canvas');
  const box = canvas?.getBoundingClientRect();
  if (!canvas?.board || !box) return corners[0]!;
  const spots = [...weights].map(([hex, weight]) => ({ ...canvas.board!.pixelOf(hex), weight }));
  const hidden = (corner: Corner) => {
    const left = corner.startsWith('left') ? box.left : box.right - width - ZOOMS;
    const top = corner.endsWith('top') ? box.top + TOP : box.bottom - height - FOOT;
    return spots
      .filter(({ x, y }) => x > left - HALF && x < left + width + HALF && y > top - HALF && y < top + height + HALF)
      .reduce((sum, { weight }) => sum + weight, 0);
  };
  return corners.reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
}

const SHARE = 0.5; // of the map's height that the box of a fight covers on a small screen, as the style has it …
const FOLDED = 150; // … and px when it is folded

export interface Strip {
  high: boolean;
  fold: boolean;
}

/** On a small screen: above or below, open or folded, so that the box lies on as few as can be of what must be touched
 * now, open rather than folded, and then on as few as can be of where the fight is. All heights are px below the upper edge of the map; the first is the fight's own. */
export function freeStrip(asked: number[], fought: number[], height: number, folded: boolean): Strip {
  const hides = (heights: number[], high: boolean, covered: number) =>
    heights.filter((y) => (high ? y < covered + HALF : y > height - covered - HALF)).length;
  const cost = ({ high, fold }: Strip) => {
    const covered = fold ? FOLDED : SHARE * height;
    const most = fought.length + 1;
    return (2 * hides(asked, high, covered) + (fold ? 1 : 0)) * most + hides(fought, high, covered);
  };
  const first = (fought[0] ?? 0) > height / 2; // away from the fight itself
  const folds = folded ? [true] : [false, true];
  const places = folds.flatMap((fold) => [first, !first].map((high) => ({ high, fold })));
  return places.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}
