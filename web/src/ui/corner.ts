// corner.ts — the corner of the map in which a box hides least.

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
