// chronicle.ts — events from before this client came: pages of the log, the game in numbers, and the battle in which a
// player is asked.

import type { Past as Page } from '../net/protocol';
import type { Answer } from '../net/socket';
import type { Game } from './game';
import { withLines } from './log';
import type { GameRecord } from './record';

export const PAGE = 120; // lines of the past asked for at once

export class Chronicle {
  constructor(private game: Game) {}

  private get state() {
    return this.game.state;
  }

  /** Puts the past events of this side into the log. */
  async read(from: number, count: number, as: string) {
    for (let next: number | null = from; next !== null && next < from + count; ) {
      const answer: Answer<Page> = await this.game.ask<Page>({
        t: 'events',
        from: next,
        count: Math.min(PAGE, from + count - next),
      });
      if (answer.kind !== 'answer' || this.state.position?.keys.as !== as) return;
      const log = withLines(this.state.log, answer.value.past);
      const first = this.state.log.length ? Math.min(from, this.state.older) : from;
      this.game.store.set({ log, older: first });
      next = answer.value.next;
    }
  }

  /** A page of the log before its first line. */
  async readOlder() {
    const { older, position } = this.state;
    if (!position || !older) return;
    const from = Math.max(0, older - PAGE);
    await this.read(from, older - from, position.keys.as);
  }

  /** The game in numbers, for its plots. */
  async readRecord() {
    const as = this.state.position?.keys.as;
    const answer = await this.game.ask<GameRecord>({ t: 'record' });
    if (answer.kind === 'answer' && this.state.position?.keys.as === as)
      this.game.store.set({ record: answer.value });
  }

  /** A player asked in the midst of a battle sees how it came about. */
  async findBattle(seq: number) {
    const last = this.state.log[this.state.log.length - 1];
    const { position, map } = this.state;
    if (!position?.keys.question?.yours || !map || this.state.battle || !last || last.seq !== seq) return;
    if (last.back || (last.side === position.keys.as && !last.dice.length)) return;
    const battle = await this.game.past.battleNow();
    if (battle && this.state.position?.keys.seq === seq) this.game.store.set({ battle });
  }
}
