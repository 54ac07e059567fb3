// plan.ts — thinking ahead while others decide, and orders in the making that outlive an interruption.
//
// A player who waits may ask what he could order if it were his turn. The server answers from his view; no order is
// given, and after each order of the others the client asks again. An order in the making is kept over all events
// meanwhile, and taken up again as soon as the same question is there, in a plan or in earnest.

import type { Openings, Question } from '../net/protocol';
import type { Game } from './game';
import type { Arg } from './order';
import type { GameState } from './state';

/** Questions about orders that are answered in a plan as well. */
const THOUGHTS = ['draft', 'openings', 'around', 'reach', 'why'];

/** The question answered or planned for: the open one, or the one that would come. */
export const askedIn = (state: GameState): Question | null => state.plan ?? state.position?.keys.question ?? null;

export class Plan {
  private kept: { kind: string; verb: string; args: Arg[] } | null = null;

  constructor(private game: Game) {}

  /** A player who sits here and waits may plan. */
  get possible(): boolean {
    const keys = this.game.state.position?.keys;
    return !!keys && !keys.over && !!keys.question && !keys.question.yours && keys.you.includes(keys.as);
  }

  /** Begins to plan, from the question that would come. */
  async begin() {
    const answer = await this.game.ask<Openings>({ t: 'openings', plan: true });
    if (answer.kind === 'answer' && answer.value.question) {
      this.game.store.set({ plan: answer.value.question });
      await this.game.possible.ask();
    } else if (answer.kind === 'refused') this.game.notice(answer.refusal.text);
  }

  end() {
    this.kept = null;
    this.game.store.set({ plan: null, draft: null, verbs: [], actors: new Map(), leaders: new Map() });
  }

  /** The message as it is sent while the player plans. */
  asked(message: Record<string, unknown>): Record<string, unknown> {
    return this.game.state.plan && THOUGHTS.includes(String(message.t)) ? { ...message, plan: true } : message;
  }

  /** An event came: the order in the making is laid aside, unless the event is that order. */
  lay(given: boolean) {
    const { draft } = this.game.state;
    const kind = askedIn(this.game.state)?.kind;
    if (given) this.kept = null;
    else if (draft?.args.length && kind) this.kept = { kind, verb: draft.verb.verb, args: draft.args };
  }

  drop() {
    this.kept = null;
  }

  /** The order that was laid aside, if it answers the present question. */
  takeUp(): { verb: string; args: Arg[] } | null {
    const { kept } = this;
    const state = this.game.state;
    if (!kept || state.draft || askedIn(state)?.kind !== kept.kind || !state.verbs.includes(kept.verb)) return null;
    this.kept = null;
    return kept;
  }
}
