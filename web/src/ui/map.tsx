// map.tsx — the map with its controls: zoom, overlays with their legend, the hex pointed at, where the map is from.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { Board } from '../map/board';
import { tintColour } from '../map/tints';
import { boxHexes, clickHex, clickPiece, dropOn, liftPiece, takeStack } from '../model/act';
import type { Game } from '../model/game';
import { type LookTable, overlayChoices } from '../model/looks';
import { appearance } from '../model/settings';
import type { Overlay } from '../model/state';
import { useStore } from '../model/store';
import type { Choice, MapData, Side, Tint } from '../net/protocol';
import { harmWords, hexWords, Refused } from './orders';
import { ProfileBox } from './profile';
import { pieceInFull } from './units';
import { capital, Dialog, Sentence } from './words';

export function MapView({ game, children }: { game: Game; children?: ComponentChildren }) {
  const map = useStore(game.store, (state) => state.map);
  const ready = useStore(game.store, (state) => state.position !== null && state.looks !== null);
  const dark = useStore(appearance, (value) => value.dark);
  const canvas = useRef<HTMLCanvasElement>(null);
  const board = useRef<Board | null>(null);
  const [spoken, setSpoken] = useState('');
  // Before the page paints, so that the counters are there with everything else.
  useLayoutEffect(() => {
    if (!canvas.current || !map || !ready) return;
    const made = new Board(canvas.current, map, game, {
      click: (hex, keys) => game.inTurn(() => clickHex(game, hex, keys)),
      side: (choice) => game.inTurn(() => game.drafting.pick(choice)),
      clickAll: (hex) => game.inTurn(() => takeStack(game, hex)),
      pickPiece: (piece) => game.inTurn(() => clickPiece(game, piece)),
      lift: (piece, alone) => game.inTurn(() => liftPiece(game, piece, alone)),
      drop: (piece, hex) => game.inTurn(() => dropOn(game, piece, hex)),
      box: (hexes) => game.inTurn(() => boxHexes(game, hexes)),
      cursor: (hex) => setSpoken(describeHex(game, hex)),
    });
    made.setDark(appearance.get().dark);
    board.current = made;
    Object.assign(canvas.current, { board: made });
    const show = (event: Event) => {
      const hexes = (event as CustomEvent<number[]>).detail;
      made.show(hexes);
      game.flash(hexes);
    };
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
        <SightButton game={game} />
      </div>
      <Overlays game={game} />
      <Foot game={game} />
      <ProfileBox game={game} />
      <Refused game={game} />
      {children}
    </div>
  );
}

/** Line of sight between any two hexes: two clicks, during any order. */
function SightButton({ game }: { game: Game }) {
  const kind = useStore(game.store, () => game.looking.sightKind);
  const on = useStore(game.store, (state) => state.pointing?.kind === kind || state.overlay?.kind === kind);
  if (!kind) return null;
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={t('profile.tool')}
      title={t('profile.tool')}
      onClick={() => game.looking.toggleSight()}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M2 12Q12 3 22 12Q12 21 2 12Z" stroke-width="2" />
        <circle cx="12" cy="12" r="3.4" fill="currentColor" />
      </svg>
    </button>
  );
}

/** A hex in a few words: number, place, ground, and the cost of a path to it. */
export function hexInShort(game: Game, hex: number): string[] {
  const { map, draft } = game.state;
  const parts = [hexWords(game, hex)];
  if (map)
    parts.push((map.terrainNames ?? map.terrainWords).filter((_, i) => map.terrain[hex]! & (1 << i)).join(' '));
  const end = draft?.reach?.ends.find((one) => one.hex === hex);
  if (end) parts.push(t('map.reach', { cost: end.cost }));
  const harm = harmWords(game, hex);
  if (harm) parts.push(harm);
  const exposed = draft?.reach?.exposed?.[String(hex)];
  if (exposed) parts.push(t('map.exposed', { count: exposed }));
  const target = (choice: Choice) =>
    choice.type === 'hex' && choice.hex === hex && !draft?.verb.slots[choice.slot ?? 0]?.drawn;
  if (draft?.next.some(target)) parts.push(t('map.target'));
  return parts.filter(Boolean);
}

function describeHex(game: Game, hex: number): string {
  const stack = game.shown()?.stacks.get(hex) ?? [];
  return [...hexInShort(game, hex), ...stack.map((piece) => pieceInFull(game, piece))].join('; ');
}

// ---- overlays ----

