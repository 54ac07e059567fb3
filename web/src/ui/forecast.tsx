// forecast.tsx — the exact odds: the ratio in words, each modifier with its paragraph, outcomes as bars.

import { t } from '../i18n';
import type { Game } from '../model/game';
import type { Forecast } from '../net/protocol';
import { percent, RuleLink, Sentence, Swatch } from './words';

/** The title's brackets say what was assumed; the odds stand before them. */
function splitTitle(title: string): [string, string] {
  const at = title.indexOf(' (');
  return at < 0 ? [title, ''] : [title.slice(0, at), title.slice(at + 2).replace(/\)$/, '')];
}

export function ForecastPanel({ game, forecast }: { game: Game; forecast: Forecast }) {
  const sides = game.state.scenario?.sides ?? [];
  const [odds, assumed] = splitTitle(forecast.title);
  const most = Math.max(...forecast.outcomes.map((outcome) => outcome.weight), 1);
  return (
    <section class="forecast" aria-label={t('forecast.title')}>
      <h3>{odds}</h3>
      {assumed && <p class="quiet">{assumed}</p>}
      {forecast.worst && forecast.best && forecast.worst !== forecast.best && (
        <p>{t('forecast.between', { worst: forecast.worst, best: forecast.best })}</p>
      )}
      {forecast.modifiers.length > 0 && (
        <ul class="modifiers">
          {forecast.modifiers.map((modifier, i) => {
            const index = sides.findIndex((side) => side.word === modifier.side);
            return (
              <li key={i}>
                <span class="value">
                  {modifier.value > 0 ? `+${modifier.value}` : String(modifier.value).replace('-', '−')}
                </span>
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
              <th scope="row">{outcome.label}</th>
              <td>
                <meter class="bar" min={0} max={most} value={outcome.weight} aria-hidden="true" />
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
                  {measure.label} {measure.rule && <RuleLink game={game} id={measure.rule} />}
                </th>
                <td>
                  <meter class="bar" min={0} max={forecast.total} value={measure.weight} aria-hidden="true" />
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
