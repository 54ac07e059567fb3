// possible.ts — what may be done: which verbs answer the question, which counters can begin them, what may come next.
// Everything is asked of the server; the client only remembers the answers until the next order.

import type { Choice, Choices, Openings, Reach } from '../net/protocol';
import type { Game } from './game';

export class Possible {
  private questions = 0;
  private reaches = new Map<string, Promise<Reach | null>>();

  constructor(private game: Game) {}

  private get state() {
    return this.game.state;
  }

  /** Something else is asked from now on: tells later whether something was asked after it. */
  askAnew(): () => boolean {
    const asking = ++this.questions;
    return () => asking !== this.questions;
  }

  /** The game has gone on: where orders lead is not known any more. */
  forget() {
    this.reaches.clear();
  }

  /** Which verbs stand open now and which counters can begin them; while planning, which would. */
  async ask() {
    const isLate = this.askAnew();
    const answer = await this.game.ask<Openings>({ t: 'openings' });
    if (isLate()) return;
    if (answer.kind !== 'answer') {
      if (this.state.plan) this.game.plan.end();
      return;
    }
    const { openings, question } = answer.value;
    const verbs = openings.map((one) => one.verb);
    if (this.state.plan && question) this.game.store.set({ plan: question });
    else if (await this.game.giving.endsItself(verbs)) return;
    const leaders = new Map<number, string[]>();
    const helpers = new Map<number, string[]>();
    for (const { verb, choices } of openings)
      for (const choice of choices) {
        if (choice.type !== 'piece' || leaders.get(choice.value)?.includes(verb)) continue;
        const to = choice.slot === 0 ? leaders : helpers;
        if (!to.get(choice.value)?.includes(verb)) to.set(choice.value, [...(to.get(choice.value) ?? []), verb]);
      }
    const actors = new Map(leaders);
    for (const [piece, words] of helpers) actors.set(piece, [...(leaders.get(piece) ?? []), ...words]);
    this.game.store.set({ verbs, actors, leaders });
    const kept = this.game.plan.takeUp();
    const only = verbs.length === 1 ? this.game.verb(verbs[0]!) : null;
    if (kept) await this.game.drafting.begin(kept.verb, undefined, kept.args);
    else if (only?.slots.length && !this.state.draft) await this.game.drafting.begin(only.verb);
  }

  /** What may be added to the part of an order, at whatever place of it. */
  async additions(part: string): Promise<Choices | null> {
    const answer = await this.game.ask<Choices>({ t: 'additions', part });
    if (answer.kind !== 'answer') return null;
    const { complete, choices } = answer.value;
    return { complete, choices: choices.map((one) => (one.from === undefined ? one : numbers(one, one.from))) };
  }

  /** Where an order could lead; asked once a position, for a group asks of all its counters whenever one joins. */
  reachOf(prefix: string): Promise<Reach | null> {
    let reach = this.reaches.get(prefix);
    if (!reach) {
      reach = this.game
        .ask<Reach>({ t: 'reach', prefix })
        .then((answer) => (answer.kind === 'answer' ? answer.value : null));
      this.reaches.set(prefix, reach);
    }
    return reach;
  }
}

/** A range of numbers as a choice: its first number stands for it. */
const numbers = (choice: Choice, from: number): Choice => ({ ...choice, value: from, text: String(from) });
