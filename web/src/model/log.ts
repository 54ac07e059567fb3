// log.ts — what happened, kept by this tab for a game and a side, so that a reload does not forget it.

import type { GameEvent } from '../net/protocol';

export interface LogEntry {
  key: number;
  seq: number;
  side: string | null;
  order: string | null;
  dice: number[];
  events: GameEvent[];
  turn: number;
}

const keyOf = (id: string, as: string) => `log ${id} ${as}`;

export function readLog(id: string, as: string): LogEntry[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(id, as)) ?? '[]') as LogEntry[];
  } catch {
    return [];
  }
}

export function keepLog(id: string, as: string, log: LogEntry[]) {
  try {
    sessionStorage.setItem(keyOf(id, as), JSON.stringify(log.slice(-200)));
  } catch {
    // A tab that keeps nothing begins again with an empty log.
  }
}

export interface Luck {
  side: string;
  dice: number;
  /** Pips above what so many dice show on average. */
  above: number;
  /** Two standard deviations: what chance alone rarely leaves. */
  band: number;
}

/** How the dice of each side fell against what was to be expected of six-sided ones. */
export function luckOf(log: LogEntry[], sides: string[]): Luck[] {
  return sides.map((side) => {
    const dice = log.filter((entry) => entry.side === side).flatMap((entry) => entry.dice);
    const above = dice.reduce((sum, face) => sum + face - 3.5, 0);
    return { side, dice: dice.length, above, band: 2 * Math.sqrt((dice.length * 35) / 12) };
  });
}
