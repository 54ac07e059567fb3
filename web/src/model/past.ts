// past.ts — the game looked at again: by its orders, if the server shows everything, else line by line as the player's
// own side was sent it, which is always allowed. "Since my last turn" is always the latter.

import type { History, Past as Page, StateKeys } from '../net/protocol';
import type { Game } from './game';
import { type LogEntry, sinceMine, standing } from './log';
import { type Position, positionOf } from './position';
import { type Battle, EMPTY_SCENE, fought, sceneOf } from './scene';
import type { GameState } from './state';

interface Moment {
  position: Position;
  last: LogEntry | null;
}

type Replay = NonNullable<GameState['replay']>;

const CHAIN = 7; // orders that one battle may have had before a player comes to it
const KEPT = 300; // moments, so that going back is instant

export class Past {
  private moments = new Map<string, Promise<Moment | null>>();

  constructor(private game: Game) {}

  private get state() {
    return this.game.state;
  }

  /** The viewer or the language changed: everything kept is out of date. */
  forget() {
    this.moments.clear();
  }

  /** How many steps there are: orders, or the lines chosen. */
  private total(lines: number[] | null): number {
    return lines ? lines.length : (this.state.position?.keys.orders ?? 0);
  }

  private kept(key: string, ask: () => Promise<Moment | null>): Promise<Moment | null> {
    let moment = this.moments.get(key);
    if (!moment) {
      if (this.moments.size > KEPT) this.moments.clear();
      moment = ask();
      this.moments.set(key, moment);
      moment.then((found) => found || this.moments.delete(key));
    }
    return moment;
  }

  private moment(at: number, lines: number[] | null, side: string | null): Promise<Moment | null> {
    const as = this.state.position?.keys.as;
    if (!lines) return this.kept(`o${at} ${side ?? as}`, () => this.afterOrder(at, side));
    const seq = at > 0 ? lines[at - 1]! : Math.max(0, (lines[0] ?? 1) - 1);
    return this.kept(`l${seq} ${as}`, () => this.afterLine(seq));
  }

  private async afterOrder(at: number, side: string | null): Promise<Moment | null> {
    const answer = await this.game.ask<History>({ t: 'history', to: at, ...(side ? { side } : {}) });
    const present = this.state.position;
    if (answer.kind === 'error' && answer.text) this.game.notice(answer.text);
    if (answer.kind === 'refused') this.game.notice(answer.refusal.text);
    if (answer.kind !== 'answer' || !present) return null;
    const { last, state } = answer.value;
    const position = positionOf({ ...present.keys, ...state } as StateKeys);
    return { position, last: at ? { ...last, seq: at, turn: position.keys.turn } : null };
  }

  private async afterLine(seq: number): Promise<Moment | null> {
    const answer = await this.game.ask<Page>({ t: 'events', from: seq, count: 1, state: true });
    const present = this.state.position;
    if (answer.kind === 'error' && answer.text) this.game.notice(answer.text);
    if (answer.kind !== 'answer' || !answer.value.state || !present) return null;
    const { past, state } = answer.value;
    return { position: positionOf({ ...present.keys, ...state } as StateKeys), last: past[0] ?? null };
  }

  /** Shows the game after a step. */
  async to(
    at: number,
    lines: number[] | null = this.state.replay?.lines ?? null,
    side: string | null = this.state.replay?.side ?? null,
  ) {
    const total = this.total(lines);
    const [now, before] = await Promise.all([
      this.moment(at, lines, side),
      at > 0 ? this.moment(at - 1, lines, side) : null,
    ]);
    const { map } = this.state;
    if (!now || !map) {
      this.game.store.set({ playing: false });
      return;
    }
    const told = at > 0 ? now.last : null;
    const scene = before && told ? sceneOf(map, before.position, now.position, told) : EMPTY_SCENE;
    const old = this.state.replay;
    const goesOn = old && old.at === at - 1 && old.lines === lines ? old.battle : null;
    const battle = before && told ? fought(goesOn, before.position, now.position, told, scene) : null;
    const replay: Replay = { at, total, lines, position: now.position, last: told, side, scene, battle };
    this.game.store.set({ replay, draft: null, selectedHex: null, notice: null });
  }

  /** To the next step in which another phase begins, or the one before. */
  async phase(by: 1 | -1) {
    const lines = this.state.replay?.lines ?? null;
    const total = this.total(lines);
    const phase = this.game.shown()?.keys.phase;
    for (let at = (this.state.replay?.at ?? total) + by; at >= 0 && at <= total; at += by) {
      await this.to(at, lines);
      if (this.state.replay?.at !== at || this.state.replay.position.keys.phase !== phase) return;
    }
  }

  /** Lets the replay go on by itself, from the beginning if it is not on yet, or stops it. */
  async play(on: boolean) {
    const { replay } = this.state;
    this.game.store.set({ playing: on });
    if (on && !replay) await this.begin(0);
    else if (on && replay && replay.at >= replay.total) await this.to(0);
  }

  /** As a link asks: after an order, or after a line that this side was sent. */
  async beginFrom({ kind, at }: { kind: 'order' | 'line'; at: number }) {
    if (kind === 'order' && this.state.position?.keys.orders !== undefined) {
      await this.begin(at);
      return;
    }
    const lines = await this.allLines();
    const step = kind === 'line' ? lines.findIndex((seq) => seq >= at) + 1 : at;
    await this.to(Math.min(Math.max(step, 0), lines.length), lines);
  }

  /** Where the replay is, for a link. */
  place(): string | null {
    const { replay } = this.state;
    if (!replay) return null;
    return replay.lines ? `line=${replay.lines[Math.max(replay.at - 1, 0)] ?? 0}` : `order=${replay.at}`;
  }

  private async allLines(): Promise<number[]> {
    while (this.state.older > 0) {
      const { older } = this.state;
      await this.game.chronicle.readOlder();
      if (this.state.older === older) break;
    }
    return standing(this.state.log)
      .map((line) => line.seq)
      .filter((seq) => seq > 0);
  }

  /** The whole game from a step on: by orders if that is allowed, else as this side was sent it. */
  async begin(at: number) {
    const { position } = this.state;
    if (!position) return;
    if (position.keys.orders !== undefined) await this.to(Math.min(at, position.keys.orders), null);
    else {
      const lines = await this.allLines();
      await this.to(Math.min(at, lines.length), lines);
    }
  }

  /** The battle that goes on, for a player who comes in the midst of it. */
  async battleNow(): Promise<Battle | null> {
    const { map, log } = this.state;
    const lines = standing(log)
      .map((line) => line.seq)
      .slice(-CHAIN);
    let battle: Battle | null = null;
    for (let at = 1; map && at <= lines.length; at++) {
      const before = await this.moment(at - 1, lines, null);
      const after = await this.moment(at, lines, null);
      if (!before || !after?.last) return null;
      const scene = sceneOf(map, before.position, after.position, after.last);
      battle = fought(battle, before.position, after.position, after.last, scene);
    }
    return battle?.over ? null : battle;
  }

  /** The lines of others' last orders; none if nothing of them can be seen on the map. */
  since(): number[] {
    const { log, position } = this.state;
    const lines = sinceMine(standing(log), position?.keys.you ?? []);
    const seen = lines.some((line) => line.events.some(({ hexes }) => hexes.length));
    return seen ? lines.map((line) => line.seq) : [];
  }

  /** What happened since this player's last turn, from its beginning. */
  async showSince() {
    const lines = this.since();
    if (!lines.length) return;
    await this.to(0, lines, null);
    this.game.store.set({ playing: true });
  }

  end() {
    this.game.store.set({ replay: null, playing: false });
  }
}
