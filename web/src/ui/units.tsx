// units.tsx — counters in words: a stack, the whole order of battle, units waiting off the map, losses.

import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { clickPiece } from '../model/act';
import { isFound } from '../model/find';
import type { Game } from '../model/game';
import { spotName } from '../model/hex';
import { badgeWords, type LookTable, stepWord, valuesOf } from '../model/looks';
import { useStore } from '../model/store';
import type { Mark, Piece } from '../net/protocol';
import { hexWords } from './orders';
import { BadgeIcon } from './symbols';
import { SideName } from './words';

/** How many steps it has left, by the book's own word for them. */
export function stepsLeft(game: Game, { steps, full }: Piece): string {
  return t('unit.steps', { n: steps, full, steps: stepWord(game.state.looks) });
}

export function pieceWords(piece: Piece): string {
  const name = piece.known ? piece.name : t('unit.unknown');
  return piece.values.length ? `${name} ${valuesOf(piece)}` : name;
}

/** Everything a counter shows, for screen readers. */
export function pieceInFull(game: Game, piece: Piece): string {
  const badges = (piece.badges ?? []).map((badge) => badgeWords(game.state.looks, badge));
  return [pieceWords(piece), ...badges, ...unsaid(game, piece)].join(', ');
}

/** Its marks that are not in words on a line of a list. */
function unsaid(game: Game, piece: Piece): string[] {
  const parts: string[] = [];
  if (piece.nation) parts.push(piece.nation);
  if (piece.full > 1) parts.push(stepsLeft(game, piece));
  if (piece.formation) parts.push(piece.formation);
  if (piece.reverse) parts.push(t('unit.reverse', { values: piece.reverse }));
  const carrier = piece.on === undefined ? undefined : game.shown()?.pieces.get(piece.on);
  if (carrier) parts.push(t('unit.on', { name: carrier.name }));
  return parts;
}

/** A marker in words: the meaning of its kind, and its own text besides. */
export function markWords(looks: LookTable | null, mark: Mark): string {
  const meaning = looks?.marks.get(mark.kind)?.meaning ?? mark.kind;
  return mark.label ? `${meaning}: ${mark.label}` : meaning;
}

export function StackPanel({ game }: { game: Game }) {
  const hex = useStore(game.store, (state) => state.selectedHex);
  const map = useStore(game.store, (state) => state.map);
  const actors = useStore(game.store, (state) => state.actors);
  const selected = useStore(game.store, (state) => state.selectedPiece);
  useStore(game.store, (state) => state.position);
  useStore(game.store, (state) => state.replay);
  useStore(game.store, (state) => state.draft);
  if (hex === null || !map) return null;
  const position = game.shown();
  const stack = position?.stacks.get(hex) ?? [];
  const terrain = (map.terrainNames ?? map.terrainWords).filter((_, i) => map.terrain[hex]! & (1 << i));
  const marks = position?.keys.marks.filter((mark) => mark.hex === hex) ?? [];
  return (
    <section class="stack" aria-label={t('stack.title', { hex: hexWords(game, hex) })}>
      <h3>
        {hexWords(game, hex)} <span class="quiet">{terrain.join(', ')}</span>
      </h3>
      {marks.length > 0 && <p class="quiet">{marks.map((mark) => markWords(game.state.looks, mark)).join(', ')}</p>}
      {stack.length === 0 && <p class="quiet">{t('stack.empty')}</p>}
      <ul class="units">
        {stack.map((piece) => (
          <li key={piece.i} class={piece.i === selected ? 'on' : ''}>
            <button type="button" disabled={!actors.has(piece.i)} onClick={() => clickPiece(game, piece)}>
              <UnitLine game={game} piece={piece} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnitLine({ game, piece }: { game: Game; piece: Piece }) {
  const { looks } = game.state;
  const sides = game.state.scenario?.sides ?? [];
  const index = sides.findIndex((side) => side.word === piece.side);
  return (
    <>
      <SideName name="" colour={sides[index]?.colour ?? '#888'} index={index} />
      <span class="unit-name">{piece.known ? piece.name : t('unit.unknown')}</span>
      <span class="unit-values" title={piece.reverse && t('unit.reverse', { values: piece.reverse })}>
        {valuesOf(piece)}
      </span>
      {piece.full > 1 && (
        <span class="steps" aria-hidden="true" title={stepsLeft(game, piece)}>
          {'▮'.repeat(piece.steps)}
          {'▯'.repeat(Math.max(0, piece.full - piece.steps))}
        </span>
      )}
      {piece.badges?.map((badge) => (
        <span key={badge.sign} class="mark">
          {looks && <BadgeIcon looks={looks} badge={badge} />}
          {badgeWords(looks, badge)}
        </span>
      ))}
      <span class="sr-only">{unsaid(game, piece).join(', ')}</span>
    </>
  );
}

function matching(pieces: Piece[], side: string, where: (piece: Piece) => boolean): Piece[] {
  return pieces
    .filter((piece) => piece.side === side && where(piece))
    .sort((a, b) => (a.group ?? 0) - (b.group ?? 0) || a.name.localeCompare(b.name));
}

const lost = (piece: Piece) => piece.hex === null && piece.steps === 0;
const waiting = (piece: Piece) => piece.hex === null && piece.steps > 0;

export function UnitsPanel({ game }: { game: Game }) {
  useStore(game.store, (state) => state.position);
  useStore(game.store, (state) => state.replay);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const [query, setQuery] = useState('');
  const number = (piece: Piece) => (piece.hex === null ? '' : spotName(game.state.map, piece.hex));
  const pieces = [...(game.shown()?.pieces.values() ?? [])].filter((piece) =>
    isFound(piece, query, game.state.looks, number(piece)),
  );
  return (
    <div class="order-of-battle">
      <input
        type="search"
        value={query}
        placeholder={t('units.find')}
        aria-label={t('units.find')}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      {sides.map((side, i) => {
        const groups: [string, Piece[]][] = [
          [t('units.map'), matching(pieces, side.word, (piece) => piece.hex !== null)],
          [t('units.waiting'), matching(pieces, side.word, waiting)],
          [t('units.lost'), matching(pieces, side.word, lost)],
        ];
        return (
          <section key={side.word}>
            <h3>
              <SideName name={side.name} colour={side.colour} index={i} />
            </h3>
            {groups
              .filter(([, list]) => list.length > 0)
              .map(([title, list]) => (
                <details key={title} open={list.length < 40 || query !== ''}>
                  <summary>
                    {title} ({list.length})
                  </summary>
                  <ul class="units">
                    {list.map((piece, i) => (
                      <li key={piece.i}>
                        {piece.formation && piece.group !== list[i - 1]?.group && (
                          <h4 class="formation">{piece.formation}</h4>
                        )}
                        <button
                          type="button"
                          onClick={() => {
                            if (piece.hex === null) return;
                            game.select(piece.hex, piece.i);
                            game.hover(piece.hex);
                            document.dispatchEvent(new CustomEvent('sandtable-show', { detail: [piece.hex] }));
                          }}
                        >
                          <UnitLine game={game} piece={piece} />
                          <span class="quiet">
                            {piece.hex !== null ? spotName(game.state.map, piece.hex) : piece.place}
                          </span>
                        </button>
                      </li>
                    ))}
                  </ul>
                </details>
              ))}
          </section>
        );
      })}
    </div>
  );
}
