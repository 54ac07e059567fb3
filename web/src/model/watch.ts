// watch.ts — the orders of others one after the other, so that the player can watch them. The server's messages about
// them wait here: each is shown for a while before the next is taken. A player who looks elsewhere, or wants no pace,
// gets all at once.

import type { EventsMessage, ServerMessage } from '../net/protocol';
import type { Game } from './game';
import { isSeen } from './scene';
import { paceOf } from './settings';

const DICE = 2.4; // times as long as a walk
const NOTHING = 0.1; // of it, for orders that cannot be seen on the map

export class Watch {
  private queue: ServerMessage[] = [];
  private timer = 0;
  private busy = false;

  constructor(
    private game: Game,
    private take: (message: ServerMessage) => void,
  ) {}

  /** Takes a message to be shown later; false if it takes effect now. */
  takes(message: ServerMessage): boolean {
    if (message.t === 'state') this.flush();
    if (message.t !== 'events' && message.t !== 'delta') return false;
    if (!this.queue.length && !this.busy && !(message.t === 'events' && this.isWatched(message))) return false;
    this.queue.push(message);
    if (this.busy) this.tell();
    else if (message.t === 'delta') this.next(); // an event comes before the changes it makes
    return true;
  }

  /** Another player's order, while this player is there to see it. */
  private isWatched({ side }: EventsMessage): boolean {
    const { position, replay } = this.game.state;
    return !!position && !!side && !position.keys.you.includes(side) && !replay && !document.hidden && paceOf() > 0;
  }

  private tell() {
    const { waiting, log } = this.game.state;
    const orders = this.queue.filter((message) => message.t === 'events').length;
    this.game.store.set({
      waiting: { orders, halted: waiting?.halted ?? false, last: log[log.length - 1] ?? null },
    });
  }

  /** Shows the next order and waits, or lets the player go on when none is left. */
  private next() {
    clearTimeout(this.timer);
    if (!this.queue.some((message) => message.t === 'delta')) {
      this.busy = false;
      this.game.store.set({ waiting: null });
      return;
    }
    this.busy = true;
    for (let message = this.queue.shift(); message; message = this.queue.shift()) {
      this.take(message);
      if (message.t === 'delta') break;
    }
    this.tell();
    if (!this.game.state.waiting?.halted) this.timer = window.setTimeout(() => this.next(), this.howLong());
  }

  private howLong(): number {
    const { scene, log } = this.game.state;
    const last = log[log.length - 1];
    return paceOf() * (last?.dice.length ? DICE : isSeen(scene) ? 1 : NOTHING);
  }

  halt(halted: boolean) {
    const { waiting } = this.game.state;
    if (!waiting) return;
    clearTimeout(this.timer);
    this.game.store.set({ waiting: { ...waiting, halted } });
    if (!halted) this.next();
  }

  step() {
    this.halt(true);
    this.next();
  }

  /** Shows everything that waits at once. */
  flush() {
    clearTimeout(this.timer);
    const { queue } = this;
    this.queue = [];
    this.busy = false;
    for (const message of queue) this.take(message);
    if (this.game.state.waiting) this.game.store.set({ waiting: null });
  }

  stop() {
    clearTimeout(this.timer);
    this.queue = [];
  }
}
