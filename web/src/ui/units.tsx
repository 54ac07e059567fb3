// units.tsx — counters in words: a stack, the whole order of battle, what waits off the map, what is lost.

import { t, tOr } from '../i18n';
import { choosePiece } from '../model/act';
import type { Game } from '../model/game';
import { useStore } from '../model/store';
import type { Mark, Piece } from '../net/protocol';
import { hexWords } from './orders';
import { SideName } from './words';

export function pieceWords(piece: Piece): string {
  const name = piece.known ? piece.name : t('unit.unknown');
  return `${name}${piece.values ? ` ${piece.values}` : ''}`;
}

/** Everything a counter shows, for ears. */
export function pieceInFull(piece: Piece): string {
  const parts = [pieceWords(piece)];
  if (piece.nation) parts.push(piece.nation);
  if (piece.full > 1) parts.push(t('unit.steps', { n: piece.steps, full: piece.full }));
  if (piece.formation) parts.push(piece.formation);
  parts.push(...(piece.states ?? piece.marks ?? []));
  return parts.join(', ');
}

/** A marker's label; what lies on a hexside is told by its symbol, BRIDGE-DOWN. */
function markWords(mark: Mark): string {
  const symbol = tOr(`mark.${mark.symbol}`, mark.symbol.toLowerCase().replace(/-/g, ' '));
  return mark.hexside >= 0 || !mark.label ? symbol : mark.label;
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
      {marks.length > 0 && <p class="quiet">{marks.map(markWords).join(', ')}</p>}
      {stack.length === 0 && <p class="quiet">{t('stack.empty')}</p>}
      <ul class="units">
        {stack.map((piece) => (
          <li key={piece.i} class={piece.i === selected ? 'on' : ''}>
            <button
              type="button"
              disabled={!actors.has(piece.i)}
              onClick={async () => {
                if (!(await game.toggle(piece))) await choosePiece(game, piece);
              }}
            >
              <UnitLine game={game} piece={piece} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnitLine({ game, piece }: { game: Game; piece: Piece }) {
  const sides = game.state.scenario?.sides ?? [];
  const index = sides.findIndex((side) => side.word === piece.side);
  return (
    <>
      <SideName name="" colour={sides[index]?.colour ?? '#888'} index={index} />
      <span class="unit-name">{piece.known ? piece.name : t('unit.unknown')}</span>
      <span class="unit-values">{piece.values}</span>
      {piece.full > 1 && (
        <span class="steps" title={t('unit.steps', { n: piece.steps, full: piece.full })}>
          {'▮'.repeat(piece.steps)}
          {'▯'.repeat(Math.max(0, piece.full - piece.steps))}
        </span>
      )}
      {(piece.states ?? piece.marks)?.map((mark) => (
        <span key={mark} class="mark">
          {mark}
        </span>
      ))}
    </>
  );
}

function matching(pieces: Piece[], side: string, where: (piece: Piece) => boolean): Piece[] {
  return pieces.filter((piece) => piece.side === side && where(piece)).sort((a, b) => a.name.localeCompare(b.name));
}

const lost = (piece: Piece) => piece.hex === null && piece.steps === 0;
const waiting = (piece: Piece) => piece.hex === null && piece.steps > 0;

export function UnitsPanel({ game }: { game: Game }) {
  useStore(game.store, (state) => state.position);
  useStore(game.store, (state) => state.replay);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const pieces = [...(game.shown()?.pieces.values() ?? [])];
  return (
    <div class="order-of-battle">
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
                <details key={title} open={list.length < 40}>
                  <summary>
                    {title} ({list.length})
                  </summary>
                  <ul class="units">
                    {list.map((piece) => (
                      <li key={piece.i}>
                        <button
                          type="button"
                          aria-label={`${pieceInFull(piece)}${piece.hex !== null ? `, ${hexWords(game, piece.hex)}` : ''}`}
                          onClick={() => {
                            if (piece.hex === null) return;
                            game.select(piece.hex, piece.i);
                            game.hover(piece.hex);
                            document.dispatchEvent(new CustomEvent('sandtable-show', { detail: [piece.hex] }));
                          }}
                        >
                          <UnitLine game={game} piece={piece} />
                          <span class="quiet">
                            {piece.hex !== null ? game.state.map?.numbers[piece.hex] : piece.place}
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
