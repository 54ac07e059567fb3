// protocol.ts — the words of docs/protocol.md as types. The client knows these and no rule.

import type { Box } from '../model/hex';

export interface Side {
  word: string;
  name: string;
  colour: string;
}

export interface ScenarioOption {
  name: string;
  value: string;
  values: string[];
  rule: string;
  help: string;
}

export interface Scenario {
  id: string;
  title: string;
  system: string;
  systemTitle: string;
  /** The rulebook in a sentence. */
  systemAbout?: string;
  turns: number;
  /** How many counters take part. */
  counters?: number;
  source: string;
  /** What it is, in a sentence or two. */
  about?: string;
  /** The set-up: hex and side of each stack. */
  start?: [number, number][];
  teaching: boolean;
  /** Rules the referee does not enforce yet; absent when the rulebook is whole. */
  growing?: string;
  sides: Side[];
  options: ScenarioOption[];
  /** Option values that change the players: `players=3` → sides. */
  sidesWith?: Record<string, Side[]>;
  /** Option values that are played on another map: `grid=even-down`. */
  mapsWith?: string[];
}

export interface Seat {
  side: string;
  kind: 'human' | 'open' | string;
  name?: string;
  online?: boolean;
  you?: boolean;
  user?: number;
  /** The computer player that plays on for the player here. */
  computer?: string;
  /** `yours`: the seat is offered to me; of my own: `made`, to a player, or the secret of the link. */
  offer?: string;
}

/** The time that a game gives its players, in seconds, and its state when the server sent it. */
export interface GameClock {
  kind: 'none' | 'days' | 'bank' | 'live';
  time: number;
  gain: number;
  vacation: number;
  absent: number;
  out: 'loses' | 'machine' | 'claim';
  claim: 'win' | 'machine';
  rated?: boolean;
  running: string | null;
  left?: Record<string, number>;
  vacationLeft?: Record<string, number>;
  away: string[];
  idle: number;
  claimable: boolean;
  /** When this browser received it. */
  heard?: number;
}

/** A hint of a teaching game: shown while its conditions hold, in the order of the file. Empty means any. */
export interface Hint {
  text: Record<string, string>;
  rule?: string;
  side?: string;
  question?: string;
  turn?: string;
  /** Facts about hexes that must hold: see model/hints.ts. */
  when?: string;
  piece?: string;
  hex?: string;
  /** Counts as followed once an order of this verb was given. */
  verb?: string;
}

export interface GameInfo {
  id: string;
  scenario: string;
  /** Where its map is, below /api/map. */
  map: string;
  title: string;
  created: number;
  over: boolean;
  verdict?: string;
  turn?: number;
  asked?: string | null;
  seats: Seat[];
  spectators?: number;
  public?: boolean;
  invite?: string;
  hints?: Hint[];
  replay?: boolean;
  /** The game is mine to host. */
  host?: boolean;
  clock?: GameClock;
  options?: string;
  turns?: number;
  /** When something last happened, in seconds. */
  changed?: number;
  whatIf?: boolean;
  /** It was begun in a browser: no other user can sit down here. */
  handedOver?: boolean;
  /** Of a what-if: the game it comes from, after which order, and its name. */
  origin?: string;
  originOrder?: number;
  name?: string;
}

export interface MapLine {
  kind: string;
  name: string;
  provenance: string;
}

export interface MapData {
  hash: string;
  name: string;
  title: string;
  source: string;
  columns: number;
  rows: number;
  firstColumn: number;
  firstRow: number;
  parity: 'odd-down' | 'even-down';
  numbering: string;
  scale: number;
  terrainWords: string[];
  /** The same in the reader's language. */
  terrainNames?: string[];
  terrainProvenance?: string;
  terrain: number[];
  height?: number[];
  /** Metres between contours, and where they are counted from. */
  contour?: number;
  contourBase?: number;
  /** Bits by edge: the sextants of a hex that are covered. */
  cover?: number[];
  /** `look`: a line of the rules is nothing on the ground. */
  edges: (MapLine & { look?: 'named' | 'line'; sides: number[] })[];
  /** A step may carry one of each layer. */
  roads: (MapLine & { rank: number; layer: number; rail: boolean; hexes: number[] })[];
  /** `look`: how the system has it drawn. */
  places: (MapLine & { look?: 'town' | 'city' | 'name'; hexes: number[] })[];
  areas: (MapLine & { look?: 'framed' | 'abroad' | 'entry' | 'unseen'; hexes: number[] })[];
  bridges?: number[];
  boxes?: (Box & { provenance: string; links: number[] })[];
  /** Of all hexes, then the names of the boxes. */
  numbers: string[];
  /** Numbers are drawn in every so-many-th row only. */
  numberRows?: number;
}

