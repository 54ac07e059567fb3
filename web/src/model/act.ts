// act.ts — what a click or a key on a hex means for every question. A click on a stack takes the first counter that can
// act, each further click one more, and when all are taken the next click puts them down. With Shift, a long press or a
// box all of them are taken at once.

import { t } from '../i18n';
import type { Piece, Verb } from '../net/protocol';
import { canLead } from './forfeits';
import type { Game } from './game';
import { canBeFollowed } from './group';
import { hintNow } from './hints';
import { actedIn, type LogEntry } from './log';
import { type Arg, allParts, type Draft, drawnSlot, lackingSlot, leads, openChoices } from './order';
import { argOf, beginAt, largest, turnTo } from './other';
import { askedIn } from './plan';
import { settings } from './settings';
import type { GameState } from './state';
import { whyIdle, whyNot, whyNotWith } from './why';

export function stackAt(game: Game, hex: number): Piece[] {
  return game.shown()?.stacks.get(hex) ?? [];
}

/** Counters of a stack that the draft can take or has taken. */
export function candidatesAt(game: Game, hex: number): { piece: Piece; chosen: boolean }[] {
  const { draft } = game.state;
  if (!draft) return [];
  const chosen = new Map<number, number>();
  for (const { slot, value } of allParts(draft))
    if (draft.verb.slots[slot]?.type === 'piece' && !chosen.has(value)) chosen.set(value, slot);
  const open = new Set<number>();
  for (const { slot, type, value } of openChoices(draft))
    if (type === 'piece' && (!chosen.has(value) || chosen.get(value) === slot)) open.add(value);
  return stackAt(game, hex)
    .filter((piece) => open.has(piece.i) || chosen.has(piece.i))
    .map((piece) => ({ piece, chosen: chosen.has(piece.i) && !open.has(piece.i) }));
}

/** Whether a counter can begin something that changes the game, not only how counters lie. */
export function canAct(state: GameState, piece: number): boolean {
  const verbs = askedIn(state)?.verbs;
  const words = state.actors.get(piece) ?? [];
  return words.some((word) => !verbs?.find((verb) => verb.verb === word)?.arranging);
}

let lastActed: { log: LogEntry[]; side: string; leaders: GameState['leaders']; pieces: Set<number> } | null = null;

const NOBODY = new Set<number>();

/** The counters that have acted in this phase. One that has only made ready, such as by a change of mode, and can go
 * somewhere now, has not. */
export function actedNow(state: GameState): Set<number> {
  const { log, leaders, position, battle } = state;
  const side = position?.keys.question?.side ?? '';
  if (battle && !battle.over) return NOBODY; // a unit that fought is asked about the result
  if (lastActed?.log !== log || lastActed.side !== side || lastActed.leaders !== leaders) {
    const verbs = askedIn(state)?.verbs;
    const went = actedIn(log, side, (word) => verbs?.some((verb) => verb.verb === word && leads(verb)) ?? true);
    const pieces = new Set([...actedIn(log, side)].filter((piece) => went.has(piece) || !canLead(state, piece)));
    lastActed = { log, side, leaders, pieces };
  }
  return lastActed.pieces;
}

/** Counters that could act and have not done so in this phase, in the order of the map. */
export function idle(game: Game): Piece[] {
  const { actors, position } = game.state;
  const acted = actedNow(game.state);
  return [...actors.keys()]
    .flatMap((i) => position?.pieces.get(i) ?? [])
    .filter((piece) => canAct(game.state, piece.i) && !acted.has(piece.i))
    .sort((a, b) => (a.hex ?? -1) - (b.hex ?? -1) || (a.z ?? 0) - (b.z ?? 0));
}

/** To the next counter that has not acted, or the one before, from the one that is chosen. */
export async function nextIdle(game: Game, by: 1 | -1): Promise<Piece | null> {
  const all = idle(game);
  if (!all.length) return null;
  const { selectedPiece, selectedHex } = game.state;
  const at = all.findIndex((piece) => piece.i === selectedPiece);
  const behind = all.findIndex((piece) => (piece.hex ?? -1) > (selectedHex ?? -1));
  const from = at >= 0 ? at + by : by > 0 ? Math.max(behind, 0) : (behind < 0 ? all.length : behind) - 1;
  const next = all[(from + all.length) % all.length]!;
  await choosePiece(game, next);
  return next;
}

/** The rank of a counter's main verb in the phase's business: verbs with a path or a target come first, those that only
 * arrange counters last; counters that have acted come after those that have not. */
