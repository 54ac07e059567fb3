// plans.ts — plans that are written down: the one in hand, the page of each, and their results.
//
// A plan is a number. Rows of panels and sketches on the map that bear it belong together: they make a page. The server
// sends the plans and the paths of the counters they bound; it plays the journal again.

import { t } from '../i18n';
import type { DrawnPlan, Panel, PanelRow, Question, Sketch, Way, Ways } from '../net/protocol';
import type { Game } from './game';
import type { GameState } from './state';

/** Whether the answer is drawn on the map: then the plan in hand stands beside the question. */
export const isDrawing = (question: Question | null | undefined) =>
  !!question?.yours && !!question.verbs?.some((verb) => verb.slots.some((slot) => slot.drawn));

/** The plan that is being worked at, or null. */
export function planInHand(state: GameState): number | null {
  if (state.replay || !isDrawing(state.position?.keys.question)) return null;
  return state.panels.find((panel) => panel.atHand)?.rows.find((row) => row.plan)?.plan ?? null;
}

/** The drawings over the map: of a comparison the plan that is looked at, else all, and what an order would add. */
export function sketchesShown(state: GameState, all: Sketch[]): { sketches: Sketch[]; of: number | null } {
  const { compared, draft } = state;
  if (compared) return { sketches: planOf(compared)?.sketches ?? [], of: null };
  return { sketches: draft ? [...all, ...draft.sketches] : all, of: planInHand(state) };
}

export const planOf = ({ ways, plan }: { ways: Ways; plan: number }): DrawnPlan | undefined =>
  ways.plans.find((one) => one.plan === plan);

/** Rows one after the other that belong to the same plan, or to none. */
export function byPlan(panel: Panel): { plan: number | undefined; rows: PanelRow[] }[] {
  const parts: { plan: number | undefined; rows: PanelRow[] }[] = [];
  for (const row of panel.rows) {
    const last = parts[parts.length - 1];
    if (last && last.plan === row.plan) last.rows.push(row);
    else parts.push({ plan: row.plan, rows: [row] });
  }
  return parts;
}

/** A piece of a path: the hexes from which and to which a counter went in a turn. */
export interface Stretch {
  turn: number;
  from: number;
  to: number;
}

/** Where a counter went while the plan bound it, hex by hex as it was found. */
export function stretches(way: Way, plan: number): Stretch[] {
  const found: Stretch[] = [];
  way.steps.forEach(([turn, hex, bound], i) => {
    const before = way.steps[i - 1];
    if (before && before[2] === plan && bound === plan && hex >= 0 && before[1] >= 0 && before[1] !== hex)
      found.push({ turn, from: before[1], to: hex });
  });
  return found;
}

export class Plans {
  constructor(private game: Game) {}

  /** Lays plans beside their results. */
  async compare() {
    const answer = await this.game.ask<Ways>({ t: 'ways' });
    if (answer.kind !== 'answer') {
      this.game.notice(answer.kind === 'error' ? answer.text : answer.refusal.text);
      return;
    }
    const ways = answer.value;
    const first = ways.plans.find((plan) => plan.from > 0) ?? ways.plans[0];
    if (first) this.game.store.set({ compared: { ways, plan: first.plan } });
    else this.game.notice(t('plans.none'));
  }

  show(plan: number) {
    const { compared } = this.game.state;
    if (compared) this.game.store.set({ compared: { ...compared, plan } });
  }

  end() {
    this.game.store.set({ compared: null });
  }

  openPage(plan: number | null) {
    this.game.store.set({ page: plan });
  }
}
