// replay.tsx — the game looked at again: a slider and steps, under the map; what each order brought about.

import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { go } from '../model/route';
import { useStore } from '../model/store';
import { branchGame } from '../net/api';
import { Entry } from './log';

const PACE = 700; // milliseconds an order is looked at while the replay goes on by itself

/** Where the replay is, and the last order it can come to; who does not replay is at the end. */
function usePlace(game: Game): { at: number; total: number } {
  const replay = useStore(game.store, (state) => state.replay);
  const orders = useStore(game.store, (state) => state.position?.keys.orders) ?? 0;
  const total = replay?.total ?? orders;
  return { at: replay?.at ?? total, total };
}

function Slider({ game }: { game: Game }) {
  const { at, total } = usePlace(game);
  return (
    <label class="replay-slider">
      <span>{t('replay.order', { n: at, total })}</span>
      <input
        type="range"
        min={0}
        max={total}
        value={at}
        onChange={(event) => game.replayTo(Number(event.currentTarget.value))}
      />
    </label>
  );
}

function Step(props: { sign: string; words: string; disabled?: boolean; pressed?: boolean; go: () => void }) {
  return (
    <button
      type="button"
      disabled={props.disabled}
      aria-pressed={props.pressed}
      onClick={props.go}
      title={props.words}
      aria-label={props.words}
    >
      {props.sign}
    </button>
  );
}

function Steps({ game }: { game: Game }) {
  const { at, total } = usePlace(game);
  const playing = useStore(game.store, (state) => state.playing);
  const first = at <= 0;
  const last = at >= total;
  return (
    <div class="buttons steps-of-replay" role="group" aria-label={t('replay.title')}>
      <Step sign="|◀" words={t('replay.first')} go={() => game.replayTo(0)} />
      <Step sign="◀◀" words={t('replay.phaseBack')} disabled={first} go={() => game.replayPhase(-1)} />
      <Step sign="◀" words={t('replay.back')} disabled={first} go={() => game.replayTo(at - 1)} />
      <Step sign={playing ? '❙❙' : '▶'} words={t('replay.play')} pressed={playing} go={() => game.play(!playing)} />
      <Step sign="▶|" words={t('replay.on')} disabled={last} go={() => game.replayTo(at + 1)} />
      <Step sign="▶▶" words={t('replay.phaseOn')} disabled={last} go={() => game.replayPhase(1)} />
    </div>
  );
}

/** Once the game is over it can be seen as any side saw it. A what-if shows only one's own sides: the game it comes
 * from may still be going on. */
function SeenBy({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const replay = useStore(game.store, (state) => state.replay);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  if (!keys?.over || !replay) return null;
  const mayLookAs = (side: { word: string }) =>
    !keys.game.whatIf || keys.game.seats.some((seat) => seat.side === side.word && seat.you);
  return (
    <label class="seen-by">
      {t('replay.as')}{' '}
      <select
        value={replay.side ?? ''}
        onChange={(event) => game.replayTo(replay.at, event.currentTarget.value || null)}
      >
        <option value="">{t('replay.own')}</option>
        {sides.filter(mayLookAs).map((side) => (
          <option key={side.word} value={side.word}>
            {side.name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Branch({ game }: { game: Game }) {
  const { at } = usePlace(game);
  async function branch() {
    try {
      const { id } = await branchGame(game.id, at);
      go(`/g/${id}`);
    } catch (error) {
      game.notice((error as Error).message);
    }
  }
  return (
    <button type="button" onClick={branch}>
      {t('replay.branch')}
    </button>
  );
}

/** On the game's page: the way into the replay, whose buttons then stand under the map. */
export function ReplayEntry({ game }: { game: Game }) {
  const replaying = useStore(game.store, (state) => state.replay !== null);
  const keys = useStore(game.store, (state) => state.position?.keys);
  return (
    <section class="replay">
      <h3>{t('replay.title')}</h3>
      {replaying ? (
        <p class="quiet">{t('replay.below')}</p>
      ) : (
        <>
          <Slider game={game} />
          <Steps game={game} />
          <p class="buttons">
            <Branch game={game} />
          </p>
        </>
      )}
      {keys && !keys.over && keys.game.seats.some((seat) => !seat.you) && <p class="quiet">{t('replay.fog')}</p>}
    </section>
  );
}

/** Under the map, in the place of the question. The buttons come last, so that they stay where they are. */
export function ReplayBar({ game }: { game: Game }) {
  const replay = useStore(game.store, (state) => state.replay);
  const playing = useStore(game.store, (state) => state.playing);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  useEffect(() => {
    if (!playing || !replay) return;
    const end = replay.at >= replay.total;
    const timer = window.setTimeout(() => (end ? game.play(false) : game.replayTo(replay.at + 1)), end ? 0 : PACE);
    return () => clearTimeout(timer);
  }, [playing, replay]);
  if (!replay) return null;
  return (
    <div class="prompt replaying" tabIndex={-1}>
      <div class="log replayed" role="status">
        {replay.last && <Entry game={game} entry={replay.last} sides={sides} />}
      </div>
      <Slider game={game} />
      <div class="replay-row">
        <Steps game={game} />
        <SeenBy game={game} />
        <p class="buttons">
          <Branch game={game} />
          <button type="button" class="primary" onClick={() => game.endReplay()}>
            {t('replay.end')}
          </button>
        </p>
      </div>
    </div>
  );
}
