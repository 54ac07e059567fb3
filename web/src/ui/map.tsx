// map.tsx — the map with what lies on it: zoom, overlays with their legend, the hex pointed at, where the map is from.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { Board } from '../map/board';
import { boxHexes, choosePiece, clickHex } from '../model/act';
import type { Game } from '../model/game';
import { appearance } from '../model/settings';
import { useStore } from '../model/store';
import type { MapData, Piece } from '../net/protocol';
import { hexWords, Refused } from './orders';
import { pieceInFull } from './units';
import { Dialog } from './words';

export function MapView({ game }: { game: Game }) {
  const map = useStore(game.store, (state) => state.map);
  const ready = useStore(game.store, (state) => state.position !== null);
  const dark = useStore(appearance, (value) => value.dark);
  const canvas = useRef<HTMLCanvasElement>(null);
  const board = useRef<Board | null>(null);
  const [spoken, setSpoken] = useState('');
  // Before the page paints, so that the counters are there with everything else.
  useLayoutEffect(() => {
    if (!canvas.current || !map || !ready) return;
    // Each click means something after the one before it has been answered, so they are taken in turn.
    let turn: Promise<unknown> = Promise.resolve();
    const inTurn = (work: () => Promise<unknown>) => {
      turn = turn.then(work, work);
    };
    const made = new Board(canvas.current, map, game, {
      click: (hex) => inTurn(() => clickHex(game, hex)),
      pickPiece: (piece) => inTurn(async () => (await game.toggle(piece)) || choosePiece(game, piece)),
      drop: (piece, hex) => inTurn(() => dropOn(game, piece, hex)),
      box: (hexes) => inTurn(() => boxHexes(game, hexes)),
      cursor: (hex) => setSpoken(describeHex(game, hex)),
    });
    made.setDark(appearance.get().dark);
    board.current = made;
    Object.assign(canvas.current, { board: made });
    const show = (event: Event) => made.show((event as CustomEvent<number[]>).detail);
    document.addEventListener('sandtable-show', show);
    return () => {
      document.removeEventListener('sandtable-show', show);
      made.destroy();
      board.current = null;
    };
  }, [map, ready, game]);
  useEffect(() => board.current?.setDark(dark), [dark]);
  return (
    <div class="map">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={t('map.label')}
        aria-describedby="map-help"
      />
      <p id="map-help" class="sr-only">
        {t('map.help')}
      </p>
      <div class="sr-only" aria-live="polite">
        {spoken}
      </div>
      <div class="zoom on-map" role="group" aria-label={t('map.zoom')}>
        <button type="button" onClick={() => board.current?.zoomBy(1)} aria-label={t('map.in')}>
          +
        </button>
        <button type="button" onClick={() => board.current?.zoomBy(-1)} aria-label={t('map.out')}>
          −
        </button>
        <button type="button" onClick={() => board.current?.fit()} aria-label={t('map.fit')}>
          ⤢
        </button>
      </div>
      <Overlays game={game} />
      <Foot game={game} />
      <Refused game={game} />
    </div>
  );
}

/** A counter was dragged to a hex. */
async function dropOn(game: Game, piece: Piece, hex: number): Promise<void> {
  if (game.state.selectedPiece !== piece.i || !game.state.draft) await choosePiece(game, piece);
  if (!(await game.pickHex(hex))) await game.whyNot(hex);
}

/** A hex in a few words: number, place, ground, and what a path to it costs. */
function hexInShort(game: Game, hex: number): string[] {
  const { map, draft } = game.state;
  const parts = [hexWords(game, hex)];
  if (map)
    parts.push((map.terrainNames ?? map.terrainWords).filter((_, i) => map.terrain[hex]! & (1 << i)).join(' '));
  const end = draft?.reach?.ends.find((one) => one.hex === hex);
  if (end) parts.push(t('map.reach', { cost: end.cost }));
  if (draft?.next.some((choice) => choice.type === 'hex' && choice.hex === hex)) parts.push(t('map.target'));
  return parts.filter(Boolean);
}

function describeHex(game: Game, hex: number): string {
  const stack = game.shown()?.stacks.get(hex) ?? [];
  return [...hexInShort(game, hex), ...stack.map(pieceInFull)].join('; ');
}

// ---- overlays ----

function Overlays({ game }: { game: Game }) {
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const overlay = useStore(game.store, (state) => state.overlay);
  const control = useStore(game.store, (state) => state.showControl);
  const as = useStore(game.store, (state) => state.position?.keys.as);
  const value = control ? 'control' : overlay ? `${overlay.kind}:${overlay.side ?? ''}` : '';
  return (
    <div class="overlays on-map">
      <label>
        <span class="sr-only">{t('overlay.title')}</span>
        <select
          value={value}
          onChange={(event) => {
            const [kind, side] = event.currentTarget.value.split(':');
            game.showOverlay(kind || null, side || null);
          }}
        >
          <option value="">{t('overlay.none')}</option>
          <option value="control">{t('overlay.control')}</option>
          {sides.flatMap((side) =>
            ['supply', 'zoc', ...(side.word === as ? ['threat'] : [])].map((kind) => (
              <option key={`${kind}:${side.word}`} value={`${kind}:${side.word}`}>
                {t(`overlay.${kind}`, { side: side.name })}
              </option>
            )),
          )}
        </select>
      </label>
      {value && <Legend game={game} kind={control ? 'control' : overlay!.kind} />}
    </div>
  );
}

