// standing.tsx — this player's answers in advance: one choice a question, of those the system lists.

import { t } from '../i18n';
import type { Game } from '../model/game';
import { useStore } from '../model/store';
import type { StandingKind } from '../net/protocol';

export function StandingCard({ game }: { game: Game }) {
  const kinds = useStore(game.store, (state) => state.looks?.declared.standing) ?? [];
  const wishes = useStore(game.store, (state) => state.standing);
  const seated = useStore(game.store, (state) => state.position?.keys.you.includes(state.position.keys.as));
  const over = useStore(game.store, (state) => state.position?.keys.over);
  if (!seated || over || !kinds.length) return null;
  const questions = [...new Set(kinds.map((kind) => kind.question))];
  return (
    <section class="standing">
      <h3>{t('standing.title')}</h3>
      <p class="quiet">{t('standing.help')}</p>
      {questions.map((question) => (
        <Answer
          key={question}
          game={game}
          kinds={kinds.filter((kind) => kind.question === question)}
          wish={wishes.find((one) => one.startsWith(`${question} `)) ?? null}
        />
      ))}
      <label>
        <input
          type="checkbox"
          checked={wishes.includes('any only')}
          onChange={(event) => game.wish(event.currentTarget.checked ? 'any only' : 'any ask')}
        />{' '}
        {t('standing.only')}
      </label>
    </section>
  );
}

function Answer({ game, kinds, wish }: { game: Game; kinds: StandingKind[]; wish: string | null }) {
  const [, name, number] = wish?.split(' ') ?? [];
  const chosen = kinds.find((kind) => kind.name === name) ?? null;
  const { question, title } = kinds[0]!;
  return (
    <div class="standing-answer">
      <label>
        <span>{title}</span>
        <select
          value={chosen?.name ?? 'ask'}
          onChange={(event) => game.wish(`${question} ${event.currentTarget.value}`)}
        >
          <option value="ask">{t('standing.ask')}</option>
          {kinds.map((kind) => (
            <option key={kind.name} value={kind.name}>
              {sentence(kind, kind === chosen ? number : undefined)}
            </option>
          ))}
        </select>
      </label>
      {chosen?.measure && (
        <input
          type="number"
          aria-label={sentence(chosen, number)}
          min={chosen.least}
          max={chosen.most}
          value={number}
          onChange={(event) => game.wish(`${question} ${chosen.name} ${event.currentTarget.value}`)}
        />
      )}
    </div>
  );
}

const sentence = (kind: StandingKind, number?: string) =>
  kind.sentence.replace('%n', number ?? String(kind.usual ?? '')).replace('%%', '%');
