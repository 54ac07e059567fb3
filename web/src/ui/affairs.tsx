// affairs.tsx — the state of affairs, as the system describes it: each side's goals, and its panels row by row.

import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../i18n';
import { readControl } from '../model/control';
import type { Game } from '../model/game';
import { coinOf } from '../model/looks';
import { byPlan } from '../model/plans';
import { gatherAims } from '../model/scale';
import { change, settings } from '../model/settings';
import { useStore } from '../model/store';
import type { Aim, Panel, PanelRow, Piece } from '../net/protocol';
import { showHexes } from './log';
import { CompareButton, NoteOfPlan, PageButton } from './plans';
import { StandingCard } from './standing';
import { SymbolIcon } from './symbols';
import { pieceWords } from './units';
import { capital, RuleLink, SideName, Swatch } from './words';

const NAMED = 12; // counters named of a row; the others are counted

export function AffairsPanel({ game }: { game: Game }) {
  const panels = useStore(game.store, (state) => state.panels);
  useEffect(() => {
    game.looking.watchPanels(true);
    return () => game.looking.watchPanels(false);
  }, [game]);
  return (
    <div class="affairs">
      <GoalCard game={game} />
      {panels.some((panel) => panel.rows.some((row) => row.plan)) && (
        <p>
          <CompareButton game={game} />
        </p>
      )}
      {[...panels.filter((panel) => panel.private), ...panels.filter((panel) => !panel.private)].map((panel) => (
        <PanelCard key={panel.name} game={game} panel={panel} />
      ))}
      <StandingCard game={game} />
    </div>
  );
}

/** How to win: each side's goals, the player's own first. */
export function GoalCard({ game }: { game: Game }) {
  const aims = useStore(game.store, (state) => state.aims);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const as = useStore(game.store, (state) => state.position?.keys.as);
  const shown = useStore(game.store, (state) => state.showAims);
  if (!aims.length) return null;
  const order = [...sides].sort((a, b) => Number(b.word === as) - Number(a.word === as));
  return (
    <section class="goals">
      <h3>{t('goals.title')}</h3>
      {order.map((side, i) => (
        <details key={side.word} open={i === 0 || aims.length <= FEW_AIMS}>
          <summary>
            <SideName name={side.name} colour={side.colour} index={sides.indexOf(side)} />
          </summary>
          <ul>
            {gatherAims(aims.filter((aim) => aim.side === side.word)).map((group, j) =>
              group.length > 1 ? (
                <Goals key={j} game={game} aims={group} />
              ) : (
                <Goal key={j} game={game} aim={group[0]!} />
              ),
            )}
          </ul>
        </details>
      ))}
      {aims.some((aim) => aim.hexes.length > 0) && (
        <button
          type="button"
          aria-pressed={shown}
          onClick={() => (shown ? game.looking.showOverlay(null) : game.looking.showAims())}
        >
          {t('goals.show')}
        </button>
      )}
    </section>
  );
}

/** Whether a player has not ordered much yet and has not read how to win. */
function useOpening(game: Game): boolean {
  const plays = useStore(game.store, (state) => {
    const { you, turn, over } = state.position?.keys ?? {};
    return !!you?.length && (turn ?? 0) <= 1 && !over && !!state.looks?.declared.aims;
  });
  const drafting = useStore(game.store, (state) => state.draft !== null);
  const read = useStore(settings, (value) => value.goalsRead.includes(game.id));
  return plays && !read && !drafting;
}

/** On a small screen, over the map: the button to the same. */
export function OpeningHere({ game, onOpen }: { game: Game; onOpen: () => void }) {
  if (!useOpening(game)) return null;
  return (
    <button type="button" class="opening-here on-map" onClick={onOpen}>
      {t('goals.title')}
    </button>
  );
}

/** The same before the first orders, until it was read. */
export function OpeningGoals({ game }: { game: Game }) {
  const shown = useOpening(game);
  useEffect(() => {
    if (shown) game.looking.readAims();
  }, [shown]);
  if (!shown) return null;
  return (
    <div class="opening">
      <GoalCard game={game} />
      <button
        type="button"
        onClick={() => change({ goalsRead: [game.id, ...settings.get().goalsRead].slice(0, REMEMBERED) })}
      >
        {t('hint.done')}
      </button>
    </div>
  );
}

