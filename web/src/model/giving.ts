// giving.ts — orders given and taken back. One gesture may give several orders; they are taken back as one.

import { t } from '../i18n';
import type { Harm, Offer, Refusal, Verb } from '../net/protocol';
import { canLead, forfeited, isMuch } from './forfeits';
import type { Game } from './game';
import { followersOrders } from './group';
import { movers, standsOpen, unguarded } from './guards';
import { doneWith, hintNow } from './hints';
import { type Arg, type Draft, leads } from './order';
import { phaseOf } from './position';
import { EMPTY_SCENE } from './scene';
import { settings } from './settings';

const PATIENCE = 1000; // ms that an order waits for its forecast cost
const MOST_OFFERED = 200; // orders of one offer
/** An order is given: the last refusal has been read, and its rings go with it. */
const UNREFUSED = { refusal: null, notice: null, flash: new Set<number>() };
const BASE = 2; // questions that stand open in a phase: the sequence of play and the phase itself

export class Giving {
  /** The phase in which this player last gave an order. */
  private orderedIn = '';
  /** The number of the position that an order was given in. */
  private sent = -1;
  /** How many orders each gesture of this phase gave; a take-back takes a whole one back. */
  private gestures: number[] = [];
  /** Orders of one gesture are being given: the client asks what may be done after the last. */
  together = false;
  /** Places whose last guard the player has been asked about. */
  private warned = new Set<number>();
  /** Counters that an order of this phase has set free to go somewhere, such as a reserve. */
  private readied = new Set<number>();
  /** An order that the player gives although it costs him much. */
  private accepted = '';
  /** A phase is being ended by itself. */
  ending = false;
  /** An order is on its way: the next event may be its own. */
  private sending = false;

  constructor(private game: Game) {}

  private get state() {
    return this.game.state;
  }

  /** The next event may come from an order given here. */
  get underWay(): boolean {
    return this.sending || this.together;
  }

  /** Another phase has begun, or another side: no gesture of before can be taken back. */
  forget() {
    this.gestures = [];
    this.readied.clear();
  }

  async confirm() {
    const draft = this.state.draft;
    if (draft?.complete) await this.giveAll(draft, draft.text, draft.args);
  }

  /** Gives an order and its followers' orders, as one gesture. A counter that cannot go before another has left
   * is tried again behind it. */
  async giveAll(draft: Draft, text: string, args: Arg[]) {
    const { map, position } = this.state;
    if (await this.waits(draft, text, args)) return;
    if (!draft.others.length || !map || !position || this.state.plan) {
      await this.give(text);
      return;
    }
    const phase = phaseOf(position);
    const hint = hintNow(this.state);
    const orders = [text, ...followersOrders(map, draft, args)];
    let left = orders;
    let refusal: Refusal | null = null;
    this.together = true;
    this.game.store.set({ ...UNREFUSED, scene: EMPTY_SCENE });
    this.orderedIn = phase;
    for (let stuck = false; left.length && !stuck; ) {
      const refused: string[] = [];
      for (const order of left) {
        const now = this.state.position!;
        if (phaseOf(now) !== phase || !now.keys.question?.yours) break;
        const answer = await this.game.ask<unknown>({ t: 'order', seq: now.keys.seq, text: order });
        if (answer.kind === 'answer') await this.heard(now.keys.seq);
        else refused.push(order);
        if (answer.kind === 'refused') refusal ??= answer.refusal;
      }
      stuck = refused.length === left.length || phaseOf(this.state.position!) !== phase;
      left = refused;
    }
    this.together = false;
    if (left.length < orders.length && hint?.hint.verb === draft.verb.verb) doneWith(this.game, hint!.index);
    this.gestures.push(orders.length - left.length);
    this.game.store.set({ draft: null, hoverHex: null, picked: [] });
    if (this.state.position?.keys.question?.yours) this.game.possible.ask();
    if (left.length && refusal) this.game.refuse(refusal);
  }

