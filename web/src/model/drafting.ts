// drafting.ts — an order in the making: adding and removing parts, parts required by the rules, possible ends. With
// each change the client asks the server again what may be added; it guesses nothing.

import type { Choice, Forecast, Harm, Piece, Reach } from '../net/protocol';
import type { Game } from './game';
import { joined, parties } from './group';
import {
  type Arg,
  areFew,
  type Draft,
  drawnSlot,
  isDial,
  isSetOf,
  leads,
  onlyOnes,
  openChoices,
  orderText,
  shownOnes,
  wantedSlot,
  waypoints,
  wayTo,
  withChoice,
  withoutValue,
} from './order';
import { askedIn } from './plan';

const MOST_SPARE = 8; // counters of an order that are each left out once, to see whether the odds change
const MOST_ENDS = 24; // of a retreat that are looked at one by one

export class Drafting {
  constructor(private game: Game) {}

  private get state() {
    return this.game.state;
  }

  /** Begins an order; the draft is there when the server has answered what may come next. */
  async begin(word: string, first?: Piece, args: Arg[] = []): Promise<Draft | null> {
    const verb = this.game.verb(word);
    if (!verb) return null;
    const draft: Draft = {
      verb,
      args,
      forced: [],
      lacks: [],
      text: verb.verb,
      next: [],
      complete: false,
      reach: null,
      forecast: null,
      sketches: [],
      refusal: null,
      others: [],
      goals: new Map(),
      dials: new Map(),
      harms: new Map(),
      spare: [],
      busy: true,
    };
    this.game.store.set({ draft, refusal: null });
    if (leads(verb) || this.game.giving.fights) this.game.looking.posts();
    if (first?.id) {
      const choice = this.game.possible.first(verb.verb, first);
      if (choice) draft.args = withChoice(verb, [], choice);
      this.game.store.set({ selectedPiece: first.i, selectedHex: first.hex });
    }
    return this.refresh(draft, draft.args);
  }

  cancel() {
    this.game.possible.askAnew();
    this.game.plan.drop();
    this.game.store.set({ draft: null, refusal: null, picked: [] });
    if (askedIn(this.state)?.yours && !this.state.actors.size) this.game.possible.ask();
  }

  /** Asks which parts the rules require, what may be added, and where the order could end; null if another was begun
   * meanwhile. */
  private async refresh(old: Draft, args: Arg[]): Promise<Draft | null> {
    const isLate = this.game.possible.askAnew();
    const { verb } = old;
    const text = orderText(verb, args);
    const answer = await this.game.possible.draft(text);
    if (isLate() || this.state.draft?.verb !== verb) return null;
    if (!answer) {
      this.game.store.set({ draft: { ...old, busy: false } });
      return null;
    }
    const around = args.length ? answer.around : undefined;
    const group = await this.followers({ ...old, args }, answer.reach ?? null);
    if (isLate() || this.state.draft?.verb !== verb) return null;
    const added = around?.added ?? [];
    const lacks = added.filter((one) => !one.forced);
    const plain = onlyOnes(answer.choices, lacks) ?? shownOnes(verb, answer.choices, lacks);
    if (args.length && plain)
      return this.refresh(
        old,
        plain.reduce((all, one) => withChoice(verb, all, one), args),
      );
    const dials = await this.dialsOf(old, args, answer.choices);
    if (isLate() || this.state.draft?.verb !== verb) return null;
    const complete = args.length ? !!around && !lacks.length : answer.complete;
    const draft: Draft = {
      ...old,
      args,
      forced: added.filter((one) => one.forced),
      lacks,
      text: complete && around ? around.order : text,
      next: answer.choices,
      complete,
      ...group,
      dials,
      harms: new Map(),
      spare: [],
      forecast: (complete && verb.slots.length && answer.forecast) || null,
      sketches: (complete && around?.sketches) || [],
      refusal: (args.length && answer.refused) || null,
      busy: false,
    };
    this.game.store.set({ draft, refusal: null, flash: new Set() });
    if (this.game.giving.fights) this.findHarm(draft);
    if (draft.forecast) this.findSpare(draft);
    return draft;
  }

