// act.ts — what a click or a key on a hex means, whatever the question is.

import type { Piece, Verb } from '../net/protocol';
import type { Game, GameState } from './game';
import { allParts, lackingSlot, openChoices } from './order';

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
  const verbs = state.position?.keys.question?.verbs;
  const words = state.actors.get(piece) ?? [];
  return words.some((word) => !verbs?.find((verb) => verb.verb === word)?.arranging);
}

/** Counters of a stack that can begin something, those first that would change the game. */
export function actorsAt(game: Game, hex: number): Piece[] {
  const all = stackAt(game, hex).filter((piece) => game.state.actors.has(piece.i));
  return [
    ...all.filter((piece) => canAct(game.state, piece.i)),
    ...all.filter((piece) => !canAct(game.state, piece.i)),
  ];
}

const leads = (verb: Verb) =>
  verb.slots.some((slot) => (slot.type === 'path' || slot.type === 'hex') && slot.least > 0);

/** What a counter most likely is to do: the first verb of the question that leads it somewhere, else the first. */
export function mainVerb(game: Game, piece: Piece): string | null {
  const words = game.state.actors.get(piece.i) ?? [];
  const own = game.state.leaders.get(piece.i);
  const verbs =
    game.state.position?.keys.question?.verbs?.filter((verb) => (own ?? words).includes(verb.verb)) ?? [];
  return (verbs.find(leads) ?? verbs[0])?.verb ?? null;
}

export async function choosePiece(game: Game, piece: Piece): Promise<void> {
  const verb = mainVerb(game, piece);
  game.select(piece.hex, piece.i);
  if (!verb) {
    game.cancel();
    return;
  }
  await game.beginOrder(verb, piece);
  await fillUp(game, piece);
}

/** A verb that needs several counters (two guns for a barrage) takes the rest of the same stack at once. */
async function fillUp(game: Game, first: Piece): Promise<void> {
  const { draft } = game.state;
  if (!draft || first.hex === null || lackingSlot(draft) === null) return;
  for (const other of candidatesAt(game, first.hex)) if (!other.chosen) await game.toggle(other.piece);
}

/** A box drawn around stacks: every counter in it that can joins the order, or begins one. */
export async function boxHexes(game: Game, hexes: number[]): Promise<void> {
  const first = hexes.flatMap((hex) => actorsAt(game, hex))[0];
  if (!game.state.draft && first) await choosePiece(game, first);
  for (const hex of hexes)
    for (const { piece, chosen } of candidatesAt(game, hex)) if (!chosen) await game.toggle(piece);
}

/** Whoever clicks a counter that a rule keeps out of the attack he is building is told so; a second click begins anew
 * with that counter. */
async function cannotJoin(game: Game, piece: Piece, hex: number): Promise<boolean> {
  const { draft, refusal, selectedHex } = game.state;
  const aimed = draft?.args.some((arg) => draft.verb.slots[arg.slot]?.type === 'hex');
  if (!aimed || (refusal && selectedHex === hex)) return false;
  game.select(hex);
  return game.whyNotWith(piece);
}

/** A click on a hex. The first takes the top counter that can act; another on the same stack adds the rest. */
export async function clickHex(game: Game, hex: number): Promise<void> {
  if (await game.pointed(hex)) return;
  const { draft, replay, position } = game.state;
  if (replay || !position?.keys.question?.yours) {
    game.select(game.state.selectedHex === hex ? null : hex);
    return;
  }
  if (draft?.args.length || draft?.next.length) {
    const candidates = candidatesAt(game, hex);
    if ((draft.args.length || !candidates.length) && (await game.pickHex(hex))) return;
    const set = draft.verb.slots.some((slot) => slot.type === 'piece' && slot.most > 1);
    if (candidates.length && !draft.args.length) {
      game.select(hex, candidates[0]!.piece.i);
      await game.toggle(candidates[0]!.piece);
      await fillUp(game, candidates[0]!.piece);
      return;
    }
    if (candidates.length && set) {
      game.store.set({ selectedHex: hex });
      const fresh = candidates.filter((one) => !one.chosen);
      for (const { piece } of fresh.length ? fresh : candidates) await game.toggle(piece);
      return;
    }
    const actors = actorsAt(game, hex);
    if (actors.length && set && (await cannotJoin(game, actors[0]!, hex))) return;
    if (actors.length) {
      const at = actors.findIndex((piece) => piece.i === game.state.selectedPiece);
      await choosePiece(game, actors[(at + 1) % actors.length]!);
      return;
    }
    await game.whyNot(hex);
    return;
  }
  const actors = actorsAt(game, hex);
  if (actors.length) await choosePiece(game, actors[0]!);
  else game.select(game.state.selectedHex === hex ? null : hex);
}
