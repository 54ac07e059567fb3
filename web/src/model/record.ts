// record.ts — the game in numbers, as the server sends them, and the data of plots.

export interface Sample {
  seq: number;
  /** Orders given until then, once the game is over. */
  order?: number;
  turn: number;
  points: number[];
  steps: number[];
  hexes: number[];
  lost: number[];
}

export interface Roll {
  seq: number;
  order?: number;
  turn: number;
  for: number;
  against: number;
  gain: number;
  expected: number;
  variance: number;
}

export interface GameRecord {
  samples: Sample[];
  rolls: Roll[];
}

export interface Luck {
  seq: number;
  /** Steps gained so far beyond what was forecast when the dice fell. */
  sum: number;
  /** How far chance alone leads in 95 of 100 games. */
  band: number;
}

/** A side's luck after each roll that touched it. */
export function luckOf(rolls: Roll[], side: number): Luck[] {
  let sum = 0;
  let variance = 0;
  const luck: Luck[] = [];
  for (const roll of rolls) {
    const sign = roll.for === side ? 1 : roll.against === side ? -1 : 0;
    if (!sign) continue;
    sum += sign * (roll.gain - roll.expected);
    variance += roll.variance;
    luck.push({ seq: roll.seq, sum, band: 1.96 * Math.sqrt(variance) });
  }
  return luck;
}

/** A phase or a roll in which much was decided: where it ended, each side's gain, and how far the dice went. */
export interface Turning {
  turn: number;
  /** The order before it, from which one looks. */
  from: number;
  points: number[];
  lost: number[];
  /** Steps beyond the expected ones, for a roll; for whom. */
  luck?: { side: number; by: number };
}

const TURNINGS = 3;
const POINT = 3; // a point weighs as much as so many steps

const change = (now: number[], before: number[]) => now.map((value, i) => value - (before[i] ?? 0));

/** How far the balance of the sides moved, in favour of either. */
function weight({ points, lost }: Turning): number {
  const balance = points.map((gained, i) => POINT * gained - (lost[i] ?? 0));
  return Math.max(...balance) - Math.min(...balance);
}

/** The phases in which the balance moved farthest, in the order they came. */
export function turningPoints({ samples }: GameRecord): Turning[] {
  const all = samples.slice(1).map((sample, i) => {
    const before = samples[i]!;
    const [points, lost] = [change(sample.points, before.points), change(sample.lost, before.lost)];
    return { turn: before.turn, from: before.order ?? 0, points, lost };
  });
  const great = [...all].sort((a, b) => weight(b) - weight(a)).slice(0, TURNINGS);
  return all.filter((one) => weight(one) > 0 && great.includes(one));
}

/** The rolls farthest from the expected result, the farthest first. */
export function boldestRolls({ rolls }: GameRecord): Turning[] {
  return [...rolls]
    .map((roll) => ({
      turn: roll.turn,
      from: Math.max(0, (roll.order ?? 0) - 1),
      points: [],
      lost: [],
      luck: { side: roll.for, by: roll.gain - roll.expected },
    }))
    .filter(({ luck }) => Math.abs(luck.by) >= 1)
    .sort((a, b) => Math.abs(b.luck.by) - Math.abs(a.luck.by))
    .slice(0, TURNINGS);
}