  /** Finds counters without which every chance is the same: a third gun that changes nothing. */
  private async findSpare(draft: Draft) {
    const { verb, args, forecast } = draft;
    const slot = verb.slots.findIndex((one) => one.type === 'piece' && one.most > 1);
    const named = args.filter((arg) => arg.slot === slot);
    if (named.length < 2 || named.length > MOST_SPARE) return;
    const spare = await Promise.all(
      named.map(async (arg) => {
        const text = orderText(verb, withoutValue(verb, args, slot, arg.value));
        const answer = await this.game.ask<Forecast>({ t: 'forecast', order: text });
        return answer.kind === 'answer' && sameChances(answer.value, forecast!) ? [arg] : [];
      }),
    );
    const now = this.state.draft;
    if (now?.forecast === forecast && spare.some((one) => one.length))
      this.game.store.set({ draft: { ...now!, spare: spare.flat() } });
  }

  /** Finds out the cost of each hex of a retreat: the units lost there, weakened or disorganized. */
  private async findHarm(draft: Draft) {
    const { map } = this.state;
    const { verb, reach } = draft;
    const slot = verb.slots.findIndex(({ type }) => type === 'path' || type === 'hex');
    if (slot < 0 || !map) return;
    const hexes = reach
      ? reach.ends.map((end) => end.hex)
      : draft.next.flatMap((one) => (one.slot === slot && one.hex !== undefined ? one.hex : []));
    if (!hexes.length || hexes.length > MOST_ENDS) return;
    const before = draft.args.filter((arg) => arg.slot < slot);
    const harms = await Promise.all(
      hexes.map(async (end) => {
        const way = reach ? (wayTo(reach, end) ?? []) : [end];
        const steps = way.map((hex) => ({ slot, value: hex, text: map.numbers[hex]! }));
        return [end, await this.game.giving.harmedBy(orderText(verb, [...before, ...steps]))] as const;
      }),
    );
    const now = this.state.draft;
    const hurts = (one: Harm) => one.gone || one.steps || one.sign;
    const found = new Map(
      harms.map(([end, list]) => [end, list.filter(hurts)] as const).filter(([, list]) => list.length),
    );
    if (now?.next === draft.next && found.size) this.game.store.set({ draft: { ...now, harms: found } });
  }

  /** The counters that are picked besides those of the draft, and where all of them can go. */
  private async followers(draft: Draft, lead: Reach | null): Promise<Pick<Draft, 'reach' | 'others' | 'goals'>> {
    const { picked, leaders, position, map } = this.state;
    const can = picked.filter((i) => leaders.get(i)?.includes(draft.verb.verb));
    const others = parties(
      draft,
      can.flatMap((i) => position?.pieces.get(i) ?? []),
    );
    const alone = { reach: lead, others, goals: new Map() };
    if (!others.length || !lead || !map) return alone;
    await Promise.all(
      others.map(async (party) => {
        party.reach = await this.game.possible.reachOf(orderText(draft.verb, party.args));
      }),
    );
    return { ...alone, ...joined(map, lead, others) };
  }

  /** The possible values of each number. A number that was dialled is asked about as if it were not there, if anything
   * else has changed. */
  private async dialsOf(old: Draft, args: Arg[], open: Choice[]): Promise<Draft['dials']> {
    const { verb } = old;
    const dials: Draft['dials'] = new Map();
    for (let slot = 0; slot < verb.slots.length; slot++) {
      if (!isDial(verb, slot)) continue;
      const without = (all: Arg[]) =>
        orderText(
          verb,
          all.filter((arg) => arg.slot !== slot),
        );
      const same = old.dials.has(slot) && without(old.args) === without(args);
      let listed = open.filter((choice) => choice.slot === slot);
      if (!listed.length && same) listed = old.dials.get(slot)!;
      else if (!listed.length && args.some((arg) => arg.slot === slot)) {
        const answer = await this.game.possible.draft(without(args));
        listed = answer?.choices.filter((choice) => choice.slot === slot) ?? [];
      }
      if (listed.length) dials.set(slot, listed);
    }
    return dials;
  }

