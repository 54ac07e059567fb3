// progress.ts — which lessons were finished and which puzzles solved, as this browser remembers, with ratings by tries:
// a puzzle that is missed is rated harder, one that is solved at once easier, and the player the other way round.

import type { Puzzle } from '../engine/lessons';
import { createStore } from '../model/store';

const KEY = 'sandtable.learned';

export interface Attempt {
  tries: number;
  solved: boolean;
  rating: number;
}

export interface Progress {
  /** SYSTEM/LESSON that were finished. */
  lessons: string[];
  puzzles: Record<string, Attempt>;
  rating: number;
}

const NONE: Progress = { lessons: [], puzzles: {}, rating: 1500 };

function read(): Progress {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Progress>) };
  } catch {
    return NONE;
  }
}

export const progress = createStore<Progress>(read());

function keep(change: Partial<Progress>) {
  progress.set(change);
  try {
    localStorage.setItem(KEY, JSON.stringify(progress.get()));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

export function finishLesson(name: string) {
  const { lessons } = progress.get();
  if (!lessons.includes(name)) keep({ lessons: [...lessons, name] });
}

/** How hard a puzzle is before its first try: a small lead is hard to see, and so is an order that greedy misses. */
export const firstRating = ({ lead, greedy }: Puzzle) =>
  Math.round(1800 - lead * 0.6 + (greedy === 'misses' ? 150 : -150));

/** Only the first try moves the ratings; all are counted. */
export function triedPuzzle(puzzle: Puzzle, solved: boolean) {
  const { puzzles, rating } = progress.get();
  const old = puzzles[puzzle.id] ?? { tries: 0, solved: false, rating: firstRating(puzzle) };
  const expected = 1 / (1 + 10 ** ((old.rating - rating) / 400));
  const step = old.tries ? 0 : Math.round(32 * ((solved ? 1 : 0) - expected));
  keep({
    rating: rating + step,
    puzzles: {
      ...puzzles,
      [puzzle.id]: { tries: old.tries + 1, solved: old.solved || solved, rating: old.rating - step },
    },
  });
}

/** The puzzle of a day: every day another one, the same for every player with this edition. */
export function puzzleOfDay(counts: Record<string, { puzzles: number }>, day: number): [string, number] | null {
  const all = Object.entries(counts).flatMap(([system, { puzzles }]) =>
    Array.from({ length: puzzles }, (_, i): [string, number] => [system, i + 1]),
  );
  if (!all.length) return null;
  return all[(day * 7919) % all.length]!;
}