export type SlotType = 'piece' | 'hex' | 'path' | 'hexside' | 'number' | 'word' | 'name' | 'verb';

export interface Slot {
  keyword: string | null;
  type: SlotType;
  least: number;
  most: number;
  /** Several values in no order. */
  set?: boolean;
  /** Values in order, of which one may be named several times: steps that are lost. */
  repeats?: boolean;
  /** Hexes that are waypoints, joined by lines. */
  drawn?: boolean;
  /** A number of which the greatest is mostly meant. */
  much?: boolean;
  help: string;
  words?: string[];
  /** The words in the reader's language. */
  names?: string[];
}

export interface Verb {
  verb: string;
  /** The verb in the reader's language. */
  name?: string;
  help: string;
  rules?: string[];
  /** Changes how counters lie, not the game. */
  arranging?: boolean;
  /** Ends nothing: it begins, finishes or drops something within the question. */
  aside?: boolean;
  slots: Slot[];
}

export interface Question {
  side: string;
  kind: string;
  title: string;
  prompt: string;
  rules: string[];
  yours: boolean;
  /** Questions that are open: a question raised by an order is deeper than the one it answered. */
  depth?: number;
  /** So many values must be named in the answer, if the rules say how many. */
  due?: number;
  verbs?: Verb[];
}

export type LookPlace = 'foot-left' | 'foot' | 'foot-right' | 'left' | 'right' | 'top-left' | 'top-right';

/** A sign on a counter; without words it means what its sign does. */
export interface Badge {
  sign: string;
  level?: number;
  words?: string;
}

export interface Piece {
  i: number;
  id: string | null;
  hex: number | null;
  z?: number;
  place?: string;
  side: string;
  nation?: string;
  name: string;
  formation?: string;
  symbol: string;
  size: string;
  values: { at: LookPlace; text: string; ink?: string }[];
  colour: string;
  ink: string;
  /** Of the symbol's box, if that is not paper. */
  field?: string;
  steps: number;
  full: number;
  badges?: Badge[];
  /** Its formation, for lists. */
  group?: number;
  /** The counter that carries it. */
  on?: number;
  reversed?: boolean;
  /** The back of the counter. */
  reverse?: string;
  known: boolean;
}

export interface Mark {
  kind: string;
  label?: string;
  level?: number;
  hex: number;
  side: string | null;
  hexside: number;
}

export interface Sketch {
  id: number;
  /** The plan it is a part of. */
  plan?: number;
  kind: 'axis' | 'area' | 'line' | 'objective';
  side: string | null;
  /** Hexes on either hand of an axis; on every hand of an area that one hex gives. */
  width: number;
  dashed: boolean;
  label: string;
  hexes: number[];
}

// ---- the system's declarations for drawing ---- ----

/** A part of a drawing in a box from -1 to 1, that of a branch from -1.5 to 1.5 across. */
export interface SymbolPart {
  paint: 'line' | 'fill' | 'ground' | 'paper' | 'halo' | 'dark' | 'faint' | 'text' | 'level';
  width?: number;
  path?: string;
  x?: number;
  y?: number;
  size?: number;
  words?: string;
}

export interface Sign {
  name: string;
  drawing: string;
  colour?: string;
  ink?: string;
  place: 'beside' | 'head' | 'told';
  weight: number;
  meaning: string;
}

export interface MarkKind {
  name: string;
  shape: 'ring' | 'tint' | 'board' | 'icon' | 'span' | 'told';
  drawing: string;
  colour?: string;
  ink?: string;
  meaning: string;
}

export interface Tint {
  pattern: 'plain' | 'upright' | 'leaning' | 'crossed' | 'dotted';
  framed: boolean;
  colour?: string;
  meaning: string;
}

export interface OverlayKind {
  name: string;
  title: string;
  about: ('side' | 'own-side' | 'piece' | 'hex')[];
  tints: Tint[];
  line?: string;
  base?: string;
  cut?: string;
  /** The ground can be cut from the hex it is about to any other. */
  profile?: boolean;
}

