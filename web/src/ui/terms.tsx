// terms.tsx — the time a new game gives its players, chosen when it is made.

import { t } from '../i18n';
import { span } from '../model/span';
import type { NewClock } from '../net/api';

const MINUTE = 60;
const DAY = 86400;

type Kind = NewClock['kind'];

const KINDS: Kind[] = ['none', 'days', 'bank', 'live'];
const TIMES: Record<Kind, number[]> = {
  none: [],
  days: [1, 2, 3, 5, 7, 14].map((n) => n * DAY),
  bank: [7, 14, 30, 60].map((n) => n * DAY),
  live: [15, 30, 60, 90, 180].map((n) => n * MINUTE),
};
const GAINS: Record<Kind, number[]> = {
  none: [],
  days: [],
  bank: [0, DAY, 2 * DAY, 3 * DAY],
  live: [0, MINUTE, 5 * MINUTE, 10 * MINUTE],
};
const VACATIONS = [0, 7 * DAY, 14 * DAY, 30 * DAY];
const ABSENCES = [0, 7 * DAY, 14 * DAY, 30 * DAY];

export const NO_CLOCK: NewClock = {
  kind: 'none',
  time: 0,
  gain: 0,
  vacation: 0,
  absent: 0,
  out: 'claim',
  claim: 'win',
};

const usual: Record<Kind, Partial<NewClock>> = {
  none: { time: 0, gain: 0, vacation: 0 },
  days: { time: 3 * DAY, gain: 0, vacation: 0 },
  bank: { time: 14 * DAY, gain: DAY, vacation: 14 * DAY },
  live: { time: 60 * MINUTE, gain: 5 * MINUTE, vacation: 0 },
};

function Spans(props: {
  label: string;
  value: number;
  values: number[];
  none?: string;
  onValue: (n: number) => void;
}) {
  return (
    <label class="row">
      {props.label}
      <select value={props.value} onChange={(event) => props.onValue(Number(event.currentTarget.value))}>
        {props.values.map((value) => (
          <option key={value} value={value}>
            {value || !props.none ? span(value) : props.none}
          </option>
        ))}
      </select>
    </label>
  );
}

function Words<W extends string>(props: {
  label: string;
  value: W;
  values: W[];
  words: (value: W) => string;
  onValue: (value: W) => void;
}) {
  return (
    <label class="row">
      {props.label}
      <select value={props.value} onChange={(event) => props.onValue(event.currentTarget.value as W)}>
        {props.values.map((value) => (
          <option key={value} value={value}>
            {props.words(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TermsProps {
  clock: NewClock;
  onClock: (clock: NewClock) => void;
  /** A guest has no rating. */
  guest: boolean;
}

export function TermsRows({ clock, onClock, guest }: TermsProps) {
  const { kind } = clock;
  const change = (part: Partial<NewClock>) => onClock({ ...clock, ...part });
  return (
    <>
      <Words
        label={t('terms.clock')}
        value={kind}
        values={KINDS}
        words={(value) => t(`terms.kind.${value}`)}
        onValue={(value) => change({ kind: value, ...usual[value] })}
      />
      {kind !== 'none' && (
        <Spans
          label={t(`terms.time.${kind}`)}
          value={clock.time}
          values={TIMES[kind]}
          onValue={(time) => change({ time })}
        />
      )}
      {GAINS[kind].length > 0 && (
        <Spans
          label={t('terms.gain')}
          value={clock.gain}
          values={GAINS[kind]}
          none={t('terms.nothing')}
          onValue={(gain) => change({ gain })}
        />
      )}
      {(kind === 'bank' || kind === 'days') && (
        <Spans
          label={t('terms.vacation')}
          value={clock.vacation}
          values={VACATIONS}
          none={t('terms.nothing')}
          onValue={(vacation) => change({ vacation })}
        />
      )}
      {kind !== 'none' && (
        <Words
          label={t('terms.out')}
          value={clock.out}
          values={['claim', 'loses', 'machine']}
          words={(value) => t(`terms.out.${value}`)}
          onValue={(out) => change({ out })}
        />
      )}
      <Spans
        label={t('terms.absent')}
        value={clock.absent}
        values={ABSENCES}
        none={t('terms.never')}
        onValue={(absent) => change({ absent })}
      />
      {(clock.absent > 0 || (kind !== 'none' && clock.out === 'claim')) && (
        <Words
          label={t('terms.claim')}
          value={clock.claim}
          values={['win', 'machine']}
          words={(value) => t(`terms.claim.${value}`)}
          onValue={(claim) => change({ claim })}
        />
      )}
      {!guest && (
        <label class="check">
          <input
            type="checkbox"
            checked={!!clock.rated}
            onChange={(event) => change({ rated: event.currentTarget.checked })}
          />
          {t('terms.rated')}
        </label>
      )}
    </>
  );
}
