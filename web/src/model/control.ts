// control.ts — control of hexes: `a12.3b40` is twelve hexes of the first side, three of no side, forty of the second.

/** Side indexes by hex, -1 for no side; null if the text is not of that form. */
export function readControl(text: string): Int8Array | null {
  const runs: [number, number][] = [];
  const form = /([a-z.])(\d+)/gy;
  let total = 0;
  while (form.lastIndex < text.length) {
    const run = form.exec(text);
    if (!run) return null;
    const count = Number(run[2]);
    runs.push([run[1] === '.' ? -1 : run[1]!.charCodeAt(0) - 97, count]);
    total += count;
  }
  const holders = new Int8Array(total);
  let at = 0;
  for (const [side, count] of runs) {
    holders.fill(side, at, at + count);
    at += count;
  }
  return holders;
}