/** A usual answer to a kind of question, which may be given in advance; `%n` is the number of its condition. */
export interface StandingKind {
  question: string;
  title: string;
  name: string;
  sentence: string;
  measure?: 'odds' | 'percent' | 'hexes';
  least?: number;
  most?: number;
  usual?: number;
}

export interface Looks {
  symbols: Record<string, SymbolPart[]>;
  branches: { symbol: string; meaning: string }[];
  signs: Sign[];
  marks: MarkKind[];
  overlays: OverlayKind[];
  values: Partial<Record<LookPlace, string>>;
  /** What the book calls steps of strength. */
  steps?: string;
  standing: StandingKind[];
  panels: boolean;
  aims: boolean;
  /** Hexes that must not be left are sent with the aims. */
  posts?: boolean;
  /** The rulebook knows how to carry things with one gesture. */
  transfers?: boolean;
}

export interface PanelRow {
  label: string;
  value: string;
  rule: string | null;
  pieces: number[];
  hexes: number[];
  /** The plan it is about. */
  plan?: number;
  /** It comes in that turn. */
  turn?: number;
  strong?: boolean;
}

export interface Panel {
  name: string;
  title: string;
  rule: string | null;
  private: boolean;
  /** What is being worked at just now. */
  atHand?: boolean;
  rows: PanelRow[];
}

/** The note beside a plan. */
export interface PlanNote {
  plan: number;
  text: string;
}

/** A goal of a side. No points: it decides by itself. */
export interface Aim {
  kind: string;
  side: string;
  points: number;
  times: number;
  rule: string | null;
  what: string;
  turn?: number;
  met: boolean;
  /** Its hexes count as one. */
  together: boolean;
  pieces: number[];
  hexes: number[];
}

/** Words of the system with the paragraph they stand in. */
export interface Ruled {
  words: string;
  rule: string | null;
}

/** A verdict and the least number that brings it; the first has none. */
export type ScaleBand = Ruled & { from: number | null; winner: string | null };

/** Who would win if the game ended now, and what decides it. */
export interface Scale {
  /** Where the game stands on the scale. */
  now: number;
  /** At the end of which turn it is read; 0 not given. */
  turn: number;
  /** The points of the sides decide. */
  points: boolean;
  /** Wants the number to grow. */
  side: string | null;
  winner: string | null;
  verdict: Ruled;
  /** What the scale counts. */
  counted: Ruled;
  bands: ScaleBand[];
  /** Conditions that are not read off the scale; of several that hold the first decides. */
  lines: (Ruled & { met: boolean; atOnce: boolean; winner: string | null })[];
}

export interface Score {
  points: Record<string, number>;
  winner?: string | null;
  verdict: string;
  scale?: Scale;
}

export interface ChatLine {
  name: string;
  text: string;
  at: number;
  user?: number;
}

/** The keys of a state; a delta holds some of them. */
export interface StateKeys {
  seq: number;
  orders?: number;
  game: GameInfo;
  you: string[];
  as: string;
  question: Question | null;
  /** Of the last question that had some. */
  verbs?: Verb[];
  track: string;
  turn: number;
  turns: number;
  phase: number;
  /** The phases of the turn or player turn, each with its side, and the place of the present one in the list. */
  phases?: [string, string | null][];
  phaseAt?: number;
  score: Score;
  pieces: Piece[];
  marks: Mark[];
  sketches?: Sketch[];
  control: string;
  asked?: string | null;
  canUndo: boolean;
  over: boolean;
  chat: ChatLine[];
  notes: string;
  dice?: DiceInfo;
  /** This seat's answers in advance: "losses cheapest". */
  standing?: string[];
  /** What can be begun, if this side is asked. */
  openings?: Openings['openings'];
}

/** A table of the book; `when`: only in games with this option. */
export interface BookTable {
  name: string;
  title: string;
  when?: string;
  /** The meaning of its results, parts apart by `;`: "DG = disorganized". */
  key?: string;
  /** The note in its first line that cites its source. */
  source: string;
  head: string[];
  rows: string[][];
}

/** A place in one, counted from 1; 0: the whole column or row. Up to `last` it may be any column. */
export interface Cell {
  table: string;
  row: number;
  column: number;
  last?: number;
}

