// feed.ts — the server's messages as they come: the position and its changes, events, the players present. With each
// position everything that depended on the one before begins again.

import { language, t } from '../i18n';
import { getLooks, getMap, getRules, getScenarios, getTerms, goToPort } from '../net/api';
import type { EventsMessage, GameClock, GameInfo, Openings, ServerMessage, State } from '../net/protocol';
import { answeredAhead, unlessAnswered } from './ahead';
import { PAGE } from './chronicle';
import type { Game } from './game';
import { ghostsAfter, ghostsOf, keepGhosts } from './ghosts';
import { type LogEntry, withLines } from './log';
import { changed, type Position, phaseOf, positionOf, putBack } from './position';
import { EMPTY_SCENE, fought, sceneOf } from './scene';
import { settings } from './settings';
import { readOptions, sidesFor } from './sides';
import { playAll, soundsOf } from './sounds';
import { span } from './span';
import type { GameState } from './state';

export class Feed {
  /** The last event, whose outcome is not shown yet. */
  private told: LogEntry | null = null;
  /** What each side saw last, before another place was taken. */
  private left = new Map<string, Position>();

  constructor(private game: Game) {}

  private get state() {
    return this.game.state;
  }

  hear(message: ServerMessage) {
    if (this.game.dice.hear(message)) return;
    if (!this.game.watch.takes(message)) this.heed(message);
  }

  heed(message: ServerMessage) {
    switch (message.t) {
      case 'state':
        this.begin(message);
        break;
      case 'delta': {
        const before = this.state.position;
        if (!before) break;
        this.take(changed(before, message), message.openings);
        break;
      }
      case 'events':
        this.record(message);
        break;
      case 'chat':
        this.game.store.set({ chat: [...this.state.chat, message] });
        break;
      case 'presence': {
        const position = this.state.position;
        if (position) {
          const game = { ...position.keys.game, seats: message.seats };
          if (message.spectators !== undefined) game.spectators = message.spectators;
          this.greet(position.keys.game, game);
          this.game.store.set({ position: { ...position, keys: { ...position.keys, game } } });
        }
        break;
      }
      case 'clock':
        this.tick(message.clock, message.what);
        break;
      case 'seat':
        this.game.store.set({
          notice: t(`seats.was.${message.what}`, { name: message.name, side: this.sideName(message.side) }),
        });
        break;
      case 'rematch':
        this.game.store.set({ rematch: message.id, notice: t('rematch.offered') });
        break;
      case 'asks':
        if (message.what === 'refused') this.game.store.set({ asks: null, notice: t('takeback.refused') });
        else this.game.store.set({ asks: { what: message.what, side: message.side, why: message.why } });
        break;
      case 'standing':
        this.game.store.set({
          standing: message.set,
          ...(message.dropped
            ? { notice: t('standing.dropped', { question: this.titleOf(message.dropped) }) }
            : {}),
        });
        break;
      case 'moved':
        goToPort(message.port);
        break;
      case 'closing':
      case 'error':
        this.game.store.set({ notice: message.text, trouble: message.text });
        break;
    }
  }

  private sideName(word: string): string {
    return this.state.scenario?.sides.find((one) => one.word === word)?.name ?? word;
  }

  /** The clock as the server has it now; a notice if that matters to the player here. */
  private tick(clock: GameClock, what?: 'reminder' | 'out' | 'claim') {
    const position = this.state.position;
    if (!position) return;
    const game = { ...position.keys.game, clock: { ...clock, heard: Date.now() } };
    this.game.store.set({ position: { ...position, keys: { ...position.keys, game } } });
    const { running } = clock;
    if (!what || !running) return;
    const mine = position.keys.you.includes(running);
    if (what === 'reminder' && mine)
      this.game.notice(t('clock.reminder', { time: span(clock.left?.[running] ?? 0) }));
    else if (what === 'out') this.game.notice(t('clock.ran.out', { side: this.sideName(running) }));
    else if (what === 'claim' && !mine) this.game.notice(t('clock.may.claim', { side: this.sideName(running) }));
  }

  /** A player sat down: that is worth a notice. */
  private greet(before: GameInfo, now: GameInfo) {
    const came = now.seats.find(
      (seat, i) => seat.kind === 'human' && before.seats[i]?.kind === 'open' && !seat.you && seat.name,
    );
    if (!came) return;
    const side = this.state.scenario?.sides.find((one) => one.word === came.side)?.name ?? came.side;
    this.game.store.set({ notice: t('people.joined', { name: came.name!, side }) });
    this.game.onJoined();
  }

