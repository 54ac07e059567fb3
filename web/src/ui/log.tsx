// log.tsx — what happened, in words, with dice and paragraphs; a line leads to its place on the map.

import { t } from '../i18n';
import type { Game } from '../model/game';
import { useStore } from '../model/store';
import { Dice, Sentence, Swatch } from './words';

export function showHexes(hexes: number[]) {
  if (hexes.length) document.dispatchEvent(new CustomEvent('sandtable-show', { detail: hexes }));
}

/** Newest first; `most` entries of them. */
export function LogPanel({ game, most = 500 }: { game: Game; most?: number }) {
  const log = useStore(game.store, (state) => state.log);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  useStore(game.store, (state) => state.rules);
  return (
    <section class="log" aria-label={t('log.title')}>
      {log.length === 0 && <p class="quiet">{t('log.empty')}</p>}
      <ol>
        {[...log]
          .reverse()
          .slice(0, most)
          .map((entry) => {
            const index = sides.findIndex((side) => side.word === entry.side);
            return (
              <li key={entry.key} class="entry">
                {index >= 0 && <Swatch colour={sides[index]!.colour} index={index} />}
                <div>
                  <Dice dice={entry.dice} />
                  {entry.events.map((event, i) => (
                    <p key={i} class={`event ${event.kind}`}>
                      <Sentence game={game} text={event.text} rule={event.rule} />
                      {event.hexes.length > 0 && (
                        <button
                          type="button"
                          class="where"
                          title={t('log.show')}
                          aria-label={t('log.show')}
                          onClick={() => {
                            game.select(event.hexes[0]!);
                            showHexes(event.hexes);
                          }}
                        >
                          ◎
                        </button>
                      )}
                    </p>
                  ))}
                  {!entry.events.length && entry.order && <p class="quiet">{entry.order}</p>}
                </div>
              </li>
            );
          })}
      </ol>
    </section>
  );
}

/** The newest entry for screen readers. */
export function Announcer({ game }: { game: Game }) {
  const last = useStore(game.store, (state) => state.log[state.log.length - 1]);
  return (
    <div class="sr-only" aria-live="polite" aria-atomic="true">
      {last ? [...last.events.map((event) => event.text)].join('. ') : ''}
    </div>
  );
}
