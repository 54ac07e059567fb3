// game.ts — one game as this client sees it: what the server said, what the player is doing with it.
//
// Everything the player may do is asked of the server: which verbs answer the question, which counters can begin
// them, what may come next. The client never guesses; it only remembers the answers until the next order.

import { language, onLanguage, t } from '../i18n';
import { getLooks, getMap, getRules, getScenarios, getTerms, joinGame } from '../net/api';
import type {
  Aim,
  Around,
  ChatLine,
  Choice,
  Choices,
  EventsMessage,
  Forecast,
  GameInfo,
  Hint,
  History,
  MapData,
  OverlayAnswer,
  Panel,
  Past,
  Piece,
  Reach,
  Refusal,
  Rule,
  Scenario,
  ServerMessage,
  State,
  StateKeys,
  Term,
  Verb,
} from '../net/protocol';
import { type Answer, type Connection, type GameSocket, openSocket } from '../net/socket';
import { holds } from './hints';
import { actedIn, type LogEntry, withLines } from './log';
import type { LookTable } from './looks';
import { type Arg, type Draft, isSetOf, openChoices, orderText, wayTo, withChoice, withoutValue } from './order';
import { changed, type Position, positionOf, putBack } from './position';
import type { GameRecord } from './record';
import { readOptions, sidesFor } from './sides';
import { createStore, type Store } from './store';

/** An overlay that is shown, and what it is about. */
export interface Overlay extends OverlayAnswer {
  kind: string;
  about: OverlayAbout;
}

export interface OverlayAbout {
  side?: string;
  piece?: number;
  hex?: number;
}

/** Counters that could still do this and would miss their chance. */
export interface Forfeit {
  verb: Verb;
  pieces: Piece[];
}

export interface GameState {
  connection: Connection;
  everOpen: boolean;
  failed: string | null;
  scenario: Scenario | null;
  map: MapData | null;
  looks: LookTable | null;
  rules: Map<string, Rule>;
  terms: Term[];
  /** The help is open: at this term, or at its beginning. */
  help: string | null;
  position: Position | null;
  /** Verbs that can be ordered now. */
  verbs: string[];
  /** Which orders a counter can be part of: piece → verbs, those first in which it acts itself. */
  actors: Map<number, string[]>;
  /** Only those in which it acts itself: as the order's first counter, not as a gun that helps others. */
  leaders: Map<number, string[]>;
  draft: Draft | null;
  selectedHex: number | null;
  selectedPiece: number | null;
  hoverHex: number | null;
  refusal: Refusal | null;
  flash: Set<number>;
  log: LogEntry[];
  /** Lines of the game before the first of the log. */
  older: number;
  notice: string | null;
  overlay: Overlay | null;
  /** An overlay that waits until something is pointed at. */
  pointing: { kind: string; side: string | null; wants: 'piece' | 'hex' } | null;
  showControl: boolean;
  /** What hexes are worth is shown. */
  showAims: boolean;
  aims: Aim[];
  panels: Panel[];
  rule: string | null;
  warning: { verb: Verb; forfeits: Forfeit[] } | null;
  asks: { what: string; side: string } | null;
  chat: ChatLine[];
  replay: { at: number; total: number; position: Position; last: LogEntry | null; side: string | null } | null;
  /** The replay goes on by itself. */
  playing: boolean;
  curtain: string | null;
  hintsDone: number[];
  record: GameRecord | null;
  /** Counters that moved in the last order: piece → the hexes before and now. */
  moved: { piece: Piece; from: number; to: number }[];
}