function rank(game: Game, piece: Piece): number {
  const verbs = askedIn(game.state)?.verbs ?? [];
  const verb = game.verb(mainVerb(game, piece) ?? '');
  if (!verb) return Infinity;
  const use = verb.arranging ? 2 : leads(verb) ? 0 : 1;
  return (actedNow(game.state).has(piece.i) ? 1000 : 0) + use * 100 + verbs.indexOf(verb);
}

/** Counters of a stack that can begin something, first those that can do the phase's business; of equals the upper. */
export function actorsAt(game: Game, hex: number): Piece[] {
  return stackAt(game, hex)
    .filter((piece) => game.state.actors.has(piece.i))
    .map((piece) => ({ piece, rank: rank(game, piece) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ piece }) => piece);
}

/** A counter's most likely action: the first verb of the question with a path or a target, else the first that changes
 * the game, else the first. Verbs in which it has the first place come before the others; but of those with a target a verb
 * that the rulebook lists earlier is meant, if the counter is named first among counters: a mortar fires before it lays
 * smoke. */
export function mainVerb(game: Game, piece: Piece): string | null {
  const words = game.state.actors.get(piece.i) ?? [];
  const own = game.state.leaders.get(piece.i) ?? words;
  const all = askedIn(game.state)?.verbs?.filter((verb) => words.includes(verb.verb)) ?? [];
  const verbs = all.filter((verb) => own.includes(verb.verb));
  const serious = verbs.filter((verb) => !verb.arranging);
  const isFirst = (verb: Verb) =>
    own.includes(verb.verb) ||
    game.possible.first(verb.verb, piece)?.slot === verb.slots.findIndex(({ type }) => type === 'piece');
  const leading = serious.some(leads)
    ? all.find((verb) => !verb.arranging && leads(verb) && isFirst(verb))
    : undefined;
  return (leading ?? serious[0] ?? verbs.find(leads) ?? verbs[0])?.verb ?? null;
}

export async function choosePiece(
  game: Game,
  piece: Piece,
  picked: number[] = [],
  verb = mainVerb(game, piece),
): Promise<void> {
  game.select(piece.hex, piece.i);
  game.store.set({ picked });
  if (!verb) {
    game.drafting.cancel();
    return;
  }
  await game.drafting.begin(verb, piece);
  await fillUp(game, piece);
}

/** A verb that needs several counters (two guns for a barrage) takes the rest of the same stack at once. */
async function fillUp(game: Game, first: Piece): Promise<void> {
  const { draft } = game.state;
  if (!draft || first.hex === null || lackingSlot(draft) === null) return;
  for (const other of candidatesAt(game, first.hex)) if (!other.chosen) await game.drafting.toggle(other.piece);
}

// ---- several at once ----

const MOST = 60; // counters that act together: each is asked about

/** The verb of the order that was begun, if there is one. */
const begun = ({ draft }: GameState) => (draft?.args.length || draft?.next.length ? draft.verb : null);

/** Counters picked together: in one order where it takes them, else each with the same order of its own. */
export async function takeAll(game: Game, all: Piece[]): Promise<void> {
  const pieces = all.slice(0, MOST);
  if (all.length > MOST) game.notice(t('group.most', { n: MOST }));
  const first = pieces[0];
  const word = first && (begun(game.state)?.verb ?? mainVerb(game, first));
  const verb = word ? game.verb(word) : null;
  if (!first || !verb) return;
  const followed = canBeFollowed(verb);
  if (!game.state.draft?.args.length) {
    game.select(first.hex, first.i);
    game.store.set({ picked: followed ? pieces.map((piece) => piece.i) : [] });
    await game.drafting.begin(verb.verb, first);
    await fillUp(game, first);
  }
  for (const piece of pieces) {
    const { draft } = game.state;
    const open = draft && candidatesAt(game, piece.hex ?? -1).find((one) => one.piece.i === piece.i);
    const together = !followed || piece.hex === draft?.args.find((arg) => arg.slot === 0)?.hex;
    const named = draft?.args.some((arg) => arg.slot === 0 && arg.value === piece.i);
    if (open && !open.chosen && together && !named) await game.drafting.toggle(piece);
  }
  if (!followed) return;
  const wanted = new Set([...game.state.picked, ...pieces.map((piece) => piece.i)]);
  for (const arg of game.state.draft?.args ?? []) if (arg.slot === 0) wanted.add(arg.value);
  if (wanted.size > 1) await game.drafting.pickTogether([...wanted]);
}