  private begin(state: State) {
    const before = this.state.position;
    const handedOver = before?.keys.as !== state.as;
    if (before && handedOver) this.left.set(before.keys.as, before);
    this.game.past.forget();
    this.told = null;
    const kept = state.kept ? this.left.get(state.from ?? state.as) : undefined;
    const position = before && kept ? putBack(kept, before, state) : positionOf(state);
    const { keys } = position;
    if (keys.game.clock) keys.game.clock.heard ??= Date.now();
    const known = this.state.scenario?.id === keys.game.scenario;
    const heard = this.state.log[this.state.log.length - 1]?.seq ?? -1;
    this.game.store.set({
      ...(kept ? {} : { chat: keys.chat ?? [] }),
      ...(before ? {} : { read: keys.chat?.length ?? 0 }),
      ...(handedOver ? { log: [], older: 0, record: null } : {}),
      standing: state.standing ?? [],
    });
    if (!known) this.load(keys.game);
    this.take(position, state.openings);
    const from = Math.max(0, keys.seq + 1 - PAGE, handedOver ? 0 : heard + 1);
    if (from <= keys.seq)
      this.game.chronicle
        .read(from, keys.seq + 1 - from, keys.as)
        .then(() => this.game.chronicle.findBattle(keys.seq));
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
      this.game.store.set({ scenario, map, looks });
      if (this.state.position?.keys.you.length && !game.over) this.game.looking.readAims();
      if (this.game.from) this.game.past.beginFrom(this.game.from);
      else if (this.state.log.length) this.game.chronicle.findBattle(this.state.position?.keys.seq ?? -1);
      this.game.from = null;
      if (!scenario) return;
      const [rules, terms] = await Promise.all([getRules(scenario.system), getTerms(scenario.system)]);
      this.game.store.set({ rules, terms });
    } catch (error) {
      this.game.store.set({ failed: (error as Error).message });
    }
  }

  /** Another language was chosen: the server sends everything again in it. */
  async speak() {
    const { position } = this.state;
    this.game.send({ t: 'language', language: language() });
    this.game.store.set({ draft: null, refusal: null });
    if (!position) return;
    await Promise.all([
      this.load(position.keys.game),
      this.game.chronicle.read(this.state.older, position.keys.seq + 1 - this.state.older, position.keys.as),
    ]);
  }

  private take(position: Position, openings?: Openings['openings']) {
    const before = this.state.position;
    this.game.plan.lay(this.game.giving.underWay);
    const wasMine = before?.keys.question?.yours ?? false;
    const mine = position.keys.question?.yours ?? false;
    this.game.possible.forget();
    this.game.store.set({
      ghosts: this.remember(before, position),
      position,
      ...this.outcome(before, position),
      draft: null,
      ...(mine || position.keys.over ? { plan: null } : {}),
      picked: [],
      offers: [],
      senders: null,
      load: null,
      odds: new Map(),
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
      if (mine && !wasMine) this.game.onYourTurn();
      if ((mine || this.state.plan) && !this.game.giving.together) this.game.possible.ask(openings);
    };
    if (!mine || (before && phaseOf(before) !== phaseOf(position))) this.game.giving.forget();
    if (mine && answeredAhead(this.state.standing, position))
      unlessAnswered(() => this.state.position?.keys.seq ?? -1, call);
    else call();
    this.game.looking.again();
  }

  /** Counters of others that were known and are hidden again. */
  private remember(before: Position | null, after: Position) {
    const key = `${this.game.id} ${after.keys.as}`;
    const kept = before?.keys.as === after.keys.as ? this.state.ghosts : ghostsOf(key);
    const ghosts = ghostsAfter(kept, before?.keys.as === after.keys.as ? before : null, after);
    if (ghosts.length || kept.length) keepGhosts(key, ghosts);
    return ghosts;
  }

  /** The last line's effects on the map, and the battle it belongs to. Of one gesture all is shown. */
  private outcome(before: Position | null, after: Position): Partial<GameState> {
    const { map, scene: shown, battle } = this.state;
    const { told } = this;
    this.told = null;
    if (!before || !map || !told) return {};
    if (told.back) return { scene: EMPTY_SCENE, battle: null };
    const scene = sceneOf(map, before, after, told);
    if (this.game.giving.together) scene.moves.unshift(...shown.moves);
    playAll(soundsOf(told, scene));
    const next = fought(battle, before, after, told, scene);
    // Phases that end by themselves right after a fight hide nothing that the player has not had time to read.
    return { scene, battle: !next && battle?.over && this.game.giving.ending ? battle : next };
  }

  /** In a hot seat, when another of my sides must answer than the one I sit as. */
  private curtainFor(position: Position): string | null {
    const { you, as, question, over } = position.keys;
    if (over || !question || question.yours || you.length < 2) return null;
    const next = question.side !== as && you.includes(question.side) ? question.side : null;
    if (!next || !settings.get().openHands.includes(this.game.id)) return next;
    queueMicrotask(() => this.game.sitAs(next)); // no other player looks
    return null;
  }

  private record(message: EventsMessage) {
    const { t: _, ...told } = message;
    const turn = this.state.position?.keys.turn ?? 0;
    this.told = { ...told, turn };
    this.game.store.set({ log: withLines(this.state.log, [this.told]) });
  }

  private titleOf(question: string): string {
    return this.state.looks?.declared.standing.find((one) => one.question === question)?.title ?? question;
  }
}