const REMEMBERED = 50; // games whose goals were read

const FEW_AIMS = 8; // both sides' goals are open if they are no more
const FEW_PLACES = 14; // places of an aim that are named at first; more are folded

/** The map's names of these hexes, each with its holder; a click shows it. Keys pass them by, for they are many: the
 * button below shows all of them. */
function Places({ game, hexes }: { game: Game; hexes: number[] }) {
  const map = useStore(game.store, (state) => state.map);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const control = useStore(game.store, (state) => (state.replay?.position ?? state.position)?.keys.control) ?? '';
  const holders = useMemo(() => readControl(control), [control]);
  if (!map || !hexes.length) return null;
  const nameOf = (hex: number) => map.places.find((place) => place.name && place.hexes.includes(hex))?.name;
  const named = hexes.filter((hex) => nameOf(hex));
  if (!named.length) return null;
  const holder = (hex: number) => holders?.[hex] ?? -1;
  const list = (
    <span class="goal-places">
      {named.map((hex) => (
        <button type="button" key={hex} class="link" tabIndex={-1} onClick={() => showHexes([hex])}>
          {holder(hex) >= 0 && <Swatch colour={sides[holder(hex)]!.colour} index={holder(hex)} />}
          {nameOf(hex)} <small>{map.numbers[hex]}</small>
        </button>
      ))}
    </span>
  );
  if (named.length <= FEW_PLACES) return list;
  return (
    <details>
      <summary>{t('goals.places', { n: named.length })}</summary>
      {list}
    </details>
  );
}

/** Goals that differ only in their place are in one row. */
function Goals({ game, aims }: { game: Game; aims: Aim[] }) {
  const met = aims.filter((aim) => aim.met).length;
  return (
    <li class={met === aims.length ? 'met' : ''}>
      <span class="coin">{coinOf(aims[0]!)}</span>
      <span>
        {t(`goals.kind.${aims[0]!.kind}`)} <b>{t('goals.met', { n: met, of: aims.length })}</b>{' '}
        {aims[0]!.rule && <RuleLink game={game} id={aims[0]!.rule} />}
        <Places game={game} hexes={aims.flatMap((aim) => aim.hexes)} />
      </span>
    </li>
  );
}

function Goal({ game, aim }: { game: Game; aim: Aim }) {
  return (
    <li class={aim.met ? 'met' : ''}>
      <span class="coin">{coinOf(aim)}</span>
      <span>
        {capital(aim.what)}{' '}
        {aim.points * aim.times > 0 && <b>{t('goals.now', { points: aim.times * aim.points })}</b>}{' '}
        {aim.turn !== undefined && t('goals.turn', { n: aim.turn })}{' '}
        {aim.rule && <RuleLink game={game} id={aim.rule} />}
        {aim.hexes.length > 1 && <Places game={game} hexes={aim.hexes} />}
      </span>
    </li>
  );
}

const DRAWN = 6; // counters drawn of a row of the track; the others are counted

/** Counters as small as a letter, in the colours of their own. */
function Miniatures({ game, pieces }: { game: Game; pieces: Piece[] }) {
  const { looks } = game.state;
  if (!looks || !pieces.length) return null;
  return (
    <span class="miniatures" aria-hidden="true">
      {pieces.slice(0, DRAWN).map((piece) => (
        <span key={piece.i} style={{ background: piece.colour }}>
          <SymbolIcon looks={looks} name={piece.symbol} wide />
        </span>
      ))}
      {pieces.length > DRAWN && <small>+{pieces.length - DRAWN}</small>}
    </span>
  );
}

function SideOf({ game, piece }: { game: Game; piece: Piece | undefined }) {
  const sides = game.state.scenario?.sides ?? [];
  const index = sides.findIndex((side) => side.word === piece?.side);
  if (index < 0) return null;
  return (
    <>
      <Swatch colour={sides[index]!.colour} index={index} />
      <span class="sr-only">{sides[index]!.name}</span>
    </>
  );
}

