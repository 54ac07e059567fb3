// dialogs.tsx — a rule in our words, the warning before an end, the hot seat's curtain, a take-back asked for.

import { t } from '../i18n';
import type { Game } from '../model/game';
import { useStore } from '../model/store';
import { showHexes } from './log';
import { verbName } from './orders';
import { pieceWords } from './units';
import { Dialog, SideName } from './words';

export function RuleDialog({ game }: { game: Game }) {
  const id = useStore(game.store, (state) => state.rule);
  const rules = useStore(game.store, (state) => state.rules);
  const system = useStore(game.store, (state) => state.scenario?.systemTitle);
  if (!id) return null;
  const rule = rules.get(id);
  const near = [...rules.values()]
    .filter((other, i, all) => all.indexOf(other) === i)
    .filter((other) => rule && other !== rule && sameParagraph(other.id, rule.id))
    .slice(0, 8);
  return (
    <Dialog title={`${system ?? ''} §${id}${rule ? ` · ${rule.title}` : ''}`} onClose={() => game.openRule(null)}>
      <p class="rule-words">{rule?.words ?? t('rule.none')}</p>
      {near.length > 0 && (
        <>
          <h3>{t('rule.near')}</h3>
          <ul class="near">
            {near.map((other) => (
              <li key={other.id}>
                <button type="button" class="rule" onClick={() => game.openRule(other.id)}>
                  §{other.id}
                </button>{' '}
                {other.title}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function sameParagraph(a: string, b: string): boolean {
  const stem = (id: string) => id.replace(/-\d+$/, '').split('.').slice(0, -1).join('.');
  return stem(a) !== '' && stem(a) === stem(b);
}

export function EndWarning({ game }: { game: Game }) {
  const warning = useStore(game.store, (state) => state.warning);
  if (!warning) return null;
  const name = verbName(warning.verb);
  const close = () => game.store.set({ warning: null });
  return (
    <Dialog title={t('end.title', { verb: name })} onClose={close}>
      <p>{t('end.words', { n: warning.pieces.length })}</p>
      <ul class="chips">
        {warning.pieces.slice(0, 24).map((piece) => (
          <li key={piece.i}>
            <button
              type="button"
              class="chip"
              onClick={() => {
                close();
                if (piece.hex !== null) {
                  game.select(piece.hex, piece.i);
                  showHexes([piece.hex]);
                }
              }}
            >
              {pieceWords(piece)}{' '}
              <span class="quiet">{piece.hex !== null ? game.state.map?.numbers[piece.hex] : piece.place}</span>
            </button>
          </li>
        ))}
        {warning.pieces.length > 24 && <li>… {t('end.more', { n: warning.pieces.length - 24 })}</li>}
      </ul>
      <p class="buttons">
        <button type="button" class="primary" onClick={() => game.give(warning.verb.verb)}>
          {t('end.yes', { verb: name })}
        </button>
        <button type="button" onClick={close}>
          {t('end.no')}
        </button>
      </p>
    </Dialog>
  );
}

export function Curtain({ game }: { game: Game }) {
  const side = useStore(game.store, (state) => state.curtain);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const title = useStore(game.store, (state) => state.position?.keys.question?.title);
  if (!side) return null;
  const index = sides.findIndex((one) => one.word === side);
  const name = sides[index]?.name ?? side;
  return (
    <div class="curtain" role="alertdialog" aria-modal="true" aria-label={t('curtain.title', { side: name })}>
      <div>
        <h2>
          <SideName name={name} colour={sides[index]?.colour ?? '#888'} index={index} />
        </h2>
        <p>{t('curtain.words', { side: name })}</p>
        <p class="quiet">{title}</p>
        <button
          type="button"
          class="primary big"
          ref={(button) => button?.focus()}
          onClick={() => game.sitAs(side)}
        >
          {t('curtain.open', { side: name })}
        </button>
      </div>
    </div>
  );
}

export function TakeBack({ game }: { game: Game }) {
  const asks = useStore(game.store, (state) => state.asks);
  const you = useStore(game.store, (state) => state.position?.keys.you) ?? [];
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  if (!asks || you.includes(asks.side)) return null;
  const name = sides.find((side) => side.word === asks.side)?.name ?? asks.side;
  return (
    <div class="toast asks" role="alert">
      <p>{t('takeback.asks', { side: name })}</p>
      <button type="button" class="primary" onClick={() => game.agree(true)}>
        {t('takeback.yes')}
      </button>
      <button type="button" onClick={() => game.agree(false)}>
        {t('takeback.no')}
      </button>
    </div>
  );
}
