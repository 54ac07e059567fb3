// over.tsx — the end of a game: the winner and why, how the points went, where it turned, the luck of the dice, the
// losses; then the next scenario, a rematch, or a look back.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { stepWord } from '../model/looks';
import { boldestRolls, type GameRecord, luckOf, type Turning, turningPoints } from '../model/record';
import { go } from '../model/route';
import { nextScenario, sameAgain } from '../model/sides';
import { useStore } from '../model/store';
import { createGame, getScenarios } from '../net/api';
import type { Scenario, Side } from '../net/protocol';
import { SidesPlot } from './plots';
import { Rematch } from './rematch';
import { ScaleCard } from './scale';
import { capital, Dialog, SideName } from './words';

const PATIENCE = 2000; // ms that the dialog waits for what it tells, so that its buttons do not move under a click

const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

function turningWords(turning: Turning, sides: Side[], steps: string): string {
  const { luck } = turning;
  if (luck) {
    const side = sides[luck.side]?.name ?? '';
    const n = Math.abs(luck.by).toFixed(1);
    return t(luck.by > 0 ? 'over.lucky' : 'over.unlucky', { side, n, steps });
  }
  const parts = sides.flatMap((side, i) => {
    const points = turning.points[i] ?? 0;
    const lost = turning.lost[i] ?? 0;
    return [
      ...(points ? [t('over.gained', { side: side.name, n: signed(points) })] : []),
      ...(lost ? [t('over.lost', { side: side.name, n: lost, steps })] : []),
    ];
  });
  return parts.join('; ');
}

function Turnings(props: {
  title: string;
  list: Turning[];
  words: (one: Turning) => string;
  onShow: (at: number) => void;
}) {
  if (!props.list.length) return null;
  return (
    <section>
      <h3>{props.title}</h3>
      <ul class="turnings">
        {props.list.map((one, i) => (
          <li key={i}>
            <button type="button" class="link" onClick={() => props.onShow(one.from)}>
              {t('over.turn', { n: one.turn })}
            </button>{' '}
            {props.words(one)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Story({ game, record, onShow }: { game: Game; record: GameRecord; onShow: (at: number) => void }) {
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const steps = useStore(game.store, (state) => stepWord(state.looks));
  const counts = useStore(game.store, (state) => state.position?.keys.score.scale?.points ?? true);
  const last = record.samples.at(-1);
  const words = (one: Turning) => turningWords(one, sides, steps);
  return (
    <>
      <SidesPlot record={record} sides={sides} measure={counts ? 'points' : 'lost'} steps={steps} />
      <table class="rows">
        <thead>
          <tr>
            <td />
            {sides.map((side, i) => (
              <th key={side.word} scope="col">
                <SideName name={side.name} colour={side.colour} index={i} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('plot.lost', { steps })}</th>
            {sides.map((side, i) => (
              <td key={side.word}>{last?.lost[i] ?? 0}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('plot.luck')}</th>
            {sides.map((side, i) => {
              const luck = luckOf(record.rolls, i).at(-1);
              return (
                <td key={side.word}>
                  {luck ? `${signed(Math.round(luck.sum * 10) / 10)} ± ${luck.band.toFixed(1)}` : '–'}
                </td>
              );
            })}
          </tr>
        </tbody>
      </table>
      <Turnings title={t('over.turning')} list={turningPoints(record)} words={words} onShow={onShow} />
      <Turnings title={t('over.dice')} list={boldestRolls(record)} words={words} onShow={onShow} />
    </>
  );
}

/** Once closed, it does not come again. */
export function GameOver({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const replay = useStore(game.store, (state) => state.replay);
  const record = useStore(game.store, (state) => state.record);
  const [seen, setSeen] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [next, setNext] = useState<Scenario | null>(null);
  const [ready, setReady] = useState(false);
  const shown = !!keys?.over && !seen && !replay && playing;
  useEffect(() => {
    if (keys && !keys.over) setPlaying(true);
  }, [keys?.over]);
  useEffect(() => {
    if (!shown) return;
    const scenarios = getScenarios().then(
      (list) => setNext(nextScenario(list, keys!.game.scenario)),
      () => {},
    );
    Promise.all([game.chronicle.readRecord(), scenarios]).then(() => setReady(true));
    const timer = setTimeout(() => setReady(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown || !keys || !ready) return null;
  const begin = async (body: Parameters<typeof createGame>[0]) => {
    try {
      go(`/g/${(await createGame(body)).id}`);
    } catch (error) {
      game.notice((error as Error).message);
    }
  };
  const seats = ({ sides }: Scenario) => {
    const mine = Math.max(
      0,
      keys.game.seats.findIndex((seat) => keys.you.includes(seat.side)),
    );
    const other = keys.game.seats.find((seat) => seat.kind !== 'human' && seat.kind !== 'open')?.kind ?? 'greedy';
    return Object.fromEntries(
      sides.map((side, i) => [side.word, i === Math.min(mine, sides.length - 1) ? 'me' : other]),
    );
  };
  const look = (at: number) => {
    setSeen(true);
    game.past.begin(at);
  };
  const verdict = keys.score.verdict || keys.game.verdict || t('game.over');
  return (
    <Dialog title={capital(verdict)} onClose={() => setSeen(true)}>
      <div class="over">
        <ScaleCard game={game} />
        {record ? <Story game={game} record={record} onShow={look} /> : <p class="quiet">{t('loading')}</p>}
      </div>
      <p class="buttons">
        {keys.you.length > 0 && next && (
          <button
            type="button"
            class="primary"
            onClick={() => begin({ scenario: next.id, options: {}, seats: seats(next), public: false })}
          >
            {t('over.next', { title: next.title })}
          </button>
        )}
        <Rematch game={game} />
        {keys.you.length > 0 && (
          <button type="button" onClick={() => begin(sameAgain(keys.game, keys.you))}>
            {t('over.again')}
          </button>
        )}
        <button type="button" onClick={() => look(0)}>
          {t('over.replay')}
        </button>
        {!!keys.sketches?.length && (
          <button
            type="button"
            onClick={() => {
              setSeen(true);
              game.plans.compare();
            }}
          >
            {t('plans.compare')}
          </button>
        )}
        <button type="button" onClick={() => go('/')}>
          {t('home')}
        </button>
        <button type="button" onClick={() => setSeen(true)}>
          {t('over.look')}
        </button>
      </p>
    </Dialog>
  );
}
