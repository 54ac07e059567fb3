// watch.tsx — the orders of others while they are shown one by one: their events, and the pace.

import { t } from '../i18n';
import type { Game } from '../model/game';
import { change, PACES, paceOf, settings } from '../model/settings';
import { useStore } from '../model/store';
import { Entry } from './log';
import { Step } from './replay';

/** How long each order of another player is shown. */
export function Pace() {
  useStore(settings, (value) => value.pace);
  return (
    <label class="pace">
      {t('pace.title')}{' '}
      <select value={String(paceOf())} onChange={(event) => change({ pace: Number(event.currentTarget.value) })}>
        {PACES.map((pace) => (
          <option key={pace} value={String(pace)}>
            {t(`pace.${pace}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Under the map, in the place of the question, while another player's orders are shown. */
export function WatchBar({ game }: { game: Game }) {
  const waiting = useStore(game.store, (state) => state.waiting);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  if (!waiting) return null;
  return (
    <div class="prompt replaying watching" tabIndex={-1}>
      <div class="log replayed" role="status">
        {waiting.last && <Entry game={game} entry={waiting.last} sides={sides} />}
      </div>
      <div class="replay-row">
        <div class="buttons steps-of-replay" role="group" aria-label={t('watch.title')}>
          <Step
            sign={waiting.halted ? '▶' : '❙❙'}
            words={waiting.halted ? t('watch.on') : t('watch.halt')}
            go={() => game.watch.halt(!waiting.halted)}
          />
          <Step sign="▶|" words={t('watch.step')} go={() => game.watch.step()} />
          <button type="button" onClick={() => game.watch.flush()}>
            ▶▶ {t('watch.skip')}
          </button>
        </div>
        <span class="quiet">{waiting.orders > 0 && t('watch.left', { n: waiting.orders })}</span>
        <Pace />
      </div>
    </div>
  );
}

/** Back to the others' orders while one was away, or while one did not look. */
export function Since({ game }: { game: Game }) {
  useStore(game.store, (state) => state.log);
  const replaying = useStore(game.store, (state) => state.replay !== null);
  const you = useStore(game.store, (state) => state.position?.keys.you.length) ?? 0;
  const lines = game.past.since();
  if (!you || replaying || !lines.length) return null;
  return (
    <p class="since">
      <button type="button" onClick={() => game.past.showSince()}>
        ↺ {t('since.show', { n: lines.length })}
      </button>
    </p>
  );
}
