// record.ts — the game in numbers, as the server tells them, and what plots make of them.

export interface Sample {
  seq: number;
  turn: number;
  points: number[];
  steps: number[];
  hexes: number[];
  lost: number[];
}

export interface Roll {
  seq: number;
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