  /** Asks before an order that costs much and cannot be undone; true if it waits for the answer. */
  private async waits(draft: Draft, text: string, args: Arg[]): Promise<boolean> {
    const { quiet } = settings.get();
    const accepted = this.accepted === text;
    this.accepted = '';
    if (this.state.plan || accepted) return false;
    const go = () => {
      this.accepted = text;
      this.game.store.set({ guard: null, ruin: null });
      this.giveAll(draft, text, args);
    };
    const posts = quiet.includes('guard') ? [] : await this.game.looking.posts();
    const tried = this.fights && (leads(draft.verb) || (posts.length > 0 && args.length > 0));
    const harmed = tried ? await this.harmedBy(text) : [];
    const lost = leads(draft.verb) ? harmed.flatMap(({ piece, gone }) => (gone ? piece : [])) : [];
    if (lost.length && !quiet.includes('ruin')) {
      this.game.store.set({ ruin: { pieces: lost, go } });
      return true;
    }
    const going = movers(draft, args);
    for (const { piece, to } of harmed) if (to !== undefined) going.add(piece);
    const open = quiet.includes('guard') ? [] : unguarded(this.state, posts, going, this.fights);
    const places = open.filter(({ hex }) => !this.warned.has(hex));
    if (!places.length) return false;
    for (const { hex } of places) this.warned.add(hex);
    this.game.store.set({ guard: { places, go } });
    return true;
  }

  /** Whether an order caused the open question: a fight above all. */
  get fights(): boolean {
    const { plan, battle, position } = this.state;
    return !plan && ((!!battle && !battle.over) || (position?.keys.question?.depth ?? 0) > BASE);
  }

