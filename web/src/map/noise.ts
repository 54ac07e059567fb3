// noise.ts — pseudo-random numbers: hashed from whole numbers, so that the same map is always drawn the same.

export function speckle(a: number, b: number, c: number): number {
  let x = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d);
  x ^= x >>> 15;
  x = Math.imul(x, 0x2c1b3c6d);
  x ^= x >>> 12;
  x = Math.imul(x, 0x297a2d39);
  x ^= x >>> 15;
  return (x >>> 0) / 4294967296;
}

/** Smooth noise over the plane, about -1 .. 1. */
export function noise(x: number, y: number, layer: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  let u = x - i;
  let v = y - j;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  const top = speckle(i, j, layer) * (1 - u) + speckle(i + 1, j, layer) * u;
  const bottom = speckle(i, j + 1, layer) * (1 - u) + speckle(i + 1, j + 1, layer) * u;
  return 2 * (top * (1 - v) + bottom * v) - 1;
}