function Overlays({ game }: { game: Game }) {
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const overlay = useStore(game.store, (state) => state.overlay);
  const pointing = useStore(game.store, (state) => state.pointing);
  const control = useStore(game.store, (state) => state.showControl);
  const goals = useStore(game.store, (state) => state.showAims);
  const as = useStore(game.store, (state) => state.position?.keys.as) ?? '';
  const looks = useStore(game.store, (state) => state.looks);
  const choices = overlayChoices(looks?.declared.overlays ?? [], sides, as);
  const shown = overlay ? { kind: overlay.kind, side: overlay.about.side } : pointing;
  const value = control ? CONTROL : goals ? GOALS : shown ? [shown.kind, shown.side].filter(Boolean).join(':') : '';
  const choose = (word: string) => {
    const choice = choices.find((one) => one.value === word);
    if (word === CONTROL) game.looking.showControl();
    else if (word === GOALS) game.looking.showAims();
    else if (choice?.wants) game.looking.point(choice.kind.name, choice.side?.word ?? null, choice.wants);
    else game.looking.showOverlay(choice?.kind.name ?? null, choice?.side ? { side: choice.side.word } : {});
  };
  return (
    <div class="overlays on-map">
      <label>
        <span class="sr-only">{t('overlay.title')}</span>
        <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{t('overlay.none')}</option>
          <option value={CONTROL}>{t('overlay.control')}</option>
          {looks?.declared.aims && <option value={GOALS}>{t('overlay.goals')}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.side ? `${choice.kind.title}: ${choice.side.name}` : choice.kind.title}
            </option>
          ))}
        </select>
      </label>
      {pointing && <p class="legend">{t(`overlay.point.${pointing.wants}`)}</p>}
      {control && <ControlLegend sides={sides} />}
      {overlay && looks && <Legend game={game} looks={looks} overlay={overlay} sides={sides} />}
      {overlay && looks?.overlays.get(overlay.kind)?.profile && (
        <p class="legend-buttons">
          <button type="button" onClick={() => game.looking.point(overlay.kind, null, 'hex')}>
            {t('profile.elsewhere')}
          </button>
          <button
            type="button"
            aria-pressed={pointing?.wants === 'cut'}
            onClick={() => (pointing ? game.looking.endCut() : game.looking.beginCut())}
          >
            {t('profile.begin')}
          </button>
        </p>
      )}
    </div>
  );
}

/** Choices that the system does not declare; the colon keeps the names apart from its own. */
const CONTROL = ':control';
const GOALS = ':goals';

function ControlLegend({ sides }: { sides: Side[] }) {
  return (
    <ul class="legend">
      {sides.map((side, i) => (
        <li key={side.word}>
          <svg viewBox="0 0 30 18" aria-hidden="true">
            <rect x="0" y="0" width="30" height="18" fill={side.colour} opacity="0.28" />
            <path d={`M1 15H29${ticks(i + 1)}`} stroke={side.colour} stroke-width="2.4" fill="none" />
          </svg>
          {side.name}
        </li>
      ))}
    </ul>
  );
}

/** The meaning of an overlay's signs, as the system declares them. */
function Legend({
  game,
  looks,
  overlay,
  sides,
}: {
  game: Game;
  looks: LookTable;
  overlay: Overlay;
  sides: Side[];
}) {
  const kind = looks.overlays.get(overlay.kind);
  if (!kind) return null;
  const colour = tintColour(kind.tints[0], overlay.about.side, sides);
  return (
    <ul class="legend">
      {kind.tints.map((tint, i) => {
        if (i && !overlay.tints[i]?.length) return null;
        const own = tintColour(tint, overlay.about.side, sides);
        return (
          <li key={tint.meaning}>
            <svg viewBox="0 0 30 18" aria-hidden="true">
              <rect width="30" height="18" fill={own} opacity="0.3" />
              <path d={PATTERNS[tint.pattern]} stroke={own} stroke-width="1.6" fill="none" />
            </svg>
            {tint.meaning}
          </li>
        );
      })}
      {kind.line && (
        <li>
          <svg viewBox="0 0 30 18" aria-hidden="true" fill="none" stroke-linecap="round">
            <path d="M2 13L12 5L28 9" stroke="#fff" stroke-width="5" />
            <path d="M2 13L12 5L28 9" stroke={colour} stroke-width="2.6" />
          </svg>
          {kind.line}
        </li>
      )}
      {kind.base && (
        <li>
          <svg viewBox="0 0 30 18" aria-hidden="true">
            <path d="M15 2L22 9L15 16L8 9Z" fill={colour} stroke="#fff" stroke-width="1.5" />
          </svg>
          {kind.base}
        </li>
      )}
      {kind.cut && overlay.cut.length > 0 && (
        <li>
          <svg viewBox="0 0 30 18" aria-hidden="true" fill="none">
            <path d="M9.7 14.3L20.3 3.7M22 9A7 7 0 1 1 8 9A7 7 0 1 1 22 9" stroke="#b00d0d" stroke-width="2.4" />
          </svg>
          {kind.cut}
        </li>
      )}
      {overlay.sum && (
        <li class="legend-sum">
          <Sentence game={game} text={capital(overlay.sum)} />
        </li>
      )}
    </ul>
  );
}

const PATTERNS: Record<Tint['pattern'], string> = {
  plain: '',
  upright: 'M5 0V18M11.5 0V18M18 0V18M24.5 0V18',
  leaning: 'M2 18L12 0M10 18L20 0M18 18L28 0',
  crossed: 'M2 18L12 0M10 18L20 0M18 18L28 0M2 0L12 18M10 0L20 18M18 0L28 18',
  dotted: 'M4 5h2M14 5h2M24 5h2M4 13h2M14 13h2M24 13h2',
};

/** Ticks of a front line, as many as the side's place in the list. */
function ticks(count: number): string {
  return Array.from({ length: count }, (_, i) => `M${(30 * (i + 1)) / (count + 1)} 15v-6`).join('');
}

// ---- the foot of the map ----

/** The hex pointed at or chosen, and a line that names the reconstructed parts of this map. */
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

/** Which parts of the map and the game are printed, follow from the printed text, or are ours. */
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
