// table.ts — a game at a table in the browser: reads the client's messages to the server (docs/protocol.md), asks the
// engine, and answers as the server would.

import type { GameInfo } from '../net/protocol';
import { ANSWERED, bytesOf, type Engine, secret } from './module';
import { runLine, Show } from './show';
import type { HereGame } from './store';
import { Trial } from './task';

/** A message of the client. */
export interface Said {
  t: string;
  n?: number;
  [key: string]: unknown;
}

const VERSION = 7; // of the protocol
const PARTS: Record<string, string> = { choices: 'prefix', reach: 'prefix', forecast: 'order', why: 'order' };

interface Status {
  asked: string | null;
  turn: number;
  orders: number;
  over: boolean;
  machine: boolean;
  verdict: string;
}

/** A board's lines without its last order, and the lines behind it. */
function upToLastOrder(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.startsWith('do '));
  return last < 0 ? lines : lines.slice(0, last);
}

export class HereTable {
  private sides: string[];

  /** `tell` sends a message to the client, `keep` has the game saved. */
  constructor(
    private engine: Engine,
    readonly game: HereGame,
    private info: GameInfo,
    private tell: (message: string) => void,
    private keep: () => void,
  ) {
    this.sides = Object.keys(game.seats);
  }

  /** Lines of the board that cannot be done. */
  private failed: { i: number; text: string }[] = [];
  private began = false;
  private edits = true;
  /** A case that is shown, if it is one. */
  private show: Show | null = null;
  private tries = false;
  /** A lesson or a puzzle, if it is one. */
  private trial: Trial | null = null;

  /** The map, where the scenario list has none. */
  map(): string {
    this.engine.call('map');
    return this.engine.text();
  }

  /** Loads scenario and journal. Without a journal the game begins. */
  open(language: string) {
    const { engine, game } = this;
    if (game.board) {
      this.failed = this.rerun();
      if (!this.began) throw new Error(this.failed[0]?.text ?? 'lab?');
      engine.call('speak', language);
      return;
    }
    if (game.lines && game.task) {
      this.trial = new Trial(engine, game.lines, game.task, this.sides);
      this.trial.begin();
      engine.call('speak', language);
      return;
    }
    if (game.lines) {
      this.show = new Show(engine, game.lines);
      this.show.begin();
      engine.call('speak', language);
      return;
    }
    if (!engine.call('load', game.scenario, game.options)) throw new Error(engine.text());
    engine.call('speak', language);
    const seed = bytesOf(game.seed);
    const bytes = new TextEncoder().encode(game.journal);
    const opened = game.journal
      ? engine.call(
          'table_open',
          bytes,
          bytes.length,
          seed,
          game.origin ? bytesOf(game.origin.seed) : seed,
          game.origin?.length ?? 0,
        )
      : engine.call('table_begin', seed);
    if (!opened) throw new Error(engine.text());
    this.seat();
    for (const [side, set] of Object.entries(game.standing)) {
      this.sit(side);
      for (const text of set) engine.call('standing', text);
    }
    this.sit(game.sitting);
  }

  private seat() {
    for (const [side, who] of Object.entries(this.game.seats))
      this.engine.call('table_seat', this.engine.call('side', side), who === 'me' ? '' : who);
    this.engine.call('table_random', BigInt(`0x${secret(8)}`));
  }

  private sit(side: string) {
    this.engine.call('table_sit', this.engine.call('side', side));
  }

  status(): Status {
    this.engine.call('status');
    return JSON.parse(`{${this.engine.text()}}`) as Status;
  }

  /** The game's row in the archive. */
  note() {
    const { asked, turn, over, verdict } = this.status();
    Object.assign(this.game, {
      asked,
      turn,
      over,
      verdict: over ? verdict : '',
      journal: this.engine.journal(),
      changed: Math.floor(Date.now() / 1000),
    });
    this.keep();
  }

