// scale.tsx — how the game stands, always in sight: the verdict as it would be now, its place on the scale, and what
// the next verdict takes. The system declares all of it; a click opens the whole scale with each side's goals.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { type ScaleNeed, scaleNeeds, scaleParts } from '../model/scale';
import { useStore } from '../model/store';
import type { Scale, Side } from '../net/protocol';
import { GoalCard } from './affairs';
import { capital, Dialog, RuleLink, Swatch } from './words';

const useScale = (game: Game) =>
  useStore(game.store, (state) => (state.replay?.position ?? state.position)?.keys.score.scale ?? null);

/** One segment a verdict, a mark where the game stands. */
function Bar({ scale, sides }: { scale: Scale; sides: Side[] }) {
  if (!scale.bands.length) return null;
  const { parts, mark } = scaleParts(scale);
  return (
    <span class="scale-bar" aria-hidden="true">
      {parts.map(({ band, share }, i) => (
        <span
          key={i}
          class={band === scale.bands[mark.band] ? 'now' : ''}
          style={{
            flexGrow: share,
            background: sides.find((side) => side.word === band.winner)?.colour ?? '#9a948a',
          }}
        />
      ))}
      <i style={{ left: `${mark.at}%` }} />
    </span>
  );
}

function Need({ need, sides }: { need: ScaleNeed; sides: Side[] }) {
  const index = sides.findIndex((side) => side.word === need.band.winner);
  return (
    <span class="scale-need">
      <b>{need.change > 0 ? `+${need.change}` : `−${-need.change}`}</b> →{' '}
      {index >= 0 && <Swatch colour={sides[index]!.colour} index={index} />} {capital(need.band.words)}
    </span>
  );
}

/** The line over the map. */
export function ScaleLine({ game }: { game: Game }) {
  const scale = useScale(game);
  const ended = useStore(game.store, (state) => (state.position?.keys.over ? state.position.keys.score : null));
  const over = ended !== null;
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open) game.looking.readAims();
  }, [open]);
  if (!scale) return null;
  const index = sides.findIndex((side) => side.word === (ended ?? scale).winner); // a side that gave up has lost
  const sideMark = (word: string | null) => {
    const at = sides.findIndex((side) => side.word === word);
    return at < 0 ? null : (
      <>
        <Swatch colour={sides[at]!.colour} index={at} /> <span class="sr-only">{sides[at]!.name}</span>
        {' ← '}
      </>
    );
  };
  const decides = scale.lines.find((line) => line.met && line.winner === scale.winner);
  return (
    <>
      <button type="button" class="scale-line" onClick={() => setOpen(true)} title={t('scale.open')}>
        <Bar scale={scale} sides={sides} />
        <span class="scale-verdict">
          {!over && <span class="quiet">{t('scale.now')}</span>}{' '}
          {index >= 0 && <Swatch colour={sides[index]!.colour} index={index} />}{' '}
          <b>{capital(ended?.verdict || scale.verdict.words)}</b>{' '}
          {!scale.bands.length && decides && <span class="quiet">{decides.words}</span>}
        </span>
        {!over && scaleNeeds(scale).map((need, i) => <Need key={i} need={need} sides={sides} />)}
        {scale.bands.length > 0 && (
          <span class="quiet scale-counted">
            <span>{capital(scale.counted.words)}:</span> <b>{scale.now < 0 ? `−${-scale.now}` : scale.now}</b>
          </span>
        )}
        {!over &&
          !scale.bands.length &&
          scale.lines
            .filter((line) => !line.met)
            .slice(0, 1)
            .map((line, i) => (
              <span key={i} class="scale-need scale-other">
                {sideMark(line.winner)}
                {capital(line.words)}
              </span>
            ))}
      </button>
      {open && (
        <Dialog title={t('scale.title')} onClose={() => setOpen(false)}>
          <ScaleCard game={game} />
          <GoalCard game={game} />
        </Dialog>
      )}
    </>
  );
}

const spanOf = (scale: Scale, i: number) => {
  const from = scale.bands[i]!.from;
  const to = scale.bands[i + 1] ? scale.bands[i + 1]!.from! - 1 : null;
  if (from === null) return to === null ? '' : t('scale.most', { n: to });
  return to === null ? t('scale.least', { n: from }) : from === to ? String(from) : `${from} … ${to}`;
};

/** At the end, the deciding number: the number counted and the span of the verdict that it falls in. */
export function ScaleWhy({ game }: { game: Game }) {
  const scale = useScale(game);
  if (!scale?.bands.length) return null;
  const { mark } = scaleParts(scale);
  return (
    <span class="quiet">
      {capital(scale.counted.words)}: {scale.now < 0 ? `−${-scale.now}` : scale.now} ({spanOf(scale, mark.band)})
    </span>
  );
}

/** The whole scale: each verdict with its numbers, then the other conditions. */
export function ScaleCard({ game }: { game: Game }) {
  const scale = useScale(game);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const turn = useStore(game.store, (state) => state.position?.keys.turn) ?? 0;
  const over = useStore(game.store, (state) => state.position?.keys.over);
  if (!scale) return null;
  const { mark } = scaleParts(scale);
  const side = (word: string | null) => {
    const index = sides.findIndex((one) => one.word === word);
    return index >= 0 ? <Swatch colour={sides[index]!.colour} index={index} /> : null;
  };
  return (
    <section class="scale-card">
      {scale.turn > 0 && !over && (
        <p>{scale.turn === turn ? t('scale.this', { n: scale.turn }) : t('scale.when', { n: scale.turn })}</p>
      )}
      {scale.bands.length > 0 && (
        <>
          <h3>
            {capital(scale.counted.words)} {scale.counted.rule && <RuleLink game={game} id={scale.counted.rule} />}
          </h3>
          <table class="rows">
            <tbody>
              {scale.bands
                .map((band, i) => (
                  <tr key={i} class={i === mark.band ? 'strong' : ''}>
                    <th scope="row">{spanOf(scale, i)}</th>
                    <td>
                      {side(band.winner)} {capital(band.words)} {i === mark.band && `← ${scale.now}`}
                    </td>
                  </tr>
                ))
                .reverse()}
            </tbody>
          </table>
        </>
      )}
      {scale.lines.length > 0 && (
        <ul class="scale-lines">
          {scale.lines.map((line, i) => (
            <li key={i} class={line.met ? 'met' : ''}>
              <span aria-hidden="true">{line.met ? '✓' : '·'}</span> {side(line.winner)} {capital(line.words)}
              {line.atOnce && <b> {t('scale.once')}</b>}{' '}
              <span class="sr-only">{line.met ? t('scale.met') : ''}</span>{' '}
              {line.rule && <RuleLink game={game} id={line.rule} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
