// state.ts — what the client knows of one game, and the player's actions in it.

import type {
  Aim,
  Cell,
  ChatLine,
  MapData,
  Offer,
  OverlayAnswer,
  Panel,
  Piece,
  PlanNote,
  Profile,
  Question,
  Refusal,
  Rule,
  Scenario,
  Term,
  Verb,
  Ways,
} from '../net/protocol';
import type { Connection } from '../net/socket';
import type { Load, Senders } from './carrying';
import type { Ghost } from './ghosts';
import type { Unguarded } from './guards';
import type { LogEntry } from './log';
import type { LookTable } from './looks';
import type { Draft } from './order';
import type { Position } from './position';
import type { GameRecord } from './record';
import { type Battle, EMPTY_SCENE, type Scene } from './scene';

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
  /** The server's last error. */
  trouble: string;
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
  /** Which orders a counter can be part of: piece → verbs, first those in which it acts itself. */
  actors: Map<number, string[]>;
  /** Only those in which it acts itself: as the order's first counter, not as a gun that helps others. */
  leaders: Map<number, string[]>;
  draft: Draft | null;
  /** The question that would come, while this player plans and others decide. */
  plan: Question | null;
  /** The answers given in advance for this seat. */
  standing: string[];
  selectedHex: number | null;
  selectedPiece: number | null;
  hoverHex: number | null;
  /** The counter of a stack that is spread out, or the hexside, that the pointer is on. */
  pointed: { piece: number | null; side: number | null };
  /** The hex that a finger stayed on. */
  held: number | null;
  refusal: Refusal | null;
  flash: Set<number>;
  log: LogEntry[];
  /** Lines of the game before the first of the log. */
  older: number;
  notice: string | null;
  overlay: Overlay | null;
  /** An overlay that waits until something is pointed at. */
  pointing: { kind: string; side: string | null; wants: 'piece' | 'hex' | 'cut' } | null;
  /** The cut through the ground that is shown. */
  profile: Profile | null;
  showControl: boolean;
  /** The worth of hexes is shown. */
  showAims: boolean;
  aims: Aim[];
  panels: Panel[];
  /** The answers to the open question that take one press. */
  offers: Offer[];
  /** Where something can be carried from, and what is being carried. */
  senders: Senders | null;
  load: Load | null;
  /** The notes beside the plans that panels show. */
  planNotes: PlanNote[];
  rule: string | null;
  /** The tables are open: at the cell this is read from, or at the first. */
  tables: { cell: Cell | null } | null;
  warning: { verb: Verb; forfeits: Forfeit[]; open: Unguarded[] } | null;
  /** An order that would leave places without a guard waits for a yes. */
  guard: { places: Unguarded[]; go: () => void } | null;
  /** An order that would surely cost these counters waits for a yes. */
  ruin: { pieces: number[]; go: () => void } | null;
  asks: { what: string; side: string | null; why?: string } | null;
  /** A rematch of this game that was begun. */
  rematch: string | null;
  chat: ChatLine[];
  /** The past that is looked at: after step `at`, of orders or of the lines listed, and what that step did. */
  replay: {
    at: number;
    total: number;
    lines: number[] | null;
    position: Position;
    last: LogEntry | null;
    side: string | null;
    scene: Scene;
    battle: Battle | null;
  } | null;
  /** The replay goes on by itself. */
  playing: boolean;
  curtain: string | null;
  hintsDone: number[];
  /** The forecast of orders that hints name, in this position; null: not legal now. */
  odds: Map<string, string | null>;
  /** Hexes that the task of a lesson names. */
  taskHexes: number[];
  record: GameRecord | null;
  /** Others are to be invited before anything else. */
  inviting: boolean;
  /** Lines of the chat that were read. */
  read: number;
  /** Counters that are picked together; the order in the making is given of all of them. */
  picked: number[];
  /** The effects of the last order. */
  scene: Scene;
  /** Counters of others that were known and are hidden again. */
  ghosts: Ghost[];
  battle: Battle | null;
  /** Plans beside their results, and which of them is looked at. */
  compared: { ways: Ways; plan: number } | null;
  /** The plan whose page is open. */
  page: number | null;
  /** Orders of others that wait to be shown, and whether the showing halts. */
  waiting: { orders: number; halted: boolean; last: LogEntry | null } | null;
}

export const EMPTY: GameState = {
  connection: 'connecting',
  trouble: '',
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
  plan: null,
  standing: [],
  selectedHex: null,
  selectedPiece: null,
  hoverHex: null,
  pointed: { piece: null, side: null },
  held: null,
  refusal: null,
  flash: new Set(),
  log: [],
  older: 0,
  notice: null,
  overlay: null,
  pointing: null,
  profile: null,
  showControl: false,
  showAims: false,
  aims: [],
  panels: [],
  offers: [],
  senders: null,
  load: null,
  planNotes: [],
  rule: null,
  tables: null,
  warning: null,
  guard: null,
  ruin: null,
  asks: null,
  rematch: null,
  chat: [],
  replay: null,
  playing: false,
  curtain: null,
  hintsDone: [],
  odds: new Map(),
  taskHexes: [],
  record: null,
  inviting: false,
  read: 0,
  picked: [],
  scene: EMPTY_SCENE,
  ghosts: [],
  battle: null,
  compared: null,
  page: null,
  waiting: null,
};