  state() {
    const { engine, game } = this;
    engine.call('hints');
    const hints = game.task ? '[]' : engine.text(); // a task has its own words
    engine.call('state');
    const you =
      (this.show && !this.tries) || (game.board && this.edits)
        ? []
        : this.sides.filter((side) => game.seats[side] === 'me');
    const head = {
      t: 'state',
      you,
      game: { ...this.info, over: game.over, turn: game.turn },
      turns: this.info.turns ?? 0,
    };
    const tail = { version: VERSION, chat: [], notes: game.notes };
    const first = JSON.stringify(head).replace(/\}(,"turns":\d+)\}$/, `,"hints":${hints}}$1`);
    this.tell(`${first},${JSON.stringify(tail).slice(1, -1)},${engine.text()}}`);
  }

  speak(language: string, info: GameInfo) {
    this.info = info;
    this.engine.call('speak', language);
    this.sit((this.show && !this.tries) || (this.game.board && this.edits) ? '' : this.game.sitting);
    this.state();
  }

  /** Sends the messages of the last call, and keeps what must be kept. */
  flush() {
    for (const message of this.engine.said()) {
      if (message.startsWith('{"t":"standing"')) {
        this.game.standing[this.game.sitting] = (JSON.parse(message) as { set: string[] }).set;
        this.keep();
      }
      this.tell(message);
    }
  }

  /** Lets the machine give one order, if it must; true if it did. */
  think(): boolean {
    if (!this.status().machine || this.trial?.over()) return false;
    const gave = this.engine.call('think') === 1;
    if (!gave) this.tell(JSON.stringify({ t: 'error', text: 'The machine found no order.' }));
    this.flush();
    this.trial?.judge();
    return gave;
  }

  /** A what-if from that order on; the game that is to be kept, or null. */
  branch(order: number): { seed: string; length: number; journal: string } | null {
    const seed = secret(32);
    const length = this.engine.call('table_branch', order, bytesOf(seed));
    return length ? { seed, length, journal: this.engine.journal() } : null;
  }

  /** Answers a message of the client. */
  hear(message: Said) {
    const { engine } = this;
    const text = (key: string) => (typeof message[key] === 'string' ? (message[key] as string) : '');
    const number = (key: string, none = -1) => (Number.isInteger(message[key]) ? (message[key] as number) : none);
    const side = (key: string) => (message[key] ? engine.call('side', text(key)) : -1);
    switch (message.t) {
      case 'order': {
        if (this.trial?.weighs(text('text'), () => this.status().asked)) {
          this.state();
          this.say(message, 'answer', '"ok":true');
          break;
        }
        const status = engine.call('give', text('text'));
        if (status === 0 && this.game.board) this.game.lines?.push(`do "${text('text')}"`);
        this.changed(message, status);
        if (status === 0) this.trial?.took(text('text'));
        break;
      }
      case 'task':
        if (message.again) {
          this.trial?.begin();
          this.state();
        }
        this.say(message, 'answer', JSON.stringify(this.trial?.told() ?? {}).slice(1, -1));
        break;
      case 'undo':
        if (this.game.board) {
          this.lay({ ...message, lines: upToLastOrder(this.game.lines ?? []) });
          break;
        }
        this.undo(message);
        break;
      case 'resign':
        this.changed(message, engine.call(message.t));
        break;
      case 'standing':
        this.changed(message, engine.call('standing', text('text')));
        break;
      case 'overlay':
        this.answer(message, engine.call('overlay', text('kind'), side('side'), number('piece'), number('hex')));
        break;
      case 'profile':
        this.answer(message, engine.call('profile', number('from'), number('to')));
        break;
      case 'panels':
        this.answer(message, engine.call('panels'), `,"notes":${JSON.stringify(this.game.planNotes)}`);
        break;
      case 'transfer':
        this.answer(message, engine.call('transfer', number('from'), number('to'), number('amount')));
        break;
      case 'aims':
      case 'record':
      case 'ways':
        this.answer(message, engine.call(message.t));
        break;
      case 'look':
        this.answer(message, engine.call('look', number('hex')));
        break;
      case 'history':
        this.answer(message, engine.call('history', number('to'), side('side')));
        break;
      case 'events':
        if (this.game.lines) {
          this.say(message, 'answer', '"past":[],"from":0,"next":null'); // a case has no past of its own
          break;
        }
        this.answer(
          message,
          engine.call('events', number('from'), number('count'), message.state === true ? 1 : 0),
        );
        break;
      case 'hint':
        this.answer(message, engine.call('hint', text('order')));
        break;
      case 'reasons':
        this.answer(message, engine.call('reasons', side('side')));
        break;
      case 'curtain':
        this.game.sitting = text('side');
        this.sit(this.game.sitting);
        this.keep();
        this.state();
        break;
      case 'note':
        this.write(message);
        break;
      case 'board':
        this.lay(message);
        break;
      case 'dice':
        this.game.lines?.push(`dice ${text('text')}`);
        this.answer(message, engine.call('lab_dice', text('text')));
        this.keep();
        break;
      case 'step':
        this.step(message, number('to', 0));
        break;
      case 'try':
        this.tryIt(message);
        break;
      case 'ping':
      case 'hasten':
      case 'thinking':
        this.say(message, 'answer', '"ok":true');
        break;
      default: {
        const part = PARTS[message.t] ?? 'part';
        this.answer(message, engine.call('ask', message.t, text(part), message.plan === true ? 1 : 0));
      }
    }
  }

  private undo(message: Said) {
    const status = this.engine.call('undo');
    this.changed(message, status);
    if (status === 0) this.trial?.tookBack();
  }

  /** Runs the board's script from its first line; returns the lines that cannot be done. */
  private rerun(): { i: number; text: string }[] {
    const failed: { i: number; text: string }[] = [];
    this.began = false;
    for (const [i, line] of (this.game.lines ?? []).entries()) {
      if (!this.began && !line.startsWith('lab ')) continue;
      try {
        runLine(this.engine, line);
        this.began = true;
      } catch (error) {
        failed.push({ i, text: (error as Error).message });
      }
    }
    this.engine.said();
    return failed;
  }

  /** The board is laid with these lines, to be edited or played on. */
  private lay(message: Said) {
    const { engine, game } = this;
    if (typeof message.edit === 'boolean') this.edits = message.edit;
    const before = game.lines ?? [];
    if (Array.isArray(message.lines)) game.lines = message.lines as string[];
    this.failed = this.rerun();
    if (!this.began) {
      game.lines = before; // without a map there is no board
      this.rerun();
    }
    const { asked } = this.status();
    game.sitting = asked ?? this.sides[0]!;
    this.sit(this.edits ? '' : game.sitting);
    const map = this.map();
    this.say(
      message,
      'answer',
      `"ok":true,"failed":${JSON.stringify(this.failed)},"lines":${JSON.stringify(game.lines)},"map":${map}`,
    );
    this.state();
    game.changed = Math.floor(Date.now() / 1000);
    this.keep();
    engine.said();
  }

  /** Goes to that step of the case: onwards as orders are played, backwards as a whole state. */
  private step(message: Said, to: number) {
    const { show } = this;
    if (!show) return;
    this.tries = false;
    const onwards = to === show.at + 1 && !message.again;
    if (onwards) {
      show.onwards();
      this.flush();
    } else {
      show.begin();
      while (show.at < to) show.onwards();
      this.state();
    }
    this.say(message, 'answer', JSON.stringify({ at: show.at, steps: show.steps, told: show.told }).slice(1, -1));
  }

  /** The player takes over the position and plays all sides. */
  private tryIt(message: Said) {
    this.tries = true;
    const { asked } = this.status();
    this.game.sitting = asked ?? this.sides[0]!;
    this.sit(this.game.sitting);
    this.state();
    this.say(message, 'answer', '"ok":true');
  }

  private write(message: Said) {
    const words = String(message.text ?? '');
    if (typeof message.plan === 'number') {
      const { plan } = message as unknown as { plan: number };
      this.game.planNotes = [...this.game.planNotes.filter((note) => note.plan !== plan), { plan, text: words }];
    } else this.game.notes = words;
    this.keep();
    if (message.n !== undefined) this.say(message, 'answer', '"ok":true');
  }

  private say(message: Said, kind: string, keys: string) {
    const body = keys.replace(/^,/, '');
    this.tell(`{"t":"${kind}"${message.n === undefined ? '' : `,"n":${message.n}`}${body ? `,${body}` : ''}}`);
  }

  private answer(message: Said, status: number, more = '') {
    this.say(message, ANSWERED[status] ?? 'error', this.engine.text() + (status ? '' : more));
  }

  /** The answer to a message that may have changed the game; the changes are sent first, as the server does. */
  private changed(message: Said, status: number) {
    const answer = this.engine.text();
    this.flush();
    this.say(message, ANSWERED[status] ?? 'error', answer);
    if (status === 0) this.note();
  }
}