const EMPTY: GameState = {
  connection: 'connecting',
  everOpen: false,
  failed: null,
  scenario: null,
  map: null,
  looks: null,
  rules: new Map(),
  terms: [],
  help: null,
  position: null,
  verbs: [],
  actors: new Map(),
  leaders: new Map(),
  draft: null,
  selectedHex: null,
  selectedPiece: null,
  hoverHex: null,
  refusal: null,
  flash: new Set(),
  log: [],
  older: 0,
  notice: null,
  overlay: null,
  pointing: null,
  showControl: false,
  showAims: false,
  aims: [],
  panels: [],
  rule: null,
  warning: null,
  asks: null,
  chat: [],
  replay: null,
  playing: false,
  curtain: null,
  hintsDone: [],
  record: null,
  moved: [],
};

const PAGE = 120; // lines of the past asked for at once

export class Game {
  readonly store: Store<GameState> = createStore({ ...EMPTY });
  private socket: GameSocket;
  private turnOfAsking = 0;
  /** The phase in which this player last gave an order. */
  private orderedIn = '';
  private flashTimer = 0;
  /** What each side saw last, before another place was taken. */
  private left = new Map<string, Position>();
  private deaf: () => void;
  onYourTurn: () => void = () => {};

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
          this.store.set({ position: { ...position, keys: { ...position.keys, game } } });
        }
        break;
      }
      case 'asks':
        if (message.what === 'refused') this.store.set({ asks: null, notice: t('takeback.refused') });
        else this.store.set({ asks: { what: message.what, side: message.side } });
        break;
      case 'closing':
      case 'error':
        this.store.set({ notice: message.text });
        break;
    }
  }

  private begin(state: State) {
    const before = this.state.position;
    const handedOver = before?.keys.as !== state.as;
    if (before && handedOver) this.left.set(before.keys.as, before);
    const kept = state.kept ? this.left.get(state.as) : undefined;
    const position = before && kept ? putBack(kept, before, state) : positionOf(state);
    const { keys } = position;
    const known = this.state.scenario?.id === keys.game.scenario;
    const heard = this.state.log[this.state.log.length - 1]?.seq ?? -1;
    this.store.set({
      ...(kept ? {} : { chat: keys.chat ?? [] }),
      ...(handedOver ? { log: [], older: 0, record: null } : {}),
    });
    if (!known) this.load(keys.game);
    this.take(position);
    const from = Math.max(0, keys.seq + 1 - PAGE, handedOver ? 0 : heard + 1);
    if (from <= keys.seq) this.readPast(from, keys.seq + 1 - from, keys.as);
  }

  /** Puts what this side was told before into the log. */
  private async readPast(from: number, count: number, as: string) {
    for (let next: number | null = from; next !== null && next < from + count; ) {
      const answer: Answer<Past> = await this.ask<Past>({
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
    const wasMine = before?.keys.question?.yours ?? false;
    const mine = position.keys.question?.yours ?? false;
    const moved: GameState['moved'] = [];
    const goesOn = before && (position.keys.orders ?? position.keys.seq) > (before.keys.orders ?? before.keys.seq);
    if (before && goesOn)
      for (const piece of position.pieces.values()) {
        const old = before.pieces.get(piece.i);
        if (old && old.hex !== null && piece.hex !== null && old.hex !== piece.hex && old.known === piece.known)
          moved.push({ piece, from: old.hex, to: piece.hex });
      }
    this.store.set({
      position,
      moved: moved.length <= 12 ? moved : [],
      draft: null,
      verbs: [],
      actors: new Map(),
      leaders: new Map(),
      warning: null,
      asks: null,
      curtain: this.curtainFor(position),
      ...(wasMine || mine ? { selectedHex: null, selectedPiece: null } : {}),
    });
    if (mine && !wasMine) this.onYourTurn();
    if (mine) this.askWhatMayBeDone();
    const { overlay } = this.state;
    if (overlay) this.showOverlay(overlay.kind, overlay.about);
    if (this.state.showAims || this.watched) this.readAims();
    if (this.watched) this.readPanels();
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
    this.store.set({ log: withLines(this.state.log, [{ ...told, turn }]) });
  }

  // ---- what may be done ----

  private ask<T>(message: Record<string, unknown>): Promise<Answer<T>> {
    return this.socket.request<T>(message);
  }

  /** What may be added to the part of an order, at whatever place of it. */
  private async additions(part: string): Promise<Choices | null> {
    const answer = await this.ask<Choices>({ t: 'additions', part });
    if (answer.kind !== 'answer') return null;
    const { complete, choices } = answer.value;
    return { complete, choices: choices.map((one) => (one.from === undefined ? one : numbers(one, one.from))) };
  }

  /** Which verbs stand open now and which counters can begin them. */
  private async askWhatMayBeDone() {
    const asking = ++this.turnOfAsking;
    const root = await this.additions('');
    if (!root || asking !== this.turnOfAsking) return;
    const verbs = root.choices.map((choice) => choice.text);
    const leaders = new Map<number, string[]>();
    const helpers = new Map<number, string[]>();
    const described = this.state.position?.keys.question?.verbs ?? [];
    if (await this.endsItself(verbs)) return;
    this.store.set({ verbs });
    const answers = await Promise.all(
      verbs.map((verb) =>
        described.find((one) => one.verb === verb)?.slots.some((slot) => slot.type === 'piece')
          ? this.additions(verb)
          : Promise.resolve(null),
      ),
    );
    if (asking !== this.turnOfAsking) return;
    answers.forEach((answer, i) => {
      for (const choice of answer?.choices ?? []) {
        if (choice.type !== 'piece' || leaders.get(choice.value)?.includes(verbs[i]!)) continue;
        const to = choice.slot === 0 ? leaders : helpers;
        if (!to.get(choice.value)?.includes(verbs[i]!))
          to.set(choice.value, [...(to.get(choice.value) ?? []), verbs[i]!]);
      }
    });
    const actors = new Map(leaders);
    for (const [piece, words] of helpers) actors.set(piece, [...(leaders.get(piece) ?? []), ...words]);
    this.store.set({ actors, leaders });
    const only = verbs.length === 1 ? this.verb(verbs[0]!) : null;
    if (only?.slots.length && !this.state.draft) await this.beginOrder(only.verb);
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
    return this.state.position?.keys.question?.verbs?.find((one) => one.verb === word) ?? null;
  }

  select(hex: number | null, piece: number | null = null) {
    this.store.set({ selectedHex: hex, selectedPiece: piece, refusal: null });
  }

  hover(hex: number | null) {
    if (this.state.hoverHex !== hex) this.store.set({ hoverHex: hex });
  }

  /** Begins an order; the draft is there when the server has said what may come next. */
  async beginOrder(word: string, first?: Piece): Promise<Draft | null> {
    const verb = this.verb(word);
    if (!verb) return null;
    const draft: Draft = {
      verb,
      args: [],
      forced: [],
      lacks: [],
      text: verb.verb,
      next: [],
      complete: false,
      reach: null,
      forecast: null,
      refusal: null,
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
    this.store.set({ draft: null, refusal: null });
    if (this.state.position?.keys.question?.yours && !this.state.actors.size) this.askWhatMayBeDone();
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
      wantsPath ? this.ask<Reach>({ t: 'reach', prefix: text }) : Promise.resolve(null),
    ]);
    if (asking !== this.turnOfAsking || this.state.draft?.verb !== verb) return null;
    if (!choices) {
      this.store.set({ draft: { ...old, busy: false } });
      return null;
    }
    const added = around?.kind === 'answer' ? around.value.added : [];
    const lacks = added.filter((one) => !one.forced);
    const complete = around ? around.kind === 'answer' && !lacks.length : choices.complete;
    const draft: Draft = {
      ...old,
      args,
      forced: added.filter((one) => one.forced),
      lacks,
      text: complete && around?.kind === 'answer' ? around.value.order : text,
      next: choices.choices,
      complete,
      reach: reach?.kind === 'answer' ? reach.value : null,
      forecast: complete ? old.forecast : null,
      refusal: around?.kind === 'refused' ? around.refusal : null,
      busy: false,
    };
    this.store.set({ draft });
    if (!draft.complete || !verb.slots.length) return draft;
    const forecast = await this.ask<Forecast>({ t: 'forecast', order: draft.text });
    if (asking !== this.turnOfAsking || !this.state.draft) return null;
    const whole: Draft = { ...draft, forecast: forecast.kind === 'answer' ? forecast.value : null };
    this.store.set({ draft: whole });
    return whole;
  }

  /** Puts a choice into the draft; sends the order when nothing more can be said about it. */
  async pick(choice: Choice) {
    const draft = this.state.draft;
    if (!draft) return;
    const next = await this.refresh(draft, withChoice(draft.verb, draft.args, choice));
    if (next && this.isSettled(next)) await this.give(next.text);
  }

  /** Complete, nothing to add, and no dice to think about first. */
  private isSettled(draft: Draft): boolean {
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
    const chosen = draft.args.find((arg) => draft.verb.slots[arg.slot]?.type === 'hex' && arg.hex === hex);
    const choice = draft.next.find((one) => (one.type === 'hex' || one.type === 'path') && one.hex === hex);
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
    await this.give(orderText(draft.verb, args));
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
    await this.whyNoOrder(withChoice(draft.verb, args, choice));
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
    if (draft?.complete) await this.give(draft.text);
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
    if (!position) return;
    this.store.set({ refusal: null, warning: null, notice: null });
    this.orderedIn = phaseOf(position);
    const hint = this.hint(); // while its question and what it speaks of are there
    const answer = await this.ask<unknown>({ t: 'order', seq: position.keys.seq, text });
    if (answer.kind === 'refused') this.refuse(answer.refusal);
    else if (answer.kind === 'error') this.store.set({ notice: answer.text || null });
    else {
      if (hint?.hint.verb === text.split(' ')[0]) this.doneWithHint(hint!.index);
      this.store.set({ draft: null, hoverHex: null });
    }
  }

  /** Orders without any slot end something: what would be forfeited is named first. */
  async endWith(verb: Verb) {
    const answer = await this.ask<unknown>({ t: 'why', order: verb.verb });
    if (answer.kind === 'refused') {
      this.refuse(answer.refusal);
      return;
    }
    const forfeits = this.forfeits();
    if (forfeits.length) this.store.set({ warning: { verb, forfeits }, draft: null });
    else await this.give(verb.verb);
  }

  /** What would be missed, verb by verb: counters that have done nothing in this phase, each named once. Whoever has
   * been placed may be placed anew, but nothing is missed by that. */
  private forfeits(): Forfeit[] {
    const { position, leaders, verbs, log } = this.state;
    const question = position?.keys.question;
    if (!position || !question) return [];
    const acted = actedIn(log, question.side);
    const named = new Set<number>();
    const forfeits: Forfeit[] = [];
    for (const verb of question.verbs ?? []) {
      if (!verbs.includes(verb.verb) || verb.arranging || verb.slots[0]?.type !== 'piece') continue;
      const places = verb.slots.length === 2 && verb.slots[1]!.type === 'hex';
      const pieces = [...leaders]
        .filter(([i, words]) => words.includes(verb.verb) && !named.has(i))
        .map(([i]) => position.pieces.get(i))
        .filter(
          (piece): piece is Piece => !!piece && !acted.has(piece.id ?? '') && !(places && piece.hex !== null),
        );
      for (const piece of pieces) named.add(piece.i);
      if (pieces.length) forfeits.push({ verb, pieces });
    }
    return forfeits;
  }

  async undo() {
    this.orderedIn = '';
    const answer = await this.ask<unknown>({ t: 'undo' });
    if (answer.kind === 'refused') this.refuse(answer.refusal);
    else if (answer.kind === 'error' && answer.text) this.store.set({ notice: answer.text });
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

  /** Shows an overlay of the system's, or none. */
  async showOverlay(kind: string | null, about: OverlayAbout = {}) {
    if (!kind) {
      this.store.set({ overlay: null, pointing: null, showControl: false, showAims: false });
      return;
    }
    const answer = await this.ask<OverlayAnswer>({ t: 'overlay', kind, ...about });
    if (answer.kind === 'answer')
      this.store.set({
        showControl: false,
        showAims: false,
        pointing: null,
        overlay: { ...answer.value, kind, about },
      });
    else this.store.set({ notice: answer.kind === 'error' ? answer.text : answer.refusal.text });
  }

  showControl() {
    this.store.set({ overlay: null, pointing: null, showControl: true, showAims: false });
  }

  /** Coins on what is played for. */
  async showAims() {
    this.store.set({ overlay: null, pointing: null, showControl: false, showAims: true });
    await this.readAims();
  }

  /** The next hex clicked is what the overlay is about. */
  point(kind: string, side: string | null, wants: 'piece' | 'hex') {
    this.store.set({ overlay: null, showControl: false, showAims: false, pointing: { kind, side, wants } });
  }

  /** Takes a click for the overlay that waits for one; true if it did. */
  async pointed(hex: number): Promise<boolean> {
    const { pointing } = this.state;
    if (!pointing) return false;
    const piece = this.shown()?.stacks.get(hex)?.[0]?.i;
    if (pointing.wants === 'piece' && piece === undefined) return true;
    const side = pointing.side ? { side: pointing.side } : {};
    await this.showOverlay(pointing.kind, {
      ...side,
      ...(pointing.wants === 'piece' ? { piece: piece! } : { hex }),
    });
    return true;
  }

  /** Somebody looks at the panels: they are kept up to date. */
  private watched = false;

  watchPanels(watched: boolean) {
    this.watched = watched;
    if (!watched) return;
    this.readPanels();
    this.readAims();
  }

  private async readPanels() {
    if (!this.state.looks?.declared.panels) return;
    const answer = await this.ask<{ panels: Panel[] }>({ t: 'panels' });
    if (answer.kind === 'answer') this.store.set({ panels: answer.value.panels });
  }

  private async readAims() {
    if (!this.state.looks?.declared.aims) return;
    const answer = await this.ask<{ aims: Aim[] }>({ t: 'aims' });
    if (answer.kind === 'answer') this.store.set({ aims: answer.value.aims });
  }

  /** Shows the game after order `at`; once it is over, as any side saw it. */
  async replayTo(at: number, side: string | null = this.state.replay?.side ?? null) {
    const total = this.state.replay?.total ?? this.state.position?.keys.orders ?? 0;
    const answer = await this.ask<History>({ t: 'history', to: at, ...(side ? { side } : {}) });
    const present = this.state.position;
    if (answer.kind !== 'answer' || !present) {
      if (answer.kind === 'error' && answer.text) this.store.set({ notice: answer.text });
      return;
    }
    const { last, state } = answer.value;
    const position = positionOf({ ...present.keys, ...state } as StateKeys);
    this.store.set({
      replay: { at, total, position, side, last: at ? { ...last, seq: at, turn: position.keys.turn } : null },
      draft: null,
      selectedHex: null,
      notice: null,
    });
  }

  /** To the next order in which another phase begins, or the one before. */
  async replayPhase(by: 1 | -1) {
    const total = this.state.replay?.total ?? this.state.position?.keys.orders ?? 0;
    const phase = this.shown()?.keys.phase;
    for (let at = (this.state.replay?.at ?? total) + by; at >= 0 && at <= total; at += by) {
      await this.replayTo(at);
      if (this.state.replay?.at !== at || this.state.replay.position.keys.phase !== phase) return;
    }
  }

  /** Lets the replay go on by itself, from the beginning if it is not on yet, or stops it. */
  async play(on: boolean) {
    this.store.set({ playing: on });
    if (on && !this.state.replay) await this.replayTo(0);
  }

  endReplay() {
    this.store.set({ replay: null, playing: false });
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
