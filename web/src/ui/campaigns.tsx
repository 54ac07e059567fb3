// campaigns.tsx — games of computer players that many machines play: the list, and one campaign with its plots. Fetched when
// it is first wanted; while a campaign runs, it is asked for again every few seconds.

import './campaigns.css';
import { useEffect, useState } from 'preact/hooks';
import { language, t, useLanguage } from '../i18n';
import { addressOf } from '../model/route';
import {
  type Analysis,
  analyseGame,
  type Campaign,
  type CampaignDetail,
  type CurvePoint,
  getCampaign,
  getCampaigns,
  type Share,
} from '../net/api';
import { Page } from './page';

const AGAIN = 5000; // milliseconds
const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 44;
const BOTTOM = 24;

const percent = (share: number) =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 1 }).format(share);
const whole = (count: number) => new Intl.NumberFormat(language()).format(count);
const when = (seconds: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);

const titleOf = ({ name, title, kind }: Campaign) => name || `${title}: ${t(`campaigns.kind.${kind}`)}`;

function verdictOf({ state, verdict, kind, players, low, high }: Campaign): string {
  if (state !== 'done') return t(`campaigns.state.${state}`);
  const named = players.split(',');
  if (kind === 'tune') return t('campaigns.best', { player: named[Number(verdict)] ?? '' });
  if (verdict === 'higher' || verdict === 'lower')
    return t(`campaigns.${verdict}`, {
      player: named[0]!,
      share: percent((verdict === 'higher' ? high : low) / 100),
    });
  return t(verdict === 'open' ? 'campaigns.open' : 'campaigns.state.done');
}

/** The frame of a plot: its lines from side to side, with their labels. */
function Axes({ ticks, y, last }: { ticks: [number, string][]; y: (value: number) => number; last: number }) {
  return (
    <>
      {ticks.map(([value, words]) => (
        <g key={words}>
          <line class="grid" x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
            {words}
          </text>
        </g>
      ))}
      <text x={WIDTH} y={HEIGHT - 6} text-anchor="end">
        {whole(last)}
      </text>
    </>
  );
}

interface PlotProps {
  title: string;
  words: string;
  ticks: [number, string][];
  low: number;
  high: number;
  points: { x: number; value: number; from?: number; to?: number }[];
}

/** A line over the units that are counted, and the band around it. */
function Plot({ title, words, ticks, low, high, points }: PlotProps) {
  const last = points.at(-1)!.x;
  const x = (units: number) => LEFT + ((WIDTH - LEFT) * units) / last;
  const y = (value: number) =>
    8 + ((HEIGHT - BOTTOM - 8) * (high - Math.min(high, Math.max(low, value)))) / (high - low);
  const band = points.filter(({ from, to }) => from !== undefined && to !== undefined);
  const edge = [
    ...band.map((point) => `${x(point.x)},${y(point.to!)}`),
    ...[...band].reverse().map((point) => `${x(point.x)},${y(point.from!)}`),
  ];
  return (
    <figure class="campaign-plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        {band.length > 1 && <polygon class="band" points={edge.join(' ')} />}
        <Axes ticks={ticks} y={y} last={last} />
        <polyline class="course" points={points.map((point) => `${x(point.x)},${y(point.value)}`).join(' ')} />
      </svg>
    </figure>
  );
}

function ShareCurve({ curve, who }: { curve: CurvePoint[]; who: string }) {
  const last = curve.at(-1)!;
  return (
    <Plot
      title={t('campaigns.share', { who })}
      words={t('campaigns.share.words', {
        who,
        share: percent(last.share),
        low: percent(last.low),
        high: percent(last.high),
      })}
      ticks={[0, 0.25, 0.5, 0.75, 1].map((share) => [share, percent(share)])}
      low={0}
      high={1}
      points={curve.map(({ units, share, low, high }) => ({ x: units, value: share, from: low, to: high }))}
    />
  );
}

const BOUND = Math.log(19); // of a test with errors of 5 %