/** What comes in which turn, and where: a box for each turn from this one to the last of them. A click shows it. */
function TurnTrack({ game, rows }: { game: Game; rows: PanelRow[] }) {
  const now = useStore(game.store, (state) => (state.replay?.position ?? state.position)?.keys.turn) ?? 0;
  const all = game.shown()?.pieces;
  const due = rows.map((row) => row.turn!);
  const first = Math.min(Math.max(now, 1), ...due);
  return (
    <ol class="turn-track" tabIndex={0} aria-label={t('panel.track')}>
      {Array.from({ length: Math.max(...due) - first + 1 }, (_, i) => first + i).map((turn) => (
        <li key={turn} class={turn === now ? 'now' : due.includes(turn) ? '' : 'none'}>
          <b>{turn}</b>
          {rows
            .filter((row) => row.turn === turn)
            .map((row, i) => (
              <button
                key={i}
                type="button"
                disabled={!row.hexes.length}
                title={row.label}
                onClick={() => showHexes(row.hexes)}
              >
                <Miniatures game={game} pieces={row.pieces.flatMap((one) => all?.get(one) ?? [])} />
                <SideOf game={game} piece={all?.get(row.pieces[0] ?? -1)} /> {row.value}
              </button>
            ))}
        </li>
      ))}
    </ol>
  );
}

/** Rows that have a turn are drawn on a track, and folded below it by their names. */
function Rows({ game, rows }: { game: Game; rows: PanelRow[] }) {
  const due = rows.filter((row) => row.turn);
  const table = (some: PanelRow[]) => (
    <table class="rows">
      <tbody>
        {some.map((row, i) => (
          <Row key={i} game={game} row={row} />
        ))}
      </tbody>
    </table>
  );
  if (!due.length) return table(rows);
  const rest = rows.filter((row) => !row.turn);
  return (
    <>
      {rest.length > 0 && table(rest)}
      <TurnTrack game={game} rows={due} />
      {due.some((row) => row.pieces.length > 0) && (
        <details>
          <summary>{t('panel.names')}</summary>
          {table(due)}
        </details>
      )}
    </>
  );
}

export function PanelCard({ game, panel }: { game: Game; panel: Panel }) {
  return (
    <section>
      <h3>
        {panel.title} {panel.private && <span class="quiet">{t('panel.private')}</span>}{' '}
        {panel.rule && <RuleLink game={game} id={panel.rule} />}
      </h3>
      {byPlan(panel).map(({ plan, rows }, part) => (
        <div key={part} class={plan ? 'plan-rows' : ''}>
          <Rows game={game} rows={rows} />
          {plan !== undefined && <NoteOfPlan game={game} plan={plan} inHand={!!panel.atHand} />}
          {plan !== undefined && <PageButton game={game} plan={plan} />}
        </div>
      ))}
    </section>
  );
}

function Row({ game, row }: { game: Game; row: PanelRow }) {
  const all = game.shown()?.pieces;
  const pieces = row.pieces.flatMap((i) => all?.get(i) ?? []);
  return (
    <>
      <tr class={row.strong ? 'strong' : ''}>
        <th scope="row">
          {row.hexes.length > 0 ? (
            <button type="button" class="link" onClick={() => showHexes(row.hexes)}>
              {row.label}
            </button>
          ) : (
            row.label
          )}{' '}
          {row.rule && <RuleLink game={game} id={row.rule} />}
        </th>
        <td>{row.value}</td>
      </tr>
      {pieces.length > 0 && (
        <tr class="who">
          <td colSpan={2}>
            <p class="quiet">{row.plan ? shortNames(pieces) : namesOf(pieces)}</p>
          </td>
        </tr>
      )}
    </>
  );
}

/** Of a plan all are named, and their values do not matter. */
const shortNames = (pieces: Piece[]) => pieces.map((piece) => piece.name).join(', ');

function namesOf(pieces: Piece[]): string {
  const names = pieces.slice(0, NAMED).map(pieceWords).join(', ');
  return pieces.length > NAMED ? `${names}, ${t('end.more', { n: pieces.length - NAMED })}` : names;
}
