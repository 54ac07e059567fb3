// game.ts — one game as this client sees it: what the server said, what the player is doing with it.
//
// Everything the player may do is asked of the server: which verbs answer the question, which counters can begin
// them, what may come next. The client never guesses; it only remembers the answers until the next order.

import { language, onLanguage, t } from '../i18n';
import { getLooks, getMap, getRules, getScenarios, getTerms, joinGame } from '../net/api';
import type {
  Around,
  Choice,
  Choices,
  EventsMessage,
  Forecast,
  GameInfo,
  Hint,
  Openings,
  Past as Page,
  Piece,
  Reach,
  Refusal,
  ServerMessage,
  State,
  Verb,
} from '../net/protocol';
import { type Answer, type GameSocket, openSocket } from '../net/socket';
import { answeredAhead, unlessAnswered } from './ahead';
import { forfeited, isMuch } from './forfeits';
import { followersOrders, joined, parties } from './group';
import { holds } from './hints';
import { type LogEntry, withLines } from './log';
import { Looking } from './looking';
import {
  type Arg,
  type Draft,
  drawnSlot,
  isSetOf,
  leads,
  onlyOnes,
  openChoices,
  orderText,
  waypoints,
  wayTo,
  withChoice,
  withoutValue,
} from './order';
import { Past } from './past';
import { askedIn, Plan } from './plan';
import { Plans } from './plans';
import { changed, type Position, positionOf, putBack } from './position';
import type { GameRecord } from './record';
import type { Route } from './route';
import { EMPTY_SCENE, fought, sceneOf } from './scene';
import { readOptions, sidesFor } from './sides';
import { EMPTY, type GameState } from './state';
import { createStore, type Store } from './store';
import { Watch } from './watch';

const PAGE = 120; // lines of the past asked for at once

export class Game {
  readonly store: Store<GameState> = createStore({ ...EMPTY });
  private socket: GameSocket;
  private turnOfAsking = 0;
  /** The phase in which this player last gave an order. */
  private orderedIn = '';
  private flashTimer = 0;
  /** What was told last, whose outcome is not shown yet. */
  private told: LogEntry | null = null;
  private reaches = new Map<string, Promise<Reach | null>>();
  /** The number of the position that an order was given in. */
  private sent = -1;
  /** How many orders each gesture of this phase gave; a take-back takes a whole one back. */
  private gestures: number[] = [];
  /** Orders of one gesture are being given: what may be done is asked when all are. */
  private giving = false;
  /** An order is on its way: what is told next may be it. */
  private sending = false;
  readonly plan = new Plan(this);
  readonly looking = new Looking(this);
  readonly plans = new Plans(this);
  readonly past = new Past(this);
  readonly watch = new Watch(this, (message) => this.heed(message));
  /** What each side saw last, before another place was taken. */
  private left = new Map<string, Position>();
  private deaf: () => void;
  onYourTurn: () => void = () => {};
  onJoined: () => void = () => {};
  /** Where a link wants the past to be looked at from. */
  from: Route['from'] = null;

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    this.socket = openSocket(
      id,
      invite,
      (message) => this.hear(message),
      (connection) => this.store.set({ connection, everOpen: this.store.get().everOpen || connection === 'open' }),
    );
    this.deaf = onLanguage(() => this.speak());
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

  // ---- what the server says ----

  private hear(message: ServerMessage) {
    if (!this.watch.takes(message)) this.heed(message);
  }

  private heed(message: ServerMessage) {
    switch (message.t) {
      case 'state':
        this.begin(message);
        break;
      case 'delta': {
        const before = this.state.position;
        if (!before) break;
        this.take(changed(before, message));
        break;
      }
      case 'events':
        this.record(message);
        break;
      case 'chat':
        this.store.set({ chat: [...this.state.chat, message] });
        break;
      case 'presence': {
        const position = this.state.position;
        if (position) {
          const game = { ...position.keys.game, seats: message.seats };
          if (message.spectators !== undefined) game.spectators = message.spectators;
          this.greet(position.keys.game, game);
          this.store.set({ position: { ...position, keys: { ...position.keys, game } } });
        }
        break;
      }
      case 'asks':
        if (message.what === 'refused') this.store.set({ asks: null, notice: t('takeback.refused') });
        else this.store.set({ asks: { what: message.what, side: message.side } });
        break;
      case 'standing':
        this.store.set({
          standing: message.set,
          ...(message.dropped
            ? { notice: t('standing.dropped', { question: this.titleOf(message.dropped) }) }
            : {}),
        });
        break;
      case 'closing':
      case 'error':
        this.store.set({ notice: message.text });
        break;
    }
  }

