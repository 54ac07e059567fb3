// scale.ts — reads a scale of victory: where the game stands on it, and how far it is to the verdicts above and below.

import type { Aim, Scale, ScaleBand } from '../net/protocol';

export interface ScaleNeed {
  /** How much the number on the scale must grow or fall. */
  change: number;
  band: ScaleBand;
}

/** The band that holds the number: the last that begins at or below it. */
export function bandNow(scale: Scale): number {
  let at = 0;
  scale.bands.forEach((band, i) => {
    if (band.from !== null && band.from <= scale.now) at = i;
  });
  return at;
}

/** What the next verdict up and down takes. */
export function scaleNeeds(scale: Scale): ScaleNeed[] {
  if (!scale.bands.length) return [];
  const at = bandNow(scale);
  const [above, below] = [scale.bands[at + 1], scale.bands[at - 1]];
  const needs: ScaleNeed[] = [];
  if (above) needs.push({ change: above.from! - scale.now, band: above });
  if (below) needs.push({ change: scale.bands[at]!.from! - 1 - scale.now, band: below });
  return needs;
}

const END = 3; // how far the outer bands are drawn beyond their threshold, at least

/** Each band with its share of the bar, and where the mark stands, in percent. */
export function scaleParts(scale: Scale): {
  parts: { band: ScaleBand; share: number }[];
  mark: { band: number; at: number };
} {
  const { bands, now } = scale;
  if (!bands.length) return { parts: [], mark: { band: -1, at: 0 } };
  const steps = bands.slice(1).map((band) => band.from!);
  const low = Math.min(now, (steps[0] ?? now) - END);
  const high = Math.max(now, (steps.at(-1) ?? now) + END - 1) + 1;
  const edges = [low, ...steps, high];
  return {
    parts: bands.map((band, i) => ({ band, share: edges[i + 1]! - edges[i]! })),
    mark: { band: bandNow(scale), at: (100 * (now + 0.5 - low)) / (high - low) },
  };
}

/** Goals for one hex each that are of one kind and bring the same, taken together where there are several; dearest first. */
export function gatherAims(aims: Aim[]): Aim[][] {
  const groups = new Map<string, Aim[]>();
  const single = (aim: Aim) => aim.hexes.length === 1 && aim.points && !aim.pieces.length;
  const alike = aims.filter(single).length >= MANY;
  aims.forEach((aim, i) => {
    const key = alike && single(aim) ? `${aim.kind} ${aim.points} ${aim.rule} ${aim.turn ?? ''}` : String(i);
    groups.set(key, [...(groups.get(key) ?? []), aim]);
  });
  const worth = (group: Aim[]) => (group[0]!.points ? Math.abs(group[0]!.points) : Number.POSITIVE_INFINITY);
  const all = [...groups.values()];
  return alike ? all.sort((a, b) => worth(b) - worth(a)) : all;
}

const MANY = 5; // from so many on they are gathered
