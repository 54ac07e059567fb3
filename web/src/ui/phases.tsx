// phases.tsx — the phase track: a bar a phase beside the turn track, which opens into the sequence of play.

import { t } from '../i18n';
import type { Game } from '../model/game';
import { useStore } from '../model/store';
import { capital, SideName } from './words';

export function PhaseTrack({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => (state.replay?.position ?? state.position)?.keys);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const phases = keys?.phases ?? [];
  const at = keys?.phaseAt ?? -1;
  if (phases.length < 2 || keys?.over) return null;
  const when = (i: number) => (i < at ? 'past' : i === at ? 'now' : '');
  const colourOf = (side: string | null) => sides.find(({ word }) => word === side)?.colour;
  return (
    <details class="phases">
      <summary aria-label={t('track.phases')} title={t('track.phases')}>
        {phases.map(([, side], i) => (
          <i key={i} class={when(i)} style={{ borderBottomColor: colourOf(side) ?? 'transparent' }} />
        ))}
      </summary>
      <div class="phase-card">
        <h2>{t('track.phases')}</h2>
        <ol>
          {phases.map(([name, side], i) => {
            const index = sides.findIndex(({ word }) => word === side);
            return (
              <li key={i} class={when(i)} aria-current={i === at ? 'step' : undefined}>
                <span aria-hidden="true">{i < at ? '✓' : i === at ? '▶' : ''}</span> {capital(name)}{' '}
                {index >= 0 && <SideName name={sides[index]!.name} colour={sides[index]!.colour} index={index} />}
              </li>
            );
          })}
        </ol>
      </div>
    </details>
  );
}
