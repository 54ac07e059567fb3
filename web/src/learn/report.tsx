// report.tsx — the after-action report of a game that is over: a map a turn with the units' paths, the losses of each
// side, the odds it took and how its dice fell. It is printed, or saved as PDF, by the browser.

import './report.css';
import { useEffect, useState } from 'preact/hooks';
import { t, useLanguage } from '../i18n';
import { Game } from '../model/game';
import { type Position, positionOf } from '../model/position';
import type { GameRecord, Roll, Sample } from '../model/record';
import { addressOf, go } from '../model/route';
import { useStore } from '../model/store';
import { enterGame } from '../net/api';
import type { History, Past, PastLine, Side, StateKeys } from '../net/protocol';
import { Plots } from '../ui/plots';
import { SideName } from '../ui/words';
import { type Arrow, Picture } from './picture';

interface Turn {
  turn: number;
  /** At its end, and at its beginning. */
  position: Position;
  before: Position;
  lost: number[];
  points: number[];
  rolls: Roll[];
  fights: Fight[];
}

/** A combat: the line in which a table was read, and the attack before it, if an answer came in between. */
interface Fight {
  line: PastLine;
  attack: PastLine;
}

interface Report {
  turns: Turn[];
}

const FIGHTS = 14; // in the list of a turn

async function positionAfter(game: Game, order: number): Promise<Position | null> {
  const answer = await game.ask<History>({ t: 'history', to: order });
  const present = game.state.position;
  if (answer.kind !== 'answer' || !present) return null;
  return positionOf({ ...present.keys, ...answer.value.state } as StateKeys);
}

async function allLines(game: Game): Promise<PastLine[]> {
  const lines: PastLine[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const answer: Awaited<ReturnType<typeof game.ask<Past>>> = await game.ask<Past>({
      t: 'events',
      from,
      count: 200,
    });
    if (answer.kind !== 'answer') break;
    lines.push(...answer.value.past);
    from = answer.value.next;
  }
  return lines.filter(({ back }) => !back);
}

/** A line in which a table was read after dice fell. */
const isFight = ({ events, dice }: PastLine) =>
  dice.length > 0 && events.some(({ fact }) => fact?.kind === 'column' || fact?.kind === 'result');

/** An answer, such as guns thrown into a defence, follows from the order of another side just before. */
function fightsOf(lines: PastLine[], turn: number): Fight[] {
  return lines.flatMap((line, i) => {
    if (line.turn !== turn || !isFight(line)) return [];
    const before = lines[i - 1];
    const answers = before && before.side !== line.side && !before.dice.length && before.turn === turn;
    return [{ line, attack: answers ? before : line }];
  });
}

async function makeReport(game: Game): Promise<Report | null> {
  const answer = await game.ask<GameRecord>({ t: 'record' });
  if (answer.kind !== 'answer') return null;
  const { samples, rolls } = answer.value;
  const lines = await allLines(game);
  const last = new Map<number, Sample>();
  for (const sample of samples) if (sample.turn > 0) last.set(sample.turn, sample);
  const turns: Turn[] = [];
  let before = await positionAfter(game, 0);
  let old: Sample | null = null;
  for (const [turn, sample] of last) {
    const position = await positionAfter(game, sample.order ?? 0);
    if (!position || !before) return null;
    turns.push({
      turn,
      position,
      before,
      lost: sample.lost.map((lost, side) => lost - (old?.lost[side] ?? 0)),
      points: sample.points,
      rolls: rolls.filter((roll) => roll.turn === turn),
      fights: fightsOf(lines, turn),
    });
    before = position;
    old = sample;
  }
  return { turns };
}

/** The path of every counter that is still there. */
function waysOf({ position, before }: Turn, columns: number, sides: Side[]): Arrow[] {
  const arrows: Arrow[] = [];
  for (const piece of position.pieces.values()) {
    const from = before.pieces.get(piece.i)?.hex;
    if (piece.hex === null || from === null || from === undefined || from === piece.hex) continue;
    if (piece.hex >= columns || from >= columns) continue;
    arrows.push({ from, to: piece.hex, colour: sides.find(({ word }) => word === piece.side)?.colour ?? '#444' });
  }
  return arrows;
}