const LEGENDS: Record<string, string[]> = {
  supply: ['area', 'line', 'base', 'cut'],
  zoc: ['area'],
  threat: ['area'],
};

/** What the signs of the overlay mean. */
function Legend({ game, kind }: { game: Game; kind: string }) {
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const overlay = useStore(game.store, (state) => state.overlay);
  return (
    <ul class="legend">
      {kind === 'control' &&
        sides.map((side, i) => (
          <li key={side.word}>
            <svg viewBox="0 0 30 18" aria-hidden="true">
              <rect x="0" y="0" width="30" height="18" fill={side.colour} opacity="0.28" />
              <path d={`M1 15H29${ticks(i + 1)}`} stroke={side.colour} stroke-width="2.4" fill="none" />
            </svg>
            {t('legend.control', { side: side.name })}
          </li>
        ))}
      {(LEGENDS[kind] ?? [])
        .filter((sign) => sign !== 'cut' || overlay?.cut.length)
        .map((sign) => (
          <li key={sign}>
            <svg viewBox="0 0 30 18" class={`sign ${kind}`} aria-hidden="true">
              {SIGNS[sign === 'area' ? kind : sign]}
            </svg>
            {t(`legend.${kind}.${sign}`)}
          </li>
        ))}
    </ul>
  );
}

/** Ticks of a front line, as many as the side's place in the list. */
function ticks(count: number): string {
  return Array.from({ length: count }, (_, i) => `M${(30 * (i + 1)) / (count + 1)} 15v-6`).join('');
}

const SIGNS: Record<string, preact.JSX.Element> = {
  supply: (
    <>
      <rect width="30" height="18" class="tint" />
      <path d="M5 0V18M11.5 0V18M18 0V18M24.5 0V18" class="ink" />
    </>
  ),
  zoc: (
    <>
      <rect width="30" height="18" class="tint" />
      <path d="M2 18L12 0M10 18L20 0M18 18L28 0" class="ink" />
    </>
  ),
  threat: (
    <>
      <rect width="30" height="18" class="tint" />
      <path d="M2 18L12 0M10 18L20 0M18 18L28 0M2 0L12 18M10 0L20 18M18 0L28 18" class="ink" />
    </>
  ),
  line: (
    <>
      <path d="M2 13L12 5L28 9" class="case" />
      <path d="M2 13L12 5L28 9" class="line" />
    </>
  ),
  base: <path d="M15 2L22 9L15 16L8 9Z" class="base" />,
  cut: <path d="M9.7 14.3L20.3 3.7M22 9A7 7 0 1 1 8 9A7 7 0 1 1 22 9" class="cut" />,
};

// ---- the foot of the map ----

/** The hex pointed at or chosen, and a line that says what of this map is a reconstruction. */
function Foot({ game }: { game: Game }) {
  const pointed = useStore(game.store, (state) => state.hoverHex ?? state.selectedHex);
  useStore(game.store, (state) => state.draft);
  const map = useStore(game.store, (state) => state.map);
  const [asked, setAsked] = useState(false);
  if (!map) return null;
  return (
    <div class="foot on-map">
      {isRebuilt(map) && (
        <button type="button" onClick={() => setAsked(true)}>
          {t('source.line')}
        </button>
      )}
      {pointed !== null && <span class="pointed">{hexInShort(game, pointed).join(' · ')}</span>}
      {asked && <Sources game={game} map={map} onClose={() => setAsked(false)} />}
    </div>
  );
}

const features = (map: MapData) => [...map.edges, ...map.roads, ...map.places, ...map.areas];

function isRebuilt(map: MapData): boolean {
  return map.terrainProvenance === 'ours' || features(map).some((feature) => feature.provenance === 'ours');
}

const PROVENANCES = ['printed', 'derived', 'ours'];

/** What of the map and the game is printed, follows from the printed text, or is ours. */
function Sources({ game, map, onClose }: { game: Game; map: MapData; onClose: () => void }) {
  const rows: [string, { provenance: string }[]][] = [
    ['ground', map.terrainProvenance ? [{ provenance: map.terrainProvenance }] : []],
    ['edges', map.edges],
    ['roads', map.roads],
    ['places', map.places],
    ['areas', map.areas],
  ];
  const count = (list: { provenance: string }[], word: string) =>
    list.filter((one) => one.provenance === word).length;
  return (
    <Dialog title={t('source.title')} onClose={onClose}>
      <h3>{map.title}</h3>
      <p>{map.source}</p>
      <table class="sources">
        <thead>
          <tr>
            <td />
            {PROVENANCES.map((word) => (
              <th key={word} scope="col">
                {t(`source.${word}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, list]) => list.length)
            .map(([name, list]) => (
              <tr key={name}>
                <th scope="row">{t(`source.${name}`)}</th>
                {PROVENANCES.map((word) => (
                  <td key={word}>{name === 'ground' ? (count(list, word) ? '✓' : '') : count(list, word) || ''}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <p class="quiet">{t('source.names')}</p>
      <h3>{game.state.scenario?.title}</h3>
      <p>{game.state.scenario?.source}</p>
    </Dialog>
  );
}
