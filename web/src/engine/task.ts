// task.ts — a lesson or a puzzle in the worker. A lesson is solved when its goals hold, and failed when its orders are spent or
// a line of its own says so. In a puzzle the first order that matters decides: it is one of those that were measured, or it is
// tried out here against the best one.

import type { Engine } from './module';
import { runLine } from './show';

export type Task =
  | { kind: 'lesson'; side: string; orders: number; goals: string[]; fails: string[] }
  | { kind: 'puzzle'; side: string; best: [string, number][]; other: [string, number][] };

export interface TaskTold {
  result: 'open' | 'solved' | 'failed';
  /** Orders given so far. */
  given: number;
  /** Orders that are left; of a lesson. */
  left: number;
  /** Of a puzzle: what the order that decided wins, and the best one, in thousandths. */
  chance?: number;
  best?: number;
}

/** In thousandths of a won game: an order no worse than that is as good. */
const SAME = 50;
const WORLDS = 60;

export class Trial {
  private given: string[] = [];
  private result: TaskTold['result'] = 'open';
  private chance?: number;

  constructor(
    private engine: Engine,
    private lines: string[],
    readonly task: Task,
    private sides: string[],
  ) {}

  /** Sets the position up again. */
  begin() {
    const { engine, task } = this;
    for (const line of this.lines) runLine(engine, line);
    for (const side of this.sides)
      engine.call('table_seat', engine.call('side', side), side === task.side ? '' : 'greedy');
    engine.call('table_random', 1n);
    engine.call('table_sit', engine.call('side', task.side));
    engine.said();
    this.given = [];
    this.result = 'open';
    this.chance = undefined;
  }

  over(): boolean {
    return this.result !== 'open';
  }

  private holds(line: string): boolean {
    return this.engine.call('lab_holds', line) === 1;
  }

  /** After an order of either side: whether a lesson is solved. It fails only when the pupil must answer again. */
  judge() {
    const { task } = this;
    if (task.kind !== 'lesson' || this.result !== 'open') return;
    if (task.goals.every((line) => this.holds(line))) this.result = 'solved';
    else if (task.fails.some((line) => this.holds(line)) || this.given.length >= task.orders)
      this.settle(task.side);
  }

  private settle(side: string) {
    this.engine.call('status');
    const { asked } = JSON.parse(`{${this.engine.text()}}`) as { asked: string | null };
    if (asked === side || asked === null) this.result = 'failed';
  }

  /** The person's order was given. */
  took(order: string) {
    this.given.push(order);
    this.judge();
  }

  tookBack() {
    this.given.pop();
  }

  private same = (one: string, other: string) => this.engine.call('same_order', one, other) === 1;

  /** An order in a puzzle, before it is given: true if that settled the puzzle, and the order is not to be given. */
  weighs(order: string, asked: () => string | null): boolean {
    const { task, engine } = this;
    if (this.over()) return true;
    if (task.kind !== 'puzzle' || engine.call('lab_check', order) !== 0) return false;
    const known = [...task.best, ...task.other].find(([text]) => this.same(text, order));
    if (known) return this.decide(task.best.includes(known), known[1], task.best.includes(known));
    const best = task.best[0]!;
    // An order that leaves the best order possible decides nothing yet.
    const before = [...this.given];
    engine.call('lab_give', order);
    engine.said();
    const waits = asked() === task.side && engine.call('lab_check', best[0]) === 0;
    this.begin();
    for (const text of before) engine.call('lab_give', text);
    engine.said();
    this.given = before;
    if (waits) return false;
    if (engine.call('contest', best[0], order, WORLDS, 7n) !== 0) return this.decide(false, 0, false);
    const { lead, other } = JSON.parse(`{${engine.text()}}`) as { lead: number; other: number };
    return this.decide(lead <= SAME, other, lead <= SAME);
  }

  /** True: the order is not given any more. An order that solves the puzzle is given. */
  private decide(solved: boolean, chance: number, give: boolean): boolean {
    this.result = solved ? 'solved' : 'failed';
    this.chance = chance;
    return !give;
  }

  told(): TaskTold {
    const { task, given, result, chance } = this;
    if (task.kind === 'lesson') return { result, given: given.length, left: task.orders - given.length };
    return { result, given: given.length, left: 0, chance, best: task.best[0]![1] };
  }
}
