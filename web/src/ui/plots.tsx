// plots.tsx — small plots over a whole game: points, strength, losses, territory, luck. A line a side, doubled by its
// dashes; luck is one side's, on the band that chance alone explains.

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { stepWord } from '../model/looks';
import { type GameRecord, type Luck, luckOf, type Sample } from '../model/record';
import { appearance } from '../model/settings';
import { useStore } from '../model/store';
import type { Side } from '../net/protocol';

const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const LEFT = 32;
const PLOT_WAIT = 500; // milliseconds without an order before the numbers are asked for again

interface Line {
  points: { seq: number; value: number; band?: number }[];
  colour: string;
  dashes: number[];
}

interface Frame {
  c: CanvasRenderingContext2D;
  x: (seq: number) => number;
  y: (value: number) => number;
  width: number;
  height: number;
}

function drawAxes({ c, x, y, width, height }: Frame, samples: Sample[], low: number, high: number, dark: boolean) {
  c.strokeStyle = dark ? '#555' : '#ccc';
  c.fillStyle = dark ? '#bbb' : '#555';
  c.font = '11px system-ui, sans-serif';
  c.textAlign = 'right';
  const ticks = [low, low < 0 ? 0 : (low + high) / 2, high].map(Math.round);
  for (const value of new Set(ticks)) {
    c.beginPath();
    c.moveTo(LEFT, y(value));
    c.lineTo(width - 10, y(value));
    c.stroke();
    c.fillText(String(value), LEFT - 4, y(value) + 4);
  }
  c.textAlign = 'center';
  let beyond = -Infinity;
  samples.forEach((sample, i) => {
    if (sample.turn === samples[i - 1]?.turn || x(sample.seq) < beyond) return;
    c.fillText(String(sample.turn), x(sample.seq), height - 2);
    beyond = x(sample.seq) + 16;
  });
}

function drawBand({ c, x, y }: Frame, line: Line, dark: boolean) {
  if (!line.points.some((point) => point.band !== undefined)) return;
  c.beginPath();
  for (const point of line.points) c.lineTo(x(point.seq), y(point.band ?? 0));
  for (const point of [...line.points].reverse()) c.lineTo(x(point.seq), y(-(point.band ?? 0)));
  c.closePath();
  c.fillStyle = dark ? '#4a4a44' : '#e2ddcc';
  c.fill();
}

function drawLine({ c, x, y }: Frame, line: Line) {
  c.beginPath();
  for (const point of line.points) c.lineTo(x(point.seq), y(point.value));
  c.setLineDash(line.dashes);
  c.strokeStyle = line.colour;
  c.lineWidth = 2.5;
  c.stroke();
  c.setLineDash([]);
  c.lineWidth = 1;
}

function Plot(props: { title: string; words: string; samples: Sample[]; lines: Line[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useStore(appearance, (value) => value.dark);
  useEffect(() => {
    const element = canvas.current;
    const flat = props.lines.flatMap((line) =>
      line.points.flatMap((one) => [one.value, one.band ?? 0, -(one.band ?? 0)]),
    );
    if (!element || !flat.length) return;
    const dpr = devicePixelRatio || 1;
    const width = element.clientWidth;
    const height = element.clientHeight;
    element.width = width * dpr;
    element.height = height * dpr;
    const c = element.getContext('2d')!;
    c.scale(dpr, dpr);
    const low = Math.min(0, ...flat);
    const high = Math.max(1, ...flat);
    const last = Math.max(props.samples[props.samples.length - 1]?.seq ?? 0, 1);
    const frame: Frame = {
      c,
      x: (seq) => LEFT + (seq / last) * (width - LEFT - 10),
      y: (value) => height - 18 - ((value - low) / (high - low)) * (height - 28),
      width,
      height,
    };
    for (const line of props.lines) drawBand(frame, line, dark);
    drawAxes(frame, props.samples, low, high, dark);
    for (const line of props.lines) drawLine(frame, line);
  });
  return (
    <figure class="plot">
      <figcaption>
        {props.title} <span class="quiet">{props.words}</span>
      </figcaption>
      <canvas ref={canvas} role="img" aria-label={`${props.title}: ${props.words}`} />
    </figure>
  );
}

type Measure = 'points' | 'steps' | 'lost' | 'hexes';

interface SidesPlotProps {
  record: GameRecord;
  sides: Side[];
  measure: Measure;
  steps: string;
}

export function SidesPlot({ record, sides, measure, steps }: SidesPlotProps) {
  const last = record.samples[record.samples.length - 1];
  const lines = sides.map((side, i) => ({
    points: record.samples.map((sample) => ({ seq: sample.seq, value: sample[measure][i] ?? 0 })),
    colour: side.colour,
    dashes: DASHES[i] ?? [],
  }));
  const words = sides.map((side, i) => `${side.name} ${last?.[measure][i] ?? 0}`).join(', ');
  return <Plot title={t(`plot.${measure}`, { steps })} words={words} samples={record.samples} lines={lines} />;
}

function luckWords(luck: Luck[], name: string, steps: string): string {
  const last = luck[luck.length - 1];
  if (!last) return t('plot.noluck');
  const sum = `${last.sum < 0 ? '−' : '+'}${Math.abs(last.sum).toFixed(1)}`;
  return t('plot.luckwords', { side: name, n: luck.length, sum, steps, band: last.band.toFixed(1) });
}

interface LuckPlotProps {
  record: GameRecord;
  sides: Side[];
  side: number;
  steps: string;
}

function LuckPlot({ record, sides, side, steps }: LuckPlotProps) {
  const luck = luckOf(record.rolls, side);
  const points = [
    { seq: 0, value: 0, band: 0 },
    ...luck.map((one) => ({ seq: one.seq, value: one.sum, band: one.band })),
  ];
  const line = { points, colour: sides[side]!.colour, dashes: [] };
  return (
    <Plot
      title={t('plot.luck')}
      words={luckWords(luck, sides[side]!.name, steps)}
      samples={record.samples}
      lines={luck.length ? [line] : []}
    />
  );
}

/** The plots of the whole game, asked for again when it has gone on. */
export function Plots({ game }: { game: Game }) {
  const record = useStore(game.store, (state) => state.record);
  const seq = useStore(game.store, (state) => state.position?.keys.seq);
  const as = useStore(game.store, (state) => state.position?.keys.as);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const steps = useStore(game.store, (state) => stepWord(state.looks));
  useEffect(() => {
    const timer = window.setTimeout(() => game.chronicle.readRecord(), game.state.record ? PLOT_WAIT : 0);
    return () => clearTimeout(timer);
  }, [seq, as]);
  // Numbers of the last visit would be shown first at the next.
  useEffect(() => () => game.store.set({ record: null }), [game]);
  if (!record || !sides.length) return <p class="quiet">{t('loading')}</p>;
  const mine = Math.max(
    0,
    sides.findIndex((side) => side.word === as),
  );
  return (
    <section class="plots">
      <p class="quiet">{t('plot.axis')}</p>
      <SidesPlot record={record} sides={sides} measure="points" steps={steps} />
      <SidesPlot record={record} sides={sides} measure="steps" steps={steps} />
      <SidesPlot record={record} sides={sides} measure="lost" steps={steps} />
      <SidesPlot record={record} sides={sides} measure="hexes" steps={steps} />
      <LuckPlot record={record} sides={sides} side={mine} steps={steps} />
    </section>
  );
}