/** Whether a counter belongs to the order in the making, or follows it. */
export function isIn(game: Game, piece: Piece): boolean {
  const { draft, picked } = game.state;
  const named = draft && allParts(draft).some((one) => isPiece(draft.verb, one.slot) && one.value === piece.i);
  return !!named || (!!draft && picked.includes(piece.i));
}

const isPiece = (verb: Verb, slot: number) => verb.slots[slot]?.type === 'piece';

/** Lets counters go that were picked together. */
async function leaveOut(game: Game, pieces: Piece[]): Promise<void> {
  const out = new Set(pieces.map((piece) => piece.i));
  const { picked, draft } = game.state;
  const left = picked.filter((i) => !out.has(i));
  const leader = draft?.args.find((arg) => arg.slot === 0);
  if (leader && out.has(leader.value)) {
    const rest = left.flatMap((i) => game.state.position?.pieces.get(i) ?? []);
    game.drafting.cancel();
    await takeAll(game, rest);
  } else await game.drafting.pickTogether(left);
}

/** Counters that can join the order that was begun; before one is, those that most likely do the same. */
function joiners(game: Game, hexes: number[]): Piece[] {
  const verb = begun(game.state);
  if (!verb)
    return likely(
      game,
      hexes.flatMap((hex) => actorsAt(game, hex)),
    );
  if (!canBeFollowed(verb)) return hexes.flatMap((hex) => candidatesAt(game, hex).map((one) => one.piece));
  return hexes.flatMap((hex) => stackAt(game, hex).filter((piece) => can(game, piece, verb.verb)));
}

/** All counters of a stack that can join the order or begin one; a second time they are left out. */
export async function takeStack(game: Game, hex: number): Promise<void> {
  const pieces = joiners(game, [hex]);
  const verb = begun(game.state);
  if (!pieces.length) {
    if (verb) await sayWhy(game, hex);
    return;
  }
  game.store.set({ selectedHex: hex });
  if (pieces.some((piece) => !isIn(game, piece))) await takeAll(game, pieces);
  else if (!verb || canBeFollowed(verb)) await leaveOut(game, pieces);
  else for (const piece of pieces) await game.drafting.toggle(piece);
}

const can = (game: Game, piece: Piece, word: string) => !!game.state.leaders.get(piece.i)?.includes(word);

/** Counters that most likely do the same, the most of them. */
function likely(game: Game, pieces: Piece[]): Piece[] {
  const by = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const word = mainVerb(game, piece);
    if (word) by.set(word, [...(by.get(word) ?? []), piece]);
  }
  return [...by.values()].reduce<Piece[]>((most, one) => (one.length > most.length ? one : most), []);
}

/** A box drawn around stacks: every counter in it that can joins the order, or begins one. */
export async function boxHexes(game: Game, hexes: number[]): Promise<void> {
  await takeAll(game, joiners(game, hexes));
}

// ---- one at a time ----

/** A click on a counter that a rule keeps out of the attack in the making shows why; a second click begins again with
 * that counter. */
async function cannotJoin(game: Game, piece: Piece, hex: number): Promise<boolean> {
  const { draft, refusal, selectedHex } = game.state;
  const aimed = draft?.args.some((arg) => draft.verb.slots[arg.slot]?.type === 'hex');
  if (!aimed || (refusal && selectedHex === hex)) return false;
  game.select(hex);
  return whyNotWith(game, piece);
}

/** The next counter of a stack for the draft: one that is not in it, else one that can be in it once more; when all are
 * in it, all come out. */
async function takeNext(game: Game, hex: number): Promise<void> {
  const candidates = candidatesAt(game, hex);
  game.store.set({ selectedHex: hex });
  const fresh = candidates.find((one) => !isIn(game, one.piece)) ?? candidates.find((one) => !one.chosen);
  if (!fresh) {
    for (const { piece } of candidates) await game.drafting.toggle(piece);
    return;
  }
  game.store.set({ selectedPiece: fresh.piece.i });
  const first = !game.state.draft?.args.length;
  await game.drafting.toggle(fresh.piece);
  if (first) await fillUp(game, fresh.piece);
}

/** The counter that a click on its stack took: a finger cannot open a stack without taking one. */
let opening = -1;

/** Adds a counter to those that follow the order in the making; false if it cannot follow. In a fight only one counter
 * is meant. */
