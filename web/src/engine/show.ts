// show.ts — a case of a lab script, step by step: what is set up, then orders that are given, refused or weighed.

import type { Forecast, Refusal } from '../net/protocol';
import type { Engine } from './module';

export interface Step {
  kind: 'do' | 'refuse' | 'forecast' | 'undo' | 'answers' | 'phase';
  /** The order, where there is one. */
  order: string;
  /** Lines that come before it: dice, ground, counters. */
  before: string[];
  line: string;
}

/** The result of a step. */
export interface StepTold {
  refusal?: Refusal;
  forecast?: Forecast;
  trouble?: string;
}

const STEP = /^(do|refuse|forecast|undo|answers|phase)\b/;

/** The lines of a case as the set-up, and the steps. The first phase belongs to the set-up. */
export function stepsOf(lines: string[]): { setup: string[]; steps: Step[] } {
  const setup: string[] = [];
  const steps: Step[] = [];
  let before: string[] = [];
  for (const line of lines) {
    const kind = STEP.exec(line)?.[1] as Step['kind'] | undefined;
    if (!kind) before.push(line);
    else if (kind === 'phase' && !steps.length) {
      setup.push(...before, line);
      before = [];
    } else {
      steps.push({ kind, order: /"([^"]*)"/.exec(line)?.[1] ?? '', before, line });
      before = [];
    }
  }
  return { setup, steps };
}

export class Show {
  readonly steps: Step[];
  private setup: string[];
  /** Steps that were taken. */
  at = 0;
  told: StepTold[] = [];

  constructor(
    private engine: Engine,
    lines: string[],
  ) {
    const parts = stepsOf(lines);
    this.steps = parts.steps;
    this.setup = parts.setup;
    const first = this.steps[0];
    // Everything before the first step is set-up too, but for its dice.
    if (first) {
      this.setup.push(...first.before.filter((line) => !line.startsWith('dice ')));
      first.before = first.before.filter((line) => line.startsWith('dice '));
    }
  }

  begin() {
    this.at = 0;
    this.told = [];
    for (const line of this.setup) this.run(line);
  }

  onwards() {
    const step = this.steps[this.at];
    if (!step) return;
    for (const line of step.before) this.run(line);
    this.at++;
    this.told.push(this.take(step));
  }

  private take({ kind, order, line }: Step): StepTold {
    const { engine } = this;
    const calls = { do: 'lab_give', refuse: 'lab_check', forecast: 'lab_odds' } as const;
    if (kind === 'undo' || kind === 'answers') {
      engine.call(kind === 'undo' ? 'lab_undo' : 'lab_answer');
      return {};
    }
    if (kind === 'phase') {
      this.run(line);
      return {};
    }
    const status = engine.call(calls[kind], order);
    if (status === 0 && kind !== 'forecast') return {};
    const said = JSON.parse(`{${engine.text().replace(/^,/, '')}}`);
    return status === 0
      ? { forecast: said as Forecast }
      : status === 1
        ? { refusal: said as Refusal }
        : { trouble: said.text };
  }

  private run(line: string) {
    runLine(this.engine, line);
  }
}

/** Runs a line of a script, unless it only expects something; throws when it cannot be done. */
export function runLine(engine: Engine, line: string) {
  const words = line.trim();
  if (!words || /^(#|case|proves|expect|sees|show|refuse|forecast)/.test(words)) return;
  const [word, first = '', ...rest] = words.split(/\s+/);
  let status = 0;
  if (word === 'lab') {
    const size = rest
      .find((one) => /^\d+x\d+$/.test(one))
      ?.split('x')
      .map(Number);
    const options = rest.filter((one) => one.includes('=')).join(' ');
    status = engine.call('lab_begin', first, size?.[0] ?? 10, size?.[1] ?? 10, options);
  } else if (word === 'dice') status = engine.call('lab_dice', words.slice(5).trim());
  else if (word === 'standing') {
    engine.call('table_sit', engine.call('side', first));
    status = engine.call('standing', /"([^"]*)"/.exec(words)?.[1] ?? '');
    engine.call('table_sit', -1);
  } else if (word === 'do') status = engine.call('lab_give', /"([^"]*)"/.exec(words)?.[1] ?? '');
  else if (word === 'undo') status = engine.call('lab_undo');
  else if (word === 'answers') status = engine.call('lab_answer');
  else status = engine.call('lab_line', words);
  if (status) throw new Error((JSON.parse(`{${engine.text()}}`) as { text: string }).text);
}