  /** Somebody sat down: that is worth a word. */
  private greet(before: GameInfo, now: GameInfo) {
    const came = now.seats.find(
      (seat, i) => seat.kind === 'human' && before.seats[i]?.kind === 'open' && !seat.you && seat.name,
    );
    if (!came) return;
    const side = this.state.scenario?.sides.find((one) => one.word === came.side)?.name ?? came.side;
    this.store.set({ notice: t('people.joined', { name: came.name!, side }) });
    this.onJoined();
  }

  private begin(state: State) {
    const before = this.state.position;
    const handedOver = before?.keys.as !== state.as;
    if (before && handedOver) this.left.set(before.keys.as, before);
    this.past.forget();
    this.told = null;
    const kept = state.kept ? this.left.get(state.as) : undefined;
    const position = before && kept ? putBack(kept, before, state) : positionOf(state);
    const { keys } = position;
    const known = this.state.scenario?.id === keys.game.scenario;
    const heard = this.state.log[this.state.log.length - 1]?.seq ?? -1;
    this.store.set({
      ...(kept ? {} : { chat: keys.chat ?? [] }),
      ...(before ? {} : { read: keys.chat?.length ?? 0 }),
      ...(handedOver ? { log: [], older: 0, record: null } : {}),
      standing: state.standing ?? [],
    });
    if (!known) this.load(keys.game);
    this.take(position);
    const from = Math.max(0, keys.seq + 1 - PAGE, handedOver ? 0 : heard + 1);
    if (from <= keys.seq) this.readPast(from, keys.seq + 1 - from, keys.as).then(() => this.findBattle(keys.seq));
  }

  /** Who is asked in the midst of a battle sees how it came about. */
  private async findBattle(seq: number) {
    const last = this.state.log[this.state.log.length - 1];
    const { position, map } = this.state;
    if (!position?.keys.question?.yours || !map || this.state.battle || !last || last.seq !== seq) return;
    if (last.back || (last.side === position.keys.as && !last.dice.length)) return;
    const battle = await this.past.battleNow();
    if (battle && this.state.position?.keys.seq === seq) this.store.set({ battle });
  }

  /** Puts what this side was told before into the log. */
  private async readPast(from: number, count: number, as: string) {
    for (let next: number | null = from; next !== null && next < from + count; ) {
      const answer: Answer<Page> = await this.ask<Page>({
        t: 'events',
        from: next,
        count: Math.min(PAGE, from + count - next),
      });
      if (answer.kind !== 'answer' || this.state.position?.keys.as !== as) return;
      const log = withLines(this.state.log, answer.value.past);
      const first = this.state.log.length ? Math.min(from, this.state.older) : from;
      this.store.set({ log, older: first });
      next = answer.value.next;
    }
  }

  /** A page of the log before its first line. */
  async readOlder() {
    const { older, position } = this.state;
    if (!position || !older) return;
    const from = Math.max(0, older - PAGE);
    await this.readPast(from, older - from, position.keys.as);
  }

  /** The game in numbers, for its plots. */
  async readRecord() {
    const as = this.state.position?.keys.as;
    const answer = await this.ask<GameRecord>({ t: 'record' });
    if (answer.kind === 'answer' && this.state.position?.keys.as === as) this.store.set({ record: answer.value });
  }

