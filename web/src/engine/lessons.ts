// lessons.ts — the lessons and puzzles of a rulebook, as tools/lessons.mjs read them; fetched once.

import { fileAt } from '../net/here';
import type { Task } from './task';

type Words = Record<string, string>;

export interface Lesson {
  id: string;
  title: Words;
  text: Words;
  task: Words;
  hint: Words;
  done: Words;
  rules: string[];
  side: string;
  orders: number;
  goals: string[];
  fails: string[];
  solution: string[];
  lines: string[];
}

export interface Puzzle {
  id: string;
  side: string;
  /** By how much the best order leads, in thousandths of a won game, and the standard error of that. */
  lead: number;
  error: number;
  worlds: number;
  /** Whether the greedy player gives the best order. */
  greedy: 'finds' | 'misses';
  /** Orders with the thousandths of games they win. */
  best: [string, number][];
  other: [string, number][];
  lines: string[];
}

const kept = new Map<string, Promise<unknown>>();

function once<T>(name: string): Promise<T> {
  let answer = kept.get(name);
  if (!answer) {
    answer = fetch(fileAt(`engine/${name}.json`)).then((got) => {
      if (!got.ok) throw new Error(`${got.status}`);
      return got.json();
    });
    answer.catch(() => kept.delete(name));
    kept.set(name, answer);
  }
  return answer as Promise<T>;
}

export const getLessons = (system: string) => once<Lesson[]>(`lessons-${system}`);
export const getPuzzles = (system: string) => once<Puzzle[]>(`puzzles-${system}`);

/** The task's data for the worker. */
export function taskOf(found: Lesson | Puzzle): Task {
  if ('goals' in found)
    return { kind: 'lesson', side: found.side, orders: found.orders, goals: found.goals, fails: found.fails };
  return { kind: 'puzzle', side: found.side, best: found.best, other: found.other };
}
