// How the choices of an order are drawn: few each by itself, many as one zone, and only an enemy as a target.

import { beforeAll, describe, expect, it } from 'vitest';
import { drawDestinations } from '../src/map/aiming';

const map = { columns: 20, rows: 20, firstColumn: 1, parity: 'odd-down', numbers: [] };

/** A canvas that notes the colours filled, and how many outlines are dashed. */
function canvas() {
  const seen = { filled: [] as string[], dashed: 0, dash: [] as number[] };
  const c = new Proxy({} as Record<string, unknown>, {
    get: (to, name) =>
      to[name as string] ??
      ((...args: unknown[]) => {
        if (name === 'setLineDash') seen.dash = args[0] as number[];
        if (name === 'fill') seen.filled.push(String(to.fillStyle));
        if (name === 'stroke' && seen.dash.length) seen.dashed++;
      }),
    set: (to, name, value) => {
      to[name as string] = value;
      return true;
    },
  });
  return { seen, c };
}

/** Draws the choice among these hexes, on the first of which an enemy stands. */
function drawn(hexes: number[], foe: boolean) {
  const { seen, c } = canvas();
  const slots = [{ keyword: null, type: 'hex', least: 1, most: 1, help: '' }];
  const next = hexes.map((hex) => ({ slot: 0, keyword: null, type: 'hex', text: '', value: hex, hex }));
  const verb = { verb: 'place', help: '', slots };
  const draft = { verb, next, args: [], forced: [], lacks: [], reach: null, harms: new Map() };
  const stacks = new Map(foe ? [[hexes[0], [{ side: 'red' }]]] : []);
  const position = { keys: { question: { side: 'blue' }, as: 'blue' }, stacks };
  const draw = drawDestinations as unknown as (...all: unknown[]) => void;
  draw(c, map, { draft, looks: null }, position, false);
  return seen;
}

const list = (count: number) => Array.from({ length: count }, (_, i) => 21 + i);

describe('the hexes of an order', () => {
  beforeAll(() => {
    Object.assign(globalThis, {
      Path2D: class {
        moveTo() {}
        lineTo() {}
      },
    });
  });
  it('are each outlined while they are few', () => {
    expect(drawn(list(6), false).dashed).toBe(6);
  });
  it('are one zone if they are many', () => {
    const { dashed, filled } = drawn(list(100), false);
    expect(dashed).toBe(0);
    expect(filled.length).toBe(100);
  });
  it('are red only where an enemy stands, also in a zone', () => {
    const red = (all: string[]) => all.filter((colour) => colour.startsWith('rgba(214'));
    expect(red(drawn(list(6), false).filled).length).toBe(0);
    expect(red(drawn(list(6), true).filled).length).toBe(1);
    const wide = drawn(list(100), true);
    expect(red(wide.filled).length).toBe(1);
    expect(wide.dashed).toBe(1);
  });
});
