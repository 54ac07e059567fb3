// dialogs.tsx — a rule in our words, help with the rulebook's short words, the warning before a phase ends, the hot seat's curtain, a
// take-back asked for.

import { t } from '../i18n';
import type { Game } from '../model/game';
import type { Unguarded } from '../model/guards';
import { spotName } from '../model/hex';
import { change, settings } from '../model/settings';
import type { Forfeit } from '../model/state';
import { useStore } from '../model/store';
import type { Piece } from '../net/protocol';
import { openBook } from './lazy';
import { showHexes } from './log';
import { hexWords, verbName } from './orders';
import { SignLegend } from './symbols';
import { pieceWords } from './units';
import { capital, Dialog, RuleLink, RuleWords, Sentence, SideName } from './words';

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
      <p class="rule-words">{rule ? <RuleWords game={game} text={rule.words} own={rule.id} /> : t('rule.none')}</p>
      <p class="buttons">
        <button
          type="button"
          onClick={() => {
            game.openRule(null);
            openBook(game.state.scenario?.system, id);
          }}
        >
          {t('book.open')}
        </button>
      </p>
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

const HELP = ['click', 'drag', 'attack', 'refused', 'watch', 'keys'];

/** How to play with mouse, finger and keys, and the meaning of the rulebook's short words. */
/** The card of shortcuts. */
const KEYS: [string[], string][] = [
  [['←', '↑', '→', '↓'], 'walk'],
  [['N', 'P'], 'live'],
  [['.', ','], 'next'],
  [['Enter'], 'choose'],
  [['Shift', 'Enter'], 'stack'],
  [['O'], 'order'],
  [['Esc'], 'cancel'],
  [['Ctrl', 'Z'], 'undo'],
  [['+', '−', '0'], 'zoom'],
  [['Shift', '←', '→'], 'pan'],
  [['L'], 'sight'],
  [['?'], 'help'],
];