/** Steps beyond what the forecasts expected, for a side. */
const luckIn = (rolls: Roll[], side: number) =>
  rolls.reduce(
    (sum, roll) => sum + (roll.for === side ? 1 : roll.against === side ? -1 : 0) * (roll.gain - roll.expected),
    0,
  );

function Fights({ fights, sides }: { fights: Fight[]; sides: Side[] }) {
  if (!fights.length) return <p class="quiet">{t('report.quiet')}</p>;
  const fact = (line: PastLine, kind: string) =>
    line.events.find((one) => one.fact?.kind === kind)?.fact?.what ?? '';
  return (
    <table class="fights">
      <thead>
        <tr>
          <th>{t('report.side')}</th>
          <th>{t('report.order')}</th>
          <th>{t('report.odds')}</th>
          <th>{t('report.dice')}</th>
          <th>{t('report.result')}</th>
        </tr>
      </thead>
      <tbody>
        {fights.slice(0, FIGHTS).map(({ line, attack }) => (
          <tr key={line.seq}>
            <td>{sides.find(({ word }) => word === attack.side)?.name ?? ''}</td>
            <td>
              <code>{attack.order}</code>
            </td>
            <td>{fact(line, 'column')}</td>
            <td>{line.dice.join(' ')}</td>
            <td>{fact(line, 'result')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TurnPage({ game, turn }: { game: Game; turn: Turn }) {
  const map = useStore(game.store, (state) => state.map)!;
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  return (
    <section class="report-turn">
      <h2>{t('report.turn', { n: turn.turn })}</h2>
      <Picture
        state={game.state}
        map={map}
        position={turn.position}
        arrows={waysOf(turn, map.columns * map.rows, sides)}
        label={t('report.turn', { n: turn.turn })}
      />
      <table>
        <thead>
          <tr>
            <th>{t('report.side')}</th>
            <th>{t('report.points')}</th>
            <th>{t('report.lost')}</th>
            <th>{t('report.luck')}</th>
          </tr>
        </thead>
        <tbody>
          {sides.map((side, i) => (
            <tr key={side.word}>
              <td>
                <SideName name={side.name} colour={side.colour} index={i} />
              </td>
              <td>{turn.points[i] ?? ''}</td>
              <td>{turn.lost[i] ?? 0}</td>
              <td>{luckIn(turn.rolls, i).toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Fights fights={turn.fights} sides={sides} />
      {turn.fights.length > FIGHTS && <p class="quiet">{t('report.more', { n: turn.fights.length - FIGHTS })}</p>}
    </section>
  );
}

export function ReportPage({ id }: { id: string }) {
  useLanguage();
  const [game, setGame] = useState<Game | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let made: Game | null = null;
    enterGame(id, null).session.then(
      () => {
        made = new Game(id, null);
        setGame(made);
      },
      (error) => setProblem((error as Error).message),
    );
    return () => made?.close();
  }, [id]);
  if (!game) return <p class={problem ? 'problem' : 'loading'}>{problem || t('loading')}</p>;
  return <Pages game={game} report={report} onReport={setReport} />;
}

function Pages({
  game,
  report,
  onReport,
}: {
  game: Game;
  report: Report | null;
  onReport: (report: Report) => void;
}) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const there = useStore(
    game.store,
    (state) => !!state.position && !!state.map && !!state.looks && !!state.scenario,
  );
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!there) return;
    document.title = `${t('report.title')} · ${keys?.game.title ?? ''}`;
    if (!game.state.position?.keys.over) setProblem(t('report.early'));
    else makeReport(game).then((made) => (made ? onReport(made) : setProblem(t('report.failed'))));
  }, [there]);
  if (problem) return <p class="problem">{problem}</p>;
  if (!report || !keys) return <p class="loading">{t('report.making')}</p>;
  return (
    <main class="report-page">
      <p class="no-print buttons">
        <a
          href={addressOf(`/g/${game.id}`)}
          onClick={(event) => {
            event.preventDefault();
            go(`/g/${game.id}`);
          }}
        >
          {t('report.back')}
        </a>{' '}
        <button type="button" class="primary" onClick={() => window.print()}>
          {t('report.print')}
        </button>
      </p>
      <h1>
        {keys.game.title}: {t('report.title')}
      </h1>
      <p>{keys.score.verdict}</p>
      <Plots game={game} />
      {report.turns.map((turn) => (
        <TurnPage key={turn.turn} game={game} turn={turn} />
      ))}
    </main>
  );
}
