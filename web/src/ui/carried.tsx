// carried.tsx — what is being carried from one hex to another: from where, to where, how much, and the routes.

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { useStore } from '../model/store';
import { hexWords } from './orders';
import { capital, RuleLink, Sentence } from './words';

const SETTLES = 120; // ms after which an amount that is being dialled counts

/** The button that begins it, where something can be carried now. */
export function CarryButton({ game }: { game: Game }) {
  const senders = useStore(game.store, (state) => state.senders);
  const on = useStore(game.store, (state) => state.load !== null);
  const known = useStore(game.store, (state) => !!state.looks?.declared.transfers);
  const verbs = useStore(game.store, (state) => state.verbs);
  useEffect(() => {
    if (known && verbs.length) game.carrying.look();
  }, [known, verbs]);
  if (!senders) return null;
  return (
    <button type="button" aria-pressed={on} onClick={() => game.carrying.toggle()}>
      {capital(senders.text)}
    </button>
  );
}

export function CarriedHere({ game }: { game: Game }) {
  const load = useStore(game.store, (state) => state.load);
  const senders = useStore(game.store, (state) => state.senders);
  const timer = useRef(0);
  if (!load || !senders) return null;
  const { from, to, found } = load;
  const dial = (amount: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => game.carrying.carry(from!, to!, amount), SETTLES);
  };
  return (
    <div class="wanted-here carried">
      <div class="wanted-head">
        <b>{capital(senders.text)}</b> {senders.rule && <RuleLink game={game} id={senders.rule} />}
        {from !== null && to !== null ? (
          <span>
            {hexWords(game, from)} → {hexWords(game, to)}
          </span>
        ) : (
          <span class="quiet">
            {from === null ? t('carry.from') : t('carry.to', { from: hexWords(game, from) })}
          </span>
        )}
        <button type="button" class="icon" onClick={() => game.store.set({ load: null })} aria-label={t('cancel')}>
          ✕
        </button>
      </div>
      {found && (
        <p class="ways">
          {found.most > 1 && (
            <input
              type="range"
              min={1}
              max={found.most}
              value={load.amount}
              aria-label={t('carry.amount')}
              onInput={(event) => dial(Number(event.currentTarget.value))}
            />
          )}
          {found.ways.map((way) => (
            <button type="button" class="primary" key={way.text} onClick={() => game.carrying.give(way)}>
              <Sentence game={game} text={capital(way.text)} />
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
