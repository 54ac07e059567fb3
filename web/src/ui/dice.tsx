// dice.tsx — the players who take part in the dice of a game: shown beside its record, chosen when it is made.

import { t } from '../i18n';
import type { Game } from '../model/game';
import { useStore } from '../model/store';

/** The contexts of a browser whose links have not served a roll yet. */
const NOTHING_SERVED = '0'.repeat(64);

const WAITS = [10, 60, 3600, 86400];

/** The server's commitment and this browser's chains, to be checked when the game is over. */
export function DiceCard({ game }: { game: Game }) {
  const { info, anchors, contexts, trouble } = useStore(game.dice.store, (state) => state);
  const over = useStore(game.store, (state) => state.position?.keys.over);
  if (!info) return null;
  const own = Object.entries(anchors);
  const served = own.map(([side]) => [side, contexts[side] ?? NOTHING_SERVED] as const);
  const words = [
    `--commitment ${info.commitment}`,
    ...own.map(([side, anchor]) => `--chain ${side}=${anchor}`),
    ...served.map(([side, hash]) => `--contexts ${side}=${hash}`),
  ];
  const command = `sandtable audit GAME.journal ${words.join(' ')}`;
  return (
    <section class="dice-card">
      <h3>{t('dice.title')}</h3>
      {trouble && <p role="alert">{t(`dice.trouble.${trouble}`)}</p>}
      <p>{t(`dice.trust.${info.trust}`)}</p>
      <details>
        <summary>{t('dice.check')}</summary>
        <dl>
          <dt>{t('dice.commitment')}</dt>
          <dd>
            <code>{info.commitment}</code>
          </dd>
          {own.map(([side, anchor]) => (
            <div key={side}>
              <dt>{t('dice.chain', { side })}</dt>
              <dd>
                <code>{anchor}</code>
              </dd>
            </div>
          ))}
          {served.map(([side, hash]) => (
            <div key={side}>
              <dt>{t('dice.contexts', { side })}</dt>
              <dd>
                <code>{hash}</code>
              </dd>
            </div>
          ))}
        </dl>
        <p>{over ? t('dice.over') : t('dice.later')}</p>
        {over && <code>{command}</code>}
      </details>
    </section>
  );
}

export interface DiceChoice {
  dice: 'witnessed' | 'nonces';
  wait: number;
}

/** Which dice a game between people is played with. */
export function DiceRow({ choice, onChoice }: { choice: DiceChoice; onChoice: (choice: DiceChoice) => void }) {
  return (
    <>
      <label class="row option">
        <span>{t('dice.title')}</span>
        <select
          value={choice.dice}
          onChange={(event) => onChoice({ ...choice, dice: event.currentTarget.value as DiceChoice['dice'] })}
        >
          <option value="witnessed">{t('dice.witnessed')}</option>
          <option value="nonces">{t('dice.nonces')}</option>
        </select>
      </label>
      {choice.dice === 'witnessed' && (
        <label class="row option">
          <span>{t('dice.wait')}</span>
          <select
            value={String(choice.wait)}
            onChange={(event) => onChoice({ ...choice, wait: Number(event.currentTarget.value) })}
          >
            {WAITS.map((wait) => (
              <option key={wait} value={String(wait)}>
                {t(`dice.wait.${wait}`)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
