// forecast.tsx — the exact odds: the ratio in words, each modifier with its paragraph, outcomes as bars.

import { t } from '../i18n';
import type { Game } from '../model/game';
import type { Forecast } from '../net/protocol';
import { percent, RuleLink, Sentence, Swatch, Words } from './words';

/** The title's brackets say what was assumed; the odds stand before them. */
function splitTitle(title: string): [string, string] {
  const at = title.indexOf(' (');
  return at < 0 ? [title, ''] : [title.slice(0, at), title.slice(at + 2).replace(/\)$/, '')];
}

/** A modifier of nothing is a remark, and has no number. */
export function signed(value: number): string {
  if (!value) return '';
  return value > 0 ? `+${value}` : `−${-value}`;
}

function Bar({ weight, total }: { weight: number; total: number }) {
  return (
    <div class="bar" aria-hidden="true">
      <div style={{ width: `${(100 * weight) / Math.max(total, 1)}%` }} />
    </div>
  );
}

export function ForecastPanel({ game, forecast }: { game: Game; forecast: Forecast }) {
  const sides = game.state.scenario?.sides ?? [];
  const [odds, assumed] = splitTitle(forecast.title);
  return (
    <section class="forecast" aria-label={t('forecast.title')}>
      <h3>
        <Words game={game} text={odds} />
      </h3>
      {assumed && (
        <p class="quiet">
          <Words game={game} text={assumed} />
        </p>
      )}
      {forecast.worst && forecast.best && forecast.worst !== forecast.best && (
        <p>
          {t('forecast.between', {
            worst: forecast.worst,
            best: forecast.best,
            likely: forecast.likely ?? forecast.worst,
          })}
        </p>
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
      <table class="bars">
        <caption>{t('forecast.outcomes')}</caption>
        <tbody>
          {forecast.outcomes.map((outcome, i) => (
            <tr key={i}>
              <th scope="row">
                {outcome.label}
                {outcome.meaning && (
                  <small>
                    <Words game={game} text={outcome.meaning} />
                  </small>
                )}
              </th>
              <td>
                <Bar weight={outcome.weight} total={forecast.total} />
              </td>
              <td class="number">{percent(outcome.weight, forecast.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {forecast.measures.length > 0 && (
        <table class="bars measures">
          <caption>{t('forecast.chances')}</caption>
          <tbody>
            {forecast.measures.map((measure, i) => (
              <tr key={i}>
                <th scope="row">
                  <Words game={game} text={measure.label} />{' '}
                  {measure.rule && <RuleLink game={game} id={measure.rule} />}
                </th>
                <td>
                  <Bar weight={measure.weight} total={forecast.total} />
                </td>
                <td class="number">{percent(measure.weight, forecast.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
