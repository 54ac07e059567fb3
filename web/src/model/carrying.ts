// carrying.ts — something is carried from one hex to another with one gesture, where the rulebook knows how: a drag from a
// dump to its end, or two clicks after the button. The server finds the routes, each with its price; one press gives
// all of its orders.

import type { Transfer, Transfers } from '../net/protocol';
import type { Game } from './game';

/** Where something can be carried from, and the name of that. */
export interface Senders {
  text: string;
  rule: string | null;
  from: number[];
}

/** What is being carried: from one hex, which may still be chosen, to another; and the routes. */
export interface Load {
  from: number | null;
  to: number | null;
  amount: number;
  found: Transfers | null;
}

const NOWHERE: Load = { from: null, to: null, amount: 0, found: null };

export class Carrying {
  constructor(private game: Game) {}

  private get state() {
    return this.game.state;
  }

  /** Asks at each question of the player's from where something can be carried. */
  async look() {
    const seq = this.state.position?.keys.seq;
    const answer = await this.game.ask<Partial<Senders>>({ t: 'transfer' });
    if (answer.kind !== 'answer' || this.state.position?.keys.seq !== seq) return;
    const { text, rule, from } = answer.value;
    this.game.store.set({ senders: from?.length && text ? { text, rule: rule ?? null, from } : null });
  }

  /** The button: the next two clicks are the ends. */
  toggle() {
    if (!this.state.load) this.game.drafting.cancel();
    this.game.store.set({ load: this.state.load ? null : NOWHERE, refusal: null });
  }

  /** Whether a drag that begins there carries something: no counter is dragged instead, or the button was pressed. */
  begins(hex: number, free: boolean): boolean {
    return (free || !!this.state.load) && !!this.state.senders?.from.includes(hex);
  }

  /** Takes a click while something is being carried; true if it did. */
  async clicked(hex: number): Promise<boolean> {
    const { load, senders } = this.state;
    if (!load || !senders) return false;
    if (load.from === null || (load.to === null && senders.from.includes(hex) && hex === load.from))
      this.game.store.set({ load: { ...NOWHERE, from: senders.from.includes(hex) ? hex : null } });
    else await this.carry(load.from, hex);
    return true;
  }

  /** Finds the routes from one hex to the other, for as much as can be carried or for an amount. */
  async carry(from: number, to: number, amount = 0) {
    if (from === to) return;
    this.game.drafting.cancel();
    this.game.store.set({ load: { from, to, amount, found: this.state.load?.found ?? null }, refusal: null });
    const answer = await this.game.ask<Transfers>({ t: 'transfer', from, to, amount });
    const { load } = this.state;
    if (load?.from !== from || load.to !== to || load.amount !== amount) return; // something else was asked since
    if (answer.kind !== 'answer') this.game.store.set({ load: null });
    else if (answer.value.refused) {
      this.game.store.set({ load: null });
      this.game.refuse(answer.value.refused);
    } else this.game.store.set({ load: { ...load, amount: amount || answer.value.most, found: answer.value } });
  }

  async give(way: Transfer) {
    this.game.store.set({ load: null });
    await this.game.giving.giveInTurn(way.orders);
  }
}