export function HelpDialog({ game }: { game: Game }) {
  const asked = useStore(game.store, (state) => state.help);
  const terms = useStore(game.store, (state) => state.terms);
  const system = useStore(game.store, (state) => state.scenario?.systemTitle);
  const looks = useStore(game.store, (state) => state.looks);
  if (asked === null) return null;
  return (
    <Dialog title={t('help.title')} onClose={() => game.store.set({ help: null })} wide>
      <ul class="help">
        {HELP.map((what) => (
          <li key={what}>{t(`help.${what}`)}</li>
        ))}
      </ul>
      <h3>{t('keys.title')}</h3>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{t(`keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
      {looks && (
        <>
          <h3>{t('help.signs')}</h3>
          <SignLegend looks={looks} />
        </>
      )}
      <h3>{t('help.terms', { system: system ?? '' })}</h3>
      <dl class="terms">
        {terms.map(({ term, rule, words }) => (
          <div
            key={term}
            class={term === asked ? 'asked' : ''}
            ref={(row) => {
              if (term === asked) row?.scrollIntoView({ block: 'center' });
            }}
          >
            <dt>{term}</dt>
            <dd>
              {words} <RuleLink game={game} id={rule} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const NAMED = 12; // counters named of each kind; the others are counted

function Forfeited({ game, forfeit, close }: { game: Game; forfeit: Forfeit; close: () => void }) {
  const { verb, pieces } = forfeit;
  const show = (piece: Piece) => {
    close();
    if (piece.hex === null) return;
    game.select(piece.hex, piece.i);
    showHexes([piece.hex]);
  };
  return (
    <li>
      <p>{t('end.kind', { n: pieces.length, verb: verbName(verb) })}</p>
      <ul class="chips">
        {pieces.slice(0, NAMED).map((piece) => (
          <li key={piece.i}>
            <button type="button" class="chip" onClick={() => show(piece)}>
              {pieceWords(piece)}{' '}
              <span class="quiet">{piece.hex !== null ? spotName(game.state.map, piece.hex) : piece.place}</span>
            </button>
          </li>
        ))}
        {pieces.length > NAMED && <li>{t('end.more', { n: pieces.length - NAMED })}</li>}
      </ul>
    </li>
  );
}

/** Before a phase is ended: the orders still possible in it. */
export function EndWarning({ game }: { game: Game }) {
  const warning = useStore(game.store, (state) => state.warning);
  const question = useStore(game.store, (state) => state.position?.keys.question);
  if (!warning || !question) return null;
  const close = () => game.store.set({ warning: null });
  return (
    <Dialog
      title={t('end.title', { verb: capital(verbName(warning.verb)), phase: question.title })}
      onClose={close}
    >
      {warning.open.length > 0 && (
        <>
          <h3>{t('guard.open')}</h3>
          <Places game={game} places={warning.open} close={close} />
        </>
      )}
      <ul class="forfeits">
        {warning.forfeits.map((forfeit) => (
          <Forfeited key={forfeit.verb.verb} game={game} forfeit={forfeit} close={close} />
        ))}
      </ul>
      <p class="buttons">
        <button type="button" class="primary" onClick={() => game.giving.give(warning.verb.verb)}>
          {capital(verbName(warning.verb))}
        </button>
        <button type="button" onClick={close}>
          {t('end.no')}
        </button>
      </p>
      {warning.forfeits.length > 0 && <Quiet what={`end ${question.kind}`} />}
      {!warning.forfeits.length && <Quiet what="guard" />}
    </Dialog>
  );
}

/** Whether this warning is to come again. */
function Quiet({ what }: { what: string }) {
  const quiet = useStore(settings, (value) => value.quiet);
  const others = quiet.filter((one) => one !== what);
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={quiet.includes(what)}
        onChange={(event) => change({ quiet: event.currentTarget.checked ? [...others, what] : others })}
      />
      {t('warn.quiet')}
    </label>
  );
}

/** Places without a guard: the rulebook's words about them, and the distance of the enemy from each. */
function Places(props: { game: Game; places: Unguarded[]; close: () => void }) {
  const { game, places, close } = props;
  const show = (hex: number) => {
    close();
    showHexes([hex]);
  };
  const reasons = [...new Set(places.map(({ what }) => what ?? ''))];
  return (
    <ul class="forfeits">
      {reasons.map((reason) => {
        const here = places.filter(({ what }) => (what ?? '') === reason);
        return (
          <li key={reason}>
            <p>
              {reason ? (
                <Sentence game={game} text={`${capital(reason)}.`} rule={here[0]!.rule ?? null} />
              ) : (
                t('guard.leaves')
              )}
            </p>
            <ul class="chips">
              {here.slice(0, NAMED).map(({ hex, distance }) => (
                <li key={hex}>
                  <button type="button" class="chip" onClick={() => show(hex)}>
                    {hexWords(game, hex)}{' '}
                    <span class="quiet">{distance ? t('guard.near', { n: distance }) : t('guard.held')}</span>
                  </button>
                </li>
              ))}
              {here.length > NAMED && <li>{t('end.more', { n: here.length - NAMED })}</li>}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

/** Before the last counter leaves a place that counts, with the enemy near. */
export function GuardWarning({ game }: { game: Game }) {
  const guard = useStore(game.store, (state) => state.guard);
  if (!guard) return null;
  const close = () => game.store.set({ guard: null });
  return (
    <Dialog title={t('guard.title')} onClose={close}>
      <Places game={game} places={guard.places} close={close} />
      <p class="buttons">
        <button type="button" class="primary" onClick={guard.go}>
          {t('guard.go')}
        </button>
        <button type="button" onClick={close}>
          {t('end.no')}
        </button>
      </p>
      <Quiet what="guard" />
    </Dialog>
  );
}

/** An answer to a fight that takes counters off the map for sure. */
export function RuinWarning({ game }: { game: Game }) {
  const ruin = useStore(game.store, (state) => state.ruin);
  if (!ruin) return null;
  const close = () => game.store.set({ ruin: null });
  const pieces = ruin.pieces.flatMap((i) => game.state.position?.pieces.get(i) ?? []);
  return (
    <Dialog title={t('ruin.title')} onClose={close}>
      <ul class="forfeits">
        {pieces.slice(0, NAMED).map((piece) => (
          <li key={piece.i}>{pieceWords(piece)}</li>
        ))}
      </ul>
      {pieces.length > NAMED && <p>{t('end.more', { n: pieces.length - NAMED })}</p>}
      <p class="buttons">
        <button type="button" onClick={ruin.go}>
          {t('ruin.go')}
        </button>
        <button type="button" class="primary" onClick={close}>
          {t('end.no')}
        </button>
      </p>
      <Quiet what="ruin" />
    </Dialog>
  );
}

const REMEMBERED = 50; // games played with open hands

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
        <button
          type="button"
          onClick={() => {
            change({ openHands: [game.id, ...settings.get().openHands].slice(0, REMEMBERED) });
            game.sitAs(side);
          }}
        >
          {t('curtain.alone')}
        </button>
      </div>
    </div>
  );
}

/** A game of an older edition that does not hold under this one: all players here may agree to go on. */
function CarryOn({ game, why }: { game: Game; why: string }) {
  return (
    <div class="toast asks" role="alert">
      <p>{t('carry.asks')}</p>
      <p class="small">{why}</p>
      <button type="button" class="primary" onClick={() => game.agree(true)}>
        {t('carry.yes')}
      </button>
    </div>
  );
}

/** A take-back that dice bar: the player who asked waits, the others are asked, a spectator is not troubled. */
export function TakeBack({ game }: { game: Game }) {
  const asks = useStore(game.store, (state) => state.asks);
  const keys = useStore(game.store, (state) => state.position?.keys);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  if (!asks || !keys?.you.length) return null;
  const nameOf = (word: string) => sides.find((side) => side.word === word)?.name ?? word;
  if (asks.what === 'carry') return <CarryOn game={game} why={asks.why ?? ''} />;
  const asker = asks.side ?? '';
  if (keys.you.includes(asker)) {
    const others = keys.game.seats.filter((seat) => seat.kind === 'human' && !keys.you.includes(seat.side));
    return (
      <div class="toast asks" role="status">
        <p>{t('takeback.waiting', { side: others.map((seat) => nameOf(seat.side)).join(', ') })}</p>
      </div>
    );
  }
  return (
    <div class="toast asks" role="alert">
      <p>{t('takeback.asks', { side: nameOf(asker) })}</p>
      <button type="button" class="primary" onClick={() => game.agree(true)}>
        {t('takeback.yes')}
      </button>
      <button type="button" onClick={() => game.agree(false)}>
        {t('takeback.no')}
      </button>
    </div>
  );
}