  /** Puts a number in the place of the one that its slot holds. */
  async dial(slot: number, value: number) {
    const draft = this.state.draft;
    const listed = draft?.dials.get(slot)?.[0];
    if (!draft || !listed) return;
    const others = draft.args.filter((arg) => arg.slot !== slot);
    await this.refresh(draft, withChoice(draft.verb, others, { ...listed, value, text: String(value) }));
  }

  /** Picks counters to act together, or lets them go, while an order of one of them is being built. */
  async pickTogether(pieces: number[]) {
    const { draft } = this.state;
    this.game.store.set({ picked: pieces });
    if (draft) await this.refresh(draft, draft.args);
  }

  /** Puts a choice into the draft; sends the order when nothing more can be added to it. */
  async pick(choice: Choice) {
    const draft = this.state.draft;
    if (!draft) return;
    const next = await this.refresh(draft, withChoice(draft.verb, draft.args, choice));
    // A counter that was clicked may have been meant for something else: only a destination is given at once.
    if (next && this.isSettled(next) && choice.type !== 'piece')
      await this.game.giving.giveAll(next, next.text, next.args);
  }

  /** Puts every counter that a set can still take into it, but for some that stay; one by one if all cannot. */
  async pickAll(slot: number, stays: number[] = []) {
    const start = this.state.draft;
    if (!start) return;
    const listed = (draft: Draft) =>
      openChoices(draft).filter((one) => one.slot === slot && one.type === 'piece' && !stays.includes(one.value));
    const all = listed(start).reduce((args, one) => withChoice(start.verb, args, one), start.args);
    let draft = await this.refresh(start, all);
    if (draft && !draft.refusal) return;
    draft = draft && (await this.refresh(draft, start.args));
    for (const one of listed(start)) {
      if (!draft || !listed(draft).some((other) => other.value === one.value)) continue;
      const next: Draft | null = await this.refresh(draft, withChoice(draft.verb, draft.args, one));
      draft = next?.refusal ? await this.refresh(next, draft.args) : next;
    }
  }

  /** Takes the last waypoint of a drawing back; false if there is none. */
  async dropWaypoint(): Promise<boolean> {
    const { draft } = this.state;
    const slot = draft && drawnSlot(draft);
    const at = draft?.args.findLastIndex((arg) => arg.slot === slot) ?? -1;
    if (!draft || at < 0) return false;
    await this.refresh(
      draft,
      draft.args.filter((_, i) => i !== at),
    );
    return true;
  }

  /** Complete, nothing to add, and no dice to think about first. What is drawn is finished by hand. */
  private isSettled(draft: Draft): boolean {
    if (waypoints(draft).length) return false;
    if (draft.args.some((arg) => !areFew(draft.dials.get(arg.slot) ?? []))) return false;
    return draft.complete && !draft.next.length && !draft.forecast && !isSetOf(draft) && !draft.forced.length;
  }

  async unpick(slot: number, value: number) {
    const draft = this.state.draft;
    if (!draft) return;
    const args = withoutValue(draft.verb, draft.args, slot, value);
    if (!args.length) {
      this.cancel();
      return;
    }
    await this.refresh(draft, args);
  }

