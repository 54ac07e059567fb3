// qr.ts — a link as a QR code (ISO/IEC 18004): bytes, error correction L, versions 1 to 10, the mask of least penalty.
// Enough for a link of 271 bytes; a longer one has none.

/** By version: bytes of error correction a block, and how many bytes of data the blocks of each size hold. */
const BLOCKS: readonly { check: number; data: readonly number[] }[] = [
  { check: 7, data: [19] },
  { check: 10, data: [34] },
  { check: 15, data: [55] },
  { check: 20, data: [80] },
  { check: 26, data: [108] },
  { check: 18, data: [68, 68] },
  { check: 20, data: [78, 78] },
  { check: 24, data: [97, 97] },
  { check: 30, data: [116, 116] },
  { check: 18, data: [68, 68, 69, 69] },
];

/** By version: where the middles of the small squares are. */
const SQUARES: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

// ---- bytes ----

const POWER = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
  POWER[i] = POWER[i + 255] = value;
  LOG[value] = i;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number) => (a && b ? POWER[LOG[a]! + LOG[b]!]! : 0);

/** The remainder of the data over the generator: its error correction. */
function checkOf(data: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((value, k) => {
      next[k + 1]! ^= times(value, POWER[i]!);
    });
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!;
    generator.forEach((value, k) => {
      rest[i + k]! ^= times(value, factor);
    });
  }
  return rest.slice(data.length);
}

/** The bytes as they are laid: mode, length, data, filling; block by block, then their error correction. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const { check, data } = BLOCKS[version - 1]!;
  const room = data.reduce((a, b) => a + b);
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let fill = 0xec; bits.length < room * 8; fill ^= 0xec ^ 0x11) put(fill, 8);
  const all = Array.from({ length: room }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((a, b) => a * 2 + b, 0));
  const before = (i: number) => data.slice(0, i).reduce((a, b) => a + b, 0);
  const blocks = data.map((length, i) => all.slice(before(i), before(i) + length));
  const checks = blocks.map((block) => checkOf(block, check));
  const laid: number[] = [];
  for (const parts of [blocks, checks])
    for (let i = 0; i < Math.max(...parts.map((part) => part.length)); i++)
      for (const part of parts) if (i < part.length) laid.push(part[i]!);
  return laid;
}

// ---- the square ----

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Square = (boolean | undefined)[][];

/** A number with the rest of its division behind it, which guards it. */
function guarded(value: number, divisor: number, bits: number): number {
  let rest = value << bits;
  for (let i = 31; i >= bits; i--) if ((rest >>> i) & 1) rest ^= divisor << (i - bits);
  return (value << bits) | rest;
}

/** The part that is the same in every code of the version; squares free for data stay undefined. */
function frame(version: number, mask: number): Square {
  const size = 17 + 4 * version;
  const square: Square = Array.from({ length: size }, () => new Array<boolean | undefined>(size));
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) square[y]![x] = dark;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const middles = SQUARES[version - 1]!;
  const last = middles.length - 1;
  middles.forEach((y, i) => {
    middles.forEach((x, k) => {
      if ((i === 0 && k === 0) || (i === 0 && k === last) || (i === last && k === 0)) return;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    });
  });
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        set(x + dx, y + dy, far !== 2 && far !== 4);
      }
  const format = guarded((1 << 3) | mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((format >> i) & 1) === 1;
    set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, dark);
    set(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, dark);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const words = guarded(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const dark = ((words >> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), dark);
      set(Math.floor(i / 3), size - 11 + (i % 3), dark);
    }
  }
  return square;
}

/** The data laid in, two columns at a time, up and down from the lower right. */
function filled(laid: number[], version: number, mask: number): boolean[][] {
  const square = frame(version, mask);
  const size = square.length;
  let bit = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const up = ((right < 6 ? right + 1 : right) & 2) === ((size - 1) & 2);
        const y = up ? size - 1 - i : i;
        if (square[y]![x] !== undefined) continue;
        const dark = bit < laid.length * 8 && ((laid[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1;
        square[y]![x] = dark !== MASKS[mask]!(x, y);
        bit++;
      }
  return square as boolean[][];
}

/** How hard it is to read: long runs, blocks of one colour, more dark than light. */
function penalty(square: boolean[][]): number {
  const size = square.length;
  let sum = 0;
  let dark = 0;
  for (let a = 0; a < size; a++) {
    for (const at of [(b: number) => square[a]![b]!, (b: number) => square[b]![a]!])
      for (let b = 0, run = 0; b < size; b++) {
        run = b && at(b) === at(b - 1) ? run + 1 : 1;
        sum += run === 5 ? 3 : run > 5 ? 1 : 0;
      }
    for (let b = 0; b < size; b++) {
      dark += square[a]![b] ? 1 : 0;
      const one = square[a]![b];
      if (a && b && one === square[a - 1]![b] && one === square[a]![b - 1] && one === square[a - 1]![b - 1])
        sum += 3;
    }
  }
  return sum + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}

/** The code of a text, row by row, true where it is dark; null if it is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const fits = (version: number) =>
    BLOCKS[version - 1]!.data.reduce((a, b) => a + b) * 8 >= 4 + (version < 10 ? 8 : 16) + bytes.length * 8;
  const version = BLOCKS.findIndex((_, i) => fits(i + 1)) + 1;
  if (!version) return null;
  const laid = codewords(bytes, version);
  return MASKS.map((_, mask) => filled(laid, version, mask)).reduce((best, one) =>
    penalty(one) < penalty(best) ? one : best,
  );
}