async function follow(game: Game, piece: Piece): Promise<boolean> {
  const { draft, picked, battle } = game.state;
  const inside = draft?.args.filter((arg) => arg.slot === 0) ?? [];
  const near = inside.some((arg) => arg.hex === piece.hex);
  if (!draft || !near || (battle && !battle.over)) return false;
  if (!canBeFollowed(draft.verb) || !can(game, piece, draft.verb.verb)) return false;
  game.store.set({ selectedPiece: piece.i, selectedHex: piece.hex });
  await game.drafting.pickTogether([...new Set([...inside.map((arg) => arg.value), ...picked, piece.i])]);
  return true;
}

/** A counter of a stack that is spread out, or of a list: it joins, leaves, or begins. */
export async function clickPiece(game: Game, piece: Piece): Promise<void> {
  const { picked, selectedPiece } = game.state;
  const taken = picked.length < 2 && selectedPiece === opening;
  const opened = taken && selectedPiece !== piece.i;
  opening = -1;
  if (taken && !opened && isIn(game, piece)) return; // its stack was opened with it, and that counter is meant
  if (picked.length > 1 && picked.includes(piece.i)) await leaveOut(game, [piece]);
  else if (await game.drafting.toggle(piece)) return;
  else if (opened || !(await follow(game, piece))) await choosePiece(game, piece);
}

/** The counter that a press on the hex would drag: of an attack in the making, one that can still join it. */
export function liftable(game: Game, hex: number): Piece | null {
  const { draft } = game.state;
  const actors = actorsAt(game, hex);
  const joins = draft?.args.length && !canBeFollowed(draft.verb);
  return (joins && actors.find((piece) => !isIn(game, piece))) || (actors[0] ?? null);
}

/** The order that was in the making before a counter was lifted, and whether the counter has joined it. */
let before: { draft: Draft; joined: boolean } | null = null;

/** The counters of its stack that can go with it in one order; null if each goes by an order of its own. */
async function stackWith(game: Game, piece: Piece): Promise<Arg[] | null> {
  const verb = game.verb(mainVerb(game, piece) ?? '');
  if (!verb?.slots[0]?.set || !verb.slots.some((slot) => slot.type === 'path')) return null;
  const acted = actedNow(game.state);
  const same = stackAt(game, piece.hex ?? -1).filter((one) => can(game, one, verb.verb));
  const fresh = same.filter((one) => acted.has(one.i) === acted.has(piece.i));
  return fresh.length > 1 ? largest(game, verb, [piece, ...fresh.filter((one) => one !== piece)].map(argOf)) : null;
}

/** A counter is taken up to be dragged. It brings its stack along where stacks march together, unless it was picked out of
 * a stack that is spread out; it joins an attack that is being built. */
export async function liftPiece(game: Game, piece: Piece, alone = false): Promise<void> {
  before = null;
  if (isIn(game, piece) || !canAct(game.state, piece.i)) return;
  const { draft } = game.state;
  const joins = draft?.args.length && !canBeFollowed(draft.verb);
  const joined = !!joins && (await game.drafting.toggle(piece));
  if (joins) before = { draft, joined };
  if (joined) return;
  const all = alone ? null : await stackWith(game, piece);
  if (!all) return choosePiece(game, piece);
  game.select(piece.hex, piece.i);
  game.store.set({ picked: [] });
  await game.drafting.begin(mainVerb(game, piece)!, undefined, all);
}

const isAim = ({ verb, args }: Draft, hex: number) =>
  args.some((arg) => verb.slots[arg.slot]?.type === 'hex' && arg.value === hex);

/** A counter was dragged to a hex. Onto a target of the attack it joins the attack, or the reason why it cannot is
 * shown; elsewhere it goes alone. */
export async function dropOn(game: Game, piece: Piece, hex: number): Promise<void> {
  const was = before;
  before = null;
  if (!canAct(game.state, piece.i)) {
    await whyIdle(game, piece);
    return;
  }
  if (was && isAim(was.draft, hex)) {
    if (was.joined) return;
    await game.drafting.begin(was.draft.verb.verb, undefined, was.draft.args);
    await whyNotWith(game, piece);
    return;
  }
  const { draft } = game.state;
  if (draft && isIn(game, piece) && isAim(draft, hex)) return;
  const open = draft?.next.some((choice) => choice.type === 'hex' && choice.hex === hex);
  if (!isIn(game, piece) || (was?.joined && !open)) await choosePiece(game, piece);
  if (!(await game.drafting.pickHex(hex)) && !(await turnTo(game, hex))) await whyNot(game, hex);
}

/** Why the order in the making cannot use the hex or counter clicked: its possible destinations, else the counters that
 * could join it. */
