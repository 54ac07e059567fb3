// forecast.tsx — the exact odds: the ratio in words, each modifier with its paragraph, outcomes as bars. If the other
// side may still commit something, the second odds stand beside the first.

import { t } from '../i18n';
import type { Game } from '../model/game';
import type { Forecast, ForecastLine, Foreclosed } from '../net/protocol';
import { hexWords } from './orders';
import { CellLink } from './tables';
import { capital, percent, RuleLink, Sentence, Swatch, Words } from './words';

/** A modifier of nothing is a remark, and has no number. */
export function signed(value: number): string {
  if (!value) return '';
  return value > 0 ? `+${value}` : `−${-value}`;
}

function Bar({ weight, total, opposed }: { weight: number; total: number; opposed?: boolean }) {
  return (
    <div class={opposed ? 'bar opposed' : 'bar'} aria-hidden="true">
      {weight > 0 && <div style={{ width: `${(100 * weight) / Math.max(total, 1)}%` }} />}
    </div>
  );
}

/** Outcomes or chances: a bar and a number for each of the odds. */
function Bars(props: { game: Game; forecast: Forecast; caption: string; lines: ForecastLine[] }) {
  const { game, forecast, lines } = props;
  const opposed = forecast.opposed;
  return (
    <table class={opposed ? 'bars two' : 'bars'}>
      <caption>{props.caption}</caption>
      {opposed && (
        <thead>
          <tr>
            <td colSpan={2} />
            <th scope="col">{t('forecast.plain')}</th>
            <th scope="col">{t('forecast.all')}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {lines.map((line, i) => (
          <tr key={i}>
            <th scope="row">
              <Words game={game} text={line.label} />{' '}
              {line.meaning && (
                <small>
                  <Words game={game} text={line.meaning} />
                </small>
              )}
              {!line.meaning && line.rule && <RuleLink game={game} id={line.rule} />}
            </th>
            <td>
              <Bar weight={line.weight} total={forecast.total} />
              {opposed && <Bar weight={line.opposed ?? 0} total={opposed.total} opposed />}
            </td>
            <td class="number">{percent(line.weight, forecast.total)}</td>
            {opposed && <td class="number">{percent(line.opposed ?? 0, opposed.total)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NAMED = 4; // counters and hexes that are named; the others are counted

/** The orders that this one rules out with any dice, and the rule for each. */
function Forecloses({ game, all }: { game: Game; all: Foreclosed[] }) {
  if (!all.length) return null;
  const named = ({ pieces, hexes }: Foreclosed) => [
    ...(pieces ?? []).map((i) => game.state.position?.pieces.get(i)?.name ?? '?'),
    ...(hexes ?? []).map((hex) => hexWords(game, hex)),
  ];
  return (
    <section class="forecloses" aria-label={t('forecast.forecloses')}>
      <h4>{t('forecast.forecloses')}</h4>
      <ul>
        {all.map((one) => {
          const names = named(one);
          return (
            <li key={`${one.verb} ${one.why.rule} ${names[0]}`}>
              <b>{capital(one.name)}</b>: {names.slice(0, NAMED).join(', ')}
              {names.length > NAMED && ` ${t('end.more', { n: names.length - NAMED })}`}.{' '}
              <small>
                <Sentence game={game} text={capital(one.why.text)} rule={one.why.rule} />
              </small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function ForecastPanel({ game, forecast }: { game: Game; forecast: Forecast }) {
  const sides = game.state.scenario?.sides ?? [];
  return (
    <section class="forecast" aria-label={t('forecast.title')}>
      <h3>
        <Sentence game={game} text={forecast.title} />
      </h3>
      {forecast.cell && <CellLink game={game} cell={forecast.cell} />}
      {forecast.assumes && (
        <p class="quiet">
          <Sentence game={game} text={forecast.assumes} />
        </p>
      )}
      {forecast.opposed && (
        <>
          <p class="opposed-title">
            {t('forecast.opposed')} <strong>{forecast.opposed.title}</strong>
          </p>
          <p class="quiet">
            <Sentence game={game} text={forecast.opposed.assumes} />
          </p>
        </>
      )}
      {forecast.likely && forecast.worst !== forecast.best && (
        <p>{t('forecast.between', { worst: forecast.worst, best: forecast.best, likely: forecast.likely })}</p>
      )}
      {forecast.modifiers.length > 0 && (
        <ul class="modifiers">
          {forecast.modifiers.map((modifier, i) => {
            const index = sides.findIndex((side) => side.word === modifier.side);
            return (
              <li key={i}>
                <span class="value">{signed(modifier.value)}</span>
                {index >= 0 && <Swatch colour={sides[index]!.colour} index={index} />}
                <span>
                  <Sentence game={game} text={modifier.text} rule={modifier.rule} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <Forecloses game={game} all={forecast.forecloses ?? []} />
      {forecast.measures.length > 0 && (
        <Bars game={game} forecast={forecast} caption={t('forecast.chances')} lines={forecast.measures} />
      )}
      <Bars game={game} forecast={forecast} caption={t('forecast.outcomes')} lines={forecast.outcomes} />
    </section>
  );
}
