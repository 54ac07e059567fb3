// game.ts — one game as this client sees it: the seat, the connection to the server, and the parts that use them.
// Messages come in by feed.ts; legal orders are asked for in possible.ts, made into an order in drafting.ts and sent by
// giving.ts. All of them keep what they know in one store.

import { onLanguage } from '../i18n';
import { joinGame } from '../net/api';
import { isHere, openHere } from '../net/here';
import type { Refusal, ServerMessage, Verb } from '../net/protocol';
import { type Answer, type Connection, type GameSocket, openSocket } from '../net/socket';
import { Carrying } from './carrying';
import { Chronicle } from './chronicle';
import { Dice } from './dice';
import { Drafting } from './drafting';
import { Feed } from './feed';
import { Giving } from './giving';
import { doneWith, hintNow } from './hints';
import { Looking } from './looking';
import { Past } from './past';
import { askedIn, Plan } from './plan';
import { Plans } from './plans';
import type { Position } from './position';
import { Possible } from './possible';
import type { Route } from './route';
import { EMPTY, type GameState } from './state';
import { createStore, type Store } from './store';
import { Watch } from './watch';

export class Game {
  readonly store: Store<GameState> = createStore({ ...EMPTY });
  readonly feed = new Feed(this);
  readonly chronicle = new Chronicle(this);
  readonly possible = new Possible(this);
  readonly drafting = new Drafting(this);
  readonly giving = new Giving(this);
  readonly plan = new Plan(this);
  readonly looking = new Looking(this);
  readonly carrying = new Carrying(this);
  readonly plans = new Plans(this);
  readonly past = new Past(this);
  readonly dice: Dice;
  readonly watch = new Watch(this, (message) => this.feed.heed(message));
  private socket: GameSocket;
  private deaf: () => void;
  private flashTimer = 0;
  private turn: Promise<unknown> = Promise.resolve();
  onYourTurn: () => void = () => {};
  onJoined: () => void = () => {};
  /** A seat that the link offers. */
  offer: Route['offer'] = null;
  /** Where a link wants the past to be looked at from. */
  from: Route['from'] = null;

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    this.dice = new Dice(this);
    const hear = (message: ServerMessage) => this.feed.hear(message);
    const tell = (connection: Connection) =>
      this.store.set({ connection, everOpen: this.state.everOpen || connection === 'open' });
    this.socket = isHere(id) ? openHere(id, hear, tell) : openSocket(id, invite, hear, tell);
    this.deaf = onLanguage(() => this.feed.speak());
  }

  /** Takes clicks one after the other, because each depends on the answer to the one before it. */
  inTurn(work: () => unknown) {
    this.turn = this.turn.then(work, work);
  }

  close() {
    this.deaf();
    this.watch.stop();
    this.socket.close();
    clearTimeout(this.flashTimer);
  }

  get state(): GameState {
    return this.store.get();
  }

  /** The position that is shown: the one being replayed, or the present one. */
  shown(): Position | null {
    return this.state.replay?.position ?? this.state.position;
  }

  /** A verb of the question, or of the one that is planned for. */
  verb(word: string): Verb | null {
    return askedIn(this.state)?.verbs?.find((one) => one.verb === word) ?? null;
  }

  ask<T>(message: Record<string, unknown>): Promise<Answer<T>> {
    return this.socket.request<T>(this.plan.asked(message));
  }

  send(message: Record<string, unknown>) {
    this.socket.send(message);
  }

  // ---- the seat ----

  /** One answer in advance more, or less: "losses cheapest", "losses ask". */
  async wish(text: string) {
    const answer = await this.ask<unknown>({ t: 'standing', text });
    if (answer.kind !== 'answer')
      this.store.set({ notice: answer.kind === 'error' ? answer.text : answer.refusal.text });
  }

  agree(yes: boolean) {
    this.send({ t: 'agree', yes });
    this.store.set({ asks: null });
  }

  async resign() {
    const answer = await this.ask<unknown>({ t: 'resign' });
    if (answer.kind === 'error' && answer.text) this.store.set({ notice: answer.text });
  }

  sitAs(side: string) {
    this.plan.end();
    this.store.set({ curtain: null, draft: null, selectedHex: null, selectedPiece: null, log: [], older: 0 });
    this.send({ t: 'curtain', side, kept: true, from: true });
  }

  /** Takes a free seat; the server then sends what may be seen from it. */
  async sitDown(side: string) {
    try {
      const secret = this.offer?.side === side ? this.offer.secret : undefined;
      await joinGame(this.id, side, this.invite ?? undefined, secret);
    } catch (error) {
      this.notice((error as Error).message);
    }
  }

  say(text: string) {
    this.send({ t: 'chat', text });
  }

  note(text: string) {
    this.send({ t: 'note', text });
  }

  /** Beside the plan in hand. */
  notePlan(plan: number, text: string) {
    const others = this.state.planNotes.filter((note) => note.plan !== plan);
    this.store.set({ planNotes: [...others, { plan, text }] });
    this.send({ t: 'note', plan, text });
  }

  // ---- pointing and showing ---- ----

  select(hex: number | null, piece: number | null = null) {
    this.store.set({ selectedHex: hex, selectedPiece: piece, refusal: null });
  }

  hover(hex: number | null) {
    if (this.state.hoverHex === hex) return;
    this.store.set({ hoverHex: hex });
    if (hex !== null && this.state.pointing?.wants === 'cut') this.looking.cutTo(hex, true);
  }

  /** What of the hex the pointer is on. */
  point(piece: number | null, side: number | null) {
    const { pointed } = this.state;
    if (pointed.piece !== piece || pointed.side !== side) this.store.set({ pointed: { piece, side } });
  }

  openRule(id: string | null) {
    this.store.set({ rule: id });
  }

  notice(text: string | null) {
    this.store.set({ notice: text });
  }

  /** Shows why not, and flashes the hexes. */
  refuse(refusal: Refusal) {
    const pieces = this.state.position?.pieces;
    this.store.set({ refusal, notice: null });
    this.flash([...refusal.hexes, ...refusal.pieces.flatMap((i) => pieces?.get(i)?.hex ?? [])]);
    const aims = this.state.draft?.verb.slots.every((slot) => slot.type !== 'path');
    if (aims && refusal.hexes.length === 2) this.looking.explain(refusal.hexes[0]!, refusal.hexes[1]!);
    const hint = hintNow(this.state);
    if (hint?.hint.hex && !hint.hint.verb) doneWith(this, hint.index); // the hint asked for this refusal
  }

  /** Rings hexes for a moment. */
  flash(hexes: number[]) {
    this.store.set({ flash: new Set(hexes) });
    clearTimeout(this.flashTimer);
    if (this.state.refusal) return; // the hexes in the way stay ringed until it is read
    this.flashTimer = window.setTimeout(() => this.store.set({ flash: new Set() }), 2600);
  }

  clearRefusal() {
    this.store.set({ refusal: null, flash: new Set(), ...(this.state.overlay ? {} : { profile: null }) });
  }
}