async function sayWhy(game: Game, hex: number): Promise<void> {
  const { draft, position } = game.state;
  const top = stackAt(game, hex)[0];
  if (draft && leads(draft.verb)) await whyNot(game, hex);
  else {
    game.select(hex);
    if (top && top.side === position?.keys.question?.side) await whyNotWith(game, top);
  }
}

/** One more counter of the stack goes along with the order; when all of the stack are picked, they are put down. Where one
 * alone is meant, the next one takes its place. */
async function takeOneMore(game: Game, hex: number, actors: Piece[]): Promise<void> {
  const { draft, selectedPiece } = game.state;
  const able = actors.filter((piece) => can(game, piece, draft!.verb.verb));
  const next = able.find((piece) => !isIn(game, piece));
  if (next && (await follow(game, next))) return;
  if (!next && able.length > 1 && game.state.picked.length > 1) {
    game.drafting.cancel();
    game.store.set({ selectedHex: hex });
    return;
  }
  const at = actors.findIndex((piece) => piece.i === selectedPiece);
  await choosePiece(game, actors[(at + 1) % actors.length]!);
}

/** Whether the hint asks for this hex, and the order in the making can have it or one of the hint's verb can begin with
 * it: then the hex is meant, with any units on it. */
async function pickHinted(game: Game, hex: number): Promise<boolean> {
  const { map, draft, position } = game.state;
  const hint = hintNow(game.state)?.hint;
  if (!hint?.hex || !hint.verb || map?.numbers.indexOf(hint.hex) !== hex) return false;
  const piece = [...(position?.pieces.values() ?? [])].find((one) => one.id === hint.piece);
  if (piece?.hex === hex) return false;
  if (draft) return draft.next.some((one) => one.type === 'hex' && one.hex === hex) && game.drafting.pickHex(hex);
  return beginAt(game, hex, hint.verb);
}

/** The counter on the hex that the hint speaks of, with the order that it asks for, if the counter can begin that one. */
function hintedAt(game: Game, hex: number): { piece: Piece; verb: string } | null {
  const hint = settings.get().hints ? hintNow(game.state)?.hint : null;
  const piece = stackAt(game, hex).find((one) => one.id === hint?.piece);
  return piece && hint?.verb && can(game, piece, hint.verb) ? { piece, verb: hint.verb } : null;
}

/** Whether one of these counters can take a place of the order that nothing has taken: a spotter, the target of a shot. */
function fillsAnother(draft: Draft, candidates: { piece: Piece }[]): boolean {
  const taken = new Set(draft.args.map((arg) => arg.slot));
  return openChoices(draft).some(
    ({ slot, type, value }) =>
      type === 'piece' && slot !== null && !taken.has(slot) && candidates.some(({ piece }) => piece.i === value),
  );
}

/** A click on a hex. By keys a target that was chosen is kept: Enter is easily pressed twice. */
export async function clickHex(game: Game, hex: number, keys = false): Promise<void> {
  if (await game.looking.pointed(hex)) return;
  if (await game.carrying.clicked(hex)) return;
  const { draft, replay } = game.state;
  if (replay || !askedIn(game.state)?.yours) {
    game.select(game.state.selectedHex === hex ? null : hex);
    return;
  }
  if (keys && draft && drawnSlot(draft) === null && isAim(draft, hex)) return;
  if (await pickHinted(game, hex)) return;
  if (draft?.args.length || draft?.next.length) {
    const candidates = candidatesAt(game, hex);
    if ((draft.args.length || !candidates.length) && (await game.drafting.pickHex(hex))) return;
    const set = draft.verb.slots.some((slot) => slot.type === 'piece' && slot.most > 1);
    if (candidates.length && (set || !draft.args.length || fillsAnother(draft, candidates))) {
      await takeNext(game, hex);
      return;
    }
    const actors = actorsAt(game, hex);
    if (actors.length && set && (await cannotJoin(game, actors[0]!, hex))) return;
    if (actors.length) await takeOneMore(game, hex, actors);
    else if (!(await turnTo(game, hex))) await sayWhy(game, hex);
    return;
  }
  const actors = actorsAt(game, hex);
  const hinted = hintedAt(game, hex);
  if (hinted) {
    opening = hinted.piece.i;
    await choosePiece(game, hinted.piece, [], hinted.verb);
  } else if (actors.length) {
    opening = actors[0]!.i;
    await choosePiece(game, actors[0]!);
  } else {
    const again = game.state.selectedHex === hex;
    game.select(again ? null : hex);
    const top = stackAt(game, hex)[0];
    if (!again && !(await beginAt(game, hex)) && top && game.state.verbs.length) await whyIdle(game, top);
  }
}