  private async load(game: GameInfo) {
    try {
      const [scenarios, map, looks] = await Promise.all([
        getScenarios(),
        getMap(game.map),
        getLooks(game.scenario),
      ]);
      const found = scenarios.find((one) => one.id === game.scenario) ?? null;
      const options = readOptions(game.options);
      const scenario = found && { ...found, sides: sidesFor(found, (name) => options.get(name)) };
      this.store.set({ scenario, map, looks });
      if (this.from) this.past.beginFrom(this.from);
      else if (this.state.log.length) this.findBattle(this.state.position?.keys.seq ?? -1);
      this.from = null;
      if (!scenario) return;
      const [rules, terms] = await Promise.all([getRules(scenario.system), getTerms(scenario.system)]);
      this.store.set({ rules, terms });
    } catch (error) {
      this.store.set({ failed: (error as Error).message });
    }
  }

  /** Another language was chosen: the server says everything again in it. */
  private async speak() {
    const { position } = this.state;
    this.socket.send({ t: 'language', language: language() });
    this.store.set({ draft: null, refusal: null });
    if (!position) return;
    await Promise.all([
      this.load(position.keys.game),
      this.readPast(this.state.older, position.keys.seq + 1 - this.state.older, position.keys.as),
    ]);
  }

  private take(position: Position) {
    const before = this.state.position;
    this.plan.lay(this.sending || this.giving);
    const wasMine = before?.keys.question?.yours ?? false;
    const mine = position.keys.question?.yours ?? false;
    this.reaches.clear();
    this.store.set({
      position,
      ...this.outcome(before, position),
      draft: null,
      ...(mine || position.keys.over ? { plan: null } : {}),
      picked: [],
      refusal: null,
      verbs: [],
      actors: new Map(),
      leaders: new Map(),
      warning: null,
      asks: null,
      curtain: this.curtainFor(position),
      ...(wasMine || mine ? { selectedHex: null, selectedPiece: null } : {}),
    });
    const call = () => {
      if (mine && !wasMine) this.onYourTurn();
      if ((mine || this.state.plan) && !this.giving) this.askWhatMayBeDone();
    };
    if (!mine || (before && phaseOf(before) !== phaseOf(position))) this.gestures = [];
    if (mine && answeredAhead(this.state.standing, position))
      unlessAnswered(() => this.state.position?.keys.seq ?? -1, call);
    else call();
    this.looking.again();
  }

  /** What the line that was told last did on the map, and the battle it belongs to. Of one gesture all is shown. */
  private outcome(before: Position | null, after: Position): Partial<GameState> {
    const { map, scene: shown, battle } = this.state;
    const { told } = this;
    this.told = null;
    if (!before || !map || !told) return {};
    if (told.back) return { scene: EMPTY_SCENE, battle: null };
    const scene = sceneOf(map, before, after, told);
    if (this.giving) scene.moves.unshift(...shown.moves);
    return { scene, battle: fought(map, battle, before, after, told, scene) };
  }

  /** In a hot seat, when another of my sides is asked than the one I sit as. */
  private curtainFor(position: Position): string | null {
    const { you, as, question, over } = position.keys;
    if (over || !question || question.yours || you.length < 2) return null;
    return question.side !== as && you.includes(question.side) ? question.side : null;
  }

  private record(message: EventsMessage) {
    const { t: _, ...told } = message;
    const turn = this.state.position?.keys.turn ?? 0;
    this.told = { ...told, turn };
    this.store.set({ log: withLines(this.state.log, [this.told]) });
  }

  // ---- what may be done ----

  ask<T>(message: Record<string, unknown>): Promise<Answer<T>> {
    return this.socket.request<T>(this.plan.asked(message));
  }

  /** What may be added to the part of an order, at whatever place of it. */
  private async additions(part: string): Promise<Choices | null> {
    const answer = await this.ask<Choices>({ t: 'additions', part });
    if (answer.kind !== 'answer') return null;
    const { complete, choices } = answer.value;
    return { complete, choices: choices.map((one) => (one.from === undefined ? one : numbers(one, one.from))) };
  }

