// looks.ts — the system's declarations for drawing: its symbols, signs, marks and overlays, by their names.

import { t } from '../i18n';
import type { Aim, Badge, Looks, MarkKind, OverlayKind, Piece, Side, Sign, SymbolPart } from '../net/protocol';

export interface LookTable {
  symbols: Map<string, SymbolPart[]>;
  signs: Map<string, Sign>;
  marks: Map<string, MarkKind>;
  overlays: Map<string, OverlayKind>;
  declared: Looks;
}

const byName = <T extends { name: string }>(list: T[]) => new Map(list.map((one) => [one.name, one] as const));

export function lookTable(declared: Looks): LookTable {
  return {
    symbols: new Map(Object.entries(declared.symbols)),
    signs: byName(declared.signs),
    marks: byName(declared.marks),
    overlays: byName(declared.overlays),
    declared,
  };
}

/** The values of a counter as they are read: "5-7". */
export const valuesOf = (piece: Piece) => piece.values.map((value) => value.text).join(' ');

/** The book's word for steps of strength. */
export const stepWord = (looks: LookTable | null) => looks?.declared.steps ?? t('steps');

/** What an aim is worth to its side; only a place to be kept can cost points. An aim that wins alone has no points. */
export function coinOf({ kind, points }: Aim): string {
  if (!points) return '!';
  return kind === 'keep' && points < 0 ? `−${-points}` : String(Math.abs(points));
}

/** What a badge says: its own words, or what its sign means. */
export function badgeWords(looks: LookTable | null, badge: Badge): string {
  return badge.words ?? looks?.signs.get(badge.sign)?.meaning ?? badge.sign;
}

/** The badges that stand in a place, the heaviest first. */
export function badgesAt(looks: LookTable, piece: Piece, place: Sign['place']): { sign: Sign; badge: Badge }[] {
  return (piece.badges ?? [])
    .flatMap((badge) => {
      const sign = looks.signs.get(badge.sign);
      return sign?.place === place ? [{ sign, badge }] : [];
    })
    .sort((a, b) => b.sign.weight - a.sign.weight);
}

/** One line of the list of overlays: its name, its side, what must be pointed at. */
export interface OverlayChoice {
  value: string;
  kind: OverlayKind;
  side: Side | null;
  wants: 'piece' | 'hex' | null;
}

/** Every overlay that can be asked for, once a side if it is about one. A spectator may ask about any. */
export function overlayChoices(kinds: OverlayKind[], sides: Side[], as: string): OverlayChoice[] {
  const seated = sides.some((side) => side.word === as);
  return kinds.flatMap((kind) => {
    const wants = kind.about.includes('piece') ? 'piece' : kind.about.includes('hex') ? 'hex' : null;
    const own = kind.about.includes('own-side');
    if (!own && !kind.about.includes('side'))
      return [{ value: kind.name, kind, side: null, wants } as OverlayChoice];
    return sides
      .filter((side) => !own || !seated || side.word === as)
      .map((side) => ({ value: `${kind.name}:${side.word}`, kind, side, wants }) as OverlayChoice);
  });
}