  /** Puts a counter in or takes it out; false if the draft has no use for it. A required counter shows why. */
  async toggle(piece: Piece): Promise<boolean> {
    const draft = this.state.draft;
    if (!draft) return false;
    const is = (one: { slot: number | null; value: number }) =>
      one.value === piece.i && one.slot !== null && draft.verb.slots[one.slot]?.type === 'piece';
    const chosen = draft.args.find(is);
    const forced = draft.forced.find(is);
    const places = openChoices(draft).filter((choice) => is(choice) && (!chosen || choice.slot === chosen.slot));
    const lacks = (slot: number | null) => draft.lacks.some((lack) => lack.slot === slot);
    const listed = places.find((choice) => lacks(choice.slot)) ?? places[0]; // the missing spotter, not one more firer
    if (forced && !chosen) {
      if (forced.why) this.game.refuse(forced.why);
      return true;
    }
    if (listed) await this.pick(listed);
    else if (chosen) await this.unpick(chosen.slot, chosen.value);
    return !!listed || !!chosen;
  }

  /** Takes the draft to a hex: ends a path there, or picks the hex; false if that is not possible. */
  async pickHex(hex: number): Promise<boolean> {
    const draft = this.state.draft;
    if (!draft) return false;
    const pathSlot = draft.verb.slots.findIndex((slot) => slot.type === 'path');
    const way = draft.reach ? wayTo(draft.reach, hex) : null;
    if (way?.length && pathSlot >= 0) {
      const map = this.state.map!;
      const walked = draft.args.filter(
        (arg) => arg.slot !== pathSlot || draft.reach!.start === lastHex(draft.args, pathSlot),
      );
      const args = [
        ...walked.filter((arg) => arg.slot <= pathSlot),
        ...way.map((step) => ({ slot: pathSlot, value: step, text: map.numbers[step]!, hex: step })),
        ...walked.filter((arg) => arg.slot > pathSlot),
      ];
      await this.walk(draft, args, pathSlot);
      return true;
    }
    const points = waypoints(draft);
    if (points.length && points[points.length - 1] === hex && draft.complete) {
      await this.game.giving.confirm(); // the last waypoint once more: it is drawn
      return true;
    }
    const chosen = draft.args.find((arg) => draft.verb.slots[arg.slot]?.type === 'hex' && arg.hex === hex);
    const choices = draft.next.filter((one) => (one.type === 'hex' || one.type === 'path') && one.hex === hex);
    // If waypoints are drawn and other hexes are named besides, the slot waited for decides which it is.
    const draws = draft.verb.slots.some((slot) => slot.drawn);
    const slot = drawnSlot(draft) ?? (draws ? wantedSlot(draft) : null);
    const choice = choices.find((one) => one.slot === slot) ?? choices[0];
    const forced = draft.forced.find((one) => one.type === 'hex' && one.value === hex);
    if (forced?.why && !chosen) {
      this.game.refuse(forced.why);
      return true;
    }
    if (choice) {
      await this.pick(choice);
      return true;
    }
    if (chosen) {
      await this.unpick(chosen.slot, chosen.value);
      return true;
    }
    return false;
  }

  /** A march is given by the click that ends it, unless the order can hold more behind its path. */
  private async walk(draft: Draft, args: Arg[], pathSlot: number) {
    const says = pathSlot + 1 < draft.verb.slots.length ? await this.refresh(draft, args) : null;
    if (says && openChoices(says).some((choice) => choice.slot! > pathSlot)) return;
    await this.game.giving.giveAll(draft, orderText(draft.verb, args), args);
  }
}

function lastHex(args: Arg[], slot: number): number | undefined {
  const mine = args.filter((arg) => arg.slot === slot);
  return mine[mine.length - 1]?.hex;
}

/** Whether two forecasts give the same results the same chances. */
export function sameChances(one: Forecast, other: Forecast): boolean {
  const chances = ({ total, outcomes, opposed }: Forecast) =>
    JSON.stringify(
      outcomes.map((line) => [line.label, line.weight / total, (line.opposed ?? 0) / (opposed?.total ?? 1)]),
    );
  return chances(one) === chances(other);
}
