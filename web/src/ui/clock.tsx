// clock.tsx — the clock of a game: how long each side has, counted down here between two messages of the server; and
// the button by which a game is claimed from a player who stays away.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { span } from '../model/span';
import { useStore } from '../model/store';
import type { GameClock } from '../net/protocol';
import { SeatsButton } from './lazy';
import { SideName } from './words';

const HOUR = 3600;
const DAY = 86400;

/** A side's time now: the time in the server's last message, less what has passed since. */
export function leftNow(clock: GameClock, side: string, now = Date.now()): number {
  const passed = clock.running === side ? (now - (clock.heard ?? now)) / 1000 : 0;
  const resting = clock.away.includes(side) ? Math.min(passed, clock.vacationLeft?.[side] ?? 0) : 0;
  return (clock.left?.[side] ?? 0) - passed + resting;
}

/** The game's rule for time in a sentence or two. */
export function clockWords(clock: GameClock): string {
  const words = [];
  if (clock.kind === 'days') words.push(t('clock.about.days', { time: span(clock.time) }));
  if (clock.kind === 'bank' || clock.kind === 'live')
    words.push(
      t(clock.gain ? 'clock.about.gain' : 'clock.about.bank', { time: span(clock.time), gain: span(clock.gain) }),
    );
  if (clock.vacation) words.push(t('clock.about.vacation', { time: span(clock.vacation) }));
  if (clock.kind !== 'none') words.push(t(`clock.out.${clock.out}`));
  if (clock.absent) words.push(t(`clock.absent.${clock.claim}`, { time: span(clock.absent) }));
  if (clock.rated) words.push(t('clock.rated'));
  return words.join(' ');
}

function useSeconds(every: number) {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setCount((count) => count + 1), every);
    return () => clearInterval(timer);
  }, [every]);
}

function Times({ game, clock }: { game: Game; clock: GameClock }) {
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const shortest = Math.min(...Object.keys(clock.left ?? {}).map((side) => leftNow(clock, side)));
  useSeconds(shortest < HOUR ? 1000 : 20000);
  return (
    <span class="times" role="timer" title={clockWords(clock)}>
      {sides.map((side, i) => {
        const left = leftNow(clock, side.word);
        const state = clock.running === side.word ? (left < Math.min(clock.time / 4, DAY) ? 'hurry' : 'runs') : '';
        return (
          <span key={side.word} class={state}>
            <SideName name={side.name} colour={side.colour} index={i} /> {span(left)}
            {clock.away.includes(side.word) && <small> {t('clock.away')}</small>}
          </span>
        );
      })}
    </span>
  );
}

function Claim({ game, clock }: { game: Game; clock: GameClock }) {
  const you = useStore(game.store, (state) => state.position?.keys.you) ?? [];
  const [sure, setSure] = useState(false);
  if (!clock.claimable || !clock.running || !you.length || you.includes(clock.running)) return null;
  const claim = async () => {
    const answer = await game.ask<unknown>({ t: 'claim' });
    if (answer.kind !== 'answer') game.notice(answer.kind === 'error' ? answer.text : answer.refusal.text);
  };
  return (
    <button type="button" class="primary" onClick={() => (sure ? claim() : setSure(true))}>
      {sure ? t(`claim.sure.${clock.claim}`) : t(`claim.${clock.claim}`)}
    </button>
  );
}

/** In the bar above the map: every side's time, and the seats. */
export function ClockLine({ game }: { game: Game }) {
  const info = useStore(game.store, (state) => state.position?.keys.game);
  const over = useStore(game.store, (state) => state.position?.keys.over);
  if (!info) return null;
  return (
    <span class="clock-line">
      {info.clock && info.clock.kind !== 'none' && !over && <Times game={game} clock={info.clock} />}
      {info.clock && !over && <Claim game={game} clock={info.clock} />}
      <SeatsButton game={game} />
    </span>
  );
}

/** A seat that a link offers to the user who opens it. */
export function OfferedSeat({ game }: { game: Game }) {
  const info = useStore(game.store, (state) => state.position?.keys.game);
  const you = useStore(game.store, (state) => state.position?.keys.you) ?? [];
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const { offer } = game;
  const given = info?.seats.find((seat) => seat.offer === 'yours');
  const word = offer?.side ?? given?.side;
  if (!word || !info || info.over || you.includes(word) || !info.seats.some((seat) => seat.side === word))
    return null;
  const name = sides.find((side) => side.word === word)?.name ?? word;
  return (
    <p class="fog seats-free">
      {t('seats.offered', { side: name })}
      <button type="button" class="primary" onClick={() => game.sitDown(word)}>
        {t('fog.sit', { side: name })}
      </button>
    </p>
  );
}
