// hex.ts — flat-topped hexes in columns, as on the server: index = row * columns + column, edges clockwise
// from the north. Lengths are in hex sides (centre to corner = 1).

export const ROOT3 = Math.sqrt(3);
export const EDGES = 6;

export interface Point {
  x: number;
  y: number;
}

/** A place off the grid; lengths are in heights of a hex, from the centre of the top left one. */
export interface Box {
  name: string;
  title: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Grid {
  columns: number;
  rows: number;
  firstColumn: number;
  parity: 'odd-down' | 'even-down';
  /** They are hexes too, numbered on from the last of the grid, and touch nothing. */
  boxes?: Box[];
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function boxRect(grid: Grid, box: Box): Rect {
  const origin = cellCentre(grid, 0, 0);
  return {
    x: origin.x + box.left * ROOT3,
    y: origin.y + box.top * ROOT3,
    width: box.width * ROOT3,
    height: box.height * ROOT3,
  };
}

function boxOfHex(grid: Grid, hex: number): Box | undefined {
  return grid.boxes?.[hex - grid.columns * grid.rows];
}

export const isBox = (grid: Grid, hex: number) => boxOfHex(grid, hex) !== undefined;

/** Whether a column (counted from the left, 0 first) sits half a hex lower. */
export function sitsLow(grid: Grid, column: number): boolean {
  const odd = ((grid.firstColumn + column) & 1) === 1;
  return odd === (grid.parity === 'odd-down');
}

export function cellCentre(grid: Grid, column: number, row: number): Point {
  return { x: 1 + 1.5 * column, y: ROOT3 * (row + (sitsLow(grid, column) ? 1 : 0.5)) };
}

export function centre(grid: Grid, hex: number): Point {
  const box = boxOfHex(grid, hex);
  if (box) {
    const { x, y, width, height } = boxRect(grid, box);
    return { x: x + width / 2, y: y + height / 2 };
  }
  return cellCentre(grid, hex % grid.columns, Math.floor(hex / grid.columns));
}

const CORNER_X = [-0.5, 0.5, 1, 0.5, -0.5, -1];
const CORNER_Y = [-ROOT3 / 2, -ROOT3 / 2, 0, ROOT3 / 2, ROOT3 / 2, 0];

/** Edge k runs from corner k to corner k + 1. */
export function corner(at: Point, k: number): Point {
  return { x: at.x + CORNER_X[k % 6]!, y: at.y + CORNER_Y[k % 6]! };
}

const ACROSS_COLUMN = [0, 1, 1, 0, -1, -1];
const ACROSS_ROW = [
  [-1, -1, 0, 1, 0, -1],
  [-1, 0, 1, 1, 1, 0],
];

export function cellAcross(grid: Grid, column: number, row: number, edge: number): [number, number] {
  return [column + ACROSS_COLUMN[edge]!, row + ACROSS_ROW[sitsLow(grid, column) ? 1 : 0]![edge]!];
}

/** The hex across an edge, or -1 beyond the map. */
export function across(grid: Grid, hex: number, edge: number): number {
  if (boxOfHex(grid, hex)) return -1;
  const [column, row] = cellAcross(grid, hex % grid.columns, Math.floor(hex / grid.columns), edge);
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return -1;
  return row * grid.columns + column;
}

export function edgeBetween(grid: Grid, from: number, to: number): number {
  for (let edge = 0; edge < EDGES; edge++) if (across(grid, from, edge) === to) return edge;
  return -1;
}

/** The hex or box under a point, or -1. */
export function hexAt(grid: Grid, x: number, y: number): number {
  const box = (grid.boxes ?? []).findIndex((one) => {
    const rect = boxRect(grid, one);
    return x >= rect.x && y >= rect.y && x <= rect.x + rect.width && y <= rect.y + rect.height;
  });
  if (box >= 0) return grid.columns * grid.rows + box;
  const near = Math.round((x - 1) / 1.5);
  let best = -1;
  let least = 1.0001;
  for (let column = near - 1; column <= near + 1; column++) {
    if (column < 0 || column >= grid.columns) continue;
    const row = Math.round(y / ROOT3 - (sitsLow(grid, column) ? 1 : 0.5));
    if (row < 0 || row >= grid.rows) continue;
    const at = cellCentre(grid, column, row);
    const away = Math.hypot(at.x - x, at.y - y);
    if (away < least) {
      least = away;
      best = row * grid.columns + column;
    }
  }
  return best;
}

export function mapSize(grid: Grid): { width: number; height: number } {
  return { width: 1.5 * grid.columns + 0.5, height: ROOT3 * (grid.rows + (grid.columns > 1 ? 0.5 : 0)) };
}

/** The whole extent: the grid with the boxes beside it. */
export function mapBounds(grid: Grid): Rect {
  const size = mapSize(grid);
  const rects = (grid.boxes ?? []).map((box) => boxRect(grid, box));
  const x = Math.min(0, ...rects.map((rect) => rect.x));
  const y = Math.min(0, ...rects.map((rect) => rect.y));
  const right = Math.max(size.width, ...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(size.height, ...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The hexside as the server numbers it: seen from the one of its two hexes with the lesser number. */
export function hexsideOf(grid: Grid, hex: number, edge: number): number {
  const other = across(grid, hex, edge);
  return other >= 0 && other < hex ? other * EDGES + ((edge + 3) % EDGES) : hex * EDGES + edge;
}

export function hexsideEnds(grid: Grid, hexside: number): [Point, Point] {
  const at = centre(grid, Math.floor(hexside / EDGES));
  const edge = hexside % EDGES;
  return [corner(at, edge), corner(at, edge + 1)];
}

export function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** How far a point is from the line between two others. */
export function distanceToLine(at: Point, a: Point, b: Point): number {
  const long = distance(a, b);
  const share = long ? ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / (long * long) : 0;
  return distance(at, between(a, b, Math.min(Math.max(share, 0), 1)));
}

/** One whole number for a corner, the same from all its hexes. */
export function cornerKey(at: Point): number {
  return (Math.round(at.y / (ROOT3 / 2)) + 64) * 4096 + Math.round(at.x * 2) + 64;
}

/** Steps from one hex to the other; a box is out of reach. */
export function hexDistance(grid: Grid, a: number, b: number): number {
  if (boxOfHex(grid, a) || boxOfHex(grid, b)) return a === b ? 0 : Number.POSITIVE_INFINITY;
  const [ax, ay] = cube(grid, a);
  const [bx, by] = cube(grid, b);
  return (Math.abs(ax - bx) + Math.abs(ay - by) + Math.abs(ax + ay - bx - by)) / 2;
}

function cube(grid: Grid, hex: number): [number, number] {
  const column = hex % grid.columns;
  const low = sitsLow(grid, column) ? 1 : 0;
  const twice = 2 * Math.floor(hex / grid.columns) + low; // half hexes from the top
  const base = sitsLow(grid, 0) ? 1 : 0;
  return [column, (twice - base - column) / 2];
}

/** As far and in the same direction from a hex as one is from the other; -1 beyond the map. */
export function carried(grid: Grid, hex: number, from: number, to: number): number {
  const cells = grid.columns * grid.rows;
  if (hex < 0 || from < 0) return -1;
  if (hex === from) return to;
  if (hex >= cells || from >= cells || to >= cells) return -1;
  const [hexAt, fromAt, toAt] = [cube(grid, hex), cube(grid, from), cube(grid, to)];
  const column = hexAt[0] + toAt[0] - fromAt[0];
  const base = sitsLow(grid, 0) ? 1 : 0;
  const twice = 2 * (hexAt[1] + toAt[1] - fromAt[1]) + base + column;
  const row = (twice - (sitsLow(grid, column) ? 1 : 0)) / 2;
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return -1;
  return row * grid.columns + column;
}

const FRONT_SHARE = 3; // the third of the stacks that stand nearest to an enemy makes the front
const FRONT_WIDE = 7; // hexes of it that a picture shows to either side

/** The front: the stack of it with most others around it; null when one side is alone. */
export function frontOf(map: Grid, stacks: [number, number][]): Point | null {
  const near = stacks
    .map(([hex, side]) => {
      const away = stacks.map((other) => ({ foe: other[1] !== side, far: hexDistance(map, hex, other[0]) }));
      return {
        at: centre(map, hex),
        far: Math.min(...away.filter((other) => other.foe).map((other) => other.far)),
        around: away.filter((other) => other.far <= FRONT_WIDE).length,
      };
    })
    .filter((one) => Number.isFinite(one.far))
    .sort((a, b) => a.far - b.far);
  const front = near.slice(0, Math.ceil(near.length / FRONT_SHARE)).sort((a, b) => b.around - a.around);
  return front[0]?.at ?? null;
}

/** A hex by its number, and a box by its title. */
export const spotName = (map: (Grid & { numbers: string[] }) | null, hex: number): string =>
  (map && boxOfHex(map, hex)?.title) || (map?.numbers[hex] ?? String(hex));
