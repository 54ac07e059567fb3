// replay.tsx — the replay: a slider and steps, under the map; the events of each order.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { go } from '../model/route';
import { change, playedFor, SPEEDS, settings } from '../model/settings';
import { useStore } from '../model/store';
import { branchGame } from '../net/api';
import { Entry } from './log';
import { Dialog } from './words';

/** Where the replay is, and the last order it can come to; without a replay the end. */
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
        onChange={(event) => game.past.to(Number(event.currentTarget.value))}
      />
    </label>
  );
}

export function Step(props: {
  sign: string;
  words: string;
  disabled?: boolean;
  pressed?: boolean;
  go: () => void;
}) {
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
  const replaying = useStore(game.store, (state) => state.replay !== null);
  const first = at <= 0;
  const last = at >= total;
  return (
    <div class="buttons steps-of-replay" role="group" aria-label={t('replay.title')}>
      <Step sign="|◀" words={t('replay.first')} disabled={first && replaying} go={() => game.past.to(0)} />
      <Step sign="◀◀" words={t('replay.phaseBack')} disabled={first} go={() => game.past.phase(-1)} />
      <Step sign="◀" words={t('replay.back')} disabled={first} go={() => game.past.to(at - 1)} />
      <Step
        sign={playing ? '❙❙' : '▶'}
        words={t('replay.play')}
        pressed={playing}
        go={() => game.past.play(!playing)}
      />
      <Step sign="▶|" words={t('replay.on')} disabled={last} go={() => game.past.to(at + 1)} />
      <Step sign="▶▶" words={t('replay.phaseOn')} disabled={last} go={() => game.past.phase(1)} />
      <Step sign="▶▶|" words={t('replay.last')} disabled={last} go={() => game.past.to(total)} />
    </div>
  );
}

/** Once the game is over it can be seen as any side saw it. A what-if shows only the user's own sides: the game it
 * comes from may still be going on. */
function SeenBy({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const replay = useStore(game.store, (state) => state.replay);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  if (!keys?.over || !replay) return null;
  const mayLookAs = (side: { word: string }) =>
    !keys.game.whatIf || keys.game.seats.some((seat) => seat.side === side.word && seat.you);
  return (
    <label class="seen-by">
      <span class="sr-only">{t('replay.as')}</span>
      <select
        title={t('replay.as')}
        value={replay.side ?? ''}
        onChange={(event) => game.past.to(replay.at, replay.lines, event.currentTarget.value || null)}
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

/** Begins a what-if here, under a name. */
function Branch({ game }: { game: Game }) {
  const { at } = usePlace(game);
  const lines = useStore(game.store, (state) => state.replay?.lines);
  const info = useStore(game.store, (state) => state.position?.keys.game);
  const [name, setName] = useState<string | null>(null);
  if (lines || !info?.replay || info.whatIf) return null;
  async function branch() {
    try {
      const { id } = await branchGame(game.id, at, name!.trim(), game.invite);
      go(`/g/${id}`);
    } catch (error) {
      setName(null);
      game.notice((error as Error).message);
    }
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setName(t('try.default', { n: at, track: game.shown()?.keys.track ?? '' }))}
      >
        ⇝ {t('replay.branch')}
      </button>
      {name !== null && (
        <Dialog title={t('replay.branch')} onClose={() => setName(null)}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              branch();
            }}
          >
            <label class="row">
              {t('try.name')}
              <input value={name} maxLength={60} onInput={(event) => setName(event.currentTarget.value)} />
            </label>
            <p class="quiet">{t('try.words')}</p>
            <p class="buttons">
              <button type="submit" class="primary">
                {t('try.begin')}
              </button>
            </p>
          </form>
        </Dialog>
      )}
    </>
  );
}

function Speed() {
  const speed = useStore(settings, (value) => value.speed);
  return (
    <label class="pace">
      <span class="sr-only">{t('replay.speed')}</span>
      <select value={String(speed)} onChange={(event) => change({ speed: Number(event.currentTarget.value) })}>
        {SPEEDS.map((one) => (
          <option key={one} value={String(one)}>
            ×{one === 0.5 ? '½' : one}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A link that shows the game from here on. */
function Share({ game }: { game: Game }) {
  const replay = useStore(game.store, (state) => state.replay);
  const invite = useStore(game.store, (state) => state.position?.keys.game.invite) ?? game.invite;
  const [shared, setShared] = useState<string | null>(null);
  const link = `${location.origin}/g/${game.id}?${game.past.place()}${invite ? `#${invite}` : ''}`;
  return (
    <button
      type="button"
      data-link={link}
      title={t('replay.shareHelp')}
      aria-label={t('replay.shareHelp')}
      onClick={() => navigator.clipboard?.writeText(link).then(() => setShared(link))}
    >
      {replay && shared === link ? t('copied') : t('replay.share')}
    </button>
  );
}

/** On the game's page: the button to the replay, whose buttons then stand under the map. */
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
          {keys?.orders !== undefined && <Slider game={game} />}
          <p class="buttons">
            <button type="button" onClick={() => game.past.begin(0)}>
              {t('replay.whole')}
            </button>
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
    const timer = window.setTimeout(
      () => (end ? game.past.play(false) : game.past.to(replay.at + 1)),
      end ? 0 : playedFor(),
    );
    return () => clearTimeout(timer);
  }, [playing, replay]);
  if (!replay) return null;
  return (
    <div class="prompt replaying" tabIndex={-1}>
      <div class="log replayed" role="status" tabIndex={0}>
        {replay.last ? (
          <Entry game={game} entry={replay.last} sides={sides} />
        ) : (
          <p class="quiet">{replay.lines ? t('since.title') : t('replay.begins')}</p>
        )}
      </div>
      <Slider game={game} />
      <div class="replay-row">
        <Steps game={game} />
        <Speed />
        <SeenBy game={game} />
        <p class="buttons">
          <Share game={game} />
          <Branch game={game} />
          <button type="button" class="primary" onClick={() => game.past.end()}>
            {t('replay.end')}
          </button>
        </p>
      </div>
    </div>
  );
}
