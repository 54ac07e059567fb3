// log.tsx — the events in words, phase by phase, with dice and paragraphs; a line leads to its place on the map.

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { spotName } from '../model/hex';
import { groupLog, type LogEntry, type LogGroup, marches, standing } from '../model/log';
import { useStore } from '../model/store';
import type { Side } from '../net/protocol';
import { capital, Dice, Sentence, Swatch } from './words';

export function showHexes(hexes: number[]) {
  if (hexes.length) document.dispatchEvent(new CustomEvent('sandtable-show', { detail: hexes }));
}

/** An order without visible events, its verb in the reader's language. */
const orderWords = ({ order, verb }: LogEntry) => order?.replace(/^\S+/, (word) => verb ?? word);

/** An order's events, in words. */
export function Entry({ game, entry, sides }: { game: Game; entry: LogEntry; sides: Side[] }) {
  const index = sides.findIndex((side) => side.word === entry.side);
  const asides = entry.events.filter(({ kind }) => kind === 'aside');
  return (
    <div class="entry">
      {index >= 0 && <Swatch colour={sides[index]!.colour} index={index} />}
      <div>
        <Dice dice={entry.dice} />
        {entry.events
          .filter(({ kind }) => kind !== 'aside')
          .map((event, i) => (
            <p key={i} class={`event ${event.kind}`}>
              <Sentence game={game} text={capital(event.text)} rule={event.rule} />
              {event.legs && <span class="quiet">{t('log.legs', { n: event.legs.length })}</span>}
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
        {asides.length > 0 && (
          <details class="asides">
            <summary>{t('log.asides', { n: asides.length })}</summary>
            {asides.map((event, i) => (
              <p key={i} class="event aside">
                <Sentence game={game} text={capital(event.text)} rule={event.rule} />
              </p>
            ))}
          </details>
        )}
        {!entry.events.length && entry.order && (
          <p class="quiet">{[sides[index]?.name, orderWords(entry)].filter(Boolean).join(': ')}</p>
        )}
      </div>
    </div>
  );
}

/** A phase: from its first line on it can be seen again. `last` is the others' last line since one's turn. */
function Group(props: { game: Game; group: LogGroup; sides: Side[]; last: number | undefined }) {
  const { game, group, sides, last } = props;
  const first = group.lines[0]?.seq;
  const { map } = game.state;
  const called = (hex: number) => {
    const place = map?.places.find((one) => one.hexes.includes(hex));
    return place ? `${place.name} (${map!.numbers[hex]})` : spotName(map, hex);
  };
  return (
    <li class="log-group">
      {group.heading && (
        <h3>
          <Sentence game={game} text={capital(group.heading.text)} />
          {first !== undefined && first > 0 && (
            <button
              type="button"
              class="where"
              title={t('log.again')}
              aria-label={t('log.again')}
              onClick={() => game.past.beginFrom({ kind: 'line', at: first })}
            >
              ↺
            </button>
          )}
        </h3>
      )}
      <ol>
        {marches(group.lines, called)
          .reverse()
          .map((entry) => (
            <li key={entry.seq} class={entry.seq === last ? 'since-mine' : ''}>
              <Entry game={game} entry={entry} sides={sides} />
            </li>
          ))}
      </ol>
    </li>
  );
}

/** The last `most` lines of the log. */
function lastLines(groups: LogGroup[], most: number): LogGroup[] {
  const kept: LogGroup[] = [];
  let left = most;
  for (let i = groups.length - 1; i >= 0 && left > 0; i--) {
    const group = groups[i]!;
    kept.unshift({ ...group, lines: group.lines.slice(-left) });
    left -= group.lines.length;
  }
  return kept;
}

/** Newest first; with `most`, only so many lines and no older ones. */
export function LogPanel({ game, most }: { game: Game; most?: number }) {
  const log = useStore(game.store, (state) => state.log);
  const older = useStore(game.store, (state) => state.older);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  useStore(game.store, (state) => state.rules);
  const groups = groupLog(standing(log));
  const since = game.past.since();
  const shown = most === undefined ? groups : lastLines(groups, most);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // A click on a line shows where it was, as its small button does for keys.
    const show = ({ target }: Event) => {
      if ((target as Element).closest('button, a, abbr, summary')) return;
      (target as Element).closest('.event')?.querySelector<HTMLElement>('.where')?.click();
    };
    const element = section.current;
    element?.addEventListener('click', show);
    return () => element?.removeEventListener('click', show);
  }, []);
  return (
    <section ref={section} class="log" aria-label={t('log.title')}>
      {log.length === 0 && <p class="quiet">{t('log.empty')}</p>}
      <ol>
        {[...shown].reverse().map((group) => (
          <Group key={group.key} game={game} group={group} sides={sides} last={since[since.length - 1]} />
        ))}
      </ol>
      {most === undefined && older > 0 && (
        <button type="button" onClick={() => game.chronicle.readOlder()}>
          {t('log.older')}
        </button>
      )}
    </section>
  );
}

/** The newest entry for screen readers. */
export function Announcer({ game }: { game: Game }) {
  const last = useStore(game.store, (state) => state.log[state.log.length - 1]);
  return (
    <div class="sr-only" aria-live="polite" aria-atomic="true">
      {last ? last.events.map((event) => capital(event.text)).join('. ') : ''}
    </div>
  );
}