export interface GameEvent {
  kind: string;
  text: string;
  rule: string | null;
  hexes: number[];
  pieces: number[];
  /** Where its numbers stand in the tables. */
  cell?: Cell;
  /** The id of its message, the same in every language. */
  id?: string;
  /** Its numbers, if a table was read or dice fell. */
  fact?: { kind: 'column' | 'roll' | 'result' | 'test'; what?: string; roll?: number; row?: number };
  /** Of a march that is shown as one: the words of its legs. */
  legs?: string[];
}

/** The effects of an order, as a side was sent them. */
export interface Told {
  side: string | null;
  order: string | null;
  /** The order's first word in the reader's language. */
  verb?: string;
  /** Counters that the order names, hexes that they walk, hexes that it is aimed at. */
  parts?: { pieces: number[]; way: number[]; at: number[] };
  /** A die as a number, a draw as "17/343". */
  dice: (number | string)[];
  events: GameEvent[];
  /** Takes the order before it back. */
  back?: boolean;
}

export type EventsMessage = { t: 'events'; seq: number } & Told;

export type PastLine = { seq: number; turn: number } & Told;

export interface Past {
  past: PastLine[];
  /** Where the next page begins. */
  next: number | null;
  /** The side's view after the last line, if that was asked for. */
  state?: Partial<StateKeys>;
}

/** A plan as it was last drawn, and the turns in which it bound a counter (0: none). */
export interface DrawnPlan {
  plan: number;
  side: string;
  from: number;
  to: number;
  title: { text: string };
  sketches: Sketch[];
}

/** Where a counter that plans have bound was found: turn, hex (-1: off the map), and the plan that bound it then. */
export interface Way {
  piece: number;
  name: string;
  side: string;
  steps: [number, number, number][];
}

export interface Ways {
  plans: DrawnPlan[];
  ways: Way[];
}

export interface History {
  orders: number;
  last: Told;
  state: Partial<StateKeys>;
}

export interface Choice {
  slot: number | null;
  keyword: string | null;
  type: SlotType;
  text: string;
  value: number;
  hex?: number;
  /** Numbers are sent from the first to the last; `value` is then the first. */
  from?: number;
  to?: number;
  step?: number;
}

/** Hexes or counters of one slot as the server sends them: pairs of the first and the last number. */
export interface Ranges {
  slot: number;
  keyword: string | null;
  type: SlotType;
  ranges: number[];
}

/** A part that was added to make the parts an order; forced: every order that holds them holds it too. */
export interface Added extends Choice {
  forced: boolean;
  why?: Refusal;
}

export interface Around {
  order: string;
  added: Added[];
  /** What the order would draw. */
  sketches?: Sketch[];
}

/** What can be begun, with the counters by slot in pairs of the first and the last; for a plan the next question. */
export interface Openings {
  openings: { verb: string; pieces?: Record<string, number[]> }[];
  question?: Question;
}

/** The whole answer of the server about a part of an order. */
export interface DraftAnswer {
  complete: boolean;
  choices: (Choice | Ranges)[];
  around?: Around;
  /** Why no order holds the part. */
  refused?: Refusal;
  reach?: Reach;
  forecast?: Forecast;
}

/** What an order does to a counter of its giver with any dice. */
export interface Harm {
  piece: number;
  gone?: boolean;
  steps?: number;
  sign?: string;
  /** Where it goes. */
  to?: number;
}

/** An answer to the open question in one press: the words of its button, and the order that comes next. */
export interface Offer {
  name: string;
  order: string;
  text: string;
  rule: string | null;
}

/** A route to carry something: how and at what price, and its orders one after the other. */
export interface Transfer {
  text: string;
  rule: string | null;
  orders: string[];
}

/** The routes from one hex to another for an amount, and the most that could go; or why there are none. */
export interface Transfers {
  most: number;
  ways: Transfer[];
  refused?: Refusal;
}

/** A hex that the side would regret leaving empty, and its guards. Without guards it is open. */
export interface Post {
  hex: number;
  what: string;
  rule: string | null;
  /** It matters when the movement ends, and not when a guard goes. */
  together?: boolean;
  pieces: number[];
}

