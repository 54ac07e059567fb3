// plots.tsx — small plots over a game: points, strength, territory. A line a side, doubled by its dashes.

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Game, Sample } from '../model/game';
import { luckOf } from '../model/log';
import { appearance } from '../model/settings';
import { useStore } from '../model/store';
import type { Side } from '../net/protocol';
import { SideName } from './words';

const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

function Plot(props: {
  title: string;
  sides: Side[];
  samples: Sample[];
  value: (sample: Sample, side: number) => number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useStore(appearance, (value) => value.dark);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const dpr = devicePixelRatio || 1;
    const width = element.clientWidth;
    const height = element.clientHeight;
    element.width = width * dpr;
    element.height = height * dpr;
    const c = element.getContext('2d')!;
    c.scale(dpr, dpr);
    c.clearRect(0, 0, width, height);
    const values = props.samples.map((sample) => props.sides.map((_, side) => props.value(sample, side)));
    const flat = values.flat();
    if (!flat.length) return;
    const low = Math.min(0, ...flat);
    const high = Math.max(1, ...flat);
    const first = props.samples[0]!.orders;
    const last = Math.max(props.samples[props.samples.length - 1]!.orders, first + 1);
    const x = (orders: number) => 30 + ((orders - first) / (last - first)) * (width - 40);
    const y = (value: number) => height - 16 - ((value - low) / (high - low)) * (height - 26);
    c.strokeStyle = dark ? '#555' : '#ccc';
    c.fillStyle = dark ? '#bbb' : '#555';
    c.font = '11px system-ui, sans-serif';
    c.textAlign = 'right';
    for (const value of [low, (low + high) / 2, high]) {
      c.beginPath();
      c.moveTo(30, y(value));
      c.lineTo(width - 10, y(value));
      c.stroke();
      c.fillText(String(Math.round(value)), 26, y(value) + 4);
    }
    props.sides.forEach((side, i) => {
      c.beginPath();
      props.samples.forEach((sample, k) => {
        const px = x(sample.orders);
        const py = y(values[k]![i]!);
        if (k) c.lineTo(px, py);
        else c.moveTo(px, py);
      });
      c.setLineDash(DASHES[i] ?? []);
      c.strokeStyle = side.colour;
      c.lineWidth = 2.5;
      c.stroke();
      c.setLineDash([]);
    });
  });
  const last = props.samples[props.samples.length - 1];
  const words = props.sides.map((side, i) => `${side.name} ${last ? props.value(last, i) : 0}`).join(', ');
  return (
    <figure class="plot">
      <figcaption>
        {props.title} <span class="quiet">{words}</span>
      </figcaption>
      <canvas ref={canvas} role="img" aria-label={`${props.title}: ${words}`} />
    </figure>
  );
}

/** Each side's dice against their average, on a band of what chance alone explains. */
function LuckPlot({ game }: { game: Game }) {
  const log = useStore(game.store, (state) => state.log);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const all = luckOf(
    log,
    sides.map((side) => side.word),
  ).filter((luck) => luck.dice > 0);
  if (!all.length) return null;
  const wide = Math.max(...all.map((luck) => Math.max(luck.band, Math.abs(luck.above)))) * 1.1;
  const x = (pips: number) => 100 + (pips / wide) * 96;
  return (
    <figure class="plot">
      <figcaption>{t('plot.luck')}</figcaption>
      {all.map((luck) => {
        const index = sides.findIndex((side) => side.word === luck.side);
        const words = t('plot.dice', { n: luck.dice, above: luck.above.toFixed(1), band: luck.band.toFixed(1) });
        return (
          <div key={luck.side} class="luck">
            <SideName name={sides[index]!.name} colour={sides[index]!.colour} index={index} />
            <svg viewBox="0 0 200 16" role="img" aria-label={`${sides[index]!.name}: ${words}`}>
              <rect x={x(-luck.band)} y="4" width={x(luck.band) - x(-luck.band)} height="8" class="band" />
              <line x1="100" x2="100" y1="1" y2="15" class="zero" />
              <circle cx={x(luck.above)} cy="8" r="4.5" fill={sides[index]!.colour} class="dot" />
            </svg>
            <span class="quiet">{words}</span>
          </div>
        );
      })}
    </figure>
  );
}

export function Plots({ game }: { game: Game }) {
  const samples = useStore(game.store, (state) => state.samples);
  const may = useStore(game.store, (state) => state.position?.keys.game.replay);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  return (
    <section>
      <Plot
        title={t('plot.points')}
        sides={sides}
        samples={samples}
        value={(sample, side) => sample.points[sides[side]!.word] ?? 0}
      />
      <Plot
        title={t('plot.strength')}
        sides={sides}
        samples={samples}
        value={(sample, side) => sample.steps[sides[side]!.word] ?? 0}
      />
      <Plot
        title={t('plot.territory')}
        sides={sides}
        samples={samples}
        value={(sample, side) => sample.hexes[side] ?? 0}
      />
      <LuckPlot game={game} />
      {may && (
        <button type="button" onClick={() => game.sampleHistory()}>
          {t('plot.whole')}
        </button>
      )}
    </section>
  );
}