  /** Which verbs stand open now and which counters can begin them; while planning, which would. */
  private async askWhatMayBeDone() {
    const asking = ++this.turnOfAsking;
    const answer = await this.ask<Openings>({ t: 'openings' });
    if (asking !== this.turnOfAsking) return;
    if (answer.kind !== 'answer') {
      if (this.state.plan) this.plan.end();
      return;
    }
    const { openings, question } = answer.value;
    const verbs = openings.map((one) => one.verb);
    if (this.state.plan && question) this.store.set({ plan: question });
    else if (await this.endsItself(verbs)) return;
    const leaders = new Map<number, string[]>();
    const helpers = new Map<number, string[]>();
    for (const { verb, choices } of openings)
      for (const choice of choices) {
        if (choice.type !== 'piece' || leaders.get(choice.value)?.includes(verb)) continue;
        const to = choice.slot === 0 ? leaders : helpers;
        if (!to.get(choice.value)?.includes(verb)) to.set(choice.value, [...(to.get(choice.value) ?? []), verb]);
      }
    const actors = new Map(leaders);
    for (const [piece, words] of helpers) actors.set(piece, [...(leaders.get(piece) ?? []), ...words]);
    this.store.set({ verbs, actors, leaders });
    const kept = this.plan.takeUp();
    const only = verbs.length === 1 ? this.verb(verbs[0]!) : null;
    if (kept) await this.beginOrder(kept.verb, undefined, kept.args);
    else if (only?.slots.length && !this.state.draft) await this.beginOrder(only.verb);
  }

  /** Begins to plan, from what would be asked. */
  async think(on: boolean) {
    if (!on) return this.plan.end();
    const answer = await this.socket.request<Openings>({ t: 'openings', plan: true });
    if (answer.kind === 'answer' && answer.value.question) {
      this.store.set({ plan: answer.value.question });
      await this.askWhatMayBeDone();
    } else if (answer.kind === 'refused') this.store.set({ notice: answer.refusal.text });
  }

  /** One answer in advance more, or less: "losses cheapest", "losses ask". */
  async wish(text: string) {
    const answer = await this.ask<unknown>({ t: 'standing', text });
    if (answer.kind !== 'answer')
      this.store.set({ notice: answer.kind === 'error' ? answer.text : answer.refusal.text });
  }

  private titleOf(question: string): string {
    return this.state.looks?.declared.standing.find((one) => one.question === question)?.title ?? question;
  }

  /** Who has acted in a phase, can take nothing back and has nothing left but its end, need not end it himself. */
  private async endsItself(verbs: string[]): Promise<boolean> {
    const { position } = this.state;
    const only = verbs.length === 1 ? this.verb(verbs[0]!) : null;
    if (!position || !only || only.slots.length || position.keys.canUndo) return false;
    if (this.orderedIn !== phaseOf(position)) return false;
    this.orderedIn = '';
    const answer = await this.ask<unknown>({ t: 'order', seq: position.keys.seq, text: only.verb });
    if (answer.kind === 'answer')
      this.store.set({ notice: t('end.itself', { phase: position.keys.question!.title }) });
    return answer.kind === 'answer';
  }

  verb(word: string): Verb | null {
    return askedIn(this.state)?.verbs?.find((one) => one.verb === word) ?? null;
  }

  select(hex: number | null, piece: number | null = null) {
    this.store.set({ selectedHex: hex, selectedPiece: piece, refusal: null });
  }

  hover(hex: number | null) {
    if (this.state.hoverHex === hex) return;
    this.store.set({ hoverHex: hex });
    if (hex !== null && this.state.pointing?.wants === 'cut') this.looking.cutTo(hex, true);
  }