export interface Reach {
  start: number;
  /** `way`: the steps to an end that needs a dearer path than those in `from`. */
  ends: { hex: number; cost: string; units: number; way?: number[] }[];
  from: Record<string, number>;
  /** By hex on these paths: how many stacks in sight may fire at a unit that enters it. */
  exposed?: Record<string, number>;
}

export interface ForecastLine {
  label: string;
  weight: number;
  /** Its weight in the second odds. */
  opposed?: number;
  rule?: string | null;
  /** The label in words. */
  meaning?: string;
}

/** Orders that are ruled out, with which counters or hexes, and the refusal the first of them would get. */
export interface Foreclosed {
  verb: string;
  name: string;
  pieces?: number[];
  hexes?: number[];
  why: { text: string; rule: string | null };
}

export interface Forecast {
  title: string;
  /** The assumption in the title. */
  assumes?: string;
  /** The second odds, with everything that the other side may still commit. */
  opposed?: { title: string; assumes: string; total: number };
  best: string;
  worst: string;
  likely?: string;
  /** Where the result will be read. */
  cell?: Cell;
  total: number;
  modifiers: { side: string | null; value: number; text: string; rule: string | null }[];
  outcomes: ForecastLine[];
  measures: ForecastLine[];
  /** What it rules out with any dice. */
  forecloses?: Foreclosed[];
}

export interface Refusal {
  text: string;
  rule: string | null;
  hexes: number[];
  pieces: number[];
}

export interface Rule {
  id: string;
  title: string;
  words: string;
  kind: string;
}

/** A short word of the rulebook and what it means. */
export interface Term {
  term: string;
  rule: string;
  words: string;
}

export interface OverlayAnswer {
  /** Hexes by tint, in the order the overlay declares them. */
  tints: number[][];
  links: number[];
  cut: number[];
  /** The result, in a sentence. */
  sum?: string;
  notes: { hex: number; text: string }[];
}

/** The ground between two hexes; heights in decimetres. */
export interface Profile {
  from: number;
  to: number;
  seen: boolean;
  verdict: string;
  /** The point of contention: how far along, the ground with its cover there, and the line. */
  contention?: { permille: number; top: number; line: number; hex: number };
  /** At equal distances: hex, ground, cover above it. */
  points: [number, number, number][];
}

/** With `kept`, only what differs from what was last seen from that side, and nothing that is the same for all sides. */
/** The changes of a state. */
export type Changes = Partial<Omit<StateKeys, 'question'>> & {
  gone?: number[];
  /** Counters of which only the place changed: number, hex and depth in the stack of each. */
  placed?: number[];
  /** Where the sketches that change begin, how many go, and the new ones. */
  sketched?: [number, number, Sketch[]];
  /** Verbs are sent if the ones sent last were others. */
  question?: (Omit<Question, 'verbs'> & { verbs?: Verb[] | 'kept' }) | null;
};

/** `from`: the differences count from the view last seen from that side. */
export type State = { t: 'state'; kept?: boolean; from?: string; gone?: number[] } & StateKeys;

/** The players who take part in the dice, and the server's commitment. */
export interface DiceInfo {
  trust: 'server' | 'nonces' | 'witnessed';
  wait: number;
  commitment: string;
  chains: Record<string, { anchor: string; links: number; given: number }>;
}

export type ServerMessage =
  | State
  | ({ t: 'delta'; seq: number } & Changes)
  | EventsMessage
  | { t: 'answer'; n: number; ok?: boolean }
  | ({ t: 'refused'; n: number } & Refusal)
  | { t: 'error'; n?: number; text: string }
  | ({ t: 'chat' } & ChatLine)
  | { t: 'presence'; seats: Seat[]; spectators?: number }
  | { t: 'clock'; clock: GameClock; what?: 'reminder' | 'out' | 'claim' }
  | { t: 'seat'; what: 'left' | 'removed' | 'handed' | 'computer' | 'back'; side: string; name: string }
  | { t: 'rematch'; id: string }
  | { t: 'asks'; what: string; side: string | null; why?: string }
  | { t: 'standing'; set: string[]; dropped?: string }
  | { t: 'dice'; dice: DiceInfo }
  | { t: 'witness'; side: string; index: number; roll: boolean; context: string }
  | { t: 'rolling'; side: string; for: string[]; seconds: number }
  | { t: 'moved'; port: number }
  | { t: 'closing'; text: string };
