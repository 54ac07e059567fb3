// affairs.tsx — how things stand, as the system tells it: what each side plays for, and its panels row by row.

import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { coinOf } from '../model/looks';
import { byPlan } from '../model/plans';
import { change, settings } from '../model/settings';
import { useStore } from '../model/store';
import type { Aim, Panel, PanelRow, Piece } from '../net/protocol';
import { showHexes } from './log';
import { CompareButton, NoteOfPlan, PageButton } from './plans';
import { StandingCard } from './standing';
import { pieceWords } from './units';
import { RuleLink, SideName } from './words';

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

/** How to win: what each side plays for, one's own first. */
function GoalCard({ game }: { game: Game }) {
  const aims = useStore(game.store, (state) => state.aims);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const as = useStore(game.store, (state) => state.position?.keys.as);
  const shown = useStore(game.store, (state) => state.showAims);
  if (!aims.length) return null;
  const order = [...sides].sort((a, b) => Number(b.word === as) - Number(a.word === as));
  return (
    <section class="goals">
      <h3>{t('goals.title')}</h3>
      {order.map((side) => (
        <div key={side.word}>
          <h4>
            <SideName name={side.name} colour={side.colour} index={sides.indexOf(side)} />
          </h4>
          <ul>
            {aims
              .filter((aim) => aim.side === side.word)
              .map((aim, i) => (
                <Goal key={i} game={game} aim={aim} />
              ))}
          </ul>
        </div>
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

/** Whether somebody who plays has not ordered much yet and has not read how to win. */
function useOpening(game: Game): boolean {
  const plays = useStore(game.store, (state) => {
    const { you, turn, over } = state.position?.keys ?? {};
    return !!you?.length && (turn ?? 0) <= 1 && !over && !!state.looks?.declared.aims;
  });
  const drafting = useStore(game.store, (state) => state.draft !== null);
  const read = useStore(settings, (value) => value.goalsRead.includes(game.id));
  return plays && !read && !drafting;
}

/** On a small screen, over the map: where the same is. */
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

const FEW = 3; // hexes of an aim whose places are named

/** What the map calls these hexes. */
function Places({ game, hexes }: { game: Game; hexes: number[] }) {
  const places = useStore(game.store, (state) => state.map?.places) ?? [];
  const names = places.filter((place) => place.name && hexes.some((hex) => place.hexes.includes(hex)));
  return names.length > 0 ? <span class="quiet">{names.map((place) => place.name).join(', ')}</span> : null;
}

function Goal({ game, aim }: { game: Game; aim: Aim }) {
  return (
    <li class={aim.met ? 'met' : ''}>
      <span class="coin">{coinOf(aim)}</span>
      <span>
        {aim.what} {aim.hexes.length <= FEW && <Places game={game} hexes={aim.hexes} />}{' '}
        {aim.points * aim.times > 0 && <b>{t('goals.now', { points: aim.times * aim.points })}</b>}{' '}
        {aim.turn !== undefined && t('goals.turn', { n: aim.turn })}{' '}
        {aim.rule && <RuleLink game={game} id={aim.rule} />}
      </span>
    </li>
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
          <table class="rows">
            <tbody>
              {rows.map((row, i) => (
                <Row key={i} game={game} row={row} />
              ))}
            </tbody>
          </table>
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