  /** Begins an order; the draft is there when the server has said what may come next. */
  async beginOrder(word: string, first?: Piece, args: Arg[] = []): Promise<Draft | null> {
    const verb = this.verb(word);
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
      busy: true,
    };
    this.store.set({ draft, refusal: null });
    if (first?.id) {
      const root = await this.additions(verb.verb);
      const choice = root?.choices.find((one) => one.type === 'piece' && one.value === first.i);
      if (choice) draft.args = withChoice(verb, [], choice);
      this.store.set({ selectedPiece: first.i, selectedHex: first.hex });
    }
    return this.refresh(draft, draft.args);
  }

  cancel() {
    this.turnOfAsking++;
    this.plan.drop();
    this.store.set({ draft: null, refusal: null, picked: [] });
    if (askedIn(this.state)?.yours && !this.state.actors.size) this.askWhatMayBeDone();
  }

  /** Asks what comes along with the arguments, what may be added, and where the order could end; null if another was
   * begun meanwhile. */
  private async refresh(old: Draft, args: Arg[]): Promise<Draft | null> {
    const asking = ++this.turnOfAsking;
    const { verb } = old;
    const text = orderText(verb, args);
    const pathSlot = verb.slots.findIndex((slot) => slot.type === 'path');
    const wantsPath = pathSlot >= 0 && (pathSlot === 0 || args.some((arg) => arg.slot < pathSlot));
    const [choices, around, reach] = await Promise.all([
      this.additions(text),
      args.length ? this.ask<Around>({ t: 'around', part: text }) : Promise.resolve(null),
      wantsPath ? this.reachOf(text) : Promise.resolve(null),
    ]);
    if (asking !== this.turnOfAsking || this.state.draft?.verb !== verb) return null;
    if (!choices) {
      this.store.set({ draft: { ...old, busy: false } });
      return null;
    }
    const group = await this.followers({ ...old, args }, reach);
    if (asking !== this.turnOfAsking || this.state.draft?.verb !== verb) return null;
    const added = around?.kind === 'answer' ? around.value.added : [];
    const lacks = added.filter((one) => !one.forced);
    const plain = onlyOnes(choices.choices, lacks);
    if (args.length && plain)
      return this.refresh(
        old,
        plain.reduce((all, one) => withChoice(verb, all, one), args),
      );
    const complete = around ? around.kind === 'answer' && !lacks.length : choices.complete;
    const draft: Draft = {
      ...old,
      args,
      forced: added.filter((one) => one.forced),
      lacks,
      text: complete && around?.kind === 'answer' ? around.value.order : text,
      next: choices.choices,
      complete,
      ...group,
      forecast: complete ? old.forecast : null,
      sketches: (complete && around?.kind === 'answer' && around.value.sketches) || [],
      refusal: around?.kind === 'refused' ? around.refusal : null,
      busy: false,
    };
    this.store.set({ draft, refusal: null, flash: new Set() });
    if (!draft.complete || !verb.slots.length) return draft;
    const forecast = await this.ask<Forecast>({ t: 'forecast', order: draft.text });
    if (asking !== this.turnOfAsking || !this.state.draft) return null;
    const whole: Draft = { ...draft, forecast: forecast.kind === 'answer' ? forecast.value : null };
    this.store.set({ draft: whole });
    return whole;
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
        party.reach = await this.reachOf(orderText(draft.verb, party.args));
      }),
    );
    return { ...alone, ...joined(map, lead, others) };
  }

  /** Where an order could lead; asked once a position, for a group asks of all its counters whenever one joins. */
  private reachOf(prefix: string): Promise<Reach | null> {
    let reach = this.reaches.get(prefix);
    if (!reach) {
      reach = this.ask<Reach>({ t: 'reach', prefix }).then((answer) =>
        answer.kind === 'answer' ? answer.value : null,
      );
      this.reaches.set(prefix, reach);
    }
    return reach;
  }

  /** Picks counters to act together, or lets them go, while an order of one of them is being built. */
  async pickTogether(pieces: number[]) {
    const { draft } = this.state;
    this.store.set({ picked: pieces });
    if (draft) await this.refresh(draft, draft.args);
  }

  /** Puts a choice into the draft; sends the order when nothing more can be said about it. */
  async pick(choice: Choice) {
    const draft = this.state.draft;
    if (!draft) return;
    const next = await this.refresh(draft, withChoice(draft.verb, draft.args, choice));
    // A counter that was clicked may have been meant for something else: only where it leads is given at once.
    if (next && this.isSettled(next) && choice.type !== 'piece') await this.giveAll(next, next.text, next.args);
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

  /** Puts a counter in or takes it out; false if the draft has no use for it. What is forced says why. */
  async toggle(piece: Piece): Promise<boolean> {
    const draft = this.state.draft;
    if (!draft) return false;
    const is = (one: { slot: number | null; value: number }) =>
      one.value === piece.i && one.slot !== null && draft.verb.slots[one.slot]?.type === 'piece';
    const chosen = draft.args.find(is);
    const forced = draft.forced.find(is);
    const listed = openChoices(draft).find((choice) => is(choice) && (!chosen || choice.slot === chosen.slot));
    if (forced && !chosen) {
      if (forced.why) this.refuse(forced.why);
      return true;
    }
    if (listed) await this.pick(listed);
    else if (chosen) await this.unpick(chosen.slot, chosen.value);
    return !!listed || !!chosen;
  }

  /** Takes the draft to a hex: ends a path there, or picks the hex; false if that cannot be. */
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
      await this.confirm(); // the last waypoint once more: it is drawn
      return true;
    }
    const chosen = draft.args.find((arg) => draft.verb.slots[arg.slot]?.type === 'hex' && arg.hex === hex);
    const choices = draft.next.filter((one) => (one.type === 'hex' || one.type === 'path') && one.hex === hex);
    const choice = choices.find((one) => one.slot === drawnSlot(draft)) ?? choices[0];
    const forced = draft.forced.find((one) => one.type === 'hex' && one.value === hex);
    if (forced?.why && !chosen) {
      this.refuse(forced.why);
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

  /** A walk is given by the click that ends it, unless the order can say more behind its path. */
  private async walk(draft: Draft, args: Arg[], pathSlot: number) {
    const says = pathSlot + 1 < draft.verb.slots.length ? await this.refresh(draft, args) : null;
    if (says && openChoices(says).some((choice) => choice.slot! > pathSlot)) return;
    await this.giveAll(draft, orderText(draft.verb, args), args);
  }

  /** Asks why the draft cannot go to that hex and shows the answer. */
  async whyNot(hex: number) {
    const draft = this.state.draft;
    const map = this.state.map;
    if (!draft || !map) return;
    const slot = draft.verb.slots.findIndex((one) => one.type === 'path' || one.type === 'hex');
    if (slot < 0) return;
    const args = draft.args.filter((arg) => arg.slot !== slot || draft.verb.slots[slot]!.set);
    const choice: Choice = { slot, keyword: null, type: 'hex', text: map.numbers[hex]!, value: hex };
    if (await this.whyNoOrder(withChoice(draft.verb, args, choice))) return;
    for (const party of draft.others) // the one who cannot keeps the others from going
      if (await this.whyNoOrder(withChoice(draft.verb, party.args, choice))) return;
  }

  /** Shows why a counter of mine that was clicked can do nothing now: the nearest reason, of what the phase is for. */
  async whyIdle(piece: Piece): Promise<boolean> {
    const { position, verbs } = this.state;
    const question = position?.keys.question;
    if (!piece.id || piece.side !== question?.side) return false;
    const can = (question.verbs ?? []).filter((verb) => verb.slots[0]?.type === 'piece' && !verb.arranging);
    const first = [...can.filter((verb) => verbs.includes(verb.verb) && leads(verb)), ...can];
    for (const verb of [...new Set(first)].slice(0, 4)) {
      const answer = await this.ask<Around>({ t: 'around', part: `${verb.verb} ${piece.id}` });
      if (answer.kind !== 'refused' || !answer.refusal.rule) continue;
      this.refuse(answer.refusal);
      return true;
    }
    return false;
  }

  /** Shows by which rule a counter may not join the draft; false if no rule says so. */
  async whyNotWith(piece: Piece): Promise<boolean> {
    const { draft } = this.state;
    const slot = draft?.verb.slots.findIndex((one) => one.type === 'piece' && one.set) ?? -1;
    if (!draft || slot < 0 || !piece.id) return false;
    const choice: Choice = { slot, keyword: null, type: 'piece', text: piece.id, value: piece.i };
    return this.whyNoOrder(withChoice(draft.verb, draft.args, choice));
  }

  /** Shows why no order of the draft's verb holds all of that; false if one does or no rule forbids it. */
  private async whyNoOrder(args: Arg[]): Promise<boolean> {
    const { draft } = this.state;
    if (!draft) return false;
    const answer = await this.ask<Around>({ t: 'around', part: orderText(draft.verb, args) });
    if (answer.kind === 'error' && answer.text) this.store.set({ notice: answer.text });
    if (answer.kind !== 'refused') return false;
    this.refuse(answer.refusal);
    return !!answer.refusal.rule;
  }

  async confirm() {
    const draft = this.state.draft;
    if (draft?.complete) await this.giveAll(draft, draft.text, draft.args);
  }

  /** Gives an order and what its followers order after it, as one gesture. Who cannot go before another has left is
   * tried again behind him. */
  private async giveAll(draft: Draft, text: string, args: Arg[]) {
    const { map, position } = this.state;
    if (!draft.others.length || !map || !position || this.state.plan) {
      await this.give(text);
      return;
    }
    const phase = phaseOf(position);
    const orders = [text, ...followersOrders(map, draft, args)];
    let left = orders;
    let refusal: Refusal | null = null;
    this.giving = true;
    this.store.set({ refusal: null, notice: null, scene: EMPTY_SCENE });
    this.orderedIn = phase;
    for (let stuck = false; left.length && !stuck; ) {
      const refused: string[] = [];
      for (const order of left) {
        const now = this.state.position!;
        if (phaseOf(now) !== phase || !now.keys.question?.yours) break;
        const answer = await this.ask<unknown>({ t: 'order', seq: now.keys.seq, text: order });
        if (answer.kind === 'answer') await this.heard(now.keys.seq);
        else refused.push(order);
        if (answer.kind === 'refused') refusal ??= answer.refusal;
      }
      stuck = refused.length === left.length || phaseOf(this.state.position!) !== phase;
      left = refused;
    }
    this.giving = false;
    this.gestures.push(orders.length - left.length);
    this.store.set({ draft: null, hoverHex: null, picked: [] });
    if (this.state.position?.keys.question?.yours) this.askWhatMayBeDone();
    if (left.length && refusal) this.refuse(refusal);
  }

  /** Waits until what came of an order was told. */
  private heard(seq: number): Promise<void> {
    return new Promise((resolve) => {
      const there = () => (this.state.position?.keys.seq ?? 0) > seq || this.state.connection !== 'open';
      if (there()) return resolve();
      const stop = this.store.subscribe(() => {
        if (!there()) return;
        stop();
        resolve();
      });
    });
  }

  private refuse(refusal: Refusal) {
    const pieces = this.state.position?.pieces;
    const flash = new Set(refusal.hexes);
    for (const i of refusal.pieces) {
      const hex = pieces?.get(i)?.hex;
      if (hex !== null && hex !== undefined) flash.add(hex);
    }
    this.store.set({ refusal, flash, notice: null });
    const hint = this.hint();
    if (hint?.hint.hex && !hint.hint.verb) this.doneWithHint(hint.index); // it asked to be refused
    clearTimeout(this.flashTimer);
    this.flashTimer = window.setTimeout(() => this.store.set({ flash: new Set() }), 2600);
  }

  async give(text: string) {
    const { position } = this.state;
    if (!position || this.sent === position.keys.seq) return; // a second press of the same button
    if (this.state.plan) {
      this.store.set({ notice: t('plan.waits') });
      return;
    }
    this.sent = position.keys.seq;
    this.store.set({ refusal: null, warning: null, notice: null });
    this.orderedIn = phaseOf(position);
    const hint = this.hint(); // while its question and what it speaks of are there
    this.sending = true;
    const answer = await this.ask<unknown>({ t: 'order', seq: position.keys.seq, text });
    this.sending = false;
    if (answer.kind !== 'answer') this.sent = -1;
    if (answer.kind === 'refused') this.refuse(answer.refusal);
    else if (answer.kind === 'error') this.store.set({ notice: answer.text || null });
    else {
      if (hint?.hint.verb === text.split(' ')[0]) this.doneWithHint(hint!.index);
      this.gestures.push(1);
      this.store.set({ draft: null, hoverHex: null });
    }
  }

  /** Orders without any slot end something: what would be forfeited is named first. */
  async endWith(verb: Verb) {
    if (verb.aside) return this.give(verb.verb);
    const answer = await this.ask<unknown>({ t: 'why', order: verb.verb });
    if (answer.kind === 'refused') {
      this.refuse(answer.refusal);
      return;
    }
    const forfeits = forfeited(this.state);
    if (isMuch(this.state, forfeits)) this.store.set({ warning: { verb, forfeits }, draft: null });
    else await this.give(verb.verb);
  }

  /** Takes the last gesture back: every order that it gave. */
  async undo() {
    this.orderedIn = '';
    for (let left = this.gestures.pop() ?? 1; left > 0; left--) {
      this.giving = left > 1;
      const seq = this.state.position?.keys.seq ?? 0;
      const answer = await this.ask<unknown>({ t: 'undo' });
      if (answer.kind === 'refused') this.refuse(answer.refusal);
      else if (answer.kind === 'error' && answer.text) this.store.set({ notice: answer.text });
      if (answer.kind !== 'answer') break;
      if (left > 1) await this.heard(seq);
    }
    if (this.giving && this.state.position?.keys.question?.yours) this.askWhatMayBeDone();
    this.giving = false;
  }

  agree(yes: boolean) {
    this.socket.send({ t: 'agree', yes });
    this.store.set({ asks: null });
  }

  async resign() {
    const answer = await this.ask<unknown>({ t: 'resign' });
    if (answer.kind === 'error' && answer.text) this.store.set({ notice: answer.text });
  }

  sitAs(side: string) {
    this.plan.end();
    this.store.set({ curtain: null, draft: null, selectedHex: null, selectedPiece: null, log: [], older: 0 });
    this.socket.send({ t: 'curtain', side, kept: true });
  }

  /** Takes a free seat; the server then sends what may be seen from it. */
  async sitDown(side: string) {
    try {
      await joinGame(this.id, side, this.invite ?? undefined);
    } catch (error) {
      this.notice((error as Error).message);
    }
  }

  say(text: string) {
    this.socket.send({ t: 'chat', text });
  }

  note(text: string) {
    this.socket.send({ t: 'note', text });
  }

  // ---- looking ----

  openRule(id: string | null) {
    this.store.set({ rule: id });
  }

  notice(text: string | null) {
    this.store.set({ notice: text });
  }

  clearRefusal() {
    this.store.set({ refusal: null, flash: new Set() });
  }

  // ---- hints of a teaching game ----

  /** The first hint whose conditions hold and that was neither followed nor put away. */
  hint(): { index: number; hint: Hint } | null {
    const { position, hintsDone, verbs, map } = this.state;
    const keys = position?.keys;
    if (!keys?.game.hints || !keys.question?.yours || !map) return null;
    const stackAt = (number: string) => position?.stacks.get(map.numbers.indexOf(number)) ?? [];
    for (const [index, hint] of keys.game.hints.entries()) {
      if (hintsDone.includes(index)) continue;
      if (hint.side && keys.question.side !== hint.side) continue;
      if (hint.question && hint.question !== keys.question.kind) continue;
      if (hint.turn && Number(hint.turn) !== keys.turn) continue;
      if (hint.verb && verbs.length && !verbs.includes(hint.verb)) continue;
      if (hint.when && !holds(hint.when, stackAt)) continue;
      return { index, hint };
    }
    return null;
  }

  doneWithHint(index: number) {
    this.store.set({ hintsDone: [...this.state.hintsDone, index] });
  }
}

/** A range of numbers as a choice: its first number stands for it. */
const numbers = (choice: Choice, from: number): Choice => ({ ...choice, value: from, text: String(from) });

const phaseOf = ({ keys }: Position) => `${keys.turn} ${keys.phase} ${keys.question?.side}`;

function lastHex(args: Arg[], slot: number): number | undefined {
  const mine = args.filter((arg) => arg.slot === slot);
  return mine[mine.length - 1]?.hex;
}