  /** Own counters that an order takes off the map, weakens or leads elsewhere, with any dice. */
  async harmedBy(order: string): Promise<Harm[]> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
    const asked = this.game.ask<{ harmed?: Harm[] }>({ t: 'why', order, ruin: true });
    const answer = await Promise.race([asked, late]);
    return answer?.kind === 'answer' ? (answer.value.harmed ?? []) : [];
  }

  /** Waits for the events of an order. */
  private heard(seq: number): Promise<void> {
    return new Promise((resolve) => {
      const there = () => (this.state.position?.keys.seq ?? 0) > seq || this.state.connection !== 'open';
      if (there()) return resolve();
      const stop = this.game.store.subscribe(() => {
        if (!there()) return;
        stop();
        resolve();
      });
    });
  }

  async give(text: string) {
    const { position } = this.state;
    if (!position || this.sent === position.keys.seq) return; // a second press of the same button
    if (this.state.plan) {
      this.game.store.set({ notice: t('plan.waits') });
      return;
    }
    this.sent = position.keys.seq;
    this.game.store.set({ ...UNREFUSED, warning: null });
    this.orderedIn = phaseOf(position);
    const hint = hintNow(this.state); // while its question and its counters are there
    const { battle, draft } = this.state;
    this.notesReadied();
    this.sending = true;
    const answer = await this.game.ask<unknown>({ t: 'order', seq: position.keys.seq, text });
    this.sending = false;
    if (answer.kind !== 'answer') this.sent = -1;
    if (answer.kind === 'refused') this.game.refuse(answer.refusal);
    else if (answer.kind === 'error') this.game.store.set({ notice: answer.text || null });
    else {
      if (hint?.hint.verb === text.split(' ')[0]) doneWith(this.game, hint!.index);
      this.gestures.push(1);
      const seen = battle?.over && this.state.battle?.lines[0] === battle.lines[0]; // a player who goes on has read it
      const stays = this.state.draft !== draft; // the next order has begun by itself: the question has one verb
      this.game.store.set({ hoverHex: null, ...(stays ? {} : { draft: null }), ...(seen ? { battle: null } : {}) });
    }
  }

  /** A counter that an order names and that cannot go anywhere before it, but can after it, was set free by it. */
  private notesReadied() {
    const { draft } = this.state;
    for (const arg of draft?.args ?? [])
      if (draft!.verb.slots[arg.slot]?.type === 'piece' && !canLead(this.state, arg.value))
        this.readied.add(arg.value);
  }

  /** Gives an offer's orders as long as it has some, and answers the questions in between, as one gesture. */
  async takeOffer(first: Offer) {
    const kind = this.state.position?.keys.question?.kind;
    let given = 0;
    this.together = true;
    this.game.store.set({ ...UNREFUSED, draft: null });
    for (let next: Offer | undefined = first; next && given < MOST_OFFERED; given++) {
      const { keys } = this.state.position!;
      const answer = await this.game.ask<unknown>({ t: 'order', seq: keys.seq, text: next.order });
      if (answer.kind === 'refused') this.game.refuse(answer.refusal);
      if (answer.kind !== 'answer') break;
      await this.heard(keys.seq);
      const now = this.state.position?.keys.question;
      const offers = now?.yours ? await this.game.looking.readPanels() : [];
      next = now?.kind === kind ? offers.find((one) => one.name === first.name) : offers[0];
    }
    this.together = false;
    this.gestures.push(given);
    if (this.state.position?.keys.question?.yours) this.game.possible.ask();
  }

  /** Gives orders one after the other as one gesture, up to the first that is refused. */
  async giveInTurn(orders: string[]) {
    let given = 0;
    this.together = true;
    this.game.store.set({ ...UNREFUSED, draft: null });
    for (const text of orders) {
      const { keys } = this.state.position!;
      const answer = await this.game.ask<unknown>({ t: 'order', seq: keys.seq, text });
      if (answer.kind === 'refused') this.game.refuse(answer.refusal);
      if (answer.kind !== 'answer') break;
      await this.heard(keys.seq);
      given++;
    }
    this.together = false;
    if (given) this.gestures.push(given);
    if (this.state.position?.keys.question?.yours) this.game.possible.ask();
  }

  /** Orders without any slot end something: what would be forfeited is named first. */
  async endWith(verb: Verb) {
    if (verb.aside) return this.give(verb.verb);
    const answer = await this.game.ask<unknown>({ t: 'why', order: verb.verb });
    if (answer.kind === 'refused') {
      this.game.refuse(answer.refusal);
      return;
    }
    const forfeits = forfeited(this.state, this.readied);
    const kind = this.state.position?.keys.question?.kind ?? '';
    const { quiet } = settings.get();
    const posts = quiet.includes('guard') ? [] : await this.game.looking.posts();
    const open = standsOpen(this.state, posts).filter(({ hex }) => !this.warned.has(hex));
    for (const { hex } of open) this.warned.add(hex);
    const missed = isMuch(this.state, forfeits, this.readied) && !quiet.includes(`end ${kind}`);
    if (missed || open.length)
      this.game.store.set({ warning: { verb, forfeits: missed ? forfeits : [], open }, draft: null });
    else await this.give(verb.verb);
  }

  /** A player who has acted in a phase, can take nothing back and has only its end left, need not end it himself. */
  async endsItself(verbs: string[]): Promise<boolean> {
    const { position } = this.state;
    const only = verbs.length === 1 ? this.game.verb(verbs[0]!) : null;
    if (!position || !only || only.slots.length || position.keys.canUndo) return false;
    if (this.orderedIn !== phaseOf(position)) return false;
    this.orderedIn = '';
    this.ending = true;
    const answer = await this.game.ask<unknown>({ t: 'order', seq: position.keys.seq, text: only.verb });
    this.ending = false;
    if (answer.kind === 'answer')
      this.game.store.set({ notice: t('end.itself', { phase: position.keys.question!.title }) });
    return answer.kind === 'answer';
  }

  /** Takes the last gesture back: every order that it gave. */
  async undo() {
    this.orderedIn = '';
    for (let left = this.gestures.pop() ?? 1; left > 0; left--) {
      this.together = left > 1;
      const seq = this.state.position?.keys.seq ?? 0;
      const answer = await this.game.ask<unknown>({ t: 'undo' });
      if (answer.kind === 'refused') this.game.refuse(answer.refusal);
      else if (answer.kind === 'error' && answer.text) this.game.store.set({ notice: answer.text });
      if (answer.kind !== 'answer') break;
      if (left > 1) await this.heard(seq);
    }
    if (this.together && this.state.position?.keys.question?.yours) this.game.possible.ask();
    this.together = false;
  }
}
