// possible.ts — legal orders: which verbs answer the question, which counters can begin them, what may come next. The
// client asks the server for everything; the client only remembers the answers until the next order.

import type { Choice, DraftAnswer, MapData, Openings, Piece, Ranges, Reach } from '../net/protocol';
import type { Game } from './game';

export class Possible {
  private questions = 0;
  private reaches = new Map<string, Promise<Reach | null>>();
  /** By verb and counter: the slot that the counter would fill first. */
  private slots = new Map<string, Map<number, number>>();

  constructor(private game: Game) {}

  private get state() {
    return this.game.state;
  }

  /** A new question begins; the result tells later whether another was asked after it. */
  askAnew(): () => boolean {
    const asking = ++this.questions;
    return () => asking !== this.questions;
  }

  /** The game has gone on: the ends of orders are not known any more. */
  forget() {
    this.reaches.clear();
  }

  /** Which verbs are open now and which counters can begin them; while planning, which would. The server mostly sends
   * them with the position. */
  async ask(told?: Openings['openings']) {
    const isLate = this.askAnew();
    if (told && !this.state.plan) {
      await this.take({ openings: told });
      return;
    }
    const answer = await this.game.ask<Openings>({ t: 'openings' });
    if (isLate()) return;
    if (answer.kind === 'answer') await this.take(answer.value);
    else if (this.state.plan) this.game.plan.end();
  }

  private async take({ openings, question }: Openings) {
    const verbs = openings.map((one) => one.verb);
    if (this.state.plan && question) this.game.store.set({ plan: question });
    else if (await this.game.giving.endsItself(verbs)) return;
    const leaders = new Map<number, string[]>();
    const helpers = new Map<number, string[]>();
    this.slots.clear();
    for (const { verb, pieces } of openings) {
      const slots = new Map<number, number>();
      this.slots.set(verb, slots);
      for (const [slot, ranges] of Object.entries(pieces ?? {}))
        for (const piece of numbersIn(ranges)) {
          if (slots.has(piece)) continue;
          slots.set(piece, Number(slot));
          const to = slot === '0' ? leaders : helpers;
          to.set(piece, [...(to.get(piece) ?? []), verb]);
        }
    }
    const actors = new Map(leaders);
    for (const [piece, words] of helpers) actors.set(piece, [...(leaders.get(piece) ?? []), ...words]);
    this.game.store.set({ verbs, actors, leaders });
    const kept = this.game.plan.takeUp();
    const only = verbs.length === 1 ? this.game.verb(verbs[0]!) : null;
    if (kept) await this.game.drafting.begin(kept.verb, undefined, kept.args);
    else if (only?.slots.length && !this.state.draft) await this.game.drafting.begin(only.verb);
  }

  /** The counter as the first thing of such an order; null if none begins with it. */
  first(verb: string, piece: Piece): Choice | null {
    const slot = this.slots.get(verb)?.get(piece.i);
    if (slot === undefined || !piece.id) return null;
    const keyword = this.game.verb(verb)?.slots[slot]?.keyword ?? null;
    return { slot, keyword, type: 'piece', text: piece.id, value: piece.i, hex: piece.hex ?? undefined };
  }

  /** Everything about the part of an order: what may be added, what the rules require, its ends and the odds. */
  async draft(part: string): Promise<(Omit<DraftAnswer, 'choices'> & { choices: Choice[] }) | null> {
    const answer = await this.game.ask<DraftAnswer>({ t: 'draft', part });
    if (answer.kind !== 'answer') return null;
    const { map, position } = this.state;
    if (answer.value.reach) this.reaches.set(part, Promise.resolve(answer.value.reach));
    return { ...answer.value, choices: answer.value.choices.flatMap((one) => spread(one, map, position?.pieces)) };
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

/** The numbers of pairs of a first and a last one. */
export function numbersIn(ranges: number[]): number[] {
  const found: number[] = [];
  for (let i = 0; i + 1 < ranges.length; i += 2)
    for (let value = ranges[i]!; value <= ranges[i + 1]!; value++) found.push(value);
  return found;
}

/** Hexes and counters one by one; of a range of numbers the first stands for all. */
export function spread(one: Choice | Ranges, map: MapData | null, pieces?: Map<number, Piece>): Choice[] {
  if (!('ranges' in one))
    return [one.from === undefined ? one : { ...one, value: one.from, text: String(one.from) }];
  const { ranges, ...slot } = one;
  return numbersIn(ranges).map((value) =>
    slot.type === 'piece'
      ? { ...slot, value, text: pieces?.get(value)?.id ?? '?', hex: pieces?.get(value)?.hex ?? undefined }
      : { ...slot, value, text: map?.numbers[value] ?? '?', hex: value },
  );
}