function RatioCurve({ curve }: { curve: CurvePoint[] }) {
  const ratio = curve.at(-1)!.ratio ?? 0;
  return (
    <Plot
      title={t('campaigns.ratio')}
      words={t('campaigns.ratio.words', { ratio: ratio.toFixed(2) })}
      ticks={[
        [BOUND, `+${BOUND.toFixed(1)}`],
        [0, '0'],
        [-BOUND, `−${BOUND.toFixed(1)}`],
      ]}
      low={-3.4}
      high={3.4}
      points={curve.map(({ units, ratio: value }) => ({ x: units, value: value ?? 0 }))}
    />
  );
}

/** Shares side by side, each with the interval that 95 of 100 such intervals hold. */
function Shares({ shares }: { shares: (Share & { name: string; more: string })[] }) {
  const x = (share: number) => 4 + 192 * share;
  return (
    <table class="campaign-shares">
      <tbody>
        {shares.map(({ name, share, low, high, more }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{t('campaigns.interval', { share: percent(share), low: percent(low), high: percent(high) })}</td>
            <td>
              <svg viewBox="0 0 200 18" width="200" height="18" aria-hidden="true">
                <line class="grid" x1={x(0.5)} x2={x(0.5)} y1="0" y2="18" />
                <line class="course" x1={x(low)} x2={x(high)} y1="9" y2="9" />
                <circle class="dot" cx={x(share)} cy="9" r="4" />
              </svg>
            </td>
            <td class="quiet">{more}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A worker's text is read as data, and believed only as far as it has the right shape. */
function readAnalysis(text: string): Analysis | null {
  try {
    const found = JSON.parse(text) as Analysis;
    return Array.isArray(found.turns) && Array.isArray(found.worst) ? found : null;
  } catch {
    return null;
  }
}

function AnalysisOf({ text, sides }: { text: string; sides: string[] }) {
  const analysis = readAnalysis(text);
  if (!analysis) return <p class="quiet">{t('campaigns.unreadable')}</p>;
  const points = analysis.turns
    .map(({ turn, chances }) => ({ x: Number(turn), value: Number(chances?.[0]) }))
    .filter(({ x, value }) => x > 0 && value >= 0);
  return (
    <>
      {points.length > 1 && (
        <Plot
          title={t('campaigns.chance', { side: sides[0] ?? '' })}
          words={t('campaigns.chance.words', { side: sides[0] ?? '', share: percent(points.at(-1)!.value) })}
          ticks={[0, 0.5, 1].map((share) => [share, percent(share)])}
          low={0}
          high={1}
          points={points}
        />
      )}
      {analysis.worst.length > 0 && (
        <section>
          <h2>{t('campaigns.worst')}</h2>
          <ul>
            {analysis.worst.map(({ order, turn, given, better }) => (
              <li key={String(order)}>
                {t('campaigns.lapse', { n: String(order), turn: String(turn) })} <code>{String(given)}</code>{' '}
                {t('campaigns.better')} <code>{String(better)}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Detail({ detail }: { detail: CampaignDetail }) {
  const { campaign, sides = [], shares = [], curve = [] } = detail;
  const hours = campaign.milliseconds / 3_600_000;
  return (
    <>
      <p>
        <b>{verdictOf(campaign)}</b>
      </p>
      <p class="quiet">
        {t('campaigns.progress', { counted: whole(campaign.counted), units: whole(campaign.units) })} ·{' '}
        {t('campaigns.now', { waiting: whole(detail.waiting), leased: whole(detail.leased) })}
        {detail.failed > 0 && ` · ${t('campaigns.failed', { n: whole(detail.failed) })}`} ·{' '}
        {t('campaigns.hours', {
          hours: new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(hours),
        })}
      </p>
      <progress max={campaign.units} value={campaign.counted} aria-label={t('campaigns.title')} />
      {curve.length > 1 && (
        <ShareCurve
          curve={curve}
          who={campaign.kind === 'balance' ? (sides[0]?.name ?? '') : campaign.players.split(',')[0]!}
        />
      )}
      {campaign.high > 0 && curve.length > 1 && <RatioCurve curve={curve} />}
      {shares.length > 0 && (
        <Shares
          shares={shares.map((one) => ({
            ...one,
            name: one.player,
            more: t('campaigns.pairs', { n: whole(one.pairs) }),
          }))}
        />
      )}
      {campaign.kind === 'balance' && (
        <Shares
          shares={sides.map((one) => ({ ...one, more: t('campaigns.points', { points: one.points.toFixed(1) }) }))}
        />
      )}
      {detail.analysis && <AnalysisOf text={detail.analysis} sides={sides.map(({ name }) => name)} />}
    </>
  );
}

function List({ campaigns }: { campaigns: Campaign[] }) {
  if (!campaigns.length) return <p class="quiet">{t('campaigns.none')}</p>;
  return (
    <ul class="games">
      {campaigns.map((one) => (
        <li key={one.number} class="game-row">
          <a href={addressOf(`/campaigns/${one.number}`)}>
            <b>{titleOf(one)}</b>
          </a>
          <span class="quiet">
            {one.players && `${one.players.replaceAll(',', ', ')} · `}
            {verdictOf(one)} · {when(one.created)}
          </span>
          <progress max={one.units} value={one.counted} aria-label={titleOf(one)} />
        </li>
      ))}
    </ul>
  );
}

/** Asks again every few seconds while something changes. */
function useAgain<T>(ask: () => Promise<T>, goesOn: (found: T) => boolean, key: string): [T | null, string] {
  const [found, setFound] = useState<T | null>(null);
  const [problem, setProblem] = useState('');
  const spoken = useLanguage();
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const read = () =>
      ask().then(
        (answer) => {
          if (gone) return;
          setFound(answer);
          setProblem('');
          if (goesOn(answer)) timer = window.setTimeout(read, AGAIN);
        },
        (error) => !gone && setProblem((error as Error).message),
      );
    read();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, spoken]);
  return [found, problem];
}

function OneCampaign({ number }: { number: string }) {
  const [detail, problem] = useAgain(
    () => getCampaign(number),
    ({ campaign }) => campaign.state === 'running',
    number,
  );
  const title = detail ? titleOf(detail.campaign) : t('campaigns.title');
  useEffect(() => {
    document.title = `${title} · Sandtable`;
  }, [title]);
  return (
    <Page title={title} problem={problem}>
      <p>
        <a href={addressOf('/campaigns')}>{t('campaigns.all')}</a>
      </p>
      {detail && <Detail detail={detail} />}
    </Page>
  );
}

/** A player's own request: a game that is over, by its link. */
function Wish({ onDone }: { onDone: () => void }) {
  const [link, setLink] = useState('');
  const [said, setSaid] = useState('');
  const id = /(?:^|\/g\/)([a-z0-9]+)\W*$/.exec(link.trim())?.[1];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (id)
          analyseGame(id).then(
            () => {
              setSaid(t('campaigns.asked'));
              onDone();
            },
            (error) => setSaid((error as Error).message),
          );
      }}
    >
      <label>
        {t('campaigns.link')}{' '}
        <input value={link} onInput={(event) => setLink(event.currentTarget.value)} autocomplete="off" />
      </label>{' '}
      <button type="submit" disabled={!id}>
        {t('campaigns.analyse')}
      </button>{' '}
      <output>{said}</output>
    </form>
  );
}

function AllCampaigns() {
  const [wished, setWished] = useState(0);
  const [all, problem] = useAgain(
    getCampaigns,
    ({ campaigns }) => campaigns.some((one) => one.state === 'running'),
    `${wished}`,
  );
  useEffect(() => {
    document.title = `${t('campaigns.title')} · Sandtable`;
  });
  return (
    <Page title={t('campaigns.title')} problem={problem}>
      <p>{t('campaigns.about')}</p>
      <Wish onDone={() => setWished(wished + 1)} />
      {all && <List campaigns={all.campaigns} />}
    </Page>
  );
}

export function CampaignsPage({ number }: { number: string }) {
  return number ? <OneCampaign key={number} number={number} /> : <AllCampaigns />;
}
